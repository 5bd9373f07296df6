"""Corpora from files: load() reads any listed format into the frames of schema.py."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from types import ModuleType

from loaders import brat, build, cner, conll2012, conllu, jsonlines, litbank, marked, spans_jsonl, tagfile
from loaders.docs import from_docs
from loaders.errors import AlignmentError, FormatError, InputError
from loaders.options import ReadOptions
from loaders.schema import Corpus
from loaders.sources import Member, digest, read_members, reread

__all__ = [
    "FORMATS", "AlignmentError", "Corpus", "FormatError", "InputError", "ReadOptions", "detect", "from_docs", "holds_both",
    "load", "load_both", "readings", "stem",
]  # fmt: skip


@dataclass(frozen=True)
class Format:
    """A format's module and the name under which it is shown.

    A module has looks_like(members); parse(members, options); and, for reading document by document, split_all(members)
    and name_of(pieces), the id of a document that could not be read, "" where it is not known. A module of trees has
    parse_good(members, options), which leaves out what cannot be read.
    """

    module: ModuleType
    shown: str


# In the order in which detection asks them.
FORMATS = {
    "conll2012": Format(conll2012, "CoNLL-2012"),
    "conllu": Format(conllu, "CoNLL-U (CorefUD, GUM)"),
    "jsonl": Format(jsonlines, "JSON lines"),
    "litbank": Format(litbank, "LitBank"),
    "brat": Format(brat, "brat"),
    "cner": Format(cner, "CNER output"),
    "spans-jsonl": Format(spans_jsonl, "spans as JSON lines"),
    "tags": Format(tagfile, "tag file (IOB, IOBES, BILOU)"),
    "marked": Format(marked, "marked text of a language model"),
}


def detect(members: list[Member]) -> str:
    """The name of the format that the content looks like; raises FormatError where it looks like none."""
    first = members[0]
    if all(not member.data or member.data.isspace() for member in members):
        raise FormatError(first.name, None, "the file is empty", "Choose a file with at least one document.")
    for name, format in FORMATS.items():
        if format.module.looks_like(members):
            return name
    known = ", ".join(format.shown for format in FORMATS.values())
    beginning = first.data[:80].decode("utf-8", "replace")
    raise FormatError(first.name, 1, "none of the known formats", f"Known are {known}; state the format.", shown=beginning)


def load(source: str | Path | tuple[str, bytes], *, name: str | None = None, options: ReadOptions | None = None) -> Corpus:
    """The corpus of a file, folder, zip, .gz or upload (name and bytes).

    name defaults to the file's stem. Raises FormatError, with file and line, for what cannot be read; with
    options.skip_bad, documents that cannot be read are left out and listed in Corpus.skipped instead; of trees (no
    options.entities) the sentences, listed in Corpus.unread.
    """
    members = read_members(source)
    options = _with_format(source, members, options or ReadOptions())
    found = options.format
    parsed, skipped = _parse(FORMATS[found].module, members, options)
    key = digest(members, options.written(bool(skipped or parsed.unread)))
    return build.corpus(parsed, name=name or stem(source), digest=key, format=found, skipped=skipped)


def load_both(source: str | Path | tuple[str, bytes], *, options: ReadOptions | None = None) -> tuple[Corpus, Corpus]:
    """Gold and prediction that stand in one file; formats that can read their lines once for both. Else as load()."""
    members = read_members(source)
    options = _with_format(source, members, options or ReadOptions())
    module, name = FORMATS[options.format].module, stem(source)
    roles = [replace(options, role=role) for role in ("gold", "predicted")]
    if options.skip_bad or not hasattr(module, "parse_both"):
        gold, predicted = (load(source, options=one) for one in roles)
        return gold, predicted
    keys = [digest(members, one.written(skipped=False)) for one in roles]
    parsed = module.parse_both(members, options)
    gold = build.corpus(parsed[0], name=name, digest=keys[0], format=options.format)
    predicted = build.corpus(parsed[1], name=name, digest=keys[1], format=options.format, beside=gold)
    return gold, predicted


def holds_both(source: str | Path | tuple[str, bytes], *, options: ReadOptions | None = None) -> bool:
    """Whether one file holds gold and a prediction as labelled spans: two columns of tags, or two lists in each record.

    Raises FormatError for what cannot be read.
    """
    members = read_members(source)
    options = _with_format(source, members, options or ReadOptions())
    module = FORMATS[options.format].module
    return hasattr(module, "holds_both") and module.holds_both(members, options)


def _with_format(source: str | Path | tuple[str, bytes], members: list[Member], options: ReadOptions) -> ReadOptions:
    """The options with the format that is stated, or detected. Raises FormatError for an unknown one."""
    found = options.format or detect(members)
    if found not in FORMATS:
        shown = str(source[0] if isinstance(source, tuple) else source)
        raise FormatError(shown, None, f"'{found}' is no format", f"Known are {', '.join(FORMATS)}.")
    return replace(options, format=found)


def readings(corpus: Corpus) -> dict[str, Corpus]:
    """The corpus by its readings of malformed tags: `strict` and, where it differs and none was stated, `conlleval`.

    Both share their documents and words. A corpus without tags, or read in one reading alone, comes back as `strict`.
    """
    found = {"strict": corpus if corpus.lenient is None else replace(corpus, lenient=None)}
    if corpus.lenient is not None:
        found["conlleval"] = replace(found["strict"], spans=corpus.lenient, digest=reread(corpus.digest, "conlleval"))
    return found


def stem(source: str | Path | tuple[str, bytes]) -> str:
    """A file's name without its folders and endings, a system's name where none is given."""
    name = source[0] if isinstance(source, tuple) else str(source)
    name = name.encode("utf-8", "replace").decode()
    path = PurePosixPath(name.replace("\\", "/").rstrip("/"))
    return path.name.removesuffix(".gz").removesuffix(".zip").split(".")[0] or path.name


def _parse(module: ModuleType, members: list[Member], options: ReadOptions) -> tuple[build.Parsed, list]:
    """What a format's module reads, and (document id, error) of what it was told to leave out."""
    try:
        return module.parse(members, options), []
    except FormatError:
        if not options.skip_bad:
            raise
    if not options.entities and hasattr(module, "parse_good"):  # trees go on without sentences, not documents
        return module.parse_good(members, options), []
    notices = []
    if hasattr(module, "settle"):  # what one piece alone cannot decide
        options, notices = module.settle(members, options)
    good, skipped = _readable(module, members, options)
    parsed = module.parse(good, options)
    return replace(parsed, notices=[*notices, *parsed.notices]), skipped


