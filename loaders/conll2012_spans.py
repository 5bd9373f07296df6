"""The annotation of CoNLL-2012 columns: coreferent mentions and named entities."""

from __future__ import annotations

import re

import numpy as np

from loaders import build, columns
from loaders.brackets import Stack, read_cell
from loaders.conll2012_lines import Table

NAMES = 10  # the column of named entities in the full format, from 0


def read_spans(tables: list[Table], text: build.Text, *, named: bool) -> build.Spans:
    """Mentions of the last column, then the named entities of column 11, as spans without an entity."""
    position = np.arange(len(text.doc)) - build.starts_of(text.doc, len(text.doc_ids))[text.doc]
    mentions, names, base = [], [], 0
    for table in tables:
        here = slice(base, base + len(table.token_line))
        mentions += _mentions(table, text.doc[here], position[here])
        if named and len(table.token_line) and table.counts().min() >= 12:
            names += _names(table, text.doc[here], position[here])
        base += len(table.token_line)
    codes: dict[str, int] = {}
    entity = [codes.setdefault(row[3], len(codes)) for row in mentions] + [-1] * len(names)
    labels = ["", *dict.fromkeys(row[3] for row in names)]
    number = {label: code for code, label in enumerate(labels)}
    table = np.array([[*row[:3], row[4]] for row in mentions + names], np.int64).reshape(-1, 4)
    label = np.array([0] * len(mentions) + [number[row[3]] for row in names], np.int32)
    return build.Spans(
        doc=table[:, 0],
        start=table[:, 1],
        end=table[:, 2],
        entity=np.array(entity, np.int64),
        line=table[:, 3],
        label=columns.coded(label, labels),
    )


def _annotated(table: Table, index: int, nothing: bytes) -> tuple[np.ndarray, list[str]]:
    """The token lines whose cell is more than one of the given bytes, and their cells."""
    at = table.first_field[:-1] + index if index >= 0 else table.first_field[1:] + index
    start, end = table.field_start[at], table.field_end[at]
    single = np.isin(table.lines.buffer[start], np.frombuffer(nothing, np.uint8)) & (end - start == 1)
    tokens = np.flatnonzero(~single)
    return tokens, columns.slices(table.lines.data, start[tokens], end[tokens]).to_pylist()


def _mentions(table: Table, doc: np.ndarray, position: np.ndarray) -> list[list]:
    """Rows (document, start, end, entity, line) in order of opening bracket, document by document."""
    tokens, cells = _annotated(table, -1, b"-_")
    brackets = {cell: read_cell(cell) for cell in dict.fromkeys(cells)}
    found: list[list] = []
    stack, current = Stack(), -1
    for token, cell, of, at in zip(tokens.tolist(), cells, doc[tokens].tolist(), position[tokens].tolist(), strict=True):
        if of != current:
            found += _closed(table, stack, current)
            stack, current = Stack(), of
        read = brackets[cell]
        line = int(table.token_line[token])
        if read is None:
            remedy = "The last column holds '-' or brackets such as (3, 3), (3)|(5."
            raise table.error(line, f"'{cell[:30]}' is no coreference", remedy)
        stray = stack.take(read, at, line + table.member.line)
        if stray is not None:
            remedy = "Give each closing bracket an opening one in the same document."
            raise table.error(line, f"the bracket of entity {stray[:30]} closes and never opened", remedy)
    return found + _closed(table, stack, current)


def _closed(table: Table, stack: Stack, doc: int) -> list[list]:
    """The rows of a finished document; raises FormatError where a bracket is still open."""
    left = stack.unclosed()
    if left is not None:
        entity, line = left
        remedy = "Close it within the document; is the file complete?"
        raise table.error(line - table.member.line, f"the bracket of entity {entity[:30]} is never closed", remedy)
    return [[doc, *row] for row in stack.rows]


def _names(table: Table, doc: np.ndarray, position: np.ndarray) -> list[list]:
    """Rows (document, start, end, label, line) of the named-entity column, `(PERSON*`, `*)`, `(GPE)`."""
    tokens, cells = _annotated(table, NAMES, b"*-_")
    found: list[list] = []
    waiting: list[list] = []
    for token, cell, of, at in zip(tokens.tolist(), cells, doc[tokens].tolist(), position[tokens].tolist(), strict=True):
        line = table.line_number(token)
        for label in re.findall(r"\(([^()*]+)", cell):
            row = [of, at, -1, label, line]
            found.append(row)
            waiting.append(row)
        for _ in range(cell.count(")")):
            if waiting and waiting[-1][0] == of:
                waiting.pop()[2] = at + 1
    return [row for row in found if row[2] > 0]
