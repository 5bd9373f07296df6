"""Figures, tables and sentences of groups of mentions, by their values; what leads from a group to its first error."""

import numpy as np
import pandas as pd
import pytest

from figures import (
    class_captions,
    class_documents,
    class_frames,
    class_sentences,
    class_tables,
    classes,
    confusion,
    coverage,
    paper,
    paper_captions,
    tables,
    theme,
)
from figures.registry import FIGURES
from metrics import families, reading, results
from metrics.options import CoreferenceOptions, TypedOptions
from metrics.typed import compared, evaluation
from metrics.typed.coverage import count_coverage
from metrics.typed.failing import first_error
from tests.typed_texts import HOSTILE, compared_by

CASES = {
    "two systems": {},
    "one system": {"n_systems": 1},
    "one document": {"n_docs": 1},
    "hostile classes": {"classes": (HOSTILE, HOSTILE, "A" * 60)},
    "one class": {"classes": ("PER",)},
    "without intervals": {"draws": 0},
}


def frames_of(case: str) -> dict[str, pd.DataFrame]:
    typed, found, systems, options = compared_by(**CASES[case])
    names = class_frames.ordered(found, systems, "cost")
    made = {"classes": class_frames.class_frame(found, systems, names)}
    if len(systems.picked) == 2:
        made["class-differences"] = class_frames.difference_frame(found, systems, names)
    cells = compared.by_document(found.counts, systems.names)
    show = next(iter(class_documents.choices(systems)))
    made["class-documents"] = class_documents.heat_frame(cells, systems, names, show)
    labels = evaluation.assign_labels(typed, evaluation.read_labelling(typed.project.gold, None), options)
    scored = results.scores(count_coverage(typed, {"gold types": labels, HOSTILE: labels}), options)
    made["coverage"] = coverage.coverage_frame(scored.rename(columns={"singletons": "group"}), systems)
    return made


@pytest.mark.parametrize("case", CASES)
def test_every_figure_draws_every_case_on_screen_and_paper(case):
    _, _, systems, options = compared_by(**CASES[case])
    for name, frame in frames_of(case).items():
        screen, draw = FIGURES[name]
        text = screen(frame).to_json()
        assert "<b>x</b>" not in text.replace("\\u003c", "<").replace("\\u003e", ">")
        for width in ("column", "text"):
            assert paper.render(frame, draw, width=width)
        caption = paper_captions.CAPTIONS[name](frame, systems, options)
        assert all(name in caption for name in systems.pair)


def test_the_dot_plot_shows_scores_with_micro_and_macro_first():
    _, found, systems, _ = compared_by()
    names = class_frames.ordered(found, systems, "cost")
    frame = class_frames.class_frame(found, systems, names)
    figure = classes.screen(frame)
    a = next(trace for trace in figure.data if trace.name == "A" and trace.xaxis == "x")
    scores = found.scores[(found.scores["metric"] == "mention") & (found.scores["system"] == "system 0")].set_index("group")
    shown = [group for _, group, *_ in a.customdata]
    np.testing.assert_allclose(a.x, scores.loc[shown, "f1"])
    assert shown[:2] == ["micro", "macro"] and a.marker.color == theme.MARKS[0].colour
    labels = [classes.plain(label).split() for label in figure.layout.yaxis.ticktext]
    assert labels[0][0] == "micro" and labels[1] == ["macro", str(len(found.classes["mention"]))]
    assert [label[0] for label in labels[2:]] == names


def test_bars_are_what_the_better_system_loses_and_sort_the_rows():
    _, found, systems, _ = compared_by()
    lost = class_frames.losses(found, systems)
    names = class_frames.ordered(found, systems, "cost")
    assert lost.loc[names, "lost"].is_monotonic_decreasing
    bars = next(trace for trace in classes.screen(class_frames.class_frame(found, systems, names)).data if trace.name == "lost")
    assert list(bars.x) == lost.loc[names, ["lost_0", "lost_1"]].min(axis=1).tolist()
    assert lost.loc[class_frames.ordered(found, systems, "support"), "gold"].is_monotonic_decreasing


