"""python evaluate.py figure NAME: one figure as it goes into a paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from commands.outputs import put, put_bytes
from commands.shared import Progress, options

# Names that mean something in several tasks, the first of which is meant where --task does not say; all others are figures.
SHARED = {
    "overview": {"coref": "overview", "ud": "parsing", "crossdoc": "crossdoc"},
    "documents": {"coref": "documents", "typed": "class-documents", "crossdoc": "topics"},
    "differences": {"typed": "class-differences", "treebanks": "treebanks"},
    "errors": {"errors": "failures", "span": "span-errors"},
    "confusion": {"ud": "confusion", "typed": "class-confusion", "span": "span-confusion", "classify": "label-confusion"},
    "groups": {"ud": "breakdown", "typed": "classes", "span": "span-groups", "classify": "label-groups"},
    "spans": {"span": "span-groups"},
}
ENDINGS = (".pdf", ".svg", ".png")
SAID = {
    "metric": "The score that is shown.",
    "singletons": "What is done with singletons: keep or drop.",
    "by": "The grouping.",
    "order": "The order of rows.",
    "show": "Whose numbers: a system's letter, or difference.",
    "label": "Whose curves: a label; default: all together.",
}


def names() -> dict[str, dict[str, str]]:
    """Every name with the figure that it means in each of its tasks."""
    from figures.studies.registry import STUDIES

    own = {name: {task: name} for task, makers in STUDIES.items() for name in makers}
    return dict(sorted((own | SHARED).items()))


class Figures(click.Group):
    """The figures, each a command with the options of its task."""

    def list_commands(self, _context: click.Context) -> list[str]:
        """Their names."""
        return list(names())

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        """The figure of a name in the first of its tasks."""
        return command(name, next(iter(names()[name]))) if name in names() else None

    def resolve_command(self, context: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """The figure that the arguments ask for; options follow its name."""
        name, task = args[0], stated(args[1:])
        known = names().get(name)
        if known is None and not name.startswith("-"):
            raise click.UsageError(f"no figure '{name}'; there are {', '.join(names())}.")
        if known and task and task not in known:
            raise click.UsageError(f"--task: {name} is a figure of {', '.join(known)}; not of {task}.")
        if known and task:
            return name, command(name, task), args[1:]
        return super().resolve_command(context, args)


def stated(args: Sequence[str]) -> str:
    """The task that --task names, "" without."""
    for k, word in enumerate(args):
        if word == "--task" and k + 1 < len(args):
            return args[k + 1]
        if word.startswith("--task="):
            return word.removeprefix("--task=")
    return ""


def command(name: str, task: str) -> click.Command:
    """The command that draws a figure in a task."""
    from commands.chosen import PAIR, TASKS
    from figures.studies.registry import STUDIES

    tasks = names()[name]
    maker = STUDIES[task][tasks[task]]
    choices = [click.option(f"--{word}", word, default="", metavar=word.upper(), help=SAID[word]) for word in maker.choices]
    which = click.option("--task", type=click.Choice(list(tasks)), default=task, show_default=True, help="Whose figure.")

    def draw(**given: Any) -> None:
        run(tasks[task], task, given)

    decorated = options(*TASKS[task].options, (PAIR, which), choices, sheet_options())(draw)
    example = f"python evaluate.py figure {name} --gold gold --pred a --pred b -o {name}.pdf"
    return click.command(
        name, help=f"{maker.words} ({task}).\n\n\b\n{example}", short_help=f"{maker.words} ({', '.join(tasks)})"
    )(decorated)


def sheet_options() -> tuple[Callable, ...]:
    """What the figure is drawn on."""
    from figures import paper

    return (
        click.option("-o", "--output", "output", required=True, metavar="FILE", help=f"Ends in {', '.join(ENDINGS)}."),
        click.option("--width", default="column", show_default=True, metavar="|".join([*paper.WIDTHS, "INCHES"])),
        click.option("--height", type=float, metavar="INCHES", help="Default: as the figure needs."),
        click.option("--style", type=click.Choice(list(paper.STYLES)), default="acl", show_default=True, help="Typeface."),
        click.option("--font-size", type=float, default=paper.Sheet.size, show_default=True, metavar="POINTS"),
        click.option("--legend", type=click.Choice(paper.LEGENDS), default=paper.Sheet.legend, show_default=True),
        click.option("--grey", is_flag=True, help="For grey print."),
        click.option(
            "--caption", default="-", metavar="FILE", help="The caption; LaTeX if it ends in .tex; - is standard output."
        ),
        click.option("--quiet", is_flag=True, help="No progress on standard error."),
    )


def run(figure: str, task: str, given: dict) -> None:
    """Draw a figure, write it and its caption."""
    from commands.chosen import chosen
    from figures.studies.registry import STUDIES

    kind, sheet, width = paper_of(given)
    say = Progress(given["quiet"])
    found = chosen(task, given, say)
    shown = exhibited(STUDIES[task][figure], found, given)
    say("drawing")
    try:
        data = shown.render(width, kind, sheet)
    except ValueError as error:
        raise click.UsageError(f"{error}.") from None
    say.done()
    if unwritten := shown.unwritten(sheet.style):
        click.echo(f"Warning: {unwritten}", err=True)
    put_bytes(given["output"], data)
    put(given["caption"], caption(shown, given["caption"], width))


def paper_of(given: dict) -> tuple[str, Any, str]:
    """Kind of file, sheet and width that are asked for; a usage error before anything is read."""
    from figures import paper

    ending = Path(given["output"]).suffix.lower()
    if ending not in ENDINGS:
        raise click.UsageError(f"-o: a figure ends in {', '.join(ENDINGS)}; {given['output']} does not.")
    sheet = paper.Sheet(
        height=given["height"], size=given["font_size"], style=given["style"], legend=given["legend"], grey=given["grey"]
    )
    try:
        paper.inches(given["width"])
        paper.checked(sheet)
    except ValueError as error:
        raise click.UsageError(f"{error}.") from None
    return ending[1:], sheet, given["width"]


def exhibited(maker: Any, found: Any, given: dict) -> Any:
    """The exhibit; a usage error where there is nothing to be drawn."""
    from figures.studies.exhibit import NotShownError, View, exhibit

    try:
        return exhibit(maker, found, View(**{word: given[word] for word in maker.choices}))
    except NotShownError as error:
        raise click.UsageError(str(error)) from None


def caption(shown: Any, path: str, width: str) -> str:
    """The caption as the file's ending wants it."""
    from figures import paper_captions

    write = paper_captions.tex if path.endswith(".tex") else paper_captions.plain
    return write(shown.caption(width), shown.signature)


@click.command(cls=Figures)
def figure() -> None:
    """One figure as it goes into a paper: PDF, SVG or PNG, as the page Paper draws it.

    \b
    python evaluate.py figure overview --gold gold.conllu --pred a.conllu --pred b.conllu -o overview.pdf
    python evaluate.py figure overview --task ud --gold gold.conllu --pred a.conllu -o parsing.svg --width text
    python evaluate.py figure classes --gold gold.conllu --pred a.conllu --pred b.conllu --by "mention type" -o classes.png
    python evaluate.py figure classes --help
    """
