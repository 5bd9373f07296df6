"""Gold's and the systems' trees of a sentence as one picture: an SVG that follows the light or dark page."""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from figures import arcs as place
from figures import theme
from figures.arcs import FORM, SMALL, Arc, Grid
from metrics.ud.reading import Node, SentenceTrees, Tree
from metrics.ud.side import ROOT

STEP, LOWEST = 18.0, 13.0  # pixels from level to level; less where there are many levels
TALL = 300.0  # pixels of arcs from which levels stand closer
TALLEST = 1000  # pixels of a picture that is shown whole
CORNER = 5.0
ASIDE = 4.0  # from a head's middle to where its arcs leave
BELOW = 20.0  # for a word and its tag
TOKEN = 17.0  # for multiword tokens
BETWEEN = 26.0
LIGHT_DARK = {
    "ink": ("#22211F", "#EDEBE8"), "mute": ("#67635B", "#ABA69D"), "page": ("#FFFFFF", "#171614"), "arc": ("#8A857C", "#8A857C"),
    "gold": ("#6B5F45", "#D3C6A6"), "A": ("#1A5AA8", "#7FB4F0"), "B": ("#A94F00", "#F5A45C"), "C": ("#0F7451", "#62C99B"),
    "D": ("#A2408B", "#E39BD0"),
}  # fmt: skip
DASHES = {"A": "", "B": "5 2.5", "C": "1.5 2.5", "D": "7 2.5 1.5 2.5"}
SVG_STYLE = ":root{color-scheme:light dark}" + "".join(
    [
        *(f".{name}{{--c:light-dark({light},{dark})}}" for name, (light, dark) in LIGHT_DARK.items()),
        "text{font-family:'Source Sans','Source Sans 3','Noto Sans',system-ui,sans-serif;text-anchor:middle;fill:var(--c)}",
        f".f{{font-size:{FORM}px}}.s{{font-size:{SMALL}px}}.h{{font-weight:700}}.e{{font-style:italic}}",
        ".u{text-decoration:underline 1.5px}",
        ".l{paint-order:stroke;stroke:light-dark(#FFFFFF,#171614);stroke-width:5px;stroke-linejoin:round}",
        "path{fill:none;stroke:var(--c);stroke-width:1}path.w{stroke-width:2.2}path.a{fill:var(--c);stroke:none}",
    ]
)
UNKNOWN = "\N{REPLACEMENT CHARACTER}"
# What XML cannot hold at all.
FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Row(NamedTuple):
    """One tree of the picture: whose it is, what stands in it, and where its words stand from the top."""

    who: str
    tree: Tree
    arcs: list[Arc]
    levels: list[int]
    step: float
    base: float


@dataclass(frozen=True)
class Picture:
    """svg : its text. width, height : pixels. bases : where each tree's words stand, by who. rtl : read from the right.

    here : where the first marked word stands, from the left.
    """

    svg: str
    width: int
    height: int
    bases: dict[str, float]
    rtl: bool
    here: float | None = None


def draw(trees: SentenceTrees, places: Sequence[int], *, enhanced: bool = False, marked: frozenset[int] = frozenset()) -> Picture:
    """The picture of a sentence. places : of the systems; they give letter, colour and dash. marked : columns to underline."""
    sides = [("gold", trees.gold), *zip(map(theme.letter, places), trees.systems, strict=True)]
    drawn = [place.enhanced_arcs(tree) if enhanced else place.basic_arcs(tree) for _, tree in sides]
    rtl = place.is_rtl(trees.text)
    grid = place.grid([tree for _, tree in sides], drawn, trees.columns, rtl)
    rows, top = [], 0.0
    for (who, tree), arcs in zip(sides, drawn, strict=True):
        lifted = any(map(place.is_stub, tree.nodes))  # above the heads that stand elsewhere
        levels = [level + lifted for level in place.levels(arcs, trees.columns)]
        step = min(STEP, max(LOWEST, TALL / max(levels, default=1)))
        base = top + max(levels, default=int(lifted)) * step + FORM + 12
        rows.append(Row(who, tree, arcs, levels, step, base))
        top = base + BELOW + TOKEN * bool(tree.tokens) + BETWEEN
    height = top - BETWEEN + 4
    body = "".join(_row(row, grid, marked) for row in rows)
    here = float(grid.x[min(marked)]) if marked and min(marked) < trees.columns else None
    bases = {row.who: row.base for row in rows}
    return Picture(_svg(body, grid.width, height), int(grid.width) + 1, int(height) + 1, bases, rtl, here)


