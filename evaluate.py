"""The command line: scores of systems against gold, with intervals, differences and signatures.

python evaluate.py COMMAND [OPTIONS]; `--help` says everything. Exit status 0; 1 for input that cannot be read or
aligned; 2 for wrong usage; 130 where it is interrupted.
"""

from __future__ import annotations

import os
import signal

INTERRUPTED = 130  # as shells count it: 128 and the number of the signal
if __name__ == "__main__":  # while modules load there is nothing to be cleared up
    signal.signal(signal.SIGINT, lambda *_: (os.write(2, b"Interrupted.\n"), os._exit(INTERRUPTED)))

import ctypes  # noqa: E402
import gc  # noqa: E402
import importlib  # noqa: E402
import sys  # noqa: E402
from typing import Any  # noqa: E402

# Threads cost more than they bring on products this small; this and the next must stand before NumPy and Arrow load.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
gc.set_threshold(100_000)  # imports and readers make many objects and next to no garbage in cycles

import click  # noqa: E402

from loaders import AlignmentError, InputError  # noqa: E402

# Each in a module of its own.
COMMANDS = ("coref", "ud", "span", "classify", "typed", "errors", "crossdoc", "label", "figure", "report", "convert", "batch")


MMAP_THRESHOLD, TRIM_THRESHOLD = -3, -1  # of glibc's mallopt


def keep_freed_memory() -> None:
    """Let freed arrays' memory be used again: glibc gives it back at once, and a new page costs as much as filling it."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt:
        mallopt(MMAP_THRESHOLD, 1 << 30)
        mallopt(TRIM_THRESHOLD, (1 << 31) - 1)


def _line_end() -> str:
    """What ends a line of progress, which a terminal alone shows."""
    return "\n" if sys.stderr.isatty() else ""


class Commands(click.Group):
    """The commands, each imported when it is called."""

    def list_commands(self, _context: click.Context) -> list[str]:
        """Their names, as --help lists them."""
        return list(COMMANDS)

    def invoke(self, context: click.Context) -> Any:
        """Run a command; Ctrl-C and brackets that lie over each other by the thousand end in a message, wherever they are met."""
        try:
            return super().invoke(context)
        except KeyboardInterrupt as error:
            click.echo(f"{_line_end()}Interrupted. {error}".rstrip(), err=True)
            context.exit(INTERRUPTED)
        except ValueError as error:
            from metrics.geometry import TooMuchError

            if not isinstance(error, TooMuchError):
                raise
            remedy = "No corpus has so many; check the brackets, or leave out the document that they stand in."
            raise AlignmentError("the files given", None, f"they have {error}", remedy) from None

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        """The command of a name, None where there is none."""
        return getattr(importlib.import_module(f"commands.{name}"), name) if name in COMMANDS else None


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
def main() -> None:
    """Compare systems with gold: every score with its interval, its difference and its signature."""


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # a terminal that knows no ³ shows a question mark
    keep_freed_memory()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        main()
    except InputError as error:
        click.echo(f"{_line_end()}{error}", err=True)
        sys.exit(1)
