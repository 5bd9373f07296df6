"""Charts by their traces and values; paper figures by their bytes and by where their texts stand."""

import re

import numpy as np
import pandas as pd
import pytest
from matplotlib.text import Text

from figures import (
    captions,
    document_labels,
    documents,
    dumbbell,
    forest,
    frames,
    layout,
    paper,
    paper_captions,
    paper_check,
    scales,
    theme,
)
from figures.registry import FIGURES as ALL
from metrics.documents import chance_band, compare_documents, mean_differences
from tests.evaluated import HOSTILE, evaluated

COREFERENCE = ("overview", "singletons", "documents")
FIGURES = {name: ALL[name] for name in COREFERENCE}  # others are drawn in tests of their own

CASES = {
    "two systems": {},
    "one system": {"n_systems": 1},
    "four systems": {"n_systems": 4, "picked": (2, 0)},
    "one document": {"n_docs": 1},
    "six documents": {"n_docs": 6},
    "undefined": {"n_docs": 8, "empty": 8},
    "partly undefined": {"n_docs": 12, "empty": 4},
    "hostile names": {"names": HOSTILE},
}


def traces(figure) -> dict:
    return {trace.name: trace for trace in figure.data}


def frame_of(name: str, found):
    if name == "documents":
        frame = compare_documents(found.project, found.options, found.counts, found.systems.pair)
        return documents.documents_frame(frame, found.systems)
    return found.forest if name == "overview" else found.dumbbell


def drawn_cases() -> list[tuple[str, str]]:
    return [(name, case) for name in COREFERENCE for case in CASES if (name, case) != ("documents", "one system")]


@pytest.mark.parametrize(("name", "case"), drawn_cases())
def test_every_figure_draws_every_case(name, case):
    figure = FIGURES[name][0](frame_of(name, evaluated(**CASES[case])))
    assert figure.to_json()
    assert figure.layout.height > 100


def test_forest_shows_each_score_and_its_interval():
    found = evaluated()
    figure = forest.screen(found.forest)
    kept = next(trace for trace in figure.data if trace.name == "A")
    rows = found.forest.query("panel == 'keep' and series == 'A'")
    np.testing.assert_allclose(kept.x, rows["value"])
    np.testing.assert_allclose(kept.x + kept.error_x.array, rows["high"])
    np.testing.assert_allclose(kept.x - kept.error_x.arrayminus, rows["low"])
    assert kept.marker.color == theme.MARKS[0].colour


def test_forest_puts_a_above_b_and_conll_first():
    figure = forest.screen(evaluated().forest)
    a, b = (next(t for t in figure.data if t.name == name) for name in "AB")
    assert (np.array(a.y) < np.array(b.y)).all()
    assert figure.layout.yaxis.range[0] > figure.layout.yaxis.range[1]
    assert figure.layout.yaxis.ticktext[0] == "<b>CoNLL</b>"


def test_forest_has_differences_of_both_policies_around_zero():
    found = evaluated()
    figure = forest.screen(found.forest)
    filled, hollow = [trace for trace in figure.data if trace.name == "B − A"]
    assert (filled.marker.symbol, hollow.marker.symbol) == ("circle", "circle-open")
    rows = found.differences.set_index(["singletons", "metric"])["value"]
    np.testing.assert_allclose(filled.x, rows["keep"][theme.in_order(rows["keep"].index)])
    low, high = figure.layout.xaxis3.range
    assert low <= 0 <= high
    assert any(shape.x0 == 0 for shape in figure.layout.shapes)


def test_picked_systems_name_the_difference_and_keep_their_colours():
    found = evaluated(**CASES["four systems"])
    figure = forest.screen(found.forest)
    assert [trace.name for trace in figure.data if " − " in trace.name] == ["A − C"] * 2
    assert next(t for t in figure.data if t.name == "C").marker.color == theme.MARKS[2].colour


def test_one_system_has_no_difference_panel():
    figure = forest.screen(evaluated(n_systems=1).forest)
    assert {trace.name for trace in figure.data} <= {"A", *theme.BASELINES}
    assert "xaxis3" not in figure.layout


