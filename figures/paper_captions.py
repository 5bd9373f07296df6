"""Captions of the figures on paper: what is drawn, every mark explained, systems by name, and the signature."""

from __future__ import annotations

import pandas as pd

from figures import (
    captions,
    class_captions,
    class_documents,
    diagnosis_captions,
    documents,
    dumbbell,
    failure_sentences,
    group_gains,
    label_captions,
    level_sentences,
    numbers,
    span_captions,
    tree_captions,
)
from figures.caption_text import finished, legend, marks, plain, tex
from figures.diagnosis import NOUNS
from figures.frames import DIFFERENCE, Systems
from metrics.options import CoreferenceOptions, LabelOptions, SpanOptions, TreeOptions, TypedOptions

__all__ = ["CAPTIONS", "plain", "tex"]

POLICIES = {"keep": "kept", "drop": "dropped"}


def overview(frame: pd.DataFrame, systems: Systems, options: CoreferenceOptions) -> str:
    """The caption of the forest plot."""
    policies = [words for policy, words in POLICIES.items() if (frame["singletons"] == policy).any()]
    said = [f"F1 of all coreference metrics in points, {options.match} match, singletons {' and '.join(policies)}."]
    said += [marks(systems), legend(captions.forest_legend(frame, options.level))]
    if (frame["panel"] == DIFFERENCE).any():
        filled = ", filled with singletons kept, hollow with singletons dropped" if len(policies) > 1 else ""
        said.append(f"{systems.difference}: the difference in F1{filled}.")
        said += ["Printed in bold where its interval leaves out 0."] * bool(frame["differs"].any())
    return finished(said, options, frame)


def singletons(frame: pd.DataFrame, systems: Systems, options: CoreferenceOptions) -> str:
    """The caption of the dumbbells."""
    said = [f"F1 of all metrics with and without singletons, in points, {options.match} match.", marks(systems)]
    said += [legend(captions.dumbbell_legend(frame, options.level)), f"At the right: {dumbbell.CHANGE}, in points."]
    return finished(said, options, frame)


def of_documents(frame: pd.DataFrame, systems: Systems, options: CoreferenceOptions) -> str:
    """The caption of the scatter of documents."""
    first, second = systems.letters
    said = [
        f"{documents.metric(frame)} F1 of each of {numbers.plural(len(frame), documents.unit(frame))}, {options.match} match, "
        f"singletons {captions.policy(frame)}: {second} over {first}.",
        marks(systems, picked=True),
        legend(captions.documents_legend(frame)),
    ]
    return finished(said, options, frame, documents.unit(frame))


def documents_sorted(frame: pd.DataFrame, systems: Systems, options: CoreferenceOptions) -> str:
    """The caption of the sorted differences."""
    what = f"{systems.difference} in {documents.metric(frame)} F1 of each of {numbers.plural(len(frame), 'document')}, sorted"
    how = f"{_lettered(systems)}; {options.match} match, singletons {captions.policy(frame)}"
    return f"{what}; {how}. {legend(captions.documents_legend(frame)[:3])} Dashed: the mean."


def documents_genres(frame: pd.DataFrame, systems: Systems, options: CoreferenceOptions) -> str:
    """The caption of the mean differences by genre."""
    said = f"Mean of {systems.difference} over the documents of each genre, in points, {options.match} match;"
    return finished([said, f"{_lettered(systems)}. In brackets the number of documents."], options, frame)


def _lettered(systems: Systems) -> str:
    """A wharf-base, B wharf-large."""
    return ", ".join(f"{letter} {name}" for letter, name in zip(systems.letters, systems.pair, strict=True))


def parsing(frame: pd.DataFrame, systems: Systems, options: TreeOptions) -> str:
    """The caption of the forest plot of trees."""
    said = ["F1 of all metrics of trees in points.", marks(systems, picked=True)]
    said.append(legend(tree_captions.legend(options, frame["low"].notna().any())))
    if (frame["panel"] == DIFFERENCE).any():
        said += [f"{systems.difference}: the difference in F1."]
        said += ["Printed in bold where its interval leaves out 0."] * bool(frame["differs"].any())
    return finished(said, options, frame, options.unit)


