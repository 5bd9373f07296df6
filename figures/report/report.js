"use strict";
(function () {
  const places = [];
  for (const data of document.querySelectorAll("script[data-figure]")) {
    const place = document.getElementById(data.dataset.figure);
    const figure = JSON.parse(data.textContent);
    Plotly.newPlot(place, figure.data, figure.layout, figure.config);
    places.push(place);
  }
  const wide = (width) => places.forEach((place) => Plotly.relayout(place, { width: width }));
  window.addEventListener("beforeprint", () => wide(660));
  window.addEventListener("afterprint", () => places.forEach((place) => Plotly.relayout(place, { width: null, autosize: true })));
})();
