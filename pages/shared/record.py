"""What is stored of a project: its files, each in a role, and its options."""

from __future__ import annotations

from dataclasses import dataclass, field

LONGEST_NAME = 120
# Labels of the text; those of the systems' mentions where they are others; a map from labels to labels.
LABELS, LABELS_PRED, MAP = "labels", "labels-pred", "map"
SINGLE = ("gold", LABELS_PRED, MAP)  # roles of which a project has one file
ROLES = (*SINGLE, "system", LABELS)


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
        return next((entry for entry in self.files if entry.role == "gold"), None)

    @property
    def systems(self) -> tuple[Entry, ...]:
        """The systems' files, in order."""
        return tuple(entry for entry in self.files if entry.role == "system")

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


def with_entry(files: tuple[Entry, ...], entry: Entry) -> tuple[Entry, ...]:
    """The files with one more: gold first, the others last; of a role that is single it takes the old one's place."""
    kept = tuple(old for old in files if entry.role not in SINGLE or old.role != entry.role)
    return (entry, *kept) if entry.role == "gold" else (*kept, entry)
