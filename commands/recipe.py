"""python evaluate.py typed --recipe: what new data would help the last of the systems."""

from __future__ import annotations

from pathlib import Path

import click

from figures import recipe
from metrics.options import TypedOptions
from metrics.typed.diagnosis import find
from metrics.typed.evaluation import Grouped
from metrics.typed.project import TypedProject
from metrics.typed.recipe import RecipeOptions, make_recipe

WRITERS = {".md": recipe.to_markdown, ".json": recipe.to_json}
OPTION = click.option(
    "--recipe",
    "recipe_file",
    metavar="FILE",
    help="Also write a data recipe for the last system: what to annotate next. Ends in .md or .json.",
)


def checked_suffix(path: str | None) -> None:
    """A usage error for a recipe's file that is neither Markdown nor JSON."""
    if path and Path(path).suffix.lower() not in WRITERS:
        raise click.UsageError(f"--recipe: {path} must end in {' or '.join(WRITERS)}.")


def recipe_text(path: str, made: TypedProject, grouped: Grouped, options: TypedOptions, signed: tuple[str, str]) -> str:
    """The recipe as its file's ending says. signed : where groups come from, and the signature.

    Of several systems it is the last one's; what it says of shared losses is by comparison with the first.
    """
    found = find(made, grouped.groups, grouped.counts, options, tuple(dict.fromkeys([made.names[0], made.names[-1]])))
    labels, signature = signed
    wanted = RecipeOptions(made.names[-1])
    return WRITERS[Path(path).suffix.lower()](make_recipe(found, wanted, labels=labels, signature=signature))
