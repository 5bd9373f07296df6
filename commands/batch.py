"""python evaluate.py batch: many corpora, systems and seeds in one table."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import click

from commands import batch_results, cell_store
from commands.batch_plan import Plan, Run, plan_of
from commands.cells import Request
from commands.local_cells import Finished, count_locally
from commands.outputs import OUTPUTS, put, write
from commands.shared import options
from commands.suite import read_suite
from figures import batch_tables, export, result_tables
from loaders.errors import InputError
from metrics.batch.tasks import task_of

Say = Callable[[str], None]
RUNNING = (
    click.option("--jobs", type=click.IntRange(1, 1024), metavar="N", help="Processes; default: one a processor."),
    click.option("--dask", metavar="ADDRESS", help="Count on a Dask cluster instead: tcp://host:8786."),
    click.option("-o", "--output", metavar="DIR", help="A folder for rows (JSON, CSV, Markdown, LaTeX) and tables."),
    click.option(
        "--work", metavar="DIR", help="Where finished cells are kept; default: DIR/cells or, beside the suite, SUITE.cells."
    ),
    click.option("--skip-bad", is_flag=True, help="Go on without runs and units that cannot be read; list and sign them."),
)


@click.command()
@click.argument("suite_file", metavar="SUITE.toml")
@options(RUNNING, OUTPUTS)
def batch(suite_file: str, **given) -> None:
    """Score many systems on many corpora: macro means, ranks, differences to a baseline, seeds.

    \b
    python evaluate.py batch suite.toml
    python evaluate.py batch suite.toml --jobs 8 -o results/
    python evaluate.py batch suite.toml --dask tcp://10.0.0.5:8786 --json rows.json

    \b
    A suite names everything; paths start at its folder:
      task = "ud"                    # coref, typed, ud, span, classify
      baseline = "base"              # default: the first system
      metrics = ["LAS", "UPOS"]      # default: all
      resamples = 1000               # with seed, level, component as well
      [options]                      # of the task: subtypes, match, singletons, unit, ...
      subtypes = false
      [[corpora]]
      name = "harbour"
      gold = "gold/harbour.conllu"   # with language, format as well
      [[systems]]
      name = "base"
      path = "base/{corpus}.conllu"
      [[systems]]
      name = "large"
      path = "large/{corpus}.{seed}.conllu"
      seeds = [1, 2, 3]              # runs of one system

    A system's score is the mean over its seeds; what is resampled are the units (documents, sentences, items) of each corpus
    by itself, the same for all runs, from a seed made of the suite's and the corpus's name: with the seed that a row names, a
    single command draws the same. sd is the standard deviation over seeds. The macro mean is over corpora; whether a
    system is better across them is asked by Wilcoxon's test, within a corpus by approximate randomisation, Holm-corrected
    over the corpora.

    Finished cells (a corpus, a system, a seed) are kept: an interrupted batch goes on, and what has changed (a file, an
    option, the program) is counted anew. The folder may be deleted at any time.
    """
    if given["dask"] and given["jobs"]:
        raise click.UsageError("--dask and --jobs: the cluster has its own workers; give one of the two.")
    suite = read_suite(suite_file)
    say = _lines(given["quiet"])
    plan = plan_of(suite, skip_bad=given["skip_bad"])
    folder = work_folder(given, suite_file)
    cell_store.open_store(folder)
    _make_output(given["output"])
    count_missing(plan, folder, given, say)
    document, heading = batch_results.document(plan, folder)
    tables = batch_tables.batch_tables(document["rows"], suite.baseline, suite.level, document["signature"])
    if given["output"]:
        _write_folder(Path(given["output"]), document, tables)
    if any(given[name] for name in ("json_file", "csv_file", "markdown_file", "latex_file")):
        write(given, document, heading)
    elif not given["output"]:
        click.echo(batch_tables.text(heading, tables, document["rows"]))
        click.echo(document["signature"])


def work_folder(given: dict, suite_file: str) -> Path:
    """Where finished cells are kept."""
    if given["work"]:
        return Path(given["work"])
    path = Path(suite_file)
    return Path(given["output"]) / "cells" if given["output"] else path.with_name(path.stem + ".cells")


def _lines(quiet: bool) -> Say:
    """Says a line on standard error, also where nobody looks: a batch runs long and its log is read later."""
    return (lambda _: None) if quiet else (lambda text: click.echo(text, err=True))


def count_missing(plan: Plan, folder: Path, given: dict, say: Say) -> None:
    """Count the cells that are not there yet. Raises InputError for one that cannot be, unless it may be left out."""
    layouts = task_of(plan.suite.task).layouts
    missing = [run for run in plan.runs if cell_store.stored(folder, run.request.keys, layouts) is None]
    if len(missing) < len(plan.runs):
        say(f"{len(plan.runs) - len(missing)} of {len(plan.runs)} cells are there already, in {folder}")
    if not missing:
        return
    try:
        with closing(_finished(given, [run.request for run in missing], say)) as finished:  # an error ends the workers here
            _count(plan, missing, finished, folder, say)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"Finished cells are kept in {folder}: the same command goes on from there.") from None


def _count(plan: Plan, missing: Sequence[Run], finished: Finished, folder: Path, say: Say) -> None:
    """Keep cells as they are finished. Raises InputError for one that cannot be counted, unless it may be left out."""
    for done, (number, result) in enumerate(finished, 1):
        run = missing[number]
        if isinstance(result, InputError):
            if not plan.skip_bad:
                raise result
            plan.leave_out(run, result)
        else:
            cell_store.store(folder, run.request.key, result)
        say(f"[{done}/{len(missing)}] {run}" + (f": left out, {result}" if isinstance(result, InputError) else ""))


def _finished(given: dict, requests: Sequence[Request], say: Say) -> Finished:
    if given["dask"]:
        from commands.dask_cells import count_on_cluster

        return count_on_cluster(requests, given["dask"], say)
    return count_locally(requests, given["jobs"] or os.cpu_count() or 1)


def _make_output(folder: str | None) -> None:
    try:
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(f"-o: {folder} cannot be made: {error.strerror}.") from None


def _write_folder(folder: Path, document: dict, tables: list) -> None:
    """rows.json, rows.csv, rows.md, rows.tex; table.md and table.tex: corpora × systems for every metric."""
    rows, signature = document["rows"], document["signature"]
    put(str(folder / "rows.json"), export.to_json(document))
    put(str(folder / "rows.csv"), export.to_csv(rows))
    put(str(folder / "rows.md"), export.to_markdown(rows, signature))
    put(str(folder / "rows.tex"), result_tables.to_latex(rows, signature))
    for ending, text in batch_tables.files(tables).items():
        put(str(folder / f"table.{ending}"), text)
