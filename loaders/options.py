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
    entities : False reads the trees of CoNLL-U alone: a parser may have torn the brackets that it copied from its input.
    """

    format: str | None = None
    ends: Literal["inclusive", "exclusive"] | None = None
    role: Literal["gold", "predicted"] = "gold"
    skip_bad: bool = False
    entities: bool = True

    def written(self, skipped: bool) -> str:
        """The options as text, for a digest. skipped : whether anything was left out, so that only then skip_bad counts."""
        return f"{self.format}|{self.ends}|{self.role}|{self.skip_bad and skipped}|{self.entities}"
