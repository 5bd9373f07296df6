"""Numbers of errors with intervals, and what mending them brings, as finished frames and as rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from metrics import families, resampling, results
from metrics.counting import Counts
from metrics.errors.failures import Analysis
from metrics.errors.grouped import GAIN, group_table
from metrics.errors.mending import ALL, NONE, ORDER, count_mended
from metrics.errors.types import OPERATIONS, TYPES, errors, operations
from metrics.rows import Labels, Sign, plain
from metrics.typed.project import Groups


def count_errors(analysis: Analysis) -> np.ndarray:
    """How many errors of each type each system makes in each scored document: (documents, systems, TYPES); counted ones."""
    kept, n = analysis.typed.kept(), len(TYPES)
    n_docs = analysis.typed.gold.mentions.n_docs
    tables = []
    for compared in analysis.compared:
        found = errors(compared)
        found = found[found["counted"]]
        cell = found["doc"].to_numpy() * n + found["type"].to_numpy()
        tables.append(np.bincount(cell, minlength=n_docs * n).reshape(n_docs, n)[kept])
    return np.stack(tables, axis=1).astype(np.float64)


def count_operations(analysis: Analysis) -> np.ndarray:
    """How many operations of each kind each system needs in each scored document: (documents, systems, OPERATIONS)."""
    kept = analysis.typed.kept()
    return np.stack([operations(compared)[kept] for compared in analysis.compared], axis=1)


def number_table(numbers: np.ndarray, systems: tuple[str, ...], kinds: tuple[str, ...], options: Any) -> pd.DataFrame:
    """Numbers of things with their intervals: system, kind, count, low, high, units (documents that have any), reason, caution.

    numbers : (documents, systems, kinds).
    """
    flat = numbers.reshape(len(numbers), -1)
    drawn = results.resampled_values(flat, options, None) if options.resamples else None
    units = (flat != 0).sum(axis=0)
    table = {"system": [name for name in systems for _ in kinds], "kind": list(kinds) * len(systems)}
    table |= {"count": flat.sum(axis=0)} | results.interval(drawn, units, options)
    return results.together([table])


def number_differences(numbers: np.ndarray, systems: tuple[str, ...], kinds: tuple[str, ...], options: Any) -> pd.DataFrame:
    """What every further system has more than the first: a, b, kind, value, low, high, p, units, reason, differs, settled."""
    first, others = numbers[:, :1], numbers[:, 1:]
    more = (others - first).reshape(len(numbers), -1)
    drawn = results.resampled_values(more, options, None) if options.resamples else None
    units = ((others != 0) | (first != 0)).reshape(len(numbers), -1).sum(axis=0)
    table = {"a": [systems[0]] * more.shape[1], "b": [name for name in systems[1:] for _ in kinds]}
    table |= {"kind": list(kinds) * (len(systems) - 1), "value": more.sum(axis=0)} | results.interval(drawn, units, options)
    table["p"] = np.full(more.shape[1], np.nan)
    if options.resamples and more.shape[1]:
        swapped = resampling.swapped_sums(first, others, resamples=options.resamples, seed=options.seed)
        p = resampling.p_value(swapped, lambda sums: sums).reshape(-1)
        table["p"] = np.where(units >= families.MIN_UNITS, p, np.nan)
    table["differs"] = (table["low"] > 0) | (table["high"] < 0)
    table["settled"] = table["differs"] & (table["p"] < 1 - options.level)
    return results.together([table])


def gains(counts: Counts, options: Any) -> pd.DataFrame:
    """What mending brings: system, mended (a type), score (CoNLL after it, points), gain (points), low, high, p, units, reason,
    caution, settled. counts : of mending.count_mended(), either of its two tables."""
    number = {name: k for k, name in enumerate(counts.inputs)}
    mended = [(system, kind) for system, kind in counts.inputs if kind != NONE]
    sums = results.resampled(counts, options)
    scores = results.scores(counts, options, [GAIN], sums).set_index(["system", "singletons"])
    pairs = [(number[system, NONE], number[system, kind]) for system, kind in mended]
    found = results.differences(counts, options, pairs, [GAIN], sums)
    frame = pd.DataFrame({"system": [s for s, _ in mended], "mended": [k for _, k in mended]})
    frame["score"] = scores.loc[mended, "f1"].to_numpy()
    columns = ("low", "high", "p", "units", "reason", "caution", "settled")
    return frame.assign(gain=found["value"].to_numpy(), **{name: found[name].to_numpy() for name in columns})


def in_sequence(frame: pd.DataFrame) -> pd.DataFrame:
    """gains() of the sequence with its last step, after which everything is mended, called "all"."""
    return frame.assign(mended=frame["mended"].where(frame["mended"] != ORDER[-1], ALL))


def error_rows(analysis: Analysis, options: Any, labels: Labels, sign: Sign) -> list[dict[str, Any]]:
    """Rows of plain values: numbers of errors by type, then scores after mending.

    A row of errors has type, count, operations (all that the system needs, by kind) and the fields of every row; a row of
    mending has mended (a type, or "all"), sequence (whether the types before it are mended too), score and gain.
    """
    systems = analysis.typed.names
    numbers, steps = count_errors(analysis), count_operations(analysis).sum(axis=0)
    needed = {s: dict(zip(OPERATIONS, map(int, row), strict=True)) for s, row in zip(systems, steps, strict=True)}
    against = {}
    if len(systems) > 1:
        found = number_differences(numbers, systems, TYPES, options)
        against = {(row["b"], row["kind"]): row for row in found.to_dict("records")}
    about = {"component": labels.component, "language": labels.language, "dataset": labels.dataset}
    rows = []
    for row in number_table(numbers, systems, TYPES, options).to_dict("records"):
        difference = against.get((row["system"], row["kind"]))
        told = difference and {k: plain(difference[k]) for k in ("value", "low", "high", "p", "differs", "settled", "reason")}
        rows.append(
            about
            | {"system": row["system"], "metric": "errors", "singletons": analysis.policy, "match": "exact", "type": row["kind"]}
            | {name: plain(row[name]) for name in ("count", "low", "high", "units", "reason", "caution")}
            | {"operations": needed[row["system"]], "difference": told and {"against": difference["a"], **told}}
            | {"seed": options.seed, "signature": sign(None, "", row["system"])}
        )
    return rows + _mended_rows(analysis, options, about, sign)


def group_rows(
    analysis: Analysis, by: str, options: Any, labels: Labels, sign: Sign, groups: Groups | None = None
) -> list[dict[str, Any]]:
    """Rows of what mending every error of one group would bring: mended is "all", group says which. by : a name in grouped.BY."""
    found = group_table(analysis, by, options, groups).to_dict("records")
    about = {"component": labels.component, "language": labels.language, "dataset": labels.dataset}
    return [
        about
        | {"system": row["system"], "metric": GAIN, "singletons": analysis.policy, "match": "exact", "mended": ALL}
        | {"group": {"by": by, "value": row["group"]}}
        | {name: plain(row[name]) for name in ("gain", "low", "high", "reason", "caution")}
        | {"seed": options.seed, "signature": sign(None, "", row["system"])}
        for row in found
    ]


def _mended_rows(analysis: Analysis, options: Any, about: dict, sign: Sign) -> list[dict[str, Any]]:
    """The rows of scores after mending: each type alone, then in sequence."""
    alone, sequence = count_mended(analysis.typed, analysis.compared, analysis.policy)
    rows = []
    for in_order, frame in ((False, gains(alone, options)), (True, in_sequence(gains(sequence, options)))):
        for row in frame.to_dict("records"):
            fields = ("score", "gain", "low", "high", "p", "units", "settled", "reason", "caution")
            rows.append(
                about
                | {"system": row["system"], "metric": GAIN, "singletons": analysis.policy, "match": "exact"}
                | {"mended": row["mended"], "sequence": in_order}
                | {name: plain(row[name]) for name in fields}
                | {"seed": options.seed, "signature": sign(None, "", row["system"])}
            )
    return rows
