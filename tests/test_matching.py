"""Head, partial and zero matching and MOR against brute force: all one-to-one matchings tried, ties by the rule."""

from fractions import Fraction
from itertools import groupby

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loaders import build
from loaders.build import Parsed, Spans, Text
from metrics import CoreferenceOptions, align_systems, count_systems, geometry, matching, mentions, zeros
from tests import brute
from tests.conllu_text import line, read
from tests.making import conll
from tests.making import read as read_conll
from tests.reference import DATA, golden
from tests.reference import corpus as load_corpus

N = 7  # words
COREFUD = "# global.Entity = eid-etype-head-other\n"


def runs(words):
    """A set of words as its unbroken runs, half-open."""
    grouped = groupby(enumerate(sorted(words)), key=lambda pair: pair[1] - pair[0])
    return [(run[0], run[-1] + 1) for run in ([w for _, w in group] for _, group in grouped)]


def corpus(found, name="made"):
    """One document of N words; found : (words, head) of each mention, -1 for an unknown head; each its own entity."""
    pieces = [runs(words) for words, _ in found]
    n = len(found)
    doc, count = np.zeros(N, np.int32), np.arange(n, dtype=np.int64)
    text = Text(["d"], [name], [1], doc, doc, pa.array(["w"] * N, pa.string()), np.ones(N, np.int64))
    spans = Spans(
        np.zeros(n, np.int64),
        np.array([p[0][0] for p in pieces], np.int64),
        np.array([p[-1][1] for p in pieces], np.int64),
        count,
        np.ones(n, np.int64),
        head=np.array([head for _, head in found], np.int64),
        parts={k: p for k, p in enumerate(pieces) if len(p) > 1},
    )
    return build.corpus(Parsed(text, spans), name=name, digest=str(hash(str(found))), format="made")


def matched(gold, predicted, **options):
    """(row of gold, row of predicted) of all matched mentions."""
    project = align_systems(gold, [predicted])
    ours, _ = mentions.read_mentions(gold)
    theirs, _ = mentions.read_mentions(predicted, project.alignments[0].document, ours.n_docs)
    match = matching.matcher(project, CoreferenceOptions(**options))(0).match(ours, theirs)
    return {(int(ours.row[m]), int(theirs.row[k])) for k, m in enumerate(match.tolist()) if m >= 0}


def all_matchings(pairs):
    if not pairs:
        yield frozenset()
        return
    (g, p), rest = pairs[0], pairs[1:]
    yield from all_matchings(rest)
    for one in all_matchings([(a, b) for a, b in rest if a != g and b != p]):
        yield one | {(g, p)}


def rank(gold, predicted, pairs):
    """What the rule orders matchings by: total similarity, length differences, then starts, then ends."""
    total = sum(Fraction(len(gold[g][0] & predicted[p][0]), len(gold[g][0])) for g, p in pairs)
    lengths = sum(abs(len(gold[g][0]) - len(predicted[p][0])) for g, p in pairs)
    starts, ends = (sorted(edge(predicted[p][0]) for _, p in pairs) for edge in (min, max))
    return -total, lengths, starts, ends


def brute_match(gold, predicted, mode):
    """The pairs that are certain, those that may be, and the best rank among all matchings of the latter."""
    every = [(g, p) for g in range(len(gold)) for p in range(len(predicted))]
    same = {(g, p) for g, p in every if gold[g][0] == predicted[p][0] and (mode == "partial" or gold[g][1] == predicted[p][1])}
    left = [(g, p) for g, p in every if g not in {g for g, _ in same} and p not in {p for _, p in same}]
    fits = {
        "head": lambda g, p: gold[g][1] == predicted[p][1],
        "partial": lambda g, p: predicted[p][0] <= gold[g][0] and gold[g][1] in predicted[p][0],
    }[mode]
    pairs = [pair for pair in left if fits(*pair)]
    return same, set(pairs), min(rank(gold, predicted, m) for m in all_matchings(pairs))


