"""A sentence's columns: which cells differ, tokens and empty nodes, what has no counterpart, hostile values."""

import re

from figures import tree_columns
from loaders import ReadOptions, load
from metrics.options import TreeOptions
from metrics.ud.columns import CELLS, EMPTY, TOKEN, WORD, read_columns
from metrics.ud.finding import read_sentences
from metrics.ud.project import align_trees
from metrics.ud.reading import read_trees
from tests import parsers
from tests.test_parsing_page import rows

TREES = ReadOptions(format="conllu", entities=False)


def lines(gold, *systems):
    read = [load((f"{k}.conllu", text.encode()), options=TREES) for k, text in enumerate((gold, *systems))]
    project = align_trees(read[0], read[1:], [f"s{k}" for k in range(len(systems))])
    sentences = read_sentences(project, TreeOptions())
    return read_columns(sentences, read_trees(sentences, 0))


def differing(found, who):
    cells = [(line.id, name) for line in found if line.who == who for name, cell in zip(CELLS, line.cells, strict=False)
             if cell.differs]  # fmt: skip
    return set(cells)


def test_what_differs_from_gold_is_marked_cell_by_cell():
    found = lines(parsers.plain("s"), parsers.plain("s", head=1, deprel="nmod"), parsers.plain("s", upos="ADV"))
    assert [(line.id, line.who) for line in found] == [(str(k), who) for k in (1, 2, 3, 4) for who in (0, 1, 2)]
    assert differing(found, 0) == set()
    assert differing(found, 1) == {("3", "head"), ("3", "deprel")}
    assert differing(found, 2) == {("3", "upos"), ("3", "xpos"), ("3", "feats")}


def test_features_in_another_order_are_the_same_and_subtypes_are_not():
    gold = parsers.sentence("s", parsers.word(1, "mi", "X", 0, "root", "A=1|B=2"), parsers.word(2, "bo", "X", 1, "nmod:x"))
    other = parsers.sentence("s", parsers.word(1, "mi", "X", 0, "root", "B=2|A=1"), parsers.word(2, "bo", "X", 1, "nmod"))
    assert differing(lines(gold, other), 1) == {("2", "deprel")}


def test_heads_are_compared_by_the_words_that_they_name():
    """The system's word 2 is gold's word 3: it counts no multiword token."""
    found = lines(parsers.RICH, parsers.RICH_A.replace("\t4\tnsubj", "\t3\tnsubj").replace("\t2\tacl", "\t4\tacl"))
    own = {line.id: line for line in found if line.who == 1}
    assert own["2"].column == next(line.column for line in found if line.who == 0 and line.id == "3" and line.kind == WORD)
    assert ("2", "head") not in differing(found, 1) and ("2", "deprel") in differing(found, 1)
    assert ("3", "head") in differing(found, 1)


def test_tokens_and_empty_nodes_are_lines():
    found = lines(parsers.RICH, parsers.RICH_A)
    assert [(line.id, line.cells[0].text) for line in found if line.kind == TOKEN] == [("1-2", "dal")]
    (empty,) = [line for line in found if line.kind == EMPTY]
    assert (empty.id, empty.cells[0].text, empty.cells[CELLS.index("head")].text) == ("4.1", "viene", "_")
    lone = [line for line in found if line.lone]
    assert [line.id for line in lone] == ["1"] and all(cell.differs for cell in lone[0].cells)


def test_the_table_says_what_has_no_counterpart_and_marks_by_more_than_colour():
    text = tree_columns.html(lines(parsers.RICH, parsers.RICH_A), (1,), enhanced=True)
    found = rows(text)
    assert found[0][:3] == ["B", "1", "◆ dal"]
    assert found[1][:3] == ["gold", "1-2", "dal"] and found[2][0] == "B" and "no counterpart" in found[2][2]
    assert re.search(r'<td class="differs sB l"><span>◆</span> <bdi>nsubj</bdi>', text)
    assert "4:obl:da|4.1:nsubj" in [cell for row in found for cell in row]
    assert "4:obl:da" not in tree_columns.html(lines(parsers.RICH, parsers.RICH_A), (1,))


def test_equal_trees_differ_nowhere():
    assert "differs" not in tree_columns.html(lines(parsers.RICH, parsers.RICH), (0,), enhanced=True)


def test_every_value_is_escaped():
    evil = parsers.EVIL.replace("|", "")
    line = "\t".join(["1", evil, evil, evil, evil, f"A={evil}", "0", f"root:{evil}", f"0:{evil}", "_"])
    text = tree_columns.html(lines(f"# sent_id = s\n{line}\n\n", f"# sent_id = s\n{line}\n\n"), (0,), enhanced=True)
    assert "<script" not in text and text.count("&lt;script&gt;") >= 14
