"""Links between documents that a system does not make, or makes wrongly.

An entity that runs through several documents of a topic is a chain: its first mention in each document hangs from its first
one in the document before. A link of gold is missing where the system does not have both mentions in one entity, and a link
of the system is wrong where gold does not; Martschat and Strube (2014) do so with the mentions of one document.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from metrics import geometry, matching
from metrics.counting import Project
from metrics.crossdoc import Groups, cut, scored_mentions
from metrics.mentions import Mentions
from metrics.options import CoreferenceOptions
from metrics.zeros import word_ranges

MISSING, WRONG = "missing link", "wrong link"
KEEP = "keep"  # singletons: a mention alone links nothing


def chain_links(mentions: Mentions) -> tuple[np.ndarray, np.ndarray]:
    """The links between documents: the later mention and the earlier one. mentions : with entities across documents."""
    order = np.argsort(mentions.entity, kind="stable")
    entity, doc = mentions.entity[order], mentions.doc[order]
    first = order[(np.diff(entity, prepend=-1) != 0) | (np.diff(doc, prepend=-1) != 0)]
    goes_on = np.flatnonzero(np.diff(mentions.entity[first]) == 0)
    return first[goes_on + 1], first[goes_on]


def link_errors(project: Project, groups: Groups, options: CoreferenceOptions) -> pd.DataFrame:
    """One row a link error of a topic: system (its number), type, topic, and of the later mention and the earlier one the

    document's number and the half-open rows of gold's words: doc, low, high, earlier_doc, earlier_low, earlier_high.
    """
    gold = cut(scored_mentions(project, project.gold), groups.topic, KEEP)
    matcher = matching.matcher(project, options)
    frames = [_of_system(project, groups, gold, (number, matcher(number))) for number in range(len(project.systems))]
    return pd.concat(frames, ignore_index=True)


def _of_system(project: Project, groups: Groups, gold: Mentions, system: tuple[int, matching.Matcher]) -> pd.DataFrame:
    number, matcher = system
    corpus = project.systems[number]
    side = cut(scored_mentions(project, corpus, project.alignments[number].document), groups.topic, KEEP)
    match = matcher.match(gold, side)
    placed = np.full(len(gold), -1, np.int64)
    placed[match[match >= 0]] = np.flatnonzero(match >= 0)
    frames = []
    for kind, own, one, other, partner in (
        (MISSING, project.gold, gold, side, placed),
        (WRONG, corpus, side, gold, match),
    ):
        entity = np.append(other.entity, -1)[partner]
        later, earlier = chain_links(one)
        bad = (entity[later] != entity[earlier]) | (entity[later] < 0)
        where, places = geometry.geometry(own), {}
        for prefix, mentions in (("", later[bad]), ("earlier_", earlier[bad])):
            doc = one.doc[mentions]
            low, high = word_ranges(project.gold, where, one.row[mentions], doc)
            places |= {f"{prefix}doc": doc, f"{prefix}low": low, f"{prefix}high": high}
        topic = np.array(groups.names, object)[groups.topic[places["doc"]]]
        frames.append(pd.DataFrame({"system": number, "type": kind, "topic": topic} | places))
    return pd.concat(frames, ignore_index=True)
