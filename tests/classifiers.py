"""Invented letters and two classifiers of them, and a project of any such files, for tests of the pages."""

import json

from pages.shared import workspace

LABELS = ("blo", "fen", "gri")
N = 60


def label(k: int) -> str:
    """Gold's label of an item."""
    return LABELS[k % 3]


def table(rows: list[tuple], head: str) -> bytes:
    """A CSV file."""
    return "\n".join([head, *(",".join(map(str, row)) for row in rows)]).encode()


def scores(right: str, sure: float) -> tuple[str, ...]:
    """A score for each label, the highest for the one that is predicted."""
    return tuple(f"{sure if name == right else (1 - sure) / 2:.3f}" for name in LABELS)


def predictions(wrong: range) -> bytes:
    """A system that gives the next label to some items."""
    said = [label(k + 1) if k in wrong else label(k) for k in range(N)]
    rows = [(f"i{k}", name, *scores(name, 0.5 + k / 200)) for k, name in enumerate(said)]
    return table(rows, "id,pred," + ",".join(f"score:{name}" for name in LABELS))


GOLD = table([(f"i{k}", f"d{k // 10}", label(k), f"zup {k} mip") for k in range(N)], "id,document,gold,text")
A = predictions(range(0, 30))
B = predictions(range(28, 34))


def several() -> bytes:
    """JSON lines with lists of gold labels and scores: "fen" is everywhere, "gri" nowhere in gold."""
    rows = []
    for k in range(N):
        gold = ["fen"] + ["blo"] * (k % 2)
        rows.append({"id": f"i{k}", "gold": gold, "scores": {"blo": (k % 10) / 10, "fen": 0.9, "gri": 0.45}})
    return "\n".join(map(json.dumps, rows)).encode()


def project(*systems: bytes, gold: bytes | None = GOLD, ending: str = "csv") -> str:
    """The id of a new project with gold (None for none) and systems A, B, ..."""
    record = workspace.create()
    if gold is not None:
        workspace.add(record.id, "gold", f"gold.{ending}", gold)
    for k, data in enumerate(systems):
        workspace.add(record.id, "system", f"{chr(65 + k)}.{ending}", data)
    return record.id
