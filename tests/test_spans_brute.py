"""Spans counted by brute force: every matching tried, every group counted one by one, every resample scored anew."""

from collections import Counter

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loaders import ReadOptions, load
from metrics import draws
from metrics.options import SpanOptions
from metrics.spans import groupings
from metrics.spans.counts import KINDS, count_exact, count_spans, count_ways
from metrics.spans.errors import label_confusion, span_errors
from metrics.spans.matching import match_exact, match_overlap
from tests import scored_spans as ours

LABELS = ("A", "B", "C")
span = st.tuples(st.integers(0, 8), st.integers(1, 4), st.sampled_from(LABELS)).map(lambda s: (s[0], s[0] + s[1], s[2]))
side = st.lists(span, max_size=5)
texts = st.lists(st.tuples(side, side), min_size=1, max_size=3)
EXAMPLES = settings(max_examples=20, deadline=None)


def shared(one, two):
    return max(0, min(one[1], two[1]) - max(one[0], two[0]))


def goals(pairs):
    """What a matching is worth, in the order in which it counts."""
    equal = [p for p in pairs if p[0][:2] == p[1][:2]]
    same = [shared(*p) for p in pairs if p not in equal and p[0][2] == p[1][2]]
    other = [shared(*p) for p in pairs if p not in equal and p[0][2] != p[1][2]]
    return sum(g == s for g, s in pairs), len(equal), sum(same), len(same), sum(other), len(other)


def matchings(gold, predicted):
    """All one-to-one matchings of spans that share words, as lists of pairs."""
    if not gold:
        yield []
        return
    first, rest = gold[0], gold[1:]
    yield from matchings(rest, predicted)
    for k, one in enumerate(predicted):
        if shared(first, one):
            for found in matchings(rest, predicted[:k] + predicted[k + 1 :]):
                yield [(first, one), *found]


def best(gold, predicted):
    return max(map(goals, matchings(sorted(set(gold)), sorted(set(predicted)))))


def written(one, row):
    """A span of a side as it was written."""
    number = one.row[row]
    return int(one.geometry.first[number] >> 10) - 1, int(one.geometry.last[number] >> 10)


def matched(sides, labels):
    """The pairs of the overlap matching, by document."""
    gold, side = sides.gold, sides.systems[0]
    found = {}
    for k, m in enumerate(match_overlap(gold, side).tolist()):
        if m >= 0:
            pair = (*written(gold, m), labels[gold.label[m]]), (*written(side, k), labels[side.label[k]])
            found.setdefault(int(side.doc[k]), []).append(pair)
    return found


@EXAMPLES
@given(texts)
def test_no_matching_is_better(documents):
    sides = ours.made(*zip(*documents, strict=True))
    found = matched(sides, sides.labels)
    for k, (gold, predicted) in enumerate(documents):
        pairs = found.get(k, [])
        assert goals(pairs) == best(gold, predicted)
        assert len({g for g, _ in pairs}) == len({s for _, s in pairs}) == len(pairs)
        assert all(shared(*pair) for pair in pairs)


@EXAMPLES
@given(texts)
def test_kinds_of_the_best_matching(documents):
    table = count_ways(ours.made(*zip(*documents, strict=True)), SpanOptions(unit="document", resamples=0))
    for row, (gold, predicted) in zip(table.values[:, 0], documents, strict=True):
        strict, equal, _, same, _, other = best(gold, predicted)
        n = strict + (equal - strict) + same + other
        assert row.tolist() == [strict, equal - strict, same, other, len(set(gold)) - n, len(set(predicted)) - n]


def dense():
    """Fixed documents of many spans over few words: components of several spans on both sides."""
    random = np.random.default_rng(5)
    for _ in range(12):
        rows = [[(int(s), int(s + n), LABELS[c]) for s, n, c in random.integers((0, 1, 0), (5, 5, 3), (5, 3))] for _ in range(2)]
        yield rows[0], rows[1]


def test_no_matching_is_better_where_all_overlap():
    documents = list(dense())
    sides = ours.made(*zip(*documents, strict=True))
    found = matched(sides, sides.labels)
    assert [goals(found[k]) for k in range(len(documents))] == [best(*d) for d in documents]


@EXAMPLES
@given(texts)
def test_exact_counts(documents):
    sides = ours.made(*zip(*documents, strict=True))
    expected = Counter()
    for gold, predicted in documents:
        for place, one in enumerate((set(gold) & set(predicted), set(gold), set(predicted))):
            expected.update({(label, place): sum(s[2] == label for s in one) for label in LABELS})
    labels = {label: tuple(expected[label, k] for k in range(3)) for label in LABELS}
    found = ours.counts(sides)
    micro = found.pop("micro")
    assert micro == tuple(sum(c[k] for c in labels.values()) for k in range(3))
    assert found == {label: c for label, c in labels.items() if any(c)}