def test_rare_classes_are_grey_and_never_hidden():
    _, found, systems, _ = compared_by()
    names = class_frames.ordered(found, systems, "cost")
    assert {"RARE", "none"} <= set(names)
    frame = class_frames.class_frame(found, systems, names)
    rare = set(frame.loc[frame["rare"], "metric"])
    assert "RARE" in rare and not rare & {"PER", "LOC", "micro", "macro"}
    labels = dict(zip(["micro", "macro", *names], classes.screen(frame).layout.yaxis.ticktext, strict=True))
    assert theme.GREY in labels["RARE"] and theme.GREY not in labels["PER"]


def test_rows_without_a_pair_say_so():
    _, found, systems, _ = compared_by()
    figure = classes.screen(class_frames.class_frame(found, systems, ["PER", "RARE"]))
    assert "n/a: no pair to compare" in [note.text for note in figure.layout.annotations]


def test_differences_are_settled_by_holm_over_the_classes_alone():
    _, found, systems, options = compared_by()
    for metric in ("mention", "link"):
        rows = found.differences[(found.differences["metric"] == metric) & ~found.differences["group"].isin(compared.TOTALS)]
        tested = rows[rows["low"].notna()]
        np.testing.assert_allclose(tested["p_adjusted"], families.holm(tested["p"].tolist()))
        assert (tested["settled"] == (tested["differs"] & (tested["p_adjusted"] < 0.05))).all()
        assert not rows.loc[rows["low"].isna(), "settled"].any()
    assert found.differences["settled"].any() and not found.differences["settled"].all()
    frame = class_frames.difference_frame(found, systems, class_frames.ordered(found, systems, "cost"))
    printed = [note.text for note in classes.differences(frame).layout.annotations]
    assert sum(text.startswith("<b>") for text in printed) == int(frame["differs"].sum())
    assert options.level == 0.95


def test_marks_beyond_the_zoomed_axis_stand_at_its_edge():
    rows = pd.DataFrame({"value": [-5.0, -90.0], "low": [-8.0, np.nan], "high": [-2.0, np.nan], "rare": [False, True]})
    scale = classes.zoomed(rows)
    assert -10 < scale.low < -8 and classes.off_scale(rows, scale).tolist() == [False, True]


def test_the_heat_map_has_a_cell_for_each_group_and_document():
    _, found, systems, _ = compared_by()
    cells = compared.by_document(found.counts, systems.names)
    frame = class_documents.heat_frame(cells, systems, ["PER", "LOC"], "lost")
    z, _ = class_documents.matrix(frame, 2, 12)
    assert z.shape == (2, 12) and len(frame) == 24
    np.testing.assert_allclose(frame["n"], frame["lost_1"] - frame["lost_0"])
    assert int(frame["gold"].sum()) == int(found.support.set_index("group").loc[["PER", "LOC"], "mentions"].sum())
    weight = frame.assign(size=frame["n"].abs()).groupby("x")["size"].sum()
    assert weight.is_monotonic_decreasing


def test_colours_of_the_heat_map_are_those_of_the_better_system():
    _, found, systems, _ = compared_by()
    cells = compared.by_document(found.counts, systems.names)
    better_a, better_b = (theme.MARKS[k].colour for k in (0, 1))
    for show, low, high in (("difference", better_a, better_b), ("lost", better_b, better_a)):
        scale = class_documents.colours(class_documents.heat_frame(cells, systems, ["PER"], show))
        assert (scale[0][1], scale[-1][1]) == (confusion.rgba(low, confusion.CAP), confusion.rgba(high, confusion.CAP))


@pytest.mark.parametrize("case", CASES)
def test_every_table_can_be_written(case):
    _, found, systems, options = compared_by(**CASES[case])
    names = class_frames.ordered(found, systems, "support")
    made = [class_tables.scores_table(found, systems, options, names, (metric, "class")) for metric in ("mention", "link")]
    made += [class_tables.costs_table(found, systems, options, names, "class"), class_tables.support_table(found, "class", names)]
    if len(systems.picked) == 2:
        made.append(class_tables.differences_table(found, systems, options, names, "class"))
    for table in made:
        assert "<b>x</b>" not in tables.html(table)
        assert all(tables.texts(table).values())


