"""Cells counted by the workers of a Dask cluster.

A request goes out with the paths of its files. A worker that does not see the very same files (by their digest) says so,
and is then sent them as bytes, in pieces. Pieces are tasks like any other, so that the scheduler can repeat whatever a lost
worker held; results are count tables.
"""

from __future__ import annotations

import importlib.util
import logging
import queue
import re
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from commands.cells import FileOf, Request, UnseenError, count_cell, packed
from commands.local_cells import Finished
from loaders.errors import FormatError, InputError

NEEDED = ("dask", "distributed")
PIECE = 4 << 20  # bytes of a file that are sent at once
AHEAD = 2  # requests out for each thread of the cluster: enough to keep it busy, few enough to hold their files
TRIES = 5  # of one cell, whose task or files are lost with the worker each time
ADDRESS = re.compile(r"[a-z]+://\S+:[0-9]{1,5}")
WAIT = 15.0  # seconds for the scheduler and for a first worker
ALONE = 60.0  # seconds without any worker until the batch gives up
LOOK = 2.0  # seconds between looks at the cluster

Say = Callable[[str], None]


def check_installed() -> None:
    """Raises InputError where a library is missing, saying which and how to get it."""
    for library in NEEDED:
        if importlib.util.find_spec(library) is None:
            remedy = "Install what a cluster needs: pip install -r requirements-dask.txt."
            raise InputError("--dask", None, f"{library} is not installed", remedy)


def count_on_cluster(requests: Sequence[Request], address: str, say: Say) -> Finished:
    """(number of the request, its cell or what is wrong with it), in whatever order they are finished.

    Raises InputError where the cluster cannot be reached, has no workers, or loses them time and again.
    """
    check_installed()
    client = _connected(address)
    try:
        say(f"{address}: {len(_threads(client))} workers")
        yield from _Cluster(client, address, requests).finished()
    finally:
        client.close(timeout=5)


def _connected(address: str) -> Any:
    from distributed import Client

    if not ADDRESS.fullmatch(address):  # a Client that cannot even begin takes a minute to end
        raise InputError(address, None, "no address of a scheduler", "It looks like tcp://HOST:8786.")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what is lost is said in our own words
    try:
        client = Client(address, timeout=WAIT, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        what = f"no scheduler answers: {str(error).splitlines()[0] if str(error) else type(error).__name__}"
        raise InputError(address, None, what, "Start one (dask scheduler), and name it as tcp://HOST:8786.") from None
    try:
        client.wait_for_workers(1, timeout=WAIT)
    except TimeoutError:
        client.close(timeout=5)
        raise _no_workers(address) from None
    return client


def _no_workers(address: str) -> InputError:
    remedy = f"Start some in a copy of this folder: PYTHONPATH=. dask worker {address}. Finished cells are kept."
    return InputError(address, None, "the scheduler has no workers", remedy)


def _threads(client: Any) -> dict[str, int]:
    """The threads of every worker."""
    return client.nthreads()


def count_sent(request: Request, sent: Mapping[str, tuple[str, list[bytes]]]) -> bytes | InputError:
    """count_cell() of files that come in pieces, on a worker."""
    return count_cell(request, {side: (name, b"".join(pieces)) for side, (name, pieces) in sent.items()})


def piece(data: bytes) -> bytes:
    """A piece of a file, on a worker."""
    return data


class _Cluster:
    """Requests on their way. sent : the sides that a request's worker did not see. tries : how often it was lost."""

    def __init__(self, client: Any, address: str, requests: Sequence[Request]):
        self.client, self.address, self.requests = client, address, requests
        self.done: queue.Queue = queue.Queue()
        self.sent: dict[int, set[str]] = {}
        self.tries: dict[int, int] = {}
        self.futures: dict[int, Any] = {}
        self.pieces: dict[str, tuple[str, list]] = {}  # of the last gold, for all cells of its corpus
        self.seen_worker = time.monotonic()

    def finished(self) -> Finished:
        """The cells as they are finished; a few more than can be counted at once are out at any time."""
        waiting = list(range(len(self.requests)))[::-1]
        while waiting or self.futures:
            while waiting and len(self.futures) < AHEAD * max(sum(_threads(self.client).values()), 1):
                self._submit(waiting.pop())
            number, future = self._next()
            result = self._result(number, future)
            if result is not None:
                yield number, result

    def _submit(self, number: int) -> None:
        request = self.requests[number]
        sent = {side: self._pieces(getattr(request, side), side) for side in sorted(self.sent.get(number, ()))}
        # A key of its own, so that nothing stale is taken for it; earlier requests first, so that corpora follow each other.
        key = f"cell-{request.key}-{len(sent)}-{self.tries.get(number, 0)}-{id(self)}"
        future = self.client.submit(count_sent, request, sent, key=key, priority=-number, pure=False)
        self.futures[number] = future
        future.add_done_callback(lambda done, number=number: self.done.put((number, done)))

    def _pieces(self, file: FileOf, side: str) -> tuple[str, list]:
        """A file's name and its pieces on the cluster; gold's are kept until another gold is sent."""
        if side == "gold" and file.digest in self.pieces:
            return self.pieces[file.digest]
        name, data = packed(file)
        keys = [f"piece-{file.digest}-{start}-{id(self)}" for start in range(0, max(len(data), 1), PIECE)]
        parts = [data[start : start + PIECE] for start in range(0, max(len(data), 1), PIECE)]
        found = name, [self.client.submit(piece, part, key=key, pure=False) for part, key in zip(parts, keys, strict=True)]
        if side == "gold":
            self.pieces = {file.digest: found}
        return found

    def _next(self) -> tuple[int, Any]:
        """The next request that is through; raises InputError where the cluster is gone or stays without workers."""
        while True:
            try:
                return self.done.get(timeout=LOOK)
            except queue.Empty:
                self._look()

    def _look(self) -> None:
        if self.client.status != "running":
            raise InputError(self.address, None, "the scheduler went away", "Finished cells are kept: run the batch again.")
        if _threads(self.client):
            self.seen_worker = time.monotonic()
        elif time.monotonic() - self.seen_worker > ALONE:
            raise _no_workers(self.address)

    def _result(self, number: int, future: Any) -> bytes | InputError | None:
        """A cell; None where its request is out again."""
        if self.futures.get(number) is not future:
            return None
        del self.futures[number]
        if future.status == "finished":
            return future.result()
        error = future.exception() if future.status == "error" else None
        if isinstance(error, UnseenError):
            return self._send(number, error.which)
        return self._again(number, error)

    def _send(self, number: int, side: str) -> FormatError | None:
        """Submit a request once more, with a file whose worker does not see it."""
        file: FileOf = getattr(self.requests[number], side)
        if side in self.sent.setdefault(number, set()):
            return FormatError(file.shown, None, "changed while the batch ran", "Leave the files alone, and run it again.")
        self.sent[number].add(side)
        self._submit(number)
        return None

    def _again(self, number: int, error: BaseException | None) -> None:
        """Submit a request once more whose worker was lost; raises InputError for what another try would not mend."""
        self._look()
        self.tries[number] = self.tries.get(number, 0) + 1
        if error is not None and type(error).__name__ != "KilledWorker":
            what = f"a worker cannot count: {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
            raise InputError(self.address, None, what, "Start workers in a copy of this folder, with its requirements.")
        if self.tries[number] >= TRIES or error is not None:
            what = f"every worker that counts {self.requests[number].predicted.shown} is lost"
            raise InputError(self.address, None, what, "Their memory may be too small; finished cells are kept.")
        self._submit(number)
