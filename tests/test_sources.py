"""Files, folders and archives become members; whatever is damaged or hostile is refused by name."""

import gzip
import io
import os
import zipfile

import pytest

from loaders import FormatError, ReadOptions, load, sources, stem
from loaders.sources import Member, digest, read_members
from tests.making import conll

DATA = conll({"a": (["mira"], ["(1)"])})


def zipped(*items, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as packed:
        for name, data in items:
            packed.writestr(name, data)
    return out.getvalue()


def names(source):
    return [member.name for member in read_members(source)]


def refusal(source):
    with pytest.raises(FormatError) as caught:
        read_members(source)
    return caught.value


def test_plain_gz_and_zip_hold_the_same_bytes(tmp_path):
    for name, data in {"x.conll": DATA, "x.conll.gz": gzip.compress(DATA, mtime=0), "x.zip": zipped(("x.conll", DATA))}.items():
        (tmp_path / name).write_bytes(data)
        assert read_members(tmp_path / name) == [Member("x.conll", DATA)]
        assert read_members((name, data)) == [Member("x.conll", DATA)]


def test_what_a_file_is_stands_in_its_bytes_and_not_in_its_name():
    assert read_members(("x.conll", gzip.compress(DATA, mtime=0)))[0].data == DATA
    assert names(("x.gz", zipped(("b", DATA), ("a", DATA[:-1])))) == ["a", "b"]
    assert read_members(("x.zip", DATA)) == [Member("x.zip", DATA)]


def test_gz_within_a_zip():
    assert read_members(("x.zip", zipped(("a.conll.gz", gzip.compress(DATA, mtime=0))))) == [Member("a.conll", DATA)]


def test_hidden_files_and_folders_are_no_data(tmp_path):
    inside = ("a.conll", DATA), (".a.conll", b"x"), ("__MACOSX/a.conll", b"x"), ("b/.git/c", b"x"), ("b/d.conll", DATA[1:])
    assert names(("x.zip", zipped(*inside, ("b/", b"")))) == ["a.conll", "b/d.conll"]
    for name, data in inside:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    assert names(tmp_path) == ["a.conll", "b/d.conll"]


def test_links_in_folders_neither_loop_nor_break(tmp_path):
    (tmp_path / "a.conll").write_bytes(DATA)
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "broken").symlink_to(tmp_path / "nowhere")
    assert names(tmp_path) == ["a.conll"]


def test_zips_in_a_folder_keep_their_names_apart(tmp_path):
    for name in ("1.zip", "2.zip"):
        (tmp_path / name).write_bytes(zipped(("a.ann", b"T1\tPER 0 4\tMira"), ("a.txt", b"Mira tolu")))
    assert names(tmp_path) == ["1.zip/a.ann", "1.zip/a.txt", "2.zip/a.ann", "2.zip/a.txt"]
    assert load(tmp_path).documents["doc_id"].tolist() == ["1.zip/a", "2.zip/a"]


