"""Typefaces for names that a style's own cannot write: whatever the machine has, nothing is fetched."""

from __future__ import annotations

import logging
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path

import pandas as pd
from matplotlib import font_manager
from matplotlib.font_manager import FontEntry, FontPath

# Families that hold many signs, the first that helps is taken; TrueType always before other outlines.
KNOWN = (
    "Droid Sans Fallback", "WenQuanYi Zen Hei", "WenQuanYi Micro Hei", "IPAGothic", "NanumGothic", "Arial Unicode MS",
    "Microsoft YaHei", "MS Gothic", "Yu Gothic", "Malgun Gothic", "PingFang SC", "Hiragino Sans", "Apple SD Gothic Neo",
    "Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans CJK KR", "Nirmala UI", "Tahoma", "Segoe UI Symbol",
)  # fmt: skip
SERIES = "Noto Sans "  # a family for each script
# What to install on Debian, by what the names of the signs begin with; all others are in the last.
PACKAGES = dict.fromkeys(("CJK", "HIRAGANA", "KATAKANA", "HANGUL"), "fonts-wqy-zenhei")  # TrueType, unlike fonts-noto-cjk
OTHERS = "fonts-noto-core"
LISTED = 12  # signs that are named
INKLESS = ("Cc", "Cf", "Cs", "Zs", "Zl", "Zp")  # categories of signs that leave nothing on paper


def signs(frame: pd.DataFrame) -> set[str]:
    """All signs of a frame's words that leave ink."""
    words = (word for name in frame for word in frame[name].dropna().unique() if isinstance(word, str))
    return {sign for word in words for sign in word if unicodedata.category(sign) not in INKLESS}


def found(frame: pd.DataFrame, families: Sequence[str]) -> tuple[str, ...]:
    """The further families that a frame's words need: those that write most of what is left, one after the other."""
    return _found(frozenset(_unwritten(signs(frame), families)))


def missing(frame: pd.DataFrame, families: Sequence[str]) -> str:
    """A sentence that says which signs are drawn as boxes and what to install; empty where there are none."""
    rest = sorted(_unwritten(signs(frame), (*families, *found(frame, families))))
    if not rest:
        return ""
    named = " ".join(rest[:LISTED]) + (f" and {len(rest) - LISTED:,} more" if len(rest) > LISTED else "")
    packages = dict.fromkeys(PACKAGES.get(_script(sign), OTHERS) for sign in rest)
    return f"No typeface on this machine has {named}: boxes stand for them. On Debian: apt install {' '.join(packages)}."


def postscript(families: Sequence[str]) -> bool:
    """Whether a family among those found has PostScript's outlines, which no PDF can embed as TrueType."""
    return any(_is_postscript(entry.fname) for entry in _entries() if entry.name in families)


@contextmanager
def quiet() -> Iterator[None]:
    """Nothing is said of faces that lack a weight, or of tables that a subset leaves out."""
    logs = [logging.getLogger(name) for name in ("matplotlib.font_manager", "fontTools.subset")]
    before = [log.level for log in logs]
    try:
        for log in logs:
            log.setLevel(logging.ERROR)
        yield
    finally:
        for log, level in zip(logs, before, strict=True):
            log.setLevel(level)


def _script(sign: str) -> str:
    return unicodedata.name(sign, "").replace("-", " ").partition(" ")[0]


@lru_cache(maxsize=64)
def _found(rest: frozenset[str]) -> tuple[str, ...]:
    chosen: list[str] = []
    while rest and (best := max(_writing(rest), default=None, key=lambda one: (one[0], -one[1]))):
        chosen.append(best[2])
        rest -= best[3]
    return tuple(chosen)


def _writing(rest: frozenset[str]) -> Iterator[tuple[bool, int, str, frozenset[str]]]:
    """Of every family that writes some signs: whether it is TrueType, how many it leaves, its name, the signs."""
    for entry in _entries():
        if here := frozenset(sign for sign in rest if has(entry.fname, entry.index, sign)):
            yield not _is_postscript(entry.fname), len(rest) - len(here), entry.name, here


def _unwritten(wanted: set[str], families: Sequence[str]) -> set[str]:
    """The signs that none of some families has."""
    beyond = {sign for sign in wanted if ord(sign) > 0x7E}
    with quiet():
        paths = [font_manager.findfont(font_manager.FontProperties(family=[name])) for name in families] if beyond else []
    return {sign for sign in beyond if not any(has(path, getattr(path, "face_index", 0), sign) for path in paths)}


def has(path: str, index: int, sign: str) -> bool:
    """Whether a file's face has a sign."""
    return font_manager.get_font(FontPath(path, index)).get_char_index(ord(sign)) > 0


@lru_cache(maxsize=1)
def _entries() -> tuple[FontEntry, ...]:
    """The regular faces of known families, in their order; looked for once, since fonts are not installed while this runs."""
    _remembered()
    fonts = [one for one in font_manager.fontManager.ttflist if one.style == "normal" and 300 <= int(one.weight) <= 500]
    first = {one.name: one for one in sorted(fonts, key=lambda one: (abs(int(one.weight) - 400), one.fname))[::-1]}
    names = [*KNOWN, *sorted(name for name in first if name.startswith(SERIES) and name not in KNOWN)]
    return tuple(first[name] for name in names if name in first)


def _remembered() -> None:
    """Add what was installed since matplotlib wrote its list of fonts, which it never looks through again."""
    known = {one.fname for one in font_manager.fontManager.ttflist}
    for path in sorted(set(font_manager.findSystemFonts()) - known):
        try:
            font_manager.fontManager.addfont(path)
        except (OSError, RuntimeError, ValueError, NotImplementedError):  # no font, or one without a face that can be drawn
            continue


@cache
def _is_postscript(path: str) -> bool:
    """Whether a file's outlines are PostScript's: told by its first bytes, of a collection by those of its first face."""
    with Path(path).open("rb") as file:
        head = file.read(16)
        if head[:4] != b"ttcf":
            return head[:4] == b"OTTO"
        file.seek(int.from_bytes(head[12:16], "big"))
        return file.read(4) == b"OTTO"
