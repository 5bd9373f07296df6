"""The figures and tables of coreference by class or any other group of mentions."""

from __future__ import annotations

from collections.abc import Mapping

from figures import class_documents, class_frames, class_tables, confusion, coverage, diagnosis, diagnosis_tables
from figures.score_tables import signed
from figures.studies import typed
from figures.studies.exhibit import Exhibit, Maker, NotShownError, View, both, shows
from figures.studies.typed import ClassChosen
from figures.tables import Table
from metrics.typed.compared import Compared, by_document
from metrics.typed.groupings import CLASS, NoGroupsError

AS_THEY_ARE = {"": "in their own order"}


def groupings(chosen: ClassChosen) -> Mapping[str, str]:
    """The groupings, the one at first sight first."""
    first = typed.default_by(chosen)
    return {by: by for by in (first, *(by for by in typed.BY if by != first))}


def orders(chosen: ClassChosen) -> Mapping[str, str]:
    """The orders of rows; "" is that of the groups where they have one of their own, else by cost."""
    apart = {"difference": f"by {chosen.systems.difference}"} if chosen.b is not None else {}
    return {"": "as usual"} | {word: words for word, words in class_frames.ORDERS.items() if word != "difference"} | apart


def usual(by: str) -> str:
    """The order of a grouping's rows where none is chosen: their own, or by cost."""
    return "" if by in class_frames.IN_ORDER else next(iter(class_frames.ORDERS))


def names(chosen: ClassChosen, view: View) -> list[str]:
    """The groups in order."""
    return class_frames.ordered(numbers(chosen, view.by), chosen.systems, view.order or usual(view.by))


def numbers(chosen: ClassChosen, by: str) -> Compared:
    """All numbers of a grouping. Raises NotShownError where the corpus lacks what it needs."""
    try:
        typed.groups(chosen, by)
    except NoGroupsError as error:
        raise NotShownError(f"No groups by {by}: {typed.lacking(chosen, by, error)}") from None
    return typed.numbers(chosen, by)


def scores(chosen: ClassChosen, view: View) -> Exhibit:
    """The dot plot of scores and costs by group."""
    frame = class_frames.class_frame(numbers(chosen, view.by), chosen.systems, names(chosen, view))
    return Exhibit("classes", frame, f"Scores by {view.by}", chosen.signature(view.by), chosen.systems, chosen.options)


def differences(chosen: ClassChosen, view: View) -> Exhibit:
    """The differences of two systems by group."""
    both(chosen)
    frame = class_frames.difference_frame(numbers(chosen, view.by), chosen.systems, names(chosen, view))
    signature = chosen.signature(view.by, differences=True)
    return Exhibit("class-differences", frame, f"Differences by {view.by}", signature, chosen.systems, chosen.options)


def documents(chosen: ClassChosen, view: View) -> Exhibit:
    """The heat map of groups by document."""
    cells = by_document(numbers(chosen, view.by).counts, chosen.project.names)
    frame = class_documents.heat_frame(cells, chosen.systems, names(chosen, view)[: class_frames.MOST_ROWS], view.show)
    signature = f"{chosen.signature(view.by)}|documents:{view.show}"
    return Exhibit("class-documents", frame, f"{view.by} by document", signature, chosen.systems, chosen.options)


def confusions(chosen: ClassChosen, view: View) -> Exhibit:
    """Gold's class against the system's, of the mentions that both have."""
    numbers(chosen, CLASS)
    cells = typed.confusions(chosen)
    if not cells["wrong"].any():
        why = (
            "No class is taken for another: every mention that a system shares with gold has gold's class, as it must with gold's"
        )
        raise NotShownError(f"{why} types as labels. Labels of the systems' own mentions (--labels-pred) can show confusions.")
    frame = confusion.confusion_frame(cells, chosen.systems, view.show)
    signature = f"{chosen.signature(CLASS)}|confusion"
    return Exhibit("class-confusion", frame, "Confusion of classes", signature, chosen.systems, chosen.options)


def covered(chosen: ClassChosen, view: View) -> Exhibit:
    """How many mentions each label set reaches."""
    rows = typed.covered(chosen)
    if not len(rows):
        raise NotShownError("There are no labels: neither a file nor types in gold. Add a file of labelled spans (--labels).")
    frame = coverage.coverage_frame(rows, chosen.systems)
    signature = chosen.signature(view.by or CLASS)
    return Exhibit("coverage", frame, "Coverage of label sets", signature, chosen.systems, chosen.options)


