"""python evaluate.py errors: which mistakes coreference systems make, and what mending them would bring."""

from __future__ import annotations

from typing import Any

import click
import pandas as pd

from commands.outputs import OUTPUTS, put
from commands.shared import FILES, LABELS, Progress, checked, options, read_all, score_options
from commands.typed import LABEL_FILES, labels_of
from figures import error_tables, export
from metrics import align_systems
from metrics.errors.failures import Analysis, analyse, failures
from metrics.errors.grouped import BY, CLASS
from metrics.errors.links import links
from metrics.errors.sides import kept_groups
from metrics.errors.summary import error_rows, group_rows
from metrics.options import TypedOptions
from metrics.report import alignment_report
from metrics.rows import Labels
from metrics.signing import error_signer
from metrics.typed import evaluation
from metrics.typed.project import Groups, TypedProject, read_sides

UNCERTAIN = score_options((), (), ["document"])[2:5]  # resamples, seed and level
GROUPED = click.option("--by", type=click.Choice(BY), help="What mending every error of one group would bring.")
POLICY = click.option("--singletons", default="keep", type=click.Choice(["keep", "drop"]), show_default=True)
KEPT = ("skip_bad", "resamples", "seed", "level")


@click.command()
@options(FILES, (POLICY, GROUPED, *LABEL_FILES), UNCERTAIN, LABELS[:3], OUTPUTS)
def errors(**given) -> None:
    """Errors of coreference by type, one by one, and what mending each type would bring.

    \b
    python evaluate.py errors --gold gold.conllu --pred a.conllu --pred b.conllu
    python evaluate.py errors --gold gold.conll --pred a.conll --csv errors.csv --json summary.json

    --json holds numbers of errors and scores after mending; --csv one line for each single error; --markdown and --latex
    the numbers. Types after Kummerfeld and Klein (2013); spans are compared word for word.
    """
    checked(given)
    chosen = TypedOptions(**{name: given[name] for name in KEPT})
    say = Progress(given["quiet"])
    gold, systems, names = read_all(given, say)
    project = align_systems(gold, systems, names, skip_bad=given["skip_bad"])
    say("looking for errors")
    whole = read_sides(project, chosen)
    analysis = analyse(whole, given["singletons"])
    say("mending them")
    sign = error_signer(project, chosen, given["singletons"])
    labels = Labels(*(given[name] for name in ("component", "language", "dataset")))
    classes = groups_of(given, whole, analysis, say) if given["csv_file"] or given["by"] == CLASS else None
    found = error_rows(analysis, chosen, labels, sign)
    if given["by"]:
        if given["by"] == CLASS and classes is None:
            raise click.UsageError("--by class: gold has no types, and there are no --labels.")
        say(f"mending by {given['by']}")
        found += group_rows(analysis, given["by"], chosen, labels, sign, classes)
    document = {"signature": sign(None, "", None), "alignment": alignment_report(project), "rows": found}
    say("writing")
    single = [failures(analysis, classes), links(analysis, classes)] if given["csv_file"] else [pd.DataFrame()]
    write(given, document, pd.concat(single, ignore_index=True))
    say.done()


def groups_of(given: dict, whole: TypedProject, analysis: Analysis, say: Progress) -> Groups | None:
    """The classes of all mentions; None where there are no labels."""
    labelling = labels_of(given, whole.project.gold, say)
    if not labelling:
        return None
    groups = evaluation.group(whole, "class", evaluation.assign_labels(whole, labelling, TypedOptions()))
    return kept_groups(whole, analysis.typed, groups)


def write(given: dict, document: dict[str, Any], single: pd.DataFrame) -> None:
    """Every output that is asked for, or the table where none is."""
    makers = {
        "json_file": lambda: export.to_json(document),
        "csv_file": lambda: error_tables.to_csv(single),
        "markdown_file": lambda: error_tables.to_markdown(document["rows"], document["signature"]),
        "latex_file": lambda: error_tables.to_latex(document["rows"], document["signature"]),
    }
    if given["append"]:
        raise click.UsageError("--append: errors are written whole; name another file.")
    wanted = [(given[name], make) for name, make in makers.items() if given[name]]
    if not wanted:
        click.echo(error_tables.to_text(document["rows"]))
        click.echo(document["signature"])
    for path, text in [(path, make()) for path, make in wanted]:
        put(path, text)
