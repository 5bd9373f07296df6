"""What the Cross-document page works on: the chosen project, and the topics of its documents.

In the sample project these are files of their own, which can be opened as a project too.
"""

from __future__ import annotations

from dataclasses import dataclass

from figures.studies.topics import TopicSelection
from loaders import InputError
from loaders.topics import Topics, read_topics
from metrics.crossdoc import groups_of
from pages.shared import loading, state, workspace
from pages.shared.loading import Loaded, gone
from pages.shared.records import TOPICS, Record


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
        groups = groups_of(gold, found.of if found else None)
        return TopicSelection(**vars(whole), groups=groups, digest=found.digest if found else "")
    except InputError as error:
        return NoTopics(error)
