"""Pieces of prose that are safe twice over: as escaped HTML for the page and as plain text for captions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from figures import numbers, theme


@dataclass(frozen=True)
class Said:
    """The same words as finished HTML and as plain text."""

    html: str = ""
    text: str = ""

    def __add__(self, other: Said) -> Said:
        return Said(self.html + other.html, self.text + other.text)

    def __bool__(self) -> bool:
        return bool(self.text)


Word = Said | str | int


def plain(words: Word) -> Said:
    """Words as they are; what is said already stays."""
    return words if isinstance(words, Said) else Said(escape(str(words)), str(words))


def say(template: str, **words: Word) -> Said:
    """A sentence with its gaps filled; the template is ours and holds no marks of HTML."""
    filled = {gap: plain(word) for gap, word in words.items()}
    return Said(
        template.format(**{gap: word.html for gap, word in filled.items()}),
        template.format(**{gap: word.text for gap, word in filled.items()}),
    )


def bold(words: Word) -> Said:
    """Words that carry the sentence."""
    said = plain(words)
    return Said(f"<b>{said.html}</b>", said.text)


def italic(words: Word) -> Said:
    """Symbols such as p."""
    said = plain(words)
    return Said(f"<i>{said.html}</i>", said.text)


def letter(place: int) -> Said:
    """A system's letter in its colour."""
    text = theme.letter(place)
    return Said(f'<b class="{theme.style_class(place)}">{text}</b>', text)


def system(place: int, name: str, longest: int = 28, *, roomy: bool = False) -> Said:
    """A system's mark, letter and name; a long name is shown shortened, whole on hover and in plain text.

    roomy : narrow pages leave out the name.
    """
    sign = f'<span class="mark {theme.style_class(place)}">{theme.mark(place).glyph}</span> '
    kind = "sysname roomy" if roomy else "sysname"
    shown = f'<span class="{kind}" title="{escape(name)}">{escape(theme.shortened(name, longest))}</span>'
    return Said(sign, "") + letter(place) + Said(f" {shown}", f" {name}")


def cut(name: str) -> Said:
    """A long name that narrow pages cut, whole on hover and in plain text."""
    return Said(f'<span class="cut" title="{escape(name)}">{escape(name)}</span>', name)


def sure(row, level: float, sign: int = 1) -> Said:
    """How sure a difference is: its interval and p. sign : -1 to say it from the other side."""
    low, high = sorted((sign * row.low, sign * row.high))
    said = plain(f"{level_name(level)} interval {numbers.from_to(low, high)}")
    return (
        said
        if numbers.missing(row.p)
        else said + say(", {p}{value}", p=italic("p"), value=numbers.NBSP + numbers.p_equals(row.p))
    )


def level_name(level: float) -> str:
    """A confidence level: 95 %."""
    return f"{100 * level:g}{numbers.NBSP}%"


def joined(parts: Iterable[Word], last: str = " and ") -> Said:
    """An enumeration: a, b and c."""
    said = [plain(part) for part in parts]
    if not said:
        return Said()
    result = said[0]
    for k, part in enumerate(said[1:], 2):
        result = result + plain(last if k == len(said) else ", ") + part
    return result


def sentences(*parts: Said) -> Said:
    """Sentences after one another."""
    result = Said()
    for part in parts:
        if part:
            result = result + plain(" ") + part if result else part
    return result


def number_word(number: int) -> str:
    """Small numbers as words, as prose has them."""
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return words[number] if number < len(words) else numbers.count(number)


def capital(said: Said) -> Said:
    """With a capital at its beginning; only for what begins with a plain word."""
    return Said(said.html[:1].upper() + said.html[1:], said.text[:1].upper() + said.text[1:])