def breakdown(frame: pd.DataFrame, systems: Systems, options: TreeOptions) -> str:
    """The caption of the dot plot of groups of words."""
    said = ["F1 by group in points; in brackets the number of gold words.", marks(systems, picked=True)]
    said.append(legend(tree_captions.legend(options, frame["low"].notna().any())))
    if (frame["panel"] == DIFFERENCE).any():
        said += [f"{systems.difference}: the difference in F1."]
        settled = "Printed in bold where it is settled: its interval leaves out 0 and Holm's p over all groups is small enough."
        said += [settled] * bool(frame["differs"].any())
    return finished(said, options, frame, options.unit)


def confusion(frame: pd.DataFrame, systems: Systems, options: TreeOptions) -> str:  # noqa: ARG001
    """The caption of the confusion matrix."""
    show = frame["show"].iloc[0]
    what = systems.difference if show == DIFFERENCE else dict(zip(systems.letters, systems.pair, strict=True))[show]
    return f"Aligned words of gold (rows) and what they are taken for (columns), {what}; on the diagonal those that are right."


def of_treebanks(frame: pd.DataFrame, systems: Systems, options: TreeOptions) -> str:
    """The caption of the dot plot of treebanks."""
    named = " and ".join(f"{key} {name}" for key, name in zip(systems.letters, systems.pair, strict=True))
    said = [
        f"Difference in {frame['measure'].iloc[0]} F1 of {named} in {numbers.plural(frame['metric'].nunique() - 1, 'treebank')} "
        f"and in their macro mean, in points. {legend(tree_captions.treebank_legend(options, frame))}"
    ]
    return " ".join([finished(said, options, frame, options.unit), "Each treebank is resampled by itself."])


def classes(frame: pd.DataFrame, systems: Systems, options: TypedOptions) -> str:
    """The caption of the dot plot of groups of mentions."""
    said = ["Typed Mention F1 and typed Link F1 by group in points; in brackets gold mentions (of macro: groups)."]
    said += [
        marks(systems, picked=True),
        legend(class_captions.legend(frame, options, "", len(systems.picked) > 1)),
    ]
    return finished([*said, class_captions.PAIRS[options.link_mentions]], options, frame)


def class_differences(frame: pd.DataFrame, systems: Systems, options: TypedOptions) -> str:
    """The caption of the differences by group of mentions."""
    said = [f"{systems.difference} by group in typed Mention F1 and typed Link F1; {systems.letters[0]} {systems.pair[0]},"]
    said += [f"{systems.letters[1]} {systems.pair[1]}. Filled and bold where settled: the interval leaves out 0 and so does"]
    said += ["Holm's p over the groups. Links: over the mentions that gold and both systems share."]
    return finished(said, options, frame)


def class_documents_(frame: pd.DataFrame, systems: Systems, options: TypedOptions) -> str:  # noqa: ARG001
    """The caption of the heat map of groups by document."""
    show = frame["show"].iloc[0] if len(frame) else ""
    what = class_documents.choices(systems).get(show, "")
    colour = "in the colour of the better system" if class_documents.signed(frame) else "darker for more"
    where = "Groups of mentions (rows) by document (columns, those with the most first)"
    return f"{where}: {what}, {colour}. {marks(systems, picked=True)}"


def class_confusion(frame: pd.DataFrame, systems: Systems, options: TypedOptions) -> str:
    """The caption of the confusion of classes."""
    found = confusion(frame, systems, options)
    return found.replace(
        "Aligned words of gold (rows) and what they are taken for", "Classes of matched mentions in gold (rows) and in the system"
    )


def diagnosis(frame: pd.DataFrame, systems: Systems, options: TypedOptions) -> str:
    """The caption of what groups cost."""
    said = ["What each group costs: points of micro Mention F1 and Link F1 that a system would gain were it perfect; in brackets"]
    said += [f"gold mentions. {marks(systems, picked=True)}", legend(diagnosis_captions.legend(frame, options.level)[:1])]
    return finished([*said, class_captions.PAIRS[options.link_mentions]], options, frame)


def diagnosis_losses(frame: pd.DataFrame, systems: Systems, options: TypedOptions) -> str:
    """The caption of who loses what."""
    what = NOUNS[frame["metric"].iloc[0]]
    first, second = (f"{letter} {name}" for letter, name in zip(systems.letters, systems.pair, strict=True))
    said = f"Gold's {what} of each group that {first} alone, both, and {second} alone lose; in brackets gold mentions."
    return f"{said} {class_captions.PAIRS[options.link_mentions]}"


