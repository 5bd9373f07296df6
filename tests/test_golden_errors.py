"""Error analysis beside the published tool's numbers, in its own mode: gold without singletons.

The tool finds heads in constituents, which CoNLL-U has not, so it fixes other spans (55 to 220 of thousands); what it fixes
neither has to be removed nor introduced. So the sums agree exactly, and the numbers of errors are near each other.
"""

from dataclasses import replace

import numpy as np
import pytest

from metrics import align_systems
from metrics.errors.sides import with_singletons
from metrics.errors.text import types_of
from metrics.errors.types import OPERATIONS, TYPES, compare, errors, operations
from metrics.options import TypedOptions
from metrics.typed.project import read_sides
from tests.reference import corpus, golden, reference

PAIRS = [f"{name}/{system}" for name in ("ontogum_test", "gum_test") for system in ("sysA", "sysB")]


def counted(pair, policy):
    """The tool's numbers, and ours: operations, and errors by type."""
    name, system = pair.split("/")
    told = golden(reference("coref/golden/berkeley.json"))[f"{pair}/system_singletons_{policy}"]["counts"]
    gold = corpus(reference(f"coref/{name}/gold.conllu"))
    made = read_sides(align_systems(gold, [corpus(reference(f"coref/{name}/{system}.conllu"), "predicted")]), TypedOptions())
    dropped = with_singletons(made, "drop")
    if policy == "kept":  # gold's singletons are dropped, the system's are not
        number = np.full(len(made.gold.mentions), -1)
        number[np.isin(made.gold.mentions.row, dropped.gold.mentions.row)] = np.arange(len(dropped.gold.mentions))
        match = np.append(number, -1)[made.systems[0].match]
        dropped = replace(dropped, systems=(replace(made.systems[0], match=match),))
    one = compare(dropped, types_of(dropped)[1], 0)
    found = errors(one)
    kinds = found.loc[found["counted"], "type"].value_counts()
    ours = {name: int(kinds.get(k, 0)) for k, name in enumerate(TYPES)}
    return told, dict(zip(OPERATIONS, operations(one).sum(axis=0), strict=True)), ours


@pytest.mark.parametrize("policy", ["dropped", "kept"])
@pytest.mark.parametrize("pair", PAIRS)
def test_mentions_to_remove_and_to_introduce(pair, policy):
    told, ours, _ = counted(pair, policy)
    theirs = told["operations"]
    for name, their_name in (("removals", "Remove Mention"), ("introductions", "Introduce Mention")):
        assert ours[name] + ours["span fixes"] == theirs[their_name] + theirs["Correct Span"]


@pytest.mark.parametrize("pair", PAIRS)
def test_errors_differ_by_no_more_than_other_spans_can_bring(pair):
    told, ours, errors_ = counted(pair, "dropped")
    more = ours["span fixes"] - told["operations"]["Correct Span"]
    assert more > 0  # heads of trees agree more often than those of constituents
    for name, their_name in (("splits", "Split from Cluster"), ("merges", "Merge into Cluster")):
        assert abs(ours[name] - told["operations"][their_name]) <= 2 * more  # a fix makes two parts one, at most twice
    for name in ("conflated entities", "extra entity", "divided entity", "missing entity"):
        assert abs(errors_[name] - told["errors"][name.title()]) <= 2 * more
