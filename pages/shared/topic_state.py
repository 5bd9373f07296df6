"""What the Cross-document page works on: the chosen project, the topics of its documents, and all numbers across documents.

In the sample project these are files of their own, which can be opened as a project too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd

from figures import level_sentences
from loaders import InputError
from loaders.topics import Topics, read_topics
from metrics.crossdoc import SUBTOPIC, TOPIC, Groups, groups_of
from metrics.crossdoc_compared import Across, compare_across
from metrics.options import crossdoc_signature
from pages.shared import loading, once, state, workspace
from pages.shared.loading import Loaded, gone, named
from pages.shared.records import TOPICS, Record


class TopicSelection(NamedTuple):
    """whole : what is chosen. groups : of gold's documents. digest : of the table of topics, "" where gold says them itself."""

    whole: state.Selection
    groups: Groups
    digest: str

    @property
    def pair(self) -> tuple[str, ...]:
        """The names of the picked systems."""
        return tuple(self.whole.project.names[k] for k in self.whole.picked)

    @property
    def same(self) -> bool:
        """Whether every topic has one subtopic."""
        return self.groups.number(TOPIC) == self.groups.number(SUBTOPIC)

    @property
    def scored(self) -> int:
        """How many topics have a document that is scored."""
        skipped = self.whole.project.skipped
        return len({topic for k, topic in enumerate(self.groups.topic.tolist()) if k not in skipped})

    def signature(self, metric: str | None = None, variant: str = "") -> str:
        """The line that says how numbers of the picked systems were made; variant : level and singleton policy."""
        chosen = self.whole
        digests = {"gold": chosen.project.gold.digest}
        digests |= {chosen.letters[k]: chosen.project.systems[k].digest for k in chosen.picked}
        digests |= {"topics": self.digest} if self.digest else {}
        skipped = len(chosen.project.skipped)
        return crossdoc_signature(metric, chosen.options, variant=variant, units=self.scored, skipped=skipped, digests=digests)


@dataclass(frozen=True)
class NoTopics:
    """Why there are no groups: gold names no topic, or what is wrong with the table."""

    error: InputError | None = None


def record() -> Record:
    """The project whose files the page compares; in the sample project, the sample across documents."""
    found = workspace.read(state.project_id())
    if found is None or found.id == workspace.SAMPLE:
        return workspace.sample(workspace.SAMPLE_TOPICS)
    return found


def files() -> Loaded:
    """These files, read and aligned."""
    return loading.loaded(record(), state.choice())


def address() -> dict[str, str]:
    """The words of an address that names these files and the options, for links to other pages."""
    shown = record().id
    project = {state.PROJECT: shown} if shown != workspace.SAMPLE else {}
    return {**project, **state.address()}


def table(of: Record) -> Topics | InputError | None:
    """The project's table of topics, None where there is none."""
    entry = of.single(TOPICS)
    if entry is None:
        return None
    try:
        return read_topics((entry.file, workspace.content(of.id, entry)))
    except InputError as error:
        return error
    except OSError:
        return gone(entry.file)


def selected(whole: state.Selection) -> TopicSelection | NoTopics:
    """What is chosen with its topics, or why there are none."""
    found, gold = table(record()), whole.project.gold
    if isinstance(found, InputError):
        return NoTopics(found)
    if found is None and not (gold.documents["topic"] != "").any():
        return NoTopics()
    try:
        return TopicSelection(whole, groups_of(gold, found.of if found else None), found.digest if found else "")
    except InputError as error:
        return NoTopics(error)


def numbers(chosen: TopicSelection) -> Across:
    """All numbers across documents, whose remarks speak of topics."""
    project, options = chosen.whole.project, chosen.whole.options
    corpora = (named(corpus) for corpus in (project.gold, *project.systems))
    key = ("across", *corpora, *project.names, *sorted(project.skipped), repr(options), chosen.digest, *chosen.pair)
    what = f"Resampling {chosen.scored:,} topic{'s' * (chosen.scored != 1)}"
    return once.or_stop(lambda: once.comparison(key).get(what, lambda say: _numbers(chosen, say)))


def _numbers(chosen: TopicSelection, say) -> Across:
    found = compare_across(chosen.whole.project, chosen.groups, chosen.whole.options, chosen.pair, say)
    frames = {name: level_sentences.of_topics(part) for name, part in vars(found).items() if isinstance(part, pd.DataFrame)}
    return Across(counts=found.counts, **frames)
