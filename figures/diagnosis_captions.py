"""What stands around the figures of a diagnosis."""

from __future__ import annotations

from html import escape
from typing import Any

import pandas as pd

from figures.class_captions import PAIRS
from figures.class_frames import RARE
from figures.diagnosis import MOST_ROWS
from figures.recipe import back
from figures.said import Said, level_name, plain, sentences
from metrics.typed.counts import MICRO


def legend(frame: pd.DataFrame, level: float) -> list[str]:
    """What lines, numbers and greys mean."""
    entries = [f"line: {level_name(level)} interval"] if frame["low"].notna().any() else []
    entries += ["beside the name: gold mentions"]
    return entries + ([f"grey name: fewer than {RARE}"] if frame["rare"].any() else [])


def note(diagnosis: pd.DataFrame, frame: pd.DataFrame, link_mentions: str) -> Said:
    """What costs rest on, and what is not drawn."""
    n, drawn = diagnosis.loc[diagnosis["cost"] > 0, "group"].nunique(), frame["metric"].nunique()
    cut = plain(f"The {MOST_ROWS} costliest of {n} are drawn; the table holds all.") if n > drawn else Said()
    none = plain("none: mentions and links without a class; they can be mended, but no data can be asked for.")
    has_none = (frame["metric"] == "none").any() and MICRO not in set(frame["metric"])
    both = plain("Links that both lose range over the mentions that both find.")
    return sentences(cut, plain(PAIRS[link_mentions]), both, none if has_none else Said())


def examples(groups: list[dict[str, Any]]) -> str:
    """Failing contexts of a recipe's groups as escaped HTML: a table with the mention in bold."""
    rows = "".join(_row(group["group"], found) for group in groups for found in group["examples"])
    head = "<tr><th class='l'></th><th class='l'>Failure</th><th class='l'>Context</th><th class='l'>Document</th></tr>"
    return f'<table class="t"><thead>{head}</thead><tbody>{rows}</tbody></table>' if rows else ""


def _row(group: str, found: dict[str, Any]) -> str:
    form = f" · {escape(found['form'])}" if found["form"] else ""
    context = f"{escape(found['before'])}<b>{escape(found['mention'])}</b>{escape(found['after'])}"
    if "antecedent" in found:
        other = f"not with <b>{escape(found['linked_to'])}</b>" if found["linked_to"] else "the system links it to nothing before"
        context += f' <span class="m">goes with <b>{escape(found["antecedent"])}</b> {back(found["back"])}, {other}</span>'
    cells = [escape(group), f"{found['kind']}{form}", f'<span class="example">{context}</span>']
    cells.append(f'<span class="m">{escape(found["document"])}, {found["sentence"]:,}</span>')
    return "<tr>" + "".join(f'<td class="l">{cell}</td>' for cell in cells) + "</tr>"
