"""The invented corpora are what the benchmarks take them for, and a stage can be measured."""

import json
import random
import re
from itertools import pairwise

import pytest

from benchmarks import inputs
from benchmarks.run import measure
from benchmarks.stages import STAGES


def mentions_of(record):
    return sorted((start, end + 1) for cluster in record["clusters"] for start, end in cluster)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corpus")
    inputs.write_corpus(folder, documents=6, words=400)
    return {
        name: [json.loads(line) for line in (folder / f"{name}.jsonl").read_text().splitlines()] for name in ("gold", "A", "B")
    }


def test_a_larger_corpus_begins_with_the_smaller_one(tmp_path):
    for documents in (2, 3):
        inputs.write_corpus(tmp_path / str(documents), documents=documents, words=60, seed=0)
    for name in ("gold", "A", "B"):
        small, large = ((tmp_path / n / f"{name}.jsonl").read_text() for n in ("2", "3"))
        assert large.startswith(small) and large.count("\n") == 3


def test_seeds_differ():
    assert inputs.make_document(0, 100, 0) != inputs.make_document(0, 100, 1)
    assert inputs.make_document(0, 100, 0) == inputs.make_document(0, 100, 0)


def test_systems_share_the_text_and_repeat_no_span(corpus):
    for gold, *predicted in zip(*corpus.values(), strict=True):
        words = sum(map(len, gold["sentences"]))
        assert words >= 400
        for record in (gold, *predicted):
            spans = mentions_of(record)
            assert record["sentences"] == gold["sentences"] and record["doc_key"] == gold["doc_key"]
            assert len(set(spans)) == len(spans) > 20
            assert all(0 <= start < end <= words for start, end in spans)


def test_mentions_nest_without_crossing_and_stay_in_their_sentence():
    document = inputs.make_document(3, 1_000, 0)
    ends = [0]
    for sentence in document.sentences:
        ends.append(ends[-1] + len(sentence))
    sentence_of = [i for i, sentence in enumerate(document.sentences) for _ in sentence]
    spans = [(start, end) for start, end, _ in document.mentions]
    assert all(sentence_of[start] == sentence_of[end - 1] for start, end in spans)
    assert any(a[0] < b[0] and b[1] <= a[1] for a, b in pairwise(spans))
    assert not any(a[0] < b[0] < a[1] < b[1] for a in spans for b in spans)


def test_systems_err_in_their_own_ways(corpus):
    gold, a, b = (sum(len(mentions_of(record)) for record in corpus[name]) for name in ("gold", "A", "B"))
    assert 0.9 * gold < a < 1.05 * gold and b < 0.9 * gold
    assert all(len(cluster) > 1 for record in corpus["B"] for cluster in record["clusters"])
    assert any(len(cluster) == 1 for record in corpus["A"] for cluster in record["clusters"])


@pytest.mark.parametrize("name", ["gold", "A", "B"])
def test_conll_brackets_say_what_json_lines_say(name):
    document = inputs.make_document(1, 500, 0)
    noise = inputs.SYSTEMS.get(name)
    mentions = inputs.predict(document, noise, random.Random(0)) if noise else document.mentions
    lines = inputs.as_conll(document, mentions).splitlines()
    assert lines[0] == "#begin document (bench_000001); part 000" and lines[-1] == "#end document"
    rows = [line.split("\t") for line in lines[1:-1] if line]
    assert [row[3] for row in rows] == [word for sentence in document.sentences for word in sentence]
    assert {len(row) for row in rows} == {12}
    found, open_at = [], {}
    for position, row in enumerate(rows):
        for opening, entity, closing in re.findall(r"(\(?)(\d+)(\)?)", row[-1]):
            if opening:
                open_at.setdefault(entity, []).append(position)
            if closing:
                found.append((open_at[entity].pop(), position + 1, int(entity)))
    assert sorted(found) == sorted(mentions)


def test_a_stage_is_measured_in_a_process_of_its_own(tmp_path):
    found = measure("resample documents", 1, tmp_path)
    assert 0 < found["cpu"] < found["whole"]
    assert 10 < found["peak"] < 500


def test_generating_is_a_stage(tmp_path, monkeypatch):
    monkeypatch.setattr("benchmarks.stages.DOCUMENTS", 2)
    run = STAGES["generate"](3, tmp_path)
    assert not list(tmp_path.iterdir())  # what is prepared is not what is timed
    run()
    assert sorted(path.name for path in (tmp_path / "x3").iterdir()) == ["A.jsonl", "B.jsonl", "gold.jsonl"]
    assert (tmp_path / "x3" / "gold.jsonl").read_text().count("\n") == 6
