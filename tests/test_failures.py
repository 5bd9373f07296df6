"""Mistakes as frames, figures, tables and sentences; filters; names of mentions that errors name."""

import numpy as np
import pandas as pd
import pytest

from figures import (
    failure_frames,
    failure_sentences,
    failure_tables,
    group_gains,
    paper,
    paper_captions,
    paper_failures,
    paper_heat,
    tables,
)
from figures import failures as draw
from figures.failure_frames import GAIN
from metrics import reading
from metrics.errors import choosing, summary
from metrics.errors.failures import Texts, failures
from metrics.errors.links import count_links
from metrics.errors.mending import count_mended
from metrics.errors.naming import marks, names
from metrics.errors.reading import named, row_of
from metrics.errors.types import TYPES
from metrics.options import CoreferenceOptions, TypedOptions
from tests import failing
from tests.failing import DOCUMENTS, SYSTEMS

OPTIONS = TypedOptions(resamples=100)


def gains(analysis, options=OPTIONS):
    alone, sequence = count_mended(analysis.typed, analysis.compared, analysis.policy)
    return summary.gains(alone, options), summary.in_sequence(summary.gains(sequence, options))


def ready(*texts):
    analysis = failing.analysed(*(texts or (failing.A, failing.B)))
    numbers = tuple(range(len(analysis.typed.names)))
    systems = failing.Systems(analysis.typed.names, numbers, numbers)
    found = failure_frames.mistakes(failures(analysis), systems)
    return failure_frames.shared_frame(found[found["counted"]], gains(analysis)[0], systems), found, systems, analysis


def numbers_of(frame, panel):
    return frame[frame["panel"] == panel].set_index("metric")["value"].to_dict()


def test_one_row_a_mistake_whoever_makes_it():
    found = failing.found()
    sizes = found[found["counted"]].groupby(["who", "type"]).size().to_dict()
    assert sizes == {
        ("A", "span error"): DOCUMENTS,
        ("A", "divided entity"): DOCUMENTS,
        ("A", "extra mention"): DOCUMENTS,
        ("B", "conflated entities"): DOCUMENTS,
        ("B", "extra entity"): DOCUMENTS,
        ("both", "missing entity"): DOCUMENTS,
    }
    assert found["number"].tolist() == list(range(len(found)))
    assert found[["doc", "first"]].apply(tuple, axis=1).is_monotonic_increasing


def test_a_main_part_that_gold_lacks_is_listed_and_not_counted():
    early = failing.GOLD.replace("on monday", "on [1 monday ]").replace("[1 the old porter ]", "the old porter")
    gold = failing.GOLD.replace("[1 the old porter ]", "the old porter")
    found = failing.found(early, failing.GOLD, gold=gold)
    lacking = found[~found["counted"]]
    assert set(zip(lacking["who"], lacking["type"], lacking["text"], strict=True)) == {
        ("A", "extra mention", "monday"), ("B", "extra mention", "the old porter"),
    }  # fmt: skip


def test_bars_hold_every_type_and_sum_to_each_systems_errors():
    frame, _, systems, analysis = ready()
    total = summary.count_errors(analysis).sum(axis=0)
    both = numbers_of(frame, "both")
    for letter, of in zip(systems.letters, total, strict=True):
        own = numbers_of(frame, letter)
        assert [own[kind] + both[kind] for kind in TYPES] == of.tolist()


def test_types_stand_by_what_they_bring():
    frame, *_ = ready()
    most = frame[frame["panel"] == GAIN].groupby("metric")["value"].max()
    order = list(draw.types_of(frame))
    assert [most[kind] for kind in order] == sorted(most, reverse=True)


def test_the_figure_has_three_panels_of_bars_from_zero_and_the_gain():
    frame, *_ = ready()
    figure = draw.screen(frame)
    bars = [trace for trace in figure.data if trace.type == "bar"]
    assert [trace.name for trace in bars] == ["A", "both", "B"]
    assert [trace.marker.color for trace in bars] == ["#1F68C0", "#8A857C", "#E07010"]
    assert [figure.layout[f"xaxis{k or ''}"].range[0] for k in ("", 2, 3)] == [0, 0, 0]
    assert len({figure.layout[f"xaxis{k or ''}"].range for k in ("", 2, 3)}) == 1
    dots = [trace for trace in figure.data if trace.type == "scatter"]
    assert [trace.name for trace in dots] == ["A", "B"] and dots[0].error_x.array is not None
    assert bars[0].customdata[0][1] in TYPES


