"""Tables in LaTeX: booktabs, the best in bold, the second of three underlined, what is settled marked, points aligned."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from figures import latex, numbers, table_names
from figures.table import INTERVALS, Column, Table, is_bold, spans, written

SETTLED = r"\rlap{$^{\dagger}$}"  # takes no room, so that numbers stay in line
PAGE = 50  # rows beyond which a table runs over pages
LETTER = 0.58  # ems of a letter, about
SIZES = ((9.0, 6.0), (8.0, 4.0), (7.0, 3.0))  # points of type, whatever the class calls them, and beside columns
WIDTHS = {"table": 218.0, "table*": 455.0}  # points of a column and of the page in acl.sty
LONG_WIDTH = 345.0  # points of a page in article, where a table over several pages must find room as it is
HEADS = (20, 6)  # characters of a system's head: first choice, and where the table is too wide otherwise
NUMBER = re.compile(r"(.*\d)(\.\d+)")
SURE = 1.15  # times wider than reckoned are few tables, which matters where none can be made smaller
FITTED = r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"
COMPARED = ("points", "score")


def tex(table: Table) -> str:
    """The table in LaTeX with booktabs: signature in a comment and in the caption, every name escaped.

    It is never wider than the text: names too long for a head become letters that the caption explains, those of rows are cut,
    and what is still too wide is made smaller. Columns are aligned at the point without a further package: numbers of one column
    have as many decimals, and bold digits, which are wider in some typefaces, are set on either side of the point in the place
    of plain ones.
    """
    table, legend = _narrowed(table)
    place, body = _place(table), [*_heads(table), *_rows(table)]
    columns = "".join("l" if c.kind == "text" else "r" for c in table.columns)
    captions = _captions(table, table_names.legend_text(legend))
    long = len(table.frame) > PAGE and place.fits
    make = _long if long else _floats
    text = "\n".join(make(columns, body, captions, place))
    needs = ["booktabs", "longtable" if long else "graphicx"]
    return "\n".join([*latex.preamble(text, needs), f"% {latex.comment(table.signature)}", text]) + "\n"


def _narrowed(table: Table) -> tuple[Table, dict[str, str]]:
    """The table with names that find room, and what its letters stand for."""
    table = table_names.with_short_rows(table)
    for longest in HEADS:
        shown, legend = table_names.with_letters(table, longest)
        if _place(shown).fits:
            break
    return shown, legend


@dataclass(frozen=True)
class Place:
    """Where a table stands (table or table*), in which type, and whether it fits without being made smaller."""

    floating: str
    points: float
    gap: float
    fits: bool = True

    @property
    def setting(self) -> str:
        """The commands for its type; words of captions may stand further apart than elsewhere."""
        size = rf"\fontsize{{{self.points:g}}}{{{1.2 * self.points:g}}}\selectfont"
        return rf"{size}\setlength{{\tabcolsep}}{{{self.gap:g}pt}}\emergencystretch=3em "


def _place(table: Table) -> Place:
    """One column of a page or both, and the largest type in which the table fits."""
    letters = _letters(table)
    long = len(table.frame) > PAGE
    for floating, room in ({"table*": LONG_WIDTH / SURE} if long else WIDTHS).items():
        for points, gap in SIZES[: 2 if floating == "table" else 3]:
            if letters * LETTER * points + 2 * gap * (len(table.columns) - 1) <= room:
                return Place(floating, points, gap)
    return Place("table*", *SIZES[-1], fits=False)


def _letters(table: Table) -> float:
    """How many letters stand side by side: of each column the widest cell, of each group its head where that is wider."""
    rows, wide, at = table.frame.to_dict("records"), 0, 0
    for group, n in spans(table):
        columns, at = table.columns[at : at + n], at + n
        head = latex.length(table.groups[group].text) if group in table.groups else 0
        wide += max(head, sum(_widest(column, rows) for column in columns))
    return wide


def _widest(column: Column, rows: Sequence[Mapping]) -> float:
    texts = [column.head, *(written(row.get(column.key), column, row) for row in rows)]
    return max(map(latex.length, texts))


def _floats(columns: str, body: list[str], captions: tuple[str, str], place: Place) -> list[str]:
    """The table, or one for each page that it needs; none is wider than the line, whatever its typeface."""
    start = body.index(r"\midrule") + 1
    pages = [body[k : k + PAGE] for k in range(start, len(body), PAGE)] or [[]]
    found = []
    for lines, caption in zip(pages, [captions[0], *[captions[1]] * (len(pages) - 1)], strict=True):
        tabular = [rf"\begin{{tabular}}{{@{{}}{columns}@{{}}}}", r"\toprule", *body[:start], *lines]
        found += [rf"\begin{{{place.floating}}}[t]", rf"\centering{place.setting}", FITTED, *tabular, r"\bottomrule"]
        found += [r"\end{tabular}}", rf"\caption{{{caption}}}", rf"\end{{{place.floating}}}"]
    return found


def _long(columns: str, body: list[str], captions: tuple[str, str], place: Place) -> list[str]:
    """A table over several pages, which stands in one column: in an appendix after \\onecolumn."""
    heads = body[: body.index(r"\midrule") + 1]
    opening = ["% over several pages: after \\onecolumn", rf"\begingroup{place.setting}\LTcapwidth=\linewidth"]
    opening += [rf"\begin{{longtable}}{{@{{}}{columns}@{{}}}}", rf"\caption{{{captions[0]}}}\\", r"\toprule", *heads, r"\endhead"]
    return [*opening, r"\bottomrule", r"\endfoot", *body[len(heads) :], r"\end{longtable}", r"\endgroup"]


def _heads(table: Table) -> list[str]:
    names = " & ".join(r"$p$" if c.head == "p" else latex.escaped(c.head) for c in table.columns)
    return [*_groups(table), names + r" \\", r"\midrule"]


def _groups(table: Table) -> list[str]:
    if not table.groups:
        return []
    cells, rules, at = [], [], 1
    for group, n in spans(table):
        head = latex.escaped(table.groups[group].text.strip()) if group else ""
        cells.append(rf"\multicolumn{{{n}}}{{c}}{{{head}}}" if group else " & " * (n - 1))
        rules += [rf"\cmidrule(lr){{{at}-{at + n - 1}}}"] if group else []
        at += n
    return [" & ".join(cells) + r" \\", "".join(rules)]


def _rows(table: Table) -> list[str]:
    """The lines of the body; a thin space follows the rows that rules name."""
    found = []
    for number, (row, ranks) in enumerate(zip(table.frame.to_dict("records"), _ranks(table), strict=True)):
        cells = [_cell(row, column, ranks.get(k, 0)) for k, column in enumerate(table.columns)]
        found += [" & ".join(cells) + r" \\"] + [r"\addlinespace"] * (number in table.rules)
    return found


def _cell(row: Mapping, column: Column, rank: int) -> str:
    """A cell; rank : 1 for the best, 2 for the second, 0 for all others."""
    text = latex.escaped(written(row.get(column.key), column, row))
    if rank == 1:
        text = bold(text)
    elif rank == 2:
        text = rf"\underline{{{text}}}"
    return text + SETTLED * (is_bold(row, column) and column.kind not in INTERVALS)


def bold(text: str) -> str:
    """A number in bold that takes the place of a plain one: its point stays in line with those above and below."""
    found = NUMBER.fullmatch(text)
    if not found:
        return rf"\textbf{{{text}}}"
    whole, rest = found.groups()
    return rf"\phantom{{{whole}}}\llap{{\textbf{{{whole}}}}}\rlap{{\textbf{{{rest}}}}}\phantom{{{rest}}}"


def _ranks(table: Table) -> list[dict[int, int]]:
    """For each row, by the number of the column, 1 for the best and 2 for the second; those that print alike are alike."""
    found: list[dict[int, int]] = [{} for _ in range(len(table.frame))]
    for cells in _compared(table):
        values = {cell: _printed(table, *cell) for cell in cells}
        known = sorted({v for v in values.values() if v is not None}, reverse=True)
        number = sum(v is not None for v in values.values())
        for (row, column), value in values.items():
            if value is not None and number > 1 and value in known[: 2 if number > 2 else 1]:
                found[row][column] = 1 + known.index(value)
    return found


def _printed(table: Table, row: int, column: int) -> float | None:
    """A cell's number as it is printed."""
    value = table.frame[table.columns[column].key].iloc[row]
    decimals = 3 if table.columns[column].kind == "score" else 2
    return None if numbers.missing(value) else round(float(value), decimals)


