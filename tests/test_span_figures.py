"""Figures and sentences of spans, by their traces and values, and the frames behind them, from invented taggers."""

import numpy as np
import pandas as pd
import pytest

from figures import confusion, paper, paper_captions, shared_errors, span_frames, span_groups, span_sentences, span_text
from figures.frames import Systems
from figures.reader_words import Head
from figures.registry import FIGURES
from loaders import ReadOptions, holds_both, load
from metrics.options import SpanOptions
from metrics.spans import compared, groupings, reading, shared
from metrics.spans.counts import count_all
from metrics.spans.errors import KINDS
from metrics.spans.project import align_spans
from metrics.spans.scores import score_spans
from metrics.spans.sides import read_spans
from tests import taggers

TWO = Systems(("one", "two"), (0, 1), (0, 1))
ONE = Systems(("one",), (0,), (0,))
OPTIONS = SpanOptions(resamples=100)


def sides_of(*systems, gold=taggers.GOLD, ending="iob2"):
    ours = load((f"gold.{ending}", gold))
    theirs = [load((f"{k}.{ending}", data), options=ReadOptions(role="predicted")) for k, data in enumerate(systems)]
    return read_spans(align_spans(ours, theirs, ["one", "two"][: len(theirs)]))


@pytest.fixture(scope="module")
def sides():
    return sides_of(taggers.A, taggers.B)


def scored(sides):
    labels, *others = count_all(sides, OPTIONS)
    found = score_spans(labels, others, OPTIONS)
    return found, compared.label_groups(found, OPTIONS.level)


def groups_frame(sides, systems=TWO, order="cost"):
    found, by = scored(sides)
    names = span_frames.ordered(*by, systems, order)
    return span_frames.groups_frame(by, (found.scores, found.differences), systems, names)


def trace(figure, name, axis="x"):
    return next(t for t in figure.data if t.name == name and (t.xaxis or "x") == axis)


def test_the_dot_plot_draws_scores_differences_and_costs(sides):
    frame = groups_frame(sides)
    figure = span_groups.screen(frame)
    first = dict(zip([data[1] for data in trace(figure, "A").customdata], trace(figure, "A").x, strict=True))
    assert first["micro"] == pytest.approx(100 * 52 / 60) and first["ORG"] == 100.0
    bars = trace(figure, "errors", "x3")
    assert list(zip([data[1] for data in bars.customdata], bars.x, strict=True)) == [("PER", 5), ("LOC", 0), ("ORG", 0)]
    values = {data[1]: x for t in figure.data if t.name == "B − A" for data, x in zip(t.customdata, t.x, strict=True)}
    assert values["micro"] == pytest.approx(100 * (35 - 52) / 60) and "ORG" not in values
    assert {"‹", "<b>−100.00</b>"} <= {words.text for words in figure.layout.annotations}  # off the zoomed axis
    ticks = figure.layout.yaxis.ticktext
    assert len(ticks) == 5 and "#8A857C" in ticks[2] and "20" in ticks[2]  # fewer than 30 in gold: grey, not hidden


def test_orders_of_groups(sides):
    _, by = scored(sides)
    assert span_frames.ordered(*by, TWO, "cost")[0] == "PER"
    assert span_frames.ordered(*by, TWO, "difference")[0] == "ORG"
    assert span_frames.ordered(*by, TWO, "") == ["LOC", "ORG", "PER"]


def test_one_system_has_no_differences():
    frame = groups_frame(sides_of(taggers.A), ONE)
    figure = span_groups.screen(frame)
    assert set(frame["panel"]) == {""} and trace(figure, "errors", "x2").x[0] == 16  # 8 lost and 8 too many


@pytest.mark.parametrize("name", ["micro", "macro"])
def test_a_label_called_as_a_mean_stays_apart_from_it(name):
    data = taggers.tagged(f"B-{name} O O O", "O O O")
    frame = groups_frame(sides_of(data, taggers.A, gold=data))
    values = frame[(frame["panel"] == "") & (frame["lane"] == 0)].set_index("metric")["value"]
    assert values[f"{name} (label)"] == 100.0 and values["micro"] == 100.0 and values["macro"] == 25.0


