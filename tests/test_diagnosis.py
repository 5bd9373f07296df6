"""What groups cost and who loses what, against sets of mentions and pairs that are mended by hand."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from figures import diagnosis, paper, paper_captions
from figures.frames import Systems
from figures.registry import FIGURES
from metrics.options import TypedOptions
from metrics.typed import compared, evaluation
from metrics.typed.cost import group_costs, joint_cost
from metrics.typed.diagnosis import costliest, diagnose, find, moved
from metrics.typed.groupings import GROUPINGS
from metrics.typed.losses import PARTS, count_losses, form_losses, read_losses, shared_losses
from metrics.typed.project import assign_all, class_groups
from tests.typed_cases import labelled, typed

TOKENS = 12
QUIET = TypedOptions(resamples=0)
SPANS = st.tuples(st.integers(0, TOKENS - 1), st.integers(0, 2)).map(lambda p: (p[0], min(p[0] + p[1], TOKENS - 1)))


@st.composite
def clusters(draw):
    """Entities of spans, none twice; at least one."""
    spans = draw(st.lists(SPANS, min_size=1, max_size=10, unique=True))
    entity = draw(st.lists(st.integers(0, 3), min_size=len(spans), max_size=len(spans)))
    return [[list(s) for s, e in zip(spans, entity, strict=True) if e == k] for k in sorted(set(entity))]


@st.composite
def projects(draw, systems=2):
    """Gold, systems, and classes of gold's mentions by labels on some of them."""
    gold = draw(clusters())
    made = typed(TOKENS, gold, *(draw(clusters()) for _ in range(systems)))
    spans = [tuple(span) for cluster in gold for span in cluster]
    labels = [[*span, draw(st.sampled_from("XY"))] for span in draw(st.lists(st.sampled_from(spans), min_size=1, unique=True))]
    return made, class_groups(made, assign_all(made, labelled(made.project.gold, labels), None, 0.5))


def f1(right, predicted, gold):
    return 200 * right / (predicted + gold) if predicted + gold else np.nan


def charged(made, groups, number, metric):
    """What gold holds and what a system predicts, each as {item: class} with gold's class where gold has the item."""
    side = made.systems[number]
    ours = {int(m): groups.names[c] for m, c in enumerate(groups.gold.mention)}
    name = [int(m) if m >= 0 else f"extra {k}" for k, m in enumerate(side.match)]
    if metric == "mention":
        theirs = {n: ours.get(n, groups.names[c]) for n, c in zip(name, groups.systems[number].mention, strict=True)}
        return ours, theirs
    shared = [k for k, m in enumerate(side.match) if m >= 0]
    gold = {
        frozenset((name[a], name[b])): groups.names[groups.gold.pair[name[a]]]
        for a, b in combinations(shared, 2)
        if made.gold.mentions.entity[name[a]] == made.gold.mentions.entity[name[b]]
    }
    theirs = {}
    for a, b in combinations(shared, 2):
        if side.mentions.entity[a] == side.mentions.entity[b]:
            pair = frozenset((name[a], name[b]))
            theirs[pair] = gold.get(pair, groups.names[groups.systems[number].pair[a]])
    return gold, theirs


def score(gold, theirs):
    return f1(len(gold.keys() & theirs.keys()), len(theirs), len(gold))


def mended(gold, theirs, perfect):
    """The system's items with some classes made perfect by hand."""
    kept = {item: c for item, c in theirs.items() if c not in perfect}
    return kept | {item: c for item, c in gold.items() if c in perfect}


@settings(max_examples=25, deadline=None)
@given(projects())
def test_a_cost_is_what_mending_by_hand_brings(case):
    made, groups = case
    counts = evaluation.count(made, groups, QUIET).counts
    for row in group_costs(counts, QUIET).itertuples():
        gold, theirs = charged(made, groups, made.names.index(row.system), row.metric)
        gain = score(gold, mended(gold, theirs, {row.group})) - score(gold, theirs)
        assert row.cost == pytest.approx(gain, abs=1e-9, nan_ok=True)
        assert np.isnan(row.cost) or row.cost >= -1e-9
        assert row.gold == sum(c == row.group for c in gold.values())
        assert row.lost == sum(c == row.group for item, c in gold.items() if item not in theirs)
    named = [name for name in groups.names if name != "none"]
    for row in joint_cost(counts, QUIET, named).itertuples():
        gold, theirs = charged(made, groups, made.names.index(row.system), row.metric)
        gain = score(gold, mended(gold, theirs, set(named))) - score(gold, theirs)
        assert row.cost == pytest.approx(gain, abs=1e-9, nan_ok=True)


