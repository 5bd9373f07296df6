"""How groupings of words and kinds of errors are named."""

from __future__ import annotations

from metrics.ud.groupings import WORD_METRICS

BY = {
    "relation": "Relation",
    "subtype": "Relation with subtype",
    "upos": "UPOS",
    "xpos": "XPOS",
    "feature": "Feature",
    "length": "Sentence length",
    "distance": "Distance to the head",
    "depth": "Depth in the tree",
    "projective": "Projectivity",
    "genre": "Genre",
    "document": "Document",
    "seen": "Lemma seen in training",
}
NATURAL = ("length", "distance", "depth", "projective", "seen")  # groups that stand in an order of their own
METRICS = ("LAS", "UAS", *(name for name in WORD_METRICS if name not in ("LAS", "UAS")))
ATTACHMENT = {
    "right": "Head and relation are right: what LAS counts.",
    "wrong head": "The relation is right, the head is another word.",
    "wrong relation": "The head is right, the relation is another one.",
    "both wrong": "Neither head nor relation is right.",
    "segmentation": "The word has no counterpart: the system cuts the text into other words.",
}
