"""What is measured. A stage prepares its input for a scale and returns the call that is timed.

Scale 1 is about LitBank's size: 100 documents of 2,000 words, or 1,970 sentences. Everything is imported inside the
stages, so that the process that starts them stays small and each child pays only for what it uses.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

DOCUMENTS = 100
SENTENCES = 1_970
COLUMNS = 40
RESAMPLES = 1_000
SEED = 20260101

Stage = Callable[[int, Path], Callable[[], object]]


def generate(scale: int, folder: Path) -> Callable[[], object]:
    from benchmarks.inputs import write_corpus

    return lambda: write_corpus(folder / f"x{scale}", documents=DOCUMENTS * scale)


def resample_documents(scale: int, _folder: Path) -> Callable[[], object]:
    """Intervals and p-values of two systems, all metrics together; each document has counts of its own."""
    import numpy as np

    counts = np.random.default_rng(1).integers(0, 50, (DOCUMENTS * scale, 2, COLUMNS)).astype(float)
    return _uncertainty(counts)


def resample_sentences(scale: int, _folder: Path) -> Callable[[], object]:
    """The same over sentences, of which most equal another one in all counts."""
    import numpy as np

    rng = np.random.default_rng(2)
    kinds = rng.integers(0, 9, (17 + 17 * scale, 2, COLUMNS)).astype(float)
    counts = kinds[rng.integers(0, len(kinds), SENTENCES * scale)]
    return _uncertainty(counts)


def _uncertainty(counts) -> Callable[[], object]:
    from metrics.resampling import p_value, percentile, resample, swapped_sums

    def run():
        intervals = percentile(_ratios(resample(counts, resamples=RESAMPLES, seed=SEED)), 0.95)
        return intervals, p_value(swapped_sums(counts[:, 0], counts[:, 1], resamples=RESAMPLES, seed=SEED), _ratios)

    return run


def _ratios(sums):
    return sums[..., : COLUMNS // 2] / (sums[..., COLUMNS // 2 :] + 1)


# None: nothing to measure yet.
STAGES: dict[str, Stage | None] = {
    "generate": generate,
    "read": None,
    "align": None,
    "count": None,
    "resample documents": resample_documents,
    "resample sentences": resample_sentences,
    "draw": None,
}
