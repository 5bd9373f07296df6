"""What figures and reports work on, from the options of the command of their task."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from commands import classify, span, treebanks, ud
from commands.coref import MATCHING, coreference_options
from commands.crossdoc import LEVELS
from commands.shared import FILES, Progress, checked, path_names, read, read_all, reading, score_options, system_names
from commands.typed import WHOSE, labels_of
from figures.studies.banks import BankSelection, Compared
from figures.studies.chosen import Chosen, Seen, memory, taken, unseen
from figures.studies.coref import Selection
from figures.studies.errors import FailureSelection
from figures.studies.labels import LabelSelection
from figures.studies.spans import SpanSelection
from figures.studies.topics import TopicSelection
from figures.studies.trees import TreeSelection
from figures.studies.typed import ClassChosen, LabelSet
from loaders.errors import AlignmentError
from loaders.topics import read_topics
from metrics.classification.project import align_items
from metrics.counting import Project, align_systems, letter
from metrics.crossdoc import groups_of
from metrics.options import LabelOptions, SpanOptions, TreeOptions, TypedOptions
from metrics.spans.groupings import seen_surfaces
from metrics.spans.project import align_spans
from metrics.tasks.coref import check_mentions, settled
from metrics.tasks.span import by_reading, check_spans
from metrics.ud.groupings import seen_lemmas
from metrics.ud.project import align_trees
from metrics.ud.side import read_side

PAIR = click.option("--pair", metavar="A,B", help="Systems to compare, by letter as given; default: the first two.")
TREE_OPTIONS = ("subtypes", "features", "unit", "skip_bad", "resamples", "seed", "level")
TYPED_OPTIONS = ("threshold", "policy", "link_mentions", "zero_match", "skip_bad", "resamples", "seed", "level")
STRICT = "strict"

Given = dict
Make = Callable[[Given, Progress], Chosen]


def uncertain(*units: str) -> tuple[Callable, ...]:
    """The options of intervals; the first unit is the default, and none is asked for where there is one."""
    return score_options((), (), units)[2 : None if len(units) > 1 else -1]


def picked(given: Given, names: Sequence[str]) -> tuple[int, int | None]:
    """The numbers of the systems that --pair names."""
    known = [letter(k) for k in range(len(names))]
    wanted = [part.strip().upper() for part in given["pair"].split(",")] if given["pair"] else known[:2]
    unknown = [part for part in wanted if part not in known]
    if unknown or len(wanted) > 2 or len(set(wanted)) < len(wanted):
        raise click.UsageError(f"--pair: one or two of {', '.join(known)}, as in A,B; not {given['pair']}.")
    return known.index(wanted[0]), known.index(wanted[1]) if len(wanted) == 2 else None


def compared(given: Given, names: Sequence[str], say: Progress) -> dict:
    """Who is compared, for a Chosen of all systems."""
    a, b = picked(given, names)
    return {"a": a, "b": b, "title": "", "places": tuple(range(len(names))), "keep": memory(say)}


def of_coref(given: Given, say: Progress) -> Selection:
    """Coreference."""
    project = aligned(given, say)
    return Selection(project, settled(coreference_options(given), project.gold), **compared(given, project.names, say))


def aligned(given: Given, say: Progress) -> Project:
    """Gold and systems with coreference."""
    gold, systems, names = read_all(given, say, ends=given["ends"])
    check_mentions(gold)
    return align_systems(gold, systems, names, skip_bad=given["skip_bad"])


def of_classes(given: Given, say: Progress) -> ClassChosen:
    """Coreference by class."""
    return classes(given, aligned(given, say), say)


def classes(given: Given, project: Project, say: Progress) -> ClassChosen:
    """The classes of a project's picked systems."""
    options = TypedOptions(**{name: given[name] for name in TYPED_OPTIONS})
    a, b = picked(given, project.names)
    places = (a,) if b is None else (a, b)
    labelling = labels_of(given, project.gold, say)
    plain = labels_of(given | {"map_file": None}, project.gold, say) if given["map_file"] else labelling
    sets = (LabelSet("labels", plain.name, plain),) if plain else ()
    labels = LabelSet("labels", labelling.name, labelling) if labelling else None
    where = ("", places, sets, labels, given["map_file"] or "")
    return ClassChosen(taken(project, places), options, 0, None if b is None else 1, *where, keep=memory(say))


def of_errors(given: Given, say: Progress) -> FailureSelection:
    """Errors of coreference."""
    return FailureSelection(of_classes(given, say), "keep")


def of_topics(given: Given, say: Progress) -> TopicSelection:
    """Coreference across documents."""
    whole = of_coref(given, say)
    table = read_topics(Path(given["topics"])) if given["topics"] else None
    groups = groups_of(whole.project.gold, table.of if table else None)
    return TopicSelection(**vars(whole), groups=groups, digest=table.digest if table else "")


def of_trees(given: Given, say: Progress) -> TreeSelection:
    """One treebank."""
    given["pred_format"] = given["pred_format"] or "conllu"
    if ud.is_many(given):
        raise click.UsageError("folders hold many treebanks, which are drawn by: python evaluate.py figure treebanks.")
    gold, systems, names = read_all(given, say, entities=False)
    project = align_trees(gold, systems, names, skip_bad=given["skip_bad"])
    if project.skipped and not project.kept().any():
        raise AlignmentError(gold.name, None, "no sentence is left to be scored", "See why without --skip-bad.")
    options = TreeOptions(*(given[name] for name in TREE_OPTIONS))
    return TreeSelection(project, options, **compared(given, names, say), seen=seen_trees(given, say))


