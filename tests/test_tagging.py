"""Tags to spans: the sentences of the definition, spans written in each scheme and read back, and a slow twin."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from loaders import tagging
from loaders.tagging import LETTERS, READINGS, SCHEMES

LABELS = ("PER", "WORK-OF-ART", "é-x y")


def decoded(sentences, scheme, reading="strict"):
    """Spans of sentences of tags as (start, end, label), counted through all sentences."""
    names = sorted({tag for s in sentences for tag in s})
    codes = np.array([names.index(tag) for s in sentences for tag in s], np.int32)
    begins = np.array([k == 0 for s in sentences for k in range(len(s))], bool)
    tags = tagging.read_tags(names, scheme)
    runs = tagging.decode(tagging.said_of(codes, begins, tags), scheme, reading)
    return [(s, e, tags.labels[k]) for s, e, k in zip(runs.start.tolist(), runs.end.tolist(), runs.label.tolist(), strict=True)]


def detected(*sentences):
    names = sorted({tag for s in sentences for tag in s.split()})
    codes = np.array([names.index(tag) for s in sentences for tag in s.split()], np.int32)
    begins = np.array([k == 0 for s in sentences for k in range(len(s.split()))], bool)
    return tagging.detect_scheme(codes, begins, names)


@pytest.mark.parametrize(
    ("scheme", "tags", "strict", "conlleval"),
    [
        ("IOB2", "B-P I-P O B-P", ["0-2 P", "3-4 P"], ["0-2 P", "3-4 P"]),
        ("IOB2", "O I-P I-P O", [], ["1-3 P"]),
        ("IOB2", "B-P I-Q I-Q", ["0-1 P"], ["0-1 P", "1-3 Q"]),
        ("IOB2", "B-P B-P I-P", ["0-1 P", "1-3 P"], ["0-1 P", "1-3 P"]),
        ("IOB2", "B I O I", ["0-2 _"], ["0-2 _", "3-4 _"]),
        ("IOB2", "B-a-b I-a-b I-a-c", ["0-2 a-b"], ["0-2 a-b", "2-3 a-c"]),
        ("IOB1", "I-P I-P B-P I-Q", ["0-2 P", "2-3 P", "3-4 Q"], ["0-2 P", "2-3 P", "3-4 Q"]),
        ("IOB1", "O B-P O", [], ["1-2 P"]),
        ("IOB1", "O B-P I-P", ["2-3 P"], ["1-3 P"]),
        ("IOE2", "I-P E-P E-P", ["0-2 P", "2-3 P"], ["0-2 P", "2-3 P"]),
        ("IOE2", "I-P I-P O", [], ["0-2 P"]),
        ("IOE2", "I-P E-Q", ["1-2 Q"], ["0-1 P", "1-2 Q"]),
        ("IOE1", "I-P E-P I-P", ["0-2 P", "2-3 P"], ["0-2 P", "2-3 P"]),
        ("IOE1", "I-P E-P O", [], ["0-2 P"]),
        ("IOBES", "S-P B-P I-P E-P", ["0-1 P", "1-4 P"], ["0-1 P", "1-4 P"]),
        ("IOBES", "B-P O I-P E-P S-P", ["4-5 P"], ["0-1 P", "2-4 P", "4-5 P"]),
        ("IOBES", "B-P E-Q", [], ["0-1 P", "1-2 Q"]),
        ("IOBES", "B-P S-P E-P", ["1-2 P"], ["0-1 P", "1-2 P", "2-3 P"]),
        ("BILOU", "U-P B-P I-P L-P", ["0-1 P", "1-4 P"], ["0-1 P", "1-4 P"]),
        ("BILOU", "B-P I-P O", [], ["0-2 P"]),
    ],
)
def test_readings(scheme, tags, strict, conlleval):
    for reading, expected in (("strict", strict), ("conlleval", conlleval)):
        found = decoded([tags.split()], scheme, reading)
        assert [f"{s}-{e} {label}" for s, e, label in found] == expected, reading


def test_a_sentence_ends_every_span():
    assert decoded([["B-P"], ["I-P"]], "IOB2", "conlleval") == [(0, 1, "P"), (1, 2, "P")]
    assert decoded([["B-P"], ["I-P"]], "IOB2") == [(0, 1, "P")]


@pytest.mark.parametrize(
    ("sentences", "scheme"),
    [
        (["B-P I-P O B-P"], "IOB2"),
        (["O O"], "IOB2"),
        (["B-P B-P"], "IOB2"),
        (["I-P I-P B-P"], "IOB1"),
        (["I-P O I-Q"], "IOB1"),
        (["I-P O B-P"], "IOB2"),  # malformed: the stray I stands beside a B that IOB1 does not write
        (["B-P", "I-P"], "IOB2"),
        (["I-P E-P O E-Q"], "IOE2"),
        (["I-P E-P I-P O I-Q"], "IOE1"),
        (["I-P O I-P E-P"], "IOE2"),
        (["E-P"], "IOE2"),
        (["B-P E-P"], "IOBES"),
        (["S-P"], "IOBES"),
        (["U-P B-P L-P"], "BILOU"),
        (["B-P L-P"], "BILOU"),
        (["U-P S-P"], None),
        (["B-P L-P B-P E-P"], None),
    ],
)
def test_detection(sentences, scheme):
    assert detected(*sentences) == scheme


def test_what_is_a_tag():
    assert all(map(tagging.is_tag, ["O", "B", "I", "B-PER", "S-a-b", "B-B", "I--", "L-x y"]))
    assert not any(map(tagging.is_tag, ["", "o", "b-PER", "B-", "PER", "M-PER", "O-PER", "B_PER", "-", "_", "BPER"]))


# Spans written in each scheme -------------------------------------------------------------------------------------------

sentence = st.lists(st.tuples(st.integers(0, 2), st.integers(1, 4), st.sampled_from(LABELS)), max_size=6)


def laid_out(gaps):
    """Spans one behind the other from (gap, length, label), and the number of tokens."""
    spans, at = [], 0
    for gap, length, label in gaps:
        spans.append((at + gap, at + gap + length, label))
        at += gap + length
    return spans, at + 1


def encoded(spans, n, scheme):
    """The tags of spans that do not overlap, as the scheme writes them."""
    tags = ["O"] * n
    begin = {start: label for start, _, label in spans}
    end = {stop: label for _, stop, label in spans}
    for start, stop, label in spans:
        letters = ["I"] * (stop - start)
        if scheme == "IOB2" or (scheme == "IOB1" and end.get(start) == label) or scheme in ("IOBES", "BILOU"):
            letters[0] = "B"
        if scheme == "IOE2" or (scheme == "IOE1" and begin.get(stop) == label) or scheme in ("IOBES", "BILOU"):
            letters[-1] = "L" if scheme == "BILOU" else "E"
        if stop - start == 1 and scheme in ("IOBES", "BILOU"):
            letters = ["U" if scheme == "BILOU" else "S"]
        tags[start:stop] = [f"{letter}-{label}" for letter in letters]
    return tags


@pytest.mark.parametrize("scheme", SCHEMES)
@given(gaps=st.lists(sentence, max_size=3))
def test_spans_come_back(scheme, gaps):
    made = [laid_out(some) for some in gaps]
    before = np.cumsum([0, *(n for _, n in made)]).tolist()
    expected = [(s + k, e + k, label) for k, (spans, _) in zip(before, made, strict=False) for s, e, label in spans]
    sentences = [encoded(spans, n, scheme) for spans, n in made]
    for reading in READINGS:
        assert decoded(sentences, scheme, reading) == expected


# A slow twin, token by token --------------------------------------------------------------------------------------------


def slow_strict(tags, scheme):
    """The definition read as a search: from each token, the longest stretch of one label that the scheme allows."""
    letters = LETTERS[scheme]
    kinds = ["O" if t == "O" else "OBIES"[letters[t[0]]] for t in tags]
    labels = [tagging.label_of(t) for t in tags]
    found, at = [], 0
    while at < len(tags):
        stop = at + 1
        if kinds[at] == "B" or (kinds[at] in "IE" and scheme in ("IOE2", "IOB1", "IOE1")):
            inner = "IE" if scheme != "IOB2" else "I"
            while stop < len(tags) and labels[stop] == labels[at] and kinds[stop] in inner and kinds[stop - 1] != "E":
                stop += 1
        word = "".join(kinds[at:stop])
        good = {
            "IOB2": word[0] == "B",
            "IOE2": word[-1] == "E",
            "IOBES": word == "S" or (word[0] == "B" and word[-1] == "E"),
            "BILOU": word == "S" or (word[0] == "B" and word[-1] == "E"),
        }[scheme]
        if good:
            found.append((at, stop, labels[at]))
        at = stop
    return found


def slow_conlleval(tags):
    """A span opens at B and S, after O, E and S, and where the label changes; it lasts to the next opening or O."""
    found = []
    before, label_before = "O", ""
    for k, tag in enumerate(tags):
        letter, label = {"L": "E", "U": "S"}.get(tag[0], tag[0]), tagging.label_of(tag)
        if letter != "O":
            if letter in "BS" or before in "OES" or label != label_before:
                found.append([k, k, label])
            found[-1][1] = k + 1
        before, label_before = letter, label
    return [tuple(span) for span in found]


def any_tags(scheme):
    every = ["O", *(f"{letter}-{label}" for letter in LETTERS[scheme] for label in ("P", "Q"))]
    return st.lists(st.lists(st.sampled_from(every), min_size=1, max_size=9), max_size=3)


def through(sentences, read):
    before = np.cumsum([0, *map(len, sentences)]).tolist()
    return [(s + k, e + k, label) for k, tags in zip(before, sentences, strict=False) for s, e, label in read(tags)]


@pytest.mark.parametrize("scheme", ["IOB2", "IOE2", "IOBES", "BILOU"])
@given(data=st.data())
def test_strict_is_the_definition(scheme, data):
    sentences = data.draw(any_tags(scheme))
    assert decoded(sentences, scheme) == through(sentences, lambda tags: slow_strict(tags, scheme))


@pytest.mark.parametrize("scheme", SCHEMES)
@given(data=st.data())
def test_conlleval_is_the_definition(scheme, data):
    sentences = data.draw(any_tags(scheme))
    assert decoded(sentences, scheme, "conlleval") == through(sentences, slow_conlleval)


@pytest.mark.parametrize("scheme", SCHEMES)
@given(data=st.data())
def test_strict_opens_no_more_spans_and_covers_no_more(scheme, data):
    sentences = data.draw(any_tags(scheme))
    strict, lenient = (decoded(sentences, scheme, reading) for reading in READINGS)
    assert len(strict) <= len(lenient)
    for start, end, label in strict:
        assert any(s <= start and end <= e and one == label for s, e, one in lenient)
