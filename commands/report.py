"""python evaluate.py report: one HTML file with everything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from commands.figure import stated
from commands.outputs import put
from commands.shared import Progress, options

TASKS = ("coref", "crossdoc", "ud", "treebanks", "span", "classify")
FIRST = TASKS[0]


class Report(click.Command):
    """The command, with the options of the task that is asked for."""

    def make_context(self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any):
        """Settle the task before its options are read."""
        task = stated(args) or FIRST
        self.params = parameters(task if task in TASKS else FIRST)
        return super().make_context(info_name, args, parent, **extra)


def parameters(task: str) -> list[click.Parameter]:
    """The options of a task's report."""
    from commands import chosen

    groups = (*chosen.REPORTED[task].options, (chosen.PAIR, *OWN))
    return click.command()(options(*groups)(lambda **_: None)).params


OWN = (
    click.option("--task", type=click.Choice(TASKS), default=FIRST, show_default=True, help="What is compared."),
    click.option("-o", "--output", "output", required=True, metavar="FILE", help="The report, report.html for one."),
    click.option("--title", metavar="TEXT", help="Above it; default: who is compared."),
    click.option("--quiet", is_flag=True, help="No progress on standard error."),
)


@click.command(cls=Report)
def report(**given: Any) -> None:
    """One HTML file with everything: scores, classes, documents, errors in context, figures; it needs no network.

    \b
    python evaluate.py report --gold gold.conllu --pred a.conllu --pred b.conllu -o report.html
    python evaluate.py report --task ud --gold gold.conllu --pred a.conllu -o report.html
    python evaluate.py report --task span --help
    """
    from commands.chosen import studies
    from figures.report.whole import whole

    if not given["output"].lower().endswith((".html", ".htm")) and given["output"] != "-":
        raise click.UsageError(f"-o: a report ends in .html; {Path(given['output']).name} does not.")
    say = Progress(given["quiet"])
    text = whole(studies(given["task"], given, say), given["title"])
    say.done()
    put(given["output"], text)
