"""A data recipe: which new documents would help a system, as a plain dict from which text and files are written.

How many documents. What a system learns from a number of new documents cannot be known from its scores. What can be computed
is how many the data need in order to show it, so a recipe asks, for each weak group, for the larger of two numbers:

    twice the support    k = u, the documents of gold that hold the group: so many new ones, with as many of its mentions each,
                         double what gold has of it
    a narrower interval  k = ceil(u · ((h / t)² − 1)), h being half the width of the interval of the group's F1 (the wider of
                         Mention and Link F1) and t the target: an interval narrows with the square root of its documents

Below 6 documents there is no interval, and k is at least what is lacking to 6. One new document can hold several groups, so
all groups together need the largest k, and the sum of all k where each document holds one group alone (as with genres).

Which forms. A document has to read like one, and it should hold what the system loses: half of a group's new mentions are
spread over the forms (name, nominal, pronoun) as gold's are, half as the losses are; lost mentions and lost links
weigh as the group's two costs do.

The dict. All values are JSON's own; None stands for what cannot be computed. An interval is {"points", "low", "high", "sure",
"reason"}: sure where it leaves out 0, reason why there is no interval.

    recipe       1, the version of this layout
    system       whose failures it mends         by       what groups are ("class", "mention type")
    labels       where classes come from         policy   "restricted" (annotate gold's groups) or "all" (every nominal, pronoun)
    target       {"half_width": t or None}       signature  of the scores
    corpus       documents, words, sentences (medians), genres {name: documents}, entities, singletons, groups: of gold
    documents    {"together", "apart"}: how many new ones
    at_most      {"mention", "link"}: the interval of what all of its groups, if perfect, would bring
    groups       one for each weak group, costliest first:
        group, cost {"mention", "link"}, lost {"mentions", "links"}, of {"mentions", "links"}
        shared       None, or {"with": the other system, "mentions", "links"}: those that both lose
        half_width   {"mention", "link"}: {"now", "then"}, in points of F1; then: with the new documents
        documents    {"new", "have", "why"}: why is "support", "interval" or "no interval"
        add          {"mentions", "chains", "links"}: in the new documents; chains have two mentions or more
        forms        [{"form", "gold", "lost", "lost_links", "add"}]; empty where forms are not known
        chains, distance   as metrics.typed.shape has them
        examples     as metrics.typed.examples has them
    assumptions  sentences, each a condition under which the numbers hold
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, isnan
from typing import Any

import numpy as np
import pandas as pd

from metrics.families import MIN_UNITS
from metrics.typed.cost import joint_cost
from metrics.typed.counts import TYPED_METRICS
from metrics.typed.diagnosis import Findings, costliest
from metrics.typed.examples import examples
from metrics.typed.losses import Losses, form_losses, read_losses
from metrics.typed.shape import corpus_shape, shape

VERSION = 1
POLICIES = ("restricted", "all")
OF_DOCUMENTS = ("genre", "document")  # groupings of which a document has one group alone
FAR = 10  # times as many documents as gold has of a group: out of reach


@dataclass(frozen=True)
class RecipeOptions:
    """What a recipe is to hold.

    system : its name. groups : how many weak groups. policy : of annotation. half_width : the target in points, None for
    twice the support alone. examples : of each kind, for each group.
    """

    system: str
    groups: int = 3
    policy: str = "restricted"
    half_width: float | None = None
    examples: int = 3


def make_recipe(found: Findings, wanted: RecipeOptions, *, labels: str, signature: str) -> dict[str, Any]:
    """The recipe of a system. labels : where the groups come from."""
    names = weak_groups(found.diagnosis, wanted)
    losses = read_losses(found.typed, found.options, found.typed.names.index(wanted.system))
    groups = [_group(found, wanted, losses, name) for name in names]
    new = [group["documents"]["new"] for group in groups]
    at_most = joint_cost(found.counts, found.options, names, found.sums)
    rows = at_most[at_most["system"] == wanted.system]
    return {
        "recipe": VERSION,
        "system": wanted.system,
        "by": found.groups.by,
        "labels": labels,
        "policy": wanted.policy,
        "target": {"half_width": wanted.half_width},
        "corpus": corpus_shape(found.typed) | {"groups": _in_gold(found.diagnosis)},
        "documents": {"together": sum(new) if found.groups.by in OF_DOCUMENTS else max(new, default=0), "apart": sum(new)},
        "at_most": {row["metric"]: _interval(row) for row in rows.to_dict("records")},
        "groups": groups,
        "assumptions": assumptions(found, wanted, groups),
        "signature": signature,
    }


def weak_groups(diagnosis: pd.DataFrame, wanted: RecipeOptions) -> list[str]:
    """The groups that a recipe asks for: those that cost the system most, of which gold has any; "none" names no class."""
    return [name for name in costliest(diagnosis, wanted.system) if name != "none"][: wanted.groups]


def _in_gold(diagnosis: pd.DataFrame) -> list[str]:
    """The groups of which gold has a mention, costliest first."""
    return diagnosis.loc[(diagnosis["metric"] == "mention") & (diagnosis["gold"] > 0), "group"].drop_duplicates().tolist()


def _group(found: Findings, wanted: RecipeOptions, losses: Losses, name: str) -> dict[str, Any]:
    """What a recipe says of one group."""
    code = found.groups.names.index(name)
    rows = found.diagnosis[(found.diagnosis["system"] == wanted.system) & (found.diagnosis["group"] == name)]
    by_metric = {row["metric"]: row for row in rows.to_dict("records")}
    looks = shape(found.typed, found.groups, losses, code)
    now = {metric: half_width(row) for metric, row in by_metric.items()}
    new, why = documents_needed(looks["documents"], list(now.values()), wanted.half_width)
    have = looks.pop("documents")
    grown = (have / (have + new)) ** 0.5
    mentions, pairs = looks.pop("mentions"), looks.pop("pairs")
    per_document = {"mentions": mentions, "chains": looks["chains"]["entities"], "links": pairs}
    add = {what: round(new * number / have) for what, number in per_document.items()}
    return {
        "group": name,
        "cost": {metric: _interval(row) for metric, row in by_metric.items()},
        "lost": {f"{metric}s": int(row["lost"]) for metric, row in by_metric.items()},
        "of": {f"{metric}s": int(row["gold"]) for metric, row in by_metric.items()},
        "shared": _shared(found, wanted.system, name),
        "half_width": {m: {"now": h, "then": None if h is None else h * grown} for m, h in now.items()},
        "documents": {"new": new, "have": have, "why": why},
        "add": add,
        "forms": _forms(found, losses, by_metric, (name, add["mentions"])),
        **looks,
        "examples": examples(
            found.typed, losses, found.typed.names.index(wanted.system), (found.groups, found.forms),
            group=name, most=wanted.examples,
        ),
    }  # fmt: skip


def _interval(row: dict[str, Any]) -> dict[str, Any]:
    points = {"points": row["cost"], "low": row["low"], "high": row["high"]}
    known = {name: None if isnan(value) else float(value) for name, value in points.items()}
    return known | {"sure": bool(row["low"] > 0), "reason": row["reason"]}


def half_width(row: dict[str, Any]) -> float | None:
    """Half the width of the interval of a group's F1, in points; None where there is none."""
    width = (row["f1_high"] - row["f1_low"]) / 2
    return None if isnan(width) or isnan(row["low"]) else float(width)


