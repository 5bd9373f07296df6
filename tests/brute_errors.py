"""Errors of coreference written out entity by entity, with sets and loops, from predicted and gold entities of one document.

A mention is any value that can be compared and sorted, in the order of the text; pronouns : those that are pronouns.
"""

from collections import Counter


def parts(entity, others):
    """The parts of an entity, as lists: what lies in one entity of the others, and alone what lies in none."""
    found, alone = {}, []
    for mention in sorted(entity):
        home = next((k for k, other in enumerate(others) if mention in other), None)
        if home is None:
            alone.append(([mention], False))
        else:
            found.setdefault(home, []).append(mention)
    return [(part, True) for part in found.values()] + alone


def main_part(pieces, pronouns):
    """The part that holds the earliest mention that is no pronoun, or the earliest of all."""
    return min(pieces, key=lambda piece: min((mention in pronouns, mention) for mention in piece[0]))


def side_errors(entities, others, pronouns, names):
    """Errors of one direction. names : of a part, a lone mention and a whole entity."""
    part, mention, whole = names
    counted, steps, listed = Counter(), 0, Counter()
    for entity in entities:
        pieces = parts(entity, others)
        found = any(matched for _, matched in pieces)
        steps += len(pieces) if len(pieces) > 1 else 0
        if not found:
            kind = whole if len(entity) > 1 else mention
            counted[kind] += 1
            listed[kind] += 1
            continue
        main = main_part(pieces, pronouns)
        for piece in pieces:
            kind = part if piece[1] else mention
            counted[kind] += piece is not main
            listed[kind] += piece is not main or not piece[1]
    return counted, listed, steps


def errors(gold, predicted, pronouns):
    """Counted errors by type, all that are listed, and operations, of entities (sets) without span errors."""
    ours, more_ours, merges = side_errors(gold, predicted, pronouns, ("divided entity", "missing mention", "missing entity"))
    theirs, more_theirs, splits = side_errors(predicted, gold, pronouns, ("conflated entities", "extra mention", "extra entity"))
    all_gold, all_predicted = (set().union(*entities) if entities else set() for entities in (gold, predicted))
    lone = sum(len(entity) == 1 and not entity & all_gold for entity in predicted)
    operations = {
        "splits": splits + lone,
        "removals": len(all_predicted - all_gold),
        "introductions": len(all_gold - all_predicted),
        "merges": merges,
    }
    return +(ours + theirs), +(more_ours + more_theirs), operations


def mend(kind, gold, predicted, pronouns, original):
    """A document's predicted entities after mending one type, as a list of sets. original : as the system wrote them."""
    entities = [set(entity) for entity in predicted]
    all_gold, all_original = (set().union(*e) if e else set() for e in (gold, original))
    if kind in ("extra mention", "extra entity"):
        for entity in original:
            lost = len(entity) > 1 and not entity & all_gold
            if lost == (kind == "extra entity"):
                entities = [e - (entity - all_gold) for e in entities]
    if kind == "conflated entities":
        for entity in original:
            pieces = parts(entity, gold)
            main = main_part(pieces, pronouns)
            for piece in pieces:
                if piece[1] and piece is not main:
                    entities = [e - set(piece[0]) for e in entities] + [set(piece[0])]
    if kind in ("divided entity", "missing mention"):
        for entity in gold:
            goal = goal_of(entity, original, entities, pronouns)
            lacking = entity - all_original
            moved = entity & all_original if kind == "divided entity" else lacking
            if goal is None:
                if kind == "missing mention" and len(entity) == 1:
                    entities.append(set(entity))
                continue
            entities = [e - moved if e is not goal else e for e in entities]
            goal |= moved
    if kind == "missing entity":
        entities += [set(entity) for entity in gold if len(entity) > 1 and not entity & all_original]
    return [entity for entity in entities if entity]


def goal_of(entity, original, entities, pronouns):
    """The entity of the output that a gold entity's parts join."""
    pieces = [piece for piece in parts(entity, original) if piece[1]]
    if not pieces:
        return None
    main = main_part(parts(entity, original), pronouns)
    chosen = main if main[1] else min(pieces, key=lambda piece: min(piece[0]))
    return next(e for e in entities if min(chosen[0]) in e)