@settings(max_examples=25, deadline=None)
@given(projects())
def test_own_and_shared_losses_are_those_of_the_sets(case):
    made, groups = case
    counts = count_losses(made, groups, made.names)
    table = shared_losses(counts, QUIET).set_index(["metric", "part", "group"])
    found = [set(side.match[side.match >= 0].tolist()) for side in made.systems]
    entities = [made.gold.mentions.entity, *(dict(zip(s.match, s.mentions.entity, strict=True)) for s in made.systems)]
    pairs = [p for p in combinations(sorted(found[0] & found[1]), 2) if entities[0][p[0]] == entities[0][p[1]]]
    kinds = {
        "mention": (range(len(made.gold.mentions)), groups.gold.mention, lambda m, k: m not in found[k]),
        "link": (pairs, groups.gold.pair, lambda p, k: entities[k + 1][p[0]] != entities[k + 1][p[1]]),
    }
    for metric, (items, codes, lost) in kinds.items():
        for code, group in enumerate(groups.names):
            here = [i for i in items if codes[i[0] if metric == "link" else i] == code]
            expected = {(True, False): 0, (True, True): 0, (False, True): 0, (False, False): 0}
            for item in here:
                expected[lost(item, 0), lost(item, 1)] += 1
            for part, key in zip(PARTS, ((True, False), (True, True), (False, True)), strict=True):
                row = table.loc[(metric, part, group)]
                assert (row["lost"], row["gold"]) == (expected[key], len(here))


@settings(max_examples=30, deadline=None)
@given(projects(systems=1))
def test_lost_mentions_and_links_by_form_add_up_to_those_of_the_group(case):
    made, groups = case
    forms = GROUPINGS["length"](made)
    table = form_losses(made, groups, forms, read_losses(made, QUIET, 0)).groupby("group", sort=False).sum(numeric_only=True)
    for row in group_costs(evaluation.count(made, groups, QUIET).counts, QUIET).itertuples():
        gold, lost = ("gold", "lost") if row.metric == "mention" else ("links", "lost_links")
        assert (table.loc[row.group, gold], table.loc[row.group, lost]) == (row.gold, row.lost)


@settings(max_examples=20, deadline=None)
@given(clusters())
def test_a_perfect_system_costs_nothing_anywhere(gold):
    made = typed(TOKENS, gold, gold)
    groups = class_groups(made, assign_all(made, labelled(made.project.gold, [[*gold[0][0], "X"]]), None, 0.5))
    counts = evaluation.count(made, groups, QUIET).counts
    frame = diagnose(counts, QUIET)
    assert not frame["cost"].fillna(0).any() and not frame["lost"].any() and not frame["extra"].any()
    assert costliest(frame, "s0") == []


def many(documents, gold, *systems):
    """The same document several times, for intervals."""
    from metrics import align_systems
    from metrics.typed.project import read_sides
    from tests.making import corpus

    sides = [corpus([[[tuple(span) for span in c] for c in clusters] for _ in range(documents)], name=f"n{k}{clusters}")
             for k, clusters in enumerate((gold, *systems))]  # fmt: skip
    return read_sides(align_systems(sides[0], sides[1:], [f"s{k}" for k in range(len(systems))]), TypedOptions())


GOLD = [[(0, 1), (2, 3), (4, 5)], [(6, 9), (10, 13)]]
LACKING = [[(0, 1), (2, 3)], [(6, 9), (10, 13)]]  # finds one of a word less
PARTED = [[(0, 1), (2, 3), (4, 5)], [(6, 9)], [(10, 13)]]  # does not link the long ones


