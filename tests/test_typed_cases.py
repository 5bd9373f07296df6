"""One case each of what typed counts must get right, with counts worked out by hand.

Counts are p_num, p_den, r_num, r_den.
"""

from __future__ import annotations

import pytest

from metrics.options import TypedOptions
from metrics.typed.assign import assign, majority
from metrics.typed.counts import count_groups
from metrics.typed.project import assign_all, class_groups, plain_names
from tests.typed_cases import labelled, typed


def own_labels(tokens, mentions, spans, threshold=0.5):
    """The labels of mentions that are each an entity, in the order of their extents."""
    made = typed(tokens, [[m] for m in mentions], [])
    labels = labelled(made.project.gold, spans)
    found = assign(made.gold.mentions, made.gold.geometry, labels, threshold)
    return [labels.names[code] if code >= 0 else None for code in found.label]


def entity_labels(tokens, clusters, spans):
    made = typed(tokens, clusters, [])
    labels = labelled(made.project.gold, spans)
    found = majority(made.gold.mentions, assign(made.gold.mentions, made.gold.geometry, labels, 0.5))
    return [labels.names[code] if code >= 0 else None for code in found]


def counted(tokens, gold, system, spans, **options):
    """Counts by metric and group, without groups that have none."""
    made, chosen = typed(tokens, gold, system), TypedOptions(**options)
    labels = labelled(made.project.gold, spans)
    counts = count_groups(made, class_groups(made, assign_all(made, labels, None, chosen.threshold)), chosen)
    found = {"mention": {}, "link": {}}
    for metric, table in found.items():
        for k, (_, group) in enumerate(counts.inputs):
            values = counts.values[:, k, counts.columns[metric]].sum(axis=0).tolist()
            if any(values):
                table[group] = values
    return found


def test_exactly_one_half_is_not_enough():
    assert own_labels(4, [[0, 1]], [[1, 1, "A"]]) == [None]  # 1 of 2 words
    assert own_labels(4, [[0, 1]], [[1, 1, "A"]], threshold=0.49) == ["A"]
    assert own_labels(6, [[0, 2]], [[1, 3, "A"]]) == [None]  # 2 of 4
    assert own_labels(6, [[0, 2]], [[1, 2, "A"]]) == ["A"]  # 2 of 3


def test_of_equal_overlaps_the_longer_span_wins():
    # Two thirds both: 4 of 6 words, and 6 of 9.
    assert own_labels(9, [[0, 5]], [[0, 3, "A"], [0, 8, "B"]]) == ["B"]


def test_of_equal_overlaps_and_lengths_the_earlier_start_wins():
    assert own_labels(9, [[1, 4]], [[2, 4, "A"], [1, 3, "B"]]) == ["B"]


def test_of_equal_spans_the_first_name_in_code_points_wins():
    assert own_labels(3, [[0, 1]], [[0, 1, "a"], [0, 1, "Z"], [0, 1, "é"]]) == ["Z"]


def test_nested_mentions_take_the_nested_spans():
    assert own_labels(6, [[0, 4], [3, 4]], [[0, 4, "GROUP"], [3, 4, "LOC"]]) == ["GROUP", "LOC"]


def test_a_mention_within_a_long_span_has_no_label():
    assert own_labels(9, [[2, 3]], [[0, 8, "MEDIA"]]) == [None]


def test_entity_with_two_labels_takes_that_of_most_mentions():
    spans = [[0, 0, "PER"], [1, 1, "ORG"], [2, 2, "ORG"]]
    assert entity_labels(4, [[[0, 0], [1, 1], [2, 2], [3, 3]]], spans) == ["ORG"]


def test_tied_labels_of_an_entity_go_to_the_higher_mean_overlap():
    spans = [[0, 1, "A"], [3, 3, "B"]]  # A overlaps the mention [0, 2] by 2 of 3
    assert entity_labels(5, [[[0, 2], [3, 3]]], spans) == ["B"]


def test_tied_labels_and_overlaps_of_an_entity_go_to_the_first_name():
    assert entity_labels(3, [[[0, 0], [1, 1]]], [[0, 0, "b"], [1, 1, "a"]]) == ["a"]
    # means of 2/3, 2/3, 1 and of 1, 2/3, 2/3, added up in another order, are equal
    spans = [[0, 1, "b"], [3, 4, "b"], [6, 6, "b"], [7, 7, "a"], [8, 9, "a"], [11, 12, "a"]]
    assert entity_labels(14, [[[0, 2], [3, 5], [6, 6], [7, 7], [8, 10], [11, 13]]], spans) == ["a"]


