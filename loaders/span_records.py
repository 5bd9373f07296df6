"""The keys of JSON records with labelled spans, and one record read with care."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Container
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from typing import Any

from loaders import json_layout, json_records
from loaders.json_pieces import Place
from loaders.options import ReadOptions

COMMON = ("spans", "entities", "ner")
BESIDE = {"gold": ("gold",), "predicted": ("pred", "predicted", "predicted_ner")}  # two lists in one record
KEYS = (*COMMON, *BESIDE["gold"], *BESIDE["predicted"])
BY_SENTENCE = ("ner", "predicted_ner")
TEXT, TOKENS = "text", ("sentences", "tokens")
LABELS = ("label", "type")
WORD = re.compile(r"\w+|[^\w\s]")
REMEDY = 'A span is {"start": 0, "end": 2, "label": "PER"} or [0, 2, "PER"].'
RECORD = "A record holds id; tokens, sentences or text; and spans, entities, ner, or gold and pred."

Span = tuple[int, int, str]


@dataclass(frozen=True)
class Found:
    """One record: spans over the positions of its tokens, half-open.

    lengths : of the sentences, None without tokens. widened : how many spans were widened to whole tokens.
    """

    doc_id: str | None
    line: int
    tokens: list[str]
    lengths: list[int] | None
    spans: list[Span]
    widened: int


def span_key(keys: Container[str], role: str) -> str | None:
    """The key whose spans a role reads: its own of two lists in one record, else the one list that there is."""
    other = "predicted" if role == "gold" else "gold"
    return next((key for key in (*BESIDE[role], *COMMON, *BESIDE[other]) if key in keys), None)


def read_record(value: Any, place: Place, options: ReadOptions) -> Found:
    """One record. Raises FormatError, with its line, for a wrong type, and for a span outside its text or without a word."""
    if not isinstance(value, dict):
        raise place.error("a record that is no JSON object", RECORD, value)
    record = {key: item for key, item in value.items() if item is not None}
    key = span_key(record, options.role)
    if key is None:
        raise place.error("no spans under any known key", RECORD, ", ".join(value))
    doc_id = json_records.read_id(record, place)
    name = next((k for k in TOKENS if k in record), None)
    spans, by_sentence = _items(record[key], key, place)
    if name is None and TEXT in record:
        return _over_text(record[TEXT], spans, place, options, doc_id)
    if name is None and doc_id is None:
        raise place.error("neither a document id nor tokens", RECORD, ", ".join(value))
    sentences = None if name is None else _sentences(record, name, place)
    lengths = None if sentences is None else [len(s) for s in sentences]
    inclusive = options.ends == "inclusive" if options.ends else by_sentence
    n = json_layout.LARGEST if lengths is None else sum(lengths)
    checked = [_placed(span, n, inclusive, place) for span in spans]
    return Found(doc_id, place.line, list(chain.from_iterable(sentences or [])), lengths, checked, 0)


def _sentences(record: dict, name: str, place: Place) -> list[list[str]]:
    value = record[name]
    if isinstance(value, list) and value and all(isinstance(item, list) for item in value):
        name = "sentences"
    return json_records.read_sentences({**record, name: value}, name, place)


def _items(value: Any, key: str, place: Place) -> tuple[list[Span], bool]:
    """The spans as written; and whether they come sentence by sentence, as e2e-style `ner` does."""
    if not isinstance(value, list):
        raise place.error(f"{key} is no list of spans", REMEDY, value)
    nested = key in BY_SENTENCE and bool(value) and all(_is_list_of_lists(item) for item in value)
    items = list(chain.from_iterable(value)) if nested else value
    return [_span(item, key, place) for item in items], nested


def _is_list_of_lists(item: Any) -> bool:
    return isinstance(item, list) and all(isinstance(inner, list) for inner in item)


def _span(item: Any, key: str, place: Place) -> Span:
    if isinstance(item, dict):
        label = next((item[k] for k in LABELS if k in item), None)
        start, end = item.get("start"), item.get("end")
    elif isinstance(item, list) and len(item) >= 3 and all(isinstance(more, int | float) for more in item[3:]):
        start, end, label = item[:3]  # what follows are scores
    else:
        raise place.error(f"a span in {key} that is neither an object nor a list of three", REMEDY, item)
    if type(start) is not int or type(end) is not int:
        raise place.error(f"a span in {key} whose start or end is no whole number", REMEDY, item)
    if not isinstance(label, str) or not label or not json_records.is_text(label):
        raise place.error(f"a span in {key} without a label", REMEDY, item)
    return start, end, label


def _placed(span: Span, n: int, inclusive: bool, place: Place) -> Span:
    """A span with a half-open end; raises FormatError for one outside n tokens or characters."""
    start, end, label = span[0], span[1] + inclusive, span[2]
    if 0 <= start < end <= n:
        return start, end, label
    meaning = "inclusive" if inclusive else "exclusive"
    if start >= end:
        what = f"a span without a word, its end read as {meaning}"
    else:
        what = f"a span outside its text, which ends at {n}; its end is read as {meaning}"
    remedy = "Positions count from 0; say --ends inclusive or --ends exclusive if ends mean the other thing."
    raise place.error(what, remedy, list(span))


def _over_text(text: Any, spans: list[Span], place: Place, options: ReadOptions, doc_id: str | None) -> Found:
    """A record whose spans count the characters of a text (code points).

    Its tokens are runs of letters, digits and _, and every other character that is no blank, by itself. A span that cuts
    a token is widened to the whole of it, so that tokens never depend on annotation.
    """
    if not isinstance(text, str) or not json_records.is_text(text):
        raise place.error("text is no string", RECORD, text)
    found = list(WORD.finditer(text))
    starts, ends = [m.start() for m in found], [m.end() for m in found]
    lengths = _line_lengths(text, starts)
    made, widened = [], 0
    for span in spans:
        start, end, label = _placed(span, len(text), options.ends == "inclusive", place)
        first, last = bisect_right(ends, start), bisect_left(starts, end)
        if first >= last:
            raise place.error("a span without a word", REMEDY, list(span))
        widened += starts[first] < start or ends[last - 1] > end
        made.append((first, last, label))
    return Found(doc_id, place.line, [m.group() for m in found], lengths, made, widened)


def _line_lengths(text: str, starts: list[int]) -> list[int]:
    """The number of tokens on each line of a text that has any: lines are its sentences."""
    ends = [0, *accumulate(len(line) for line in text.splitlines(keepends=True))]
    at = [bisect_left(starts, end) for end in ends]
    return [two - one for one, two in pairwise(at) if two > one]
