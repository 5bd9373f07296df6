"""The suite of a batch: a TOML file that names corpora, systems and options; every mistake in it is a message with its key.

task = "ud"                          # coref, typed, ud, span or classify
baseline = "base"                    # a system; default: the first
metrics = ["LAS", "UPOS"]            # default: all of the task
resamples = 1000                     # 0 for no intervals
seed = 20260101                      # of all draws; each corpus mixes its name in
level = 0.95
component = "parser"                 # written into every row

[options]                            # those of the task's own command
subtypes = false

[[corpora]]
name = "harbour"
gold = "gold/harbour.conllu"         # paths start at the suite's folder
language = "en"                      # written into its rows
format = "conllu"                    # instead of detection

[[systems]]
name = "large"
path = "large/{corpus}.{seed}.conllu"
seeds = [1, 2, 3]                    # runs of one system; {seed} stands for each
format = "conllu"
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from commands.suite_text import TOP, SuiteText, kind_of
from loaders.errors import FormatError
from loaders.sources import read_members
from metrics.batch.tasks import TASKS, BatchTask, task_of
from metrics.options import LEVEL, SEED
from metrics.resampling import MIN_RESAMPLES

KEYS = ("task", "baseline", "metrics", "resamples", "seed", "level", "component", "options", "corpora", "systems")
CORPUS_KEYS = ("name", "gold", "language", "format")
SYSTEM_KEYS = ("name", "path", "seeds", "format")
MOST_RESAMPLES = 1_000_000
MOST_SEEDS = 30  # of one system: two systems' runs are swapped pair by pair
GAP = re.compile(r"\{([^{}]*)\}")
PLAIN_NAMES = {"b3": "b³", "bcub": "b³"}
LONGEST = 200  # characters of a name
# Metrics of the tasks' own commands that a suite cannot have, and why.
APART = {
    ("classify", "auc"): "AUC rests on the ranks of all items, not on counts that add up; it is in: python evaluate.py classify."
}


@dataclass(frozen=True)
class SuiteCorpus:
    """A gold corpus. gold : the path as it is written."""

    name: str
    gold: str
    language: str | None
    format: str | None


@dataclass(frozen=True)
class SuiteSystem:
    """A system. seeds : of its runs, as text; ("",) for one run without a seed."""

    name: str
    path: str
    seeds: tuple[str, ...]
    format: str | None

    def file(self, corpus: str, seed: str) -> str:
        """The path of one run's predictions, as it is written."""
        return GAP.sub(lambda gap: {"corpus": corpus, "seed": seed}[gap[1]], self.path)


@dataclass(frozen=True)
class Suite:
    """A checked suite. settings : the task's options, each with a value. text : for messages about its keys."""

    text: SuiteText
    task: str
    baseline: str
    metrics: tuple[str, ...]
    settings: Mapping[str, Any]
    resamples: int
    seed: int
    level: float
    component: str | None
    corpora: tuple[SuiteCorpus, ...]
    systems: tuple[SuiteSystem, ...]


def read_suite(path: str) -> Suite:
    """The suite of a file. Raises FormatError, with the key and where possible its line, for every mistake."""
    text, data = _parsed(path)
    text.check_keys(TOP, data, KEYS)
    task = text.word(TOP, data, "task", tuple(TASKS))
    corpora = [_corpus(text, k, table, task) for k, table in enumerate(text.tables(data, "corpora"))]
    systems = [_system(text, k, table, task, corpora) for k, table in enumerate(text.tables(data, "systems"))]
    for key, found in (("corpora", corpora), ("systems", systems)):
        _check_names(text, key, [one.name for one in found])
    names = tuple(system.name for system in systems)
    return Suite(
        text,
        task,
        text.word(TOP, data, "baseline", names, default=names[0]),
        _metrics(text, data, task_of(task)),
        _settings(text, data, task_of(task)),
        *_draws(text, data),
        text.string(TOP, data, "component", needed=False),
        tuple(corpora),
        tuple(systems),
    )


def _parsed(path: str) -> tuple[SuiteText, dict[str, Any]]:
    members = read_members(path)
    if len(members) > 1:
        raise FormatError(path, None, "one of several files", "Name the suite's TOML file.")
    try:
        written = members[0].data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = members[0].data[: error.start].count(b"\n") + 1
        raise FormatError(path, line, "not UTF-8", "Save the suite as UTF-8 text.") from None
    text = SuiteText(path, Path(path).resolve().parent, written)
    try:
        return text, tomllib.loads(written)
    except (ValueError, RecursionError) as error:
        place = re.search(r" \(at line (\d+), column \d+\)$", str(error))
        what = "no TOML: " + (str(error)[: place.start()] if place else str(error)).rstrip(".")
        raise FormatError(path, int(place[1]) if place else None, what, "toml.io says how it is written.") from None


def _corpus(text: SuiteText, number: int, table: dict[str, Any], task: str) -> SuiteCorpus:
    where = ("corpora", number)
    text.check_keys(where, table, CORPUS_KEYS)
    words = [text.string(where, table, key, needed=key in ("name", "gold")) for key in CORPUS_KEYS[:3]]
    return SuiteCorpus(*words, text.word(where, table, "format", task_of(task).formats, default=None))