WORDS = st.sets(st.integers(0, N - 1), min_size=1, max_size=N)
RUN = st.tuples(st.integers(0, N - 1), st.integers(1, N)).map(lambda r: set(range(r[0], min(r[0] + r[1], N))))
MENTION = st.one_of(RUN, RUN, WORDS).flatmap(lambda words: st.tuples(st.just(words), st.sampled_from(sorted(words))))
SIDE = st.lists(MENTION, max_size=4, unique_by=lambda mention: frozenset(mention[0]))


@pytest.mark.parametrize("mode", ["head", "partial"])
@settings(max_examples=50)
@given(SIDE, SIDE)
def test_matching_is_the_best_of_all(mode, gold, predicted):
    if not gold or not predicted:
        return
    found = matched(corpus(gold, "gold"), corpus(predicted), match=mode)
    same, possible, best = brute_match(gold, predicted, mode)
    assert same <= found
    assert found - same <= possible
    assert len({g for g, _ in found}) == len({p for _, p in found}) == len(found)
    assert rank(gold, predicted, found - same) == best


@settings(max_examples=50)
@given(SIDE, SIDE)
def test_exact_matching_is_equality_of_word_sets(gold, predicted):
    found = matched(corpus(gold, "gold"), corpus(predicted), match="exact")
    assert found == {(g, p) for g, (a, _) in enumerate(gold) for p, (b, _) in enumerate(predicted) if a == b}


@settings(max_examples=50)
@given(SIDE, SIDE)
def test_mor_is_the_largest_one_to_one_overlap(gold, predicted):
    project = align_systems(corpus(gold, "gold"), [corpus(predicted)])
    for mode in ("exact", "head"):
        table = count_systems(project, CoreferenceOptions(match=mode), ["keep"])
        ours, theirs = [words for words, _ in gold], [words for words, _ in predicted]
        shared = brute.best_sum(ours, theirs, lambda a, b: len(a & b))
        expected = [shared, sum(map(len, theirs)), shared, sum(map(len, ours))]
        assert table.values[0, 0, table.columns["MOR"]].tolist() == expected


def test_the_solver_and_the_search_find_the_same_total(monkeypatch):
    from metrics import assignment

    drawn = np.random.default_rng(5)
    for _ in range(40):
        left, right = np.divmod(drawn.choice(25, 12, replace=False), 5)
        weight = drawn.integers(1, 9, 12)
        pairs = assignment.Candidates(left, right, weight, np.full(12, 3), (np.zeros(12),))
        sums = []
        for steps in (10**9, 0):
            monkeypatch.setattr(assignment, "MOST_STEPS", steps)
            chosen = set(zip(*map(np.ndarray.tolist, assignment.assign(pairs)), strict=True))
            sums.append(sum(int(w) for a, b, w in zip(left, right, weight, strict=True) if (a, b) in chosen))
        assert sums[0] == sums[1]


# Where two matchings are equally good the reference takes either; here the smaller difference in length decides.
BY_RULE = {"two_responses_cover_the_key": [["4-6", "3-7"]]}


@pytest.mark.parametrize("name", golden(DATA / "coref/golden/corefud_alignment_ties.json"))
def test_ties_of_the_reference(name):
    expected = golden(DATA / "coref/golden/corefud_alignment_ties.json")[name]
    folder = DATA / "coref/crafted"
    gold, predicted = load_corpus(folder / f"tie_{name}.key.conllu"), load_corpus(folder / f"tie_{name}.sys.conllu", "predicted")

    def range_of(side, row):
        return f"{side.spans['start'][row] + 1}-{side.spans['end'][row]}"

    for mode, key in (("head", "head"), ("partial", "partial-corefud"), ("exact", "exact")):
        found = sorted([range_of(gold, g), range_of(predicted, p)] for g, p in matched(gold, predicted, match=mode))
        wanted = BY_RULE.get(name, expected[key]) if mode == "head" else expected[key]
        assert found == sorted(wanted), mode