def test_bars_of_own_and_shared_errors(sides):
    frame = shared_errors.errors_frame(shared.shared_errors(sides), TWO, KINDS)
    figure = shared_errors.screen(frame)
    only_a, both, only_b = figure.data
    assert list(only_a.x) == [0, 0, 8, 0] and list(both.x) == [0] * 4 and list(only_b.x) == [20, 20, 0, 5]
    assert [data[1] for data in only_a.customdata] == ["missed", "spurious", "too short", "type"]
    assert len(shared_errors.screen(shared_errors.errors_frame(shared.shared_errors(sides_of(taggers.A)), ONE, KINDS)).data) == 1


def test_shared_errors_are_listed_once():
    found = shared.shared_errors(sides_of(taggers.A, taggers.A))
    assert len(found) == 8 and (found["who"] == shared.BOTH).all() and not found["other_right"].any()
    assert (found["row_0"] >= 0).all() and (found["row_1"] >= 0).all()


def test_who_is_right_where_the_other_is_wrong(sides):
    found = shared.shared_errors(sides)
    assert found["other_right"].all()  # their errors lie in other sentences, or the other has the right span beside
    worse = taggers.tagged("B-LOC O O B-LOC", "O B-ORG O")
    found = shared.shared_errors(sides_of(taggers.A, worse))
    both_wrong = found[~found["other_right"]]
    assert set(both_wrong["doc"]) == set(range(8)) and len(both_wrong) == 16


def test_confusion_counts_missed_and_spurious(sides):
    cells = shared.confusion_cells(sides, shared.shared_errors(sides)).set_index(["gold", "predicted"])
    assert cells.loc[("ORG", ""), "count_1"] == 20 and cells.loc[("", "LOC"), "count_1"] == 20
    assert cells.loc[("LOC", "PER"), "count_1"] == 5 and cells.loc[("LOC", "LOC"), "count_0"] == 20
    frame = confusion.confusion_frame(cells.reset_index(), TWO, "B")
    assert confusion.labels(frame)[-1] == confusion.NOTHING
    cell = frame[(frame["gold"] == confusion.NOTHING)].iloc[0]
    assert cell["n"] == 20 and "LOC spurious" in cell["text"]


@pytest.mark.parametrize("name", ["span-groups", "span-errors", "span-confusion"])
@pytest.mark.parametrize("kind", ["pdf", "svg", "png"])
def test_every_figure_goes_on_paper(sides, name, kind):
    errors = shared.shared_errors(sides)
    frame = {
        "span-groups": lambda: groups_frame(sides),
        "span-errors": lambda: shared_errors.errors_frame(errors, TWO, KINDS),
        "span-confusion": lambda: confusion.confusion_frame(shared.confusion_cells(sides, errors), TWO, "difference"),
    }[name]()
    assert len(paper.render(frame, FIGURES[name][1], kind=kind)) > 3000
    caption = paper_captions.CAPTIONS[name](frame, TWO, OPTIONS)
    assert caption.endswith(".") and ("one" in caption or name == "span-confusion")


def test_the_verdict_names_the_gain(sides):
    found, by = scored(sides)
    said = span_sentences.spans(found.differences, found.scores, by[0], TWO, OPTIONS).text
    assert said.startswith("A is better than B by 28.33 points of micro F1 (95\u00a0% interval")
    assert said.endswith("Over half of the gain is in ORG.")
    equal = sides_of(taggers.A, taggers.A)
    found, by = scored(equal)
    said = span_sentences.spans(found.differences, found.scores, by[0], TWO, OPTIONS).text
    assert said.startswith("No difference can be shown: B − A is 0.00 points of micro F1")


def test_one_label_alone_is_not_said_to_hold_the_gain():
    gold, one = (data.replace(b"LOC", b"PER").replace(b"ORG", b"PER") for data in (taggers.GOLD, taggers.A))
    sides = sides_of(one, gold, gold=gold)
    found, by = scored(sides)
    said = span_sentences.spans(found.differences, found.scores, by[0], TWO, OPTIONS).text
    assert said.startswith("B is better than A by") and "the gain is in" not in said


