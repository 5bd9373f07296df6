"""evaluate() and score(): every task from Python, with the numbers of the command line."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from html import escape
from pathlib import Path
from types import ModuleType
from typing import Any

import pandas as pd

TASKS = ("coref", "ud", "span", "classify", "typed", "crossdoc")  # each a module of metrics.tasks, loaded when it is asked for
SAID = ("component", "language", "dataset", "reference_source")  # options that are written into every row
NESTED = ("group", "difference", "drop")  # fields of a row that are no value of their own
NUMBERS = ("precision", "recall", "f1", "score", "low", "high", "p_num", "p_den", "r_num", "r_den", "aligned", "accuracy")
DIFFERENCE = ("against", "value", "low", "high", "p", "p_adjusted", "differs", "settled", "units", "reason")
WHICH = ("system", "metric", "by", "group", "scope", "singletons", "match")  # what tells two rows apart; scope is crossdoc's
SHOWN = (*WHICH, "precision", "recall", "score", "low", "high")


@dataclass(frozen=True, repr=False)
class Evaluation:
    """What evaluate() found, in points; undefined is NaN.

    scores : one row for each system, metric, group and variant: system, metric, by and group (missing for the whole), singletons,
    match, precision, recall, f1, score (the figure of which low and high are the interval), low, high, p_num, p_den, r_num,
    r_den, units, reason (why there is no score or interval), signature and what else results rows have.
    differences : of every further system against the first: system, metric, by, group, ..., against, value, low, high, p,
    p_adjusted, differs, settled. rows : all of it as the command line's JSON has it. alignment : what was read, what is odd.
    """

    task: str
    scores: pd.DataFrame
    differences: pd.DataFrame
    signature: str
    alignment: dict[str, Any]
    rows: list[dict[str, Any]]

    def __repr__(self) -> str:
        return f"{_shown(self.scores).to_string(index=False, na_rep='')}\n{self.signature}"

    def _repr_html_(self) -> str:
        table = _shown(self.scores).to_html(index=False, na_rep="", border=0)
        return f"{table}<p><small>{escape(self.signature)}</small></p>"


def evaluate(
    gold: Any, systems: Mapping[str, Any], *, task: str, metrics: str | Iterable[str] | None = None, **options: Any
) -> Evaluation:
    """The scores of systems against gold, with intervals and differences, as `python evaluate.py TASK` finds them.

    gold, and systems by name : what load() returns (load_items() for classify), or paths. task : coref, ud, span, classify,
    typed or crossdoc. metrics : their names, in any case; all without. options : those of the task, as the command line
    spells them: resamples (1000; 0 for no intervals), seed, level, skip_bad, by, unit; match, zero_match, singletons; subtypes,
    features, train; reading; threshold, policy, link_mentions, labels, labels_pred, mapping; scope, topics, baselines; multi;
    reference (predictions to compare with); component, language, dataset.

    Raises ValueError for a task, metric or option that does not exist or does not go with the data, and FormatError or
    AlignmentError for files that cannot be read or aligned.
    """
    module = _module(task)
    if not isinstance(systems, Mapping) or not systems:
        raise ValueError("systems: a mapping of at least one name to a corpus or path, as {'ours': load('ours.conllu')}")
    if unnamed := [name for name in systems if not isinstance(name, str) or not name.strip()]:
        raise ValueError(f"systems: {unnamed[0]!r} is no name; a system's name is a text, as 'ours'")
    asked, own = _asked(module, task, _metrics(module, task, metrics), options, module.run)
    gold, *given = _read_all(task, gold, systems.values())
    found = module.run(gold, given, tuple(systems), asked, **own)
    return Evaluation(task, _scores(found.rows), _differences(found.rows), found.signature, found.alignment, found.rows)


def score(gold: Any, predicted: Any, metric: str, *, task: str | None = None, **options: Any) -> float:
    """One score in points, NaN where it is undefined: a development score after each epoch.

    gold, predicted : what load() returns, or paths; read gold once. The metric's name decides the task: CoNLL is of coref,
    LAS of ud; a name that several tasks have (micro, macro) needs task. singletons ("keep" or "drop") is an option of coref;
    options else as evaluate() has them. No interval is made and no metric counted that is not needed. Raises as evaluate().
    """
    task = task or _task_of(metric)
    module = _module(task)
    (name,) = _metrics(module, task, [metric])
    options = {"resamples": 0} | options
    pair = _read_all(task, gold, [predicted])
    asked, own = _asked(module, task, (name,), options, getattr(module, "value", module.run))
    if hasattr(module, "value"):
        return module.value(*pair, name, asked.options, **own)
    (row, *_) = [row for row in module.run(pair[0], [pair[1]], ("system",), asked, **own).rows if _is_whole(row)]
    return float("nan") if row["score"] is None else float(row["score"])


def _is_whole(row: dict) -> bool:
    """Whether a row is of the whole; of typed scores, of the sum over all groups."""
    return row["group"] is None or row["group"]["value"] == "micro"


def _module(task: str) -> ModuleType:
    if task not in TASKS:
        raise ValueError(f"task: '{task}' is none; there are {', '.join(TASKS)}")
    return importlib.import_module(f"metrics.tasks.{task}")


def _task_of(metric: str) -> str:
    """The task that a metric belongs to, by its name; crossdoc's metrics are coref's."""
    from metrics.tasks.asking import known_metrics

    if not isinstance(metric, str):
        raise ValueError(f"metric: {metric!r} is no name; say 'LAS', for one")
    modules = {task: _module(task) for task in TASKS if task != "crossdoc"}
    found = [task for task, module in modules.items() if known_metrics([metric], module.METRICS)[0]]
    if not found:
        every = "; ".join(f"{task}: {', '.join(module.ORDER)}" for task, module in modules.items())
        raise ValueError(f"metric: '{metric}' is none; there are {every}")
    if len(found) > 1:
        raise ValueError(f"metric: '{metric}' is one of {' and of '.join(found)}; say which with task='{found[0]}'")
    return found[0]


def _metrics(module: ModuleType, task: str, wanted: str | Iterable[str] | None) -> tuple[str, ...]:
    from metrics.tasks.asking import known_metrics

    if wanted is None:
        return tuple(module.ORDER)
    found, unknown = known_metrics([wanted] if isinstance(wanted, str) else list(wanted), module.METRICS)
    if unknown or not found:
        raise ValueError(f"metrics: '{', '.join(unknown)}' is none of {task}'s; there are {', '.join(module.ORDER)}")
    return found


def _asked(module: ModuleType, task: str, metrics: Sequence[str], options: Mapping[str, Any], function: Callable) -> tuple:
    """The Task of some options, and those that are arguments of the function that does it. Raises ValueError as evaluate()."""
    from metrics.rows import Labels
    from metrics.tasks.asking import Task, check_uncertainty
    from metrics.tasks.checking import check_choices, check_numbers

    parameters = inspect.signature(function).parameters.values()
    own = {parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY}
    scoring = {field.name for field in fields(module.OPTIONS)}
    unknown = sorted(options.keys() - own - scoring - set(SAID))
    if unknown:
        every = ", ".join(sorted(own | scoring | set(SAID)))
        raise ValueError(f"options: '{', '.join(unknown)}' is none of {task}'s; there are {every}")
    check_choices(module, function, options)
    check_numbers(module, options)
    chosen = module.OPTIONS(**{name: value for name, value in options.items() if name in scoring})
    check_uncertainty(chosen.resamples, chosen.level)
    labels = Labels(**{name: value for name, value in options.items() if name in SAID})
    return Task(metrics, chosen, labels), {name: _opened(task, name, options[name]) for name in own & options.keys()}


def _opened(task: str, name: str, value: Any) -> Any:
    """The value of an option; what is a path of one that is a file is read."""
    if value is None or not isinstance(value, str | Path):
        return value
    if name in ("reference", "train"):
        return _read(task, value, "gold" if name == "train" else "predicted")
    if name in ("labels", "labels_pred"):
        return _read(task, value, "gold")
    if name == "mapping":
        from loaders.maps import read_map

        return str(value), read_map(str(value))
    if name == "topics":
        from loaders.topics import read_topics

        return read_topics(Path(value))
    return value


def _read_all(task: str, gold: Any, systems: Iterable[Any]) -> list[Any]:
    """Gold and systems, read; tags of systems in gold's scheme, as the command line reads them."""
    gold = _read(task, gold, "gold")
    scheme = getattr(gold, "scheme", "") or None
    return [gold, *(_read(task, system, "predicted", scheme) for system in systems)]


