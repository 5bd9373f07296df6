"use strict";
(function () {
  const places = [], widths = []; // a figure with a width of its own scrolls in its box
  for (const data of document.querySelectorAll("script[data-figure]")) {
    const place = document.getElementById(data.dataset.figure);
    const figure = JSON.parse(data.textContent);
    widths.push(figure.layout.width || null);
    Plotly.newPlot(place, figure.data, figure.layout, figure.config);
    places.push(place);
  }
  const heights = places.map((place) => place.offsetHeight);
  const sized = (printed, most) => places.forEach((place, k) => {
    const height = Math.min(heights[k], most);
    place.style.height = height + "px";
    const width = printed || widths[k];
    Plotly.relayout(place, { width: width, height: height, autosize: width === null });
  });
  window.addEventListener("beforeprint", () => sized(660, 800)); // no taller than a page
  window.addEventListener("afterprint", () => sized(null, Infinity));
})();