def test_a_tie_in_length_goes_to_the_earlier_start():
    gold = corpus([({2, 3, 4}, 3)], "gold")
    for order in ([0, 1], [1, 0]):
        rows = [({3, 4, 5}, 3), ({1, 2, 3}, 3)]
        found = matched(gold, corpus([rows[k] for k in order]), match="head")
        assert found == {(0, order.index(1))}


# Words 1 to 5; the root is word 2, whose dependents are 1, 3 and 5; word 4 hangs on 3.
TREE = "".join(line(i, f"w{i}", head, misc) for i, head, misc in [
    (1, 2, "_"), (2, 0, "_"), (3, 2, "Entity=(e1-x-1-"), (4, 3, "_"), (5, 2, "Entity=e1)"),
]) + "\n"  # fmt: skip


@pytest.mark.parametrize(
    ("cells", "pairs"),
    [
        (["-", "-", "(1)", "-", "-"], {(0, 0)}),  # headed by 3, as gold's
        (["-", "-", "-", "(1", "1)"], set()),  # the highest of 4 and 5 is 5
        (["-", "(1", "-", "1)", "-"], set()),  # the root, 2
        (["-", "-", "(1", "1)", "-"], {(0, 0)}),
        (["-", "-", "(1", "-", "1)"], {(0, 0)}),  # of 3 and 5, equally high, the leftmost
    ],
)
def test_a_predicted_mention_without_a_head_takes_the_highest_word_of_golds_tree(cells, pairs):
    gold = read(COREFUD + "# newdoc id = d\n" + TREE)
    predicted = read_conll(conll({"d": ([f"w{i}" for i in range(1, 6)], cells)}))
    assert matched(gold, predicted, match="head") == pairs


def test_a_gap_lends_no_head():
    gold = read(
        COREFUD
        + "# newdoc id = d\n"
        + TREE.replace("(e1-x-1-", "_").replace("Entity=_", "_").replace("Entity=e1)", "Entity=(e1-x-1-)")
    )
    misc = ["Entity=(e1[1/2]-x-)", "_", "_", "_", "Entity=(e1[2/2]-x-)"]
    text = "".join(line(i, f"w{i}", "_", m) for i, m in enumerate(misc, 1))
    predicted = read("# global.Entity = eid-etype\n# newdoc id = d\n" + text + "\n")
    assert predicted.spans["head"].tolist() == [-1]
    project = align_systems(gold, [predicted])
    own = zeros.with_heads(project, 0, geometry.geometry(predicted), CoreferenceOptions(match="head"))
    assert own.head.tolist() == [1 << 10]  # word 1; the root, word 2, stands in the gap


def test_a_head_beyond_its_sentence_counts_as_a_root():
    gold = read(COREFUD + "# newdoc id = d\n" + line(1, "w1", "2147483647", "Entity=(e1-x-1-)") + line(2, "w2", "1") + "\n")
    assert zeros.depths(gold)[:2].tolist() == [0, 1]
    predicted = read_conll(conll({"d": (["w1", "w2"], ["(1", "1)"])}))
    assert matched(gold, predicted, match="head") == {(0, 0)}


def test_cycles_have_a_depth():
    assert len(zeros.depths(read(line(1, "a", 2) + line(2, "b", 1) + line(3, "c", 0) + "\n"))) == 3


NODES = st.lists(
    st.tuples(st.integers(0, 3), st.lists(st.tuples(st.integers(0, 2), st.sampled_from("xy")), max_size=2, unique=True)),
    max_size=3,
)


