"""The shared task's scorer once more, as a textbook would write it: plain loops over words, and no shortcut anywhere.

Zeman et al. (2018), section 5, and Bouma et al. (2020). Slow on purpose; it shares no line with metrics/ud.
"""

import unicodedata
from collections import Counter

CONTENT = set(
    "nsubj obj iobj csubj ccomp xcomp obl vocative expl dislocated advcl advmod discourse nmod appos nummod acl amod conj fixed "
    "flat compound list parataxis orphan goeswith reparandum root dep".split()
)
FUNCTION = set("aux cop mark det clf case cc".split())
FEATURES = set(
    "PronType NumType Poss Reflex Foreign Abbr Gender Animacy Number Case Definite Degree VerbForm Mood Tense Aspect Voice "
    "Evident Polarity Person Polite".split()
)
METRICS = "Tokens Sentences Words UPOS XPOS UFeats AllTags Lemmas UAS LAS CLAS MLAS BLEX ELAS EULAS".split()


class Word:
    """One word: its cells, the characters that it covers, whether a multiword token holds it; parent and children later."""

    def __init__(self, cells, start, end, multiword, sentence):
        self.cells, self.start, self.end, self.multiword, self.sentence = cells, start, end, multiword, sentence
        self.number, self.form = int(cells[0]), cells[1] if multiword else bare(cells[1])
        self.lemma, self.upos, self.xpos, self.deprel = cells[2], cells[3], cells[4], cells[7].split(":")[0]
        self.feats = sorted(f for f in cells[5].split("|") if f.split("=")[0] in FEATURES)
        self.parent, self.children, self.edges = None, [], []


class Bank:
    """tokens, sentences : (start, end). words : all of them, in order."""

    def __init__(self):
        self.tokens, self.sentences, self.words = [], [], []


def bare(form):
    return "".join(c for c in form if unicodedata.category(c) != "Zs")


def read(text):
    bank, at, block = Bank(), 0, []
    for line in [*text.split("\n"), ""]:
        if line and not line.startswith("#"):
            block.append(line.split("\t"))
        elif not line and block:
            at = read_sentence(bank, block, at)
            block = []
    return bank


def read_sentence(bank, block, at):
    first, begin, words, held = len(bank.sentences), at, [], (0, 0, 0)  # held: the last range's last word and its characters
    for cells in block:
        if "." in cells[0]:
            continue
        if "-" in cells[0]:
            low, high = map(int, cells[0].split("-"))
            bank.tokens.append((at, at + len(bare(cells[1]))))
            if low <= high:
                held = (high, *bank.tokens[-1])
            at = bank.tokens[-1][1]
        elif int(cells[0]) <= held[0]:
            words.append(Word(cells, held[1], held[2], True, first))
        else:
            bank.tokens.append((at, at + len(bare(cells[1]))))
            words.append(Word(cells, *bank.tokens[-1], False, first))
            at = bank.tokens[-1][1]
    link(words)
    bank.words += words
    bank.sentences.append((begin, at))
    return at


def link(words):
    for word in words:
        head = int(word.cells[6])
        if head:
            word.parent = words[head - 1]
            word.parent.children.append(word)
        for edge in word.cells[8].split("|") if word.cells[8] != "_" else []:
            number, relation = edge.split(":", 1)
            if "." not in number:
                word.edges.append((words[int(number) - 1] if int(number) else None, relation))


def align(gold, system):
    """The pairs of aligned words, walked through from the beginning."""
    pairs, g, s = [], 0, 0
    while g < len(gold) and s < len(system):
        if gold[g].multiword or system[s].multiword:
            g, s, ours, theirs = group(gold, system, g, s)
            pairs += subsequence(ours, theirs)
        elif (gold[g].start, gold[g].end) == (system[s].start, system[s].end):
            pairs.append((gold[g], system[s]))
            g, s = g + 1, s + 1
        elif gold[g].start <= system[s].start:
            g += 1
        else:
            s += 1
    return pairs


