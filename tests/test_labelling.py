"""Labelling around the model: windows, tags, records, and a run that is interrupted; the model is a table of words."""

import itertools
import json
import os
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import evaluate
from commands import checkpoint, labelling, unfinished
from commands.labelling import Document, is_prefixed, label_documents, tags_to_spans, windows
from loaders import InputError
from tests.making import conll, read

PLACES = {"velu": "B-LOC", "soro": "I-LOC", "mira": "B-PER"}
CORPUS = conll({f"d{k}": (["mira", "ve", "velu", "soro", "naru"][: k + 1], ["-"] * (k + 1)) for k in range(5)})
ZEROS = b"""# newdoc id = z
# sent_id = 1
0.1\t_\t_\tPRON\t_\t_\t_\t_\t2:nsubj\t_
1\tvelu\t_\tPROPN\t_\t_\t2\tobj\t2:obj\t_
1.1\t_\t_\tPRON\t_\t_\t_\t_\t2:iobj\t_
2\tna\t_\tVERB\t_\t_\t0\troot\t0:root\t_

# sent_id = 2
1\tna\t_\tVERB\t_\t_\t0\troot\t0:root\t_
1.1\t_\t_\tPRON\t_\t_\t_\t_\t1:nsubj\t_
2\tvelu\t_\tPROPN\t_\t_\t1\tobj\t1:obj\t_
3\tsoro\t_\tPROPN\t_\t_\t2\tflat\t2:flat\t_

"""


@dataclass
class Table:
    """A tagger that reads each word's tag from a table; a word has a piece for every four letters."""

    table: dict = field(default_factory=lambda: PLACES)
    limit: int = 100
    name: str = "table@1"
    labels: tuple = ("O", "B-LOC", "I-LOC", "B-PER")
    seen: list = field(default_factory=list)

    def pieces(self, sentences):
        return [[len(word) // 4 for word in sentence] for sentence in sentences]

    def tags(self, found):
        self.seen.append([list(window) for window in found])
        return [[self.table.get(word, "O") for word in window] for window in found]


def quiet(_text):
    pass


def label(data: bytes, name="c.conll", batch=16, **options):
    return label_documents(Table(**options), labelling.documents(read(data, name)), batch, quiet)


def spans(record):
    return [(span["start"], span["end"], span["label"]) for span in record["spans"]]


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ("B-X I-X O B-X", [(0, 2, "X"), (3, 4, "X")]),
        ("B-X B-X", [(0, 1, "X"), (1, 2, "X")]),
        ("I-X I-X B-X I-X", [(0, 2, "X"), (2, 4, "X")]),  # IOB1
        ("O I-X I-Y", [(1, 2, "X"), (2, 3, "Y")]),  # a stray I opens a span
        ("B-X I-Y", [(0, 1, "X"), (1, 2, "Y")]),
        ("S-X B-X I-X E-X I-X", [(0, 1, "X"), (1, 4, "X"), (4, 5, "X")]),  # IOBES
        ("U-X B-X L-X U-X", [(0, 1, "X"), (1, 3, "X"), (3, 4, "X")]),  # BILOU
        ("B-X-y I-X-y", [(0, 2, "X-y")]),
        ("B I O I", [(0, 2, "_"), (3, 4, "_")]),
        ("O O", []),
        ("", []),
    ],
)
def test_tags_become_spans(tags, expected):
    assert tags_to_spans(tags.split()) == expected


def test_plain_labels_are_spans_of_neighbours():
    assert tags_to_spans("X X Y O X".split(), prefixed=False) == [(0, 2, "X"), (2, 3, "Y"), (4, 5, "X")]


@pytest.mark.parametrize(
    ("names", "expected"),
    [("O B-X I-X", True), ("B-X O", True), ("O B I", True), ("O PER", False), ("O X-ray B-X", False), ("LABEL_0 LABEL_1", False)],
)
def test_label_sets_are_told_apart(names, expected):
    assert is_prefixed(names.split()) is expected


