"""What stands around the figures of spans: what was counted, legends, notes, and the captions on paper."""

from __future__ import annotations

import pandas as pd

from figures import numbers
from figures.confusion import DIFFERENCE
from figures.frames import DIFFERENCE as DIFFERENCE_PANEL
from figures.frames import Systems
from figures.said import Said, bold, letter, level_name, plain, say, sentences
from figures.span_frames import RARE
from metrics.options import LabelOptions, SpanOptions

READ_AS = {"strict": "read strictly", "conlleval": "read as conlleval does"}


def legend(frame: pd.DataFrame, options: SpanOptions | LabelOptions, two: bool, lost: str = "spans") -> list[str]:
    """What lines and greys of the dot plot mean. lost : what is."""
    said = [f"line: {level_name(options.level)} interval"] if frame["low"].notna().any() else []
    said += ["faint line: micro F1"]
    said += [f"grey: fewer than {RARE} in gold"] if frame["rare"].any() else []
    return [*said, "cost: errors of the better system" if two else f"cost: its errors, {lost} lost and too many"]


def reading_note(reading: str, scheme: str, other: tuple[str, pd.DataFrame] | None, systems: Systems) -> Said:
    """How malformed tags were read, and what micro F1 is when they are read otherwise; nothing without tags."""
    if not scheme:
        return Said()
    if other is None:
        return plain(f"Tags are {scheme} and well-formed: strict and conlleval readings agree.")
    how, scores = other
    values = dict(zip(scores["system"], scores["f1"], strict=True))
    parts = [say("{x} for {a}", x=numbers.points(values[systems.names[k]]), a=letter(systems.places[k])) for k in systems.picked]
    rest = parts[0] if len(parts) == 1 else parts[0] + plain(" and ") + parts[1]
    said = (
        "Some tags are malformed {scheme}. Here they are {this}; {that}, micro F1 is {rest}. The option Malformed tags decides."
    )
    return say(said, scheme=scheme, this=bold(READ_AS[reading]), that=READ_AS[how], rest=rest)


def groups_note(systems: Systems, by: str, options: SpanOptions) -> Said:
    """How the dot plot is read."""
    said = [plain("Numbers beside the names count gold's spans; that of macro its labels.")]
    if by not in ("label", "document"):
        said.append(plain("Precision counts a predicted span in its own group, recall a gold span in its own."))
    if len(systems.picked) == 2 and options.resamples:
        said.append(plain("Settled: the interval leaves out 0 and Holm's p over all groups is small enough."))
    said.append(plain("Click a mark or bar for its errors."))
    return sentences(*said)


def confusion_note(systems: Systems, signed: bool) -> Said:
    """How the heat map is read."""
    read = plain(
        "Rows are gold's labels, columns the predicted ones of the spans that overlap best; ∅ is nothing: missed in the "
        "last column, spurious in the last row. On the diagonal labels are right, also where the words differ. "
        "Click a cell for its errors."
    )
    if not signed:
        return read
    first, second = (letter(systems.places[k]) for k in systems.picked)
    said = "Cells count {d}. Errors in the colour of {b} are fewer in {b}, in that of {a} fewer in {a}."
    return sentences(say(said, d=systems.difference, a=first, b=second), read)


def groups_caption(frame: pd.DataFrame, systems: Systems) -> list[str]:
    """The sentences of the dot plot's caption, without marks and intervals."""
    said = ["F1 of exact spans by group in points; in brackets the number of gold spans, of macro that of labels."]
    if (frame["panel"] == DIFFERENCE_PANEL).any():
        said += [f"{systems.difference}: the difference in F1."]
        settled = "Printed in bold where it is settled: its interval leaves out 0 and Holm's p over all groups is small enough."
        said += [settled] * bool(frame["differs"].any())
    return said


def errors_caption(frame: pd.DataFrame, systems: Systems, options: SpanOptions) -> str:  # noqa: ARG001
    """The caption of own and shared errors."""
    named = ", ".join(f"{who}: {name}" for who, name in zip(systems.letters, systems.pair, strict=True))
    kinds = frame.drop_duplicates("kind")
    meant = "; ".join(f"{kind}: {about}" for kind, about in zip(kinds["kind"], kinds["about"], strict=True))
    shared = " Both: the same span with the same label in both, or nothing in both." if len(systems.picked) == 2 else ""
    return f"Errors by kind. {named}.{shared} {meant[:1].upper()}{meant[1:]}."


def confusion_caption(frame: pd.DataFrame, systems: Systems, options: SpanOptions) -> str:  # noqa: ARG001
    """The caption of the confusion of labels."""
    show = frame["show"].iloc[0]
    what = systems.difference if show == DIFFERENCE else dict(zip(systems.letters, systems.pair, strict=True))[show]
    return (
        f"Gold's labels (rows) and the predicted labels of the spans that overlap best (columns), {what}; ∅: nothing, that is "
        "missed (column) or spurious (row); on the diagonal labels are right, also where the words differ."
    )
