"""python evaluate.py convert: coreference from one format to another, and what is lost on the way."""

from __future__ import annotations

import click

from commands.outputs import put
from commands.shared import Progress
from loaders import FORMATS, AlignmentError, ReadOptions, load
from loaders.writers import WRITERS, format_of, written


@click.command()
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option("--to", type=click.Choice(list(WRITERS)), help="Format of OUT, instead of what its ending says.")
@click.option("--format", "source_format", type=click.Choice(list(FORMATS)), help="Format of IN, instead of detection.")
@click.option("--ends", type=click.Choice(["inclusive", "exclusive"]), help="Ends of the spans in JSON lines that are read.")
@click.option("--role", type=click.Choice(["gold", "predicted"]), default="gold", show_default=True, help="Clusters to read.")
@click.option("--skip-bad", is_flag=True, help="Go on without documents that cannot be read; list them.")
@click.option("--quiet", is_flag=True, help="Do not say what is lost.")
def convert(source: str, target: str, **given) -> None:
    """Convert coreference between CoNLL-2012, JSON lines and CoNLL-U (CorefUD), from any format that can be read.

    \b
    python evaluate.py convert gold.conllu gold.conll
    python evaluate.py convert litbank/ gold.jsonl
    python evaluate.py convert ours.jsonl - --to conllu

    OUT is told by its ending (.conll, .jsonl, .conllu) or --to; - is standard output. What OUT cannot hold is said first, a
    line each on standard error: zeros, discontinuous mentions, trees, heads, types and what else IN has of these.
    """
    form = given["to"] or format_of(target)
    if form is None:
        raise click.UsageError(f"OUT: '{target}' names no format; end it with .conll, .jsonl or .conllu, or say --to.")
    say = Progress(given["quiet"])
    say(f"reading {source}")
    options = ReadOptions(given["source_format"], given["ends"], given["role"], given["skip_bad"])
    corpus = load(source, options=options)
    if len(corpus.words) and not (corpus.spans["entity"] >= 0).any() and corpus.format in ("tags", "spans-jsonl", "cner"):
        what = f"no coreference in what was read as {FORMATS[corpus.format].shown}"
        raise AlignmentError(corpus.name, None, what, "Coreference alone is converted.")
    text, lost = written(corpus, form)
    say.done()
    if not given["quiet"]:
        for line in [*(f"not read: {name or 'a document'}: {error}" for name, error in corpus.skipped), *_said(lost)]:
            click.echo(line, err=True)
    put(target, text)


def _said(lost: list[str]) -> list[str]:
    return [f"lost: {what}" for what in lost]
