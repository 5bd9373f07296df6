"""Projects in a workspace of their own, from invented documents, for tests of the pages."""

from pathlib import Path

from pages.shared import workspace

SYNTH = Path(__file__).parent / "data" / "coref" / "synth"
GOLD, SYS1 = (SYNTH / "gold.conll").read_bytes(), (SYNTH / "sys1.conll").read_bytes()
CUT_SHORT = 10  # documents in which the variation finds nothing


def poorer() -> bytes:
    """A second system: the first without the mentions of its last documents."""
    documents = SYS1.decode().split("#end document")
    emptied = ["\n".join(_without_brackets(line) for line in text.split("\n")) for text in documents[-CUT_SHORT:]]
    return "#end document".join([*documents[:-CUT_SHORT], *emptied]).encode()


def _without_brackets(line: str) -> str:
    cells = line.split("\t")
    return "\t".join([*cells[:-1], "-"]) if len(cells) > 3 else line


def project(*systems: tuple[str, bytes], gold: bytes | None = GOLD, title: str | None = None) -> str:
    """The id of a new project with gold (None for none) and systems, each a file name and its bytes."""
    record = workspace.create(title)
    if gold is not None:
        workspace.add(record.id, "gold", "gold.conll", gold)
    for name, data in systems:
        workspace.add(record.id, "system", name, data)
    return record.id
