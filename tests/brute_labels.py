"""Classification as textbooks write it: loops over items and pairs. Slow, and nothing shared with the product."""


def auc(scores, positive, weights=None):
    """The share of pairs in the right order, ties half; a pair weighs the product of its items' weights."""
    weights = weights if weights is not None else [1] * len(scores)
    right = total = 0
    for s, p, w in zip(scores, positive, weights, strict=True):
        for t, q, v in zip(scores, positive, weights, strict=True):
            if p and not q:
                total += w * v
                right += w * v * (1 if s > t else 0.5 if s == t else 0)
    return right / total if total else None


def counts(gold, predicted, label):
    """Correct, predicted, gold of one label. gold, predicted : sets of names, one an item."""
    pairs = list(zip(gold, predicted, strict=True))
    return sum(label in g and label in p for g, p in pairs), sum(label in p for _, p in pairs), sum(label in g for g, _ in pairs)


def f1(correct, predicted, gold):
    return 2 * correct / (predicted + gold) if predicted + gold else None


def macro(gold, predicted, labels):
    found = [f1(*counts(gold, predicted, label)) for label in labels]
    return None if set(found) <= {None} else sum(one or 0 for one in found) / len(found)


def accuracy(gold, predicted):
    return sum(g == p for g, p in zip(gold, predicted, strict=True)) / len(gold)
