"""How files are read, where a user may say so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class ReadOptions:
    """Reading options; all of them enter a corpus's digest.

    format : a name in FORMATS, None to detect it from the content.
    ends : whether a JSON span's end is its last token or the one after; None to decide from the file.
    role : a record of e2e-coref holds gold and predicted clusters side by side; the role says which are read.
    skip_bad : go on without documents that cannot be read; of trees, without sentences.
    scheme : that of tags; None to detect it from gold's tags, or from a file's own where gold is elsewhere.
    reading : of malformed tags; None reads strictly and keeps the other reading beside it where it differs.
    layer : which tag column is read, from 1, or all as layers of nested spans; None to decide from the columns.
    entities : False reads the trees of CoNLL-U alone: a parser may have torn the brackets that it copied from its input.
    """

    format: str | None = None
    ends: Literal["inclusive", "exclusive"] | None = None
    role: Literal["gold", "predicted"] = "gold"
    skip_bad: bool = False
    entities: bool = True
    scheme: Literal["IOB1", "IOB2", "IOE1", "IOE2", "IOBES", "BILOU"] | None = None
    reading: Literal["strict", "conlleval"] | None = None
    layer: int | Literal["all"] | None = None

    def written(self, skipped: bool) -> str:
        """The options as text, for a digest. skipped : whether anything was left out, so that only then skip_bad counts."""
        tags = "".join(f"|{value}" for value in (self.scheme, self.reading, self.layer) if value is not None)
        return f"{self.format}|{self.ends}|{self.role}|{self.skip_bad and skipped}|{self.entities}{tags}"