def _read(task: str, source: Any, role: str, scheme: str | None = None) -> Any:
    """A corpus, or the items of classify, from what load() takes; what is read already stays as it is."""
    if task == "classify":
        from loaders.classification import Items, load_items

        return _once(source, Items, lambda: load_items(source, role=role))
    from loaders import Corpus, ReadOptions, load

    how = ReadOptions(format="conllu", role=role, entities=False) if task == "ud" else ReadOptions(role=role, scheme=scheme)
    return _once(source, Corpus, lambda: load(source, options=how))


def _once(source: Any, kind: type, read: Callable[[], Any]) -> Any:
    if isinstance(source, kind):
        return source
    if not isinstance(source, str | Path | tuple):
        raise ValueError(f"a {type(source).__name__} is neither a path nor what is read from one ({kind.__name__})")
    return read()


def _scores(rows: Sequence[dict]) -> pd.DataFrame:
    """Results rows as a frame, without their differences."""
    flat = [_which(row) | {name: value for name, value in row.items() if name not in NESTED} for row in rows]
    frame = pd.DataFrame(flat)
    return frame.astype({name: "float64" for name in NUMBERS if name in frame})


def _differences(rows: Sequence[dict]) -> pd.DataFrame:
    """The differences in results rows as a frame."""
    flat = [_which(row) | row["difference"] for row in rows if row["difference"]]
    frame = pd.DataFrame(flat, columns=None if flat else [*WHICH, *DIFFERENCE])
    return frame.astype(dict.fromkeys(("value", "low", "high", "p", "p_adjusted"), "float64"))


def _which(row: dict) -> dict:
    """What tells a row from the others, its group as two columns."""
    group = row["group"] or {"by": None, "value": None}
    return {name: row[name] for name in WHICH if name in row} | {"by": group["by"], "group": group["value"]}


def _shown(scores: pd.DataFrame) -> pd.DataFrame:
    """The columns of a frame that say something, scores with two decimals."""
    kept = scores[[name for name in SHOWN if name in scores and scores[name].notna().any()]]
    return kept.round(2)
