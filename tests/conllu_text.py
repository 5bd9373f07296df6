"""CoNLL-U in invented words, written short: one word a blank-separated item, as form or form/head or form/head/misc."""

from loaders import build, conllu
from loaders.options import ReadOptions
from loaders.sources import Member


def line(id, form, head="0", misc="_"):
    return f"{id}\t{form}\t_\tX\t_\t_\t{head}\tdep\t_\t{misc}\n"


def sentence(*words):
    """Words 1..n under a root 1, and a blank line; a word is a form, or (form, misc)."""
    rows = [word if isinstance(word, tuple) else (word, "_") for word in words]
    return "".join(line(i, form, "0" if i == 1 else "1", misc) for i, (form, misc) in enumerate(rows, 1)) + "\n"


def read(*texts, name="bimo.conllu", options=None):
    """The corpus of one text, or of several files called a.conllu, b.conllu and so on."""
    names = [name] if len(texts) == 1 else [f"{chr(97 + i)}.conllu" for i in range(len(texts))]
    members = [Member(n, t if isinstance(t, bytes) else t.encode()) for n, t in zip(names, texts, strict=True)]
    return corpus(members, options)


def corpus(members, options=None):
    parsed = conllu.parse(members, options or ReadOptions())
    return build.corpus(parsed, name="bimo", digest="0", format="conllu")
