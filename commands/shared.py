"""What all commands share: options, reading with progress, names and choices."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

import click

from loaders import FORMATS, Corpus, ReadOptions, load, stem
from metrics.counting import unique_names
from metrics.metric import Metric
from metrics.options import LEVEL, SEED
from metrics.report import change_counts
from metrics.rows import Labels
from metrics.tasks.asking import OptionError, check_uncertainty, known_metrics


def options(*groups: Sequence[Callable]) -> Callable:
    """One decorator of many options, in the order in which they are given; an OptionError ends in a message on usage."""

    def decorate(command: Callable) -> Callable:
        @wraps(command)
        def function(**given) -> None:
            try:
                command(**given)
            except OptionError as error:
                raise click.UsageError(f"--{error}") from None

        for option in reversed([option for group in groups for option in group]):
            function = option(function)
        return function

    return decorate


class Finite(click.types.FloatParamType):
    """A number that can be counted with: nan lies in every range, as comparisons go."""

    name = "number"

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> float:
        """The number; a usage error for nan and infinity."""
        number = super().convert(value, parameter, context)
        if not math.isfinite(number):
            self.fail(f"{value} is no finite number.", parameter, context)
        return number


class FiniteRange(Finite, click.FloatRange):
    """A number of a range."""


FILES = (
    click.option("--gold", required=True, metavar="FILE", help="Gold: a file, folder, zip or .gz."),
    click.option("--pred", "preds", required=True, multiple=True, metavar="FILE", help="A system; may be repeated."),
    click.option(
        "--name", "names", multiple=True, metavar="NAME", help="Names of the systems, in order; default: the files' stems."
    ),
    click.option("--format", "pred_format", type=click.Choice(list(FORMATS)), help="Format of all files, instead of detection."),
    click.option("--gold-format", type=click.Choice(list(FORMATS)), help="Format of gold, where it differs."),
    click.option("--skip-bad", is_flag=True, help="Go on without what cannot be read or aligned; list and sign it."),
)


def score_options(order: Sequence[str], groupings: Sequence[str], units: Sequence[str]) -> tuple[Callable, ...]:
    """The options of a task's scores and their uncertainty; the first unit is the default."""
    return (
        click.option("--metrics", "metric_names", metavar="A,B", help=f"A choice of {', '.join(order)}; in any case, b3 for B³."),
        click.option("--by", type=click.Choice(list(groupings)), help="Rows for each group too."),
        click.option("--resamples", default=1000, show_default=True, help="Of the bootstrap and the randomisation; 0 for none."),
        click.option("--seed", default=SEED, show_default=True, type=click.IntRange(0, 2**64 - 1), help="Of all draws."),
        click.option("--level", default=LEVEL, show_default=True, type=FiniteRange(0.5, 0.9999), help="Of the intervals."),
        click.option("--unit", default=units[0], type=click.Choice(list(units)), show_default=True, help="What is resampled."),
    )


LABELS = (
    click.option("--component", help="Written into every row."),
    click.option("--language", help="Written into every row."),
    click.option("--dataset", help="Written into every row."),
    click.option("--reference", metavar="M=V,M=V", help="Published scores in points, to compare with: CoNLL=73.0."),
    click.option("--reference-source", metavar="TEXT", help="Where the reference comes from."),
    click.option("--ref-pred", metavar="FILE", help="The reference's predictions: it is then scored, with intervals."),
)


def checked(given: dict) -> None:
    """Raise OptionError for a number of resamples or a level on which no interval can rest."""
    check_uncertainty(given["resamples"], given["level"])


def chosen_metrics(
    names: str | None, registry: Mapping[str, Metric], order: Sequence[str], option: str = "metrics"
) -> tuple[str, ...]:
    """The metrics of a comma-separated choice, in any case; raises OptionError that lists what there is."""
    if not names:
        return tuple(order)
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    found, unknown = known_metrics(wanted, registry)
    if unknown or not found:
        raise OptionError(option, f"no metric '{', '.join(unknown)}'; there are {', '.join(order)}.")
    return found


def read_labels(given: dict, registry: Mapping[str, Metric], order: Sequence[str]) -> Labels:
    """What a user says of a comparison, its reference scores by metric."""
    found = {}
    for item in (given["reference"] or "").split(","):
        name, _, value = item.partition("=")
        if not item.strip():
            continue
        metric = chosen_metrics(name or " ", registry, order, "reference")[0]
        try:
            found[metric] = points = float(value)
        except ValueError:
            points = math.nan
        if not 0 <= points <= 100:
            raise click.UsageError(f"--reference: '{item}' is not METRIC=POINTS, from 0 to 100, as in {order[0]}=73.0.")
    return Labels(*(given[k] for k in ("component", "language", "dataset")), found, given["reference_source"])


class Progress:
    """One line on standard error that says what is being done; nothing when quiet or when nobody looks."""

    def __init__(self, quiet: bool):
        self.shown = not quiet and sys.stderr.isatty()

    def __call__(self, text: str) -> None:
        """Replace the line."""
        if self.shown:
            click.echo(f"\r\x1b[K{text}", nl=False, err=True)

    def done(self) -> None:
        """Clear the line."""
        self("")


def read(given: dict, path: str, role: str, say: Progress, **further) -> Corpus:
    """One corpus, with progress. further : reading options of a task."""
    say(f"reading {path}")
    return load(path, options=reading(given, role, **further))


def read_all(given: dict, say: Progress, **further) -> tuple[Corpus, list[Corpus], tuple[str, ...]]:
    """Gold, the systems and their names. further : as in read()."""
    gold = read(given, given["gold"], "gold", say, **further)
    systems = [read(given, path, "predicted", say, **further) for path in given["preds"]]
    return gold, systems, system_names(given["names"], given["preds"], systems)


def read_reference(given: dict, say: Progress, **further) -> Corpus | None:
    """The predictions of --ref-pred, None without it. further : as in read()."""
    return read(given, given["ref_pred"], "predicted", say, **further) if given["ref_pred"] else None


def reading(given: dict, role: str, **further) -> ReadOptions:
    """How a file is read. further : reading options of a task."""
    stated = given["gold_format"] or given["pred_format"] if role == "gold" else given["pred_format"]
    return ReadOptions(format=stated, role=role, skip_bad=given["skip_bad"], **further)


def changed(report: dict) -> list[str]:
    """Lines about what language models changed in gold's text, from an alignment report."""
    return [f"{system['system']}: {change_counts(system['changes'])}" for system in report["systems"] if system["changes"]]


def system_names(names: Sequence[str], paths: Sequence[str], systems: Sequence[Corpus]) -> tuple[str, ...]:
    """The names given, or the corpora's made unique by their folders."""
    _check_names(names, paths)
    return tuple(names) or unique_names([s.name for s in systems], _folders(paths))


def path_names(names: Sequence[str], paths: Sequence[str]) -> tuple[str, ...]:
    """The names given, or the paths' stems made unique by their folders."""
    _check_names(names, paths)
    return tuple(names) or unique_names([stem(path) for path in paths], _folders(paths))


def _folders(paths: Sequence[str]) -> list[str]:
    return [Path(path).resolve().parent.name for path in paths]


def _check_names(names: Sequence[str], paths: Sequence[str]) -> None:
    if names and len(names) != len(paths):
        raise click.UsageError(f"--name: {len(names)} names for {len(paths)} systems; give one for each.")
    if names and len(set(names)) < len(names):
        raise click.UsageError("--name: two systems have the same name.")
    if not all(any(sign.isprintable() and not sign.isspace() for sign in name) for name in names):
        raise click.UsageError("--name: a name is empty; give one that can be seen.")
