"""python evaluate.py label: semantic labels for a corpus, from a model."""

from __future__ import annotations

import os
from pathlib import Path

import click

from commands import checkpoint, unfinished
from commands.checkpoint import Checkpoint
from commands.labelling import Document, documents, groups, label_documents
from commands.shared import Progress
from loaders import FORMATS, Corpus, FormatError, ReadOptions, load


@click.command()
@click.argument("path", metavar="CORPUS")
@click.option("--model", required=True, metavar="PATH_OR_NAME", help="A token classifier: a folder, or a name of the hub.")
@click.option("-o", "--output", required=True, metavar="FILE", help="JSON lines, one document a line.")
@click.option("--format", type=click.Choice(list(FORMATS)), help="Format of the corpus, instead of detection.")
@click.option("--skip-bad", is_flag=True, help="Go on without documents that cannot be read.")
@click.option("--batch-size", default=16, show_default=True, type=click.IntRange(1, 4096), help="Windows at a time.")
@click.option("--device", default="auto", show_default=True, type=click.Choice(["auto", "cpu", "cuda"]))
@click.option("--quiet", is_flag=True, help="No progress on standard error.")
def label(path: str, output: str, quiet: bool, **given) -> None:
    """Label the words of a corpus with a model; needs requirements-cner.txt.

    \b
    python evaluate.py label --model Babelscape/cner-base gold.conllu -o spans.jsonl
    python evaluate.py label --model models/tagger gold.conll -o spans.jsonl --device cpu

    Lines are {"id", "tokens", "spans": [{"start", "end", "label"}], "model", "corpus"}: ends exclusive, positions over the
    document's words without empty nodes. Until all documents are done they stand in FILE.part, and the same command goes on
    from there. A model of the hub is read from the cache where it is there, and fetched where it is not.
    """
    target = writable(output)
    checkpoint.check_installed()
    say = Progress(quiet)
    say(f"reading {path}")
    corpus = load(path, options=ReadOptions(format=given["format"], skip_bad=given["skip_bad"]))
    found = with_words(corpus)
    say(f"loading {given['model']}")
    model = checkpoint.load(given["model"], given["device"])
    try:
        done = label_all(target, found, model, corpus.digest, batch=given["batch_size"], say=say)
    except OSError as error:
        raise click.UsageError(f"-o: {output} cannot be written: {error.strerror}.") from None
    say.done()
    if not quiet:
        click.echo(summary(output, len(found), done, corpus), err=True)


def writable(output: str) -> Path:
    """The output as a path; a usage error for standard output, a folder, and a place where no file can be made."""
    target = Path(output)
    if output == "-":
        raise click.UsageError("-o: labelling can be interrupted and gone on with, which needs a file; name one.")
    if target.exists() and not target.is_file():
        raise click.UsageError(f"-o: {output} is no file; name one.")
    if not os.access(target.parent, os.W_OK):
        raise click.UsageError(f"-o: no file can be made in {target.parent}; name another folder.")
    return target


def with_words(corpus: Corpus) -> list[Document]:
    """The documents of a corpus; raises FormatError where no document has a word."""
    found = documents(corpus)
    if not any(document.sentences for document in found):
        raise FormatError(corpus.name, None, "there are no words to label", "Name the corpus with its words, not clusters alone.")
    return found


def label_all(target: Path, found: list[Document], model: Checkpoint, digest: str, *, batch: int, say: Progress) -> int:
    """Write the records of all documents; returns of how many the records were there before.

    They stand in the part file until all are there, and each says by what model it was made from which words, so that only
    its own records are gone on with. Where the finished file holds them all already, nothing is done.
    """
    origin = {"model": model.name, "corpus": digest}
    wanted = [{"id": document.doc_id, **origin} for document in found]
    if unfinished.finished(target, wanted) == len(wanted):
        return len(wanted)
    part = unfinished.part(target)
    done = unfinished.go_on(part, wanted)
    ready = done
    for group in groups(found[done:]):
        shown = f"{ready:,} of {len(found):,} documents; next {len(group):,}"
        records = label_documents(model, group, batch, lambda text, shown=shown: say(f"{shown}: {text}"))
        unfinished.add(part, [record | origin for record in records])
        ready += len(group)
    os.replace(part, target)
    return done


def summary(output: str, total: int, done: int, corpus: Corpus) -> str:
    """What was done, in a line."""
    before = f", {done:,} of them before" if done else ""
    skipped = f"; {len(corpus.skipped):,} could not be read" if corpus.skipped else ""
    return f"{output}: {total:,} document{'s' * (total != 1)} of {corpus.name}{before}{skipped}"
