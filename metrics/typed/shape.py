"""What a group looks like in gold: in how many documents it stands, how long its chains are, how far apart its mentions."""

from __future__ import annotations

from typing import Any

import numpy as np

from metrics.typed.losses import Losses
from metrics.typed.project import Groups, TypedProject

QUARTERS = (25, 50, 75)


def shape(typed: TypedProject, groups: Groups, losses: Losses, code: int) -> dict[str, Any]:
    """The shape of a group in gold's scored documents, as plain values.

    documents : that have a mention or a pair of it. mentions, pairs : in them. chains : quartiles and largest of the sizes of
    its entities of two and more mentions, entities, singletons. distance : quartiles of the sentences between a
    mention and the one before it in its entity; lost : the same of those that the system links to none of the earlier
    ones. Quartiles are None where there is nothing.
    """
    gold = typed.gold.mentions
    here = np.isin(gold.doc, typed.kept())
    mention, pair = here & (groups.gold.mention == code), here & (groups.gold.pair == code)
    sizes = np.bincount(gold.entity[pair])
    sizes = sizes[sizes > 0]
    back = _back(typed, losses)
    linked = pair & (losses.before >= 0)
    return {
        "documents": len(np.unique(gold.doc[mention | linked])),
        "mentions": int(mention.sum()),
        "pairs": int((sizes * (sizes - 1) // 2).sum()),
        "chains": {"entities": int((sizes > 1).sum()), "singletons": int((sizes == 1).sum())}
        | _quartiles(sizes[sizes > 1])
        | {"largest": int(sizes.max(initial=0))},
        "distance": {"all": _quartiles(back[linked]), "lost": _quartiles(back[pair & losses.parted])},
    }


def _back(typed: TypedProject, losses: Losses) -> np.ndarray:
    """The sentences between each mention and the one before it in its entity."""
    sentence = typed.project.gold.spans["sent"].to_numpy()[typed.gold.mentions.row]
    return np.maximum(sentence - sentence[losses.before], 0) if len(sentence) else sentence


def _quartiles(values: np.ndarray) -> dict[str, float | None]:
    found = np.percentile(values, QUARTERS, method="nearest").tolist() if len(values) else [None] * len(QUARTERS)
    return dict(zip(("lower", "median", "upper"), found, strict=True))


def corpus_shape(typed: TypedProject) -> dict[str, Any]:
    """The scored part of gold: documents, its median words and sentences, genres with their number of documents, singletons
    and entities."""
    gold, kept = typed.project.gold, typed.kept()
    documents = gold.documents.iloc[kept]
    sizes = np.bincount(typed.gold.mentions.entity[np.isin(typed.gold.mentions.doc, kept)])
    genres = documents["genre"][documents["genre"] != ""].value_counts(sort=False).sort_index()
    return {
        "documents": len(documents),
        "words": round(documents["n_words"].median()),
        "sentences": round(documents["n_sentences"].median()),
        "genres": {str(name): int(n) for name, n in genres.items()},
        "entities": int((sizes > 0).sum()),
        "singletons": int((sizes == 1).sum()),
    }
