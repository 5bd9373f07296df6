"""Errors that a user's files can cause: file, line, what is wrong, what to do."""

from __future__ import annotations

EXCERPT = 60  # characters of the offending text that a message shows
LONGEST = 500  # of what is wrong, which may quote ids


def printable(text: str) -> str:
    """A text on one line, whatever would move the cursor or cannot be encoded replaced."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text.replace("\t", "  "))


def excerpt(text: str) -> str:
    """The beginning of a text on one line, printable, cut at 60 characters with an ellipsis."""
    clean = printable(text[: EXCERPT * 2])
    return clean if len(clean) <= EXCERPT else clean[: EXCERPT - 1] + "…"


class InputError(Exception):
    """What a user's input can get wrong; its text is ready to be shown.

    what : one clause without a final stop; remedy : one sentence. line is 1-based, None where a file has no lines.
    """

    def __init__(self, file: str, line: int | None, what: str, remedy: str, *, shown: str = ""):
        self.file, self.line, self.what, self.remedy = printable(file), line, printable(what[:LONGEST]), printable(remedy)
        self.excerpt = excerpt(shown) if shown else ""
        super().__init__(str(self))

    def __str__(self) -> str:
        place = f"{self.file}, line {self.line}" if self.line else self.file
        quoted = f' ("{self.excerpt}")' if self.excerpt else ""
        return f"{place}: {self.what}{quoted}. {self.remedy}"

    def __reduce__(self):
        # Errors cross process borders; the default would call the class with the finished message alone.
        return _rebuild, (type(self), self.__dict__.copy())


def _rebuild(kind: type[InputError], state: dict) -> InputError:
    error = kind(state["file"], state["line"], state["what"], state["remedy"], shown=state["excerpt"])
    error.__dict__.update(state)
    return error


class FormatError(InputError):
    """A file that cannot be read as the format it was taken for."""


class AlignmentError(InputError):
    """A file that can be read but does not fit the gold file."""
