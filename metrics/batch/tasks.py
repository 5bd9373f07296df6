"""What a batch asks of a task: how a corpus is read, a run counted, which statistics there are and how they are signed."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from metrics.batch.cells import Cell
from metrics.batch.combining import Combined
from metrics.batch.statistics import Statistic
from metrics.metric import Layout


@dataclass(frozen=True)
class BatchTask:
    """A task of batches.

    metrics : names in the order in which they are reported, the headline first. settings : by option, what it may be: a tuple
    of words (None among them where it may be left open), bool or float; the first word, False or 0.5 is the default.
    formats : names of file formats. read : (source, role, settings, gold) -> corpus, gold being None for itself.
    count : (gold, system, settings) -> cell. statistics : (combined, metrics) -> what is measured. sign : (combined corpora,
    settings, options) -> the fields of a signature that the task adds.
    """

    metrics: tuple[str, ...]
    settings: Mapping[str, Any]
    formats: tuple[str, ...]
    layouts: Mapping[str, Layout]
    read: Callable[..., Any]
    count: Callable[[Any, Any, Mapping[str, Any]], Cell]
    statistics: Callable[[Combined, Sequence[str]], list[Statistic]]
    sign: Callable[..., str]
    needs: Mapping[str, tuple[str, ...]]
    every_document: bool = False

    def needed(self, metrics: Sequence[str]) -> tuple[str, ...]:
        """The metrics whose counts are kept: a macro mean needs those of micro."""
        return tuple(dict.fromkeys(name for metric in metrics for name in self.needs.get(metric, (metric,))))


# The module of each task; it is imported when it is asked for, for one of them needs a second of scipy.
TASKS = {"coref": "coreference", "typed": "typed", "ud": "trees", "span": "spans", "classify": "classification"}


@cache
def task_of(name: str) -> BatchTask:
    """What a batch asks of a task of TASKS."""
    module = importlib.import_module(f"metrics.batch.{TASKS[name]}")
    constants = ("metrics", "settings", "formats", "layouts", "needs", "every_document")
    functions = ("read", "count", "statistics", "sign")
    return BatchTask(
        **{name: getattr(module, name.upper()) for name in constants}, **{name: getattr(module, name) for name in functions}
    )