def test_costs_are_ranked_and_say_how_sure_they_are():
    made = many(8, GOLD, LACKING, PARTED)
    groups = GROUPINGS["length"](made)
    options = TypedOptions(resamples=100)
    found = find(made, groups, evaluation.count(made, groups, options).counts, options, ("s0", "s1"))
    rows = found.diagnosis.set_index(["group", "metric", "system"])
    assert rows.loc[("1 word", "mention", "s0"), "cost"] == pytest.approx(100 - 800 / 9)  # of 5 mentions 4
    assert rows.loc[("1 word", "mention", "s0"), "sure"] and not rows.loc[("1 word", "mention", "s1"), "sure"]
    assert rows.loc[("3–5 words", "link", "s1"), "cost"] == pytest.approx(100 - 600 / 7)  # of 4 links 3
    assert costliest(found.diagnosis, "s0") == ["1 word"] and costliest(found.diagnosis, "s1") == ["3–5 words"]
    assert found.diagnosis.loc[found.diagnosis["rank"] == 0, "group"].iloc[0] == "3–5 words"
    assert found.forms is None  # words without tags
    few = many(5, GOLD, LACKING)
    groups = GROUPINGS["length"](few)
    found = find(few, groups, evaluation.count(few, groups, options).counts, options, ("s0",))
    row = found.diagnosis.set_index(["group", "metric"]).loc[("1 word", "mention")]
    assert row["cost"] > 0 and not row["sure"] and row["reason"] == "only 5 units"
    assert found.shared is None


def test_before_and_after_say_what_moved():
    made = many(8, GOLD, LACKING, GOLD)
    options = TypedOptions(resamples=100)
    found = compared.compare(made, GROUPINGS["length"](made), options)
    rows = moved(found.differences, ["1 word", "not there", "3–5 words", "2 words"]).set_index(["group", "metric"])
    assert rows.loc[("1 word", "mention"), "moved"] == "better"
    assert rows.loc[("3–5 words", "mention"), "moved"] == "not settled"
    assert rows.loc[("2 words", "mention"), "moved"] == "no score"
    assert "not there" not in rows.index.get_level_values(0)
    back = many(8, GOLD, GOLD, LACKING)
    rows = moved(compared.compare(back, GROUPINGS["length"](back), options).differences, ["1 word"])
    assert rows["moved"].tolist()[0] == "worse"


@pytest.fixture(scope="module")
def findings():
    made = many(8, GOLD, LACKING, PARTED)
    groups, options = GROUPINGS["length"](made), TypedOptions(resamples=100)
    return find(made, groups, evaluation.count(made, groups, options).counts, options, ("s0", "s1"))


SHOWN = Systems(("s0", "s1"), (0, 1), (0, 1))


def test_the_figure_shows_costs_of_both_systems_and_who_loses_what(findings):
    costs = diagnosis.cost_frame(findings.diagnosis, SHOWN)
    assert sorted(set(costs["metric"])) == ["1 word", "3–5 words"]  # no other group costs anything
    figure = diagnosis.screen(costs)
    assert [(trace.name, trace.marker.symbol) for trace in figure.data] == [("A", "circle"), ("B", "diamond")] * 2
    bars = diagnosis.losses_screen(diagnosis.losses_frame(findings.shared, costs, SHOWN, "mention"))
    assert [list(trace.x) for trace in bars.data] == [[0, 8], [0, 0], [0, 0]]  # 3–5 words, 1 word; only A, both, only B
    bars = diagnosis.losses_screen(diagnosis.losses_frame(findings.shared, costs, SHOWN, "link"))
    assert [list(trace.x) for trace in bars.data] == [[0, 0], [0, 0], [8, 0]]


@pytest.mark.parametrize("width", ["column", "text"])
def test_the_figure_goes_into_a_paper(findings, width):
    costs = diagnosis.cost_frame(findings.diagnosis, SHOWN)
    draw, kinds = FIGURES["diagnosis"][1], ("pdf", "svg")
    assert [paper.render(costs, draw, width=width, kind=kind)[:5] for kind in kinds] == [b"%PDF-", b"<?xml"]
    caption = paper_captions.CAPTIONS["diagnosis"](costs, SHOWN, findings.options)
    assert "Circles: A s0, diamonds: B s1." in caption and "100 resamples of documents" in caption