@given(st.lists(st.integers(0, 9)), st.integers(1, 12))
def test_windows_cover_every_word_once_and_keep_to_the_limit(pieces, limit):
    found = windows(pieces, limit)
    assert [word for start, end in found for word in range(start, end)] == list(range(len(pieces)))
    assert all(sum(pieces[start:end]) <= limit or end - start == 1 for start, end in found)
    for (start, end), (_, later) in itertools.pairwise(found):  # none could have been longer
        assert sum(pieces[start : end + 1]) > limit and end < later


def test_words_and_sentences_are_cut_and_spans_joined_over_windows():
    record = label(CORPUS, limit=2)[4]
    assert record["tokens"] == ["mira", "ve", "velu", "soro", "naru"]
    assert spans(record) == [(0, 1, "PER"), (2, 4, "LOC")]


def test_positions_leave_empty_nodes_out_and_spans_end_with_their_sentence():
    (record,) = label(ZEROS, "z.conllu", table={"velu": "I-LOC", "soro": "I-LOC", "na": "I-LOC"})
    assert record == {
        "id": "z",
        "tokens": ["velu", "na", "na", "velu", "soro"],
        "spans": [{"start": 0, "end": 2, "label": "LOC"}, {"start": 2, "end": 5, "label": "LOC"}],
    }


def test_tokens_are_the_real_words_of_the_corpus():
    corpus = read(ZEROS, "z.conllu")
    (record,) = label(ZEROS, "z.conllu")
    real = corpus.words[~corpus.words["is_empty"]]
    assert record["tokens"] == real["form"].tolist()
    assert real["position"].tolist() == [1, 3, 4, 6, 7]  # to which the record's 0 to 4 belong


def test_windows_are_batched_by_length():
    tagger = Table()
    label_documents(tagger, labelling.documents(read(CORPUS)), 2, quiet)
    assert [[len(window) for window in batch] for batch in tagger.seen] == [[1, 2], [3, 4], [5]]


@given(st.lists(st.lists(st.sampled_from(["mira", "velu", "soro", "ve", "naru"]), max_size=9), max_size=6), st.integers(1, 4))
def test_neither_batch_nor_group_changes_a_record(found, batch):
    texts = [Document(f"d{k}", (words,) if words else ()) for k, words in enumerate(found)]
    whole = label_documents(Table(), texts, 100, quiet)
    assert label_documents(Table(), texts, batch, quiet) == whole
    pieces = [record for group in labelling.groups(texts, 5) for record in label_documents(Table(), group, batch, quiet)]
    assert pieces == whole


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(checkpoint, "check_installed", lambda: None)
    monkeypatch.setattr(checkpoint, "load", lambda source, device: Table(name=f"{source}@1"))
    monkeypatch.setattr(labelling.groups, "__defaults__", (1,))  # a document at a time
    Path("c.conll").write_bytes(CORPUS)
    return tmp_path


def run(*arguments, model="table", path="c.conll", output="o.jsonl"):
    done = CliRunner().invoke(evaluate.main, ["label", "--model", model, path, "-o", output, *arguments])
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stderr


def records(path="o.jsonl"):
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]


class StoppedError(Exception):
    pass


def stop_after(monkeypatch, documents):
    """The tagger is interrupted when it has seen so many windows."""
    left = iter(range(documents))

    def tags(self, found):
        if next(left, None) is None:
            raise StoppedError
        return [[PLACES.get(word, "O") for word in window] for window in found]

    monkeypatch.setattr(Table, "tags", tags)


def test_the_command_writes_a_record_for_each_document(files):
    assert run() == (0, "o.jsonl: 5 documents of c\n")
    found = records()
    assert [record["id"] for record in found] == read(CORPUS).documents["doc_id"].tolist()
    assert spans(found[4]) == [(0, 1, "PER"), (2, 4, "LOC")]
    assert {(record["model"], record["corpus"]) for record in found} == {("table@1", read(CORPUS, "c.conll").digest)}
    assert sorted(os.listdir()) == ["c.conll", "o.jsonl"]


