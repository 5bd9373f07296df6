"""The generation brief of a data recipe: all that a writer or a language model needs to write the new documents.

It holds no sentence of gold: what is written from it must not repeat the texts on which systems are then scored.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from figures.markup import one_line
from metrics.typed.groupings import CLASS
from metrics.typed.recipe import apportioned

FORMS = {
    "name": "headed by a proper name (Ada Lovelace, the Thames)",
    "nominal": "headed by a common noun (the old bridge, two of the nurses)",
    "pronoun": "pronouns, possessives among them (she, its, this)",
    "zero": "subjects or objects that the language leaves out; mark the verb that lacks them",
}
# Invented. Ends are inclusive, numbers count tokens from the document's first.
EXAMPLE = {
    "doc_key": "new_001",
    "genre": "story",
    "sentences": [
        ["Odile", "hung", "the", "lantern", "over", "the", "door", "."],
        ["She", "lit", "it", "at", "dusk", "."],
    ],
    "clusters": [[[0, 0], [8, 8]], [[2, 3], [10, 10]], [[5, 6]]],
    "types": ["KEEPER", "TOOL", "PLACE"],
}


def brief(recipe: dict[str, Any]) -> str:
    """The brief as plain text, every line finished."""
    parts = [part for make in PARTS if (part := make(recipe))]
    return "\n\n".join([_head(recipe), *(f"{k}. {part}" for k, part in enumerate(parts, 1))]) + "\n"


def _head(recipe: dict[str, Any]) -> str:
    n = recipe["documents"]["together"]
    return f"Write {n} new document{'s' * (n != 1)} and annotate coreference in {'them' if n != 1 else 'it'}."


def _lines(title: str, lines: list[str]) -> str:
    return "\n".join([title, *(f"- {line}" for line in lines)])


def _texts(recipe: dict[str, Any]) -> str:
    corpus, n = recipe["corpus"], recipe["documents"]["together"]
    spread = ", ".join(f"{one_line(name)} {count}" for name, count in _genres(recipe, n).items() if count)
    lines = [f"Genres, in documents: {spread}." if spread else "Genre and domain: those of the corpus that they extend."]
    lines += [f"Each about {corpus['words']:,} words in {corpus['sentences']:,} sentences, in the corpus's language and style."]
    lines += ["Each about other people, places, things and events; none a translation, a list or the same story again."]
    return _lines("Texts", lines)


def _genres(recipe: dict[str, Any], n: int) -> dict[str, int]:
    """How many of n documents are of which genre: as in gold, or as a recipe by genre asks."""
    if recipe["by"] == "genre":
        return {group["group"]: group["documents"]["new"] for group in recipe["groups"]}
    genres = recipe["corpus"]["genres"]
    return dict(zip(genres, apportioned(n, np.array(list(genres.values()), np.float64)), strict=True))


def _contents(recipe: dict[str, Any]) -> str:
    lines = [_contents_of(group) for group in recipe["groups"]]
    return _lines("What they hold, all documents together", lines) if lines else ""


def _contents_of(group: dict[str, Any]) -> str:
    add, chains = group["add"], group["chains"]
    said = f"{one_line(group['group'])}: about {add['mentions']:,} mentions, in at least {group['documents']['new']:,} documents"
    forms = ", ".join(f"{form['add']:,} {form['form']}" for form in group["forms"] if form["add"])
    said += f"; by form: {forms}" if forms else ""
    if add["chains"] and chains["median"] is not None:
        said += f". About {add['chains']:,} chains of two mentions or more, most of {_range(chains)} mentions"
        said += f", the longest of about {chains['largest']}"
    distance = group["distance"]["all"]
    if distance["median"] is not None:
        said += f". A mention and the one before it mostly {_range(distance)} sentences apart"
    return f"{said}."


def _range(quartiles: dict[str, Any]) -> str:
    low, high = (f"{quartiles[name]:g}" for name in ("lower", "upper"))
    return low if low == high else f"{low} to {high}"


def _hard(recipe: dict[str, Any]) -> str:
    lines = [line for group in recipe["groups"] for line in _hard_of(group)]
    return _lines("Where systems fail; write such cases on purpose", lines) if lines else ""


def _hard_of(group: dict[str, Any]) -> list[str]:
    """What is lost of a group: the form that loses most, and links over longer distances."""
    name, found = one_line(group["group"]), []
    for key, words in (("lost", "are most often not found"), ("lost_links", "are most often not linked")):
        forms = [form for form in group["forms"] if form[key]]
        if forms:
            worst = max(forms, key=lambda form: form[key])
            found.append(f"{worst['form']}s {words} ({worst[key]:,} {'links' if key == 'lost_links' else 'mentions'})")
    lines = [f"{name}: {', '.join(found)}."] if found else []
    far, near = group["distance"]["lost"]["median"], group["distance"]["all"]["median"]
    if far is not None and near is not None and far > near:
        lines.append(
            f"{name}: the mention before lies far back: {far:g} sentences where links are lost, {near:g} in all (medians)."
        )
    return lines


def _annotation(recipe: dict[str, Any]) -> str:
    groups = ", ".join(one_line(name) for name in recipe["corpus"]["groups"] if name != "none")
    used = {form["form"] for group in recipe["groups"] for form in group["forms"]}
    policy = POLICY if recipe["by"] == CLASS else WITHOUT_CLASSES
    lines = [policy[recipe["policy"]].format(groups=groups)]
    lines += ["A mention is the whole phrase, from its first determiner or modifier to its last complement."]
    single = recipe["corpus"]["singletons"] > 0
    lines.append("Annotate entities that are mentioned once, too." if single else "Leave out entities that are mentioned once.")
    lines += [f"{form}: {words}." for form, words in FORMS.items() if form in used]
    return _lines("Annotation", lines)


POLICY = {
    "restricted": "Annotate mentions of entities of these kinds alone, whatever their form: {groups}. Leave all others unmarked.",
    "all": "Annotate every nominal, name and pronoun that refers to something, with one of these kinds: {groups}; "
    'and "none" where no kind fits.',
}


WITHOUT_CLASSES = {
    "restricted": "Annotate what the corpus annotates: its kinds of entities and no others.",
    "all": "Annotate every nominal, name and pronoun that refers to something.",
}


def _avoid(recipe: dict[str, Any]) -> str:  # noqa: ARG001
    lines = [
        "Sentences, names or plots of any existing corpus, above all of the one on which systems are tested.",
        "Mentions that a careful reader cannot resolve.",
        "The same name for two entities of one document, unless the text itself plays on it.",
        "Repeating the name where a text would use a pronoun or a description; one sentence pattern again and again.",
        "Words that explain who is meant, for the annotator's sake.",
    ]
    return _lines("To be avoided", lines)


def _output(recipe: dict[str, Any]) -> str:
    has_types = recipe["by"] == CLASS
    types = ', "types" (the kind of each entity, in the order of "clusters")' if has_types else ""
    lines = [
        'One JSON object a line, a document each: "doc_key" (unique), "genre", "sentences" (lists of tokens), "clusters" '
        f"(entities, each a list of mentions [first, last]){types}.",
        "Tokens are counted from 0 over the whole document; the last token of a mention is part of it. Punctuation is a token.",
        "No mention stands in two entities or twice in one.",
        f"For example (invented{'; its types too' * has_types}):",
    ]
    shown = {key: value for key, value in EXAMPLE.items() if key != "types" or has_types}
    return f"{_lines('Output', lines)}\n\n{json.dumps(shown, ensure_ascii=False)}"


PARTS = (_texts, _contents, _hard, _annotation, _avoid, _output)
