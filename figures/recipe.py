"""A data recipe as Markdown and as JSON."""

from __future__ import annotations

import json
from typing import Any

from figures import numbers
from figures.brief import brief
from figures.markup import escaped, fenced, table

WHY = {
    "support": "doubles its support",
    "interval": "narrows its interval to the target",
    "no interval": "makes an interval possible",
}
POLICY = {
    "restricted": "Restricted: only entities of the groups that the corpus has, whatever the form of their mentions.",
    "all": "All: every name, nominal and pronoun that refers, whether its entity has a group or not.",
}
METRICS = {"mention": "Mention F1", "link": "Link F1"}


def to_json(recipe: dict[str, Any]) -> str:
    """The recipe with its generation brief, as JSON."""
    return json.dumps(recipe | {"brief": brief(recipe)}, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def to_markdown(recipe: dict[str, Any]) -> str:
    """The recipe as Markdown; what comes from the data is escaped."""
    groups = recipe["groups"]
    parts = [f"# Data recipe for {escaped(recipe['system'])}", _summary(recipe)]
    if groups:
        parts += ["## What to add", _add(recipe), "## Why these", _why(recipe)]
    parts += ["## Annotation policy", POLICY[recipe["policy"]]]
    parts += ["## Under these assumptions", "\n".join(f"- {escaped(words)}" for words in recipe["assumptions"])]
    shown = [(g["group"], e) for g in groups for e in g["examples"]]
    if shown:
        parts += ["## Where it fails", LEAK, _examples(recipe)]
    parts += ["## Generation brief", "For a writer or a language model; it needs nothing else.", fenced(brief(recipe))]
    return "\n\n".join(part.strip() for part in [*parts, f"`{recipe['signature'].replace('`', '')}`"]) + "\n"


LEAK = (
    "Sentences of the gold that was scored, ⟦the mention⟧ marked. If gold is a test set, keep them from whoever writes the new "
    "documents; the brief below holds none of them."
)


def _summary(recipe: dict[str, Any]) -> str:
    if not recipe["groups"]:
        return "No group of gold costs this system anything: there is nothing to ask for."
    documents = recipe["documents"]
    names = ", ".join(f"**{escaped(group['group'])}**" for group in recipe["groups"])
    apart = f" ({documents['apart']:,} if each holds one group alone)" if documents["apart"] > documents["together"] else ""
    most = " and ".join(f"{points(recipe['at_most'][m])} points of {name}" for m, name in METRICS.items())
    target = recipe["target"]["half_width"]
    rule = "twice the support of each group"
    rule += f", and intervals of ±{target:g} points or narrower" if target is not None else ""
    return (
        f"{numbers.plural(documents['together'], 'new document')}{apart}, for {names}. Were all of these right, it would gain "
        f"{most}; that is the most to be had. Target: {rule}."
    )


def points(interval: dict[str, Any]) -> str:
    """A cost with its interval: 7.81 (4.21 to 11.68); or without, and why."""
    if interval["points"] is None:
        return numbers.NOT_DEFINED
    said = numbers.points(interval["points"])
    if interval["low"] is None:
        return f"{said} (no interval: {numbers.of_documents(interval['reason'])})" if interval["reason"] else said
    return f"{said} ({numbers.from_to(interval['low'], interval['high'])})"


def _add(recipe: dict[str, Any]) -> str:
    forms = list(dict.fromkeys(form["form"] for group in recipe["groups"] for form in group["forms"]))
    heads = ["Group", "New documents", "because it", "Mentions", *forms, "Links", "Chain length", "Sentences apart"]
    rows = []
    for group in recipe["groups"]:
        of_form = {form["form"]: form["add"] for form in group["forms"]}
        row = [escaped(group["group"]), f"{group['documents']['new']:,}", WHY[group["documents"]["why"]]]
        row += [f"{group['add']['mentions']:,}", *(f"{of_form.get(form, 0):,}" for form in forms), f"{group['add']['links']:,}"]
        rows.append([*row, quartiles(group["chains"]), quartiles(group["distance"]["all"])])
    note = "The last two columns: the middle half of gold's chains and of the steps between their mentions, and the median."
    return f"{table(heads, rows)}\n{note}"


def quartiles(found: dict[str, Any]) -> str:
    """The middle half and the median: 2–4 (3); n/a where there is nothing."""
    if found["median"] is None:
        return numbers.NOT_DEFINED
    return f"{found['lower']:g}–{found['upper']:g} ({found['median']:g})"


def _why(recipe: dict[str, Any]) -> str:
    shared = next((group["shared"]["with"] for group in recipe["groups"] if group["shared"]), None)
    heads = ["Group", *(f"costs {name}" for name in METRICS.values()), "Mentions lost", "Links lost"]
    heads += [f"both lose, with {escaped(shared)}"] if shared else []
    heads += [f"± {name}" for name in METRICS.values()]
    rows = []
    for group in recipe["groups"]:
        row = [escaped(group["group"]), *(points(group["cost"][m]) for m in METRICS)]
        row += [f"{group['lost'][what]:,} of {group['of'][what]:,}" for what in ("mentions", "links")]
        row += [f"{group['shared']['mentions']:,} mentions, {group['shared']['links']:,} links"] if shared else []
        rows.append([*row, *(_half(group["half_width"][m]) for m in METRICS)])
    note = (
        "Costs: points of micro F1, with the interval, that the system would gain were the group perfect. ±: half the width of "
        "the interval of the group's F1, now → with the new documents."
    )
    return f"{table(heads, rows)}\n{note}"


def _half(found: dict[str, Any]) -> str:
    if found["now"] is None:
        return numbers.NOT_DEFINED
    return f"{numbers.points(found['now'])} → {numbers.points(found['then'])}"


def _examples(recipe: dict[str, Any]) -> str:
    parts = []
    for group in recipe["groups"]:
        lines = [f"- {example(found)}" for found in group["examples"]]
        parts += [f"### {escaped(group['group'])}", "\n".join(lines)] if lines else []
    return "\n\n".join(parts)


def example(found: dict[str, Any]) -> str:
    """An example as one line of Markdown."""
    form = f", {escaped(found['form'])}" if found["form"] else ""
    context = f"{found['before']}⟦{found['mention']}⟧{found['after']}"
    said = f"**{found['kind']}**{form}: {escaped(context)}"
    if "antecedent" in found:
        other = f"linked to ⟦{escaped(found['linked_to'])}⟧" if found["linked_to"] else "linked to nothing before it"
        said += f" Its antecedent is ⟦{escaped(found['antecedent'])}⟧, {back(found['back'])}; {other}."
    return f"{said} ({escaped(found['document'])}, sentence {found['sentence']:,})"


def back(sentences: int) -> str:
    """How far back an antecedent stands."""
    return "in the same sentence" if not sentences else f"{numbers.plural(sentences, 'sentence')} before"