def documents_needed(have: int, widths: Sequence[float | None], target: float | None) -> tuple[int, str]:
    """How many new documents a group needs, and why: "support", "interval", "no interval".

    have : documents of gold that hold it. widths : half the intervals' widths in points. target : half a width in points.
    """
    found = {"support": have, "no interval": MIN_UNITS - have}
    widest = max((width for width in widths if width is not None), default=0.0)
    if target is not None:
        found["interval"] = ceil(have * ((widest / target) ** 2 - 1) - 1e-9)
    why = max(found, key=found.get)
    return max(found[why], 0), why


def _shared(found: Findings, system: str, name: str) -> dict[str, Any] | None:
    """How many of the group's losses another system shares."""
    if found.shared is None:
        return None
    losses, other = found.shared, next(name for name in found.systems if name != system)
    rows = losses[(losses["part"] == "both") & (losses["group"] == name)].set_index("metric")["lost"]
    return {"with": other, **{f"{metric}s": int(rows[metric]) for metric in TYPED_METRICS}}


def _forms(found: Findings, losses: Losses, costs: dict[str, dict], wanted: tuple[str, int]) -> list[dict[str, Any]]:
    """The new mentions of a group over their forms: half as gold's are, half as the losses are. wanted : group, how many."""
    name, mentions = wanted
    if found.forms is None or found.forms.by == found.groups.by:
        return []
    table = form_losses(found.typed, found.groups, found.forms, losses)
    table = table[table["group"] == name]
    weights = {metric: max(np.nan_to_num(row["cost"]), 0.0) for metric, row in costs.items()}
    lost = sum(weights[m] * _part(table[column]) for m, column in (("mention", "lost"), ("link", "lost_links")))
    half = _part(lost) if lost.sum() else _part(table["gold"])
    add = apportioned(mentions, (_part(table["gold"]) + half) / 2)
    rows = table[["form", "gold", "lost", "lost_links"]].assign(add=add)
    rows = rows[(rows["gold"] > 0) | (rows["lost_links"] > 0)]
    return [{key: value if key == "form" else int(value) for key, value in row.items()} for row in rows.to_dict("records")]