def by_hand(documents, group):
    """Correct and all spans of both sides by group: precision's by the predicted span, recall's by gold's."""
    expected = Counter()
    for k, (gold, predicted) in enumerate(documents):
        both = set(gold) & set(predicted)
        expected.update((group(k, s), column) for column, some in ((0, both), (1, set(predicted))) for s in some)
        expected.update((group(k, s), column) for column, some in ((2, both), (3, set(gold))) for s in some)
    return expected


def length_of(_document, one):
    names = {1: "1 word", 2: "2 words", 3: "3 words"}
    return names.get(one[1] - one[0], "4–5 words")


GROUPS = {"label": lambda _, s: s[2], "length": length_of, "document": lambda k, _: f"d{k}"}


@pytest.mark.parametrize("by", sorted(GROUPS))
@EXAMPLES
@given(documents=texts)
def test_counts_of_groups(by, documents):
    sides = ours.made(*zip(*documents, strict=True))
    groups = groupings.GROUPINGS[by](sides)
    table = count_exact(sides, ours.PLAIN, groups.names, groups.gold, groups.systems)
    expected = by_hand(documents, GROUPS[by])
    for (_, name), row in zip(table.inputs[:-1], table.values.sum(axis=0), strict=False):
        assert row.tolist() == [expected[name, column] for column in range(4)], name


def test_seen_surfaces_are_those_of_training_whatever_their_label():
    words = [["mira", "tolu", "ve"], ["tolu", "ve", "Mira"]]
    text = "".join(
        f'{{"id": "d{k}", "tokens": {str(w).replace(chr(39), chr(34))}, "spans": [[0, 1, "A"], [1, 3, "B"]]}}\n'
        for k, w in enumerate(words)
    )
    corpus = load(("x.jsonl", text.encode()))
    training = load(("t.jsonl", b'{"id": "t", "tokens": ["so", "tolu", "ve"], "spans": [[1, 3, "C"], [2, 3, "C"]]}'))
    groups = groupings.seen_surfaces(training)(ours.sides_of(corpus, corpus))
    assert [groups.names[g] for g in groups.gold] == ["not seen in training", "seen in training"] + ["not seen in training"] * 2


KIND_CASES = {
    "type": ([(1, 3, "A")], [(1, 3, "B")]),
    "too long": ([(1, 3, "A")], [(1, 4, "A")]),
    "too short": ([(1, 3, "A")], [(2, 3, "A")]),
    "left": ([(1, 3, "A")], [(0, 2, "A")]),
    "right": ([(1, 3, "A")], [(2, 4, "A")]),
    "missed": ([(1, 3, "A")], []),
    "spurious": ([], [(1, 3, "A")]),
}


@pytest.mark.parametrize("kind", KIND_CASES)
def test_kind_of_one_error(kind):
    gold, predicted = KIND_CASES[kind]
    found = span_errors(ours.made([gold], [predicted]), 0)
    assert found["kind"].tolist() == [kind]
    assert found["other_label"].tolist() == [False]


def test_split_and_merged():
    one, two = [(0, 4, "A")], [(0, 2, "A"), (2, 4, "B")]
    assert span_errors(ours.made([one], [two]), 0)["kind"].tolist() == ["split", "spurious"]
    assert span_errors(ours.made([two], [one]), 0)["kind"].tolist() == ["merged", "missed"]


@EXAMPLES
@given(texts)
def test_errors_are_what_is_not_right(documents):
    sides = ours.made(*zip(*documents, strict=True))
    errors, kinds = span_errors(sides, 0), ours.kinds(sides)
    found = errors["kind"].value_counts()
    assert found.get("missed", 0) == kinds["missed"] and found.get("spurious", 0) == kinds["spurious"]
    assert found.get("type", 0) == kinds["span"]
    assert len(errors) == sum(kinds.values()) - kinds["strict"]
    assert errors["other_label"].sum() == kinds["overlap"]
    for row in errors.itertuples():
        gold, predicted = documents[row.doc]
        if row.gold_label:
            assert (row.gold_first - 1, row.gold_last, row.gold_label) in gold
        if row.predicted_label:
            assert (row.first - 1, row.last, row.predicted_label) in predicted


@EXAMPLES
@given(texts)
def test_kinds_by_hand(documents):
    """Split: another predicted span, matched with nothing, shares gold's words; merged: the mirror image; else by borders."""
    sides = ours.made(*zip(*documents, strict=True))
    pairs = matched(sides, sides.labels)
    expected = Counter()
    for k, (gold, predicted) in enumerate(documents):
        here = pairs.get(k, [])
        lone = set(gold) - {g for g, _ in here}, set(predicted) - {s for _, s in here}
        expected.update(named(g, s, *lone) for g, s in here if g != s)
        expected.update({"missed": len(lone[0]), "spurious": len(lone[1])})
    assert Counter(span_errors(sides, 0)["kind"]) == +expected


