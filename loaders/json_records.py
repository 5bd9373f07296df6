"""JSON lines record by record: for files of mixed or odd records, and for naming the record that cannot be read."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any

import numpy as np
import pyarrow as pa

from loaders import json_layout
from loaders.errors import FormatError
from loaders.json_layout import EXTRA, FIXED, IDS, SENTENCE_OF_TOKEN, TOKENS, Clusters, Records
from loaders.options import ReadOptions

KINDS = "A record holds doc_key, doc_id or id; sentences, tokens or cased_words; and clusters."
BROKEN = "Each line must be one whole JSON object."
DECODER_SPACE = " \t\n\r"
UNCLOSED = "["  # the last piece of a list that is not closed, which cannot be read and so tells


@dataclass(frozen=True)
class Place:
    """Where a record begins."""

    file: str
    line: int

    def error(self, what: str, remedy: str = KINDS, shown: object = "") -> FormatError:
        """The error to raise; what is shown, if it is no string, is written as JSON."""
        text = shown if isinstance(shown, str) else _written(shown)
        return FormatError(self.file, self.line, what, remedy, shown=text)


def _written(value: object) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)[:200]
    except RecursionError:
        return ""


@dataclass(frozen=True)
class Found:
    """One record, checked."""

    doc_id: str | None
    line: int
    key: str
    extra: dict[str, str]
    sentences: list[list[str]] | None
    form: pa.StringArray
    ends: int
    clusters: list[np.ndarray]  # one a cluster: rows of sentence, start, end
    gold: list[np.ndarray] | None


def read(file: str, data: bytes, first_line: int, options: ReadOptions) -> Records:
    """The records of a file. Raises FormatError at the first that cannot be read, with its line."""
    with no_collector():
        found = [_record(value, Place(file, line), options) for line, value in _values(file, data, first_line)]
    return _flat(file, found)


@contextmanager
def no_collector() -> Iterator[None]:
    """Without the garbage collector, which would walk all the nested lists again and again."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def spread_out(data: bytes) -> bool:
    """Whether records may run over several lines: a list of records, or objects written with indents."""
    begin = data.lstrip()
    return begin[:1] == b"[" or (begin[:1] == b"{" and begin.split(b"\n", 1)[0].strip() == b"{")


def pieces(data: bytes) -> list[tuple[int, str]]:
    """The records of a file of any kind as (line number from 0, text), without a check of what they hold.

    Where a list of records breaks off, its rest is the last piece.
    """
    text = data.decode("utf-8", "surrogateescape")
    if not spread_out(data):
        return [(number, line) for number, line in enumerate(text.split("\n")) if line.strip()]
    is_list, text = data.lstrip()[:1] == b"[", text.rstrip(DECODER_SPACE)
    stop = len(text) - (is_list and text.endswith("]"))
    decoder, line, counted = _decoder(), 0, 0
    found, at = [], _skip(text, 0, "[" * is_list)
    while at < stop:
        line, counted = line + text.count("\n", counted, at), at
        try:
            end = decoder.raw_decode(text, at)[1]
        except (ValueError, RecursionError):
            end = len(text)
        found.append((line, text[at:end]))
        at = _skip(text, end, "," * is_list)
    if is_list and stop == len(text):
        found.append((text.count("\n"), UNCLOSED))
    return found


def _skip(text: str, at: int, mark: str) -> int:
    """The position after blanks, at most one mark, and blanks."""
    for _ in range(2):
        while at < len(text) and text[at] in DECODER_SPACE:
            at += 1
        if mark and text[at : at + 1] == mark:
            at, mark = at + 1, ""
    return at


def _values(file: str, data: bytes, first_line: int) -> Iterator[tuple[int, Any]]:
    decoder = _decoder()
    for number, text in pieces(data):
        place = Place(file, first_line + number)
        try:
            value = decoder.decode(text)
        except RecursionError:
            raise place.error("lists nested too deep", BROKEN, text[:200]) from None
        except ValueError as error:
            cut = _is_last(data, text) and not text.rstrip().endswith(("}", "]"))
            what = "the file ends in the middle of a record" if cut else f"broken JSON: {_reason(error)}"
            raise place.error(what, "Copy the file again; it is not whole." if cut else BROKEN, text[:200]) from None
        yield place.line, value


