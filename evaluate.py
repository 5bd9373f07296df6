"""The command line: scores of systems against gold, with intervals, differences and signatures.

python evaluate.py COMMAND [OPTIONS]; `--help` says everything. Exit status 0; 1 for input that cannot be read or
aligned; 2 for wrong usage.
"""

from __future__ import annotations

import math
import os
import sys

# Threads cost more than they bring on products this small; this must stand before NumPy loads.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import click

from figures import export
from loaders import FORMATS, Corpus, InputError, ReadOptions, load
from metrics import METRICS, CoreferenceOptions, Project, align_systems, count_systems, default_match, resampled, results, rows
from metrics.counting import unique_names
from metrics.options import LEVEL, SEED
from metrics.report import alignment_report
from metrics.resampling import MIN_RESAMPLES

PLAIN_NAMES = {"b3": "B³", "bcub": "B³"}
POLICIES = {"keep": ("keep",), "drop": ("drop",), "both": ("keep", "drop")}
MOST_RESAMPLES = 1_000_000
ORDER = ("CoNLL", "MUC", "B³", "CEAFe", "CEAFm", "LEA", "BLANC", "MOR", "mentions")


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
def main() -> None:
    """Compare systems with gold: every score with its interval, its difference and its signature."""


def options(*groups: Sequence[Callable]) -> Callable:
    """One decorator of many options, in the order in which they are given."""

    def decorate(function: Callable) -> Callable:
        for option in reversed([option for group in groups for option in group]):
            function = option(function)
        return function

    return decorate


FILES = (
    click.option("--gold", required=True, metavar="FILE", help="Gold: a file, folder, zip or .gz."),
    click.option("--pred", "preds", required=True, multiple=True, metavar="FILE", help="A system; may be repeated."),
    click.option(
        "--name", "names", multiple=True, metavar="NAME", help="Names of the systems, in order; default: the files' stems."
    ),
    click.option("--format", "pred_format", type=click.Choice(list(FORMATS)), help="Format of all files, instead of detection."),
    click.option("--gold-format", type=click.Choice(list(FORMATS)), help="Format of gold, where it differs."),
    click.option("--ends", type=click.Choice(["inclusive", "exclusive"]), help="Ends of the spans in JSON lines."),
    click.option("--skip-bad", is_flag=True, help="Go on without what cannot be read or aligned; list and sign it."),
)
SCORES = (
    click.option("--metrics", "metric_names", metavar="A,B", help=f"A choice of {', '.join(ORDER)}; in any case, b3 for B³."),
    click.option("--by", type=click.Choice(list(rows.GROUPINGS)), help="Rows for each group too."),
    click.option("--resamples", default=1000, show_default=True, help="Of the bootstrap and the randomisation; 0 for none."),
    click.option("--seed", default=SEED, show_default=True, type=click.IntRange(0, 2**64 - 1), help="Of all draws."),
    click.option("--level", default=LEVEL, show_default=True, type=click.FloatRange(0.5, 0.9999), help="Of the intervals."),
    click.option("--unit", default="document", type=click.Choice(["document"]), show_default=True, help="What is resampled."),
)
LABELS = (
    click.option("--component", help="Written into every row."),
    click.option("--language", help="Written into every row."),
    click.option("--dataset", help="Written into every row."),
    click.option("--reference", metavar="M=V,M=V", help="Published scores in points, to compare with: CoNLL=73.0."),
    click.option("--reference-source", metavar="TEXT", help="Where the reference comes from."),
    click.option("--ref-pred", metavar="FILE", help="The reference's predictions: it is then scored, with intervals."),
)
OUTPUTS = (
    click.option("--json", "json_file", metavar="FILE", help="- is standard output, here and below."),
    click.option("--csv", "csv_file", metavar="FILE"),
    click.option("--markdown", "markdown_file", metavar="FILE"),
    click.option("--latex", "latex_file", metavar="FILE"),
    click.option("--append", is_flag=True, help="Add to existing JSON, CSV and Markdown files instead of replacing them."),
    click.option("--quiet", is_flag=True, help="No progress on standard error."),
)
MATCHING = (
    click.option(
        "--match", type=click.Choice(["exact", "head", "partial"]), help="Default: head where gold's heads are known, else exact."
    ),
    click.option("--zero-match", default="dependent", type=click.Choice(["dependent", "linear"]), show_default=True),
    click.option("--singletons", default="both", type=click.Choice(list(POLICIES)), show_default=True),
)