def costs(chosen: ClassChosen, view: View) -> Exhibit:
    """What each group costs."""
    numbers(chosen, view.by)
    frame = diagnosis.cost_frame(typed.findings(chosen, view.by).diagnosis, chosen.systems)
    if not len(frame):
        why = "No group costs anything: gold has no mentions, or the systems have all of them right."
        raise NotShownError(f"{why} Choose another grouping or other files.")
    return Exhibit("diagnosis", frame, f"Costs by {view.by}", chosen.signature(view.by), chosen.systems, chosen.options)


def losses(chosen: ClassChosen, view: View) -> Exhibit:
    """Who loses the mentions or links of the costliest groups. view : metric is mention or link."""
    both(chosen)
    shown = costs(chosen, view)
    found = typed.findings(chosen, view.by).shared
    frame = diagnosis.losses_frame(found, shown.frame, chosen.systems, view.metric)
    return Exhibit("diagnosis-losses", frame, f"Losses by {view.by}", shown.signature, chosen.systems, chosen.options)


def lost(_: ClassChosen) -> Mapping[str, str]:
    """Whose losses can be shown."""
    return {metric: f"lost {noun}" for metric, noun in diagnosis.NOUNS.items()}


def scores_table(chosen: ClassChosen, view: View, what: str) -> Table:
    """Typed Mention F1, Link F1 or cost of all groups. what : one of class_tables.NAMES."""
    found, systems, options, rows = numbers(chosen, view.by), chosen.systems, chosen.options, names(chosen, view)
    if what == "cost":
        table = class_tables.costs_table(found, systems, options, rows, view.by)
    else:
        table = class_tables.scores_table(found, systems, options, rows, (what, view.by))
    return signed(table, chosen.signature(view.by, what))


def differences_table(chosen: ClassChosen, view: View) -> Table:
    """The differences of all groups."""
    found = numbers(chosen, view.by)
    table = class_tables.differences_table(found, chosen.systems, chosen.options, names(chosen, view), view.by)
    return signed(table, chosen.signature(view.by, differences=True))


def confusion_table(chosen: ClassChosen) -> Table:
    """The most frequent confusions of classes."""
    table = class_tables.confusion_table(typed.confusions(chosen), chosen.systems)
    return signed(table, f"{chosen.signature(CLASS)}|confusion")


def coverage_table(chosen: ClassChosen, by: str) -> Table:
    """Every label set before and after propagation."""
    return signed(class_tables.coverage_table(typed.covered(chosen), chosen.systems, chosen.options), chosen.signature(by))


def support_table(chosen: ClassChosen, view: View) -> Table:
    """On how many mentions and entities each group rests."""
    return signed(class_tables.support_table(numbers(chosen, view.by), view.by, names(chosen, view)), chosen.signature(view.by))


def costs_table(chosen: ClassChosen, by: str) -> Table:
    """What every group costs each system."""
    table = diagnosis_tables.costs_table(typed.findings(chosen, by).diagnosis, chosen.systems, (by, chosen.options.level))
    return signed(table, chosen.signature(by))


def document_shows(chosen: ClassChosen) -> Mapping[str, str]:
    """What the heat map of documents can show."""
    return class_documents.choices(chosen.systems)


BY = {"by": groupings}
ROWS = BY | {"order": orders}
EXHIBITS = {
    "classes": Maker(
        scores, "Mention F1 and Link F1 by class", ROWS, lambda c, v: [scores_table(c, v, what) for what in class_tables.NAMES]
    ),
    "class-differences": Maker(differences, "B − A by class", ROWS, lambda c, v: [differences_table(c, v)]),
    "class-documents": Maker(documents, "classes by document", ROWS | {"show": document_shows}),
    "class-confusion": Maker(confusions, "classes taken for others", {"show": shows}, lambda c, _: [confusion_table(c)]),
    "coverage": Maker(covered, "coverage of label sets", BY, lambda c, v: [coverage_table(c, v.by), support_table(c, v)]),
    "diagnosis-losses": Maker(losses, "who loses what", BY | {"metric": lost}),
    "diagnosis": Maker(costs, "what each class costs", BY, lambda c, v: [costs_table(c, v.by)]),
}