def test_entity_of_pronouns_alone_is_none_and_counts():
    tokens = ["Lena", "sah", "es", ";", "es", "war", "da"]
    found = counted(tokens, [[[0, 0]], [[2, 2], [4, 4]]], [[[0, 0]], [[2, 2], [4, 4]]], [[0, 0, "PER"]])
    assert found["mention"] == {"PER": [1, 1, 1, 1], "none": [2, 2, 2, 2], "micro": [3, 3, 3, 3]}
    assert found["link"] == {"none": [1, 1, 1, 1], "micro": [1, 1, 1, 1]}


def test_pronoun_takes_the_class_of_its_entity():
    found = counted(4, [[[0, 0], [2, 2]]], [[[0, 0], [2, 2]]], [[0, 0, "PER"]])
    assert found["mention"]["PER"] == [2, 2, 2, 2]
    assert found["link"]["PER"] == [1, 1, 1, 1]


def test_mentions_of_an_entity_with_two_labels_keep_their_own_and_its_pairs_have_its_majority():
    gold = [[[0, 0], [1, 1], [2, 2]]]
    found = counted(4, gold, gold, [[0, 0, "ORG"], [1, 1, "ORG"], [2, 2, "LOC"]])
    assert found["mention"] == {"LOC": [1, 1, 1, 1], "ORG": [2, 2, 2, 2], "micro": [3, 3, 3, 3]}
    assert found["link"] == {"ORG": [3, 3, 3, 3], "micro": [3, 3, 3, 3]}


def test_label_that_no_mention_has_is_a_row_of_zeros():
    made = typed(3, [[[0, 0]]], [[[0, 0]]])
    labels = labelled(made.project.gold, [[0, 0, "PER"], [2, 2, "FOOD"]])
    groups = class_groups(made, assign_all(made, labels, None, 0.5))
    assert groups.names == ("FOOD", "PER", "none")
    counts = count_groups(made, groups, TypedOptions())
    assert not counts.values[:, counts.inputs.index(("s0", "FOOD"))].any()


# Gold joins 0, 1 and 2 as PER (0 is labelled) and 4, 5 as LOC (4 is). The system joins 0 with 1, and 2 with 4 and 5: there 2
# is of an entity of LOC; and it has mention 6, which gold lacks, in an entity of its own.
GOLD, SYSTEM = [[[0, 0], [1, 1], [2, 2]], [[4, 4], [5, 5]]], [[[0, 0], [1, 1]], [[2, 2], [4, 4], [5, 5]], [[6, 6]]]
SPANS = [[0, 0, "PER"], [4, 4, "LOC"]]


@pytest.mark.parametrize(
    ("policy", "mention", "link"),
    [
        (
            "gold-first",
            {"PER": [3, 3, 3, 3], "LOC": [2, 2, 2, 2], "none": [0, 1, 0, 0], "micro": [5, 6, 5, 5]},
            {"PER": [1, 1, 1, 3], "LOC": [1, 3, 1, 1], "micro": [2, 4, 2, 4]},
        ),
        (
            "own",
            {"PER": [2, 2, 3, 3], "LOC": [3, 3, 2, 2], "none": [0, 1, 0, 0], "micro": [5, 6, 5, 5]},
            {"PER": [1, 1, 1, 3], "LOC": [1, 3, 1, 1], "micro": [2, 4, 2, 4]},
        ),
        (
            "strict",
            {"PER": [2, 2, 2, 3], "LOC": [2, 3, 2, 2], "none": [0, 1, 0, 0], "micro": [4, 6, 4, 5]},
            {"PER": [1, 1, 1, 3], "LOC": [1, 3, 1, 1], "micro": [2, 4, 2, 4]},
        ),
    ],
)
def test_policies(policy, mention, link):
    found = counted(8, GOLD, SYSTEM, SPANS, policy=policy)
    assert found == {"mention": mention, "link": link}


def test_system_without_any_of_golds_mentions():
    found = counted(4, [[[0, 0], [1, 1]]], [[[2, 2], [3, 3]]], [[0, 0, "PER"]], link_mentions="all")
    assert found["mention"] == {"PER": [0, 0, 0, 2], "none": [0, 2, 0, 0], "micro": [0, 2, 0, 2]}
    assert found["link"] == {"PER": [0, 0, 0, 1], "none": [0, 1, 0, 0], "micro": [0, 1, 0, 1]}


def test_label_with_the_name_of_a_sum_keeps_a_row_of_its_own():
    found = counted(3, [[[0, 0]], [[1, 1]]], [[[0, 0]]], [[0, 0, "micro"], [1, 1, "PER"]])
    assert found["mention"] == {"'micro'": [1, 1, 1, 1], "PER": [0, 0, 0, 1], "micro": [1, 1, 1, 2]}


def test_plain_names_stay_apart():
    assert plain_names(["micro", "'micro'", "none", "macro", "x"]) == ("''micro''", "'micro'", "'none'", "'macro'", "x")
    assert plain_names(["x", "x"]) == ("x", "'x'")