@main.command()
@options(FILES, MATCHING, SCORES, LABELS, OUTPUTS)
def coref(**given) -> None:
    """Score coreference systems against gold.

    \b
    python evaluate.py coref --gold gold.conllu --pred a.conllu --pred b.conllu
    python evaluate.py coref --gold gold.conll --pred a.jsonl --metrics CoNLL,LEA --json scores.json
    """
    metrics = chosen_metrics(given["metric_names"])
    check_resamples(given["resamples"])
    if math.isnan(given["level"]):  # within every range, as comparisons go
        raise click.UsageError("--level: nan is no level; say 0.95, for one.")
    reference = read_reference(given["reference"])
    say = Progress(given["quiet"])
    gold = read(given, given["gold"], "gold", say)
    systems = [read(given, path, "predicted", say) for path in given["preds"]]
    names = system_names(given["names"], given["preds"], systems)
    project = align_systems(gold, systems, names, skip_bad=given["skip_bad"])
    reference_project, project = align_reference(given, project, say)
    chosen = coreference_options(given, gold)
    say(f"counting {len(systems)} system{'s' * (len(systems) > 1)} over {len(gold.documents)} documents")
    policies = POLICIES[given["singletons"]]
    labels = rows.Labels(*(given[k] for k in ("component", "language", "dataset")), reference, given["reference_source"])
    counts = count_systems(project, chosen, policies)
    reference_scores = reference_project and results.scores(count_systems(reference_project, chosen, policies), chosen)
    comparison = rows.Comparison(project, counts, chosen, labels, reference_scores)
    sums = resampled(counts, chosen, lambda done, total: say(f"resampling {done:,} of {total:,}"))
    found = rows.rows(comparison, metrics, given["by"], sums)
    say.done()
    overall = rows.row_signature(comparison, None, ",".join(policies))
    report = alignment_report(project)
    write(given, {"signature": overall, "alignment": report, "rows": found}, title(comparison, report))


def chosen_metrics(names: str | None, option: str = "--metrics") -> tuple[str, ...]:
    """The metrics of a comma-separated choice, in any case; raises a usage error that lists what there is."""
    if not names:
        return ORDER
    known = {name.lower(): name for name in METRICS} | PLAIN_NAMES
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    unknown = [name for name in wanted if name.lower() not in known]
    if unknown or not wanted:
        raise click.UsageError(f"{option}: no metric '{', '.join(unknown)}'; there are {', '.join(ORDER)}.")
    return tuple(dict.fromkeys(known[name.lower()] for name in wanted))


def check_resamples(number: int) -> None:
    """A usage error for a number of resamples on which no interval can rest."""
    if number and not MIN_RESAMPLES <= number <= MOST_RESAMPLES:
        raise click.UsageError(f"--resamples: {MIN_RESAMPLES} to {MOST_RESAMPLES:,}, or 0 for no intervals; not {number}.")


def read_reference(text: str | None) -> dict[str, float]:
    """The published scores of --reference, by metric."""
    found = {}
    for item in (text or "").split(","):
        name, _, value = item.partition("=")
        if not item.strip():
            continue
        try:
            found[chosen_metrics(name or " ", "--reference")[0]] = points = float(value)
        except ValueError:
            points = math.nan
        if not math.isfinite(points):
            raise click.UsageError(f"--reference: '{item}' is not METRIC=POINTS, as in CoNLL=73.0.")
    return found


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


def read(given: dict, path: str, role: str, say: Progress) -> Corpus:
    """One corpus, with progress."""
    say(f"reading {path}")
    stated = given["gold_format"] or given["pred_format"] if role == "gold" else given["pred_format"]
    return load(path, options=ReadOptions(stated, given["ends"], role, given["skip_bad"]))


def system_names(names: Sequence[str], paths: Sequence[str], systems: Sequence[Corpus]) -> tuple[str, ...]:
    """The names given, or the files' stems made unique by their folders."""
    if names and len(names) != len(paths):
        raise click.UsageError(f"--name: {len(names)} names for {len(paths)} systems; give one for each.")
    if names and len(set(names)) < len(names):
        raise click.UsageError("--name: two systems have the same name.")
    return tuple(names) or unique_names([s.name for s in systems], [Path(p).resolve().parent.name for p in paths])