def named(gold, one, missed, spurious):
    if gold[:2] == one[:2]:
        return "type"
    if any(shared(gold, s) for s in spurious):
        return "split"
    if any(shared(g, one) for g in missed):
        return "merged"
    if one[0] <= gold[0] and one[1] >= gold[1]:
        return "too long"
    if one[0] >= gold[0] and one[1] <= gold[1]:
        return "too short"
    return "left" if one[0] < gold[0] else "right"


@EXAMPLES
@given(texts)
def test_confusion_sums_to_all_spans(documents):
    sides = ours.made(*zip(*documents, strict=True))
    counted = ours.counts(sides)
    micro = counted.pop("micro")
    right = pd.Series({name: c[0] for name, c in counted.items()}, dtype=int)
    table = label_confusion(span_errors(sides, 0), right)
    assert table.drop(index="").to_numpy().sum() == micro[1]
    assert table.drop(columns="").to_numpy().sum() == micro[2]
    for name, (_, gold, predicted) in counted.items():
        assert (table.loc[name].sum(), table[name].sum()) == (gold, predicted)


# Means and intervals, resample by resample.


def f1(correct, gold, predicted):
    return 2 * correct / (gold + predicted) if gold + predicted else None


def slow_scores(parts, labels, everything):
    """Micro, macro and weighted of the counts of labels, {label: (correct, gold, predicted)}."""
    micro = f1(*(sum(parts[name][k] for name in labels) for k in range(3)))
    each = {name: f1(*parts[name]) for name in labels}
    known = [each[name] or 0.0 for name in labels if each[name] is not None or everything[name] is None]
    support = sum(parts[name][1] for name in labels)
    weighted = sum((each[name] or 0) * parts[name][1] for name in labels) / support if support else None
    return {"micro": micro, "macro": sum(known) / len(known) if known else None, "weighted": weighted} | each


def test_intervals_against_a_slow_bootstrap():
    random = np.random.default_rng(3)
    documents = [
        [[(int(s), int(s) + 1, LABELS[c]) for s, c in zip(random.permutation(12)[:4], random.integers(0, 3, 4), strict=True)]] * 2
        for _ in range(30)
    ]
    documents = [(gold, [s if random.random() > 0.3 else (s[0], s[1] + 1, s[2]) for s in gold]) for gold, _ in documents]
    documents[3] = ([], [])
    sides = ours.made(*zip(*documents, strict=True), n=14)
    options = SpanOptions(resamples=200)
    found = ours.found(sides, options)
    units = [
        {label: tuple(sum(s[2] == label for s in some) for some in (set(g) & set(p), set(g), set(p))) for label in LABELS}
        for g, p in documents
    ]

    def added(rows):
        return {label: tuple(sum(units[u][label][k] for u in rows) for k in range(3)) for label in LABELS}

    whole = slow_scores(added(range(30)), LABELS, dict.fromkeys(LABELS, 0.0))
    drawn = [draws.unit_draws(30, 30 * b, 30, options.seed).tolist() for b in range(200)]
    slow = [slow_scores(added(rows), LABELS, whole) for rows in drawn]
    shown = {**{r.metric: r for r in found.scores.itertuples()}, **{r.singletons: r for r in found.label_scores.itertuples()}}
    for name in ("micro", "macro", "weighted", *LABELS):
        values = sorted(100 * one[name] for one in slow if one[name] is not None)
        row = shown[name]
        assert row.f1 == pytest.approx(100 * whole[name])
        assert (row.low, row.high) == pytest.approx((values[5], values[194])), name
        assert row.used == len(values) == 200
        assert row.units == (29 if name not in LABELS else sum(any(u[name]) for u in units))


# What holds for any spans.


@EXAMPLES
@given(texts, st.randoms())
def test_order_of_spans_documents_and_names_of_labels_do_not_matter(documents, random):
    sides = ours.made(*zip(*documents, strict=True))
    names = dict(zip(LABELS, ("c", "b", "a"), strict=True))
    order = random.sample(range(len(documents)), len(documents))

    def moved(some):
        some = [(*s[:2], names[s[2]]) for s in some]
        random.shuffle(some)
        return some

    ids = [f"d{k}" for k in order]
    texts = [ours.lines([moved(documents[k][side]) for k in order], 12, ids) for side in (0, 1)]
    other = ours.sides_of(
        *(load((f"{k}.jsonl", text), options=ReadOptions(format="spans-jsonl")) for k, text in enumerate(texts))
    )
    assert ours.kinds(other) == ours.kinds(sides)
    assert ours.counts(other) == {names.get(name, name): c for name, c in ours.counts(sides).items()}
    found = ours.scores(sides)
    assert all(score == pytest.approx(found[name]) for name, score in ours.scores(other).items())