def test_many_groups_have_scores_without_intervals(sides, monkeypatch):
    whole = compared.compare_groups(sides, OPTIONS, groupings.by_document(sides))
    monkeypatch.setattr(compared, "MOST_CELLS", 300)
    summed = compared.compare_groups(sides, OPTIONS, groupings.by_document(sides))
    for before, after in zip(whole, summed, strict=True):
        key = ["group", "system"] if "system" in before else ["group"]
        value = "f1" if "system" in before else "value"
        pd.testing.assert_series_equal(before.set_index(key)[value].sort_index(), after.set_index(key)[value].sort_index())
        assert after["low"].isna().all() and (after["reason"] == compared.TOO_MANY).all()


def test_long_sentences_are_cut_into_rows():
    data = ("\n".join(f"w{k}\t{'I' if k % 250 else 'B'}-PER" for k in range(250)) + "\n").encode()
    sides = sides_of(data, gold=data)
    text = reading.read_text(sides)
    assert text.start.tolist() == [0, 100, 200, 250] and text.sentence.tolist() == [1, 0, 0]
    spans = span_text.of_gold(reading.placed(text, sides.gold, sides.labels))
    drawn = span_text.html(text, [0, 1], [spans], [Head("gold", "❘", "sGold")], ["d"])
    assert drawn.count('<bdi class="n">PER</bdi>') == 1 and drawn.count('<bdi class="n">…PER</bdi>') == 1


def test_tokens_and_labels_are_escaped():
    data = taggers.hostile(taggers.A)
    sides = sides_of(data, data, gold=taggers.hostile(taggers.GOLD))
    text, errors = reading.read_text(sides), shared.shared_errors(sides).assign(number=1)
    gold = reading.placed(text, sides.gold, sides.labels)
    spans = reading.placed(text, sides.systems[0], sides.labels)
    columns = [span_text.of_gold(gold), span_text.marked(spans, errors, 0, gold)]
    heads = [Head("gold", "❘", "sGold"), Head("A", "●", "sA", "<i>name")]
    drawn = span_text.html(text, range(len(text.start) - 1), columns, heads, ["<u>id"] * taggers.N)
    assert "<script" not in drawn and "<b>PER" not in drawn and "<i>name" not in drawn and "<u>" not in drawn
    assert "&lt;script&gt;" in drawn and "&lt;b&gt;PER too short" in drawn
    chart = span_groups.screen(groups_frame(sides)).to_json()
    assert "<b>PER" not in chart.replace("\\u003c", "<")


def test_zeros_stand_at_the_word_that_they_follow():
    frame = pd.DataFrame({"row": [0], "start": [2], "end": [3], "label": ["PER"], "is_zero": [True]})
    assert span_text.of_gold(frame)["chip"].tolist() == ["∅ PER"]


@pytest.mark.parametrize(
    ("name", "data", "both"),
    [
        ("a.iob2", taggers.GOLD, False),
        ("a.iob2", taggers.both(), True),
        ("a.tsv", b"mi\tO\tB-A\tO\n", False),  # three columns are layers
        ("a.jsonl", taggers.NESTED, True),
        ("a.jsonl", b'{"id": "a", "tokens": ["mi"], "spans": []}\n', False),
        ("a.jsonl", b'{"id": "a", "tokens": ["mi"], "ner": [], "predicted_ner": []}\n', True),
        ("a.conll", b"#begin document (a); part 000\na\t0\t0\tmi\t-\t-\t-\t-\t-\t-\t-\t(1)\n\n#end document\n", False),
    ],
)
def test_files_that_hold_gold_and_prediction_are_known(name, data, both):
    assert holds_both((name, data)) is both


def test_words_of_spans_are_quoted():
    sides = sides_of(taggers.A)
    text = reading.read_text(sides)
    assert reading.quoted(text, 0, 1, 2) == "mi bo" and reading.quoted(text, 1, 4, 6) == "ru ze lo"
    assert reading.quoted(text, 0, 1, 7, most=5) == "mi bo … lo pa"
    assert text.row_of(np.array([0, 1]), np.array([5, 1])).tolist() == [1, 2]