def test_no_baseline_in_metrics_of_mentions_and_none_of_singletons_where_they_are_dropped():
    frame = evaluated().forest
    baselines = frame[frame["lane"] < 0]
    assert not baselines["metric"].isin(["mentions", "MOR"]).any()
    assert baselines.query("panel == 'drop'")["series"].unique().tolist() == ["one entity"]


def test_what_lies_below_the_axis_stands_at_its_edge():
    frame = evaluated().forest
    scale = scales.score_scale(frame[frame["panel"] != "difference"])
    off = frame[(frame["lane"] < 0) & (frame["value"] < scale.start)]
    assert len(off)
    edge = [a for a in forest.screen(frame).layout.annotations if a.text.startswith("‹")]
    assert sum(len(a.text) - 1 for a in edge) == len(off)
    assert {a.x for a in edge} == {scale.low}


def test_axis_starts_well_below_the_lowest_system_and_holds_all_tops():
    frame = evaluated().forest
    scale = scales.score_scale(frame[frame["panel"] != "difference"])
    systems = frame[(frame["lane"] >= 0) & (frame["panel"] != "difference")]
    assert scale.start <= np.nanmin(systems["low"]) - 10 or scale.start == 0
    assert scale.high >= np.nanmax(systems["high"])
    assert all(scale.start <= tick <= scale.high for tick in scale.ticks)


def test_more_systems_than_a_chart_holds_leave_the_picked_ones_in():
    systems = frames.Systems(tuple("abcdefghijkl"), tuple(range(12)), (11, 10))
    assert len(systems.shown) == theme.SHOWN
    assert {10, 11} <= set(systems.shown)
    assert list(systems.shown) == sorted(systems.shown)


def test_undefined_rows_say_so():
    frame = evaluated(**CASES["undefined"]).forest
    figure = forest.screen(frame)
    assert sum(a.text == "n/a" for a in figure.layout.annotations) == 3 * frame["metric"].nunique()


def test_names_never_become_marks_of_html_or_tex():
    found = evaluated(names=("<b>x</b>", "$y$"))
    known = [mark for trace in forest.screen(found.forest).data for mark in trace.customdata]
    text = "".join(mark if isinstance(mark, str) else mark[0] for mark in known)
    assert "&lt;b&gt;x&lt;/b&gt;" in text
    assert "$" not in text


def test_dumbbell_joins_dropped_and_kept_and_prints_the_change():
    found = evaluated()
    figure = dumbbell.screen(found.dumbbell)
    by_name = traces(figure)
    rows = found.dumbbell[found.dumbbell["series"] == "B"]
    np.testing.assert_allclose(by_name["B kept"].x, rows["kept"])
    np.testing.assert_allclose(by_name["B dropped"].x, rows["dropped"])
    assert by_name["B kept"].marker.symbol == "diamond"
    assert by_name["B dropped"].marker.symbol == "diamond-open"
    lines = np.array(by_name["B between"].x, float).reshape(-1, 3)
    np.testing.assert_allclose(lines[:, :2], rows[["dropped", "kept"]])
    assert np.isnan(lines[:, 2]).all()
    printed = {a.text for a in figure.layout.annotations}
    assert {"kept − dropped", "<b>A</b>", "<b>B</b>"} <= printed
    assert "MOR" not in rows["metric"].tolist()


def difference_rows(keep: tuple, drop: tuple) -> pd.DataFrame:
    rows = [("keep", *keep), ("drop", *drop)]
    frame = pd.DataFrame(rows, columns=["singletons", "value", "differs"])
    return frame.assign(metric="LEA")


FLIPS = [
    ((-2.0, True), (3.0, True), ["LEA"]),
    ((-2.0, True), (3.0, False), []),
    ((2.0, True), (3.0, True), []),
    ((-2.0, False), (3.0, True), []),
]