def test_an_interrupted_run_is_gone_on_with(files, monkeypatch):
    run()
    whole = Path("o.jsonl").read_bytes()
    Path("o.jsonl").unlink()
    with monkeypatch.context() as patch, pytest.raises(StoppedError):
        stop_after(patch, 3)
        run()
    assert sorted(os.listdir()) == ["c.conll", "o.jsonl.part"]  # nothing half-written where it is looked for
    with open("o.jsonl.part", "ab") as file:
        file.write(whole.splitlines()[3][:20])  # and the power fails
    with monkeypatch.context() as patch:
        stop_after(patch, 2)  # no more than what is left
        assert run() == (0, "o.jsonl: 5 documents of c, 3 of them before\n")
    assert Path("o.jsonl").read_bytes() == whole
    assert sorted(os.listdir()) == ["c.conll", "o.jsonl"]


@pytest.mark.parametrize("change", ["model", "corpus", "line"])
def test_records_of_another_model_or_corpus_are_not_gone_on_with(files, monkeypatch, change):
    with monkeypatch.context() as patch, pytest.raises(StoppedError):
        stop_after(patch, 3)
        run()
    if change == "corpus":
        Path("c.conll").write_bytes(CORPUS.replace(b"mira", b"miru"))
    if change == "line":
        Path("o.jsonl.part").write_bytes(b"[1]\n" + Path("o.jsonl.part").read_bytes())
    assert run(model="other" if change == "model" else "table") == (0, "o.jsonl: 5 documents of c\n")
    assert len({(record["model"], record["corpus"]) for record in records()}) == 1
    assert len(records()) == 5


def test_a_finished_file_is_left_as_it_is(files, monkeypatch):
    run()
    before = Path("o.jsonl").stat().st_mtime_ns
    stop_after(monkeypatch, 0)
    assert run() == (0, "o.jsonl: 5 documents of c, 5 of them before\n")
    assert (Path("o.jsonl").stat().st_mtime_ns, sorted(os.listdir())) == (before, ["c.conll", "o.jsonl"])


def test_a_file_of_another_corpus_is_replaced_when_the_new_one_is_whole(files, monkeypatch):
    Path("o.jsonl").write_text("mine\n")
    with monkeypatch.context() as patch, pytest.raises(StoppedError):
        stop_after(patch, 1)
        run()
    assert Path("o.jsonl").read_text() == "mine\n"
    run()
    assert len(records()) == 5


@pytest.mark.parametrize("line", [b'{"id": "a"', b"{}\n", b"\xff\n", b"[" * 100_000 + b"\n", b"null\n"])
def test_what_is_no_whole_record_ends_what_is_kept(tmp_path, line):
    path = tmp_path / "f.part"
    path.write_bytes(b'{"id": "a"}\n' + line)
    assert unfinished.go_on(path, [{"id": "a"}, {"id": "b"}]) == 1
    assert path.read_bytes() == b'{"id": "a"}\n'


def test_quiet_says_nothing(files):
    assert run("--quiet") == (0, "")


@pytest.mark.parametrize(
    ("output", "message"),
    [
        ("-", "-o: labelling can be interrupted"),
        (".", "-o: . is no file"),
        ("nowhere/o.jsonl", "-o: no file can be made in nowhere"),
    ],
)
def test_an_output_that_cannot_be_is_wrong_usage(files, output, message):
    code, error = run(output=output)
    assert (code, message in error) == (2, True)


def test_a_part_file_that_cannot_be_written_is_wrong_usage(files):
    Path("o.jsonl.part").mkdir()
    code, error = run()
    assert (code, "-o: o.jsonl cannot be written: Is a directory" in error) == (2, True)


def test_a_corpus_without_words_is_refused(files):
    Path("c.jsonl").write_text('{"id": "a", "clusters": [[[0, 1]]]}\n')
    with pytest.raises(InputError, match=r"there are no words to label\. Name the corpus with its words"):
        run(path="c.jsonl")


def test_without_the_libraries_the_file_to_install_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "NEEDED", ("no_such_library",))
    with pytest.raises(InputError, match=r"no_such_library is not installed\. .*pip install -r requirements-cner\.txt"):
        run(path="c.conll", output=str(tmp_path / "o.jsonl"))
