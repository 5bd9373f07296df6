"""What is shown: a finished frame with its title, signature and caption, and what can be chosen of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any

import pandas as pd

from figures import paper, paper_captions, paper_fonts, tables
from figures.frames import DIFFERENCE, Systems
from figures.registry import COLUMN, FIGURES
from figures.score_tables import WITHOUT
from figures.studies.chosen import Chosen


class NotShownError(Exception):
    """There is nothing to be drawn, and why; the words are a sentence for a user."""


@dataclass(frozen=True)
class View:
    """What of a task's numbers is shown; "" is what is shown at first.

    metric : the score. singletons : keep or drop. by : the grouping. order : of rows. show : a system's letter, or their
    difference. label : of labels.
    """

    metric: str = ""
    singletons: str = ""
    by: str = ""
    order: str = ""
    show: str = ""
    label: str = ""


WORDS = tuple(one.name for one in fields(View))


@dataclass(frozen=True)
class Exhibit:
    """A figure, all but drawn. figure : its name in FIGURES, which has the caption too."""

    figure: str
    frame: pd.DataFrame
    title: str
    signature: str
    systems: Systems
    options: Any

    def screen(self) -> Any:
        """The Plotly figure."""
        return FIGURES[self.figure][0](self.frame)

    def caption(self, width: str | float = "text") -> str:
        """The caption of what is drawn at a width, without the signature."""
        narrow = paper.Sheet(width=paper.inches(width)).narrow
        frame = COLUMN[self.figure](self.frame) if narrow and self.figure in COLUMN else self.frame
        return paper_captions.CAPTIONS[self.figure](frame, self.systems, self.options)

    def sheet(self, sheet: paper.Sheet | None = None) -> paper.Sheet:
        """A sheet with this figure's title and signature."""
        return replace(sheet or paper.Sheet(), title=self.title, signature=self.signature)

    def unwritten(self, style: str = paper.Sheet.style) -> str:
        """A sentence on the signs of its names that no typeface of this machine can print; empty where there are none."""
        return paper_fonts.missing(self.frame, paper.STYLES[style])

    def embedded(self, style: str = paper.Sheet.style) -> str:
        """As what a PDF holds its typefaces: TrueType, or Type 3 where one that its names need has PostScript's outlines."""
        return "Type 3" if paper_fonts.postscript(paper_fonts.found(self.frame, paper.STYLES[style])) else "TrueType"

    def render(self, width: str | float = "column", kind: str = "pdf", sheet: paper.Sheet | None = None) -> bytes:
        """The figure as a file's bytes: paper.render()."""
        return paper.render(self.frame, FIGURES[self.figure][1], width=width, kind=kind, sheet=self.sheet(sheet))


Values = Callable[[Chosen], Mapping[str, str]]


@dataclass(frozen=True)
class Maker:
    """How an exhibit is made, what it shows in a few words, and what of it can be chosen.

    choices : by a field of View, its values with the words for them, the first of which is shown at first. tables : the
    tables that say the same.
    """

    make: Callable[[Any, View], Exhibit]
    words: str
    choices: Mapping[str, Values] = field(default_factory=lambda: MappingProxyType({}))
    tables: Callable[[Any, View], list[tables.Table]] = lambda *_: []


def settled(maker: Maker, chosen: Chosen, view: View) -> View:
    """A view with a value wherever one can be chosen. Raises NotShownError for one that is not among them, or not asked for."""
    found = {}
    for word in WORDS:
        value = getattr(view, word)
        if word not in maker.choices:
            if value:
                raise NotShownError(f"{word} cannot be chosen here.")
            continue
        values = maker.choices[word](chosen)
        if value and value not in values:
            raise NotShownError(f"{word} is one of {', '.join(v or 'none' for v in values)}, not {value!r}.")
        found[word] = value or next(iter(values), "")
    return View(**found)


def exhibit(maker: Maker, chosen: Chosen, view: View) -> Exhibit:
    """The exhibit under a view. Raises NotShownError where there is nothing to be drawn."""
    made = maker.make(chosen, settled(maker, chosen, view))
    if not len(made.frame):
        raise NotShownError("There is nothing to be drawn: the files hold nothing that this figure counts. Other files may.")
    return made


def defined(frame: pd.DataFrame, score: str, unit: str) -> None:
    """Raises NotShownError where no row of documents_frame() has a score. unit : what rows are."""
    if frame["undefined"].all():
        why = f"{score} is undefined in every {unit}: neither gold nor a system has anything that it counts."
        raise NotShownError(f"{why} Another metric or other files may have a score.")


def both(chosen: Chosen) -> None:
    """Raises NotShownError where there is one system."""
    if chosen.b is None:
        raise NotShownError("Two systems are needed; there is one. Add another.")


def policies(_: Chosen) -> Mapping[str, str]:
    """What can be done with singletons."""
    return WITHOUT


def shows(chosen: Chosen) -> Mapping[str, str]:
    """Whose numbers a matrix can hold: the difference first where there are two systems, then each."""
    systems = chosen.systems
    first = {DIFFERENCE: systems.difference} if chosen.b is not None else {}
    return first | {letter: letter for letter in systems.letters}
