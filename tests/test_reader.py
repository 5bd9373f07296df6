"""The Reader's HTML: well nested, escaped, complete, quick; what it says of errors; rows, pages, colours."""

import random
import re
import time
from html.parser import HTMLParser
from itertools import pairwise
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import metrics as m
from figures import reader, reader_rows, reader_words
from figures.reader_cell import Piece, cell, depths
from figures.reader_style import colours, entity_rules
from figures.reader_words import Head
from metrics import reading
from tests import marked

HEADS = [Head("gold", "|", "sGold"), Head("A", "●", "sA", "base", "CoNLL 61.20 · 8 errors"), Head("B", "◆", "sB", "large")]
TAGS = set("div style span bdi i b small h2 p table thead tbody tr th td details summary".split())
ATTRIBUTES = {"class", "title", "dir"}


class Tree(HTMLParser):
    """Checks nesting, tags and attributes; keeps the cells' words, without letters, numbers and chips, and the marked runs."""

    def __init__(self, html):
        super().__init__()
        self.open, self.cells, self.titles, self.chips, self.outer = [], [], [], [], []
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        assert tag in TAGS
        assert set(found) <= ATTRIBUTES
        self.open.append((tag, found.get("class", "").split()))
        if "c" in self.open[-1][1] and tag == "div":
            self.cells.append("")
        if "k" in self.open[-1][1]:
            self.chips.append("")
        if "title" in found:
            self.titles.append(found["title"])

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def handle_data(self, data):
        if self.open[-1][0] == "bdi":
            if "k" in self.open[-1][1]:
                self.chips[-1] += data
        elif any(tag == "div" and "c" in classes for tag, classes in self.open):
            self.cells[-1] += data
        else:
            self.outer.append(data)


def read(gold, *systems):
    project = marked.project(*({"d": text} if isinstance(text, str) else text for text in (gold, *systems)))
    options = m.CoreferenceOptions(match="exact")
    return reading.read_document(project, reading.match_systems(project, options, range(len(systems))), 0)


def shown(gold, *systems):
    return Tree(reader.text(read(gold, *systems), HEADS[: len(systems) + 1]))


LETTER = """[1 The porter ] met [2 [1 his ] sister ] on [7 Monday ] .
[2 She ] gave [1 him ] [3 a crate ] ."""


def test_each_column_holds_the_words():
    tree = shown(LETTER, LETTER.replace("[2 She ]", "[1 She ]"))
    assert [text.strip() for text in tree.cells] == ["The porter met his sister on Monday."] * 2 + ["She gave him a crate."] * 2


def test_one_column_more_for_a_second_system():
    assert len(shown(LETTER, LETTER, LETTER).cells) == 6
    assert len(shown(LETTER, LETTER).cells) == 4


def test_chips_and_their_reasons():
    one = LETTER.replace("[2 She ]", "[1 She ]").replace("[3 a crate ]", "a [4 crate ]").replace("[7 Monday ]", "Monday")
    tree = shown(LETTER, one)
    assert tree.chips == ["−", "1≠2", "−", "+"]
    assert tree.titles[:4] == [
        "A misses Monday, in gold a singleton",
        "A puts She in entity 1, gold in 2",
        "A misses a crate, in gold a singleton",
        "A marks crate as a singleton, gold does not",
    ]


def mention(**changes):
    plain = {"state": "wrong", "entity": 3, "gold_entity": 2, "text": "She", "gold_text": ""}
    return SimpleNamespace(**{**plain, **changes})


@pytest.mark.parametrize(
    ("changes", "chip", "said"),
    [
        ({}, "3≠2", "A puts She in entity 3, gold in 2"),
        ({"entity": 0}, "○≠2", "A leaves She a singleton, gold has it in entity 2"),
        ({"gold_entity": 0}, "3≠○", "A puts She in entity 3, in gold it is a singleton"),
        ({"gold_text": "Old She"}, "3≠2", "A puts She (gold: Old She) in entity 3, gold in 2"),
        ({"state": "missed", "entity": 0}, "−2", "A misses She, in gold in entity 2"),
        ({"state": "missed", "entity": 0, "gold_entity": 0}, "−", "A misses She, in gold a singleton"),
        ({"state": "extra", "gold_entity": -1}, "+3", "A marks She in entity 3, gold does not"),
        ({"state": "extra", "entity": 0, "gold_entity": -1}, "+", "A marks She as a singleton, gold does not"),
    ],
)
def test_what_is_said_of_an_error(changes, chip, said):
    found = mention(**changes)
    assert reader_words.chip(found) == chip
    assert reader_words.said(found, HEADS[1]) == said
    assert re.sub("<[^>]*>", "", reader_words.sentence(found, HEADS[1])) == said


