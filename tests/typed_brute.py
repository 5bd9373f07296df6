"""Typed scores with sets and loops over all pairs of mentions, as their definitions read. Nothing shared with the product.

A document is a dict: n words; sents, the sentence of each; tags; heads, the word above each (-1 for a root), None without
trees; genre; sides, gold's entities and then each system's, lists of sets of words; labels, pairs of a set of words and a name.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations

NONE = "none"
POLICIES = ("gold-first", "own", "strict")
SCOPES = ("own", "common", "all")


def place(mention):
    return min(mention), max(mention)


def own_label(mention, labels):
    """(name, overlap) or None."""
    found = [(-Fraction(len(mention & w), len(mention | w)), -len(w), min(w), name) for w, name in labels]
    share, _, _, name = min(found, default=(0, 0, 0, ""))
    return (name, -share) if -share > Fraction(1, 2) else None


def majority(entity, labels):
    votes = defaultdict(list)
    for mention in entity:
        if found := own_label(mention, labels):
            votes[found[0]].append(found[1])
    return min(votes, key=lambda name: (-len(votes[name]), -Fraction(sum(votes[name])) / len(votes[name]), name), default=NONE)


def classes(doc, entities):
    """By mention: its class, and that of its pairs."""
    found = {}
    for entity in entities:
        of_pairs = majority(entity, doc["labels"])
        for mention in entity:
            own = own_label(mention, doc["labels"])
            found[mention] = (own[0] if own else of_pairs, of_pairs)
    return found


def bin_of(number, edges, names):
    return names[sum(number >= edge for edge in edges)]


def each(measure):
    """A grouping by what is measured of (doc, entity, mention, all mentions of the side, whether text has sentences)."""

    def of(doc, entities, has_sentences=True):
        everything = [m for e in entities for m in e]
        found = {m: measure(doc, e, m, everything, has_sentences) for e in entities for m in e}
        return {m: (name, name) for m, name in found.items()}

    return of


def length(doc, entity, mention, everything, has_sentences):
    return bin_of(len(mention), [2, 3, 6, 11], ["1 word", "2 words", "3–5 words", "6–10 words", "11 words and more"])


def entity_size(doc, entity, mention, everything, has_sentences):
    return bin_of(len(entity), [2, 3, 6], ["1 mention", "2 mentions", "3–5 mentions", "6–10 mentions"])


def distance(doc, entity, mention, everything, has_sentences):
    before = [m for m in entity if place(m) < place(mention)]
    if not before:
        return "first mention"
    last = max(before, key=place)
    if has_sentences:
        back = doc["sents"][min(mention)] - doc["sents"][min(last)]
        names = ["same sentence", "1 sentence", "2–3 sentences", "4–10 sentences", "11 sentences and more"]
        return bin_of(back, [1, 2, 4, 11], names)
    return bin_of(min(mention) - min(last), [6, 21], ["up to 5 words", "6–20 words", "21–50 words"])


def first_mention(doc, entity, mention, everything, has_sentences):
    return "later mention" if any(place(m) < place(mention) for m in entity) else "first mention"


def nesting(doc, entity, mention, everything, has_sentences):
    low, high = place(mention)
    around = {place(m) for m in everything if min(m) <= low and high <= max(m) and place(m) != (low, high)}
    return bin_of(len(around), [1, 2, 3], ["outermost", "depth 1", "depth 2", "depth 3 and more"])


def head(doc, mention):
    if doc["heads"]:

        def depth(word):
            return 0 if doc["heads"][word] < 0 else 1 + depth(doc["heads"][word])

        return min(mention, key=lambda word: (depth(word), word))
    phrase = []
    for word in range(min(mention), max(mention) + 1):
        if phrase and doc["tags"][word] in ("IN", "PRP", "WP", ","):
            break
        phrase.append(word)
    nouns = [word for word in phrase if doc["tags"][word] in ("NN", "NNP", "PRP", "WP")]
    return (nouns or phrase)[-1]


def mention_type(doc, entity, mention, everything, has_sentences):
    tag = doc["tags"][head(doc, mention)]
    if tag == "_":
        return "untagged"
    if tag == "NNP":
        return "name"
    return "pronoun" if tag in ("PRP", "WP") or (tag == "DT" and len(mention) == 1) else "nominal"


GROUPINGS = {
    "class": lambda doc, entities, has_sentences: classes(doc, entities),
    "mention type": each(mention_type),
    "length": each(length),
    "entity size": each(entity_size),
    "distance": each(distance),
    "first mention": each(first_mention),
    "nesting": each(nesting),
    "genre": each(lambda doc, *rest: doc["genre"] or "no genre"),
    "document": each(lambda doc, *rest: doc["id"]),
}


def entity_of(entities):
    return {mention: k for k, entity in enumerate(entities) for mention in entity}


def count(doc, number, by, policy, scope, has_sentences):
    """Counts of one document and system by metric and group: Counters of (column, group)."""
    gold, system = doc["sides"][0], doc["sides"][number + 1]
    ours, theirs = GROUPINGS[by](doc, gold, has_sentences), GROUPINGS[by](doc, system, has_sentences)
    mentions = count_items({m: ours[m][0] for m in ours}, {m: theirs[m][0] for m in theirs}, set(ours) & set(theirs), policy)
    compared = {
        "own": set(ours) & set(theirs),
        "common": set(ours).intersection(*({m for e in side for m in e} for side in doc["sides"][1:])),
        "all": set(ours) | set(theirs),
    }[scope]
    gold_pairs, pairs = pairs_of(gold, ours, compared), pairs_of(system, theirs, compared)
    return {"mention": mentions, "link": count_items(gold_pairs, pairs, set(gold_pairs) & set(pairs), policy)}


def pairs_of(entities, groups, compared):
    """By pair of compared mentions in one entity: the group of the pair, which the later mention tells."""
    found = {}
    for entity in entities:
        for pair in combinations(sorted(set(entity) & compared, key=place), 2):
            found[pair] = groups[pair[1]][1]
    return found


def count_items(gold, predicted, shared, policy):
    """gold, predicted : items with their groups."""
    found = Counter()
    for item, group in gold.items():
        found["r_den", group] += 1
        found["r_num", group] += item in shared and (policy != "strict" or predicted[item] == group)
    for item, own in predicted.items():
        group = gold[item] if policy == "gold-first" and item in shared else own
        found["p_den", group] += 1
        found["p_num", group] += item in shared and (policy != "strict" or gold[item] == own)
    return found
