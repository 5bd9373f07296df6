"""Typed counts against a brute-force twin, and what must hold for any project."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics import CoreferenceOptions, count_systems
from metrics.options import TypedOptions
from metrics.typed.counts import MICRO, count_groups
from metrics.typed.groupings import GROUPINGS, NoGroupsError
from tests import typed_brute
from tests.typed_brute import POLICIES, SCOPES
from tests.typed_random import by_class, projects, typed

SIDES = ("p_num", "p_den", "r_num", "r_den")
BY = ("class", *GROUPINGS)
FEW = settings(max_examples=15, deadline=None)
MANY = settings(max_examples=25, deadline=None)
options = st.builds(TypedOptions, policy=st.sampled_from(POLICIES), link_mentions=st.sampled_from(SCOPES))


def groups_of(docs, made, by):
    """The groups; None where there are none."""
    try:
        return by_class(docs, made) if by == "class" else GROUPINGS[by](made)
    except NoGroupsError:
        return None


def tables_of(by, chosen, *projects):
    """The counts of several projects; none where the first has no such groups."""
    made = [typed(docs) for docs in projects]
    groups = [groups_of(docs, one, by) for docs, one in zip(projects, made, strict=True)]
    return [count_groups(one, of, chosen) for one, of in zip(made, groups, strict=True) if of]


def table(counts, metric):
    """Counts by (document, system, group) where any is not 0."""
    values = counts.values[:, :, counts.columns[metric]]
    found = {}
    for d, unit in enumerate(counts.units):
        for k, (system, group) in enumerate(counts.inputs):
            if values[d, k].any():
                found[unit, system, group] = tuple(values[d, k].tolist())
    return found


def brute(docs, by, chosen, metric):
    has_sentences = any(max(doc["sents"]) > 0 for doc in docs)
    found = {}
    for doc in docs:
        for number in range(len(doc["sides"]) - 1):
            counted = typed_brute.count(doc, number, by, chosen.policy, chosen.link_mentions, has_sentences)[metric]
            for group in {group for _, group in counted}:
                shown = f"'{group}'" if group == MICRO else group
                found[doc["id"], f"s{number + 1}", shown] = tuple(counted[column, group] for column in SIDES)
            found[doc["id"], f"s{number + 1}", MICRO] = tuple(
                sum(n for (c, _), n in counted.items() if c == column) for column in SIDES
            )
    return {key: values for key, values in found.items() if any(values)}


@MANY
@given(docs=projects())
def test_counts_equal_brute_force(docs):
    made = typed(docs)
    for by in BY:
        groups = groups_of(docs, made, by)
        assert groups or by in ("genre", "mention type")
        for policy, scope in product(POLICIES, SCOPES) if groups else ():
            chosen = TypedOptions(policy=policy, link_mentions=scope)
            counts = count_groups(made, groups, chosen)
            for metric in ("mention", "link"):
                assert table(counts, metric) == brute(docs, by, chosen, metric), (by, policy, scope, metric)


@FEW
@given(docs=projects(st.just(1)), chosen=options, by=st.sampled_from(BY))
def test_gold_against_itself_is_perfect(docs, chosen, by):
    docs = [doc | {"sides": [doc["sides"][0]] * 2} for doc in docs]
    for counts, metric in product(tables_of(by, chosen, docs), ("mention", "link")):
        scores = np.stack(counts.layout.score(metric, counts.values.sum(axis=0)))
        assert ((scores == 1) | np.isnan(scores)).all()


@FEW
@given(docs=projects(st.just(1)), scope=st.sampled_from(SCOPES), by=st.sampled_from(BY))
def test_swapping_sides_swaps_precision_and_recall(docs, scope, by):
    chosen = TypedOptions(policy="own", link_mentions=scope)
    found = tables_of(by, chosen, docs, [doc | {"sides": doc["sides"][::-1]} for doc in docs])
    assert len(found) == 2 or by in ("genre", "mention type")
    for metric in ("mention", "link") if found else ():
        swapped = {key: (*values[2:], *values[:2]) for key, values in table(found[1], metric).items()}
        assert table(found[0], metric) == swapped


@FEW
@given(docs=projects(), chosen=options, by=st.sampled_from(BY))
def test_order_of_documents_and_clusters_changes_nothing(docs, chosen, by):
    def turned(doc):
        return doc | {"sides": [[m[::-1] for m in side[::-1]] for side in doc["sides"]], "labels": doc["labels"][::-1]}

    found = tables_of(by, chosen, docs, [turned(doc) for doc in docs[::-1]])
    assert len(found) == 2 or by in ("genre", "mention type")
    for metric in ("mention", "link") if found else ():
        assert table(found[0], metric) == table(found[1], metric)


@FEW
@given(
    docs=projects(st.just(2)), chosen=options, by=st.sampled_from(["class", "length", "entity size", "first mention", "nesting"])
)
def test_counts_add_up_over_documents(docs, chosen, by):
    whole = typed(docs)
    together = count_groups(whole, groups_of(docs, whole, by), chosen)
    for metric in ("mention", "link"):
        alone = {}
        for doc in docs:
            made = typed([doc])
            alone |= table(count_groups(made, groups_of([doc], made, by), chosen), metric)
        assert table(together, metric) == alone


@FEW
@given(docs=projects(), chosen=options)
def test_micro_mention_is_the_mentions_metric(docs, chosen):
    made = typed(docs)
    counts = count_groups(made, by_class(docs, made), replace(chosen, policy="own"))
    of_coreference = count_systems(made.project, CoreferenceOptions(match="exact"), ["keep"])
    for number, name in enumerate(made.names):
        micro = counts.values[:, counts.inputs.index((name, MICRO)), counts.columns["mention"]]
        assert np.array_equal(micro, of_coreference.values[:, number, of_coreference.columns["mentions"]])


@FEW
@given(docs=projects(), chosen=options)
def test_renaming_labels_renames_rows(docs, chosen):
    new = {"A": "macro", "B": "micro", "C": "näme"}  # in the same order, on which ties rest
    renamed = [doc | {"labels": [(words, new[name]) for words, name in doc["labels"]]} for doc in docs]
    one, other = typed(docs), typed(renamed)
    before, after = count_groups(one, by_class(docs, one), chosen), count_groups(other, by_class(renamed, other), chosen)
    shown = {"A": "'macro'", "B": "'micro'", "C": "näme"}
    for metric in ("mention", "link"):
        expected = {(unit, system, shown.get(g, g)): values for (unit, system, g), values in table(before, metric).items()}
        assert table(after, metric) == expected
