"""Text of files as Markdown that no reader takes for markup."""

from __future__ import annotations

import re

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\s]+")
MARKS = re.compile(r"[\\`*_{}\[\]<>#~|$:&@^]|(?<=www)\.", re.IGNORECASE)
BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")  # they turn the text around them


def one_line(text: str) -> str:
    """Text without line breaks, controls and turns of direction."""
    return CONTROL.sub(" ", BIDI.sub("", str(text))).strip()


def escaped(text: str) -> str:
    """Text within a line in which nothing is markup, a link, an emoji's name, a formula or a table's cell border."""
    return MARKS.sub(lambda mark: f"\\{mark.group()}", one_line(text))


def fenced(text: str) -> str:
    """Text as a block of code whose fence is longer than any that it holds."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(longest + 1, 3)
    return f"{fence}text\n{text.rstrip()}\n{fence}\n"


def table(heads: list[str], rows: list[list[str]], left: int = 1) -> str:
    """A table; heads and cells are finished Markdown, the first columns are left-aligned."""
    rule = [":--" if k < left else "--:" for k in range(len(heads))]
    return "\n".join(f"| {' | '.join(line)} |" for line in [heads, rule, *rows]) + "\n"
