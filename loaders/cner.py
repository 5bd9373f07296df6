"""CNER's own output (Martinelli et al. 2024): a sentence a record, with one tag for each of its tokens.

As JSON lines, {"sentence_id", "tokens", "predictions"}, and as TSV whose cells are Python lists of strings, with a header
that names the columns; gold's tags are `cner_tags`, where both are there the role says which are read. Tags have prefixes
(B-PER); or none of them has, and a run of one label is a span. A sentence is a document, known by its sentence_id.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa

from loaders import build, columns, json_pieces, json_records, tagged, tagging
from loaders.errors import FormatError
from loaders.json_pieces import Place, no_collector
from loaders.options import ReadOptions
from loaders.schema import Notice
from loaders.sources import Member

ORDER = {"gold": ("cner_tags", "gold", "predictions"), "predicted": ("predictions", "cner_tags", "gold")}
KEYS = ORDER["gold"]
IDS = ("sentence_id", "id")
TOKENS = "tokens"
JSON_TAGS = re.compile(rb'(?<!\\)"(?:cner_tags|predictions|gold)"\s*:\s*\[\s*"')
# Possessive throughout: a hostile cell costs no more than its length.
ITEM = r"""(?:'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+")"""
ITEMS = re.compile(ITEM)
LIST = re.compile(rf"\s*+\[\s*+(?:{ITEM}\s*+(?:,\s*+{ITEM}\s*+)*+(?:,\s*+)?)?\]\s*+")
ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))")
PLAIN_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
PEEK = 1 << 20
REMEDY = "A record holds sentence_id, tokens and, one for each token, predictions (or cner_tags for gold)."


@dataclass(frozen=True)
class _Sentence:
    file: str
    line: int
    name: str | None
    tokens: list[str]
    tags: list[str]


def looks_like(members: list[Member]) -> bool:
    """Whether the first file is JSON with tokens and a list of tags, or a TSV with a header that names both."""
    data = members[0].data.removeprefix(columns.UTF8_BOM).lstrip()[:PEEK]
    if data[:1] in (b"{", b"["):
        return b'"tokens"' in data and JSON_TAGS.search(data) is not None
    return _is_header(re.split(rb"[\r\n]", data, maxsplit=1)[0].decode("utf-8", "replace"))


def _is_header(line: str) -> bool:
    names = line.split("\t")
    return TOKENS in names and not set(KEYS).isdisjoint(names)


def split_all(members: list[Member]) -> list[list[Member]]:
    """One member per sentence, each a list of its own; that of a TSV begins with the header."""
    return [[piece] for member in members for piece in _split(member)]


def _split(member: Member) -> Iterator[Member]:
    data = columns.unix_lines(member.data)
    if data.lstrip()[:1] in (b"{", b"["):
        for number, text in json_pieces.pieces(data):
            yield Member(member.name, text.encode("utf-8", "surrogateescape"), member.line + number)
        return
    header, _, rest = data.partition(b"\n")
    for number, line in enumerate(rest.split(b"\n")):
        if line.strip():  # the header stands in the place of the line before
            yield Member(member.name, header + b"\n" + line + b"\n", member.line + number)


def name_of(pieces: list[Member]) -> str:
    """The id of a sentence that cannot be read, as far as its text tells."""
    found = re.search(rb'"(?:sentence_id|id)"\s*:\s*"([^"\\]*)"', pieces[0].data)
    cell = pieces[0].data.partition(b"\n")[2].partition(b"\t")[0]
    return (found[1] if found else cell).decode("utf-8", "replace")


def settle(members: list[Member], options: ReadOptions) -> tuple[ReadOptions, list[Notice]]:
    """The options with the scheme decided from all sentences that can be read, so that pieces are read alike."""
    read: list[_Sentence] = []
    for (piece,) in split_all(members):
        try:
            read += _read(piece, options)
        except FormatError:
            continue
    if not read or not _prefixed(read):
        return options, []
    return replace(options, scheme=_scheme(read, *_coded(read), options)), []


def parse(members: list[Member], options: ReadOptions) -> build.Parsed:
    """The documents, words and labelled spans of all members.

    Raises FormatError, with its line, for a record without tokens or tags, of another number of tags than of tokens, a
    cell that is no list of strings, an unknown tag and an id that comes twice.
    """
    with no_collector():
        read = [sentence for member in members for sentence in _read(member, options)]
    if not read:
        raise FormatError(members[0].name if members else "", None, "no record in the file", REMEDY)
    ids, notices = tagged.named([(s.file, s.line, s.name) for s in read])
    text = _text(read, ids)
    (codes, names), begins = _coded(read)
    if not _prefixed(read):
        names, options = [n if n == "O" else f"I-{n}" for n in names], replace(options, scheme="IOB1", reading="strict")
    scheme = _scheme(read, (codes, names), begins, options)
    _check(read, (codes, names), scheme)
    strict, lenient = tagged.spans([(codes, names)], begins, text, scheme, options.reading)
    return build.Parsed(text, strict, notices, scheme, lenient)


def _prefixed(read: Sequence[_Sentence]) -> bool:
    """Whether any tag has a prefix: without, tags are labels."""
    return any(tagging.is_tag(tag) and tag != "O" for s in read for tag in s.tags)