def _part(values: pd.Series | np.ndarray) -> np.ndarray:
    """Values as shares of their sum; all 0 where that is."""
    values = np.asarray(values, np.float64)
    return values / values.sum() if values.sum() else np.zeros(len(values))


def apportioned(total: int, shares: np.ndarray) -> list[int]:
    """A whole number split by shares into whole numbers that add up to it: the largest remainders are rounded up."""
    if not shares.sum():
        return [0] * len(shares)
    exact = total * shares / shares.sum()
    found = np.floor(exact + 1e-9).astype(np.int64)
    order = np.argsort(-(exact - found), kind="stable")
    found[order[: total - int(found.sum())]] += 1
    return found.tolist()


def assumptions(found: Findings, wanted: RecipeOptions, groups: Sequence[dict[str, Any]]) -> list[str]:
    """The conditions under which the numbers of a recipe hold, as sentences."""
    said = [
        "The counts are those of the gold file that was scored. If that is a test set, new documents belong into training data, "
        "whose own support is not known here.",
        "How much a system learns from so many documents cannot be computed from its scores; the gain given is the most that "
        "these groups hold, reached only if all of them were right. Other groups may change too.",
        "New documents hold as many mentions of a group as gold's documents that hold it.",
    ]
    if found.groups.by not in OF_DOCUMENTS:
        said.append("One document can hold several groups; where each holds one alone, the larger number of documents is needed.")
    if wanted.half_width is not None:
        said.append("Intervals narrow with the square root of the number of documents, if new ones vary as gold's do.")
    unsure = [g["group"] for g in groups if not any(cost["sure"] for cost in g["cost"].values())]
    if unsure:
        said.append(f"The cost of {', '.join(unsure)} is not settled: its interval holds 0, or there is none.")
    far = [g["group"] for g in groups if g["documents"]["new"] > FAR * g["documents"]["have"]]
    if far:
        said.append(f"For {', '.join(far)} the target needs more than {FAR} times what gold has; a wider target is more honest.")
    if found.forms is None:
        said.append("Gold has no part-of-speech tags, so forms of mentions (name, nominal, pronoun) are not told apart.")
    return said
