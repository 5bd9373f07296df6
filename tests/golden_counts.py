"""Reference scorers' JSON in the columns of this project."""

import numpy as np

NAMES = {
    "mentions": "mentions",
    "muc": "MUC",
    "bcub": "B³",
    "ceafm": "CEAFm",
    "ceafe": "CEAFe",
    "lea": "LEA",
    "mor": "MOR",
}
LINKS = (("coref_links", "noncoref_links"), ("blanc_coref", "blanc_noncoref"))
SIDES = ("precision_num", "precision_den", "recall_num", "recall_den")


def counts(entry: dict) -> dict[str, np.ndarray]:
    """Every count that an entry gives, by metric."""
    found = {NAMES[name]: np.array([entry[name][side] for side in SIDES], float) for name in NAMES if name in entry}
    for links in LINKS:
        if links[0] in entry:
            found["BLANC"] = np.array([entry[name][side] for name in links for side in SIDES], float)
    return found


def differing(ours: dict[str, np.ndarray], theirs: dict[str, np.ndarray], tolerance: float = 1e-9) -> list[str]:
    """The metrics whose counts differ by more than rounding in the last digits given."""
    return [m for m in theirs if not np.allclose(ours[m], theirs[m], rtol=tolerance, atol=1e-8)]
