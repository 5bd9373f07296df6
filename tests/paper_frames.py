"""A finished frame for every figure, plain and hostile: long names with every sign, many rows, many systems."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pandas as pd

from figures import (
    breakdown,
    class_documents,
    class_frames,
    confusion,
    coverage,
    curves,
    diagnosis,
    documents,
    failure_frames,
    group_gains,
    shared_errors,
    span_frames,
    theme,
    treebanks,
)
from figures.frames import Systems, forest_frame
from loaders.classification import load_items
from metrics.classification import curves as label_curves
from metrics.classification.project import align_items
from metrics.documents import compare_documents
from metrics.typed import compared
from metrics.typed.losses import PARTS
from tests import across, classifiers, failing
from tests.evaluated import HOSTILE, evaluated
from tests.typed_texts import compared_by

LONG = "_ü%&$x^2~\\{name}<b>#ß—long_name_of_a_group_or_file_that_never_ends_"
NAMES = (*HOSTILE, "c\n" + LONG, "d" * 80)
DRAWN = np.random.default_rng(5)
START = DRAWN.bit_generator.state


def two(hostile: bool) -> Systems:
    return Systems(NAMES[:2] if hostile else ("wharf-base", "wharf-large"), (0, 1), (0, 1))


def groups(hostile: bool, few: int = 6, many: int = 18) -> list[str]:
    """Names of groups, long ones that differ at their ends where hostile."""
    return [f"{k}{LONG}{k}" for k in range(many)] if hostile else [f"group {k}" for k in range(few)]


def scored(names: list[str], systems: tuple[str, ...]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Scores and differences of groups as a breakdown has them, by invented numbers; one group has no score."""
    rows = [(n, s, 40 + 7 * j + 50 * DRAWN.random(), 10 ** DRAWN.integers(1, 6)) for n in names for j, s in enumerate(systems)]
    frame = pd.DataFrame(rows, columns=["group", "system", "f1", "r_den"]).assign(metric="LAS", reason=None, units=40)
    frame = frame.assign(low=frame["f1"] - 4, high=frame["f1"] + 3, r_num=0.8 * frame["r_den"], p_num=0.8 * frame["r_den"])
    frame.loc[frame["group"] == names[-1], ["f1", "low", "high"]] = np.nan
    wide = frame.pivot(index="group", columns="system", values="f1").loc[names]
    found = pd.DataFrame({"group": names, "value": (wide[systems[1]] - wide[systems[0]]).to_numpy(), "metric": "LAS"})
    found = found.assign(low=found["value"] - 3, high=found["value"] + 3, p=0.01, units=40, reason=None)
    return frame, found.assign(differs=found["value"].abs() > 3, settled=found["value"].abs() > 3, p_adjusted=0.01)


def coreference(hostile: bool):
    return evaluated(n_systems=4, names=NAMES) if hostile else evaluated(names=("wharf-base", "wharf-large"))


def of_documents(hostile: bool) -> pd.DataFrame:
    found = coreference(hostile)
    frame = documents.documents_frame(
        compare_documents(found.project, found.options, found.counts, found.systems.pair), found.systems
    )
    return frame.assign(doc_id=[f"{LONG}{k}" for k in range(len(frame))]) if hostile else frame


def genres(hostile: bool) -> pd.DataFrame:
    _, found = scored(groups(hostile, 4, 10), ("a", "b"))
    found = found.drop(columns="metric").dropna(subset="value")
    return documents.genre_frame(found.assign(documents=12345 if hostile else 12), two(hostile))


def parsing(hostile: bool) -> pd.DataFrame:
    systems = two(hostile)
    scores, found = scored(list(theme.TREE_ORDER), systems.names)
    scores, found = (part.assign(metric=part["group"], singletons="") for part in (scores, found))
    return forest_frame(scores, scores.iloc[:0], found, systems)


def of_groups(hostile: bool) -> pd.DataFrame:
    systems = two(hostile)
    scores, found = scored(groups(hostile), systems.names)
    return breakdown.breakdown_frame(breakdown.ordered_groups(scores, found, "errors"), found, None, systems)


