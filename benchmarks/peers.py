"""Other scorers on the same input, as whole processes. Their input is made first and not counted."""

from __future__ import annotations

import json
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks.inputs import both_columns, conllu_file


def _scorch(scale: int, folder: Path) -> list[str] | None:
    """The command that scores with scorch, its input files written: one JSON of clusters for each document."""
    beside = Path(sys.executable).with_name("scorch")
    program = str(beside) if beside.exists() else shutil.which("scorch")
    if program is None:
        return None
    target = folder / f"x{scale}" / "scorch"
    for side in ("gold", "A"):
        (target / side).mkdir(parents=True, exist_ok=True)
        with open(folder / f"x{scale}" / f"{side}.jsonl", encoding="utf-8") as lines:
            for number, line in enumerate(lines):
                found = json.loads(line)["clusters"]
                clusters = {str(k): [f"{s}-{e}" for s, e in cluster] for k, cluster in enumerate(found)}
                (target / side / f"{number:06}.json").write_text(json.dumps({"type": "clusters", "clusters": clusters}))
    return [program, str(target / "gold"), str(target / "A"), str(target / "scores.txt")]


def _conllu(scale: int, folder: Path) -> list[str] | None:
    """The command that parses CoNLL-U with the conllu package."""
    read = "import sys, conllu; conllu.parse(open(sys.argv[1], encoding='utf-8').read())"
    return [sys.executable, "-c", read, str(conllu_file(scale, folder))]


def _udeval(scale: int, folder: Path) -> list[str] | None:
    """The command that scores trees with the shared task's script, as udtools keeps it."""
    beside = Path(sys.executable).with_name("udeval")
    program = str(beside) if beside.exists() else shutil.which("udeval")
    files = [str(conllu_file(scale, folder, name)) for name in ("gold", "wharf-base")]
    return [program, *files] if program else None


def _seqeval(scale: int, folder: Path) -> list[str] | None:
    """The command that reads a tag file of two columns and scores micro F1 with seqeval."""
    return [sys.executable, "-c", SEQEVAL, str(both_columns(scale, folder))]


SEQEVAL = """
import itertools, sys
from seqeval.metrics import f1_score
with open(sys.argv[1], encoding="utf-8") as file:
    rows = [line.rstrip("\\n").split("\\t") for line in file if not line.startswith("# ")]
sentences = [list(group) for full, group in itertools.groupby(rows, lambda row: len(row) > 2) if full]
f1_score([[row[-2] for row in s] for s in sentences], [[row[-1] for row in s] for s in sentences])
"""

# By name: the command that runs the peer, and the stage to compare it with.
PEERS: dict[str, tuple[Callable[[int, Path], list[str] | None], str]] = {
    "scorch": (_scorch, "command"),
    "conllu": (_conllu, "read CoNLL-U"),
    "udtools": (_udeval, "ud"),
    "seqeval": (_seqeval, "span"),
}


def run_peer(name: str, scale: int, folder: Path) -> float | None:
    """CPU seconds of one peer's process, None where it is not installed. The "generate" stage must have run before."""
    command = PEERS[name][0](scale, folder)
    if command is None:
        return None
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