def _svg(body: str, width: float, height: float) -> str:
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.1f} {height:.1f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{SVG_STYLE}</style>{body}</svg>'


def _row(row: Row, grid: Grid, marked: frozenset[int]) -> str:
    order = sorted(range(len(row.arcs)), key=lambda k: (not row.arcs[k].right_head, row.levels[k]))  # wrong ones lie on top
    lines = "".join(_arc(row, row.arcs[k], row.levels[k], grid) for k in order)
    labels = "".join(_label(row, row.arcs[k], row.levels[k], grid) for k in order)
    words = "".join(_word(row, n, grid, marked) for n in row.tree.nodes)
    tokens = "".join(_token(row, token, grid) for token in row.tree.tokens)
    stubs = "".join(_stub(row, n, grid) for n in row.tree.nodes if place.is_stub(n))
    return f'<g data-who="{row.who}">{lines}{stubs}{labels}{words}{tokens}</g>'


def _colour(who: str) -> str:
    return who if who in LIGHT_DARK else "mute"


def _arc(row: Row, arc: Arc, level: int, grid: Grid) -> str:
    """From the head up, across, and down to the word, where the arrow ends."""
    start, end = grid.x[arc.head], grid.x[arc.column]
    way = 1 if end > start else -1
    start += way * ASIDE
    bottom, top = row.base - FORM - 1, row.base - FORM - 4 - level * row.step
    r = min(CORNER, abs(end - start) / 2)
    path = (
        f"M{start:.1f} {bottom:.1f}V{top + r:.1f}Q{start:.1f} {top:.1f} {start + way * r:.1f} {top:.1f}"
        f"H{end - way * r:.1f}Q{end:.1f} {top:.1f} {end:.1f} {top + r:.1f}V{bottom - 4:.1f}"
    )
    wrong = not arc.right_head
    dash = f' stroke-dasharray="{DASHES[row.who]}"' if wrong and DASHES.get(row.who) else ""
    kind = f"w {_colour(row.who)}" if wrong else "arc"
    arrow = f'<path class="a {_colour(row.who) if wrong else "arc"}" d="M{end - 3:.1f} {bottom - 5:.1f}h6l-3 5z"/>'
    return f'<path class="{kind}"{dash} d="{path}"/>{arrow}'


def _label(row: Row, arc: Arc, level: int, grid: Grid) -> str:
    wrong = not (arc.right_head and arc.right_relation)
    x = (grid.x[arc.head] + grid.x[arc.column]) / 2
    y = row.base - FORM - 4 - level * row.step + SMALL * 0.34
    kind = f"s l h {_colour(row.who)}" if wrong else "s l mute"
    return _text(x, y, kind, arc.relation)


def _stub(row: Row, node: Node, grid: Grid) -> str:
    """A head that stands in another sentence: a short dashed line upwards, with the relation."""
    x, bottom = grid.x[node.column], row.base - FORM - 1
    line = f'<path class="w {_colour(row.who)}" stroke-dasharray="2 2" d="M{x:.1f} {bottom:.1f}v-9"/>'
    return line + _text(x, bottom - 12, f"s l h {_colour(row.who)}", f"↥{node.relation}")


def _word(row: Row, node: Node, grid: Grid, marked: frozenset[int]) -> str:
    root = node.head == ROOT
    wrong_root = root and not (node.right_head and node.right_relation)
    kind = f"f{' h' * root}{' e' * node.empty}{' u' * (node.column in marked)} "
    kind += _colour(row.who) if wrong_root else "mute" if node.empty else "ink"
    form = place.shown(node)
    tag = ""
    if not node.right_upos:
        tag = _text(grid.x[node.column], row.base + 14, f"s h {_colour(row.who)}", node.upos)
    elif row.who == "gold" and not node.empty:
        tag = _text(grid.x[node.column], row.base + 14, "s mute", node.upos)
    return _text(grid.x[node.column], row.base, kind, form) + tag


def _token(row: Row, token: tuple[int, int, str], grid: Grid) -> str:
    first, last, form = token
    left, right = sorted((grid.x[first], grid.x[last]))
    y = row.base + BELOW
    line = f'<path class="arc" d="M{left - 8:.1f} {y - 3:.1f}v3H{right + 8:.1f}v-3"/>'
    return line + _text((left + right) / 2, y + 12, "s mute", form)


def _text(x: float, y: float, kind: str, text: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(FORBIDDEN.sub(UNKNOWN, text))}</text>'


def html(picture: Picture, described: str) -> str:
    """The picture in a box that scrolls sideways, its trees' letters fixed at the side. described : its alternative text.

    One that is taller than TALLEST scrolls both ways, and begins at gold's words.
    """
    data = base64.b64encode(picture.svg.encode("utf-8", "replace")).decode()
    size = f'width="{picture.width}" height="{picture.height}"'
    image = f'<img alt="{escape(described)}" {size} src="data:image/svg+xml;base64,{data}">'
    side = "rtl" if picture.rtl else "ltr"
    letters = "".join(_letter(who, base) for who, base in picture.bases.items())
    if picture.height > TALLEST:
        high = f"height:{picture.height}px;margin-bottom:-{picture.height}px"
        whole = f'<div class="who" style="{high}">{letters}</div>{image}{_here(picture, picture.bases["gold"])}'
        return (
            f'<div class="trees tall"><div class="scroll" dir="{side}" tabindex="0"><div class="whole">{whole}</div></div></div>'
        )
    here = "" if picture.here is None else _here(picture, 0)
    scroll = f'<div class="scroll" dir="{side}" tabindex="0"><div class="whole">{image}{here}</div></div>'
    return f'<div class="trees"><div class="who">{letters}</div>{scroll}</div>'


def _here(picture: Picture, top: float) -> str:
    """Where the box is scrolled to at first: the first marked word, else the sentence's beginning."""
    left = picture.here if picture.here is not None else picture.width * picture.rtl
    return f'<span class="here" style="left:{left:.0f}px;top:{top:.0f}px"></span>'


def _letter(who: str, base: float) -> str:
    kind = "sGold" if who == "gold" else f"s{who}" if who in DASHES else "sMore"
    return f'<b class="{kind}" style="top:{base - FORM:.0f}px">{who}</b>'