def _coded(read: Sequence[_Sentence]) -> tuple[tagged.Coded, np.ndarray]:
    """The tags of all sentences as codes, and where sentences begin."""
    size = np.array([len(s.tokens) for s in read], np.int64)
    begins = np.zeros(int(size.sum()), bool)
    begins[(np.cumsum(size) - size)[size > 0]] = True
    return columns.encode(pa.array([tag for s in read for tag in s.tags], pa.string())), begins


def _scheme(read: Sequence[_Sentence], coded: tagged.Coded, begins: np.ndarray, options: ReadOptions) -> str:
    found = options.scheme or tagging.detect_scheme(coded[0], begins, coded[1])
    if found is None:
        what = "L or U beside E or S: tags of two schemes, BILOU and IOBES"
        raise FormatError(read[0].file, None, what, "Write the tags in one scheme.")
    return found


def _check(read: Sequence[_Sentence], coded: tagged.Coded, scheme: str) -> None:
    """Raise FormatError for the first tag that the scheme does not have."""
    codes, names = coded
    wrong = tagging.read_tags(names, scheme).prefix == tagging.WRONG
    if wrong.any():
        at = int(np.argmax(wrong[codes]))
        sentence = read[int(np.searchsorted(np.cumsum([len(s.tokens) for s in read]), at, side="right"))]
        what = f"'{names[codes[at]]}' is no tag of {scheme}, as which the tags are read"
        raise FormatError(sentence.file, sentence.line, what, "Correct the tag, or state the scheme.")


def _text(read: Sequence[_Sentence], ids: list[str]) -> build.Text:
    lines = np.array([s.line for s in read], np.int32)
    doc = np.repeat(np.arange(len(read), dtype=np.int32), [len(s.tokens) for s in read])
    return build.Text(
        doc_ids=ids,
        files=[s.file for s in read],
        lines=lines,
        doc=doc,
        sent=np.zeros(len(doc), np.int32),
        form=pa.array([token for s in read for token in s.tokens], pa.string()),
        line=lines[doc],
    )


def _read(member: Member, options: ReadOptions) -> Iterator[_Sentence]:
    data = columns.plain_text(member)
    is_json = data.lstrip()[:1] in (b"{", b"[")
    records = json_pieces.values(member.name, data, member.line) if is_json else _rows(member, data)
    for place, record in records:
        yield _sentence(record, place, options)


def _sentence(record: Any, place: Place, options: ReadOptions) -> _Sentence:
    if not isinstance(record, dict):
        raise place.error("a record that is no JSON object", REMEDY, record)
    key = next((k for k in ORDER[options.role] if record.get(k) is not None), None)
    if key is None or TOKENS not in record:
        raise place.error(f"no {'tags' if key is None else TOKENS} in the record", REMEDY, ", ".join(record))
    tokens, tags = (_strings(record[k], k, place) for k in (TOKENS, key))
    if len(tokens) != len(tags):
        raise place.error(f"{len(tags)} tags under {key} for {len(tokens)} tokens", REMEDY)
    name = next((record[k] for k in IDS if record.get(k) is not None), None)
    if name is not None and (isinstance(name, bool) or not isinstance(name, str | int)):
        raise place.error("an id that is neither a string nor a number", REMEDY, name)
    return _Sentence(place.file, place.line, None if name is None else str(name), tokens, tags)


def _strings(value: Any, key: str, place: Place) -> list[str]:
    values = _listed(value, key, place) if isinstance(value, str) else value
    if not isinstance(values, list) or not all(isinstance(v, str) and json_records.is_text(v) for v in values):
        raise place.error(f"{key} is no list of strings", REMEDY, value)
    return values


def _rows(member: Member, data: bytes) -> Iterator[tuple[Place, dict[str, str]]]:
    """The rows of a TSV by the names in its header; a cell with quotes in it may be quoted and its quotes doubled."""
    header, *lines = data.decode("utf-8").split("\n")[:-1]
    if not _is_header(header):
        raise Place(member.name, member.line).error("no header that names tokens and predictions", REMEDY, header)
    names = header.split("\t")
    for number, line in enumerate(lines, member.line + 1):
        place, cells = Place(member.name, number), line.split("\t")
        if not line.strip():
            continue
        if len(cells) != len(names):
            raise place.error(f"{len(cells)} cells instead of {len(names)}", "Cells are separated by tabs.", line[:200])
        yield place, dict(zip(names, map(_unquoted, cells), strict=True))


def _unquoted(cell: str) -> str:
    quoted = len(cell) > 1 and cell[0] == cell[-1] == '"'
    return cell[1:-1].replace('""', '"') if quoted else cell


def _listed(cell: str, key: str, place: Place) -> list[str]:
    """A Python list of strings, as str() writes it; nothing is ever evaluated."""
    if not LIST.fullmatch(cell):
        raise place.error(f"{key} is no list of strings", REMEDY, cell[:200])
    return [ESCAPE.sub(_unescaped, item[1:-1]) if "\\" in item else item[1:-1] for item in ITEMS.findall(cell)]


def _unescaped(found: re.Match) -> str:
    code = found[1] or found[2] or found[3]
    if code is None:
        return PLAIN_ESCAPES.get(found[4], found[4])
    return chr(int(code, 16)) if int(code, 16) <= sys.maxunicode else found[0]
