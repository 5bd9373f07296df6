"""python evaluate.py typed: coreference by semantic class or any other grouping of mentions."""

from __future__ import annotations

import click

from commands.coref import read_project
from commands.outputs import OUTPUTS, put, write
from commands.recipe import OPTION, checked_suffix, recipe_text
from commands.shared import FILES, LABELS, Progress, checked, chosen_metrics, options, read, score_options
from loaders import Corpus
from loaders.maps import read_map
from metrics.macro import MACRO
from metrics.options import TypedOptions
from metrics.report import alignment_report
from metrics.rows import Comparison, Labels
from metrics.signing import typed_signer
from metrics.typed import evaluation
from metrics.typed.checking import check_labels, noise_effect
from metrics.typed.counts import POLICIES, SCOPES, TYPED_METRICS
from metrics.typed.groupings import CLASS, GROUPINGS, NoGroupsError
from metrics.typed.labels import label_spans
from metrics.typed.project import MICRO, Labelled, TypedProject, read_sides
from metrics.typed.report import records, typed_report
from metrics.typed.rows import score_groups, typed_rows

ORDER = tuple(TYPED_METRICS)
LABEL_FILES = (
    click.option("--labels", metavar="FILE", help="Labelled spans of the same text; default: the types that gold gives."),
    click.option("--labels-pred", metavar="FILE", help="Labelled spans for the systems' mentions, where they are others."),
    click.option("--map", "map_file", metavar="MAP", help="Other names for labels: a file of two columns, or a shipped map."),
)
WHOSE = (
    *LABEL_FILES,
    click.option("--threshold", default=0.5, show_default=True, type=click.FloatRange(0, 1, max_open=True)),
    click.option("--policy", default="gold-first", show_default=True, type=click.Choice(list(POLICIES))),
    click.option("--link-mentions", default="own", show_default=True, type=click.Choice(list(SCOPES))),
    click.option("--labels-check", metavar="FILE", help="Checked labels: how right are the assigned ones?"),
    click.option(
        "--label-noise", type=click.FloatRange(0, 1), metavar="P", help="How far scores move if labels are wrong so often: 0.1."
    ),
)
OPTIONS = ("threshold", "policy", "link_mentions", "skip_bad", "resamples", "seed", "level")


@click.command()
@options(FILES, WHOSE, score_options(ORDER, [CLASS, *GROUPINGS], ["document"]), LABELS[:3], (OPTION,), OUTPUTS)
def typed(**given) -> None:
    """Score coreference by semantic class: typed Mention F1 and Link F1.

    \b
    python evaluate.py typed --gold gold.conllu --pred a.conllu --pred b.conllu
    python evaluate.py typed --gold gold.conll --pred a.conll --labels spans.jsonl --json classes.json
    python evaluate.py typed --gold gold.conllu --pred before.conllu --pred after.conllu --by "mention type"
    python evaluate.py typed --gold gold.conllu --pred a.conllu --recipe recipe.md

    Differences of links range over the mentions that gold and all systems share, whatever --link-mentions says.
    """
    metrics = chosen_metrics(given["metric_names"], TYPED_METRICS, ORDER)
    checked(given)
    checked_suffix(given["recipe_file"])
    chosen = TypedOptions(**{name: given[name] for name in OPTIONS})
    say = Progress(given["quiet"])
    made = read_sides(read_project(given, say), chosen)
    say("counting by group")
    labelling = labels_of(given, made.project.gold, say)
    labelled = labelling and evaluation.assign_labels(made, labelling, chosen)
    grouped = count_by(given["by"], made, labelled, chosen)
    found = score_groups(grouped.counts, grouped.compared, chosen, metrics)
    sign = typed_signer(made.project, grouped.counts, chosen, labelling.sign if grouped.groups.by == CLASS else grouped.groups.by)
    labels = Labels(*(given[k] for k in ("component", "language", "dataset")))
    comparison = Comparison(made.names, grouped.counts, chosen, sign, match="exact", labels=labels)
    report = typed_report(made, grouped.groups, labelling, labelled)
    if given["labels_check"]:
        report["labels_check"] = checked_labels(given, made, labelled, say)
    if given["recipe_file"]:
        signed = (labelling.name if grouped.groups.by == CLASS else grouped.groups.by, sign(None, "", None))
        recipe = recipe_text(given["recipe_file"], made, grouped, chosen, signed)
    if given["label_noise"] is not None:
        report["label_noise"] = noise(given, made, labelling, chosen, say)
    say.done()
    document = {"signature": sign(None, "", None), "alignment": alignment_report(made.project) | report}
    write(given, document | {"rows": typed_rows(comparison, found, grouped.groups.by)}, title(made, report))
    if given["recipe_file"]:
        put(given["recipe_file"], recipe)