HOSTILE = "<script>alert(1)</script>", '"><img/src=x/onerror=alert(1)>', "</style><b>", "&lt;i&gt;", "{}%d%s\\", "</div>"


def test_nothing_in_the_data_becomes_html():
    text = " ".join(f"[{k} {word} ] and [{k} it ]" for k, word in enumerate(HOSTILE, 1))
    heads = [Head(word, word, word, word, word) for word in HOSTILE[:3]]
    tree = Tree(reader.text(read(text, text.replace("[2 it ]", "it"), text.replace(f"[3 {HOSTILE[2]} ]", HOSTILE[2])), heads))
    for word in HOSTILE:
        assert all(word in cell for cell in tree.cells)
        assert any(word in text for text in tree.outer)  # the list of entities
    assert any(HOSTILE[2] in title for title in tree.titles)


def test_a_name_cannot_break_out_of_a_sentence():
    html = reader_words.sentence(mention(text=HOSTILE[0], gold_text=HOSTILE[1]), Head(HOSTILE[2], "", "sA"))
    assert "<script" not in html
    assert "<img" not in html
    assert "</style>" not in html


def test_a_missing_document_says_so_once():
    found = read({"d": LETTER, "e": "x"}, {"e": "x"}, {"d": LETTER, "e": "x"})
    tree = Tree(reader.text(found, HEADS))
    assert tree.cells[1] == "This document is not in base: all 7 mentions of gold count as missed."
    assert tree.cells[4] == ""
    assert not tree.chips


def test_an_empty_document():
    found = read(LETTER, LETTER)
    empty = reading.Reading(
        "d", (False,), found.words.iloc[:0], found.mentions.iloc[:0], found.pieces.iloc[:0], found.entities.iloc[:0]
    )
    assert "no words" in reader.text(empty, HEADS[:2])
    assert reader_rows.pages(reader_rows.rows(empty)) == [(0, 0)]
    assert reader_words.counted(empty) == "0 sentences, 0 gold mentions, 0 entities of two and more"


def test_what_was_counted():
    assert reader_words.counted(read(LETTER, LETTER)) == "2 sentences, 7 gold mentions, 2 entities of two and more"
    assert reader_words.counted(read("[1 a ] b", "a b")) == "1 sentence, 1 gold mention, 0 entities of two and more"


@st.composite
def spans(draw):
    n = draw(st.integers(1, 10))
    made = draw(st.lists(st.tuples(st.integers(0, n - 1), st.integers(1, n)), max_size=7))
    return n, [(a, b) for a, b in made if a < b]


@given(spans())
def test_crossing_mentions_are_well_nested_and_cover_their_words(found):
    n, ranges = found
    pieces = [Piece(a, b, f"m p{k}", "", f"<bdi>{k}</bdi>", f"t{k}") for k, (a, b) in enumerate(ranges)]
    html, depth = cell([(f"w{k}", True) for k in range(n)], pieces)
    covered = {k: [] for k in range(len(pieces))}
    stack = []
    for tag in re.findall(r"<[^>]*>|w\d+", html):
        if tag.startswith("w"):
            for k in {name for name in stack if name is not None}:
                covered[k].append(int(tag[1:]))
        elif tag.startswith("</"):
            stack.pop()
        else:
            number = re.search(r" p(\d+) ", tag)
            stack.append(int(number[1]) if number else None)
    assert not stack
    assert covered == {k: list(range(a, b)) for k, (a, b) in enumerate(ranges)}
    assert html.count("<bdi>") == len(pieces)
    assert depth == max(depths(pieces, n), default=0)


@given(spans())
def test_underlines_of_overlapping_mentions_never_meet(found):
    n, ranges = found
    pieces = [Piece(a, b, "", "", "", "") for a, b in ranges]
    level = depths(pieces, n)
    for k, (a, b) in enumerate(ranges):
        for j, (c, d) in enumerate(ranges[:k]):
            if a < d and c < b:
                assert level[k] != level[j]
            if (a <= c and d <= b) and (b - a > d - c):
                assert level[k] > level[j]


def test_mentions_go_on_after_the_end_of_a_sentence():
    html = reader.text(read("a [1 b c\nd ]1 e [1 f ]1", "a b c\nd e f"), HEADS[:2])
    assert html.count(">…1</bdi>") == 1
    assert html.count(">…</bdi>") == 1
    assert Tree(html).chips == ["−1", "…", "−1"]