def seen_trees(given: Given, say: Progress) -> Callable[[], Seen | None]:
    """The lemmas of --train, read when they are asked for."""
    if not given["train"]:
        return unseen
    make = lambda: seen_lemmas(read_side(read(given, given["train"], "gold", say, entities=False)))  # noqa: E731
    return lambda: Seen((given["train"],), make)


def of_treebanks(given: Given, say: Progress) -> BankSelection:
    """Folders of treebanks."""
    given["pred_format"] = given["pred_format"] or "conllu"
    if not ud.is_many(given):
        raise click.UsageError(f"{given['gold']} is one treebank; give folders or zips of files that are paired by name.")
    names = path_names(given["names"], given["preds"])
    a, b = picked(given, names)
    paths = {names[k]: given["preds"][k] for k in ((a,) if b is None else (a, b))}
    pairing, found = treebanks.opened({"gold": given["gold"], **paths}, lambda role: reading(given, role, entities=False))
    options = TreeOptions(*(given[name] for name in TREE_OPTIONS))
    return BankSelection(
        Compared(names), options, **compared(given, names, say),
        banks=tuple(pairing.common), read=lambda bank: found(bank)[:2], key=("banks",),
    )  # fmt: skip


def of_spans(given: Given, say: Progress) -> SpanSelection:
    """Labelled spans, malformed tags in one reading."""
    given |= {"ref_pred": None}
    tagged, others, _ = span.read_all(given, say)
    how = given["reading"] or STRICT
    gold, *systems = [by_reading(corpus, how) for corpus in (tagged, *others)]
    check_spans(gold)
    names = system_names(given["names"], given["preds"] or (given["gold"],), systems)
    project = align_spans(gold, systems, names, skip_bad=given["skip_bad"])
    if len(project.skipped) == len(gold.documents):
        raise AlignmentError(gold.name, None, "no document is left to be scored", "See why without --skip-bad.")
    options = SpanOptions(**{name: given[name] for name in span.KEPT})
    return SpanSelection(project, options, **compared(given, names, say), reading=how, seen=seen_spans(given, say))


def seen_spans(given: Given, say: Progress) -> Callable[[], Seen | None]:
    """The spans of --train, read when they are asked for."""
    if not given["train"]:
        return unseen
    make = lambda: seen_surfaces(read(given | {"gold_format": None}, given["train"], "gold", say))  # noqa: E731
    return lambda: Seen((given["train"],), make)


def of_labels(given: Given, say: Progress) -> LabelSelection:
    """Classification."""
    gold = classify.read_items(given, given["gold"], "gold" if given["preds"] else "both", say)
    systems = [classify.read_items(given, path, "predicted", say) for path in given["preds"]] or [gold]
    names = system_names(given["names"], given["preds"] or [given["gold"]], systems)
    project = align_items(gold, systems, names, multi=given["multi"], skip_bad=given["skip_bad"])
    options = LabelOptions(**{name: given[name] for name in classify.OPTIONS})
    return LabelSelection(project, options, **compared(given, project.names, say))


@dataclass(frozen=True)
class Task:
    """What a task's figures rest on: the options of its command, and what is made of them."""

    options: tuple[Sequence[Callable], ...]
    make: Make


DOCUMENTS = uncertain("document")
SENTENCES = uncertain("sentence", "document")
OF_CLASSES = (FILES, (MATCHING[0], MATCHING[2]), WHOSE[:6], DOCUMENTS)  # without what checks labels
TASKS = {
    "coref": Task((FILES, MATCHING[:-1], DOCUMENTS), of_coref),
    "typed": Task(OF_CLASSES, of_classes),
    "errors": Task(OF_CLASSES, of_errors),
    "crossdoc": Task((FILES, MATCHING[:-1], LEVELS[-1:], DOCUMENTS), of_topics),
    "ud": Task((FILES, ud.TREES, SENTENCES), of_trees),
    "treebanks": Task((FILES, ud.TREES[:2], SENTENCES), of_treebanks),
    "span": Task(((FILES[0], span.PRED, *FILES[2:]), span.TAGS, SENTENCES), of_spans),
    "classify": Task((classify.ITEM_FILES, uncertain("item", "document")), of_labels),
}


REPORTED = TASKS | {"coref": Task((*OF_CLASSES[:1], MATCHING[:-1], *OF_CLASSES[2:]), of_coref)}


def studies(task: str, given: Given, say: Progress) -> dict[str, Chosen]:
    """Everything that a report of a task shows, by task."""
    found = chosen(task, given, say)
    if task != "coref":
        return {task: found}
    typed = classes(given, found.project, say)
    return {"coref": found, "typed": typed, "errors": FailureSelection(typed, "keep")}


def chosen(task: str, given: Given, say: Progress) -> Chosen:
    """What is compared, read and aligned."""
    checked(given)
    return TASKS[task].make(given, say)
