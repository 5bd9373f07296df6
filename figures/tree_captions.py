"""What stands around the figures of trees: what was counted, legends, notes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from figures import numbers
from figures.frames import Systems
from figures.said import Said, bold, letter, level_name, plain, say, sentences
from metrics.options import TreeOptions
from metrics.ud.project import TreeProject


def counted(project: TreeProject, picked: tuple[int, ...], letters: tuple[str, ...]) -> str:
    """Parsing · 1,180 sentences, 22,406 words · without a counterpart: 0.65 % of words in A, 6.00 % in B."""
    keep = np.append(project.kept(), False)[project.gold.words.sentence]
    n = int(keep.sum())
    said = f"Parsing · {numbers.plural(int(project.kept().sum()), 'sentence')}, {numbers.plural(n, 'word')}"
    lost = [float((project.aligned[k].to_system[keep] < 0).sum()) for k in picked]
    if not n or not any(lost):
        return f"{said} · every word has a counterpart"
    shares = ", ".join(f"{numbers.points(100 * x / n)}{numbers.NBSP}% in {who}" for x, who in zip(lost, letters, strict=True))
    return f"{said} · words without a counterpart: {shares}"


def legend(options: TreeOptions, has_intervals: bool) -> list[str]:
    """What the lines mean."""
    return [f"line: {level_name(options.level)} interval"] if has_intervals else []


def click_note(systems: Systems) -> str:
    """What a click on a mark opens."""
    apart = "; a difference opens words that only the worse system has wrong" if len(systems.picked) > 1 else ""
    return (
        f"Click a mark for the sentences with words that are wrong by its metric{apart}. Tokens, Sentences and edges list none."
    )


def treebank_legend(options: TreeOptions, frame: pd.DataFrame) -> list[str]:
    """What the marks over treebanks mean; frame : of treebanks_frame()."""
    line = [f"line: {level_name(options.level)} interval"] if frame["low"].notna().any() else []
    settled = "filled: the difference is settled, corrected over treebanks; the mean by Wilcoxon's test"
    return [*line, *([settled, "hollow: not settled"] if options.resamples else [])]


def treebanks_counted(rows: Sequence[dict], banks: int, options: TreeOptions) -> str:
    """Parsing · 20 treebanks, 14,310 sentences · each is resampled by itself · click one to see where its parsers differ."""
    units = f"{numbers.plural(banks, 'treebank')}, {numbers.plural(max((row['units'] for row in rows), default=0), options.unit)}"
    return f"Parsing · {units} · each resampled by itself · click a treebank to see where they differ"


def confusion_note(systems: Systems, signed: bool) -> Said:
    """How the heat map is read."""
    click = plain(
        "Rows are gold, columns what it is taken for; numbers on the diagonal are right. Click a cell for its sentences."
    )
    if not signed:
        return click
    first, second = (letter(systems.places[k]) for k in systems.picked)
    said = "Cells count {d}. Errors in the colour of {b} are fewer in {b}, in that of {a} fewer in {a}."
    return sentences(say(said, d=systems.difference, a=first, b=second), click)


def example(before: str, word: str, after: str) -> Said:
    """A word in its place."""
    parts = [plain(f"{before} ") if before else Said(), bold(word), plain(f" {after}") if after else Said()]
    found = parts[0] + parts[1] + parts[2]
    return Said(f'<span class="example">{found.html}</span>', found.text)


def settings(options: TreeOptions) -> str:
    """How relations and features are compared, in a few words."""
    relations = "relations with subtypes" if options.subtypes else "universal relations"
    return f"{relations}, {options.features} features"