def test_the_same_entity_lights_up_in_all_columns():
    html = reader.text(read(LETTER, LETTER, LETTER), HEADS)
    grid = html.split('<h2 class="eh">')[0]
    assert len(re.findall(r'class="[^"]*\bt1\b', grid)) == 9
    assert '<i class="t2">' in grid  # "sister", since "his" within it is another entity
    assert ".rd:has(.t1:hover) .m.e1{" in html
    assert ".t3" not in html  # a singleton has no colour


def test_long_sentences_are_cut_and_rows_paged():
    long = " ".join(f"w{k}" for k in range(450))
    found = read(f"{long}\n" + "a b\n" * 200, f"{long}\n" + "a b\n" * 200)
    rows = reader_rows.rows(found)
    assert [row.sentence for row in rows[:5]] == [1, 0, 0, 2, 3]
    assert [(row.start, row.end) for row in rows[:4]] == [(0, 200), (200, 400), (400, 450), (450, 452)]
    pages = reader_rows.pages(rows)
    assert pages == [(0, 150), (150, 203)]
    assert [reader_rows.page_of(word, rows, pages) for word in (0, 743, 744, 849)] == [0, 0, 1, 1]
    assert len(Tree(reader.text(found, HEADS[:2], pages[1])).cells) == 2 * 53


def test_pages_end_before_they_hold_too_many_words():
    rows = [reader_rows.Row(k * 100, (k + 1) * 100, k + 1) for k in range(130)]
    assert reader_rows.pages(rows) == [(0, 60), (60, 120), (120, 130)]


def test_pages_list_their_own_entities():
    text = "[1 a ] [1 b ]\n" + "c d\n" * 160 + "[2 e ] [2 f ]"
    found = read(text, text)
    first, second = (reader.text(found, HEADS[:2], page) for page in reader_rows.pages(reader_rows.rows(found)))
    assert "Entities on this page" in first
    assert ".e1{" in first
    assert ".e2{" not in first
    assert ".e2{" in second


def test_first_word_of_an_entity():
    assert reader.first_word(read(LETTER, LETTER), 2) == 3


def test_the_spotlight():
    assert ".x3{outline" in reader.spotlight(error=3)
    assert "animation" not in reader.spotlight(error=3)
    assert "@keyframes to-x3" in reader.spotlight(error=3, scroller=".stMain")
    assert ".m.e5{background" in reader.spotlight(entity=5)
    assert ":has(.f5)" in reader.spotlight(entity=5, scroller=".stMain")


def test_colours_avoid_the_hue_of_errors_and_differ_from_their_neighbours():
    hues = [float(re.search(r"([\d.]+)\)", colours(k)[0])[1]) for k in range(1, 200)]
    assert not [hue for hue in hues if 340 < hue or hue < 40]
    assert min(abs(a - b) for a, b in pairwise(hues)) > 60
    assert entity_rules([]) == ""


def invented(words, mentions, seed):
    """Sentences of 25 invented words with nested and crossing mentions."""
    draw = random.Random(seed)
    lines = [[f"word{draw.randrange(2000)}" for _ in range(25)] for _ in range(words // 25)]
    for _ in range(mentions):
        line, entity = draw.choice(lines), draw.randrange(max(mentions // 6, 1))
        start = draw.randrange(25)
        end = min(24, start + int(draw.expovariate(0.4)))
        line[start] = f"[{entity} {line[start]}"
        line[end] = f"{line[end]} ]{entity}"
    return "\n".join(" ".join(line) for line in lines)


def worse(text, seed):
    """The same words with every seventh mention left out."""
    draw, lines = random.Random(seed), []
    for line in text.splitlines():
        left_out, kept = [], []
        for item in line.split():
            if item[0] == "[" and draw.random() < 1 / 7:
                left_out.append(item[1:])
            elif item[0] == "]" and item[1:] in left_out:
                left_out.remove(item[1:])
            else:
                kept.append(item)
        lines.append(" ".join(kept))
    return "\n".join(lines)


def test_five_thousand_words_are_quick():
    gold = invented(5000, 800, 1)
    project = marked.project({"d": gold}, {"d": worse(gold, 2)}, {"d": worse(gold, 3)})
    matched = reading.match_systems(project, m.CoreferenceOptions(match="exact"), (0, 1))
    reading.read_document(project, matched, 0)  # imports scipy
    began = time.process_time()
    found = reading.read_document(project, matched, 0)
    html = reader.text(found, HEADS)
    assert time.process_time() - began < 0.5
    assert len(Tree(html).cells) == 3 * 200
