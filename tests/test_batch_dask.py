"""A batch on a real Dask cluster of two processes: the same bytes as here, with one worker killed halfway."""

import importlib.util
import json
import os
import signal
import socket

import pytest

import commands.batch_plan
import commands.dask_cells
from commands import batch
from commands.cells import FileOf, packed
from tests.suites import BANKS, make, run

pytestmark = pytest.mark.cluster
if importlib.util.find_spec("distributed") is None:
    if os.environ.get("CI") == "true":
        raise ModuleNotFoundError("distributed is not installed: pip install -r requirements-dev.txt")
    pytest.skip("distributed is not installed (requirements-dask.txt)", allow_module_level=True)


@pytest.fixture(scope="module")
def cluster():
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as made:
        yield made


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    """A suite of three corpora, its trees in folders for one of the systems, and what a run here writes."""
    suite = make(tmp_path_factory.mktemp("suite"), banks=BANKS[:3])
    assert run(suite, "--jobs", 1, "--quiet", "--json", suite.parent / "here.json")[0] == 0
    return suite


def there(suite, cluster, name, *arguments):
    """What a run on the cluster writes, and what it says."""
    target = suite.parent / f"{name}.json"
    work = suite.parent / f"{name}.cells"
    code, _, err = run(suite, "--dask", cluster.scheduler_address, "--work", work, "--json", target, *arguments)
    assert code == 0, err
    return target.read_bytes(), err.splitlines()


def test_a_lost_worker_costs_a_retry_and_changes_nothing(suite, cluster, monkeypatch):
    said, killed = [], []
    lines = batch._lines

    def watched(quiet):
        say = lines(quiet)

        def told(text):
            say(text)
            said.append(text)
            if len(said) == 5:
                killed.append(cluster.workers[0].pid)
                os.kill(killed[0], signal.SIGKILL)

        return told

    monkeypatch.setattr(batch, "_lines", watched)
    found, _ = there(suite, cluster, "killed")
    assert killed and found == (suite.parent / "here.json").read_bytes()
    assert said[0] == f"{cluster.scheduler_address}: 2 workers" and said[-1].startswith("[12/12] ")


def test_files_that_no_worker_sees_are_sent_in_pieces(suite, cluster, monkeypatch):
    real, real_paths, sent = commands.batch_plan.file_of, {}, []

    def unseen(path, shown, form):
        file = real(path, shown, form)
        real_paths[f"/nowhere/{shown}"] = file
        return FileOf(f"/nowhere/{shown}", shown, file.digest, form)

    def packed_here(file):
        sent.append(file.shown)
        return packed(real_paths[file.path])

    monkeypatch.setattr(commands.batch_plan, "file_of", unseen)
    monkeypatch.setattr(commands.dask_cells, "packed", packed_here)
    monkeypatch.setattr(commands.dask_cells, "PIECE", 10_000)
    found, _ = there(suite, cluster, "sent")
    assert found == (suite.parent / "here.json").read_bytes()
    assert len(sent) < 2 * 12 and len(set(sent)) == 3 + 12  # gold goes out once for many cells


def test_a_bad_file_is_named_as_here(suite, cluster, tmp_path):
    bad = make(tmp_path, banks=BANKS[:1])
    (tmp_path / "B/mira.2.conllu").write_text("1\tmira\n")
    code, _, err = run(bad, "--dask", cluster.scheduler_address)
    assert code == 1 and err.endswith(
        'B/mira.2.conllu, line 1: 2 columns instead of 10 ("1  mira"). Columns are separated by tabs.'
    )
    assert run(bad, "--dask", cluster.scheduler_address, "--skip-bad", "--quiet", "--json", tmp_path / "x.json")[0] == 0
    assert len(json.loads((tmp_path / "x.json").read_text("utf-8"))["alignment"]["left_out"]) == 1


def test_another_version_on_the_workers_is_refused(suite, cluster, monkeypatch):
    monkeypatch.setattr("commands.batch_plan.code_digest", lambda: "0.0.9+abc")
    monkeypatch.setattr("commands.cells.code_digest", lambda: "0.0.9+abc")
    code, _, err = run(suite, "--dask", cluster.scheduler_address, "--work", suite.parent / "other.cells")
    assert code == 1 and "a worker runs another version" in err


def test_what_is_no_scheduler_is_said(suite, monkeypatch):
    work = ("--work", suite.parent / "none.cells")
    assert run(suite, "--dask", "nonsense", *work)[2] == "nonsense: no address of a scheduler. It looks like tcp://HOST:8786."
    monkeypatch.setattr(commands.dask_cells, "WAIT", 0.5)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    code, _, err = run(suite, "--dask", address, *work)
    assert code == 1 and f"{address}: no scheduler answers" in err


def test_without_the_library_it_says_what_to_install(suite, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    code, _, err = run(suite, "--dask", "tcp://h:1", "--work", suite.parent / "none.cells")
    assert code == 1 and "pip install -r requirements-dask.txt" in err