@pytest.mark.parametrize(("keep", "drop", "turned"), FLIPS)
def test_order_flips_only_if_both_differences_leave_out_zero(keep, drop, turned):
    assert frames.flips(difference_rows(keep, drop)) == turned


def compared(**case):
    found = evaluated(**case)
    return frame_of("documents", found), found


def test_scatter_sorts_documents_into_band_and_sides():
    frame, _ = compared()
    band = chance_band(frame)
    by_name = traces(documents.scatter(frame))
    inside = by_name["within the band"]
    assert (np.abs(np.array(inside.y) - np.array(inside.x)) <= band).all()
    total = sum(len(t.x) for name, t in by_name.items() if name not in ("band", "equal"))
    assert total == len(frame)
    better = by_name["A better"]
    assert (np.array(better.x) > np.array(better.y)).all()
    assert better.marker.color == theme.MARKS[0].colour
    assert set(better.customdata[:, 1]) <= set(frame["doc_id"])


def test_points_keep_their_look_when_one_is_clicked():
    frame, _ = compared()
    for trace in documents.scatter(frame).data:
        if trace.mode == "markers":
            assert trace.unselected.marker.opacity == trace.marker.opacity


def many(number: int) -> pd.DataFrame:
    random = np.random.default_rng(1)
    frame = pd.DataFrame({"doc_id": [f"d{k}" for k in range(number)], "a": random.uniform(40, 90, number)})
    frame["b"] = np.clip(frame["a"] + random.normal(1, 6, number), 0, 100)
    frame["gold"], frame["genre"], frame["chance"] = 30, "", 3.0
    frame["difference"] = frame["b"] - frame["a"]
    frame["undefined"] = False
    frame["outside"] = frame["difference"].abs() > chance_band(frame)
    return frame


def test_ten_thousand_documents_are_drawn_by_the_card_and_averaged_in_bars():
    systems = frames.Systems(("a", "b"), (0, 1), (0, 1))
    frame = documents.documents_frame(many(10_000), systems)
    marks = [t for t in documents.scatter(frame).data if t.mode == "markers"]
    assert {t.type for t in marks} == {"scattergl"}
    assert sum(len(t.x) for t in marks) == 10_000
    bars = documents.sorted_bars(frame).data
    assert sum(len(t.x) for t in bars) == documents.MOST_BARS
    weighted = sum((np.array(t.y) * np.array(t.width)).sum() for t in bars)
    assert weighted == pytest.approx(frame["difference"].sum())


def test_undefined_documents_are_in_no_chart():
    frame, _ = compared(n_docs=12, empty=4)
    assert (frame["side"] == "undefined").sum() == 4
    drawn = documents.scatter(frame).data
    assert sum(len(t.x) for t in drawn if t.mode == "markers") == 8
    assert sum(len(t.x) for t in documents.sorted_bars(frame).data) == 8


def test_without_any_defined_document_charts_are_empty_and_whole():
    frame, _ = compared(n_docs=8, empty=8)
    assert documents.scatter(frame).to_json()
    assert sum(len(t.x) for t in documents.sorted_bars(frame).data) == 0


def test_genres_stand_by_size_of_their_mean():
    frame, found = compared()
    frame["genre"] = np.where(np.arange(len(frame)) < 30, "<i>ship</i> log", "letter")
    means = mean_differences(frame, found.options)
    figure = documents.genres(documents.genre_frame(means, found.systems))
    assert list(figure.data[0].x) == sorted(means["value"], reverse=True)
    assert any("&lt;i&gt;" in label for label in figure.layout.yaxis.ticktext)


def named_boxes(frame):
    """Edges of names and corner words, as shares of the plot, and the documents' points."""
    known = frame[~frame["undefined"]]
    low, high = documents.square(known)
    boxes = [(name, *box_of(name, low, high)) for name in document_labels.named(known, (low, high))]
    return boxes, document_labels.shares(known, (low, high)), document_labels.corners(known, (low, high))