def group(gold, system, g, s):
    if gold[g].multiword:
        end = gold[g].end
        if not system[s].multiword and system[s].start < gold[g].start:
            s += 1
    else:
        end = system[s].end
        if gold[g].start < system[s].start:
            g += 1
    first = g, s

    def inside(words, k):
        if k >= len(words):
            return False
        return words[k].start < end if words[k].multiword else words[k].end <= end

    while inside(gold, g) or inside(system, s):
        if g < len(gold) and (s >= len(system) or gold[g].start <= system[s].start):
            word, g = gold[g], g + 1
        else:
            word, s = system[s], s + 1
        if word.multiword and word.end > end:
            end = word.end
    return g, s, gold[first[0] : g], system[first[1] : s]


def subsequence(ours, theirs):
    longest = {}
    for g in range(len(ours), -1, -1):
        for s in range(len(theirs), -1, -1):
            if g == len(ours) or s == len(theirs):
                longest[g, s] = 0
            elif ours[g].form.lower() == theirs[s].form.lower():
                longest[g, s] = 1 + longest[g + 1, s + 1]
            else:
                longest[g, s] = max(longest[g + 1, s], longest[g, s + 1])
    pairs, g, s = [], 0, 0
    while g < len(ours) and s < len(theirs):
        if ours[g].form.lower() == theirs[s].form.lower():
            pairs.append((ours[g], theirs[s]))
            g, s = g + 1, s + 1
        elif longest[g, s] == longest[g + 1, s]:
            g += 1
        else:
            s += 1
    return pairs


def agreements(pairs):
    """By metric of words, a function that says whether a pair agrees."""
    gold_of = {id(theirs): ours for ours, theirs in pairs}

    def head(g, s):
        if s.parent is None or g.parent is None:
            return s.parent is None and g.parent is None
        return gold_of.get(id(s.parent)) is g.parent

    def function(word, own):
        found = []
        for child in word.children:
            if child.deprel in FUNCTION:
                found.append((id(gold_of.get(id(child), child)) if not own else id(child), child.deprel, child.upos, child.feats))
        return found

    def labelled(g, s):
        return head(g, s) and g.deprel == s.deprel

    def lemma(g, s):
        return g.lemma == "_" or g.lemma == s.lemma

    return {
        "UPOS": lambda g, s: g.upos == s.upos,
        "XPOS": lambda g, s: g.xpos == s.xpos,
        "UFeats": lambda g, s: g.feats == s.feats,
        "AllTags": lambda g, s: (g.upos, g.xpos, g.feats) == (s.upos, s.xpos, s.feats),
        "Lemmas": lemma,
        "UAS": head,
        "LAS": labelled,
        "CLAS": labelled,
        "MLAS": lambda g, s: (
            labelled(g, s) and (g.upos, g.feats) == (s.upos, s.feats) and function(g, True) == function(s, False)
        ),
        "BLEX": lambda g, s: labelled(g, s) and lemma(g, s),
    }


def score(gold, system):
    """By metric: correct, system, gold, aligned."""
    found = {"Tokens": spans(gold.tokens, system.tokens), "Sentences": spans(gold.sentences, system.sentences)}
    pairs = align(gold.words, system.words)
    found["Words"] = [len(pairs), len(system.words), len(gold.words), 0]
    for name, agree in agreements(pairs).items():
        ours, theirs, both = gold.words, system.words, pairs
        if name in ("CLAS", "MLAS", "BLEX"):
            ours, theirs = ([w for w in words if w.deprel in CONTENT] for words in (ours, theirs))
            both = [pair for pair in pairs if pair[0].deprel in CONTENT]
        found[name] = [sum(agree(g, s) for g, s in both), len(theirs), len(ours), len(both)]
    for name, normal in (("ELAS", str), ("EULAS", universal)):
        gold_of = {id(theirs): id(ours) for ours, theirs in pairs}
        correct = sum(common_edges(g, s, gold_of, normal) for g, s in pairs)
        found[name] = [correct, *(sum(len(w.edges) for w in bank.words) for bank in (system, gold)), 0]
    return found


def spans(ours, theirs):
    return [len(set(ours) & set(theirs)), len(theirs), len(ours), 0]


def universal(relation):
    return ">".join(step.split(":")[0] for step in relation.split(">"))


def common_edges(g, s, gold_of, normal):
    ours = Counter((id(head) if head else 0, normal(relation)) for head, relation in g.edges)
    theirs = Counter((gold_of.get(id(head), -1) if head else 0, normal(relation)) for head, relation in s.edges)
    return sum((ours & theirs).values())
