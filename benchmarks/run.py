"""CPU seconds and peak memory of each stage at 1x, 10x and 100x: python benchmarks/run.py [--scales 1 10] [--stages NAME ...].

Each stage runs in a fresh process with one BLAS thread. CPU is user and system time of the stage alone, "whole" that of
its process with imports and preparation; the peak is the process's. This process imports nothing large, because on
Linux a child's peak begins at its parent's size.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.peers import PEERS, run_peer  # noqa: E402 (runs as a script, from any folder)
from benchmarks.stages import STAGES  # noqa: E402

THREADS = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
PEAK_UNIT = 1 if sys.platform == "darwin" else 1024  # bytes in ru_maxrss


def cpu_seconds() -> float:
    """User and system time of this process so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def measure_here(stage: str, scale: int, folder: Path) -> dict[str, float]:
    """Runs a stage in this process: cpu and whole in seconds, peak in MiB."""
    run = STAGES[stage](scale, folder)
    before = cpu_seconds()
    run()
    after = cpu_seconds()
    return {"cpu": after - before, "whole": after, "peak": peak_memory()}


def peak_memory() -> float:
    """The most memory that this process has held, in MiB.

    Linux says it of the program alone; ru_maxrss there counts what the process that started it held, too.
    """
    try:
        told = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM:"))
        return int(told.split()[1]) / 1024
    except (OSError, StopIteration):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * PEAK_UNIT / 2**20


def measure(stage: str, scale: int, folder: Path) -> dict[str, float]:
    """Runs a stage in a fresh process; raises CalledProcessError if it fails there."""
    command = [sys.executable, str(Path(__file__).resolve()), "--child", stage, "--scales", str(scale), "--inputs", str(folder)]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **THREADS}, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def report(stages: list[str], scales: list[int], folder: Path) -> None:
    """Prints a line for each stage and scale, as soon as it is there; growth is against the scale before."""
    print(f"{'stage':20} {'scale':>6} {'CPU s':>8} {'whole s':>8} {'peak MiB':>9} {'growth':>7}")
    for stage in stages:
        before = None
        for scale in scales:
            found = measure(stage, scale, folder)
            growth = f"{found['cpu'] / before:6.1f}x" if before else ""
            print(f"{stage:20} {scale:5}x {found['cpu']:8.3f} {found['whole']:8.3f} {found['peak']:9.0f} {growth:>7}", flush=True)
            before = found["cpu"]


def report_peers(scales: list[int], folder: Path) -> None:
    """Prints what other scorers take for the same input, and how many times as much as the command line."""
    for name in PEERS:
        for scale in scales:
            seconds = run_peer(name, scale, folder)
            if seconds is None:
                print(f"{name:20} is not installed (pip install {name})")
                break
            stage = PEERS[name][1]
            ours = measure(stage, scale, folder)
            times = f"{seconds / ours['whole']:.1f} times, {seconds / ours['cpu']:.1f} without its imports"
            print(f"{name:20} {scale:5}x {seconds:8.3f} CPU s, {stage} {ours['whole']:.3f}: {times}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure CPU time and peak memory of each stage.")
    parser.add_argument("--scales", type=int, nargs="+", default=[1, 10, 100])
    parser.add_argument("--stages", nargs="+", choices=STAGES, default=list(STAGES))
    parser.add_argument("--inputs", type=Path, help="folder for generated corpora (default: a temporary one)")
    parser.add_argument("--peers", action="store_true", help="run the scorers that pip can install, where they are")
    parser.add_argument("--child", choices=STAGES, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        print(json.dumps(measure_here(options.child, options.scales[0], options.inputs)))
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.inputs or Path(temporary)).resolve()
        report(options.stages, options.scales, folder)
        if options.peers:
            report_peers(options.scales, folder)


if __name__ == "__main__":
    main()
