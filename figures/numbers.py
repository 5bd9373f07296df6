"""Numbers as they are printed: points, differences, intervals, p-values, counts."""

from __future__ import annotations

import re
from math import floor, isnan, log10

MINUS = "−"
NBSP = "\u00a0"
NOT_DEFINED = "n/a"


def missing(value: float | None) -> bool:
    """Whether there is no number."""
    return value is None or value != value


def points(value: float | None, decimals: int = 2) -> str:
    """A score: 71.42, −0.52, n/a; never −0.00."""
    if missing(value):
        return NOT_DEFINED
    text = f"{value:.{decimals}f}"
    return text.replace("-", MINUS if float(text) else "")


def signed(value: float | None, decimals: int = 2) -> str:
    """A difference: +1.66, −0.52, and 0.00 without sign."""
    text = points(value, decimals)
    return f"+{text}" if not missing(value) and float(f"{value:.{decimals}f}") > 0 else text


def interval(low: float | None, high: float | None, write=points) -> str:
    """An interval in a table: [70.11, 72.73]; nothing where there is none."""
    return "" if missing(low) or missing(high) else f"[{write(low)}, {write(high)}]"


def from_to(low: float, high: float) -> str:
    """An interval in a sentence: 0.71 to 2.60."""
    return f"{points(low)} to {points(high)}"


def p_value(p: float | None) -> str:
    """.002, < .001, 1.000; nothing where there is none."""
    if missing(p):
        return ""
    if p < 0.001:
        return f"<{NBSP}.001"
    return f"{p:.3f}".removeprefix("0")


def p_equals(p: float) -> str:
    """What follows an italic p in a sentence: = .002 or < .001."""
    text = p_value(p)
    return text if text.startswith("<") else f"={NBSP}{text}"


def count(number: float) -> str:
    """12,408."""
    return f"{int(number):,}"


def change(number: float) -> str:
    """A difference of counts: +1,323, −8, 0."""
    return f"{'+' if number > 0 else MINUS if number < 0 else ''}{count(abs(number))}"


def percent(share: float) -> str:
    """A share of 1 in percent, with a space that does not break: 24 %."""
    return f"{100 * share:.0f}{NBSP}%"


def rounded(number: float, digits: int = 2) -> int:
    """A number to so many significant digits: 1,873 becomes 1,900."""
    if not number or isnan(number):
        return 0
    step = 10 ** max(floor(log10(abs(number))) - digits + 1, 0)
    return int(round(number / step) * step)


def plural(number: int, noun: str) -> str:
    """1 document, 214 documents."""
    return f"{count(number)} {noun}{'' if number == 1 else 's'}"


def of_documents(reason: str | None) -> str | None:
    """A reason or caution with its units called by their name: those of coreference are documents."""
    return re.sub(r"\bunit(s?)\b", r"document\1", reason) if isinstance(reason, str) else None


def axis(value: float, step: float) -> str:
    """A tick's number, with as many decimals as its step has."""
    return points(value, 0 if step >= 1 else 1 if step >= 0.1 else 2)
