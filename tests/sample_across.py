"""The lines of numbers about the documents in topics in the sample data's README, each computed anew."""

from functools import cache

from metrics import CoreferenceOptions, align_systems
from metrics.crossdoc import groups_of
from metrics.crossdoc_compared import LEVELS, compare_across
from tests.sample_scores import SYSTEMS, corpus, difference, table_row

METRICS = ("CoNLL", "MUC", "B³", "CEAFe", "LEA")


@cache
def compared():
    """The sample's topics, and all numbers across their documents."""
    gold = corpus("crossdoc/gold.conllu")
    project = align_systems(gold, [corpus(f"crossdoc/{name}.conllu") for name in SYSTEMS], SYSTEMS)
    groups = groups_of(gold)
    return groups, compare_across(project, groups, CoreferenceOptions(match="head"), SYSTEMS)


def score_rows() -> list[str]:
    """level, metric, A, B, B − A."""
    _, found = compared()
    f1 = found.scores.set_index(["metric", "singletons", "system"])["f1"]
    differences = found.differences.set_index(["metric", "singletons"])
    rows = [(level, metric, f"{level} drop") for level in LEVELS for metric in METRICS]
    return [
        table_row(
            level, metric, *(f"{f1[metric, where, name]:.2f}" for name in SYSTEMS), difference(differences.loc[(metric, where)])
        )
        for level, metric, where in rows
    ]
