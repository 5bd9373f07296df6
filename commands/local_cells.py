"""Cells counted on this machine, in this process or by joblib's workers."""

from __future__ import annotations

import signal
import threading
import warnings
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from commands.cells import Request, UnseenError, count_cell
from loaders.errors import FormatError, InputError

Finished = Generator[tuple[int, bytes | InputError]]


def count_locally(requests: Sequence[Request], jobs: int) -> Finished:
    """(number of the request, its cell or what is wrong with it), in whatever order they are finished."""
    jobs = min(jobs, len(requests))
    if jobs < 2:
        yield from (_numbered(k, request) for k, request in enumerate(requests))
        return
    from joblib import Parallel, delayed

    pool = Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)
    with _interrupts_ignored():
        found = pool(delayed(_numbered)(k, request) for k, request in enumerate(requests))
    try:
        for one in found:  # noqa: UP028 (closed below, in silence)
            yield one
    except BrokenProcessPool:
        remedy = "The memory may be too small for so many; say --jobs 1. Finished cells are kept."
        raise InputError("batch", None, "a worker process was killed", remedy) from None
    finally:
        with warnings.catch_warnings():  # joblib warns of tasks that nobody waits for: an error has ended the batch
            warnings.simplefilter("ignore", UserWarning)
            found.close()


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Workers that are started meanwhile ignore Ctrl-C, of which each would print a traceback: this process ends them."""
    if threading.current_thread() is not threading.main_thread():  # which alone may say what signals do
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _numbered(number: int, request: Request) -> tuple[int, bytes | InputError]:
    try:
        return number, count_cell(request)
    except UnseenError as error:
        shown = getattr(request, error.which).shown
        return number, FormatError(shown, None, "changed while the batch ran", "Leave the files alone, and run it again.")