def coverage(frame: pd.DataFrame, systems: Systems, options: TypedOptions) -> str:
    """The caption of the coverage of label sets."""
    said = ["Mentions with a label, of all mentions of gold and of each system: hollow before propagation, filled after."]
    return finished([*said, f"Bars or brown squares: gold. {marks(systems, picked=True)}"], options, frame)


def span_groups(frame: pd.DataFrame, systems: Systems, options: SpanOptions) -> str:
    """The caption of the dot plot of labels or other groups of spans."""
    said = [*span_captions.groups_caption(frame, systems), marks(systems, picked=True)]
    said.append(legend(tree_captions.legend(options, frame["low"].notna().any())))
    return finished(said, options, frame, options.unit)


def label_groups(frame: pd.DataFrame, systems: Systems, options: LabelOptions) -> str:
    """The caption of the dot plot of labels."""
    said = ["F1 by label in points; in brackets the number of gold's items with it, of macro that of labels."]
    said += [marks(systems, picked=True), legend(tree_captions.legend(options, frame["low"].notna().any()))]
    if (frame["panel"] == DIFFERENCE).any():
        settled = "Printed in bold where it is settled: its interval leaves out 0 and Holm's p over all labels is small enough."
        said += [f"{systems.difference}: the difference in F1."] + [settled] * bool(frame["differs"].any())
    return finished(said, options, frame, options.unit)


def label_thresholds(frame: pd.DataFrame, systems: Systems, options: LabelOptions) -> str:
    """The caption of the threshold curves."""
    return f"{label_captions.threshold_caption(frame, options)} {marks(systems, picked=True)}"


def label_reliability(frame: pd.DataFrame, systems: Systems, options: LabelOptions) -> str:  # noqa: ARG001
    """The caption of the reliability diagram."""
    return f"{label_captions.reliability_caption(frame)} {marks(systems, picked=True)}"


def of_failures(frame: pd.DataFrame, systems: Systems, options: CoreferenceOptions) -> str:
    """The caption of own and shared errors."""
    said = [failure_sentences.main_caption(systems), marks(systems, picked=True)]
    return finished([*said, legend(failure_sentences.legend(frame, systems, options.level))], options, frame)


def crossdoc(frame: pd.DataFrame, systems: Systems, options: CoreferenceOptions) -> str:
    """The caption of the levels of topics."""
    said = [level_sentences.caption(frame, options), marks(systems), legend(level_sentences.legend(frame, options.level))]
    return finished(said, options, frame, "topic")


def failure_heat(frame: pd.DataFrame, systems: Systems, options: CoreferenceOptions) -> str:  # noqa: ARG001
    """The caption of the heat map of errors."""
    return failure_sentences.heat_caption(frame, systems)


def failure_groups(frame: pd.DataFrame, systems: Systems, options: CoreferenceOptions) -> str:
    """The caption of what mending groups brings."""
    said = [failure_sentences.groups_caption(frame), group_gains.shown(frame), marks(systems, picked=True)]
    if frame["low"].isna().all():
        return " ".join(filter(None, said))
    return finished([*filter(None, said), legend(failure_sentences.interval_legend(frame, options.level))], options, frame)


CAPTIONS = {
    "overview": overview, "singletons": singletons, "documents": of_documents, "parsing": parsing, "breakdown": breakdown,
    "confusion": confusion, "treebanks": of_treebanks, "classes": classes, "class-differences": class_differences,
    "class-documents": class_documents_, "class-confusion": class_confusion, "coverage": coverage, "diagnosis": diagnosis,
    "diagnosis-losses": diagnosis_losses, "documents-sorted": documents_sorted, "documents-genres": documents_genres,
    "span-groups": span_groups, "span-errors": span_captions.errors_caption,
    "span-confusion": span_captions.confusion_caption, "failures": of_failures, "failure-heat": failure_heat,
    "failure-groups": failure_groups,
    "crossdoc": crossdoc, "topics": of_documents,
    "label-groups": label_groups, "label-confusion": label_captions.confusion_caption, "label-thresholds": label_thresholds,
    "label-reliability": label_reliability,
}  # fmt: skip