@EXAMPLES
@given(texts)
def test_a_system_in_another_order_of_documents(documents):
    gold, predicted = zip(*documents, strict=True)
    ids = [f"d{k}" for k in range(len(documents))]
    turned = load(("p.jsonl", ours.lines(predicted[::-1], 12, ids[::-1])), options=ReadOptions(format="spans-jsonl"))
    straight = ours.made(gold, predicted)
    other = ours.sides_of(load(("g.jsonl", ours.lines(gold, 12)), options=ReadOptions(format="spans-jsonl")), turned)
    assert ours.kinds(other) == ours.kinds(straight)
    assert ours.counts(other) == ours.counts(straight)
    assert span_errors(other, 0)["kind"].tolist() == span_errors(straight, 0)["kind"].tolist()


@EXAMPLES
@given(st.lists(side, min_size=1, max_size=3))
def test_gold_against_itself(documents):
    sides = ours.made(documents, documents)
    n = sum(len(set(d)) for d in documents)
    assert ours.kinds(sides) == dict.fromkeys(KINDS, 0) | {"strict": n}
    assert all(score == pytest.approx((1, 1, 1) if n else (0, 0, 0)) for score in ours.scores(sides).values())
    assert span_errors(sides, 0).empty


@EXAMPLES
@given(texts)
def test_swapped_sides_swap_precision_and_recall(documents):
    gold, predicted = zip(*documents, strict=True)
    one, two = ours.scores(ours.made(gold, predicted)), ours.scores(ours.made(predicted, gold))
    for name in ("micro", "macro", "strict", "exact", "partial", "type"):
        precision, recall, score = one[name]
        assert two[name] == pytest.approx((recall, precision, score)), name
    turned = ours.kinds(ours.made(predicted, gold))
    straight = ours.kinds(ours.made(gold, predicted))
    assert straight == turned | {"missed": turned["spurious"], "spurious": turned["missed"]}


@EXAMPLES
@given(texts)
def test_counts_are_sums_over_documents(documents):
    whole = Counter(ours.kinds(ours.made(*zip(*documents, strict=True))))
    parts = Counter()
    for document in documents:
        parts.update(ours.kinds(ours.made(*zip(document, strict=True))))
    assert whole == parts


@EXAMPLES
@given(texts)
def test_a_span_written_twice_counts_once(documents):
    gold, predicted = zip(*documents, strict=True)
    twice = ours.made([[*d, *d] for d in gold], [[*d, *d[:1]] for d in predicted])
    assert ours.kinds(twice) == ours.kinds(ours.made(gold, predicted))


@EXAMPLES
@given(texts)
def test_kinds_sum_to_spans_of_both_sides(documents):
    sides = ours.made(*zip(*documents, strict=True))
    kinds, (_, gold, predicted) = ours.kinds(sides), ours.counts(sides)["micro"]
    assert sum(n for kind, n in kinds.items() if kind != "spurious") == gold
    assert sum(n for kind, n in kinds.items() if kind != "missed") == predicted
    assert kinds["strict"] == ours.counts(sides)["micro"][0]


@EXAMPLES
@given(texts)
def test_units_of_sentences_and_documents_hold_the_same_counts(documents):
    sides = ours.made(*zip(*documents, strict=True))
    for count in (count_spans, count_ways):
        one, two = (count(sides, SpanOptions(unit=unit, resamples=0)) for unit in ("sentence", "document"))
        assert one.values.sum(axis=0).tolist() == two.values.sum(axis=0).tolist()


@EXAMPLES
@given(texts)
def test_exact_matching_without_labels_pairs_equal_places(documents):
    sides = ours.made(*zip(*documents, strict=True))
    match = match_exact(sides.gold, sides.systems[0], labelled=False)
    expected = 0
    for gold, predicted in documents:
        places = [Counter(s[:2] for s in set(one)) for one in (gold, predicted)]
        expected += sum((places[0] & places[1]).values())
    assert (match >= 0).sum() == expected


def test_two_by_two_is_solved_without_a_solver():
    """Straight (3 and 3 words) beats crosswise (1 word), whichever comes first."""
    gold, predicted = [(0, 4, "A"), (4, 8, "A")], [(1, 5, "A"), (5, 8, "A")]
    for one, two in ((gold, predicted), (predicted, gold), (gold[::-1], predicted)):
        assert ours.kinds(ours.made([one], [two]))["label"] == 2