def _reason(error: ValueError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg[0].lower()}{error.msg[1:]}, column {error.colno}"
    return str(error).split(";")[0][:100]


def _is_last(data: bytes, text: str) -> bool:
    return text == UNCLOSED or data.rstrip().endswith(text.rstrip().encode("utf-8", "surrogateescape"))


def _decoder() -> json.JSONDecoder:
    return json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the key {next(k for k in keys if keys.count(k) > 1)!r} stands twice in one object")
    return made


def _record(value: Any, place: Place, options: ReadOptions) -> Found:
    if not isinstance(value, dict):
        raise place.error("a record that is no JSON object", shown=value)
    record = {key: item for key, item in value.items() if item is not None}
    tokens = next((key for key in TOKENS if key in record), None)
    key = json_layout.read_key(record, options)
    if key is None or (key == json_layout.GOLD and options.role == "predicted"):
        key = _null_key(value) or key  # a prediction that is null is none; gold does not stand in for it
    if key is None:
        raise place.error("no clusters under any known key", shown=", ".join(value))
    sentences = None if tokens is None else _sentences(record, tokens, place)
    doc_id = _doc_id(record, place)
    if doc_id is None and tokens is None:
        raise place.error("neither a document id nor tokens", shown=", ".join(value))
    ends = FIXED if _are_words(record.get(key), key) else json_layout.written_ends(key, tokens)
    beside = options.role == "predicted" and key != json_layout.GOLD and json_layout.GOLD in record
    return Found(
        doc_id, place.line, key, {k: v for k in EXTRA if isinstance(v := record.get(k), str)}, sentences,
        _strings(sentences, place), ends, _clusters(record.get(key, []), key, place),
        _clusters(record[json_layout.GOLD], json_layout.GOLD, place) if beside else None,
    )  # fmt: skip


def _null_key(value: dict) -> str | None:
    """A key of clusters that is there, and null."""
    return next((key for key in json_layout.ENDS if key in value and value[key] is None), None)


def _doc_id(record: dict, place: Place) -> str | None:
    key = next((key for key in IDS if key in record), None)
    if key is None:
        return None
    doc_id = record[key]
    if isinstance(doc_id, bool) or not isinstance(doc_id, str | int):
        raise place.error(f"{key} is neither a string nor a number", shown=doc_id)
    part = record.get(json_layout.PART) if key == "document_id" else None
    made = str(doc_id) if part is None else f"{doc_id}_{part}"
    if not _is_text(made):
        raise place.error(f"{key} holds half a surrogate pair, which is no text", "Write the id as UTF-8.")
    return made


def _is_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _sentences(record: dict, key: str, place: Place) -> list[list[str]]:
    value = record[key]
    if not isinstance(value, list):
        raise place.error(f"{key} is no list", shown=value)
    sentences = value if key == "sentences" else _cut(value, record.get(SENTENCE_OF_TOKEN), place)
    wrong = next((s for s in sentences if not isinstance(s, list)), None)
    if wrong is not None:
        raise place.error("a sentence that is no list of tokens", shown=wrong)
    if not set(map(type, chain.from_iterable(sentences))) <= {str}:
        wrong = next(t for t in chain.from_iterable(sentences) if type(t) is not str)
        raise place.error("a token that is no string", shown=wrong)
    return sentences


def _cut(tokens: list, numbers: Any, place: Place) -> list[list]:
    """Flat tokens as sentences: a new one wherever the sentence number changes."""
    if numbers is None:
        return [tokens] if tokens else []
    if not isinstance(numbers, list) or len(numbers) != len(tokens) or not set(map(type, numbers)) <= {int}:
        raise place.error(f"{SENTENCE_OF_TOKEN} is no list of one number for each token", shown=numbers)
    cuts = [i for i in range(len(tokens)) if i == 0 or numbers[i] != numbers[i - 1]]
    return [tokens[a:b] for a, b in pairwise([*cuts, len(tokens)])]


