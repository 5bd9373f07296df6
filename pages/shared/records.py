"""What is stored of a project: its files in order, and its options."""

from __future__ import annotations

from dataclasses import dataclass, field

LONGEST_NAME = 120
GOLD, SYSTEM = "gold", "system"
# Labels of the text; those of the systems' mentions where they are others; a map from labels to labels; training trees;
# which topic each document belongs to.
LABELS, LABELS_PRED, MAP, TRAIN, TOPICS = "labels", "labels-pred", "map", "train", "topics"
ROLES = (GOLD, SYSTEM, LABELS, LABELS_PRED, MAP, TRAIN, TOPICS)
SINGLE = (GOLD, LABELS_PRED, MAP, TRAIN, TOPICS)  # roles of which a project has one file


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
        return self.single(GOLD)

    @property
    def systems(self) -> tuple[Entry, ...]:
        """The systems' files, in order."""
        return tuple(entry for entry in self.files if entry.role == SYSTEM)

    @property
    def train(self) -> Entry | None:
        """The trees that the parsers were trained on, if they are known."""
        return self.single(TRAIN)

    @property
    def labels(self) -> tuple[Entry, ...]:
        """The files of labels for gold's text, in order."""
        return tuple(entry for entry in self.files if entry.role == LABELS)

    def single(self, role: str) -> Entry | None:
        """The file of a role of which a project has one."""
        return next((entry for entry in self.files if entry.role == role), None)


def shown(text: str) -> str:
    """A user's text as it may be shown: printable, on one line, 120 characters at most."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text.strip())[:LONGEST_NAME]


def file_name(name: str) -> str:
    """An uploaded file's name without its folders, for show only."""
    return shown(name.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]) or "file"


def ordered(files: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Gold first, then the systems as they come, then all others by their role."""
    return tuple(sorted(files, key=lambda entry: ROLES.index(entry.role)))


def entered(files: tuple[Entry, ...], entry: Entry) -> tuple[Entry, ...]:
    """Files with one more: of a role that is single it takes the old one's place, else it goes last."""
    return ordered((*(old for old in files if entry.role not in SINGLE or old.role != entry.role), entry))