def test_a_negative_gain_is_shown_as_it_is():
    frame, *_ = ready()
    frame.loc[frame["panel"] == GAIN, ["value", "low", "high"]] = [-1.5, -2.5, -0.5]
    figure = draw.screen(frame)
    dots = [trace for trace in figure.data if trace.type == "scatter"]
    assert set(dots[0].x) == {-1.5} and figure.layout.xaxis4.range[0] < -2.5
    assert "No type of mistake, mended alone, would raise CoNLL." in failure_sentences.verdict(frame, SYSTEMS).text


def test_one_system_has_one_panel_of_bars():
    frame, _, systems, _ = ready(failing.A)
    figure = draw.screen(frame)
    assert [trace.name for trace in figure.data if trace.type == "bar"] == ["A"]
    said = failure_sentences.verdict(frame, systems).text
    assert said.startswith("Mending all span errors would bring A ") and said.endswith("A makes 28 mistakes.")


def test_the_verdict_names_the_best_type_of_each_and_what_each_avoids():
    frame, *_ = ready()
    said = failure_sentences.verdict(frame, SYSTEMS)
    best = frame[frame["panel"] == GAIN].sort_values("value").groupby("name")["metric"].last()
    assert all(failure_frames.PLURALS[kind] in said.text for kind in best)
    assert "A makes 21 mistakes that B avoids, B 14 that A avoids; 7 are the same in both." in said.text
    assert '<b class="sA">A</b>' in said.html


def test_nothing_to_mend():
    frame, *_ = ready(failing.GOLD, failing.GOLD)
    assert failure_sentences.verdict(frame, SYSTEMS).text == "A and B make no mistake."
    assert draw.screen(frame).data and paper.render(frame, paper_failures.draw)


@pytest.mark.parametrize("show", ["difference", "A", "B"])
def test_cells_count_and_can_be_clicked(show):
    found = failing.found()
    counted = found[found["counted"]]
    cells = failure_frames.heat_frame(counted, SYSTEMS, "mention_type", show)
    own = [int(counted["who"].isin([letter, "both"]).sum()) for letter in "AB"]
    assert [cells["count_0"].sum(), cells["count_1"].sum()] == own
    assert cells["n"].sum() == {"A": own[0], "B": own[1], "difference": own[1] - own[0]}[show]
    figure = draw.heat(cells)
    assert [trace.type for trace in figure.data] == ["heatmap", "scatter"]
    assert len(figure.data[1].x) == len(cells) and figure.data[0].hoverinfo == "skip"
    assert tuple(figure.layout.xaxis.range) == (-0.5, 6.5)


def test_many_groups_end_in_other():
    found = failing.found().assign(**{"class": lambda f: [f"c{k % 20}" for k in range(len(f))]})
    cells = failure_frames.heat_frame(found, SYSTEMS, "class", "A")
    assert cells["group"].nunique() == failure_frames.MOST_ROWS + 1
    assert not cells.loc[cells["group"] == failure_frames.OTHER, "named"].any()
    assert failure_frames.OTHER in failure_sentences.heat_note(cells, SYSTEMS).text


def test_names_never_become_marks_of_html():
    found = failing.found().assign(**{"class": failing.EVIL})
    cells = failure_frames.heat_frame(found, SYSTEMS, "class", "difference")
    figure = draw.heat(cells)
    shown = [*figure.layout.yaxis.ticktext, *(row[0] for row in figure.data[1].customdata), *figure.data[1].text]
    assert not any("<script" in text or "$" in text for text in shown)
    assert figure.data[1].customdata[0][2] == failing.EVIL  # what a click asks for, never drawn
    frame = failure_frames.shared_frame(found, gains(failing.analysed(failing.A, failing.B))[0], SYSTEMS)
    row = frame[frame["panel"] == GAIN].iloc[0].to_dict() | {"name": failing.EVIL}
    assert "<script" not in failure_frames._gain_hover(row)


