"""Every grouping of words against a slow textbook count."""

from collections import Counter

import pytest
from hypothesis import given, settings

from metrics.options import TreeOptions
from metrics.ud.features import count_features
from metrics.ud.groupings import GROUPINGS, count_groups, seen_lemmas
from metrics.ud.project import align_trees
from metrics.ud.side import read_side
from tests import brute_ud
from tests.reference import DATA
from tests.test_ud_properties import corpus
from tests.trees import pairs

SIZES = ["", "1", "2", "3–6", "3–6", "3–6", "3–6"]


def depth(word):
    return 0 if word.parent is None else 1 + depth(word.parent)


def depth_name(word):
    found = depth(word)
    return "0 (root)" if not found else "8 and more" if found >= 8 else "6–7" if found >= 6 else str(found)


def distance(word):
    if word.parent is None:
        return "root"
    length = word.parent.number - word.number
    size = SIZES[abs(length)] if abs(length) < 7 else "7 and more"
    return f"{size} {'right' if length > 0 else 'left'}"


def ancestors(word):
    while word:
        yield word.number
        word = word.parent


def projective(words):
    def of(word):
        if word.parent is None:
            return "projective"
        low, high = sorted((word.number, word.parent.number))
        between = [w for w in words if w.sentence == word.sentence and low < w.number < high]
        return "projective" if all(word.parent.number in ancestors(w) for w in between) else "not projective"

    return of


def constant(value):
    return lambda _words: value


VALUES = {
    "relation": constant(lambda w: w.deprel),
    "subtype": constant(lambda w: w.cells[7]),
    "upos": constant(lambda w: w.upos),
    "xpos": constant(lambda w: w.xpos),
    "depth": constant(depth_name),
    "distance": constant(distance),
    "projective": projective,
}


def length_name(size):
    for most, name in ((5, "1–5"), (10, "6–10"), (20, "11–20"), (30, "21–30"), (50, "31–50")):
        if size <= most:
            return name
    return "51 and more"


# Groups of gold's sentences; the texts are marked so that every second sentence begins a document.
SENTENCES = {
    "length": lambda gold, k: length_name(sum(w.sentence == k for w in gold.words)),
    "document": lambda _gold, k: f"d{k // 2}",
    "genre": lambda _gold, k: ["no genre", "poem", "song"][k // 2 % 3],
}


def marked(text):
    """A treebank with documents of two sentences, a third of them without a genre."""
    found = []
    for k, sentence in enumerate(text.rstrip("\n").split("\n\n")):
        genre = [None, "poem", "song"][k // 2 % 3]
        comments = [f"# newdoc id = d{k // 2}\n", f"# genre = {genre}\n" if genre else ""] if k % 2 == 0 else []
        found.append("".join(comments) + sentence + "\n\n")
    return "".join(found)


def slow_sentences(gold, system, value, agree):
    """Counts by a property of gold's sentences: a predicted word counts for its counterpart's, else where it begins."""
    pairs_ = brute_ud.align(gold.words, system.words)
    counterpart = {id(s): g.sentence for g, s in pairs_}

    def place(word):
        within = (k for k, (begin, end) in enumerate(gold.sentences) if begin <= word.start < end)
        return value(gold, counterpart[id(word)] if id(word) in counterpart else next(within))

    right = [value(gold, g.sentence) for g, s in pairs_ if agree(g, s)]
    return tabled(right, map(place, system.words), right, (value(gold, g.sentence) for g in gold.words))


def slow(gold, system, value, agree):
    """By group: p_num, p_den, r_num, r_den."""
    ours, theirs = value(gold.words), value(system.words)
    right = [pair for pair in brute_ud.align(gold.words, system.words) if agree(*pair)]
    return tabled((theirs(s) for _, s in right), map(theirs, system.words), (ours(g) for g, _ in right), map(ours, gold.words))


def tabled(*columns):
    counted = [Counter(column) for column in columns]
    return {name: [c[name] for c in counted] for name in set().union(*counted)}


def fast(table):
    total = table.values.sum(axis=0).astype(int).tolist()
    return {name: row for (_, name), row in zip(table.inputs, total, strict=True) if any(row)}


def check(gold, system):
    project = align_trees(corpus(marked(gold)), [corpus(system)], ["A"])
    one, other = brute_ud.read(gold), brute_ud.read(system)
    las = brute_ud.agreements(brute_ud.align(one.words, other.words))["LAS"]
    for name, value in VALUES.items():
        assert fast(count_groups(project, TreeOptions(), GROUPINGS[name], ["LAS"])) == slow(one, other, value, las), name
    for name, value in SENTENCES.items():
        counted = fast(count_groups(project, TreeOptions(), GROUPINGS[name], ["LAS"]))
        assert counted == slow_sentences(one, other, value, las), name
    seen = seen_lemmas(read_side(corpus(gold.split("\n\n")[0] + "\n\n")))
    known = {w.lemma for w in brute_ud.read(gold.split("\n\n")[0]).words}
    value = constant(lambda w: "seen lemma" if w.lemma in known else "unseen lemma")
    assert fast(count_groups(project, TreeOptions(), seen, ["LAS"])) == slow(one, other, value, las)
    assert fast(count_features(project, TreeOptions(features="all"))) == slow_features(one, other)


def slow_features(gold, system):
    def features(word):
        return {f.partition("=")[0]: f for f in word.cells[5].split("|") if f != "_"}

    pairs_ = brute_ud.align(gold.words, system.words)
    right = [name for g, s in pairs_ for name, f in features(g).items() if features(s).get(name) == f]
    return tabled(right, (n for w in system.words for n in features(w)), right, (n for w in gold.words for n in features(w)))


@settings(max_examples=12, deadline=None)
@given(pairs())
def test_groups_are_counted_as_a_textbook_would(files):
    check(*files)


@pytest.mark.parametrize("name", ["synthE.B"])
def test_groups_of_the_invented_treebanks(name):
    check(*((DATA / "ud" / f"{file}.conllu").read_text("utf-8") for file in ("synthE.gold", name)))
