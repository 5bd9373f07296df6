"""The rows of a batch as tables: corpora × systems for every metric, and the macro means of all metrics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from figures import said, tables
from figures.export import CONTROL
from figures.tables import Column, Table
from metrics.rows import MACRO

Rows = Sequence[dict[str, Any]]
WITHOUT = {"keep": ", singletons kept", "drop": ", singletons dropped"}
MEAN, RANK = "macro mean", "mean rank"
GAP = "  "  # between columns of a terminal
MOST = 3  # tables of single metrics that a terminal shows


def batch_tables(rows: Rows, baseline: str, level: float, signature: str) -> list[Table]:
    """A table for each metric and policy; before them, where there are several, one of the macro means of all."""
    by_statistic: dict[tuple[str, str | None], list[dict]] = {}
    for row in rows:
        by_statistic.setdefault((row["metric"], row["singletons"]), []).append(row)
    shown = _Shown(tuple(dict.fromkeys(row["system"] for row in rows)), baseline, level, signature)
    single = [shown.table(_title(*key), "Corpus", _by_corpus(found)) for key, found in by_statistic.items()]
    means = {_title(*key): [row for row in found if row["group"]["value"] == MACRO] for key, found in by_statistic.items()}
    if len(single) < 2 or not all(means.values()):
        return single
    return [shown.table("Macro means over the corpora", "Metric", means), *single]


def _title(metric: str, policy: str | None) -> str:
    return metric + WITHOUT.get(policy or "", "")


def _by_corpus(rows: Rows) -> dict[str, Rows]:
    """The rows of each corpus, of the mean, and the mean ranks in the mean's place."""
    found: dict[str, list[dict]] = {}
    for row in rows:
        value = row["group"]["value"]
        found.setdefault(MEAN if value == MACRO else value, []).append(row)
    if MEAN in found:
        bare = dict.fromkeys(("sd", "difference"))
        found[RANK] = [row | bare | {"score": row["rank"]} for row in found[MEAN]]
    return found


@dataclass(frozen=True)
class _Shown:
    """What all tables of a batch have in common."""

    systems: tuple[str, ...]
    baseline: str
    level: float
    signature: str

    def table(self, title: str, head: str, lines: Mapping[str, Rows]) -> Table:
        """A line for each corpus or metric. lines : the rows of each, one a system."""
        frame = pd.DataFrame([self._line(name, rows) for name, rows in lines.items()])
        columns, groups = [Column("line", head, "text")], {}
        for k, system in enumerate(self.systems):
            groups[f"s{k}"] = said.plain(system)
            columns += self._columns(k, frame)
        rules = (len(lines) - 3,) if RANK in lines and len(lines) > 2 else ()
        return Table(title, frame, tuple(columns), groups, rules, self._note(), self.signature)

    def _line(self, name: str, rows: Rows) -> dict[str, Any]:
        line: dict[str, Any] = {"line": name}
        for row in rows:
            k, difference = self.systems.index(row["system"]), row["difference"] or {}
            p = difference.get("p") if difference.get("p_adjusted") is None else difference["p_adjusted"]
            found = {"score": row["score"], "sd": row["sd"], "d": difference.get("value"), "p": p}
            line |= {f"{key} {k}": _number(value) for key, value in found.items()}
            line |= {f"d {k}_{end}": _number(difference.get(end)) for end in ("low", "high")}
            line |= {f"{key} {k}_why": None for key in ("sd", "d")}
            line[f"score {k}_bold"] = bool(difference.get("settled")) and difference["value"] > 0
        return line

    def _columns(self, k: int, frame: pd.DataFrame) -> list[Column]:
        """A system's columns; a deviation where it has seeds, a difference where it is not the baseline."""
        group, found = f"s{k}", [Column(f"score {k}", "score", group=f"s{k}")]
        if frame[f"sd {k}"].notna().any():
            found.append(Column(f"sd {k}", "±", group=group))
        if frame[f"d {k}"].notna().any():
            found.append(Column(f"d {k}", "diff.", "signed", group))
            found.append(Column(f"d {k}", said.level_name(self.level), "signed interval", group))
            found.append(Column(f"p {k}", "p", "p", group))
        return found

    def _note(self) -> str:
        if len(self.systems) < 2:
            return ""
        return (
            f"Differences (diff.) are to {self.baseline}. p: in a corpus of approximate randomisation, Holm-corrected over the "
            "corpora; of the mean Wilcoxon's over the corpora. Bold: better, interval and p agree."
        )


def _number(value: float | None) -> float:
    return float("nan") if value is None else float(value)


def plain(table: Table) -> str:
    """A table for a terminal: the systems' names over their columns, text flush left, numbers flush right."""
    columns = table.columns
    begins = [k for k, column in enumerate(columns) if column.group and column.group != columns[k - 1].group]
    names = {k: CONTROL.sub(" ", table.groups[columns[k].group].text) for k in begins}
    rows = table.frame.to_dict("records")
    cells = [[CONTROL.sub(" ", tables.written(row.get(c.key), c, row)) for c in columns] for row in rows]
    lines = [[column.head for column in columns], *cells]
    widths = [max(len(line[k]) for line in lines) for k in range(len(columns))]
    for k, stop in zip(begins, [*begins[1:], len(columns)], strict=True):
        widths[k] += max(0, len(names[k]) - sum(widths[k:stop]) - len(GAP) * (stop - k - 1))
    texts = [column.kind == "text" for column in columns]
    body = [GAP.join(_padded(*cell) for cell in zip(line, widths, texts, strict=True)).rstrip() for line in lines]
    return "\n".join([table.title, _over(names, widths), *body])


def _padded(cell: str, width: int, is_text: bool) -> str:
    return cell.ljust(width) if is_text else cell.rjust(width)


def _over(names: Mapping[int, str], widths: Sequence[int]) -> str:
    """The line of the systems' names, each over the first of its columns."""
    line = ""
    for k, name in names.items():
        line = line.ljust(sum(widths[:k]) + len(GAP) * k) + name
    return line


def text(heading: str, found: Sequence[Table], rows: Rows) -> str:
    """What a terminal shows: the means of all metrics and the tables of a few."""
    lines = [CONTROL.sub(" ", line) for line in heading.split("\n")]
    single = found if len(found) == 1 or found[0].columns[0].head == "Corpus" else found[1:]
    shown = found if len(single) <= MOST else [*found[: len(found) - len(single)], single[0]]
    blocks = ["\n".join(lines), *map(plain, shown)]
    if len(shown) < len(found):
        blocks.append(f"The tables of {len(found) - len(shown)} further metrics: -o DIR.")
    blocks += [shown[0].note] if shown[0].note else []
    cautions = dict.fromkeys(row["caution"] for row in rows if row["caution"])
    return "\n\n".join([*blocks, *(f"Caution: {caution}." for caution in cautions)]) + "\n"


def files(found: Sequence[Table]) -> dict[str, str]:
    """All tables, one below the other, by file ending: Markdown and LaTeX."""
    return {ending: "\n".join(tables.WRITERS[ending](table) for table in found) for ending in ("md", "tex")}
