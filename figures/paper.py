"""The same finished frames on paper: matplotlib, exact width, embedded TrueType fonts, no browser.

A file depends on its frame and options alone: no date, no path, fixed identifiers; its metadata hold the signature.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, replace

import pandas as pd
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

WIDTHS = {"column": 3.3, "text": 6.9}  # inches
FONTS = {"times": ["STIXGeneral", "DejaVu Serif"], "sans": ["DejaVu Sans"]}
KINDS = ("pdf", "svg", "png")
DPI = 300
LIGHT_GRID = "#E3E1DC"
MUTE = "#67635B"


@dataclass(frozen=True)
class Sheet:
    """What a figure is drawn on: width and height in inches (None: as the figure needs), type in points, grey print.

    title, signature : for the file's metadata.
    """

    width: float = WIDTHS["column"]
    height: float | None = None
    size: float = 8.0
    font: str = "times"
    grey: bool = False
    title: str = ""
    signature: str = ""

    @property
    def narrow(self) -> bool:
        """Whether the figure stands in one of two columns."""
        return self.width < 5


Draw = Callable[[pd.DataFrame, Sheet], Figure]


def render(
    frame: pd.DataFrame, draw: Draw, *, width: str | float = "column", kind: str = "pdf", sheet: Sheet | None = None
) -> bytes:
    """A figure as a file's bytes: the same bytes for the same frame, width, kind and sheet.

    draw : one of FIGURES' paper functions. width : "column" (3.3 in), "text" (6.9 in) or inches.
    Raises ValueError for another kind or width.
    """
    if kind not in KINDS:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}, not {kind!r}")
    sheet = replace(sheet or Sheet(), width=inches(width))
    with rc_context(settings(sheet)):
        figure = draw(frame, sheet)
        out = io.BytesIO()
        figure.savefig(out, format=kind, dpi=DPI, metadata=_metadata(sheet, kind))
    return out.getvalue()


def inches(width: str | float) -> float:
    """A width by its name or as it is; raises ValueError for one that no page holds."""
    found = WIDTHS.get(width, width) if isinstance(width, str) else width
    try:
        found = float(found)
    except ValueError:
        found = 0.0
    if not 1.5 <= found <= 24:
        raise ValueError(f"width must be column, text or 1.5 to 24 inches, not {width!r}")
    return found


def settings(sheet: Sheet) -> dict:
    """matplotlib's settings for a sheet; nothing of a user's own configuration shows through."""
    return {
        "font.family": FONTS[sheet.font],
        "font.size": sheet.size,
        "mathtext.fontset": "stix",
        "text.parse_math": False,
        "axes.unicode_minus": True,
        "axes.linewidth": 0.6,
        "axes.labelsize": sheet.size,
        "xtick.labelsize": sheet.size - 1,
        "ytick.labelsize": sheet.size,
        "xtick.major.width": 0.6,
        "xtick.major.size": 2.2,
        "pdf.fonttype": 42,
        "ps.fonttype": 42,
        "svg.fonttype": "path",
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


def extent(text: Text) -> tuple[float, float]:
    """A text's width and height in inches."""
    box = text.get_window_extent(text.figure.canvas.get_renderer())
    return box.width / text.figure.dpi, box.height / text.figure.dpi


def text_width(figure: Figure, words: list[str], **style) -> float:
    """The width in inches of the widest of some texts."""
    texts = [figure.text(0, 0, w, **style) for w in words]
    widest = max((extent(t)[0] for t in texts), default=0.0)
    for t in texts:
        t.remove()
    return widest


def only_below(axes) -> None:
    """A line below and nowhere else, with a faint grid upright."""
    for side in ("left", "right", "top"):
        axes.spines[side].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color=LIGHT_GRID, linewidth=0.5)
    axes.set_axisbelow(True)
