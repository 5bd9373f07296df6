"""The metrics as the papers write them: sets, loops and all matchings tried. Slow, and nothing shared with the product."""

from itertools import combinations, permutations


def best_sum(left, right, similarity):
    """The largest one-to-one sum, all injections of the smaller side tried."""
    if len(left) > len(right):
        return best_sum(right, left, lambda a, b: similarity(b, a))
    if not left:
        return 0.0
    return max(sum(similarity(a, b) for a, b in zip(left, chosen, strict=True)) for chosen in permutations(right, len(left)))


def muc(one, other):
    numerator = 0
    for entity in one:
        parts = {next((k for k, cluster in enumerate(other) if m in cluster), ("alone", m)) for m in entity}
        numerator += len(entity) - len(parts)
    return numerator, sum(len(e) - 1 for e in one)


def b_cubed(one, other):
    numerator = 0.0
    for entity in one:
        for mention in entity:
            there = next((c for c in other if mention in c), set())
            numerator += len(entity & there) / len(entity)
    return numerator, sum(map(len, one))


def ceaf_m(one, other):
    return best_sum(one, other, lambda a, b: len(a & b)), sum(map(len, one))


def ceaf_e(one, other):
    return best_sum(one, other, lambda a, b: 2 * len(a & b) / (len(a) + len(b))), len(one)


def links(mentions):
    mentions = sorted(mentions)
    return {(mentions[0], mentions[0])} if len(mentions) == 1 else set(combinations(mentions, 2))


def lea(one, other):
    numerator = 0.0
    found = [links(c) for c in other]
    for entity in one:
        numerator += len(entity) * sum(len(links(entity) & c) for c in found) / len(links(entity))
    return numerator, sum(map(len, one))


def pairs(entities):
    """Coreferent and non-coreferent links among a side's own mentions."""
    mentions = sorted({m for e in entities for m in e})
    together = {p for e in entities for p in combinations(sorted(e), 2)}
    return together, set(combinations(mentions, 2)) - together


def blanc(gold, predicted):
    (gold_in, gold_out), (in_, out) = pairs(gold), pairs(predicted)
    return [
        len(gold_in & in_), len(in_), len(gold_in & in_), len(gold_in),
        len(gold_out & out), len(out), len(gold_out & out), len(gold_out),
    ]  # fmt: skip


def mentions(one, other):
    ours = {m for e in one for m in e}
    return len(ours & {m for e in other for m in e}), len(ours)


def mor(gold, predicted):
    ours = [set(range(*m)) for e in gold for m in e]
    theirs = [set(range(*m)) for e in predicted for m in e]
    shared = best_sum(ours, theirs, lambda a, b: len(a & b))
    return [shared, sum(map(len, theirs)), shared, sum(map(len, ours))]


SIDES = {"mentions": mentions, "MUC": muc, "B³": b_cubed, "CEAFm": ceaf_m, "CEAFe": ceaf_e, "LEA": lea}


def counts(gold, predicted):
    """All counts of one document; gold and predicted are lists of sets of (start, end)."""
    found = {}
    for name, side in SIDES.items():
        p, r = side(predicted, gold), side(gold, predicted)
        found[name] = [*p, *r]
    return {**found, "BLANC": blanc(gold, predicted), "MOR": mor(gold, predicted)}