def _readable(module: ModuleType, members: list[Member], options: ReadOptions) -> tuple[list[Member], list]:
    """The members of the documents that can be read each by itself, and what was wrong with the others.

    Documents are tried together and, where that fails, by halves: few bad ones among many cost few attempts. Raises the
    last error where none can be read.
    """
    good, bad, seen = [], [], set()
    waiting = [module.split_all(members)]
    while waiting:
        documents = waiting.pop()
        pieces = [piece for document in documents for piece in document]
        try:
            seen |= _new_ids(module, pieces, options, seen)
            good += pieces
        except FormatError as error:
            half = len(documents) // 2
            if half:
                waiting += [documents[half:], documents[:half]]
            else:
                bad.append((module.name_of(pieces), error))
    if not good:
        raise bad[-1][1]
    return good, bad


def _new_ids(module: ModuleType, pieces: list[Member], options: ReadOptions, seen: set[str]) -> set[str]:
    """The ids of the documents in some pieces; raises FormatError for what cannot be read and for an id seen before."""
    ids = set(module.parse(pieces, options).text.doc_ids)
    if not seen.isdisjoint(ids):
        what = f"document '{min(ids & seen)}' is here a second time"
        raise FormatError(pieces[0].name, pieces[0].line, what, "Give it an id of its own.")
    return ids
