"""The answer of each figure in a sentence or two: what stands above it on its page and in the report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from figures import (
    class_sentences,
    diagnosis_sentences,
    failure_sentences,
    label_sentences,
    level_sentences,
    sentences,
    span_sentences,
    tree_sentences,
    treebank_sentences,
)
from figures.said import Said
from figures.studies import banks, classes, coref, errors, labels, spans, trees, typed
from figures.studies.exhibit import Exhibit, View


def overview(chosen: coref.Selection, _shown: Exhibit, _view: View) -> Said:
    """Which system is better, and how sure that is."""
    found = coref.evaluation(chosen)
    return sentences.overview(found.differences, found.scores, found.linking, chosen.systems, chosen.options.level)


def singletons(chosen: coref.Selection, shown: Exhibit, _view: View) -> Said:
    """How much of the score is singletons."""
    return sentences.singletons(shown.frame, coref.evaluation(chosen).differences, chosen.systems)


def by_class(chosen: typed.ClassChosen, shown: Exhibit, view: View) -> Said:
    """On what each system fails."""
    apart = classes.differences(chosen, view).frame if chosen.b is not None else shown.frame.iloc[:0]
    return class_sentences.classes(shown.frame, apart, chosen.systems)


def costs(chosen: typed.ClassChosen, _shown: Exhibit, view: View) -> Said:
    """Which class costs a system most: the one that the view shows, by default the last of those picked."""
    systems = chosen.systems
    name = dict(zip(systems.letters, systems.pair, strict=True)).get(view.show, systems.pair[-1])
    found, by = typed.findings(chosen, view.by), (name, view.by, chosen.options.level)
    return diagnosis_sentences.verdict(found.diagnosis, found.shared, chosen.systems, by)


def by_type(chosen: errors.FailureSelection, shown: Exhibit, _view: View) -> Said:
    """Which mistakes are made, and what mending them would bring."""
    return failure_sentences.verdict(shown.frame, chosen.systems, chosen.options.level)


def parsing(chosen: trees.TreeSelection, _shown: Exhibit, _view: View) -> Said:
    """Which parser is better, and where."""
    found = trees.evaluation(chosen)
    return tree_sentences.parsing(found.differences, found.scores, trees.gains(chosen), chosen.systems, chosen.options)


def treebanks(chosen: banks.BankSelection, _shown: Exhibit, view: View) -> Said:
    """Whether it holds across treebanks."""
    return treebank_sentences.treebanks(banks.evaluation(chosen).rows, view.metric, chosen.systems, chosen.options)


def by_label(chosen: spans.SpanSelection, _shown: Exhibit, _view: View) -> Said:
    """Which tagger is better, and at which labels."""
    found = spans.evaluation(chosen)
    return span_sentences.spans(found.differences, found.scores, found.by_label[0], chosen.systems, chosen.options)


def classifiers(chosen: labels.LabelSelection, _shown: Exhibit, _view: View) -> Said:
    """Which classifier is better, and at which labels."""
    found = labels.evaluation(chosen)
    whole = (found.scores, found.differences)
    return label_sentences.classifiers(whole, found.by_label, chosen.project.kind, chosen.systems, chosen.options)


def verdict(name: str, chosen: Any, shown: Exhibit | None = None, view: View | None = None) -> Said:
    """The sentence of a figure. shown : the figure, where it speaks of the frame; "" of a figure that has none."""
    return VERDICTS[name](chosen, shown, view or View()) if name in VERDICTS else Said()


# name of a figure -> (chosen, exhibit, view) -> the sentence
VERDICTS: dict[str, Callable[[Any, Exhibit, View], Said]] = {
    "overview": overview,
    "singletons": singletons,
    "documents": lambda chosen, shown, _: sentences.documents(shown.frame, chosen.systems),
    "classes": by_class,
    "diagnosis": costs,
    "failures": by_type,
    "crossdoc": lambda chosen, shown, _: level_sentences.verdict(shown.frame, chosen.systems, chosen.options.level),
    "topics": lambda chosen, shown, _: sentences.documents(shown.frame, chosen.systems),
    "parsing": parsing,
    "treebanks": treebanks,
    "span-groups": by_label,
    "span-errors": lambda chosen, shown, _: span_sentences.errors(shown.frame, chosen.systems),
    "label-groups": classifiers,
}