def with_zeros(nodes):
    """Three words, and empty nodes (word, its DEPS), each a mention; and the ids and DEPS in the order of the text."""
    rows, ids, count = {k: [] for k in range(4)}, [], 0
    for k in range(4):
        for number, (_, deps) in enumerate([node for node in nodes if node[0] == k], 1):
            written = "|".join(f"{head}:{relation}" for head, relation in sorted(deps)) or "_"
            rows[k].append(f"{k}.{number}\t_\t_\tX\t_\t_\t_\t_\t{written}\tEntity=(e{count}-x-1-)\n")
            ids.append(((k, number), {(str(h), r) for h, r in deps}))
            count += 1
    body = "".join(rows[0]) + "".join(line(k, f"w{k}", 0 if k == 1 else 1) + "".join(rows[k]) for k in (1, 2, 3))
    return read(COREFUD + "# newdoc id = d\n" + body + "\n"), ids


def f(one, other):
    return Fraction(2 * len(one & other), len(one) + len(other)) if one or other else Fraction(0)


def weight(one, other, how):
    if how == "linear":
        return Fraction(int(one[0] == other[0]))
    heads = [{head for head, _ in side[1]} for side in (one, other)]
    return 10 * f(one[1], other[1]) + f(*heads)


@pytest.mark.parametrize("how", ["dependent", "linear"])
@settings(max_examples=50)
@given(NODES, NODES)
def test_zeros_are_the_best_of_all_matchings(how, nodes, other_nodes):
    (gold, ids), (predicted, other_ids) = with_zeros(nodes), with_zeros(other_nodes)
    ours, _ = mentions.read_mentions(gold)
    theirs, _ = mentions.read_mentions(predicted, np.zeros(1, np.int64), 1)
    sides = matching.Sides(ours, theirs, geometry.geometry(gold), geometry.geometry(predicted))
    match = zeros.match_zeros(gold, predicted, sides, how)
    found = [(int(ours.row[m]), int(theirs.row[k])) for k, m in enumerate(match.tolist()) if m >= 0]
    weights = {(a, b): weight(one, other, how) for a, one in enumerate(ids) for b, other in enumerate(other_ids)}
    assert all(weights[pair] > 0 for pair in found)
    assert len({a for a, _ in found}) == len({b for _, b in found}) == len(found)
    possible = [pair for pair, w in weights.items() if w]
    assert sum(weights[pair] for pair in found) == max(sum(weights[p] for p in m) for m in all_matchings(possible))


def test_a_leftover_zero_may_match_as_any_mention():
    one, _ = with_zeros([(1, [(0, "x")])])
    other, _ = with_zeros([(1, [(2, "y")])])
    assert matched(one, other, match="exact") == {(0, 0)}  # the same place
    moved, _ = with_zeros([(2, [(2, "y")])])
    assert matched(one, moved, match="exact") == set()


def test_zeros_of_another_sentence_do_not_match():
    node = "1.1\t_\t_\tX\t_\t_\t_\t_\t1:x\tEntity=(e1-x-1-)\n"
    first = read(COREFUD + "# newdoc id = d\n" + line(1, "a") + node + "\n" + line(1, "b") + "\n")
    second = read(COREFUD + "# newdoc id = d\n" + line(1, "a") + "\n" + line(1, "b") + node + "\n")
    for how in ("dependent", "linear"):
        assert matched(first, second, match="head", zero_match=how) == set()
        assert matched(first, first, match="head", zero_match=how) == {(0, 0)}


def test_thousands_of_mentions_over_each_other_are_refused_not_endless(monkeypatch):
    from loaders import AlignmentError

    monkeypatch.setattr(geometry, "MOST_PAIRS", 100)
    many = [(set(range(k, N)), N - 1) for k in range(N)]
    project = align_systems(corpus(many, "gold"), [corpus([(set(range(k)), 0) for k in range(1, N)])])
    monkeypatch.setattr(geometry, "MOST_PAIRS", 10)
    with pytest.raises(
        AlignmentError, match="made: gold or this system has mentions that lie over each other in more than 10 pairs"
    ):
        count_systems(project, CoreferenceOptions(match="exact"))
