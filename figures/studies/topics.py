"""Coreference across documents: all numbers of a selection by topic, and its figures and tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from figures import documents as draw
from figures import level_sentences, level_tables, levels, score_tables, theme
from figures.levels import BY, SUBTOPIC, TOPIC
from figures.score_tables import signed
from figures.studies.chosen import Say
from figures.studies.coref import Selection
from figures.studies.exhibit import Exhibit, Maker, View, both, defined
from figures.tables import Table
from metrics import crossdoc_links
from metrics.crossdoc import METRICS, Groups
from metrics.crossdoc_compared import Across, compare_across, compare_topics
from metrics.options import crossdoc_signature

POLICIES = {policy: score_tables.WITHOUT[policy] for policy in ("drop", "keep")}
PARTS = ("scores", "baselines", "drops", "differences")


@dataclass(frozen=True, kw_only=True)
class TopicSelection(Selection):
    """What figures across documents work on. groups : of gold's documents. digest : of the table of topics, "" without."""

    groups: Groups
    digest: str = ""

    @property
    def pair(self) -> tuple[str, ...]:
        """The names of the picked systems."""
        return self.systems.pair

    @property
    def same(self) -> bool:
        """Whether every topic has one subtopic."""
        return self.groups.number(TOPIC) == self.groups.number(SUBTOPIC)

    @property
    def scored(self) -> int:
        """How many topics have a document that is scored."""
        skipped = self.project.skipped
        return len({topic for k, topic in enumerate(self.groups.topic.tolist()) if k not in skipped})

    def signature(self, metric: str | None = None, variant: str = "") -> str:
        """The line that says how numbers of the picked systems were made; variant : level and singleton policy."""
        digests = self.digests(self.project.gold.digest, tuple(system.digest for system in self.project.systems))
        digests |= {"topics": self.digest} if self.digest else {}
        skipped = len(self.project.skipped)
        return crossdoc_signature(metric, self.options, variant=variant, units=self.scored, skipped=skipped, digests=digests)


def numbers(chosen: TopicSelection) -> Across:
    """All numbers across documents, whose remarks speak of topics."""
    key = ("across", *chosen.key, chosen.digest, *chosen.pair)
    what = f"Resampling {chosen.scored:,} topic{'s' * (chosen.scored != 1)}"
    return chosen.keep("comparison", key, what, lambda say: _numbers(chosen, say))


def _numbers(chosen: TopicSelection, say: Say) -> Across:
    found = compare_across(chosen.project, chosen.groups, chosen.options, chosen.pair, say)
    frames = {name: level_sentences.of_topics(part) for name, part in vars(found).items() if isinstance(part, pd.DataFrame)}
    return Across(counts=found.counts, **frames)


def link_errors(chosen: TopicSelection) -> pd.DataFrame:
    """metrics.crossdoc_links.link_errors() of all systems."""
    make = lambda _: crossdoc_links.link_errors(chosen.project, chosen.groups, chosen.options)  # noqa: E731
    return chosen.keep("comparison", ("across links", *chosen.key, chosen.digest), "Comparing links", make)


def of_policy(chosen: TopicSelection, policy: str) -> dict[str, pd.DataFrame]:
    """Scores, baselines, drops and differences of a singleton policy."""
    found = numbers(chosen)
    return {name: levels.of_policy(getattr(found, name), policy) for name in PARTS}


def both_levels(chosen: TopicSelection, view: View) -> Exhibit:
    """Scores by subtopic and by topic, and what is lost between them."""
    frame = levels.level_frame(*of_policy(chosen, view.singletons).values(), chosen.systems)
    signature = chosen.signature(None, f" {view.singletons}")
    return Exhibit("crossdoc", frame, "Scores across documents", signature, chosen.systems, chosen.options)


def by_topic(chosen: TopicSelection, view: View) -> Exhibit:
    """The scatter of topics. view : by is a level."""
    both(chosen)
    variant = f"{view.by} {view.singletons}"
    found = compare_topics(numbers(chosen).counts, chosen.pair, variant=variant, metric=view.metric)
    frame = draw.documents_frame(found, chosen.systems, metric=view.metric, singletons=view.singletons, unit="topic")
    defined(frame, f"{theme.metric_name(view.metric)} F1", "topic")
    return Exhibit("topics", frame, "Topics", chosen.signature(view.metric, variant), chosen.systems, chosen.options)


def levels_tables(chosen: TopicSelection, view: View) -> list[Table]:
    """Both levels beside each other, and the difference of two systems."""
    parts, policy = of_policy(chosen, view.singletons), view.singletons
    signature = chosen.signature(None, f"{SUBTOPIC},{TOPIC} {policy}")
    made = [level_tables.levels_table(parts["scores"], parts["drops"], chosen.systems, chosen.options, policy)]
    if chosen.b is not None:
        made.append(level_tables.differences_table(parts["differences"], chosen.systems, chosen.options, policy))
    return [signed(table, signature) for table in made]


def topics_table(chosen: TopicSelection, view: View) -> Table:
    """Every topic."""
    shown = by_topic(chosen, view)
    how = f"{theme.metric_name(view.metric)} {BY[view.by]}, {chosen.options.match} match, {POLICIES[view.singletons]}"
    return signed(level_tables.topics_table(shown.frame, chosen.systems, how), shown.signature)


def policies(_: TopicSelection) -> Mapping[str, str]:
    """What can be done with singletons, dropped first."""
    return POLICIES


def metrics(_: TopicSelection) -> Mapping[str, str]:
    """The metrics across documents."""
    return {name: theme.metric_name(name) for name in theme.in_order(METRICS)}


def levels_of(_: TopicSelection) -> Mapping[str, str]:
    """The levels, topics first."""
    return {name: BY[name] for name in (TOPIC, SUBTOPIC)}


EXHIBITS = {
    "crossdoc": Maker(both_levels, "F1 by subtopic and by topic", {"singletons": policies}, levels_tables),
    "topics": Maker(
        by_topic,
        "F1 of each topic, B over A",
        {"metric": metrics, "by": levels_of, "singletons": policies},
        lambda chosen, view: [topics_table(chosen, view)],
    ),
}
