"""Cells are kept and taken up again; what has changed is counted anew; what cannot be counted is named or left out."""

import csv
import io
import json
import shutil

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import commands.local_cells
from commands.batch import count_missing
from commands.batch_plan import plan_of
from commands.cells import FileOf, Request, UnseenError, code_digest, count_cell, file_of, packed
from commands.dask_cells import count_sent
from commands.suite import read_suite
from loaders.errors import FormatError
from loaders.sources import digest, read_members
from metrics.batch.cells import from_bytes, to_bytes
from metrics.batch.combining import combine
from metrics.batch.reading import Source, with_folder
from metrics.batch.tasks import task_of
from tests.suites import BANKS, document, make, run

TWO = BANKS[:2]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A suite of two corpora that has been run once."""
    suite = make(tmp_path_factory.mktemp("made"), banks=TWO)
    document(suite)
    return suite


@pytest.fixture
def suite(made, tmp_path):
    """A copy of it that a test may spoil."""
    shutil.copytree(made.parent, tmp_path / "copy")
    return tmp_path / "copy" / "suite.toml"


def counted(suite, *arguments):
    """Which cells a run counts."""
    code, _, err = run(suite, "--jobs", 1, "--json", suite.parent / "out.json", *arguments)
    assert code == 0, err
    return [line.partition("] ")[2] for line in err.splitlines() if line.startswith("[")]


def test_a_second_run_counts_nothing_and_says_the_same(suite):
    before = document(suite)
    assert counted(suite) == []
    assert json.loads((suite.parent / "out.json").read_text("utf-8")) == before


def test_only_what_has_changed_is_counted_anew(suite):
    path = suite.parent / "B/tolu.2.conllu"
    path.write_text(path.read_text("utf-8").replace("nmod", "obl", 1), "utf-8")
    assert counted(suite) == ["tolu, B, seed 2"]
    gold = suite.parent / "gold/mira.conllu"
    gold.write_text("# a remark\n" + gold.read_text("utf-8"), "utf-8")
    assert counted(suite) == ["mira, A", *(f"mira, B, seed {k}" for k in (1, 2, 3))]
    suite.write_text(suite.read_text("utf-8").replace("resamples = 200", "resamples = 100\nseed = 7\nlevel = 0.9"), "utf-8")
    assert counted(suite) == []
    suite.write_text(suite.read_text("utf-8").replace("[[corpora]]", "[options]\nsubtypes = true\n[[corpora]]", 1), "utf-8")
    assert len(counted(suite)) == 8


def test_another_program_counts_anew(suite, monkeypatch):
    monkeypatch.setattr("commands.batch_plan.code_digest", lambda: "other")
    monkeypatch.setattr("commands.cells.code_digest", lambda: "other")
    assert len(counted(suite)) == 8


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"\0" * 200])
def test_a_damaged_cell_is_counted_anew(suite, data):
    before = document(suite)
    cells = sorted((suite.parent / "suite.cells").glob("*.npz"))
    cells[0].write_bytes(data)
    cells[1].write_bytes(cells[1].read_bytes()[:-40])
    assert len(counted(suite)) == 2
    assert document(suite) == before


def test_an_interrupted_run_goes_on(suite, monkeypatch):
    before = document(suite)
    shutil.rmtree(suite.parent / "suite.cells")
    real, calls = commands.local_cells.count_cell, []

    def interrupted(request):
        calls.append(request)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return real(request)

    monkeypatch.setattr(commands.local_cells, "count_cell", interrupted)
    code, _, said = run(suite, "--jobs", 1)
    assert code == 130 and f"Finished cells are kept in {suite.parent / 'suite.cells'}: the same command goes on" in said
    monkeypatch.setattr(commands.local_cells, "count_cell", real)
    kept = sorted(path.name for path in (suite.parent / "suite.cells").iterdir())
    assert len(kept) == 3 and all(name.endswith(".npz") for name in kept)
    assert len(counted(suite)) == 5
    assert document(suite) == before


def test_an_error_ends_the_workers_before_it_is_told(suite, monkeypatch):
    shutil.rmtree(suite.parent / "suite.cells")
    ended = []

    def failing(_requests, _jobs):
        try:
            yield 0, FormatError("x", 1, "wrong", "Mend it.")
        finally:
            ended.append(True)

    monkeypatch.setattr("commands.batch.count_locally", failing)
    with pytest.raises(FormatError):  # whose traceback keeps the workers' generator alive
        count_missing(plan_of(read_suite(suite), skip_bad=False), suite.parent / "suite.cells", {"dask": None, "jobs": 2}, print)
    assert ended


def test_workers_count_the_same(suite):
    before = document(suite)
    code, _, _ = run(suite, "--jobs", 2, "--work", suite.parent / "else", "--json", suite.parent / "two.json")
    assert code == 0 and json.loads((suite.parent / "two.json").read_text("utf-8")) == before


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bad_file_is_named_with_its_folder_and_what_is_finished_is_kept(suite, jobs):
    for seed in (1, 2, 3):
        (suite.parent / f"B/tolu.{seed}.conllu").write_text("1\tmira\n")
    work = suite.parent / "else"
    code, _, err = run(suite, "--jobs", jobs, "--work", work)
    assert code == 1 and "B/tolu." in err and ".conllu, line 1: 2 columns instead of 10" in err
    assert len(list(work.glob("*.npz"))) >= 4


def test_what_is_left_out_is_listed_and_signed(suite):
    (suite.parent / "B/tolu.2.conllu").unlink()
    (suite.parent / "B/tolu.3.conllu").write_text("")
    found = document(suite, "--skip-bad")
    left_out = found["alignment"]["left_out"]
    assert [(item["corpus"], item["system"], item["seed"]) for item in left_out] == [("tolu", "B", "2"), ("tolu", "B", "3")]
    assert "no file B/tolu.2.conllu" in left_out[0]["reason"]
    assert "left out:2|" in found["signature"] and found["alignment"]["not_in_means"] == []
    rows = {(r["group"]["value"], r["system"], r["metric"]): r for r in found["rows"]}
    assert rows["tolu", "B", "LAS"]["runs"] == 1 and rows["macro", "B", "LAS"]["corpora"] == 2
    assert rows["macro", "B", "LAS"]["sd"] is None


def test_a_corpus_without_a_system_is_in_no_mean(suite):
    (suite.parent / "A/tolu.conllu").unlink()
    found = document(suite, "--skip-bad")
    assert found["alignment"]["not_in_means"] == ["tolu"]
    rows = {(r["group"]["value"], r["system"], r["metric"]): r for r in found["rows"]}
    assert ("tolu", "A", "LAS") not in rows and rows["tolu", "B", "LAS"]["difference"] is None
    assert rows["macro", "B", "LAS"]["score"] == pytest.approx(rows["mira", "B", "LAS"]["score"])
    assert rows["macro", "A", "LAS"]["corpora"] == 1
    code, out, _ = run(suite, "--jobs", 1, "--skip-bad", "--quiet")
    assert code == 0 and "not in the means, for a system has no run there: tolu" in out


def test_a_gold_that_is_missing_leaves_its_corpus_out(suite):
    (suite.parent / "gold/tolu.conllu").unlink()
    found = document(suite, "--skip-bad")
    assert {r["dataset"] for r in found["rows"]} == {"mira", None}
    assert len(found["alignment"]["left_out"]) == 4
    (suite.parent / "gold/mira.conllu").unlink()
    code, _, err = run(suite, "--jobs", 1, "--skip-bad")
    assert code == 1 and "no file gold/mira.conllu" in err


def test_units_that_one_run_skips_are_skipped_for_all(suite):
    path = suite.parent / "B/mira.3.conllu"
    lines = path.read_text("utf-8").split("\n")
    row = next(k for k, line in enumerate(lines) if line.startswith("2\t"))
    lines[row] = lines[row].replace("\t", " ")
    path.write_text("\n".join(lines), "utf-8")
    assert counted(suite, "--skip-bad") == ["mira, B, seed 3"]  # strict cells that needed no skipping are kept
    found, whole = json.loads((suite.parent / "out.json").read_text("utf-8")), document_of(suite)
    units = [r["units"] for r in found["rows"] if r["dataset"] == "mira"]
    assert set(units) == {whole - 1}
    assert "skipped:1|" in next(r["signature"] for r in found["rows"] if r["dataset"] == "mira")
    assert len(found["alignment"]["corpora"]["mira"]["skipped"]) == 1


def document_of(suite):
    return (suite.parent / "gold/mira.conllu").read_text("utf-8").strip().count("\n\n") + 1


def test_outputs_are_rows_and_tables(suite):
    out = suite.parent / "results"
    assert run(suite, "--jobs", 1, "-o", out)[0] == 0
    names = sorted(path.name for path in out.iterdir())
    assert names == ["cells", "rows.csv", "rows.json", "rows.md", "rows.tex", "table.md", "table.tex"]
    rows = json.loads((out / "rows.json").read_text("utf-8"))["rows"]
    table = list(csv.DictReader(io.StringIO((out / "rows.csv").read_text("utf-8"))))
    assert len(table) == len(rows) == 12 and table[0]["group"] == "mira" and "by_run" not in table[0]
    markdown = (out / "table.md").read_text("utf-8")
    assert "| macro mean |" in markdown and "| mean rank |" in markdown and "**Macro means over the corpora**" in markdown
    assert "LAS (corpus: mira) " in (out / "rows.md").read_text("utf-8")
    tex = (out / "rows.tex").read_text("utf-8")
    assert tex.count(r"\begin{table}") == 2 and r"\caption{LAS by corpus" in tex and tex.count("\nmacro & ") == 2
    tex = (out / "table.tex").read_text("utf-8")
    assert tex.count(r"\begin{tabular}") == 3 and r"\multicolumn{5}{c}{B}" in tex


def test_a_terminal_shows_corpora_by_systems(suite):
    code, out, _ = run(suite, "--jobs", 1, "--quiet")
    assert code == 0
    lines = out.splitlines()
    assert lines[0].startswith("corpora: 2, systems: 2, runs: 8, units: ")
    at = lines.index("LAS")
    assert lines[at + 2].split()[:5] == ["Corpus", "score", "score", "±", "diff."]
    assert [line.split()[0] for line in lines[at + 3 : at + 5]] == list(TWO)
    assert lines[-1].startswith("batch|corpora:2|")


def test_what_does_not_go_together_is_wrong_usage(suite):
    assert run(suite, "--dask", "tcp://h:1", "--jobs", 2)[0] == 2
    (suite.parent / "file").write_text("")
    code, _, err = run(suite, "--jobs", 1, "--work", suite.parent / "file")
    assert code == 2 and "--work" in err
    assert run(suite, "--jobs", 1, "-o", suite.parent / "file")[0] == 2


def request_of(folder, **settings):
    task = task_of("ud")
    chosen = {key: {bool: False}.get(c, c[0] if isinstance(c, tuple) else c) for key, c in task.settings.items()}
    sides = [file_of(folder / name, name, None) for name in ("gold/mira.conllu", "A/mira.conllu")]
    return Request("ud", json.dumps(chosen | {"skip_bad": False} | settings, sort_keys=True), *sides, code_digest())


def same(one, other):
    assert one.facts == other.facts and np.array_equal(one.kept, other.kept)
    for name, counts in one.parts.items():
        assert counts.inputs == other.parts[name].inputs and np.array_equal(counts.values, other.parts[name].values)


def test_a_cell_survives_being_written(made):
    layouts = task_of("ud").layouts
    data = count_cell(request_of(made.parent, unit="document"))
    cell = from_bytes(data, layouts)
    assert cell.document is not None and len(cell.parts["counts"].units) == np.count_nonzero(cell.kept)
    same(cell, from_bytes(to_bytes(cell), layouts))
    assert from_bytes(data, task_of("span").layouts) is None
    pickled = io.BytesIO()
    np.savez(pickled, head=np.array([{"facts": 1}], object), kept=np.ones(1, bool))
    assert from_bytes(pickled.getvalue(), layouts) is None


@given(st.binary(max_size=80))
def test_no_bytes_are_a_traceback(data):
    assert from_bytes(data, task_of("ud").layouts) is None


def test_a_worker_takes_the_same_file_alone(made, tmp_path):
    request = request_of(made.parent)
    elsewhere = FileOf("/nowhere/mira.conllu", request.predicted.shown, request.predicted.digest, None)
    lost = Request(request.task, request.settings, request.gold, elsewhere, request.code)
    with pytest.raises(UnseenError) as caught:
        count_cell(lost)
    assert caught.value.which == "predicted"
    name, data = packed(request.predicted)
    layouts = task_of("ud").layouts
    sent = count_sent(lost, {"predicted": (name, [data[:100], data[100:]])})
    same(from_bytes(sent, layouts), from_bytes(count_cell(request), layouts))
    with pytest.raises(UnseenError):
        count_sent(lost, {"predicted": (name, [data[:100]])})
    other = Request(request.task, request.settings, request.gold, request.predicted, "0.0.9+abc")
    assert "a worker runs another version" in str(count_cell(other))


def test_a_folder_is_sent_with_the_digest_that_it_has(made, tmp_path):
    for name in ("a", "b"):
        (tmp_path / "set" / name).mkdir(parents=True)
        shutil.copy(made.parent / "gold" / "mira.conllu", tmp_path / "set" / name / "x.conllu")
    file = file_of(tmp_path / "set", "set", None)
    assert digest(read_members(packed(file)), "") == file.digest


def test_a_file_that_changes_meanwhile_is_refused(suite, monkeypatch):
    path = suite.parent / "B/mira.1.conllu"
    real = count_missing

    def changed(*arguments):
        path.write_text(path.read_text("utf-8") + "\n# later\n", "utf-8")
        return real(*arguments)

    monkeypatch.setattr("commands.batch.count_missing", changed)
    code, _, err = run(suite, "--jobs", 1, "--work", suite.parent / "else")
    assert (code, err) == (1, "B/mira.1.conllu: changed while the batch ran. Leave the files alone, and run it again.")


def test_names_have_their_folders():
    assert with_folder("a/b.conllu", "b.conllu") == "a/b.conllu"
    assert with_folder("a/b.conllu.gz", "b.conllu") == "a/b.conllu"
    assert with_folder("a/set", "x/y.conllu") == "a/set/x/y.conllu"
    assert with_folder("b.csv", "b.csv") == "b.csv"


LABELS = {
    "gold": [("i1", "x"), ("i2", "y"), ("i3", "x"), ("i4", "z"), ("i5", "x"), ("i6", "y")],
    "A": [("i1", "x"), ("i2", "x"), ("i3", "x"), ("i4", "z"), ("i5", "w"), ("i6", "y")],
    "B": [("i1", "y"), ("i2", "y"), ("i3", "v"), ("i4", "x"), ("i5", "x"), ("i6", "x")],
}


def cell_of(system):
    task, settings = task_of("classify"), {"threshold": 0.5, "multi": None, "unit": "item", "skip_bad": False, "format": None}

    def items(name, role):
        text = f"id,{'gold' if name == 'gold' else 'pred'}\n" + "".join(f"{i},{label}\n" for i, label in LABELS[name])
        return task.read(Source((f"{name}.csv", text.encode()), f"{name}.csv"), role, settings, None)

    return task.count(items("gold", "gold"), items(system, "predicted"), settings)


def test_labels_of_one_run_are_zeros_in_another():
    combined = combine("port", {"A": cell_of("A"), "B": cell_of("B")}, ["micro"])
    counts = combined.parts["labels"]
    assert [label for run, label in counts.inputs if run == "A"] == ["v", "w", "x", "y", "z"]
    totals = dict(zip(counts.inputs, counts.total().tolist(), strict=True))
    assert totals["A", "v"] == [0, 0, 0] and totals["B", "v"] == [0, 1, 0]
    assert totals["A", "x"] == [2, 3, 3] and totals["B", "x"] == [1, 3, 3]
    assert counts.per_unit.sum(axis=0).tolist() == counts.total().tolist()


def test_what_signatures_need_holds_no_counts():
    combined = combine("port", {"A": cell_of("A"), "B": cell_of("B")}, ["micro"])
    bare = combined.without_counts()
    assert bare.units == combined.units == 6
    assert all(counts.values.base is None and not counts.values.size for counts in bare.parts.values())


def test_runs_that_are_matched_in_different_ways_do_not_go_together(tmp_path):
    conll = "#begin document (d); part 000\nd 0 0 mira (1)\nd 0 1 tolu (1)\n\n#end document\n"
    heads = (
        "# newdoc id = d\n# global.Entity = eid-etype-head\n# sent_id = 1\n1\tmira\t_\tNOUN\t_\t_\t0\troot\t_\tEntity=(1-x-1)\n\n"
    )
    for name, text in {"c.conll": conll, "u.conllu": heads}.items():
        (tmp_path / name).write_text(text)
    golds = "".join(f'[[corpora]]\nname = "{n}"\ngold = "{n}"\n' for n in ("c.conll", "u.conllu"))
    (tmp_path / "s.toml").write_text('task = "coref"\n' + golds + '[[systems]]\nname = "A"\npath = "{corpus}"\n')
    code, _, err = run(tmp_path / "s.toml", "--jobs", 1)
    assert code == 1 and 'u.conllu is matched by head, c.conll by exact. Say which for all: match = "exact"' in err


def test_a_suite_of_another_kind_of_file_is_refused(tmp_path):
    (tmp_path / "g.iob2").write_text("mira\tB-X\n")
    text = 'task = "coref"\n[[corpora]]\nname = "m"\ngold = "g.iob2"\n[[systems]]\nname = "A"\npath = "g.iob2"\n'
    (tmp_path / "s.toml").write_text(text)
    code, _, err = run(tmp_path / "s.toml", "--jobs", 1)
    assert code == 1 and err.startswith("g.iob2: no coreference in it")
