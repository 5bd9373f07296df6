"""Which cells a suite asks for, where their files are, and what is left out."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field

from commands.cells import FileOf, Request, code_digest, file_of
from commands.suite import Suite, SuiteCorpus, SuiteSystem
from loaders.errors import FormatError, InputError


@dataclass(frozen=True)
class Run:
    """One cell: a corpus, a system and one of its seeds ("" for none)."""

    corpus: str
    system: str
    seed: str
    request: Request

    def __str__(self) -> str:
        return said(self.corpus, self.system, self.seed)


def said(corpus: str, system: str, seed: str) -> str:
    """The place of a cell as messages show it."""
    return f"{corpus}, {system}" + (f", seed {seed}" if seed else "")


@dataclass
class Plan:
    """All cells of a suite, corpus by corpus. left_out : by place (corpus, system, seed), why there is no such cell."""

    suite: Suite
    skip_bad: bool
    runs: list[Run] = field(default_factory=list)
    left_out: dict[tuple[str, str, str], InputError] = field(default_factory=dict)

    def leave_out(self, run: Run, error: InputError) -> None:
        """Go on without a cell."""
        self.runs.remove(run)
        self.left_out[run.corpus, run.system, run.seed] = error


def plan_of(suite: Suite, *, skip_bad: bool) -> Plan:
    """The cells of a suite, with the digests of their files.

    Raises FormatError for a file that is not there or cannot be read, naming the suite's key, and how many more there are;
    with skip_bad such cells are left out. Raises it too where no cell is left.
    """
    plan = Plan(suite, skip_bad)
    missing = list(_missing(suite))
    if missing and not skip_bad:
        raise _with_others(missing)
    settings = json.dumps({**suite.settings, "skip_bad": skip_bad}, sort_keys=True)
    for number, corpus in enumerate(suite.corpora):
        _add_corpus(plan, number, corpus, settings)
    if not plan.runs:
        raise next(iter(plan.left_out.values()))
    return plan


def _missing(suite: Suite) -> Iterator[FormatError]:
    """The files that are not there, each with the key that names it."""
    for number, corpus in enumerate(suite.corpora):
        if not _is_there(suite, corpus.gold):
            yield _no_gold(suite, number, corpus)
    for number, system in enumerate(suite.systems):
        for corpus in suite.corpora:
            for seed in system.seeds:
                if not _is_there(suite, system.file(corpus.name, seed)):
                    yield _no_file(suite, number, system, (corpus.name, seed))


def _is_there(suite: Suite, path: str) -> bool:
    return os.path.exists(suite.text.folder / path)


def _no_gold(suite: Suite, number: int, corpus: SuiteCorpus) -> FormatError:
    remedy = "Paths start at the suite's folder."
    return suite.text.error(("corpora", number), "gold", f"no file {corpus.gold}", remedy)


def _no_file(suite: Suite, number: int, system: SuiteSystem, place: tuple[str, str]) -> FormatError:
    corpus, seed = place
    whose = f"{system.name} on {corpus}" + (f", seed {seed}" if seed else "")
    remedy = "Paths start at the suite's folder; --skip-bad leaves out what is missing."
    return suite.text.error(("systems", number), "path", f"no file {system.file(corpus, seed)} ({whose})", remedy)


def _with_others(missing: list[FormatError]) -> FormatError:
    """The first error, and how many more there are."""
    first, more = missing[0], len(missing) - 1
    what = f"{first.what}, and {more} more {'is' if more == 1 else 'are'} missing" if more else first.what
    return FormatError(first.file, first.line, what, first.remedy)


def _add_corpus(plan: Plan, number: int, corpus: SuiteCorpus, settings: str) -> None:
    """The cells of one corpus; all are left out where gold cannot be read."""
    suite = plan.suite
    gold = _file(plan, corpus.gold, corpus.format) if _is_there(suite, corpus.gold) else _no_gold(suite, number, corpus)
    for at, system in enumerate(suite.systems):
        for seed in system.seeds:
            path = system.file(corpus.name, seed)
            if isinstance(gold, InputError):
                found: FileOf | InputError = gold
            elif not _is_there(suite, path):
                found = _no_file(suite, at, system, (corpus.name, seed))
            else:
                found = _file(plan, path, system.format)
            if isinstance(found, InputError):
                plan.left_out[corpus.name, system.name, seed] = found
            else:
                request = Request(suite.task, settings, gold, found, code_digest())
                plan.runs.append(Run(corpus.name, system.name, seed, request))


def _file(plan: Plan, path: str, form: str | None) -> FileOf | InputError:
    try:
        return file_of(plan.suite.text.folder / path, path, form)
    except InputError as error:
        if not plan.skip_bad:
            raise
        return error
