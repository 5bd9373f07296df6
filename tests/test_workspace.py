"""Projects on disk, and options as plain text."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.options import SEED
from pages.shared import options, workspace
from pages.shared.options import Choice

SAMPLES = [("sample", "Sample"), ("sample-topics", "Sample across documents")]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ASSAY_WORKSPACE", str(tmp_path / "space"))
    return tmp_path / "space"


def test_what_is_stored_comes_back(folder):
    record = workspace.create("harbour letters")
    workspace.add(record.id, "gold", "gold.conll", b"gold")
    workspace.add(record.id, "system", "base.conll.gz", b"base")
    workspace.change(record.id, lambda r: workspace.replace(r, options={"match": "head"}))
    back = workspace.read(record.id)
    assert (back.title, back.options) == ("harbour letters", {"match": "head"})
    assert [(e.role, e.name, e.file) for e in back.files] == [("gold", "gold", "gold.conll"), ("system", "base", "base.conll.gz")]
    assert workspace.content(record.id, back.systems[0]) == b"base"
    assert workspace.listed() == [*SAMPLES, (record.id, "harbour letters")]


def test_a_new_gold_takes_the_place_of_the_old_one():
    record = workspace.create()
    for data in (b"one", b"two"):
        workspace.add(record.id, "gold", "gold", data)
    files = workspace.read(record.id).files
    assert [workspace.content(record.id, entry) for entry in files] == [b"two"]


def test_labels_are_stored_beside_gold_and_systems(folder):
    record = workspace.create()
    for role, data in (
        ("labels", b"1"),
        ("labels-pred", b"2"),
        ("system", b"3"),
        ("labels", b"4"),
        ("map", b"5"),
        ("gold", b"6"),
    ):
        workspace.add(record.id, role, f"{role}.txt", data)
    workspace.add(record.id, "labels-pred", "others.txt", b"7")
    back = workspace.read(record.id)
    assert [workspace.content(record.id, entry) for entry in back.labels] == [b"1", b"4"]
    assert workspace.content(record.id, back.single("labels-pred")) == b"7" and back.single("map").file == "map.txt"
    assert [entry.role for entry in back.systems] == ["system"] and back.gold is not None
    other = workspace.copied(record.id, "copy")
    assert sorted(e.digest for e in workspace.read(other.id).files) == sorted(e.digest for e in back.files)


@pytest.mark.parametrize("name", ["../../evil.conll", "..\\..\\evil.conll", "/etc/evil.conll", "C:\\evil.conll"])
def test_a_hostile_name_is_shown_and_never_a_path(folder, name):
    record = workspace.create()
    entry = workspace.add(record.id, "system", name, b"x")
    assert (entry.name, entry.file) == ("evil", "evil.conll")
    files = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    assert sorted(files) == sorted([f"{record.id}.json", f"files/{entry.digest}"])
    assert not list(folder.parent.glob("evil*"))


@given(st.text(max_size=300))
def test_any_name_can_be_stored_and_is_printable(name):
    record = workspace.create()
    entry = workspace.add(record.id, "system", name, b"x")
    back = workspace.read(record.id).systems[0]
    assert back == entry
    assert entry.file.isprintable() and 0 < len(entry.file) <= workspace.LONGEST_NAME
    assert json.loads(json.dumps(entry.file)) == entry.file


@pytest.mark.parametrize("project", ["", "..", "../../etc/passwd", "0" * 11, "Z" * 12, "0" * 12, "a/b", "sample.json"])
def test_an_id_that_is_none_opens_nothing(project):
    assert workspace.read(project) is None
    workspace.delete(project)
    assert workspace.add(project, "gold", "x", b"x") is None


FOREIGN = {"role": "gold", "name": "", "file": "", "digest": "../../etc/passwd", "format": None}
DAMAGED = [
    "", "[]", "{", '{"title": "x"}',
    json.dumps({"title": "x", "files": [{"role": "gold"}], "options": {}}),
    json.dumps({"title": "x", "files": [FOREIGN], "options": {}}),
]  # fmt: skip


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_project_is_none(folder, text):
    record = workspace.create()
    (folder / f"{record.id}.json").write_text(text)
    assert workspace.read(record.id) is None
    assert workspace.listed() == SAMPLES


def test_deleting_keeps_the_files_that_another_project_uses(folder):
    one, other = workspace.create(), workspace.create()
    for record in (one, other):
        workspace.add(record.id, "gold", "gold", b"shared")
    own = workspace.add(one.id, "system", "own", b"own")
    workspace.delete(one.id)
    left = [path.name for path in (folder / "files").glob("*")]
    assert left == [workspace.read(other.id).gold.digest] and own.digest not in left
    assert workspace.read(one.id) is None


def test_nothing_changes_the_sample():
    before = workspace.read("sample")
    assert workspace.add("sample", "gold", "gold", b"x") is None
    workspace.delete("sample")
    assert workspace.read("sample") == before


def test_a_failed_write_leaves_the_old_file_and_no_other(folder, monkeypatch):
    record = workspace.create("old")

    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setattr(workspace.os, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        workspace.change(record.id, lambda r: workspace.replace(r, title="new"))
    assert workspace.read(record.id).title == "old"
    assert [path.name for path in folder.iterdir()] == [f"{record.id}.json"]


CHOICES = st.builds(
    Choice,
    match=st.sampled_from([None, *options.MATCHES]),
    zeros=st.sampled_from(options.ZEROS),
    resamples=st.sampled_from([0, 100, 1000, 20_000]),
    seed=st.integers(0, 2**64 - 1),
    level=st.sampled_from([0.5, 0.8, 0.95, 0.999]),
    ends=st.sampled_from([None, *options.ENDS]),
    skip=st.booleans(),
    a=st.integers(0, 800),
    b=st.integers(0, 800),
)


@given(CHOICES)
def test_a_choice_written_is_the_choice_read(choice):
    assert options.chosen(options.written(choice)) == choice


def test_defaults_need_no_words():
    assert options.written(Choice()) == {}
    assert options.chosen({}) == Choice(None, "dependent", 1000, SEED, 0.95, None, False, 0, 1)


@pytest.mark.parametrize(
    ("word", "value"),
    [("match", "fuzzy"), ("zeros", ""), ("draws", "7"), ("draws", "-1"), ("draws", "20001"), ("draws", "1e3"), ("seed", "-1"),
     ("seed", "1" * 30), ("seed", str(2**64)), ("level", "nan"), ("level", "1"), ("level", "inf"), ("ends", "both"),
     ("skip", "true"), ("a", "1"), ("a", "<b>"), ("b", "AAAA"), ("b", "Ä"), ("a", "")],
)  # fmt: skip
def test_what_is_no_value_is_refused_and_left_at_its_default(word, value):
    assert options.refused({word: value}) == [word]
    assert options.chosen({word: value}) == Choice()


@pytest.mark.parametrize(("place", "letter"), [(0, "A"), (25, "Z"), (26, "AA"), (27, "AB"), (701, "ZZ"), (702, "AAA")])
def test_letters_of_places(place, letter):
    assert options.letter(place) == letter
    assert options.chosen({"a": letter}).a == place


def test_the_first_gold_names_a_project_that_no_one_has_named():
    first, second, named = workspace.create(), workspace.create(), workspace.create("mine")
    for record in (first, second, named):
        workspace.add(record.id, "system", "large.conll", b"x")
        workspace.add(record.id, "gold", "harbour.test.conll.gz", b"x")
        workspace.add(record.id, "gold", "another.conll", b"x")
    assert [workspace.read(record.id).title for record in (first, second, named)] == ["harbour", "harbour 2", "mine"]
