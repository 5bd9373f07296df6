"""Text that LaTeX prints as it stands, with pdfLaTeX as well as with XeLaTeX and LuaLaTeX."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from figures.markup import BIDI

# One pass over the text, so that what an escape brings in is never escaped again.
ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "*": "{*}",  # \\* and \\[ are commands
    "[": "{[}",
    "]": "{]}",
    "`": r"\textasciigrave{}",
    '"': "''",
    "\u00a0": "~",
    "\u00ad": "",
    "−": r"$-$",
    "±": r"$\pm$",
    "×": r"$\times$",
    "·": r"$\cdot$",
    "→": r"$\rightarrow$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "†": r"$\dagger$",
    "●": r"$\bullet$",
    "○": r"$\circ$",
    "³": r"\textsuperscript{3}",
    "…": r"\ldots{}",
    "–": r"\textendash{}",
    "—": r"\textemdash{}",
    "‘": r"\textquoteleft{}",
    "’": r"\textquoteright{}",
    "“": r"\textquotedblleft{}",
    "”": r"\textquotedblright{}",
    "‹": r"$\langle$",
    "›": r"$\rangle$",
    "△": r"$\triangle$",
    "□": r"$\Box$",
    "◆": r"$\blacklozenge$",
    "■": r"$\blacksquare$",
    "▲": r"$\blacktriangle$",
    "▽": r"$\triangledown$",
    "⇄": r"$\rightleftarrows$",
    "∅": r"$\varnothing$",
    "\u2007": r"\phantom{0}",
    **dict.fromkeys("\u2009\u202f\u2008", r"\,"),
    **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff", ""),
}
AMS = ("□", "◆", "■", "▲", "▽", "⇄", "∅")
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
ACCENTS = set("\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327")  # that its standard fonts have
LETTERS = set("ßæøåœłÆØÅŒŁ§©°")  # further signs that pdfLaTeX prints
LONG_WORD, PIECE = 16, 4  # letters of a word that a line may break, and of what it keeps together
RARE = 9.0  # letters of [U+1234]
WIDEST = "MWmw@%…—"
OTHERWISE = r"\unlessunicode"
DEFINED = (
    rf"\providecommand{{{OTHERWISE}}}[2]{{\ifdefined\XeTeXrevision#2\else\ifdefined\directlua#2\else#1\fi\fi}}"
    "% for letters that pdfLaTeX has not"
)


def escaped(text: str) -> str:
    """A text with every sign that LaTeX would act on written so that it is printed.

    Letters that pdfLaTeX's fonts lack come out as their numbers there, and as they are elsewhere: needs DEFINED.
    """
    clean = BIDI.sub("", CONTROL.sub(" ", unicodedata.normalize("NFC", str(text))))
    found = "".join(map(_sign, clean))
    return found.replace("--", "-{}-").replace("--", "-{}-")


def breakable(text: str) -> str:
    """The text escaped, with places in long words where a line may end."""
    words = re.split(r"(\s+)", str(text))
    return "".join(escaped(word) if len(word) < LONG_WORD or word.isspace() else _broken(word) for word in words)


def _broken(word: str) -> str:
    pieces = [word[k : k + PIECE] for k in range(0, len(word), PIECE)]
    return r"\allowbreak{}".join(map(escaped, pieces))


def length(text: str) -> float:
    """How many common letters a text takes where pdfLaTeX prints it: some are wide, and what its fonts lack is a number."""
    return sum(RARE if sign not in ESCAPES and not _has(sign) else 1.0 + 0.75 * (sign in WIDEST) for sign in text)


def _sign(sign: str) -> str:
    if sign in ESCAPES:
        return ESCAPES[sign]
    return sign if _has(sign) else rf"{OTHERWISE}{{{{[}}U+{ord(sign):04X}{{]}}}}{{{sign}}}"


def _has(sign: str) -> bool:
    """Whether pdfLaTeX prints a sign as it stands."""
    return sign.isascii() or sign in LETTERS or _is_accented(sign)


def _is_accented(sign: str) -> bool:
    """Whether it is a plain letter with one accent, which pdfLaTeX composes."""
    base, *marks = unicodedata.normalize("NFD", sign)
    return base.isascii() and base.isalpha() and len(marks) == 1 and marks[0] in ACCENTS


def comment(text: str) -> str:
    """A text that stays within one comment line."""
    return " ".join(CONTROL.sub(" ", str(text)).split())


def signed(signature: str) -> str:
    """A signature for a caption: small, in typewriter letters, and breakable after each part, long ones at their signs first."""
    split = [re.split("(?<=[:,])", part) if len(part) >= LONG_WORD else [part] for part in signature.split("|")]
    parts = [r"\allowbreak{}".join(map(breakable, pieces)) for pieces in split]
    return rf"{{\scriptsize\ttfamily {(escaped('|') + chr(92) + 'allowbreak{}').join(parts)}}}"


def preamble(body: str, packages: Sequence[str] = ()) -> list[str]:
    """What stands before a text: the packages that it needs, in a comment, and a command where it has rare letters."""
    ams = any(ESCAPES[sign] in body for sign in AMS)
    needed = [*packages, *(["amssymb"] if ams else [])]
    lines = ["% needs " + " ".join(rf"\usepackage{{{name}}}" for name in needed)] if needed else []
    return lines + [DEFINED] * (OTHERWISE in body)