def coreference_options(given: dict, gold: Corpus) -> CoreferenceOptions:
    """The options of scoring, with the match mode settled; head needs heads in gold."""
    match = given["match"] or default_match(gold)
    if match != "exact" and default_match(gold) == "exact" and len(gold.spans):
        raise click.UsageError(
            f"--match {match} needs the heads of gold's mentions: CoNLL-U with Entity=(id-type-head-...) or with trees. "
            f"{gold.name} has none; use --match exact."
        )
    return CoreferenceOptions(match, given["zero_match"], given["skip_bad"], given["resamples"], given["seed"], given["level"])


def align_reference(given: dict, project: Project, say: Progress) -> tuple[Project | None, Project]:
    """The project of --ref-pred (None without it) and that of the systems, each without what either has to skip."""
    if not given["ref_pred"]:
        return None, project
    system = read(given, given["ref_pred"], "predicted", say)
    other = align_systems(project.gold, [system], ["reference"], skip_bad=given["skip_bad"], skipped=project.skipped)
    return other, replace(project, skipped=other.skipped)


def title(comparison: rows.Comparison, report: dict) -> str:
    """The lines above a table: what was compared."""
    project = comparison.project
    lines = [f"{project.gold.name}: {len(comparison.counts.units):,} documents, {report['gold']['mentions']:,} mentions"]
    for name, system in zip(project.names, report["systems"], strict=True):
        odd = [f"{len(system[kind])} {kind}" for kind in ("missing", "extra", "renamed") if system[kind]]
        lines.append(f"{name}: {system['mentions']:,} mentions" + (f"; documents {', '.join(odd)}" if odd else ""))
    if project.skipped:
        lines.append(f"skipped for all: {', '.join(item['document'] for item in report['skipped'])}")
    return "\n".join(lines)


def write(given: dict, document: dict, heading: str) -> None:
    """Write every output that is asked for, or the table where none is."""
    makers = {
        "json_file": (export.to_json, export.append_json),
        "csv_file": (lambda d: export.to_csv(d["rows"]), lambda old, d: export.append_csv(old, d["rows"])),
        "markdown_file": (lambda d: export.to_markdown(d["rows"]), lambda old, d: export.append_markdown(old, d["rows"])),
        "latex_file": (lambda d: export.to_latex(d["rows"], d["signature"]), None),
    }
    wanted = [(given[key], *makers[key]) for key in makers if given[key]]
    if not wanted:
        click.echo(export.to_text(document["rows"], heading))
        click.echo(document["signature"])
    texts = []
    for path, make, append in wanted:
        adds = given["append"] and append and path != "-" and Path(path).is_file()
        texts.append((path, appended(path, append, document) if adds else make(document)))
    for path, text in texts:
        put(path, text)


def appended(path: str, append: Callable, document: dict) -> str:
    """An existing file's text with the new rows; a usage error where it is no file of this kind."""
    try:
        return append(Path(path).read_text(encoding="utf-8"), document)
    except UnicodeDecodeError:
        raise click.UsageError(f"--append: {path} is no text; name another file.") from None
    except OSError as error:
        raise click.UsageError(f"--append: {path} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError) as error:
        raise click.UsageError(f"--append: {path} is {error}; name another file.") from None


def put(path: str, text: str) -> None:
    """Write a whole file or none of it; - is standard output. What is no plain file (a pipe, a device) is written into."""
    if path == "-":
        click.echo(text, nl=False)
        return
    data = text.encode("utf-8", "replace")
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file() and not target.is_dir():
            target.write_bytes(data)
        else:
            replace_file(target, data)
    except OSError as error:
        raise click.UsageError(f"{path} cannot be written: {error.strerror}.") from None


def replace_file(target: Path, data: bytes) -> None:
    """Put a finished file in a target's place; nothing is left behind where that fails."""
    with tempfile.NamedTemporaryFile("wb", dir=target.parent, delete=False) as file:
        try:
            file.write(data)
            file.flush()
            os.chmod(file.name, 0o644)
            os.replace(file.name, target)
        except BaseException:
            os.unlink(file.name)
            raise


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # a terminal that knows no ³ shows a question mark
    try:
        main()
    except InputError as error:
        click.echo(f"\n{error}" if sys.stderr.isatty() else str(error), err=True)
        sys.exit(1)
