"""Labelled items made in memory, and projects of them."""

import json

from loaders.classification import Items, load_items
from loaders.classification_records import ItemOptions
from metrics.classification.project import LabelProject, align_items


def items(text: str | bytes, name: str = "file.csv", role: str = "both", **options) -> Items:
    data = text.encode() if isinstance(text, str) else text
    return load_items((name, data), role=role, options=ItemOptions(**options))


def json_lines(records: list[dict]) -> str:
    return "\n".join(json.dumps(record) for record in records)


def project(gold: list[dict], *systems: list[dict], multi: bool | None = None) -> LabelProject:
    """A project of records: gold's have id and gold, a system's id and pred, scores or score."""
    sides = [items(json_lines(records), f"s{k}.jsonl", "predicted", multi=multi) for k, records in enumerate(systems)]
    ours = items(json_lines(gold), "gold.jsonl", "gold", multi=multi)
    return align_items(ours, sides, [f"s{k}" for k in range(len(systems))], multi=multi)
