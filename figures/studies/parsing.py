"""The figures and tables of trees."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pandas as pd

from figures import breakdown, confusion, frames, tree_captions, tree_tables
from figures.score_tables import signed
from figures.studies import trees
from figures.studies.exhibit import Exhibit, Maker, NotShownError, View, shows
from figures.studies.trees import FEATURES, SEEN, TreeSelection
from figures.tables import Table
from figures.tree_words import ATTACHMENT, BY, METRICS, NATURAL
from metrics.ud import finding
from metrics.ud.confusion import KINDS
from metrics.ud.registry import TREE_METRICS

MOST = 15  # confusions listed
OF = ("relation", "subtype", "upos", "xpos")  # what confusions are of, and features


def scores(chosen: TreeSelection) -> pd.DataFrame:
    """The picked systems' scores."""
    found = trees.evaluation(chosen).scores
    return found[found["system"].isin(chosen.systems.pair)]


def overview(chosen: TreeSelection, _: View) -> Exhibit:
    """The forest plot of all metrics."""
    own = scores(chosen)
    frame = frames.forest_frame(own, own.iloc[:0], trees.evaluation(chosen).differences, chosen.systems)
    title = "Parsing, F1 of all metrics"
    return Exhibit("parsing", frame, title, chosen.signature("LAS"), chosen.systems, chosen.options)


def groupings(chosen: TreeSelection) -> Mapping[str, str]:
    """The groupings of words; by seen lemmas once there is a training file."""
    return {by: words for by, words in BY.items() if by != SEEN or chosen.seen() is not None}


def metrics(_: TreeSelection) -> Mapping[str, str]:
    """The metrics that groups of words can have."""
    return {metric: metric for metric in METRICS}


def orders(chosen: TreeSelection) -> Mapping[str, str]:
    """The orders of groups."""
    return {key: words for key, words in breakdown.ORDERS.items() if chosen.b is not None or key != "difference"}


def ordered(chosen: TreeSelection, view: View) -> pd.DataFrame:
    """The scores of groups in order. Raises NotShownError where there are none."""
    found = trees.groups(chosen, view.by, view.metric)
    if not len(found[0]):
        raise NotShownError("No word has a feature." if view.by == FEATURES else "There are no groups.")
    return breakdown.ordered_groups(*found, "" if view.by in NATURAL else view.order)


def titled(view: View) -> str:
    """What a breakdown shows."""
    return "F1 of each feature" if view.by == FEATURES else f"{view.metric} by {BY[view.by].lower()}"


def groups(chosen: TreeSelection, view: View) -> Exhibit:
    """The dot plot of groups of words."""
    _, differences = trees.groups(chosen, view.by, view.metric)
    frame = breakdown.breakdown_frame(ordered(chosen, view), differences, _whole(chosen, view), chosen.systems)
    return Exhibit("breakdown", frame, titled(view), _signature(chosen, view), chosen.systems, chosen.options)


def _whole(chosen: TreeSelection, view: View) -> tuple[pd.DataFrame, pd.DataFrame] | None:
    """Scores and differences of all words; None of features, which have no whole."""
    if view.by == FEATURES:
        return None
    own, differences = scores(chosen), trees.evaluation(chosen).differences
    apart = differences[differences["metric"] == view.metric] if len(differences) else pd.DataFrame()
    return own[own["metric"] == view.metric], apart


def _signature(chosen: TreeSelection, view: View) -> str:
    return f"{chosen.signature('feature' if view.by == FEATURES else view.metric)}|by:{view.by}"


def confusable(chosen: TreeSelection) -> Mapping[str, str]:
    """Of what there can be confusions."""
    return {by: BY[by] for by in OF} | {f"{FEATURES}:{name}": name for name in trees.feature_names(chosen)}


def confusions(chosen: TreeSelection, view: View) -> Exhibit:
    """What is taken for what."""
    cells = trees.confusions(chosen, view.by)
    if not cells["wrong"].any():
        raise NotShownError("No aligned word is taken for something else.")
    frame = confusion.confusion_frame(cells, chosen.systems, view.show)
    signature = f"{chosen.signature()}|confusion:{view.by}"
    title = f"Confusions, {confusable(chosen)[view.by]}"
    return Exhibit("confusion", frame, title, signature, chosen.systems, chosen.options)


def scores_table(chosen: TreeSelection) -> Table:
    """All metrics of the picked systems."""
    differences = trees.evaluation(chosen).differences
    table = tree_tables.scores_table(scores(chosen), differences, chosen.systems, chosen.options, TREE_METRICS)
    return signed(table, chosen.signature())


def groups_table(chosen: TreeSelection, view: View) -> Table:
    """The scores of every group."""
    _, differences = trees.groups(chosen, view.by, view.metric)
    words = (titled(view), BY[view.by])
    table = tree_tables.groups_table(ordered(chosen, view), differences, chosen.systems, chosen.options, words)
    return signed(table, _signature(chosen, view))


def attachment_table(chosen: TreeSelection) -> Table:
    """How attachments go wrong."""
    about = {kind: ATTACHMENT[kind] for kind in KINDS}
    table = tree_tables.kinds_table(*trees.attachment(chosen), chosen.systems, chosen.options, about)
    return signed(table, chosen.signature())


def confusions_table(chosen: TreeSelection, by: str, href: Callable[[str, str], str] | None = None) -> Table:
    """The most frequent confusions with an example each. href : the address of the sentences of a pair of values."""
    cells = trees.confusions(chosen, by)
    cells = cells[cells["wrong"]].head(MOST)
    rows = cells.to_dict("records")
    first = [next(row[f"word_{k}"] for k in range(len(chosen.picked)) if row[f"word_{k}"] >= 0) for row in rows]
    said = [tree_captions.example(*finding.snippet(chosen.project.gold, word)) for word in first]
    links = {"gold_href": [href(row["gold"], row["predicted"]) for row in rows]} if href else {}
    table = tree_tables.confusions_table(cells.assign(example=said, **links), chosen.systems, confusable(chosen)[by])
    return signed(table, f"{chosen.signature()}|confusion:{by}")


EXHIBITS = {
    "parsing": Maker(
        overview, "F1 of all metrics of trees, and the difference", tables=lambda c, _: [scores_table(c), attachment_table(c)]
    ),
    "breakdown": Maker(
        groups,
        "scores by group of words",
        {"by": groupings, "metric": metrics, "order": orders},
        lambda c, v: [groups_table(c, v)],
    ),
    "confusion": Maker(
        confusions, "words taken for others", {"by": confusable, "show": shows}, lambda c, v: [confusions_table(c, v.by)]
    ),
}
