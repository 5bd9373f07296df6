"""What stands around the figures of classification: what was counted, legends, notes, and the captions on paper."""

from __future__ import annotations

import pandas as pd

from figures import numbers
from figures.confusion import DIFFERENCE
from figures.curves import PANELS
from figures.frames import Systems
from figures.said import Said, bold, letter, plain, say, sentences
from metrics.classification.curves import calibration_error
from metrics.options import LabelOptions

KINDS = {"single": "one label each", "multi": "any number of labels each", "binary": "positive or not"}
SHOWN = 4  # labels that are named


def counted(n_items: int, kind: str, n_gold: int, documents: int | None) -> str:
    """The grey line: Classification · 204 items in 12 documents, one label each · 6 labels in gold."""
    where = f" in {numbers.plural(documents, 'document')}" if documents else ""
    held = "" if kind == "binary" else f" · {numbers.plural(n_gold, 'label')} in gold"
    return f"Classification · {numbers.plural(n_items, 'item')}{where}, {KINDS[kind]}{held}"


def degenerate(unranked: tuple[tuple[str, str], ...]) -> Said:
    """Which labels AUC leaves out, and why."""
    by_reason: dict[str, list[str]] = {}
    for label, why in unranked:
        by_reason.setdefault(why, []).append(label)
    parts = [f"{', '.join(some[:SHOWN])}{', …' if len(some) > SHOWN else ''} ({why})" for why, some in by_reason.items()]
    return plain(f"AUC leaves out {'; '.join(parts)}.") if parts else Said()


def labels_note(names: tuple[str, ...], named: tuple[str, ...]) -> Said:
    """Which labels macro is over that gold has not."""
    extra = [name for name in names if name not in set(named)]
    if not extra:
        return plain(f"Both macros are over the same {numbers.plural(len(names), 'label')}.") if len(names) > 1 else Said()
    shown = ", ".join(extra[:SHOWN]) + (", …" if len(extra) > SHOWN else "")
    said = "macro is over {n}, {m} of them in predictions alone ({shown}), whose F1 is 0."
    return say(said, n=numbers.plural(len(names), "label"), m=numbers.count(len(extra)), shown=shown)


def missing(counts: list[int], systems: Systems) -> Said:
    """How many items of gold each picked system lacks."""
    parts = []
    for n, k in zip(counts, systems.picked, strict=True):
        if n:
            verb = "is" if n == 1 else "are"
            said = "{n} of gold {verb} missing from {a} and {count} as given no label."
            count = "counts" if n == 1 else "count"
            parts.append(say(said, n=numbers.plural(n, "item"), verb=verb, count=count, a=letter(systems.places[k])))
    return sentences(*parts)


def groups_note(systems: Systems, options: LabelOptions) -> Said:
    """How the dot plot is read."""
    said = [plain("Numbers beside the names count gold's items; that of macro its labels.")]
    if len(systems.picked) == 2 and options.resamples:
        said.append(plain("Settled: the interval leaves out 0 and Holm's p over all labels is small enough."))
    said.append(plain("Click a mark for gold's items that the system has wrong, a bar for all of the label."))
    return sentences(*said)


def confusion_note(systems: Systems, signed: bool, kind: str, empty: bool) -> Said:
    """How the heat map is read. empty : whether some item has no predicted label."""
    read = {
        "single": "Rows are gold's labels, columns the predicted ones"
        + ("; ∅ is an item without a predicted label." if empty else "."),
        "multi": "Of items with several labels it counts each label: on the diagonal those on both sides, in the last column "
        "those missed, in the last row those given beyond gold.",
        "binary": "Rows are gold, columns predicted; ∅ is negative.",
    }[kind]
    said = plain(f"{read} Click a cell for its items.")
    if not signed:
        return said
    first, second = (letter(systems.places[k]) for k in systems.picked)
    how = "Cells count {d}. Errors in the colour of {b} are fewer in {b}, in that of {a} fewer in {a}."
    return sentences(say(how, d=systems.difference, a=first, b=second), said)


def threshold_note(frame: pd.DataFrame, kind: str, written: list[bool], systems: Systems) -> Said:
    """Where F1 is highest, and whether the threshold decides anything."""
    best = []
    for lane, rows in frame[frame["panel"] == "f1"].groupby("lane"):
        top = rows.loc[rows["value"].idxmax()] if rows["value"].notna().any() else None
        if top is not None:
            place = systems.places[systems.picked[int(lane)]]
            said = "{a} reaches an F1 of {x} at {t}"
            best.append(say(said, a=letter(place), x=bold(numbers.points(top["value"])), t=f"{top['threshold']:.3f}"))
    parts = [_joined(best) + plain("; a threshold that is chosen on the items that are scored flatters.")] if best else []
    if kind == "single":
        parts.append(plain("Each item has one label here, so no threshold decides: these are the labels one by one."))
    elif any(written):
        who = [letter(systems.places[k]) for k, own in zip(systems.picked, written, strict=True) if own]
        said = "{a} {verb} predictions, which the threshold does not touch."
        parts.append(say(said, a=_joined(who), verb="writes its own" if len(who) == 1 else "write their own"))
    return sentences(*parts)


def _joined(parts: list[Said]) -> Said:
    return parts[0] if len(parts) == 1 else parts[0] + plain(" and ") + parts[1]


def reliability_note(found: list[pd.DataFrame], systems: Systems, by_item: bool) -> Said:
    """The expected calibration error of each system, and what the marks are."""
    errors = []
    for lane, bins in enumerate(found):
        error, place = calibration_error(bins), systems.places[systems.picked[lane]]
        if not numbers.missing(error):
            errors.append(say("{x} points for {a}", x=bold(numbers.points(error)), a=letter(place)))
    what = "the highest score of each item" if by_item else "each score of each item"
    parts = [say("Expected calibration error: {x}.", x=_joined(errors))] if errors else []
    return sentences(*parts, plain(f"Over {what}, in ten bins; the area of a mark is the number of scores."))


def threshold_caption(frame: pd.DataFrame, options: LabelOptions) -> str:
    """The caption of the threshold curves, without marks."""
    label = frame["label"].iloc[0]
    shown = [words for panel, words in PANELS.items() if (frame["panel"] == panel).any()]
    said = f"{', '.join(shown)} of {label} where a label is predicted from a score on."
    return said + (f" Marks: the threshold {options.threshold:g}." if frame["chosen"].any() else "")


def reliability_caption(frame: pd.DataFrame) -> str:
    """The caption of the reliability diagram, without marks."""
    return (
        f"Reliability of the scores of {frame['label'].iloc[0]}: how often gold agrees, against the mean score, in ten bins; "
        "area: number of scores; dotted: scores that say what they mean."
    )


def confusion_caption(frame: pd.DataFrame, systems: Systems, options: LabelOptions) -> str:  # noqa: ARG001
    """The caption of the confusion matrix."""
    show = frame["show"].iloc[0]
    what = systems.difference if show == DIFFERENCE else dict(zip(systems.letters, systems.pair, strict=True))[show]
    return f"Gold's labels (rows) and the predicted ones (columns), {what}; ∅: no label; on the diagonal those that are right."