def cells(hostile: bool) -> pd.DataFrame:
    names = groups(hostile, 5, 20)
    pairs = [(g, p) for g in [*names, ""] for p in [*names, ""] if (g or p) and DRAWN.random() < 0.7]
    frame = pd.DataFrame(pairs, columns=["gold", "predicted"])
    counts = DRAWN.integers(0, 123456 if hostile else 90, (2, len(frame)))
    frame = frame.assign(wrong=frame["gold"] != frame["predicted"], count_0=counts[0], count_1=counts[1])
    return confusion.confusion_frame(frame, two(hostile), "difference" if hostile else "A")


@cache
def typed(hostile: bool):
    classes = tuple(f"C{k}{'x' * 40}%&_{k}" for k in range(8)) if hostile else ("PER", "PER", "LOC", "ORG", "RARE")
    return compared_by(classes=classes, draws=100)


def ordered(hostile: bool) -> tuple:
    _, found, systems, _ = typed(hostile)
    return found, systems, class_frames.ordered(found, systems, "cost")


def by_document(hostile: bool) -> pd.DataFrame:
    found, systems, names = ordered(hostile)
    frame = compared.by_document(found.counts, systems.names)
    shown = class_documents.heat_frame(frame, systems, names, class_documents.DIFFERENCE if hostile else "lost")
    return shown.assign(doc_id=shown["doc_id"] + LONG) if hostile else shown


def of_coverage(hostile: bool) -> pd.DataFrame:
    rows = [(g, s, k) for g in groups(hostile, 2, 4) for s in ("gold", *two(hostile).names) for k in range(2)]
    frame = pd.DataFrame(rows, columns=["group", "system", "step"])
    frame = frame.assign(metric=[("before", "after")[k] for k in frame["step"]], f1=90 * DRAWN.random(len(frame)))
    return coverage_rows(frame, two(hostile))


def coverage_rows(frame: pd.DataFrame, systems: Systems) -> pd.DataFrame:
    lanes = {"gold": 0, **{name: k + 1 for k, name in enumerate(systems.names)}}
    y = {name: float(k) for k, name in enumerate(dict.fromkeys(frame["group"]))}
    found = frame.assign(lane=frame["system"].map(lanes), y=frame["group"].map(y), name=frame["system"], value=frame["f1"])
    found = found.assign(place=found["lane"] - 1, low=found["value"] - 3, high=found["value"] + 3, metric=found["group"])
    return found.assign(step=[coverage.STEPS[k] for k in frame["step"]])


def costs(hostile: bool) -> pd.DataFrame:
    systems = two(hostile)
    rows = [(m, g, s) for m in ("mention", "link") for g in groups(hostile, 5, 12) for s in systems.names]
    frame = pd.DataFrame(rows, columns=["metric", "group", "system"]).assign(cost=6 * DRAWN.random(len(rows)), sure=True)
    frame = frame.assign(low=0.7 * frame["cost"], high=1.2 * frame["cost"], gold=43210, lost=1234, extra=99, reason=None, units=9)
    return diagnosis.cost_frame(frame, systems)


def losses(hostile: bool) -> pd.DataFrame:
    first = costs(hostile).drop_duplicates("metric")["metric"]
    rows = [(g, part, "link") for g in first for part in PARTS]
    frame = pd.DataFrame(rows, columns=["group", "part", "metric"])
    frame = frame.assign(lost=DRAWN.integers(0, 99999 if hostile else 300, len(frame)), gold=100000, share=3.0)
    frame = frame.assign(low=2.0, high=4.0, reason=None)
    return diagnosis.losses_frame(frame, costs(hostile), two(hostile), "link")


def spans(hostile: bool) -> pd.DataFrame:
    systems, names = two(hostile), groups(hostile, 5, 16)
    scores, found = scored(names, systems.names)
    totals = [part.assign(metric=part["group"], singletons="") for part in scored(["micro", "macro"], systems.names)]
    return span_frames.groups_frame((scores.assign(p_den=scores["r_den"]), found), totals, systems, names)


def span_errors(hostile: bool) -> pd.DataFrame:
    kinds = dict.fromkeys(groups(hostile, 6, 9), "") if hostile else dict.fromkeys(("missed", "spurious", "type", "too long"), "")
    rows = [(kind, who) for kind in kinds for who in range(3) for _ in range(int(DRAWN.integers(1, 3000 if hostile else 40)))]
    return shared_errors.errors_frame(pd.DataFrame(rows, columns=["kind", "who"]), two(hostile), kinds)


@cache
def labelled():
    gold = load_items(("gold.csv", classifiers.GOLD), role="gold")
    systems = [load_items((f"{k}.csv", data), role="predicted") for k, data in enumerate((classifiers.A, classifiers.B))]
    return align_items(gold, systems, ["a", "b"])


