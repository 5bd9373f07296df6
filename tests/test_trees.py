"""Trees as pictures and groups of words as figures: content, colours, places, escaping, values."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import numpy as np
import pytest

from figures import arcs, breakdown, confusion, frames, paper, trees
from figures.frames import Systems
from figures.registry import FIGURES
from loaders import ReadOptions, load
from metrics import results
from metrics.options import TreeOptions
from metrics.ud import errors, finding, reading
from metrics.ud.breakdown import compare_counts, compare_groups
from metrics.ud.confusion import compare_confusions
from metrics.ud.groupings import GROUPINGS
from metrics.ud.project import align_trees, count_trees
from tests import parsers

OPTIONS = TreeOptions(resamples=100)
PAIR = Systems(("A", "B"), (0, 1), (0, 1))


def project(gold, *systems):
    def read(name, data):
        return load((f"{name}.conllu", data if isinstance(data, bytes) else data.encode()), options=ReadOptions(entities=False))

    names = [chr(65 + k) for k in range(len(systems))]
    return align_trees(read("gold", gold), [read(n, data) for n, data in zip(names, systems, strict=True)], names)


def picture(gold, *systems, number=0, **how):
    found = reading.read_trees(finding.read_sentences(project(gold, *systems), OPTIONS), number)
    return trees.draw(found, range(len(systems)), **how), found


def rows_of(svg):
    """By whose tree: the (class, text, x) of its texts."""
    root = ET.fromstring(svg)
    space = "{http://www.w3.org/2000/svg}"
    found = {}
    for group in root.iter(f"{space}g"):
        texts = [(t.get("class").split(), t.text, float(t.get("x"))) for t in group.iter(f"{space}text")]
        paths = [(p.get("class").split(), p.get("stroke-dasharray")) for p in group.iter(f"{space}path")]
        found[group.get("data-who")] = (texts, paths)
    return found


def test_one_x_a_word_in_all_trees():
    drawn, _ = picture(parsers.GOLD, parsers.A, parsers.B, number=15)
    places = [[x for kind, text, x in texts if "f" in kind] for texts, _ in rows_of(drawn.svg).values()]
    assert places[0] == places[1] == places[2] and places[0] == sorted(places[0]) and len(places[0]) == 4


def test_wrong_arcs_have_the_systems_colour_and_dash():
    drawn, _ = picture(parsers.GOLD, parsers.treebank([0], head=1, deprel="obj"), parsers.treebank([0], head=1), number=0)
    rows = rows_of(drawn.svg)
    assert [dash for kind, dash in rows["A"][1] if kind == ["w", "A"]] == [None]
    assert [dash for kind, dash in rows["B"][1] if kind == ["w", "B"]] == ["5 2.5"]
    assert sum(kind == ["w", "gold"] for kind, _ in rows["gold"][1]) == 1


def test_a_wrong_relation_is_a_coloured_label_on_a_grey_arc():
    drawn, _ = picture(parsers.GOLD, parsers.B, number=15)
    texts, paths = rows_of(drawn.svg)["A"]
    assert [text for kind, text, _ in texts if "A" in kind] == ["obl", "ADV"]
    assert not any("w" in kind for kind, _ in paths)


def test_the_root_is_bold_and_a_wrong_one_coloured():
    drawn, _ = picture(parsers.RICH, parsers.RICH_A)
    texts = {who: texts for who, (texts, _) in rows_of(drawn.svg).items()}
    assert [text for kind, text, _ in texts["gold"] if {"f", "h"} <= set(kind)] == ["vado"]
    assert [(text, "A" in kind) for kind, text, _ in texts["A"] if {"f", "h"} <= set(kind)] == [("oggi", True)]


def test_multiword_tokens_and_empty_nodes_have_places():
    drawn, found = picture(parsers.RICH, parsers.RICH_A)
    assert [(form) for _, _, form in found.gold.tokens] == ["dal"] and found.systems[0].tokens == ()
    assert [node.form for node in found.gold.nodes if node.empty] == ["viene"]
    columns = {node.form: node.column for node in found.gold.nodes}
    theirs = {node.form: node.column for node in found.systems[0].nodes}
    assert all(columns[form] == theirs[form] for form in ("mare", "vado", "oggi"))
    assert columns["viene"] == columns["vado"] + 1
    assert "∅ viene" in drawn.svg and ">dal<" in drawn.svg


def test_enhanced_edges_are_right_where_gold_has_them():
    changed = parsers.RICH.replace("4:advmod", "3:advmod")
    _, found = picture(parsers.RICH, changed)
    assert {(e.relation, e.right) for e in found.systems[0].edges} >= {("case", True), ("conj", True), ("advmod", False)}
    drawn, _ = picture(parsers.RICH, changed, enhanced=True)
    assert ("advmod", True) in {(text, "A" in kind) for kind, text, _ in rows_of(drawn.svg)["A"][0]}
    assert not picture(parsers.GOLD, parsers.A)[1].has_enhanced


def test_right_to_left_text_runs_from_the_right():
    drawn, _ = picture(parsers.ARABIC, parsers.ARABIC)
    places = [x for kind, _, x in rows_of(drawn.svg)["gold"][0] if "f" in kind]
    assert drawn.rtl and places == sorted(places, reverse=True)
    assert 'dir="rtl"' in trees.html(drawn, "x")


def test_a_sentence_of_two_hundred_words_keeps_its_labels_apart():
    random = np.random.default_rng(3)
    heads = [0, *(max(1, k - int(random.integers(1, 6))) for k in range(2, 201))]
    lines = [parsers.word(k, f"wo{k}", "NOUN", head, "nmod" if head else "root") for k, head in enumerate(heads, 1)]
    drawn, found = picture(parsers.sentence("long", *lines), parsers.sentence("long", *lines))
    assert drawn.width > 4000 and drawn.height < 1600
    drawn_arcs = arcs.basic_arcs(found.gold)
    grid = arcs.grid([found.gold], [drawn_arcs], found.columns, False)
    spans = {}
    for arc, level in zip(drawn_arcs, arcs.levels(drawn_arcs, found.columns), strict=True):
        spans.setdefault(level, []).append(tuple(sorted((grid.x[arc.head], grid.x[arc.column]))))
    for level in spans.values():
        level.sort()
        assert all(one[1] <= other[0] for one, other in pairwise(level))
    assert all(abs(grid.x[a.head] - grid.x[a.column]) >= arcs.text_width(a.relation, arcs.SMALL) for a in drawn_arcs)


def test_very_long_sentences_are_cut_and_say_so():
    n = reading.MOST_COLUMNS + 5
    lines = [parsers.word(k, "a", "X", k - 1, "root" if k == 1 else "dep") for k in range(1, n + 1)]
    _, found = picture(parsers.sentence("long", *lines), parsers.sentence("long", *lines))
    assert found.columns == reading.MOST_COLUMNS and found.cut == 5


def test_everything_in_a_picture_is_escaped():
    drawn, _ = picture(parsers.HOSTILE, parsers.HOSTILE_A, number=0)
    texts = [text for texts, _ in rows_of(drawn.svg).values() for _, text, _ in texts]  # parsed as XML
    assert parsers.EVIL in texts and "<b>obj</b>" in texts and "<i>nmod</i>" in texts
    assert "<script" not in drawn.svg and "<script" not in trees.html(drawn, parsers.EVIL)
    assert re.search(r'alt="[^"<>]*"', trees.html(drawn, '"><script>'))


def test_sentences_split_otherwise_show_heads_outside():
    one = parsers.sentence("a", parsers.word(1, "mi", "X", 0, "root"), parsers.word(2, "bo", "X", 1, "dep"))
    two = one.replace("2\tbo", "2\tba").replace("sent_id = a", "sent_id = b")
    joined = parsers.sentence(
        "a", parsers.word(1, "mi", "X", 0, "root"), parsers.word(2, "bo", "X", 1, "dep"), parsers.word(3, "mi", "X", 1, "dep"),
        parsers.word(4, "ba", "X", 1, "obj"),
    )  # fmt: skip
    drawn, found = picture(one + two, joined, number=1)
    assert [node.head for node in found.systems[0].nodes] == [reading.OUTSIDE, reading.OUTSIDE]
    assert "↥obj" in drawn.svg


def test_texts_are_made_of_tokens_and_spaces():
    gold = parsers.RICH.replace(
        "oggi\toggi\tADV\tA\t_\t4\tadvmod\t4:advmod\t_", "oggi\toggi\tADV\tA\t_\t4\tadvmod\t4:advmod\tSpaceAfter=No"
    )
    side = project(gold, gold).gold
    assert finding.texts(side) == ["dal mare vado oggi"]


def groups(by="relation", metric="LAS", systems=(parsers.A, parsers.B)):
    return compare_groups(project(parsers.GOLD, *systems), OPTIONS, GROUPINGS[by], metric)


def test_groups_in_parts_are_the_groups_at_once(monkeypatch):
    whole = groups()
    monkeypatch.setattr("metrics.ud.breakdown.MOST_CELLS", 200)
    parts = groups()
    for one, other in zip(whole, parts, strict=True):
        order = one.columns
        keys = ["group", "system"] if "system" in order else ["group"]
        np.testing.assert_allclose(
            one.sort_values(keys)[["low", "high"]].to_numpy(float), other.sort_values(keys)[["low", "high"]].to_numpy(float)
        )


def test_holm_corrects_over_all_groups_with_an_interval():
    _, differences = groups()
    with_interval = differences[differences["low"].notna()]
    surest = with_interval.sort_values("p").iloc[0]
    assert surest["p_adjusted"] == pytest.approx(min(surest["p"] * len(with_interval), 1.0))


def test_features_are_counted_one_by_one():
    counts = errors.count_features(project(parsers.GOLD, parsers.A, parsers.B), OPTIONS)
    assert counts.inputs == (("A", "Case"), ("A", "Number"), ("B", "Case"), ("B", "Number"))
    found = results.scores(counts, OPTIONS).set_index(["system", "singletons"])
    assert found.loc[("A", "Number"), "f1"] == 100.0
    row = found.loc[("B", "Number")]
    assert (row["p_num"], row["p_den"], row["r_den"]) == (35, 35, 40)


def test_kinds_of_attachment_are_shares_of_gold():
    scores, differences = compare_counts(
        errors.count_attachment(project(parsers.GOLD, parsers.A, parsers.B), OPTIONS), OPTIONS, ("A", "B")
    )
    shares = scores.set_index(["system", "group"])["f1"]
    assert shares["A", "both wrong"] == pytest.approx(12.5) and shares["B", "wrong relation"] == pytest.approx(3.125)
    assert differences.set_index("group")["value"]["both wrong"] == pytest.approx(-12.5)


def test_the_breakdown_draws_scores_intervals_and_differences():
    scores, differences = groups()
    ordered = breakdown.ordered_groups(scores, differences, "errors")
    assert ordered["group"].iloc[0] == "obj"
    frame = breakdown.breakdown_frame(ordered, differences, None, PAIR)
    figure = breakdown.screen(frame)
    by = {trace.name: trace for trace in figure.data}
    want = ordered[ordered["system"] == "A"]
    np.testing.assert_allclose(by["A"].x, want["f1"])
    np.testing.assert_allclose(sorted(by["B − A"].x), sorted(differences["value"]))
    assert figure.layout.yaxis.ticktext[0].startswith("obj") and "40" in figure.layout.yaxis.ticktext[0]


def cells(systems=(parsers.A, parsers.B)):
    return compare_confusions(project(parsers.GOLD, *systems), OPTIONS, GROUPINGS["relation"])


@pytest.mark.parametrize(("show", "shown"), [("A", 20), ("B", 0), ("difference", -20)])
def test_the_confusion_matrix_shows_and_names_its_cells(show, shown):
    frame = confusion.confusion_frame(cells(), PAIR, show)
    assert frame[(frame["gold"] == "obj") & (frame["predicted"] == "nmod")]["n"].tolist() == [shown]
    figure = confusion.screen(frame)
    heat, over = figure.data
    at = {tuple(data[:2]): (x, y) for data, x, y in zip(over.customdata, over.x, over.y, strict=True)}
    if shown:
        x, y = at["obj", "nmod"]
        assert heat.z[y][x] == pytest.approx(np.sign(shown) * np.sqrt(abs(shown)))
    assert over.marker.color == "rgba(0,0,0,0)"


def test_values_beyond_the_matrix_are_one_that_cannot_be_clicked():
    gold = "".join(parsers.plain(f"s{k}", deprel=f"r{k}") for k in range(30))
    system = "".join(parsers.plain(f"s{k}", deprel=f"r{(k + 1) % 30}") for k in range(30))
    frame = confusion.confusion_frame(compare_confusions(project(gold, system, gold), OPTIONS, GROUPINGS["relation"]), PAIR, "A")
    assert set(frame["gold"]) >= {confusion.OTHER} and frame["gold"].nunique() <= confusion.MOST_VALUES + 1
    assert not frame[frame["gold"] == confusion.OTHER]["named"].any()


def forest():
    found = project(parsers.GOLD, parsers.A, parsers.B)
    counts = count_trees(found, OPTIONS)
    scores, differences = results.scores(counts, OPTIONS), results.differences(counts, OPTIONS, [(0, 1)])
    return frames.forest_frame(scores, scores.iloc[:0], differences, PAIR)


def test_the_forest_of_trees_has_one_panel_of_scores_and_las_first():
    figure = FIGURES["parsing"][0](forest())
    assert [trace.name for trace in figure.data] == ["A", "B", "B − A"]
    assert figure.layout.yaxis.ticktext[0] == "<b>LAS</b>" and len(figure.layout.yaxis.ticktext) == 15
    assert figure.data[0].x[0] == pytest.approx(87.5) and figure.data[2].x[0] == pytest.approx(9.375)


@pytest.mark.parametrize("name", ["parsing", "breakdown", "confusion"])
@pytest.mark.parametrize("width", ["column", "text"])
def test_figures_of_trees_go_on_paper(name, width):
    made = {
        "parsing": forest,
        "breakdown": lambda: breakdown.breakdown_frame(breakdown.ordered_groups(*groups(), "support"), groups()[1], None, PAIR),
        "confusion": lambda: confusion.confusion_frame(cells(), PAIR, "difference"),
    }[name]()
    for kind, start in (("pdf", b"%PDF"), ("svg", b"<?xml"), ("png", b"\x89PNG")):
        assert paper.render(made, FIGURES[name][1], width=width, kind=kind).startswith(start)
