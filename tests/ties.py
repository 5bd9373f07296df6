"""Which documents have two matchings that are equally good."""

from dataclasses import replace

import numpy as np

from metrics import CoreferenceOptions, assignment, matching, mentions


def tied_documents(project, mode: str, policy: str) -> set[str]:
    """The ids of documents whose matching changes when ties are settled the other way round."""
    gold, _ = mentions.read_mentions(project.gold)
    side, _ = mentions.read_mentions(project.systems[0], project.alignments[0].document, gold.n_docs)
    gold, side = mentions.SINGLETONS[policy](gold), mentions.SINGLETONS[policy](side)
    match = matching.matcher(project, CoreferenceOptions(match=mode))(0).match
    before = match(gold, side)
    plain = assignment.assign
    matching.assign = lambda pairs: plain(replace(pairs, ties=tuple(-t for t in pairs.ties)))
    try:
        after = match(gold, side)
    finally:
        matching.assign = plain
    ids = project.gold.documents["doc_id"].to_numpy()
    return set(ids[side.doc[np.flatnonzero(before != after)]].tolist())
