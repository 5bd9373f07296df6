"""What stands around the figures of classes: what was counted, legends, notes."""

from __future__ import annotations

import pandas as pd

from figures import class_documents, class_frames, classes, numbers, theme
from figures.class_frames import RARE
from figures.frames import Systems
from figures.said import Said, level_name, plain, sentences
from metrics.options import TypedOptions

WHOSE = {
    "gold-first": "A matched mention, and a pair that gold links too, has gold's class on both sides; others have their own.",
    "own": "Recall goes by gold's class, precision by the system's: a class can have full recall and precision 0/0 at once.",
    "strict": "A mention or pair is right only where both sides give it the same class.",
}
PAIRS = {
    "own": "Pairs range over the mentions that the system shares with gold.",
    "common": "Pairs range over the mentions that gold and the compared systems share.",
    "all": "Pairs range over all mentions, so that missed ones cost recall of links too.",
}


def counted(labels: str, before: float, after: float) -> str:
    """Coreference · CNER classes · 71.3 % of mentions labelled before propagation, 93.8 % after."""
    if numbers.missing(before):
        return f"Coreference · classes: {labels} · gold has no mention"
    shares = (f"{numbers.points(x, 1)}{numbers.NBSP}%" for x in (before, after))
    first, second = shares
    return f"Coreference · classes: {labels} · {first} of gold's mentions labelled before propagation, {second} after"


def grouped(by: str, n_groups: int, n_mentions: int) -> str:
    """Coreference · 1,286 gold mentions by length."""
    return f"Coreference · {numbers.plural(n_mentions, 'gold mention')} by {by} · {numbers.plural(n_groups, 'group')}"


def legend(frame: pd.DataFrame, options: TypedOptions, order: str, two: bool) -> list[str]:
    """What marks, lines and greys of the dot plot mean."""
    entries = ["faint line: micro"]
    entries += [f"line: {level_name(options.level)} interval"] if frame["low"].notna().any() else []
    if (frame["panel"] == class_frames.COST).any():
        entries += ["cost: mentions lost to the better system" if two else "cost: mentions lost"]
    entries += [f"grey name: fewer than {RARE} gold mentions"] if frame["rare"].any() else []
    scores = frame[frame["panel"] != class_frames.COST]
    entries += ["‹ off the scale"] if (scores["value"] < classes.firm_scale(scores).start).any() else []
    return [*entries, order] if order else entries


def difference_legend(frame: pd.DataFrame, options: TypedOptions) -> list[str]:
    """What filled and hollow mean."""
    entries = ["filled, in bold: settled", "hollow: not settled"]
    entries += [f"line: {level_name(options.level)} interval"] if frame["low"].notna().any() else []
    entries += [f"grey name: fewer than {RARE} gold mentions"] if frame["rare"].any() else []
    parts = [frame[frame["panel"] == panel] for panel in frame["panel"].unique()]
    return entries + (["‹ › off the scale"] if any(classes.off_scale(part, classes.zoomed(part)).any() for part in parts) else [])


def shared(table: pd.DataFrame, systems: Systems) -> Said:
    """How many of gold's mentions each system has; table : coverage.shared_mentions()."""
    said = []
    for who, row in zip(systems.letters, table.to_dict("records"), strict=True):
        share = f" ({numbers.points(row['share'], 1)}{numbers.NBSP}%)" if not numbers.missing(row["share"]) else ""
        said.append(f"{who} has {numbers.count(row['shared'])} of gold's {numbers.count(row['gold'])} mentions{share}")
    return plain("; ".join(said) + ".") if said else Said()


def rests_on(by: str, options: TypedOptions, gold_types: bool, two: bool) -> Said:
    """What scores and differences rest on: whose class counts, which pairs, which mentions differences range over."""
    said = [plain("Mentions match exactly, singletons are kept.")]
    said += [plain(WHOSE[options.policy].replace("class", "class" if by == "class" else "group"))]
    said += [plain(PAIRS[options.link_mentions])]
    said += [plain("Differences of links range over the mentions that gold and both systems share.")] if two else []
    if by == "class" and gold_types:
        said.append(
            plain(
                "With gold's types as labels, a predicted mention that gold has not gets a class only where it overlaps one of "
                f"gold's by more than {options.threshold:g} of their words, or from its entity; else it is none."
            )
        )
    return sentences(*said)


def many(by: str) -> str:
    """Several groups of a grouping: classes, mention types."""
    return "classes" if by == "class" else by if by.endswith("s") else f"{by}s"


def heat_legend(frame: pd.DataFrame, systems: Systems) -> list[str]:
    """What the colours of the heat map mean."""
    if not class_documents.signed(frame):
        return ["darker: more mentions lost"]
    pairs = zip(frame["places"].iloc[0], systems.letters, strict=True)
    return [f"{theme.colour_name(place)}: {who} better" for place, who in pairs]


def heat_note(frame: pd.DataFrame) -> Said:
    """How the heat map is used, and how many documents it holds."""
    n, drawn = int(frame["n_documents"].iloc[0]), frame["x"].nunique()
    order = "Documents stand by the size of what is shown, summed over their rows"
    cut = f"; the first {drawn} of {numbers.count(n)} are drawn" if drawn < n else ""
    empty = "no such mention on any side" if drawn <= class_documents.FEW else "nothing to show: equal, or no such mention"
    return plain(f"{order}{cut}. An empty cell has {empty}. Click a cell to read the first error there.")


def confusion_note(systems: Systems, signed: bool) -> Said:
    """How the matrix is read."""
    what = f"Cells count {systems.difference}." if signed else "Rows are gold, columns the system's class of the same mention."
    only = "Only mentions that both have are counted; numbers on the diagonal are right."
    return plain(f"{what} {only} Click a cell for gold's class.")


def no_confusion(gold_types: bool) -> Said:
    """Why there is nothing to see."""
    said = "Every mention that a system shares with gold has gold's class."
    if gold_types:
        said += (
            " With gold's types as labels this must be so: the same span takes the same label. Labels of the systems' mentions, "
            "from a tagger run on them, would show confusions; add them on the page Data."
        )
    return plain(said)


def coverage_legend(frame: pd.DataFrame, options: TypedOptions) -> list[str]:
    """What hollow and filled mean."""
    entries = ["❘ gold, thin before propagation", "hollow: before", "filled: after"]
    return entries + ([f"line: {level_name(options.level)} interval"] if frame["low"].notna().any() else [])