@pytest.mark.parametrize("name", ["/etc/passwd", "C:\\x\\a.conll", "a\nb", "<b>a</b>", "a" * 300])
def test_hostile_names_are_only_shown(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = load(("x.zip", zipped((name, DATA))))
    assert made.documents["doc_id"].tolist() == ["a"]
    assert list(tmp_path.iterdir()) == []


def test_names_above_the_archive_are_left_out():
    assert names(("x.zip", zipped(("../../a.conll", DATA), ("b.conll", DATA)))) == ["b.conll"]


def test_a_name_on_disk_need_not_be_text(tmp_path):
    with open(os.fsencode(tmp_path) + b"/\xff\xfe.conll", "wb") as file:
        file.write(DATA)
    made = load(tmp_path)
    assert made.documents["file"].tolist() == ["??.conll"]
    assert made.documents["doc_id"].tolist() == ["a"]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_files_of_one_name_are_refused(tmp_path):
    assert "two files of one name" in refusal(("x.zip", zipped(("a.conll", DATA), ("a.conll", DATA)))).what
    (tmp_path / "a.conll").write_bytes(DATA)
    (tmp_path / "a.conll.gz").write_bytes(gzip.compress(DATA, mtime=0))
    assert "two files of one name" in refusal(tmp_path).what


PACKED = gzip.compress(DATA * 20, mtime=0)


@pytest.mark.parametrize("data", [PACKED[:-9], PACKED[:12], b"\x1f\x8b" + b"x" * 40, PACKED[:30] + b"\0\0" + PACKED[32:]])
def test_damaged_gz(data):
    assert "a damaged gzip file" in refusal(("x.gz", data)).what


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_damaged_zips_never_end_otherwise(method):
    whole = zipped(("a.conll", DATA * 20), method=method)
    refused = 0
    for at in range(4, len(whole), 5):
        data = whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
        try:
            read_members(("x.zip", data))
        except FormatError as error:
            refused += 1
            assert error.file == "x.zip"
    assert refused


def test_truncated_encrypted_and_empty_zips():
    whole = zipped(("a.conll", DATA))
    assert "damaged" in refusal(("x.zip", whole[: len(whole) // 2])).what
    locked = bytearray(whole)
    locked[6] |= 1  # the flag of a password, in both headers
    locked[whole.index(b"PK\x01\x02") + 8] |= 1
    assert "encrypted" in refusal(("x.zip", bytes(locked))).what
    assert "the zip holds no file" in refusal(("x.zip", zipped())).what
    assert "the zip holds no file" in refusal(("x.zip", zipped((".a", DATA)))).what


def test_a_zip_whose_names_are_no_text():
    data = zipped(("é.conll", DATA)).replace("é".encode(), b"\xff\xfe")
    assert "damaged" in refusal(("x.zip", data)).what


def test_what_unpacks_to_too_much(tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "MAX_BYTES", 1000)
    assert "unpacks to more than" in refusal(("x.gz", gzip.compress(b"a" * 1001))).what
    assert "unpacks to more than" in refusal(("x.zip", zipped(("a", b"a" * 501), ("b", b"a" * 500)))).what
    bombs = [(f"{k}.gz", gzip.compress(b"a" * 400)) for k in range(3)]
    assert "unpacks to more than" in refusal(("x.zip", zipped(*bombs))).what
    for name, data in bombs:
        (tmp_path / name).write_bytes(data)
    assert "unpacks to more than" in refusal(tmp_path).what
    assert len(read_members(("x.gz", gzip.compress(b"a" * 1000)))[0].data) == 1000


def test_archives_within_archives_are_no_known_format():
    for data in (gzip.compress(PACKED, mtime=0), zipped(("b.zip", zipped(("a", DATA))))):
        with pytest.raises(FormatError, match="none of the known formats"):
            load(("x", data))


def test_what_is_not_there_or_no_file(tmp_path):
    assert refusal(tmp_path / "nowhere").what == "No such file or directory"
    assert refusal("x" * 5000).what == "File name too long"
    assert refusal("").what == "no file is named"
    assert "a device" in refusal("/dev/zero").what
    assert "the folder holds no file" in refusal(tmp_path).what


def test_a_digest_changes_with_bytes_names_and_options_and_not_with_order():
    a, b = Member("a", b"1"), Member("b", b"2")
    one = digest([a, b], "x")
    assert one == digest([b, a], "x")
    others = [digest([a, Member("b", b"3")], "x"), digest([a, Member("c", b"2")], "x"), digest([a, b], "y"), digest([a], "x")]
    others.append(digest([Member("a", b"1b"), Member("", b"2")], "x"))
    assert len({one, *others}) == 6
    made = [load(("f.conll", DATA), options=ReadOptions(skip_bad=skip)).digest for skip in (False, True)]
    assert made[0] == made[1]  # nothing was skipped: the same reading
    assert load(("f.conll", DATA), options=ReadOptions(role="predicted")).digest != made[0]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("b/x.conll", "x"),
        ("x.v4.conll.gz", "x"),
        (("x.zip", b""), "x"),
        ("folder/", "folder"),
        (".hidden", ".hidden"),
        ("a\\b.conll", "b"),
    ],
)
def test_stems(source, expected):
    assert stem(source) == expected