def test_the_verdict_names_who_holds_the_losses_and_where_each_gains():
    _, found, systems, _ = compared_by(n_docs=40)
    names = class_frames.ordered(found, systems, "cost")
    frame, apart = class_frames.class_frame(found, systems, names), class_frames.difference_frame(found, systems, names)
    said = class_sentences.classes(frame, apart, systems).text
    lost = class_frames.losses(found, systems)["lost"].sort_values(ascending=False)
    assert lost.iloc[0] < 0.5 * lost.sum() <= lost.iloc[:2].sum()  # so that two are named
    share = f"{100 * lost.iloc[:2].sum() / lost.sum():.0f}\u00a0%"
    assert said.startswith(f"{' and '.join(lost.index[:2])} hold {share} of the mentions that even the better system loses.")
    settled = apart[apart["differs"] & ~apart["metric"].isin(compared.TOTALS) & ~apart["rare"]]
    for sign, who in ((1, "B"), (-1, "A")):
        best = settled.loc[(sign * settled["value"]).idxmax()]
        verb = {"mention": "finding", "link": "linking"}[best["panel"]]
        assert f"{who} in {verb} {best['metric']}" in said or f"{who} gains most in {verb} {best['metric']}" in said


def test_without_proof_nothing_is_said_to_be_better():
    for case, words in (("without intervals", "No difference can be shown"), ("one document", "No difference can be shown")):
        _, found, systems, _ = compared_by(**CASES[case])
        names = class_frames.ordered(found, systems, "cost")
        frame, apart = class_frames.class_frame(found, systems, names), class_frames.difference_frame(found, systems, names)
        said = class_sentences.classes(frame, apart, systems).text
        assert words in said and "gains" not in said


def test_one_group_alone_is_not_said_to_hold_the_losses():
    for classes_, words in ((("PER",), "PER is the only group."), (("PER", "LOC"), "of the mentions that even")):
        _, found, systems, _ = compared_by(classes=classes_)
        frame = class_frames.class_frame(found, systems, class_frames.ordered(found, systems, "cost"))
        frame = frame[(frame["panel"] != class_frames.COST) | (frame["metric"] != "none")]  # all mentions have a class
        said = class_sentences.classes(frame, pd.DataFrame(), systems).text
        assert words in said and ("hold" in said) == (len(classes_) > 1)


def test_what_no_system_reaches_is_named_by_part():
    rows = [("mention", "EVENT", 60.0), ("link", "EVENT", 31.0), ("mention", "LAW", 20.0), ("link", "LAW", 10.0)]
    frame = pd.DataFrame([(p, g, v, False) for p, g, v in rows for _ in "AB"], columns=["panel", "metric", "value", "rare"])
    _, _, systems, _ = compared_by()
    assert class_sentences._weak(frame, systems).text == "neither reaches 50 in linking EVENT or on LAW"


def test_the_note_says_what_scores_rest_on():
    said = class_captions.rests_on("class", TypedOptions(), True, True).text
    assert "shares with gold" in said and "both systems share" in said and "overlaps one of gold's" in said
    assert "overlaps" not in class_captions.rests_on("class", TypedOptions(), False, True).text


def test_the_first_error_of_a_group_is_on_a_mention_of_it():
    typed, found, *_ = compared_by()
    matched = reading.match_systems(typed.project, CoreferenceOptions(match="exact"), (0, 1))
    for group in ("PER", "LOC", "ORG"):
        number, error = first_error(typed, matched, found.groups, group)
        row = reading.read_document(typed.project, matched, number).errors.set_index("error").loc[error]
        spans = typed.project.gold.spans
        here = spans[(spans["doc_id"] == f"doc{number}") & (spans["start"] == row["start"])]
        assert here["label"].tolist() == [group]
    same = reading.match_systems(typed.project, CoreferenceOptions(match="exact"), (0, 1))
    assert first_error(typed, same, found.groups, "PER", [3])[0] == 3


def test_a_group_without_errors_has_no_first_error():
    typed, found, _, _ = compared_by(n_systems=1)
    matched = reading.match_systems(typed.project, CoreferenceOptions(match="exact"), (0,))
    assert first_error(typed, matched, found.groups, "none") is None
