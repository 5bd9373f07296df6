"""Tag files: one token a line, its tag last, a blank line between sentences; CoNLL-2003, LitBank's layers, .iob2.

A document begins with a `-DOCSTART-` line or an `# id = ...` comment; a file without either is one document, named as the
file is. Documents without an id are numbered (doc_1, doc_2, ...). Other lines that begin with # and have no tab are
comments. tagfile_columns.py says which columns are read, tagging.py how a scheme is told and what tags mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath

import numpy as np
import pandas as pd
import pyarrow as pa

from loaders import build, columns, tagged, tagging
from loaders.errors import FormatError
from loaders.options import ReadOptions
from loaders.schema import NOTHING, Notice
from loaders.sources import Member
from loaders.tagfile_columns import Chosen, Column, choose, tag_columns
from loaders.tagfile_lines import DOCSTART, HASH, ID, REMEDY, Table, check_widths, line_kinds, merged, read_table

PEEK = 1 << 16  # bytes that looks_like() reads
LOOKED_AT = 100  # token lines, of which at least half must end in a tag, the first among them


def looks_like(members: list[Member]) -> bool:
    """Whether the first file's token lines end in tags."""
    text = columns.unix_lines(members[0].data[:PEEK]).decode("utf-8", "replace")
    lines = [line for line in text.split("\n")[:-1] if line.strip() and not line.startswith(("#", "-DOCSTART-"))]
    told = [ends_in_tag(line) for line in lines[:LOOKED_AT]]
    return bool(told) and told[0] and 2 * sum(told) >= len(told)


def ends_in_tag(line: str) -> bool:
    """Whether a line has several columns and a tag in the last one."""
    fields = line.split("\t") if "\t" in line else line.split()
    return len(fields) > 1 and tagging.is_tag(fields[-1].strip())


def split_all(members: list[Member]) -> list[list[Member]]:
    """One member per document, each a list of its own; its id is written before it, so that a number stays what it was."""
    return [[piece] for member, names in zip(members, _all_names(members), strict=True) for piece in _split(member, names)]


def _all_names(members: list[Member]) -> list[list[str]]:
    tables = [columns.split_lines(columns.unix_lines(member.data)) for member in members]
    return _names(members, [_light_borders(lines) for lines in tables])


def _light_borders(lines: columns.Lines) -> tuple[bool, list]:
    """What _names() wants of a file whose columns may be wrong."""
    blank, border, borders = line_kinds(lines)
    content = np.flatnonzero(~(blank | border | (lines.first() == HASH)))
    borders = merged(borders, content)
    return bool(len(content)) and (not borders or int(content[0]) < borders[0].line), borders


def _split(member: Member, names: Sequence[str]) -> list[Member]:
    data = columns.unix_lines(member.data)
    lines = columns.split_lines(data)
    headless, borders = _light_borders(lines)
    cuts = ([0] if headless else []) + [b.line for b in borders]
    edges = [int(lines.start[line]) for line in cuts] + [len(data)]
    made = [] if cuts else [member]
    for k, line in enumerate(cuts):
        text, above = _with_id(data[edges[k] : edges[k + 1]], names[k].encode("utf-8", "surrogateescape"))
        made.append(Member(member.name, text, member.line + line - above))
    return made


def _with_id(text: bytes, name: bytes) -> tuple[bytes, int]:
    """A document with its id in its first line, and whether that line stands above those that it had."""
    first, _, rest = text.partition(b"\n")
    if ID.match(first):
        return text, 0
    head = b"# id = " + name + b"\n"
    return (head + rest, 0) if first.startswith(DOCSTART) else (head + text, 1)


def name_of(pieces: list[Member]) -> str:
    """The id of a document that cannot be read."""
    found = ID.match(pieces[0].data.partition(b"\n")[0])
    return found[1].decode("utf-8", "replace") if found else ""