def _compared(table: Table) -> list[list[tuple[int, int]]]:
    """The cells, (row, column), among which there is a best one."""
    columns = [k for k, c in enumerate(table.columns) if c.kind in COMPARED and c.group]
    if table.best == "across":
        heads = dict.fromkeys(table.columns[k].head for k in columns)
        alike = [[k for k in columns if table.columns[k].head == head] for head in heads]
        return [[(row, k) for k in ks] for ks in alike for row in range(len(table.frame))]
    if table.best == "within":
        alike = [[k for k in columns if table.columns[k].group == group] for group in table.groups]
        return [[(row, k) for k in ks] for ks in alike for row in range(len(table.frame))]
    if table.best == "down":
        last = table.rules[0] + 1 if table.rules else len(table.frame)
        return [[(row, k) for row in range(last)] for k in columns]
    return []


def _captions(table: Table, legend: str) -> tuple[str, str]:
    """Title, what letters, bold, underlined and the mark mean, the note with its test, the signature; and of further pages."""
    said = [f"{table.title}.", *[legend] * bool(legend)]
    if any(_ranks(table)):
        where = "column" if table.best == "down" else "row"
        of_three = "; underlined: the second best of three or more" if _has_second(table) else ""
        said.append(f"Bold: the best in its {where}{of_three}.")
    note = table.note.replace("Bold:", "†:")
    caption = latex.breakable(" ".join([*said, note] if note else said))
    whole = f"{caption} {latex.signed(table.signature)}" if table.signature else caption
    return whole, latex.breakable(f"{table.title}, continued.")


def _has_second(table: Table) -> bool:
    return any(2 in ranks.values() for ranks in _ranks(table))