def labels_of(given: dict, gold: Corpus, say: Progress) -> evaluation.Labelling | None:
    """The label set of the options."""
    files = {name: given[name] for name in ("labels", "labels_pred")}
    if files["labels_pred"] and not files["labels"]:
        raise click.UsageError("--labels-pred needs --labels, the labels of gold's mentions.")
    ours, theirs = (read_spans(given, path, say) if path else None for path in files.values())
    mapping = (given["map_file"], read_map(given["map_file"])) if given["map_file"] else None
    return evaluation.read_labelling(gold, ours, theirs, mapping)


def read_spans(given: dict, path: str, say: Progress) -> Corpus:
    """A file of labelled spans, whose format is detected."""
    return read(given | {"gold_format": None, "pred_format": None}, path, "gold", say)


def count_by(by: str | None, made: TypedProject, labelled: Labelled | None, chosen: TypedOptions) -> evaluation.Grouped:
    """The counts of the grouping asked for; a usage error where the corpus lacks what it needs."""
    try:
        by = by or evaluation.default_grouping(made, labelled)
        return evaluation.count(made, evaluation.group(made, by, labelled), chosen)
    except NoGroupsError as error:
        raise click.UsageError(f"--by {by or CLASS}: {error}") from None


def checked_labels(given: dict, made: TypedProject, labelled: Labelled | None, say: Progress) -> list[dict]:
    """How right the labels of gold's mentions are, as rows."""
    if labelled is None:
        raise click.UsageError("--labels-check: there are no labels to check; give --labels, or types in gold.")
    spans = label_spans(made.project.gold, read_spans(given, given["labels_check"], say))
    return records(check_labels(made, labelled, spans))


def noise(
    given: dict, made: TypedProject, labelling: evaluation.Labelling | None, chosen: TypedOptions, say: Progress
) -> list[dict]:
    """How far scores by class move when labels are wrong, as rows."""
    if labelling is None:
        raise click.UsageError("--label-noise: there are no labels to be wrong; give --labels, or types in gold.")
    say("making labels wrong")
    return records(noise_effect(made, labelling.ours, chosen, given["label_noise"]))


def title(made: TypedProject, report: dict) -> str:
    """The lines above a table: what was compared, and on what it rests."""
    gold = made.project.gold
    lines = [f"{gold.name}: {len(gold.documents):,} documents, {len(made.gold.mentions):,} mentions"]
    for shared in report["shared"]:
        lines.append(f"{shared['system']}: {shared['shared']:,} of its {shared['predicted']:,} mentions are gold's")
    for row in report["coverage"]:
        if row["side"] == "gold":
            lines.append(
                f"{row['labels']}: {row['before']:.1f} % of gold's mentions labelled, {row['after']:.1f} % after propagation"
            )
    if report["labels_check"]:
        lines += [
            f"labels checked, {row['level']}, {row['labels']}: F1 {row['f1']:.2f}"
            for row in report["labels_check"]
            if row["class"] is None
        ]
    for row in report.get("label_noise", []):
        if row["group"] in (MICRO, MACRO) and row["mean"] is not None:
            moved = f"{row['score']:.2f} becomes {row['mean']:.2f} ({row['lowest']:.2f} to {row['highest']:.2f})"
            lines.append(f"labels wrong at random, {row['system']}, {row['group']} {row['metric']} F1: {moved}")
    return "\n".join(lines)
