"""Ctrl-C: one line, exit status 130, and what is finished is kept."""

import os
import signal
import subprocess
import sys

import pytest
from click.testing import CliRunner

import commands.coref
import evaluate
from tests.reference import ROOT
from tests.suites import BANKS, HEAD, make


def test_an_interrupted_command_says_so_in_one_line(monkeypatch):
    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(commands.coref, "read_all", stop)
    gold = ROOT / "sample_data" / "coref" / "gold.conll"
    done = CliRunner().invoke(evaluate.main, ["coref", "--gold", str(gold), "--pred", str(gold)])
    assert done.exit_code == 130 and done.stderr == "Interrupted.\n" and not done.stdout


@pytest.mark.skipif(os.name == "nt", reason="a process group is POSIX's")
def test_workers_of_a_batch_are_ended_without_a_traceback(tmp_path):
    suite = make(tmp_path, head=HEAD.replace("200", "1000000"), banks=BANKS)
    command = [sys.executable, str(ROOT / "evaluate.py"), "batch", str(suite), "--jobs", "2"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, start_new_session=True) as run:
        first = run.stderr.readline()
        os.killpg(run.pid, signal.SIGINT)
        rest = run.stderr.read()
    assert first.startswith("[1/28]") and run.returncode == 130
    said = [line for line in rest.splitlines() if not line.startswith("[")]
    assert len(said) == 1 and said[0].startswith("Interrupted.")
