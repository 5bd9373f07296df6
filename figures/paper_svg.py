"""The typefaces of an SVG within it: its words stay words, and look the same where none of the typefaces is installed."""

from __future__ import annotations

import base64
import io
from functools import lru_cache

from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, weight_dict
from matplotlib.text import Text

from figures.paper_fonts import has

STYLE = b'<style type="text/css">'
# Nothing bold but what matplotlib draws so; words run from the side from which matplotlib sets them; blanks are kept.
WORDS = "text{font-synthesis:none;unicode-bidi:plaintext;white-space:pre}"
# Kerning as matplotlib has it; no date of saving.
KEPT = {"legacy_kern": True, "hinting": False, "name_IDs": [1, 2], "recalc_timestamp": False, "notdef_outline": True}


def embedded(svg: bytes, figure: Figure) -> bytes:
    """The file with its typefaces, cut down to the signs of its words; the same bytes for the same figure."""
    rules = "".join(_rule(*face, "".join(sorted(signs))) for face, signs in sorted(_written(figure).items()))
    return svg.replace(STYLE, STYLE + f"{rules}{WORDS}".encode(), 1)


def _written(figure: Figure) -> dict[tuple[str, int], set[str]]:
    """By family and weight, the signs that are written in it: each in the first family that has it."""
    found: dict[tuple[str, int], set[str]] = {}
    for text in figure.findobj(Text):
        face, left = text.get_fontproperties(), set(text.get_text())
        for family in face.get_family():
            weight = face.get_weight()
            weight = int(weight_dict.get(weight, weight))
            path = _file(family, weight)
            here = {sign for sign in left if has(path, getattr(path, "face_index", 0), sign)}
            found.setdefault((family, weight), set()).update(here)
            left -= here
    return {face: signs for face, signs in found.items() if signs}


def _file(family: str, weight: int) -> str:
    return findfont(FontProperties(family=[family], weight=weight))


@lru_cache(maxsize=64)
def _rule(family: str, weight: int, signs: str) -> str:
    """A typeface of some signs as CSS."""
    from fontTools.subset import Options, Subsetter  # not before it is needed: it takes a while
    from fontTools.ttLib import TTFont

    path, out = _file(family, weight), io.BytesIO()
    cut = Subsetter(Options(**KEPT))
    cut.populate(text=signs)
    with TTFont(path, fontNumber=getattr(path, "face_index", 0), recalcTimestamp=False) as font:
        cut.subset(font)
        font.save(out)
    data = base64.b64encode(out.getvalue()).decode()
    return f"@font-face{{font-family:'{family}';font-weight:{weight};src:url(data:font/ttf;base64,{data})}}"
