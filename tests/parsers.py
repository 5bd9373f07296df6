"""Small treebanks in invented words: gold and two parsers of known errors."""

from __future__ import annotations

HEAD = ("id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")


def word(id, form, upos, head, deprel, feats="_", deps="_", misc="_"):
    return "\t".join((str(id), form, form.lower(), upos, upos[0], feats, str(head), deprel, deps, misc))


def sentence(name, *lines, newdoc=None):
    return "\n".join([*([f"# newdoc id = {newdoc}"] if newdoc else []), f"# sent_id = {name}", *lines, "", ""])


def plain(name, head=2, deprel="obj", upos="NOUN", newdoc=None, form="blo"):
    """Four words, "mi bo blo ." ; the third one's head, relation and tag may be wrong."""
    return sentence(
        name,
        word(1, "mi", "PRON", 2, "nsubj", "Case=Nom"),
        word(2, "bo", "VERB", 0, "root"),
        word(3, form, upos, head, deprel, "Number=Sing" if upos == "NOUN" else "_"),
        word(4, ".", "PUNCT", 2, "punct"),
        newdoc=newdoc,
    )


def treebank(wrong=(), n=40, **how):
    """n sentences in ten documents, of which those numbered in wrong have the third word as `how` says."""
    names = [f"s{k}" for k in range(n)]
    docs = [f"d{k // 4}" if k % 4 == 0 else None for k in range(n)]
    return "".join(
        plain(name, newdoc=doc, **(how if k in wrong else {})) for k, (name, doc) in enumerate(zip(names, docs, strict=True))
    )


GOLD = treebank().encode()
A = treebank(range(0, 20), deprel="nmod", head=1).encode()  # 20 wrong heads and relations
B = treebank(range(15, 20), deprel="obl", upos="ADV").encode()  # 5 wrong relations and tags
EVIL = "<script>alert(1)</script>&\"'"
HOSTILE = GOLD.replace(b"blo", EVIL.encode()).replace(b"obj", b"<b>obj</b>")
HOSTILE_A = A.replace(b"blo", EVIL.encode()).replace(b"obj", b"<b>obj</b>").replace(b"nmod", b"<i>nmod</i>")
# A multiword token, an empty node, enhanced edges; the system splits no token and has another head.
RICH = sentence(
    "rich",
    "1-2\tdal\t_\t_\t_\t_\t_\t_\t_\t_",
    word(1, "da", "ADP", 3, "case", deps="3:case"),
    word(2, "il", "DET", 3, "det", deps="3:det"),
    word(3, "mare", "NOUN", 4, "obl", deps="4:obl:da|4.1:nsubj"),
    word(4, "vado", "VERB", 0, "root", deps="0:root"),
    "4.1\tviene\t_\tVERB\t_\t_\t_\t_\t4:conj\t_",
    word(5, "oggi", "ADV", 4, "advmod", deps="4:advmod"),
)
RICH_A = sentence(
    "rich",
    word(1, "dal", "ADP", 2, "case"),
    word(2, "mare", "NOUN", 4, "nsubj"),
    word(3, "vado", "VERB", 2, "acl"),
    word(4, "oggi", "ADV", 0, "root"),
)
ARABIC = sentence(
    "rtl", word(1, "ذهب", "VERB", 0, "root"), word(2, "الولد", "NOUN", 1, "nsubj"), word(3, "غدا", "ADV", 1, "advmod")
)
