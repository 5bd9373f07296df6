"""From the finished cells of a batch to what is written: rows, signature, the report of what was read and left out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from commands import cell_store
from commands.batch_plan import Plan, Run, said
from loaders.errors import FormatError
from metrics import rows
from metrics.batch.cells import Cell
from metrics.batch.combining import combine
from metrics.batch.rows import Draws, Place, Question, Scored, mean_rows, score_corpus, signer
from metrics.batch.tasks import task_of


def question_of(plan: Plan) -> Question:
    """What a suite asks."""
    suite = plan.suite
    names = tuple(system.name for system in suite.systems)
    draws = Draws(suite.resamples, suite.seed, suite.level)
    settings = {**suite.settings, "skip_bad": plan.skip_bad}
    return Question(task_of(suite.task), suite.metrics, names, suite.baseline, settings, draws, suite.component)


def document(plan: Plan, folder: Path) -> tuple[dict[str, Any], str]:
    """What is written, and the lines above a table. Raises InputError where runs do not fit together."""
    question = question_of(plan)
    scored, reports = [], {}
    for corpus in plan.suite.corpora:
        runs = [run for run in plan.runs if run.corpus == corpus.name]
        if runs:
            cells = {_name(run): _cell(run, folder, question) for run in runs}
            needed = question.task.needed(question.metrics)
            combined = combine(corpus.name, cells, needed, every_document=question.task.every_document)
            by_system = {s.name: {r.seed: _name(r) for r in runs if r.system == s.name} for s in plan.suite.systems}
            place = Place(corpus.name, corpus.language, {name: found for name, found in by_system.items() if found})
            scored.append(score_corpus(question, place, combined))
            reports[corpus.name] = report(runs, cells)
    whole = [one for one in scored if one.sampled is not None] or scored
    by_system = {s: list(dict.fromkeys(_name(run) for run in plan.runs if run.system == s)) for s in question.systems}
    sign = signer(question, [one.combined for one in whole], by_system, len(plan.left_out))
    left_out = [{**_place(place), "reason": str(error)} for place, error in plan.left_out.items()]
    of_means = [one.place.name for one in scored if one.sampled is None]
    found = [row for one in scored for row in one.rows] + mean_rows(question, scored, sign)
    alignment = {"corpora": reports, "left_out": left_out, "not_in_means": of_means}
    made = {"signature": sign(None, "", None), "alignment": alignment, "rows": adjusted(found, question)}
    return made, heading(plan, scored)


def _name(run: Run) -> str:
    """A run's name among those of its corpus: no name of a system or seed holds a tab."""
    return f"{run.system}\t{run.seed}" if run.seed else run.system


def _place(place: tuple[str, str, str]) -> dict[str, Any]:
    corpus, system, seed = place
    return {"corpus": corpus, "system": system, "seed": seed or None}


def _cell(run: Run, folder: Path, question: Question) -> Cell:
    found = cell_store.stored(folder, run.request.keys, question.task.layouts)
    if found is None:
        path = cell_store.path_of(folder, run.request.key)
        raise FormatError(str(path), None, "a cell that was just there is gone", "Run the batch again; it counts it anew.")
    return found


def report(runs: list[Run], cells: dict[str, Cell]) -> dict[str, Any]:
    """What gold and every run hold, and what is skipped, by unit with the first reason."""
    reports = [cells[_name(run)].facts["report"] for run in runs]
    systems = [
        {**told["systems"][0], "system": run.system, "seed": run.seed or None, "file": run.request.predicted.shown}
        for run, told in zip(runs, reports, strict=True)
    ]
    skipped: dict[str, dict] = {}
    for told in reports:
        for item in told["skipped"]:
            skipped.setdefault(next(iter(item.values())), item)
    gold = reports[0]["gold"] | {"file": runs[0].request.gold.shown}
    return {"gold": gold, "systems": systems, "skipped": list(skipped.values())}


def adjusted(found: list[dict], question: Question) -> list[dict]:
    """The rows with Holm's correction over the corpora."""
    single = [row for row in found if row["group"]["value"] != rows.MACRO]
    rows.adjusted(single, question.draws.level)
    return found


def heading(plan: Plan, scored: list[Scored]) -> str:
    """The lines above a table: how much there is, and what is left out."""
    units = sum(one.combined.units for one in scored)
    seeds = any(system.seeds != ("",) for system in plan.suite.systems)
    size = f"corpora: {len(scored)}, systems: {len(plan.suite.systems)}, runs: {len(plan.runs)}, units: {units:,}"
    lines = [f"{size}; each corpus is resampled by itself"]
    lines += ["a system's score is the mean over its seeds, ± the standard deviation over them"] if seeds else []
    lines += [f"left out: {said(*place)} ({error})" for place, error in plan.left_out.items()]
    lines += [f"not in the means, for a system has no run there: {one.place.name}" for one in scored if one.sampled is None]
    skipped = [f"{one.combined.skipped:,} in {one.place.name}" for one in scored if one.combined.skipped]
    lines += [f"units skipped for all: {', '.join(skipped)}"] if skipped else []
    return "\n".join(lines)
