"""What a user may choose, and the signature by which two numbers can be told apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

VERSION = "0.1.0"
SEED = 20260101
LEVEL = 0.95

Match = Literal["exact", "head", "partial"]
ZeroMatch = Literal["dependent", "linear"]


@dataclass(frozen=True)
class CoreferenceOptions:
    """The options of coreference scoring.

    match : None stands for head where gold's heads are known, else exact. resamples : 0 for no intervals.
    """

    match: Match | None = None
    zero_match: ZeroMatch = "dependent"
    skip_bad: bool = False
    resamples: int = 1000
    seed: int = SEED
    level: float = LEVEL


@dataclass(frozen=True)
class TreeOptions:
    """The options of scoring trees.

    subtypes : relations are compared as written, else up to their first colon. features : all of them, or the universal
    ones. unit : what is resampled. resamples : 0 for no intervals.
    """

    subtypes: bool = False
    features: Literal["universal", "all"] = "universal"
    unit: Literal["sentence", "document"] = "sentence"
    skip_bad: bool = False
    resamples: int = 1000
    seed: int = SEED
    level: float = LEVEL


@dataclass(frozen=True)
class TypedOptions:
    """The options of typed coreference.

    threshold : a mention takes a label whose share of words is above it. policy : whose class counts where gold's and the
    system's differ. link_mentions : the mentions whose pairs are compared. resamples : 0 for no intervals.
    """

    threshold: float = 0.5
    policy: Literal["gold-first", "own", "strict"] = "gold-first"
    link_mentions: Literal["own", "common", "all"] = "own"
    zero_match: ZeroMatch = "dependent"
    skip_bad: bool = False
    resamples: int = 1000
    seed: int = SEED
    level: float = LEVEL


@dataclass(frozen=True)
class SpanOptions:
    """The options of scoring spans. unit : what is resampled. resamples : 0 for no intervals."""

    unit: Literal["sentence", "document"] = "sentence"
    skip_bad: bool = False
    resamples: int = 1000
    seed: int = SEED
    level: float = LEVEL


@dataclass(frozen=True)
class LabelOptions:
    """The options of classification.

    threshold : a label is predicted where its score is at least this, where a system writes no predictions and an item
    may have several labels. unit : what is resampled. resamples : 0 for no intervals.
    """

    threshold: float = 0.5
    unit: Literal["item", "document"] = "item"
    skip_bad: bool = False
    resamples: int = 1000
    seed: int = SEED
    level: float = LEVEL


def signature(
    metric: str | None,
    options: CoreferenceOptions,
    *,
    singletons: str,
    units: int,
    skipped: int,
    digests: Mapping[str, str],
) -> str:
    """The line that stands under every coreference table and in every export.

    digests : by name ("gold", "A", "system"), the digests of the corpora; six digits of each are shown.
    """
    settings = [f"match:{options.match}", f"singletons:{singletons}", "repeats:first"]
    settings += [] if options.zero_match == "dependent" else [f"zeros:{options.zero_match}"]
    settings += ["unit:document", f"units:{units}", f"skipped:{skipped}"]
    return _signed(metric, settings, options, digests)


def tree_signature(
    metric: str | None, options: TreeOptions, *, units: int, skipped: int, digests: Mapping[str, str], treebanks: int = 1
) -> str:
    """The line that stands under every table of trees. Arguments as in signature(); treebanks : over how many a mean is."""
    settings = [f"subtypes:{'yes' if options.subtypes else 'no'}", f"features:{options.features}"]
    settings += [f"treebanks:{treebanks}"] if treebanks > 1 else []
    settings += [f"unit:{options.unit}", f"units:{units}", f"skipped:{skipped}"]
    return _signed(metric, settings, options, digests)


def typed_signature(
    metric: str | None, options: TypedOptions, *, labels: str, units: int, skipped: int, digests: Mapping[str, str]
) -> str:
    """The line that stands under every table by class. labels : where the classes come from. Else as in signature()."""
    settings = [f"labels:{labels}", f"tau:{options.threshold}", f"whose:{options.policy}", f"pairs:{options.link_mentions}"]
    settings += ["match:exact", "singletons:keep", "repeats:first"]
    settings += [] if options.zero_match == "dependent" else [f"zeros:{options.zero_match}"]
    settings += ["unit:document", f"units:{units}", f"skipped:{skipped}"]
    return "|".join(["typed", _signed(metric, settings, options, digests)])


def error_signature(options: TypedOptions, *, singletons: str, units: int, skipped: int, digests: Mapping[str, str]) -> str:
    """The line that stands under every table of errors of coreference. Arguments as in signature()."""
    settings = ["match:exact", f"singletons:{singletons}", "repeats:first"]
    settings += [] if options.zero_match == "dependent" else [f"zeros:{options.zero_match}"]
    settings += ["unit:document", f"units:{units}", f"skipped:{skipped}"]
    return "|".join(["errors", _signed(None, settings, options, digests)])


def span_signature(
    metric: str | None, options: SpanOptions, *, reading: str, units: int, skipped: int, digests: Mapping[str, str]
) -> str:
    """The line that stands under every table of spans. reading : of malformed tags, with the scheme. Else as in signature()."""
    settings = [f"reading:{reading}", f"unit:{options.unit}", f"units:{units}", f"skipped:{skipped}"]
    return "|".join(["span", _signed(metric, settings, options, digests)])


def crossdoc_signature(
    metric: str | None, options: CoreferenceOptions, *, variant: str, units: int, skipped: int, digests: Mapping[str, str]
) -> str:
    """The line that stands under scores across documents. variant : scope and singleton policy. Else as in signature()."""
    scope, _, policy = variant.partition(" ")
    settings = [f"scope:{scope}"] * bool(scope) + [f"match:{options.match}"] + [f"singletons:{policy}"] * bool(policy)
    settings += ["repeats:first"] + ([] if options.zero_match == "dependent" else [f"zeros:{options.zero_match}"])
    settings += ["unit:topic", f"units:{units}", f"skipped:{skipped}"]
    return "|".join(["crossdoc", _signed(metric, settings, options, digests)])


def label_signature(
    metric: str | None, options: LabelOptions, *, kind: str, n_labels: int, units: int, skipped: int, digests: Mapping[str, str]
) -> str:
    """The line that stands under every table of classification. kind : single, multi or binary. Else as in signature()."""
    settings = [f"task:{kind}", f"labels:{n_labels}"]
    settings += [] if kind == "single" else [f"threshold:{options.threshold}"]
    settings += [f"unit:{options.unit}", f"units:{units}", f"skipped:{skipped}"]
    return "|".join(["classify", _signed(metric, settings, options, digests)])


def _signed(
    metric: str | None,
    settings: list[str],
    options: CoreferenceOptions | TreeOptions | TypedOptions | SpanOptions | LabelOptions,
    digests: Mapping[str, str],
) -> str:
    parts = [metric] if metric else []
    parts += [*settings, f"resamples:{options.resamples}", f"seed:{options.seed}"]
    parts += [] if options.level == LEVEL else [f"level:{options.level}"]
    parts += [f"{name}:{digest[:6]}" for name, digest in digests.items()]
    return "|".join([*parts, f"v:{VERSION}"])
