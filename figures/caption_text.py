"""What all captions on paper share: the systems by their marks, legends and draws as sentences, and captions as files."""

from __future__ import annotations

import pandas as pd

from figures import latex, numbers, theme
from figures.frames import Systems
from figures.said import level_name

MARKERS = ("circles", "diamonds", "squares", "triangles")


def plain(caption: str, signature: str) -> str:
    """The caption as a text file."""
    return f"{caption}\n\nSignature: {signature}\n"


def tex(caption: str, signature: str) -> str:
    r"""The caption as LaTeX, a \caption with the signature in it and in a comment, below the packages that it needs."""
    body = rf"\caption{{{latex.escaped(caption)} {latex.signed(signature)}}}"
    return "\n".join([*latex.preamble(body), f"% {latex.comment(signature)}", body]) + "\n"


def marks(systems: Systems, *, picked: bool = False) -> str:
    """Circles: A wharf-base, diamonds: B wharf-large."""
    shown = systems.picked if picked else systems.shown
    said = [f"{_marker(systems.places[k])}: {theme.letter(systems.places[k])} {systems.names[k]}" for k in shown]
    text = ", ".join(said)
    return f"{text[0].upper()}{text[1:]}."


def _marker(place: int) -> str:
    return MARKERS[place] if place < len(MARKERS) else theme.mark(place).symbol.replace("-", " ")


def legend(entries: list[str]) -> str:
    """Entries of a legend as a sentence."""
    text = "; ".join(entries)
    return f"{text[0].upper()}{text[1:]}." if text else ""


def finished(said: list[str], options, frame: pd.DataFrame, unit: str = "document") -> str:
    """The sentences, and how intervals were made where the frame has any. options : resamples, level and seed are read."""
    ends = [name for name in frame if name == "band" or name.rpartition("_")[2] == "low"]
    if options.resamples and frame[ends].notna().any(axis=None):
        draws = f"{level_name(options.level)} intervals: {numbers.count(options.resamples)} resamples of {unit}s"
        said = [*said, f"{draws}, seed {options.seed}."]
    return " ".join(part for part in said if part)
