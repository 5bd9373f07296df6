"""JSON lines of labelled spans: every way of writing them, and what is refused, with its line."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loaders import FormatError, ReadOptions, load


def read(*records, **options):
    lines = [r if isinstance(r, str) else json.dumps(r, ensure_ascii=False) for r in records]
    return load(("x.jsonl", "\n".join(lines).encode()), options=ReadOptions(**{"format": "spans-jsonl", **options}))


def spans(corpus):
    f = corpus.spans
    return list(zip(f["doc_id"].astype(str), f["start"], f["end"], f["label"].astype(str), strict=True))


def error(*records, **options):
    with pytest.raises(FormatError) as caught:
        read(*records, **options)
    return caught.value


TOKENS = ["Mira", "Tolun", "of", "Ko"]
NESTED = [{"start": 0, "end": 4, "label": "PER"}, {"start": 3, "end": 4, "label": "LOC"}]
EXPECTED = [("a", 0, 4, "PER"), ("a", 3, 4, "LOC")]


@pytest.mark.parametrize("key", ["spans", "entities", "ner", "gold", "pred"])
@pytest.mark.parametrize("value", [NESTED, [[0, 4, "PER"], [3, 4, "LOC"]], [{"start": 0, "end": 4, "type": "PER"}, NESTED[1]]])
def test_keys_and_shapes(key, value):
    made = read({"id": "a", "tokens": TOKENS, key: value})
    assert spans(made) == EXPECTED
    assert made.words["form"].tolist() == TOKENS
    assert made.spans[["sent", "entity", "line"]].to_numpy().tolist() == [[0, -1, 1]] * 2
    assert (made.scheme, made.lenient) == ("", None)


def test_gold_and_pred_in_one_record():
    record = {"id": "a", "tokens": TOKENS, "gold": NESTED, "pred": [[0, 2, "PER"]]}
    assert spans(read(record)) == EXPECTED
    assert spans(read(record, role="predicted")) == [("a", 0, 2, "PER")]
    assert spans(read({**record, "pred": []}, role="predicted")) == []


def test_sentences_are_numbered():
    made = read({"id": "a", "sentences": [["Mira", "runs"], ["Ko"]], "spans": [[2, 3, "LOC"]]})
    assert made.words["sent"].tolist() == [0, 0, 1]
    assert made.spans["sent"].tolist() == [1]
    assert spans(read({"id": "a", "tokens": [["Mira"], ["Ko"]], "spans": [[1, 2, "LOC"]]})) == [("a", 1, 2, "LOC")]


def test_ner_by_sentence_has_inclusive_ends_over_the_document():
    record = {"doc_key": "a", "sentences": [["Mira", "runs"], ["Ko"]], "ner": [[[0, 0, "PER"]], [[2, 2, "LOC"]]]}
    assert spans(read(record)) == [("a", 0, 1, "PER"), ("a", 2, 3, "LOC")]
    assert spans(read({**record, "ner": [[[0, 1, "PER"]], []]}, ends="exclusive")) == [("a", 0, 1, "PER")]
    scored = {**record, "predicted_ner": [[[0, 1, "PER", 7.5, 0.9]], []]}
    assert spans(read(scored, role="predicted")) == [("a", 0, 2, "PER")]


def test_ends_that_are_stated():
    assert spans(read({"id": "a", "tokens": TOKENS, "spans": [[3, 3, "LOC"]]}, ends="inclusive")) == [("a", 3, 4, "LOC")]
    assert spans(read({"id": "a", "text": "Mira runs", "spans": [[0, 3, "P"]]}, ends="inclusive")) == [("a", 0, 1, "P")]


def test_exact_repeats_count_once():
    made = read({"id": "a", "tokens": TOKENS, "spans": [[0, 1, "P"], [0, 1, "Q"], [0, 1, "P"]]})
    assert spans(made) == [("a", 0, 1, "P"), ("a", 0, 1, "Q")]
    assert [(n.kind, n.line) for n in made.notices] == [("repeated span", 1)]


def test_characters_over_text():
    text = "Mira Tolun's \U0001f600-boat,\nKo runs."
    made = read({"id": "a", "text": text, "spans": [[0, 10, "PER"], [21, 23, "LOC"], [13, 19, "X"]]})
    assert made.words["form"].tolist() == ["Mira", "Tolun", "'", "s", "\U0001f600", "-", "boat", ",", "Ko", "runs", "."]
    assert made.words["sent"].tolist() == [0] * 8 + [1] * 3
    assert spans(made) == [("a", 0, 2, "PER"), ("a", 8, 9, "LOC"), ("a", 4, 7, "X")]


def test_blanks_at_the_edges_of_a_span_do_not_matter():
    assert spans(read({"id": "a", "text": "Mira Tolun runs", "spans": [[0, 11, "PER"]]})) == [("a", 0, 2, "PER")]


def test_a_span_that_cuts_a_token_is_widened_with_a_notice():
    made = read({"id": "a", "text": "Mira Tolun runs", "spans": [[0, 8, "PER"], [11, 15, "X"]]})
    assert spans(made) == [("a", 0, 2, "PER"), ("a", 2, 3, "X")]
    assert [(n.kind, n.line, n.text[:9]) for n in made.notices] == [("span widened", 1, "1 span(s)")]


def test_records_without_tokens_keep_their_positions():
    made = read({"id": "a", "spans": [[7, 9, "P"]]})
    assert (spans(made), len(made.words), made.spans["sent"].tolist()) == ([("a", 7, 9, "P")], 0, [-1])


def test_ids_of_every_kind():
    made = read({"tokens": ["x"], "spans": []}, "", {"doc_key": 7, "tokens": [], "spans": []}, {"tokens": ["y"], "spans": []})
    assert made.documents["doc_id"].tolist() == ["doc_1", "7", "doc_4"]
    assert [n.kind for n in made.notices] == ["no document id"] * 2


def test_bad_records_are_left_out_and_listed():
    good = {"tokens": ["x"], "spans": [[0, 1, "P"]]}
    made = read(good, {"id": "b", "tokens": ["x"], "spans": [[0, 2, "P"]]}, good, skip_bad=True)
    assert spans(made) == [("doc_1", 0, 1, "P"), ("doc_3", 0, 1, "P")]
    assert [(name, e.line) for name, e in made.skipped] == [("b", 2)]


def test_a_list_of_records_and_spread_out_objects():
    record = {"id": "a", "tokens": TOKENS, "spans": NESTED}
    assert spans(read(json.dumps([record], indent=1))) == EXPECTED
    assert spans(read(json.dumps(record, indent=1))) == EXPECTED


@pytest.mark.parametrize(
    ("record", "what"),
    [
        ({"id": "a", "tokens": TOKENS}, "no spans under any known key"),
        ({"spans": []}, "neither a document id nor tokens"),
        ([1], "a record that is no JSON object"),
        ({"id": "a", "tokens": TOKENS, "spans": {}}, "spans is no list of spans"),
        ({"id": "a", "tokens": TOKENS, "spans": [7]}, "a span in spans that is neither an object nor a list of three"),
        ({"id": "a", "tokens": TOKENS, "spans": [[0, 1]]}, "a span in spans that is neither an object nor a list of three"),
        ({"id": "a", "tokens": TOKENS, "spans": [[0, 1, "P", "x"]]}, "neither an object nor a list of three"),
        ({"id": "a", "tokens": TOKENS, "spans": [[0, 1.0, "P"]]}, "whose start or end is no whole number"),
        ({"id": "a", "tokens": TOKENS, "spans": [[False, True, "P"]]}, "whose start or end is no whole number"),
        ({"id": "a", "tokens": TOKENS, "spans": [{"start": 0, "label": "P"}]}, "whose start or end is no whole number"),
        ({"id": "a", "tokens": TOKENS, "spans": [[0, 1, ""]]}, "a span in spans without a label"),
        ({"id": "a", "tokens": TOKENS, "spans": [[0, 1, None]]}, "a span in spans without a label"),
        ({"id": "a", "tokens": TOKENS, "spans": [[0, 5, "P"]]}, "a span outside its text, which ends at 4"),
        ({"id": "a", "tokens": TOKENS, "spans": [[-1, 1, "P"]]}, "a span outside its text"),
        ({"id": "a", "tokens": TOKENS, "spans": [[2, 2, "P"]]}, "a span without a word, its end read as exclusive"),
        ({"id": "a", "tokens": TOKENS, "spans": [[3, 1, "P"]]}, "a span without a word"),
        ({"id": "a", "spans": [[0, 2**40, "P"]]}, "a span outside its text"),
        ({"id": "a", "text": "Mira  runs", "spans": [[4, 6, "P"]]}, "a span without a word"),
        ({"id": "a", "text": 7, "spans": []}, "text is no string"),
        ({"id": "a", "tokens": [7], "spans": []}, "a token that is no string"),
        ({"id": ["a"], "tokens": [], "spans": []}, "id is neither a string nor a number"),
        ('{"id": "a", "tokens": ["\\ud800"], "spans": []}', "a token holds half a surrogate pair"),
        ('{"id": "a", "tokens": ["x"], "spans": [[0, 1, "\\ud800"]]}', "a span in spans without a label"),
        ('{"id": "a", "spans": [', "the file ends in the middle of a record"),
        ("[" * 100_000, "lists nested too deep"),
        ({"id": "ok", "tokens": [], "spans": []}, "a second document of this id; the first is in x.jsonl, line 1"),
    ],
)
def test_what_is_refused(record, what):
    if isinstance(record, list):
        record = json.dumps(record)
    found = error({"id": "ok", "tokens": ["x"], "spans": []}, record)
    assert (found.file, found.line) == ("x.jsonl", 2)
    assert what in str(found)


@given(
    words=st.lists(st.text(st.sampled_from("ab1é漢_"), min_size=1, max_size=3), min_size=1, max_size=6),
    places=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=4),
)
def test_characters_and_tokens_say_the_same(words, places):
    ranges = sorted({(min(p), max(p) + 1) for p in places if max(p) < len(words)})
    starts = [sum(map(len, words[:k])) + k for k in range(len(words))]
    characters = [[starts[s], starts[e - 1] + len(words[e - 1]), "P"] for s, e in ranges]
    by_text = read({"id": "a", "text": " ".join(words), "spans": characters})
    by_tokens = read({"id": "a", "tokens": words, "spans": [[s, e, "P"] for s, e in ranges]})
    assert by_text.words["form"].tolist() == words
    assert spans(by_text) == spans(by_tokens)
    assert by_text.notices == ()