def _system(text: SuiteText, number: int, table: dict[str, Any], task: str, corpora: Sequence[SuiteCorpus]) -> SuiteSystem:
    where = ("systems", number)
    text.check_keys(where, table, SYSTEM_KEYS)
    name, path = (text.string(where, table, key) for key in ("name", "path"))
    seeds = _seeds(text, number, table)
    gaps = set(GAP.findall(path))
    if unknown := sorted(gaps - {"corpus", "seed"}):
        raise text.error(where, "path", f"'{{{unknown[0]}}}' stands for nothing", "A path may hold {corpus} and {seed}.", path)
    if "corpus" not in gaps and len(corpora) > 1:
        raise text.error(where, "path", "one file for all corpora", "Write {corpus} where the corpus's name belongs.", path)
    if "seed" in gaps and seeds == ("",):
        raise text.error(where, "path", "{seed} without seeds", "Name them: seeds = [1, 2, 3].", path)
    if "seed" not in gaps and seeds != ("",):
        raise text.error(where, "path", "one file for all seeds", "Write {seed} where the seed belongs.", path)
    return SuiteSystem(name, path, seeds, text.word(where, table, "format", task_of(task).formats, default=None))


def _seeds(text: SuiteText, number: int, table: dict[str, Any]) -> tuple[str, ...]:
    if "seeds" not in table:
        return ("",)
    found, where = table["seeds"], ("systems", number)
    if not isinstance(found, list) or not found or not all(_is_seed(seed) for seed in found):
        raise text.error(where, "seeds", "no list of numbers or words", "Write seeds = [1, 2, 3], or leave it out.")
    if len(found) > MOST_SEEDS:
        raise text.error(where, "seeds", f"{len(found)} seeds", f"A system may have up to {MOST_SEEDS} runs.")
    seeds = tuple(str(seed) for seed in found)
    if twice := next((seed for k, seed in enumerate(seeds) if seed in seeds[:k]), None):
        raise text.error(where, "seeds", f"{twice} stands twice", "Name every seed once.")
    return seeds


def _is_seed(seed: Any) -> bool:
    if isinstance(seed, str):
        return 0 < len(seed) <= LONGEST and seed.isprintable()
    return isinstance(seed, int) and not isinstance(seed, bool) and abs(seed) < 2**64


def _check_names(text: SuiteText, key: str, names: Sequence[str]) -> None:
    for k, name in enumerate(names):
        if name in names[:k]:
            raise text.error((key, k), "name", f"'{name}' stands twice", f"Give each of the {key} a name of its own.")
        if len(name) > LONGEST or not name.isprintable():
            raise text.error((key, k), "name", "no name that can be shown", f"Up to {LONGEST} printable characters.", name)
        if key == "corpora" and name == "macro":
            raise text.error((key, k), "name", "'macro' is what the mean is called", "Call the corpus something else.")


def _metrics(text: SuiteText, data: dict[str, Any], task: BatchTask) -> tuple[str, ...]:
    if "metrics" not in data:
        return task.metrics
    found = data["metrics"]
    if not isinstance(found, list) or not found or not all(isinstance(name, str) for name in found):
        raise text.error(TOP, "metrics", "no list of names", f'Write metrics = ["{task.metrics[0]}"], or leave it out.')
    known = {name.lower(): name for name in task.metrics}
    wanted = [PLAIN_NAMES.get(name.lower(), name.lower()) for name in found]
    for name, lower in zip(found, wanted, strict=True):
        if lower not in known:
            remedy = APART.get((data["task"], lower), f"There are {', '.join(task.metrics)}.")
            raise text.error(TOP, "metrics", f"no metric '{name}'", remedy)
    return tuple(dict.fromkeys(known[name] for name in wanted))


def _settings(text: SuiteText, data: dict[str, Any], task: BatchTask) -> dict[str, Any]:
    """The options of the task, each as it is stated or by default, and skip_bad, which the command line decides."""
    given = data.get("options", {})
    if not isinstance(given, dict):
        raise text.error(TOP, "options", "no table", "Write [options] on a line of its own, and its keys below.")
    text.check_keys(("options", 0), given, tuple(task.settings))
    return {key: text.value(("options", 0), given, key, choice) for key, choice in task.settings.items()}


def _draws(text: SuiteText, data: dict[str, Any]) -> tuple[int, int, float]:
    """resamples, seed and level."""
    resamples, seed, level = data.get("resamples", 1000), data.get("seed", SEED), data.get("level", LEVEL)
    if not _is_whole(resamples) or (resamples and not MIN_RESAMPLES <= resamples <= MOST_RESAMPLES):
        remedy = f"{MIN_RESAMPLES} to {MOST_RESAMPLES:,}, or 0 for no intervals."
        raise text.error(TOP, "resamples", kind_of(resamples), remedy)
    if not _is_whole(seed) or not 0 <= seed < 2**64:
        raise text.error(TOP, "seed", kind_of(seed), "A whole number from 0 to 2^64 - 1.")
    if isinstance(level, bool) or not isinstance(level, int | float) or not 0.5 <= level <= 0.9999:
        raise text.error(TOP, "level", kind_of(level), "A number from 0.5 to 0.9999, as 0.95.")
    return resamples, seed, float(level)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