def settle(members: list[Member], options: ReadOptions) -> tuple[ReadOptions, list[Notice]]:
    """The options with the scheme decided from all documents that can be read, so that pieces are read alike."""
    read = []
    for piece in split_all(members):
        try:
            read += _chosen(_read(piece), options)
        except FormatError:
            continue
    read = [(table, chosen) for table, chosen in read if chosen]
    return (replace(options, scheme=_scheme(read, options)), []) if read else (options, [])


def parse(members: list[Member], options: ReadOptions) -> build.Parsed:
    """The documents, words and labelled spans of all members.

    Raises FormatError, with its line, for a ragged line, an unknown tag, tags of two schemes or of none that is stated,
    and a document that comes twice.
    """
    return _parsed(_read(members), options)


def parse_both(members: list[Member], options: ReadOptions) -> tuple[build.Parsed, build.Parsed]:
    """What parse() reads of one file in the role of gold and in that of the prediction; its lines are read once."""
    read = _read(members)
    gold = _parsed(read, replace(options, role="gold"))
    return gold, _parsed(read, replace(options, role="predicted"), gold.text)


def holds_both(members: list[Member], options: ReadOptions) -> bool:
    """Whether the role decides which column is read, so that gold and prediction stand in one file."""
    read = _read(members)
    roles = (replace(options, role=role) for role in ("gold", "predicted"))
    gold, predicted = ([chosen.read for _, chosen in _chosen(read, role) if chosen] for role in roles)
    return any([a.number for a in ours] != [b.number for b in theirs] for ours, theirs in zip(gold, predicted, strict=True))


Read = list[tuple[Table, list[Column]]]  # each file's lines and tag columns


def _read(members: Sequence[Member]) -> Read:
    tables = [read_table(member) for member in members]
    check_widths(tables)
    return [(table, tag_columns(table) if len(table.line) else []) for table in tables]


def _parsed(read: Read, options: ReadOptions, text: build.Text | None = None) -> build.Parsed:
    """The spans of what was read. text : the words, if they are there already."""
    if not any(len(table.line) or table.borders for table, _ in read):
        raise FormatError(read[0][0].member.name, None, "no token in the file", REMEDY)
    chosen = _chosen(read, options)
    text = text or _text([table for table, _ in read])
    scheme = _scheme([(t, c) for t, c in chosen if c], options)
    strict, lenient = _spans(chosen, text, scheme, options)
    notices = [n for _, c in chosen if c for n in c.notices][:1]
    once, said = tagged.distinct(strict, text)
    text = replace(text, columns={**text.columns, "tag": _tags(chosen)})
    return build.Parsed(text, once, (*notices, *said), scheme, None if lenient is None else tagged.distinct(lenient, text)[0])


def _chosen(read: Read, options: ReadOptions) -> list[tuple[Table, Chosen | None]]:
    """Each file's columns as options ask for them; None for a file without tokens."""
    return [(table, choose(table, found, options) if found else None) for table, found in read]


def _tags(chosen: Sequence[tuple[Table, Chosen | None]]) -> pd.Categorical:
    """Every token's tag as it is written; "_" in files of several layers, whose tokens have several."""
    single = [c.read[0] for _, c in chosen if c and len(c.read) == 1]
    if len(single) < sum(c is not None for _, c in chosen):
        return columns.constant(NOTHING, sum(len(table.line) for table, _ in chosen))
    return columns.coded(*tagged.joined([(column.codes, column.names) for column in single]))


def _scheme(read: Sequence[tuple[Table, Chosen]], options: ReadOptions) -> str:
    """The scheme that is stated, or that gold's tags show. Raises FormatError for tags of two schemes."""
    if options.scheme:
        return options.scheme
    codes, names = tagged.joined([(c.gold.codes, c.gold.names) for _, c in read])
    begins = tagged.one([t.begins for t, _ in read])
    found = tagging.detect_scheme(codes, begins, names)
    if found is None:
        table, column = next((t, c.gold) for t, c in read for n in c.gold.names if n[0] in "LU")
        what = "L or U beside E or S: tags of two schemes, BILOU and IOBES"
        raise table.error(_row_of(column, "LU"), what, "Write the tags in one scheme.")
    return found