@pytest.mark.parametrize("kind", paper.KINDS)
@pytest.mark.parametrize("width", ["column", "text"])
def test_paper_is_the_same_byte_for_byte(kind, width):
    frame, found, *_ = ready()
    cells = failure_frames.heat_frame(found, SYSTEMS, "mention_type", "difference")
    for finished, drawn in ((frame, paper_failures.draw), (cells, paper_heat.errors)):
        first, second = (paper.render(finished, drawn, kind=kind, width=width) for _ in range(2))
        assert first == second and len(first) > 1000


def test_mending_one_after_the_other_ends_at_gold():
    analysis = failing.analysed(failing.A, failing.B)
    frame = failure_frames.sequence_frame(gains(analysis)[1], (50.0, 60.0), SYSTEMS)
    assert frame["score_0"].iloc[0] == 50.0 and frame[["score_0", "score_1"]].iloc[-1].tolist() == [100.0, 100.0]
    assert frame["more_1"].iloc[1:].sum() == pytest.approx(40.0)
    assert "all mended" in tables.html(failure_tables.sequence_table(frame, SYSTEMS))


def test_tables_say_numbers_gains_operations_and_links():
    analysis = failing.analysed(failing.A, failing.B)
    systems, counts = SYSTEMS, summary.count_errors(analysis)
    named_ = analysis.typed.names
    made = failure_tables.numbers_table(
        summary.number_table(counts, named_, TYPES, OPTIONS), summary.number_differences(counts, named_, TYPES, OPTIONS),
        gains(analysis)[0], systems, 0.95,
    )  # fmt: skip
    for write in tables.WRITERS.values():
        assert "nan" not in write(made).lower().split()
    assert "span error,7," in tables.csv(made)
    steps = failure_tables.operations_table(summary.count_operations(analysis).sum(axis=0), systems)
    assert "span fixes,7,0,-7" in tables.csv(steps)
    links = count_links(analysis).values.sum(axis=0).reshape(2, -1)
    made = failure_tables.links_table(links, systems)
    assert made.frame["of0"].tolist()[0] == made.frame["of1"].tolist()[0]  # gold's links are the same for both
    assert failure_tables.links_table(np.zeros((2, 4)), systems).frame["share0_why"].tolist() == ["there is no link"] * 2


def test_filters_combine_and_counts_follow_them():
    found = failing.found()
    assert choosing.kept(found, {}).all()
    chosen = found[choosing.kept(found, {"who": "all-A", "type": "missing entity", "text": "A DOG"})]
    assert len(chosen) == DOCUMENTS and set(chosen["who"]) == {"both"}
    assert not choosing.kept(found, {"text": ".*"}).any()  # no pattern
    counts = choosing.left(found, {"type": "missing entity", "who": "A"}, "who", ["A", "both", "all-A"])
    assert counts == {"": DOCUMENTS, "A": 0, "both": DOCUMENTS, "all-A": DOCUMENTS}
    for word in ("type", "mention", "document"):
        column = found[choosing.COLUMNS[word]]
        counts = choosing.left(found, {"who": "B"}, word, list(dict.fromkeys(column)))
        assert counts == {"": int((found["who"] == "B").sum())} | {
            value: int(choosing.kept(found, {"who": "B", word: value}).sum()) for value in dict.fromkeys(column)
        }


@pytest.mark.parametrize("order", choosing.ORDERS)
def test_an_order_is_of_a_column_and_else_of_the_text(order):
    found = failing.found()
    mine = choosing.ordered(found, order)
    values = mine[order].map(TYPES.index).tolist() if order == "type" else mine[order].tolist()
    assert values == sorted(values, reverse=choosing.ORDERS[order])
    assert all(rows["number"].is_monotonic_increasing for _, rows in mine.groupby(order))
    assert choosing.ordered(found, "nonsense").equals(found)


def test_an_error_knows_how_long_its_entity_is():
    found = failing.found().drop_duplicates(["type", "text"]).set_index("text")["length"]
    assert found["a dog"] == 2 and found["him"] == 3  # of gold
    assert set(found.loc[["a lamp"]]) == {4}  # of B, where crate and lamp are one


def some_gains(n, names=("A", "B")):
    rows = [(name, f"group {k}", k / 10 + (name == "B") / 100) for name in names for k in range(n)]
    gains = pd.DataFrame(rows, columns=["system", "group", "gain"])
    return gains.assign(low=np.nan, high=np.nan, reason="only 1 unit")


