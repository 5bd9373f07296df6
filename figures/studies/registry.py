"""All exhibits by task and name."""

from __future__ import annotations

from figures.studies import banks, classes, classification, coreference, errors, parsing, spans, topics
from figures.studies.exhibit import Maker

# task -> name -> how it is made; a task is what the command line calls it, and treebanks are those of many.
STUDIES: dict[str, dict[str, Maker]] = {
    "coref": coreference.EXHIBITS,
    "typed": classes.EXHIBITS,
    "errors": errors.EXHIBITS,
    "crossdoc": topics.EXHIBITS,
    "ud": parsing.EXHIBITS,
    "treebanks": banks.EXHIBITS,
    "span": spans.EXHIBITS,
    "classify": classification.EXHIBITS,
}
