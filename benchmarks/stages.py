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


def _paths(scale: int, folder: Path) -> tuple[Path, Path]:
    return folder / f"x{scale}" / "gold.jsonl", folder / f"x{scale}" / "A.jsonl"


def _project(scale: int, folder: Path):
    from loaders import ReadOptions, load
    from metrics import align_systems

    gold, system = _paths(scale, folder)
    return align_systems(load(gold), [load(system, options=ReadOptions(role="predicted"))])


def read(scale: int, folder: Path) -> Callable[[], object]:
    """Gold and one system, JSON lines."""
    from loaders import load

    return lambda: [load(path) for path in _paths(scale, folder)]


def read_conllu(scale: int, folder: Path) -> Callable[[], object]:
    """Trees: 25,000 words at scale 1."""
    from benchmarks.inputs import conllu_file
    from loaders import load

    path = conllu_file(scale, folder)
    return lambda: load(path)


def read_tags(scale: int, folder: Path) -> Callable[[], object]:
    """A tag file in both readings: 48,000 tokens at scale 1."""
    from benchmarks.inputs import tag_file
    from loaders import load

    path = tag_file(scale, folder, "wharf-base")
    return lambda: load(path)


def align(scale: int, folder: Path) -> Callable[[], object]:
    """Documents joined and texts compared."""
    from metrics import align_systems

    project = _project(scale, folder)
    return lambda: align_systems(project.gold, project.systems)


def count(scale: int, folder: Path) -> Callable[[], object]:
    """All metrics of one system, singletons kept and dropped."""
    from metrics import CoreferenceOptions, count_systems

    project = _project(scale, folder)
    return lambda: count_systems(project, CoreferenceOptions(match="exact"))


def draw(scale: int, folder: Path) -> Callable[[], object]:
    """The forest plot for the screen and for paper, from one finished frame of two systems."""
    from figures import frames, paper
    from figures.registry import FIGURES
    from loaders import load
    from metrics import CoreferenceOptions, align_systems, count_baselines, count_systems, differences, resampled, scores

    options = CoreferenceOptions(match="exact")
    systems = [load(folder / f"x{scale}" / f"{name}.jsonl") for name in "AB"]
    project = align_systems(load(folder / f"x{scale}" / "gold.jsonl"), systems, ["A", "B"])
    counts = count_systems(project, options)
    sums = resampled(counts, options)
    found = scores(counts, options, sums=sums)
    baselines = scores(count_baselines(project), CoreferenceOptions(resamples=0))
    pairs = differences(counts, options, [(0, 1), (2, 3)], sums=sums)
    frame = frames.forest_frame(found, baselines, pairs, frames.Systems(project.names, (0, 1), (0, 1)))
    screen, on_paper = FIGURES["overview"]
    return lambda: (screen(frame).to_json(), paper.render(frame, on_paper, width="column", kind="pdf"))


def command(scale: int, folder: Path) -> Callable[[], object]:
    """The whole command line on gold and one system, all metrics, 1,000 resamples."""
    from click.testing import CliRunner

    import evaluate

    gold, system = map(str, _paths(scale, folder))
    call = ["coref", "--gold", gold, "--pred", system, "--json", str(folder / "scores.json")]
    return lambda: CliRunner().invoke(evaluate.main, call, catch_exceptions=False)


def ud(scale: int, folder: Path) -> Callable[[], object]:
    """The whole command line on trees of gold and one system, 25,000 words at scale 1: all metrics, 1,000 resamples."""
    from benchmarks.inputs import conllu_file

    gold, system = (str(conllu_file(scale, folder, name)) for name in ("gold", "wharf-base"))

    def run():
        from click.testing import CliRunner

        import evaluate

        call = ["ud", "--gold", gold, "--pred", system, "--json", str(folder / "trees.json")]
        return CliRunner().invoke(evaluate.main, call, catch_exceptions=False)

    return run


def span(scale: int, folder: Path) -> Callable[[], object]:
    """The whole command line on a tag file of gold and one system, 48,000 tokens at scale 1: by label, 1,000 resamples."""
    from benchmarks.inputs import both_columns

    path = str(both_columns(scale, folder))

    def run():
        from click.testing import CliRunner

        import evaluate

        call = ["span", "--gold", path, "--by", "label", "--json", str(folder / "spans.json")]
        return CliRunner().invoke(evaluate.main, call, catch_exceptions=False)

    return run


STAGES: dict[str, Stage] = {
    "generate": generate,
    "read": read,
    "read CoNLL-U": read_conllu,
    "read tags": read_tags,
    "align": align,
    "count": count,
    "resample documents": resample_documents,
    "resample sentences": resample_sentences,
    "draw": draw,
    "command": command,
    "ud": ud,
    "span": span,
}