def _strings(sentences: list[list[str]] | None, place: Place) -> pa.StringArray:
    try:
        return pa.array(list(chain.from_iterable(sentences or [])), pa.string())
    except UnicodeEncodeError:
        raise place.error("a token holds half a surrogate pair, which is no text", "Write the tokens as UTF-8.") from None


def _are_words(clusters: Any, key: str) -> bool:
    """Whether word_clusters hold the numbers of words, as wl-coref writes them, and no spans."""
    if key != "word_clusters" or not isinstance(clusters, list):
        return False
    first = next((m for c in clusters if isinstance(c, list) for m in c), 0)
    return not isinstance(first, list)


def _clusters(clusters: Any, key: str, place: Place) -> list[np.ndarray]:
    if not isinstance(clusters, list):
        raise place.error(f"{key} is no list of clusters", shown=clusters)
    words = _are_words(clusters, key)
    return [_cluster(cluster, key, words, place) for cluster in clusters]


def _cluster(cluster: Any, key: str, words: bool, place: Place) -> np.ndarray:
    if not isinstance(cluster, list):
        raise place.error("a cluster that is no list of mentions", shown=cluster)
    mentions = [[m, m] for m in cluster] if words else cluster
    width = 3 if key == "mention_clusters" else 2
    form = {2: "[start, end]", 3: "[sentence, start, end]"}[width]
    for mention in mentions:
        if not isinstance(mention, list) or len(mention) != width:
            raise place.error(f"a mention in {key} that is not {form}", f"Write each mention as {form}.", mention)
    numbers = list(chain.from_iterable(mentions))
    if not set(map(type, numbers)) <= {int}:
        wrong = next(m for m in mentions if not set(map(type, m)) <= {int})
        raise place.error(f"a mention in {key} with a position that is no whole number", "Positions count words from 0.", wrong)
    if numbers and not 0 <= min(numbers) <= max(numbers) <= json_layout.LARGEST:
        wrong = next(m for m in mentions if not 0 <= min(m) <= max(m) <= json_layout.LARGEST)
        raise place.error(f"a mention in {key} outside any document", "Positions count words from 0.", wrong)
    table = np.array(mentions, np.int64).reshape(-1, width)
    sentence = table[:, :1] if width == 3 else np.full((len(table), 1), -1)
    return np.hstack([sentence, table[:, -2:] + [0, int(words)]])


def _flat(file: str, found: list[Found]) -> Records:
    lengths = [[len(s) for s in one.sentences or []] for one in found]
    both = any(one.gold is not None for one in found)
    only_gold = [row for row, one in enumerate(found) if both and one.gold is None and one.key == json_layout.GOLD]
    with_gold = both and all(one.gold is not None for one in found)
    return Records(
        files=[file] * len(found),
        ids=[one.doc_id for one in found],
        lines=np.array([one.line for one in found], np.int32),
        extra={key: [one.extra.get(key, "") for one in found] for key in EXTRA},
        form=pa.concat_arrays([one.form for one in found]) if found else pa.array([], pa.string()),
        sentence_lengths=np.array(list(chain.from_iterable(lengths)), np.int64),
        n_sentences=np.array([len(one) for one in lengths], np.int64),
        tokenless=np.array([one.sentences is None for one in found], bool),
        ends=np.array([one.ends for one in found], np.int8),
        n_clusters=np.array([len(one.clusters) for one in found], np.int64),
        clusters=_stacked([one.clusters for one in found]),
        gold=_stacked([one.gold for one in found]) if with_gold else None,
        unpredicted=only_gold,
    )


def _stacked(records: list[list[np.ndarray]]) -> Clusters:
    every = list(chain.from_iterable(records))
    if not every:
        return json_layout.no_clusters()
    cluster = np.repeat(np.arange(len(every)), [len(c) for c in every])
    doc = np.repeat(np.arange(len(records)), [len(r) for r in records])[cluster]
    return Clusters(doc, cluster, *np.concatenate(every).T)