def thresholds(hostile: bool) -> pd.DataFrame:
    found = [label_curves.threshold_curve(labelled(), k, 0.5, None) for k in range(2)]
    if hostile:
        found = [part.assign(threshold=1000 * part["threshold"] - 500) for part in found]
    return curves.threshold_frame(found, two(hostile)).assign(label="all labels")


def reliability(hostile: bool) -> pd.DataFrame:
    found = [label_curves.reliability(labelled(), k) for k in range(2)]
    return curves.reliability_frame(found, two(hostile)).assign(label="all labels")


@cache
def mistakes(hostile: bool):
    """Errors and gains of A and B; hostile ones are a thousand times as many."""
    from tests.test_failures import gains

    found = failing.found()
    found = found[found["counted"]]
    frame = failure_frames.shared_frame(found, gains(failing.analysed(failing.A, failing.B))[0], failing.SYSTEMS)
    return found, frame


def of_failures(hostile: bool) -> pd.DataFrame:
    frame = mistakes(hostile)[1]
    bars = frame["panel"] != failure_frames.GAIN
    names = dict(zip("AB", two(hostile).names, strict=True))
    frame = frame.assign(name=frame["name"].map(names).fillna(frame["name"]))
    return frame.assign(value=frame["value"].where(~bars, 1234 * frame["value"])) if hostile else frame


def failure_heat(hostile: bool) -> pd.DataFrame:
    found = mistakes(hostile)[0]
    if not hostile:
        return failure_frames.heat_frame(found, failing.SYSTEMS, "mention_type", "A")
    many = found.assign(**{"class": [f"{k % 20}{LONG}" for k in range(len(found))]})
    cells = failure_frames.heat_frame(many, failing.SYSTEMS, "class", "difference")
    return cells.assign(n=12345 * cells["n"])


def of_groups_mended(hostile: bool) -> pd.DataFrame:
    systems, names = two(hostile), groups(hostile, 5, 40)
    rows = [(name, group, 4 * DRAWN.random()) for name in systems.names for group in names]
    gains = pd.DataFrame(rows, columns=["system", "group", "gain"]).assign(reason=None)
    gains = gains.assign(low=gains["gain"] - 1, high=gains["gain"] + 1)
    return group_gains.gains_frame(gains, "mention type", systems)


def banks(hostile: bool) -> pd.DataFrame:
    _, found = scored(groups(hostile, 7, 20), ("a", "b"))
    lanes = range(2) if hostile else range(1)
    parts = [found.assign(metric=found["group"], lane=k, place=k + 1, series=f"{'BC'[k]} − A", name=NAMES[k]) for k in lanes]
    return pd.concat(parts, ignore_index=True).assign(measure="LAS")[treebanks.COLUMNS[:-1]]


FRAMES: dict[str, Callable[[bool], pd.DataFrame]] = {
    "overview": lambda hostile: coreference(hostile).forest,
    "singletons": lambda hostile: coreference(hostile).dumbbell,
    "documents": of_documents,
    "documents-sorted": of_documents,
    "documents-genres": genres,
    "topics": lambda hostile: of_documents(hostile).assign(unit="topic"),
    "crossdoc": lambda hostile: across.framed(n_systems=4 if hostile else 2, names=NAMES[:4] if hostile else ())[0],
    "parsing": parsing,
    "breakdown": of_groups,
    "confusion": cells,
    "classes": lambda hostile: class_frames.class_frame(*ordered(hostile)),
    "class-differences": lambda hostile: class_frames.difference_frame(*ordered(hostile)),
    "class-documents": by_document,
    "class-confusion": cells,
    "coverage": of_coverage,
    "diagnosis": costs,
    "diagnosis-losses": losses,
    "span-groups": spans,
    "span-errors": span_errors,
    "span-confusion": cells,
    "label-groups": spans,
    "label-confusion": cells,
    "label-thresholds": thresholds,
    "label-reliability": reliability,
    "failures": of_failures,
    "failure-heat": failure_heat,
    "failure-groups": of_groups_mended,
    "treebanks": banks,
}


@cache
def frame_of(name: str, hostile: bool) -> pd.DataFrame:
    DRAWN.bit_generator.state = START  # so that a frame does not depend on those made before it
    return FRAMES[name](hostile)
