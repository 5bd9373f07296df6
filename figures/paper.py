"""The same finished frames on paper: matplotlib, exact width, embedded TrueType fonts, no browser.

A file depends on its frame and options alone: no date, no path, fixed identifiers; its metadata hold the signature. Names
that the style's typefaces cannot write are written in those that the machine has, on which the file depends then.
"""

from __future__ import annotations

import io
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import pandas as pd
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from figures import paper_check, paper_fonts, paper_legend, paper_svg

WIDTHS = {"column": 3.3, "text": 6.9, "acl-column": 3.03, "acl-text": 6.3}  # inches; acl-: what acl.sty leaves on A4
STYLES = {"acl": ["STIXGeneral", "DejaVu Serif", "DejaVu Sans"], "plain": ["DejaVu Sans"]}  # typefaces, in matplotlib's wheel
LEGENDS = ("above", "below", "right", "none")
KINDS = ("pdf", "svg", "png")
DPI = 300
SIZES = (5.0, 24.0)  # points of type, from and to
HEIGHTS = (0.8, 24.0)  # inches
LIGHT_GRID = "#E3E1DC"
MUTE = "#67635B"
ONE = threading.RLock()  # matplotlib's settings are those of the whole process, and sessions are its threads


@dataclass(frozen=True)
class Sheet:
    """What a figure is drawn on: width and height in inches (None: as the figure needs), type in points, grey print.

    style : in STYLES. legend : where the systems' marks and names stand, in LEGENDS. title, signature : for the file's metadata.
    faces : typefaces after the style's own; drawn() finds those that a frame needs.
    """

    width: float = WIDTHS["column"]
    height: float | None = None
    size: float = 8.0
    style: str = "acl"
    legend: str = "above"
    grey: bool = False
    title: str = ""
    signature: str = ""
    faces: tuple[str, ...] = ()

    @property
    def families(self) -> list[str]:
        """All typefaces, the first that has a sign writes it."""
        return [*STYLES[self.style], *self.faces]

    @property
    def narrow(self) -> bool:
        """Whether the figure stands in one of two columns."""
        return self.width < 5


Draw = Callable[[pd.DataFrame, Sheet], Figure]


def render(
    frame: pd.DataFrame, draw: Draw, *, width: str | float = "column", kind: str = "pdf", sheet: Sheet | None = None
) -> bytes:
    """A figure as a file's bytes: the same bytes for the same frame, width, kind and sheet.

    draw : one of FIGURES' paper functions. width : in WIDTHS ("column" is 3.3 in, "text" 6.9 in) or inches.
    Raises ValueError for another kind, width, style, legend or size, and for a height at which words would overlap.
    """
    if kind not in KINDS:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}, not {kind!r}")
    sheet = lettered(frame, replace(sheet or Sheet(), width=inches(width)))
    figure, out = drawn(frame, draw, sheet), io.BytesIO()
    with printing(sheet):
        figure.savefig(out, format=kind, dpi=DPI, metadata=_metadata(sheet, kind))
        return paper_svg.embedded(out.getvalue(), figure) if kind == "svg" else out.getvalue()


def drawn(frame: pd.DataFrame, draw: Draw, sheet: Sheet) -> Figure:
    """A figure with its legend in place. Raises ValueError as render() does."""
    sheet = lettered(frame, sheet)
    with printing(sheet):
        figure = paper_legend.placed(lambda room: draw(frame, room), sheet)
        if sheet.height and paper_check.faults(figure):
            needed = paper_legend.placed(lambda room: draw(frame, room), replace(sheet, height=None)).get_size_inches()[1]
            raise ValueError(f"height: words would overlap at {sheet.height:g} inches; {needed:.1f} are enough for this figure")
    return figure


def lettered(frame: pd.DataFrame, sheet: Sheet) -> Sheet:
    """The sheet with the typefaces that a frame's words need. Raises ValueError as checked() does."""
    checked(sheet)
    return replace(sheet, faces=paper_fonts.found(frame, STYLES[sheet.style]))


def checked(sheet: Sheet) -> None:
    """Raise ValueError for a style, a legend's place, a size or a height that there is not."""
    for word, value, known in (("style", sheet.style, STYLES), ("legend", sheet.legend, LEGENDS)):
        if value not in known:
            raise ValueError(f"{word} must be one of {', '.join(known)}, not {value!r}")
    for word, value, (low, high), unit in (("size", sheet.size, SIZES, "points"), ("height", sheet.height, HEIGHTS, "inches")):
        if value is not None and not low <= value <= high:
            raise ValueError(f"{word} must be {low:g} to {high:g} {unit}, not {value!r}")


def inches(width: str | float) -> float:
    """A width by its name or as it is; raises ValueError for one that no page holds."""
    found = WIDTHS.get(width, width) if isinstance(width, str) else width
    try:
        found = float(found)
    except ValueError:
        found = 0.0
    if not 1.5 <= found <= 24:
        raise ValueError(f"width must be {', '.join(WIDTHS)} or 1.5 to 24 inches, not {width!r}")
    return found


@contextmanager
def printing(sheet: Sheet) -> Iterator[None]:
    """matplotlib set for a sheet; a sign that no typeface has is printed as a box, and a face that is not bold as it is,

    without a warning.
    """
    with ONE, rc_context(settings(sheet)), warnings.catch_warnings(), paper_fonts.quiet():
        warnings.filterwarnings("ignore", "Glyph .* missing from")
        yield


def settings(sheet: Sheet) -> dict:
    """matplotlib's settings for a sheet; nothing of a user's own configuration shows through."""
    kind = 3 if paper_fonts.postscript(sheet.faces) else 42  # PostScript's outlines as 42 are refused by some viewers
    return {
        "figure.dpi": DPI,  # words are as wide as in the file: at fewer dots their letters move to whole dots
        "font.family": sheet.families,
        "font.size": sheet.size,
        "mathtext.fontset": "stix",
        "text.parse_math": False,
        "axes.unicode_minus": True,
        "axes.linewidth": 0.6,
        "axes.labelsize": sheet.size,
        "xtick.labelsize": sheet.size * 7 / 8,
        "ytick.labelsize": sheet.size,
        "xtick.major.width": 0.6,
        "xtick.major.size": 2.2,
        "hatch.linewidth": 0.4,
        "pdf.fonttype": kind,
        "ps.fonttype": kind,  # in which matplotlib looks for PDF too how many signs a font may have
        "svg.fonttype": "none",  # words stay words; paper_svg embeds their typefaces
        "svg.hashsalt": "assay",
        "savefig.bbox": None,
    }


def _metadata(sheet: Sheet, kind: str) -> dict:
    if kind == "pdf":
        said = {"Title": sheet.title, "Subject": sheet.signature, "Creator": "Assay", "Producer": "Assay via matplotlib"}
        return {**said, "CreationDate": None}
    if kind == "svg":
        return {"Title": sheet.title, "Description": sheet.signature, "Creator": "Assay", "Date": None}
    return {"Title": sheet.title, "Description": sheet.signature, "Software": "Assay"}


def new_figure(sheet: Sheet, height: float) -> Figure:
    """An empty figure of exactly the sheet's width."""
    figure = Figure(figsize=(sheet.width, sheet.height or height), facecolor="white")
    FigureCanvasAgg(figure)
    return figure


def only_below(axes) -> None:
    """A line below and nowhere else, with a faint grid upright."""
    for side in ("left", "right", "top"):
        axes.spines[side].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color=LIGHT_GRID, linewidth=0.5)
    axes.set_axisbelow(True)
