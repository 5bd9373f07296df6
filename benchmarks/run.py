"""CPU seconds and peak memory of each stage at 1x, 10x and 100x: python -m benchmarks.run [--scales 1 10] [--stages NAME ...].

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

from benchmarks.stages import STAGES

ROOT = Path(__file__).resolve().parent.parent
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
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * PEAK_UNIT / 2**20
    return {"cpu": after - before, "whole": after, "peak": peak}


def measure(stage: str, scale: int, folder: Path) -> dict[str, float]:
    """Runs a stage in a fresh process; raises CalledProcessError if it fails there."""
    command = [sys.executable, "-m", "benchmarks.run", "--child", stage, "--scales", str(scale), "--inputs", str(folder)]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **THREADS}, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def report(stages: list[str], scales: list[int], folder: Path) -> None:
    """Prints a line for each stage and scale, as soon as it is there."""
    print(f"{'stage':20} {'scale':>6} {'CPU s':>8} {'whole s':>8} {'peak MiB':>9}")
    for stage in stages:
        if STAGES[stage] is None:
            print(f"{stage:20} not there yet")
            continue
        for scale in scales:
            found = measure(stage, scale, folder)
            print(f"{stage:20} {scale:5}x {found['cpu']:8.3f} {found['whole']:8.3f} {found['peak']:9.0f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure CPU time and peak memory of each stage.")
    parser.add_argument("--scales", type=int, nargs="+", default=[1, 10, 100])
    parser.add_argument("--stages", nargs="+", choices=STAGES, default=list(STAGES))
    parser.add_argument("--inputs", type=Path, help="folder for generated corpora (default: a temporary one)")
    parser.add_argument("--child", choices=STAGES, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        print(json.dumps(measure_here(options.child, options.scales[0], options.inputs)))
        return
    with tempfile.TemporaryDirectory() as temporary:
        report(options.stages, options.scales, (options.inputs or Path(temporary)).resolve())


if __name__ == "__main__":
    main()
