"""What is stored of a project: its files in order, and its options."""

from __future__ import annotations

from dataclasses import dataclass, field

GOLD, SYSTEM, TRAIN = ROLES = ("gold", "system", "train")


@dataclass(frozen=True)
class Entry:
    """One file of a project: role is one of ROLES, name the system's, file the uploaded file's, both for show only."""

    role: str
    name: str
    file: str
    digest: str
    format: str | None = None


@dataclass(frozen=True)
class Record:
    """A project as it is stored. options : plain text values, as in the page's address."""

    id: str
    title: str
    files: tuple[Entry, ...] = ()
    options: dict[str, str] = field(default_factory=dict, hash=False)

    @property
    def gold(self) -> Entry | None:
        """The gold file, if there is one."""
        return self._only(GOLD)

    @property
    def systems(self) -> tuple[Entry, ...]:
        """The systems' files, in order."""
        return tuple(entry for entry in self.files if entry.role == SYSTEM)

    @property
    def train(self) -> Entry | None:
        """The trees that the parsers were trained on, if they are known."""
        return self._only(TRAIN)

    def _only(self, role: str) -> Entry | None:
        return next((entry for entry in self.files if entry.role == role), None)


def ordered(files: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Gold first, then the systems as they come, then the training file."""
    return tuple(sorted(files, key=lambda entry: ROLES.index(entry.role)))


def entered(files: tuple[Entry, ...], entry: Entry) -> tuple[Entry, ...]:
    """Files with one more: a new gold or training file takes the old one's place, a system goes last."""
    return ordered((*(old for old in files if entry.role == SYSTEM or old.role != entry.role), entry))
