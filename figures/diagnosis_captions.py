"""What stands around the figures of a diagnosis."""

from __future__ import annotations

from html import escape
from typing import Any

import pandas as pd

from figures import numbers
from figures.class_captions import PAIRS
from figures.class_frames import RARE, group_word
from figures.diagnosis import MOST_ROWS
from figures.recipe import back
from figures.said import Said, level_name, plain, sentences
from metrics.typed.diagnosis import Findings
from metrics.typed.groupings import CLASS
from metrics.typed.labels import NONE

LEAK = (
    "From the gold that was scored. If that is a test set, keep these from whoever writes the new documents; the brief below "
    "holds none of them."
)


def legend(frame: pd.DataFrame, level: float) -> list[str]:
    """What lines, numbers and greys mean."""
    entries = [f"line: {level_name(level)} interval"] if frame["low"].notna().any() else []
    entries += ["beside the name: gold mentions"]
    return entries + ([f"grey name: fewer than {RARE}"] if frame["rare"].any() else [])


def counted(found: Findings, labels: str) -> str:
    """Coreference · 1,281 gold mentions in 24 documents by class (gold types) · 28 classes."""
    by, gold = found.groups.by, found.diagnosis[found.diagnosis["metric"] == "mention"].drop_duplicates("group")["gold"]
    what = f"{by} ({labels})" if labels else by
    mentions, documents = numbers.plural(int(gold.sum()), "gold mention"), numbers.plural(len(found.counts.units), "document")
    n = int((gold > 0).sum())
    return f"Coreference · {mentions} in {documents} by {what} · {numbers.count(n)} {group_word(by, n)}"


def note(diagnosis: pd.DataFrame, frame: pd.DataFrame, by: str, link_mentions: str) -> Said:
    """What costs rest on, and what is not drawn."""
    n, drawn = diagnosis.loc[diagnosis["cost"] > 0, "group"].nunique(), frame["metric"].nunique()
    cut = plain(f"The {MOST_ROWS} costliest of {n} are drawn; the table's files hold all.") if n > drawn else Said()
    parts = [plain(f"Costs: {PAIRS[link_mentions][0].lower()}{PAIRS[link_mentions][1:]}")]
    parts += [plain("Lost links are those of mentions that both systems find.")] if diagnosis["system"].nunique() > 1 else []
    alone = (diagnosis.loc[diagnosis["gold"] > 0, "group"].nunique() == 1) and by == CLASS
    parts += [plain("Gold has one class alone; mention types tell more apart.")] if alone else []
    none = plain("none: mentions predicted where gold has no class; no data can be asked for it.")
    return sentences(cut, *parts, none if (frame["metric"] == NONE).any() else Said())


def fewest(diagnosis: pd.DataFrame, recipe: dict[str, Any]) -> pd.DataFrame:
    """The row of the recipe's groups whose interval rests on the fewest documents, for what must be said of it."""
    rows = diagnosis[diagnosis["group"].isin([group["group"] for group in recipe["groups"]]) & diagnosis["units"].gt(0)]
    return rows.sort_values("units", kind="stable").head(1)


def examples(groups: list[dict[str, Any]], by: str) -> str:
    """Failing contexts of a recipe's groups as escaped HTML: a table with the mention in bold."""
    heads = (by.capitalize(), "Failure", "Context", "Document, sentence")
    head = "".join(f'<th class="l">{escape(words)}</th>' for words in heads)
    rows = "".join(_rows(group) for group in groups)
    return f'<table class="t"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>' if rows else ""


def _rows(group: dict[str, Any]) -> str:
    found, last = group["examples"], len(group["examples"]) - 1
    return "".join(_row(group["group"] if k == 0 else "", one, "rule" if k == last else "") for k, one in enumerate(found))


def _row(group: str, found: dict[str, Any], style: str) -> str:
    form = f" · {escape(found['form'])}" if found["form"] else ""
    context = f"{escape(found['before'])}<b>{escape(found['mention'])}</b>{escape(found['after'])}"
    if "antecedent" in found:
        other = f"not to <b>{escape(found['linked_to'])}</b>" if found["linked_to"] else "the system links it to nothing before"
        context += f'<br><span class="m">belongs to <b>{escape(found["antecedent"])}</b> {back(found["back"])}; {other}</span>'
    cells = [escape(group), f"{found['kind']}{form}", f'<span class="example">{context}</span>']
    document = escape(found["document"], quote=True)
    cells.append(f'<span class="m"><span class="cut" title="{document}">{document}</span>, {found["sentence"]:,}</span>')
    return f'<tr class="{style}">' + "".join(f'<td class="l">{cell}</td>' for cell in cells) + "</tr>"