def test_the_groups_that_bring_most_are_drawn_and_the_others_are_spoken_of():
    frame = group_gains.gains_frame(some_gains(40), "document", SYSTEMS)
    assert frame["group"].unique().tolist() == [f"group {k}" for k in range(39, 24, -1)]
    assert group_gains.shown(frame) == "The 15 that bring most of 40 are drawn; the others bring at most 2.41 points each."
    figure = group_gains.screen(frame)
    assert [trace.name for trace in figure.data] == ["A", "B"]
    assert list(figure.data[1].x[:2]) == pytest.approx([3.91, 3.81])
    assert figure.data[0].customdata[0][1:] == ["group 39", "A"]


def test_the_caption_speaks_of_intervals_only_where_there_are_some():
    frame = group_gains.gains_frame(some_gains(40), "document", SYSTEMS)
    caption = paper_captions.CAPTIONS["failure-groups"]
    assert "interval" not in caption(frame, SYSTEMS, OPTIONS) and "of 40 are drawn" in caption(frame, SYSTEMS, OPTIONS)
    assert "95 % interval" in caption(frame.assign(low=0.1, high=9.0), SYSTEMS, OPTIONS).replace("\u00a0", " ")


def test_groups_that_bring_nothing_are_not_drawn():
    frame = group_gains.gains_frame(some_gains(3, ("A",)), "class", failing.Systems(("A",), (0,), (0,)))
    assert frame["group"].tolist() == ["group 2", "group 1"]
    assert group_gains.shown(frame) == "The 2 that bring most of 3 are drawn; the others bring nothing."
    assert group_gains.shown(frame.assign(groups=2)) == ""
    assert group_gains.gains_frame(some_gains(1, ("A",)), "class", SYSTEMS).empty


def test_a_group_without_a_name_and_one_called_so_are_two():
    gains = some_gains(3).replace({"group": {"group 1": "", "group 2": group_gains.UNKNOWN}})
    frame = group_gains.gains_frame(gains, "class", SYSTEMS)
    assert frame["y"].tolist() == [0, 0, 1, 1, 2, 2]
    assert group_gains.screen(frame).layout.yaxis.ticktext == ("not known", "not known", "group 0")


def test_hostile_groups_are_escaped_where_they_are_drawn():
    gains = some_gains(3).replace({"group": {"group 2": failing.EVIL}})
    figure = group_gains.screen(group_gains.gains_frame(gains, "class", SYSTEMS))
    assert "<script" not in figure.layout.yaxis.ticktext[0] + figure.data[0].customdata[0][0]
    assert figure.data[0].customdata[0][1] == failing.EVIL  # what a click asks for, never drawn


def test_what_stands_around_a_mention():
    analysis = failing.analysed(failing.A)
    rows = pd.DataFrame({"doc": [0, 1], "first": [1, 2], "last": [3, 3]})
    before, after = Texts(analysis.typed).around(rows, 2)
    assert before == ["", "the"] and after == ["met his …", "met his …"]


def test_every_mention_of_an_error_is_named():
    analysis = failing.analysed(failing.A, failing.B)
    gold, theirs = marks(analysis.compared[0])
    found = failures(analysis)
    found = found[(found["system"] == "A") & found["counted"]]
    for kind, bits in ((TYPES.index("divided entity"), gold), (TYPES.index("missing entity"), gold), (0, theirs)):
        assert (bits >> kind & 1).sum() == found.loc[found["type"] == TYPES[kind], "size"].sum()
    assert names(0) == "" and names(0b10001) == "span error, divided entity"


@pytest.mark.parametrize("policy", ["keep", "drop"])
def test_each_mistake_is_found_in_the_text_that_is_read(policy):
    analysis = failing.analysed(failing.A, failing.B, policy=policy)
    project = analysis.typed.project
    matched = reading.match_systems(project, CoreferenceOptions(), (0, 1), policy)
    found = failure_frames.mistakes(failures(analysis), SYSTEMS)
    for doc in (0, 3):
        shown = named(reading.read_document(project, matched, doc), analysis, doc)
        for mistake in found[(found["doc"] == doc) & found["counted"]].itertuples(index=False):
            mention = shown.mentions.iloc[row_of(shown, analysis, mistake)]
            assert mistake.type in mention["kind"] and mention["column"] == mistake.column + 1
            assert mention["text"] == mistake.text or mistake.type == "span error"
        assert (shown.mentions.loc[shown.mentions["column"] == 0, "kind"] == "").all()