def box_of(name, low, high):
    x, y = (name.x - low) / (high - low), (name.y - low) / (high - low)
    width = 0.0135 * min(len(name.row.doc_id), 24)
    return (x, x + width, y - 0.017, y + 0.017) if name.anchor == "left" else (x - width, x, y - 0.017, y + 0.017)


@pytest.mark.parametrize("case", [{}, {"n_docs": 12, "empty": 4}, {"n_systems": 4, "picked": (2, 0)}, {"n_docs": 200}])
@pytest.mark.parametrize("doc_id", [None, "the_same_long_name_of_a_document"])
def test_names_stand_over_no_point_and_no_other_words(case, doc_id):
    frame, _ = compared(**case)
    frame["doc_id"] = doc_id or frame["doc_id"]
    boxes, points, corners = named_boxes(frame)
    assert len(boxes) <= 3
    for k, (name, left, right, low, high) in enumerate(boxes):
        assert 0 < left and right < 1 and 0 < low and high < 1
        inside = (points[:, 0] > left) & (points[:, 0] < right) & (points[:, 1] > low) & (points[:, 1] < high)
        assert not inside.any(), name.row.doc_id
        for _, *other in boxes[k + 1 :]:
            assert right < other[0] or left > other[1] or high < other[2] or low > other[3]
        for corner in corners:
            assert not (left < corner.x < right and low < corner.y < high)


def test_a_name_with_a_neighbour_beside_it_stands_at_the_end_of_a_line():
    frame = many(3).assign(doc_id=["far_one", "next_to_it", "third"], a=[80.0, 84.0, 50.0], b=[50.0, 50.5, 80.0])
    frame["difference"] = frame["b"] - frame["a"]
    frame = documents.documents_frame(frame.assign(outside=True), frames.Systems(("a", "b"), (0, 1), (0, 1)))
    lines = {note.text: note.showarrow for note in documents.scatter(frame).layout.annotations}
    assert set(lines) == {"far_one", "next_to_it", "third", "<b>A better</b>", "<b>B better</b>"}
    assert lines["next_to_it"] or lines["far_one"]
    assert not lines["third"]


def test_legend_of_documents_says_what_each_colour_means():
    frame, found = compared()
    words = captions.documents_legend(frame)
    assert words[:3] == ["blue: A better by more than chance", "orange: B better by more than chance", "grey: within chance"]
    lea = compare_documents(found.project, found.options, found.counts, found.systems.pair, metric="LEA", policy="drop")
    lea = documents.documents_frame(lea, found.systems, metric="LEA", singletons="drop")
    assert captions.documents_legend(lea) == ["blue: A better", "orange: B better", "grey: equal", "area: gold mentions"]
    assert "LEA F1 of each of 40 documents, singletons dropped" in captions.documents_line(lea)
    assert documents.scatter(lea).layout.xaxis.title.text == "A, LEA F1 (points)"


@pytest.mark.parametrize("kind", paper.KINDS)
@pytest.mark.parametrize("name", COREFERENCE)
def test_paper_is_the_same_byte_for_byte(name, kind):
    frame = frame_of(name, evaluated())
    sheet = paper.Sheet(signature="CoNLL|match:exact|v:0", title="F1")
    first, second = (paper.render(frame, FIGURES[name][1], kind=kind, sheet=sheet) for _ in range(2))
    assert first == second
    assert b"CreationDate" not in first


@pytest.mark.parametrize(("width", "inches"), [("column", 3.3), ("text", 6.9), (5.0, 5.0), ("4.5", 4.5)])
def test_widths(width, inches):
    assert paper.inches(width) == inches


@pytest.mark.parametrize("width", ["wide", 0.2, "", 100, "nan"])
def test_other_widths_are_refused(width):
    with pytest.raises(ValueError, match="width must be"):
        paper.inches(width)


def test_other_kinds_are_refused():
    with pytest.raises(ValueError, match="kind must be one of pdf, svg, png"):
        paper.render(evaluated().forest, FIGURES["overview"][1], kind="gif")


SANS = ("four systems", "undefined")  # the widest texts


