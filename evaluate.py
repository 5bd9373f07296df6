"""The command line: scores of systems against gold, with intervals, differences and signatures.

python evaluate.py COMMAND [OPTIONS]; `--help` says everything. Exit status 0; 1 for input that cannot be read or
aligned; 2 for wrong usage.
"""

from __future__ import annotations

import os
import sys

# Threads cost more than they bring on products this small; this must stand before NumPy loads.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import click

from commands.coref import coref
from commands.ud import ud
from loaders import InputError

COMMANDS = (coref, ud)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
def main() -> None:
    """Compare systems with gold: every score with its interval, its difference and its signature."""


for command in COMMANDS:
    main.add_command(command)


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # a terminal that knows no ³ shows a question mark
    try:
        main()
    except InputError as error:
        click.echo(f"\n{error}" if sys.stderr.isatty() else str(error), err=True)
        sys.exit(1)
