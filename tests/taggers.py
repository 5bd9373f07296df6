"""Taggers' files for the tests of the pages of spans: invented words, 20 documents of two sentences."""

from pages.shared import workspace

N = 20
HOSTILE = "<b>PER"


def lines(words: str, tags: str) -> str:
    return "".join(f"{word}\t{tag}\n" for word, tag in zip(words.split(), tags.split(), strict=True)) + "\n"


def document(k: int, first: str, second: str) -> str:
    return f"# id = d{k}\n" + lines("mi bo ta ru", first) + lines("ze lo pa", second)


def tagged(first: str, second: str, other: str | None = None, odd: int = 0) -> bytes:
    """A file of N documents; other : the first sentence's tags in the first `odd` documents."""
    return "".join(document(k, other if k < odd else first, second) for k in range(N)).encode()


GOLD = tagged("B-PER I-PER O B-LOC", "O B-ORG O")
A = tagged("B-PER I-PER O B-LOC", "O B-ORG O", "B-PER O O B-LOC", 8)  # 8 too short
B = tagged("B-PER I-PER O B-LOC", "B-LOC O O", "B-PER I-PER O B-PER", 5)  # 20 spurious, 20 missed, 5 of another type
MALFORMED = tagged("B-PER I-PER O I-LOC", "O B-ORG O")


def both() -> bytes:
    """Gold and prediction in two columns."""
    rows = zip(GOLD.decode().split("\n"), A.decode().split("\n"), strict=True)
    return "\n".join(f"{g}\t{a.split(chr(9))[1]}" if "\t" in g else g for g, a in rows).encode()


NESTED = "".join(
    f'{{"id": "n{k}", "tokens": ["mi", "bo", "ta"], "gold": [[0, 3, "ORG"], [1, 2, "PER"]], "pred": [[0, 3, "ORG"]]}}\n'
    for k in range(N)
).encode()


def project(*systems: tuple[str, bytes], gold: bytes | None = GOLD, name: str = "gold.iob2", train: bytes = b"") -> str:
    """The id of a new project."""
    record = workspace.create()
    if gold is not None:
        workspace.add(record.id, "gold", name, gold)
    for file, data in systems:
        workspace.add(record.id, "system", file, data)
    if train:
        workspace.add(record.id, "train", "train.iob2", train)
    return record.id


def hostile(data: bytes) -> bytes:
    """The same with words and labels that would be markup."""
    return data.replace(b"PER", HOSTILE.encode()).replace(b"mi\t", b"<script>alert(1)</script>\t").replace(b"bo\t", b"a&lt;$x$\t")