@pytest.mark.parametrize("width", ["column", "text"])
@pytest.mark.parametrize(
    ("name", "case", "style"), [*((*c, "acl") for c in drawn_cases()), *((*c, "plain") for c in drawn_cases() if c[1] in SANS)]
)
def test_no_text_on_paper_is_cut_or_overlaps(name, case, style, width):
    sheet = paper.Sheet(width=paper.inches(width), style=style)
    figure = paper.drawn(frame_of(name, evaluated(**CASES[case])), FIGURES[name][1], sheet)
    assert figure.get_size_inches()[0] == pytest.approx(paper.inches(width))
    found = paper_check.boxes(figure)
    assert len(found) >= 6
    assert paper_check.faults(figure, found) == []


def test_paper_prints_differences_bold_where_the_interval_leaves_out_zero():
    frame = evaluated().forest
    figure = paper.drawn(frame, FIGURES["overview"][1], paper.Sheet())
    rows = frame[(frame["panel"] == "difference") & (frame["singletons"] == "keep")]
    printed = {t.get_text(): t.get_fontweight() for t in figure.findobj(Text) if t.get_text()[:1] in "+−" and "." in t.get_text()}
    for row in rows.itertuples():
        assert printed[f"{row.value:+.2f}".replace("-", "−")] == ("bold" if row.differs else "normal")


def test_grey_print_has_no_colour():
    found = paper.render(evaluated().forest, FIGURES["overview"][1], kind="svg", sheet=paper.Sheet(grey=True)).decode()
    colours = {c.lower() for c in re.findall(r"#[0-9a-fA-F]{6}", found)}
    assert theme.MARKS[0].colour.lower() not in colours
    assert "#222222" in colours


def test_legend_explains_what_is_drawn_and_nothing_else():
    frame = evaluated().forest
    words = captions.forest_legend(frame, 0.95)
    assert words == ["△ every mention a singleton", "□ one entity", "‹ off the scale", "line: 95\u00a0% interval"]
    assert captions.forest_legend(evaluated(n_docs=1).forest, 0.95)[-1] != "line: 95\u00a0% interval"


def test_chart_configuration_keeps_everything_in_its_place():
    figure = forest.screen(evaluated().forest)
    assert figure.layout.showlegend is False
    assert figure.layout.dragmode is False
    assert figure.layout.xaxis.fixedrange and figure.layout.xaxis.automargin is False
    assert layout.CONFIG["displayModeBar"] is False


def test_on_paper_a_column_says_its_policy_and_the_systems_names():
    found = evaluated(names=("wharf-base", "wharf-large"))
    figure = paper.drawn(found.forest, FIGURES["overview"][1], paper.Sheet())
    words = [box.words for box in paper_check.boxes(figure)]
    assert {"Singletons kept", "A wharf-base", "B wharf-large"} <= set(words)
    assert "Singletons dropped" not in words


@pytest.mark.parametrize("name", COREFERENCE)
def test_captions_name_systems_and_explain_every_sign(name):
    found = evaluated(names=("wharf_base", "wharf-large"))
    caption = paper_captions.CAPTIONS[name](frame_of(name, found), found.systems, found.options)
    assert "Circles: A wharf_base, diamonds: B wharf-large." in caption
    assert "exact match" in caption and "200 resamples of documents" in caption
    if name != "documents":
        assert "△ every mention a singleton" in caption and "□ one entity" in caption and "‹ off the scale" in caption
    written = paper_captions.tex(caption, "CoNLL|match:exact|v:0")
    assert "% CoNLL|match:exact|v:0\n" in written and r"\caption{" in written and r"wharf\_base" in written
    assert not set(written) & set("△□‹⇄∅")
    assert paper_captions.plain(caption, "CoNLL|v:0").endswith("Signature: CoNLL|v:0\n")


def test_what_singletons_add_has_one_sign():
    frame = evaluated().dumbbell
    np.testing.assert_allclose(frame["change"], frame["kept"] - frame["dropped"])
    notes = [note.text for note in dumbbell.screen(frame).layout.annotations]
    assert "kept − dropped" in notes
