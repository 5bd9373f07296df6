"""Captions of the figures on paper: what is drawn, every mark explained, systems by name, and the signature."""

from __future__ import annotations

import pandas as pd

from figures import captions, documents, dumbbell, latex, numbers, theme
from figures.frames import DIFFERENCE, Systems
from figures.said import level_name
from metrics.options import CoreferenceOptions

SIGNS = {"△": r"$\triangle$", "□": r"$\Box$", "‹": r"\guilsinglleft{}", "⇄": r"$\rightleftarrows$"}
MARKERS = ("circles", "diamonds", "squares", "triangles")


def overview(frame: pd.DataFrame, systems: Systems, options: CoreferenceOptions) -> str:
    """The caption of the forest plot."""
    said = [f"F1 of all coreference metrics in points, {options.match} match, singletons kept and (over the page) dropped."]
    said += [_marks(systems), _legend(captions.forest_legend(frame, options.level))]
    if (frame["panel"] == DIFFERENCE).any():
        said.append(f"{systems.difference}: the difference in F1, filled with singletons kept, hollow with singletons dropped.")
        said += ["Printed in bold where its interval leaves out 0."] * bool(frame["differs"].any())
    return _finished(said, options)


def singletons(frame: pd.DataFrame, systems: Systems, options: CoreferenceOptions) -> str:
    """The caption of the dumbbells."""
    said = [f"F1 of all metrics with and without singletons, in points, {options.match} match.", _marks(systems)]
    said += [_legend(captions.dumbbell_legend(frame, options.level)), f"At the right: {dumbbell.CHANGE}, in points."]
    return _finished(said, options)


def of_documents(frame: pd.DataFrame, systems: Systems, options: CoreferenceOptions) -> str:
    """The caption of the scatter of documents."""
    first, second = systems.letters
    said = [
        f"{documents.metric(frame)} F1 of each of {numbers.plural(len(frame), 'document')}, {options.match} match, singletons "
        f"{captions.policy(frame)}: {second} over {first}.",
        _marks(systems, picked=True),
        _legend(captions.documents_legend(frame)),
    ]
    return _finished(said, options)


CAPTIONS = {"overview": overview, "singletons": singletons, "documents": of_documents}


def plain(caption: str, signature: str) -> str:
    """The caption as a text file."""
    return f"{caption}\n\nSignature: {signature}\n"


def tex(caption: str, signature: str) -> str:
    r"""The caption as LaTeX, a \caption with the signature in a comment; \Box and arrows need amssymb."""
    body = latex.escaped(caption)
    for sign, written in SIGNS.items():
        body = body.replace(sign, written)
    needs = "% needs \\usepackage{amssymb} and \\usepackage[T1]{fontenc}\n" if any(sign in caption for sign in SIGNS) else ""
    return f"{needs}% {latex.comment(signature)}\n\\caption{{{body}}}\n"


def _marks(systems: Systems, *, picked: bool = False) -> str:
    """Circles: A wharf-base, diamonds: B wharf-large."""
    shown = systems.picked if picked else systems.shown
    said = [f"{_marker(systems.places[k])}: {theme.letter(systems.places[k])} {systems.names[k]}" for k in shown]
    text = ", ".join(said)
    return f"{text[0].upper()}{text[1:]}."


def _marker(place: int) -> str:
    return MARKERS[place] if place < len(MARKERS) else theme.mark(place).symbol.replace("-", " ")


def _legend(entries: list[str]) -> str:
    text = "; ".join(entries)
    return f"{text[0].upper()}{text[1:]}." if text else ""


def _finished(said: list[str], options: CoreferenceOptions) -> str:
    if options.resamples:
        draws = f"{level_name(options.level)} intervals: {numbers.count(options.resamples)} resamples of documents"
        said = [*said, f"{draws}, seed {options.seed}."]
    return " ".join(part for part in said if part)