def _row_of(column: Column, letters: str) -> int:
    return int(np.argmax(np.array([name[0] in letters for name in column.names])[column.codes]))


def _spans(
    read: Sequence[tuple[Table, Chosen | None]], text: build.Text, scheme: str, options: ReadOptions
) -> tuple[build.Spans, build.Spans | None]:
    """The spans of the reading asked for and, where none is, those of the other reading if they differ."""
    filled = [(table, chosen) for table, chosen in read if chosen]
    _check_letters(filled, scheme)
    begins = tagged.one([table.begins for table, _ in filled])
    deepest = max((len(chosen.read) for _, chosen in filled), default=0)
    layers = [tagged.joined([_layer(table, chosen, k) for table, chosen in filled]) for k in range(deepest)]
    return tagged.spans(layers, begins, text, scheme, options.reading)


def _layer(table: Table, chosen: Chosen, k: int) -> tuple[np.ndarray, list[str]]:
    if k < len(chosen.read):
        return chosen.read[k].codes, chosen.read[k].names
    return np.zeros(len(table.line), np.int32), ["O"]


def _check_letters(read: Sequence[tuple[Table, Chosen]], scheme: str) -> None:
    """Raise FormatError for the first tag whose letter the scheme does not have."""
    letters = "".join(tagging.LETTERS[scheme])
    for table, chosen in read:
        for column in chosen.read:
            wrong = np.array([name[0] not in letters + "O" for name in column.names], bool)
            if wrong.any():
                row = int(np.argmax(wrong[column.codes]))
                what = f"'{column.names[column.codes[row]]}' is no tag of {scheme}, as which the tags are read"
                raise table.error(row, what, f"State the scheme ({', '.join(tagging.SCHEMES)}), or correct the tag.")


def _names(members: Sequence[Member], found: Sequence[tuple[bool, list]]) -> list[list[str]]:
    """The ids of each file's documents: stated; the file's name where it has no border; else numbered."""
    stems = [PurePosixPath(m.name).stem for m in members]
    shared = len({m.name for m in members}) > 1
    full = [str(PurePosixPath(m.name).with_suffix("")) if stems.count(s) > 1 else s for m, s in zip(members, stems, strict=True)]
    names = []
    for stem, (headless, borders) in zip(full, found, strict=True):
        if not borders:
            names.append([stem] if headless else [])
            continue
        given = [""] * headless + [b.name for b in borders]
        prefix = f"{stem}_doc" if shared else "doc"
        names.append([name or f"{prefix}_{k + 1}" for k, name in enumerate(given)])
    return names


def _text(tables: Sequence[Table]) -> build.Text:
    headless = [bool(len(t.line)) and (not t.borders or int(t.line[0]) < t.borders[0].line) for t in tables]
    names = _names([t.member for t in tables], [(h, t.borders) for h, t in zip(headless, tables, strict=True)])
    begins = [[0] * h + [b.line for b in t.borders] for h, t in zip(headless, tables, strict=True)]
    size = [np.diff(np.append(np.searchsorted(t.line, b), len(t.line))) for b, t in zip(begins, tables, strict=True)]
    ids = [name for some in names for name in some]
    files = [t.member.name for t, some in zip(tables, names, strict=True) for _ in some]
    lines = [max(b + t.member.line, 1) for t, some in zip(tables, begins, strict=True) for b in some]
    tagged.named(list(zip(files, lines, ids, strict=True)))
    doc = np.repeat(np.arange(len(ids), dtype=np.int32), np.concatenate(size))
    return build.Text(
        doc_ids=ids,
        files=files,
        lines=lines,
        doc=doc,
        sent=tagged.sentences(doc, tagged.one([t.begins for t in tables])),
        form=pa.concat_arrays([t.column(0) for t in tables]) if len(tables) > 1 else tables[0].column(0),
        line=tagged.one([t.line + np.int32(t.member.line) for t in tables]),
    )
