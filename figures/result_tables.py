"""Results rows as tables of metrics × systems and of groups × systems, for any task and any number of systems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from figures.said import plain
from figures.table import Column, Table
from figures.table_tex import tex
from metrics.rows import CORPORA

Row = dict[str, Any]
POLICIES = {"keep": "Singletons kept", "drop": "Singletons dropped"}
SIDE_BY_SIDE = 6  # systems that stand in one table with and without singletons
LABELS = ("component", "language", "dataset")
TEST = "the interval of the difference leaves out 0, and its p agrees (approximate randomisation"


def of_rows(rows: Sequence[Row], signature: str) -> list[Table]:
    """One table for all metrics, and one for each metric by group: systems in columns, with and without singletons.

    Many systems have a table with singletons and one without.

    The best of each row is printed in bold in LaTeX, and what differs from the first system is marked.
    """
    blocks: dict[tuple, list[Row]] = {}
    many = len({row["system"] for row in rows}) > SIDE_BY_SIDE
    for row in rows:
        by = (row["group"]["by"], row["metric"]) if row["group"] else ("", "")
        policy = row["singletons"] if many else ""
        blocks.setdefault((*by, row.get("scope"), row["match"], *_labels(row), policy), []).append(row)
    return [_table(block, _title(block[0]), key[0], signature) for key, block in blocks.items()]


def to_latex(rows: Sequence[Row], signature: str) -> str:
    """The tables of results rows in LaTeX, one after the other."""
    return "\n".join(tex(table) for table in of_rows(rows, signature)) or "% no rows\n"


def _title(row: Row) -> str:
    """What a table shows, of which component, language and data, and how items were matched."""
    what = f"{row['metric']} by {row['group']['by']}" if row["group"] else "Scores"
    labels = [label for label in _labels(row) if label]
    scope, match = row.get("scope"), row["match"]
    return ", ".join([what, *labels, *([f"{scope} level"] if scope else []), *([f"{match} match"] if match else [])])


def _labels(row: Row) -> list[str | None]:
    """What tells tables apart; corpora are rows of one table, and what is said of one is not said of the table."""
    names = LABELS[:1] if row["group"] and row["group"]["by"] in CORPORA else LABELS
    return [row[name] for name in names]


def _table(rows: Sequence[Row], title: str, by: str, signature: str) -> Table:
    names = list(dict.fromkeys(map(_name, rows)))
    systems = list(dict.fromkeys(row["system"] for row in rows))
    policies = list(dict.fromkeys(row["singletons"] for row in rows))
    cells = {(_name(row), row["singletons"], row["system"]): row for row in rows}
    frame = pd.DataFrame({"name": names})
    columns = [Column("name", by.capitalize() or "Metric", "text")]
    for p, policy in enumerate(policies):
        for s, system in enumerate(systems):
            found = [cells.get((name, policy, system)) for name in names]
            frame[f"{p} {s}"] = [float("nan") if row is None or row["score"] is None else row["score"] for row in found]
            frame[f"{p} {s}_bold"] = [_settled(row) for row in found]
            columns.append(Column(f"{p} {s}", system, group=str(p)))
    groups = {str(p): plain(POLICIES.get(policy or "", "Score")) for p, policy in enumerate(policies)}
    return Table(title, frame, tuple(columns), groups, note=_note(rows, by), signature=signature, best="within")


def _name(row: Row) -> str:
    """What a row is called: its metric, or its group."""
    return str(row["group"]["value"]) if row["group"] else row["metric"]


def _settled(row: Row | None) -> bool:
    return bool(row and row["difference"] and row["difference"].get("settled"))


def _note(rows: Sequence[Row], by: str) -> str:
    """What the mark means, with its test."""
    against = next((row["difference"]["against"] for row in rows if _settled(row)), None)
    if against is None:
        return ""
    how = "; the mean: Wilcoxon's test" if by in CORPORA else ""
    corrected = "uncorrected" if not by else "Holm's correction over the rows"
    return f"Bold: differs from {against}: {TEST}, {corrected}{how})."
