"""Small invented treebanks for Hypothesis: one text, cut into tokens, words and sentences in many ways."""

from functools import cache

from hypothesis import strategies as st

RELATIONS = ["nsubj", "nsubj:pass", "obj", "aux", "det", "case", "conj", "punct", "acl:relcl"]
FEATS = ["_", "Case=Nom", "Case=Nom|Number=Sing", "Number=Sing|Case=Nom", "Case", "Case[psor]=Nom", "Number=Plur|X=1"]
CELLS = [st.sampled_from(values) for values in (["_", "a", "b"], ["X", "Y"], ["p", "q"], FEATS)]  # lemma, UPOS, XPOS, feats
RELATION = st.sampled_from(RELATIONS)
ENHANCED = st.sampled_from(["nsubj", "nsubj:pass", "conj:en>obl:voor", "conj>obl", "root"])
ONE_IN_FOUR, ONE_IN_SIX = st.integers(0, 3), st.integers(0, 5)


@st.composite
def treebank(draw, text, multiword=True, empty=True):
    """A CoNLL-U file whose tokens' characters are the text."""
    cuts = draw(st.sets(st.integers(1, max(len(text) - 1, 1))))
    ends = [*sorted(cut for cut in cuts if cut < len(text)), len(text)]
    tokens = [text[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]
    sentences, rest = [], tokens
    while rest:
        size = draw(st.integers(1, len(rest)))
        sentences.append(rest[:size])
        rest = rest[size:]
    return "".join(draw(sentence(tokens, multiword, empty)) for tokens in sentences)


@st.composite
def sentence(draw, tokens, multiword, empty):
    words = [draw(split(token)) if multiword and draw(ONE_IN_FOUR) == 0 else [token] for token in tokens]
    if multiword and len(tokens) > 1 and draw(ONE_IN_SIX) == 0:
        words[draw(st.integers(0, len(tokens) - 1))] = []  # a token without words
    n = sum(map(len, words))
    heads, empties = draw(tree(n)), sorted(draw(st.sets(st.integers(0, n), max_size=2))) if empty else []
    lines = [blank_line(0)] if 0 in empties else []
    at = 0
    for token, parts in zip(tokens, words, strict=True):
        if not parts:
            lines.append("\t".join(["2-1", token, *"________"]))
        elif parts != [token]:
            lines.append("\t".join([f"{at + 1}-{at + len(parts)}", token, *"________"]))
        for form in parts:
            at += 1
            lines.append(draw(word(at, form, heads, empties)))
            lines += [blank_line(at)] if at in empties else []
    return "\n".join(lines) + "\n\n"


def blank_line(at):
    return "\t".join([f"{at}.1", "zero", *"_______", "_"])


@st.composite
def split(draw, token):
    """The forms of a multiword token's words."""
    forms = st.sampled_from([*token, *token.upper(), token, "a b"])
    found = draw(st.lists(forms, min_size=1, max_size=3))
    return found if found != [token] else [token.upper() + "x"]


@st.composite
def tree(draw, n):
    """The head of each word 1 to n: a word earlier in a random order, 0 for its first."""
    order = draw(st.permutations(range(1, n + 1)))
    heads = {order[0]: 0}
    for k in range(1, n):
        heads[order[k]] = order[draw(st.integers(0, k - 1))]
    return heads


@st.composite
def word(draw, at, form, heads, empties):
    lemma, upos, xpos, feats = (draw(values) for values in CELLS)
    relation = "root" if heads[at] == 0 else draw(RELATION)
    edges = draw(enhanced(len(heads), tuple(empties)))
    shown = form[0] + "\u00a0" + form[1:] if len(form) > 1 and draw(ONE_IN_SIX) == 0 else form
    return "\t".join([str(at), shown, lemma, upos, xpos, feats, str(heads[at]), relation, "|".join(edges) or "_", "_"])


@cache
def enhanced(n, empties):
    """The edges of one word among n; kept, for to make a strategy takes longer than to draw from it."""
    head = st.integers(0, n).map(str) | st.sampled_from([f"{k}.1" for k in empties] or ["0"])
    return st.lists(st.tuples(head, ENHANCED).map(":".join), max_size=3)


texts = st.text(alphabet="abß", min_size=1, max_size=9)


@st.composite
def pairs(draw, **kinds):
    """Two treebanks of one text."""
    text = draw(texts)
    return draw(treebank(text, **kinds)), draw(treebank(text, **kinds))
