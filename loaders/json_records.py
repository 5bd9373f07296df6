"""JSON lines record by record: for files of mixed or odd records, and for naming the record that cannot be read."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any

import numpy as np
import pyarrow as pa

from loaders import json_layout
from loaders.json_layout import EXTRA, FIXED, IDS, SENTENCE_OF_TOKEN, TOKENS, Clusters, Records
from loaders.json_pieces import Place, no_collector, values
from loaders.options import ReadOptions


@dataclass(frozen=True)
class Found:
    """One record, checked."""

    doc_id: str | None
    line: int
    key: str
    extra: dict[str, str]
    lengths: list[int] | None  # of the sentences; None without tokens
    form: pa.StringArray
    ends: int
    clusters: list[np.ndarray]  # one a cluster: rows of sentence, start, end
    gold: list[np.ndarray] | None


def read(file: str, data: bytes, first_line: int, options: ReadOptions) -> Records:
    """The records of a file. Raises FormatError at the first that cannot be read, with its line."""
    with no_collector():
        found = [_record(value, place, options) for place, value in values(file, data, first_line)]
    return _flat(file, found)


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
    sentences = None if tokens is None else read_sentences(record, tokens, place)
    doc_id = read_id(record, place)
    if doc_id is None and tokens is None:
        raise place.error("neither a document id nor tokens", shown=", ".join(value))
    beside = options.role == "predicted" and key != json_layout.GOLD and json_layout.GOLD in record
    return Found(
        doc_id=doc_id,
        line=place.line,
        key=key,
        extra={k: v for k in EXTRA if isinstance(v := record.get(k), str)},
        lengths=None if sentences is None else [len(s) for s in sentences],
        form=token_strings(sentences, place),
        ends=FIXED if _are_words(record.get(key), key) else json_layout.written_ends(key, tokens),
        clusters=_clusters(record.get(key, []), key, place),
        gold=_clusters(record[json_layout.GOLD], json_layout.GOLD, place) if beside else None,
    )


def _null_key(value: dict) -> str | None:
    """A key of clusters that is there, and null."""
    return next((key for key in json_layout.ENDS if key in value and value[key] is None), None)


def read_id(record: dict, place: Place) -> str | None:
    """The document id of a record, None where it has none."""
    key = next((key for key in IDS if key in record), None)
    if key is None:
        return None
    doc_id = record[key]
    if isinstance(doc_id, bool) or not isinstance(doc_id, str | int):
        raise place.error(f"{key} is neither a string nor a number", shown=doc_id)
    part = record.get(json_layout.PART) if key == "document_id" else None
    made = str(doc_id) if part is None else f"{doc_id}_{part}"
    if not is_text(made):
        raise place.error(f"{key} holds half a surrogate pair, which is no text", "Write the id as UTF-8.")
    return made


def is_text(text: str) -> bool:
    """Whether a string can be written: JSON may hold half a surrogate pair."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def read_sentences(record: dict, key: str, place: Place) -> list[list[str]]:
    """The tokens under a key, by sentences. Raises FormatError for what is no list of strings."""
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


def token_strings(sentences: list[list[str]] | None, place: Place) -> pa.StringArray:
    """The tokens of some sentences as strings. Raises FormatError for half a surrogate pair."""
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
    lengths = [one.lengths or [] for one in found]
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
        tokenless=np.array([one.lengths is None for one in found], bool),
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
