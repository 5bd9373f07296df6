"""The widgets of the options, in the sidebar's popover and on the Data page."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

import metrics as m
from metrics.options import LEVEL, CoreferenceOptions, LabelOptions, SpanOptions, TreeOptions
from pages.shared import options, state
from pages.shared.loading import Loaded, Slot
from pages.shared.tree_loading import LoadedTrees

DRAWS = (0, 100, 1_000, 10_000)
LEVELS = (0.8, 0.9, 0.95, 0.99)
WIDTH = 160
ITEM_UNITS = {"sentence": "items", "document": "documents"}  # what is resampled by the sentence elsewhere
AUTOMATIC = "automatic"  # a selectbox shows None as nothing chosen
HELP = {
    "match": "When a predicted mention counts as found: exact, the same words; head, the same head word; partial, within "
    "gold's words and with its head. Automatic is head where gold has heads, else exact.",
    "zeros": "How zeros (dropped pronouns) are matched: dependent, by their tree; linear, by their place in the text.",
    "subtypes": "Whether relations are compared as written, with their subtypes (nmod:poss), or up to the first colon.",
    "features": "Whether UFeats compares the 21 universal features or all that are written.",
    "unit": "What is drawn for intervals. Sentences of one document are not independent: with # newdoc, documents are the more "
    "cautious choice.",
    "threshold": "A mention takes a label where the span shares more than this of their words: |both| / |either|.",
    "policy": "Whose class counts where gold's and the system's differ. gold-first: gold's, for what is matched. own: gold's for "
    "recall, the system's for precision. strict: a match needs the same class.",
    "link_mentions": "Whose pairs links are counted over. own: mentions that the system shares with gold. common: those that "
    "gold and both systems share. all: missed mentions cost links too. Differences always use common.",
    "reading": "Of malformed tags. strict: IOB2 is B I*, and a span that begins otherwise is none. conlleval: an I without a "
    "beginning opens a span, as CoNLL's script has it.",
    "per_item": "Whether an item has one label or any number of them. Automatic: any number where some item has a list, or none.",
    "item unit": "What is drawn for intervals. Items of one document are not independent: where gold names documents, they are "
    "the more cautious choice.",
    "cutoff": "From which score on a label is predicted, where a system gives scores alone and items may have several labels.",
    "resamples": "How often documents or sentences are drawn for intervals and p-values. 1,000 is usual; 10,000 steadies "
    "the last digit.",
    "level": "The share of resamples that an interval covers.",
    "seed": "Where the random draws begin: the same seed gives the same intervals. A whole number from 0.",
    "ends": "Whether a JSON span's end is its last token (inclusive) or the one after it (exclusive).",
    "skip": "They are left out for all systems, listed under Alignment, and counted in the signature. Off, a file with such a "
    "document, or a sentence that is no tree, is refused.",
}


def popover(found: Loaded, task: str) -> None:
    """One popover whose label is the state of the options. task : whose, one of state.TASKS."""
    show = {"trees": tree_widgets, "spans": span_widgets, "items": item_widgets}
    with st.popover(label(found, task), type="tertiary", key="options"):
        with st.container(horizontal=True, gap="small", width=2 * WIDTH + 20):
            show[task]("side") if task in show else widgets(found, "side")
        skip("side")


def label(found: Loaded, task: str) -> str:
    """The options in three words."""
    chosen = state.choice()
    draws = f"{chosen.resamples:,} draws" if chosen.resamples else "no intervals"
    if task == "items":
        apart = f"threshold {chosen.cutoff:g}" if chosen.cutoff != options.CUTOFF else ITEM_UNITS[chosen.unit]
        return " · ".join([apart, draws])
    if task == "spans":
        return " · ".join([f"{chosen.unit}s" if chosen.reading == options.READINGS[0] else chosen.reading, draws])
    if task == "trees":
        apart = [words for words, said in (("subtypes", chosen.subtypes), ("all features", chosen.features == "all")) if said]
        return " · ".join([f"{chosen.unit}s", *apart, draws])
    return " · ".join([resolved(found), *(["zeros linear"] if chosen.zeros == "linear" else []), draws])


def resolved(found: Loaded) -> str:
    """The match in force: the chosen one, else what gold allows."""
    gold = found.gold.corpus if found.gold and found.gold.usable else None
    return state.choice().match or (m.default_match(gold) if gold is not None else "exact")


def widgets(found: Loaded, where: str) -> None:
    """All options of coreference scoring and reading. where : a word that keeps two places on a page apart."""
    chosen = state.choice()
    automatic = f"automatic ({resolved(found)})" if chosen.match is None else "automatic"
    box(where, "Match", "match", (AUTOMATIC, *options.MATCHES), lambda value: automatic if value == AUTOMATIC else value)
    box(where, "Zeros", "zeros", options.ZEROS)
    _drawing(where)
    box(where, "JSON span ends", "ends", (AUTOMATIC, *options.ENDS), lambda value: "detect" if value == AUTOMATIC else value)


def tree_widgets(where: str, *, drawing: bool = True) -> None:
    """All options of scoring trees; drawing : those of intervals too."""
    box(where, "Relations", "subtypes", (False, True), lambda with_them: "with subtypes" if with_them else "universal")
    box(where, "Features", "features", options.FEATURES)
    box(where, "Resampled", "unit", options.UNITS, lambda unit: f"{unit}s")
    if drawing:
        _drawing(where)


def span_widgets(where: str) -> None:
    """All options of scoring spans."""
    box(where, "Resampled", "unit", options.UNITS, lambda unit: f"{unit}s")
    box(where, "Malformed tags", "reading", options.READINGS)
    _drawing(where)


def item_widgets(where: str) -> None:
    """All options of scoring labels."""
    box(where, "Labels of an item", "per_item", (AUTOMATIC, *options.PER_ITEM))
    threshold(where)
    box(where, "Resampled", "unit", options.UNITS, ITEM_UNITS.get, about="item unit")
    _drawing(where)


def threshold(where: str) -> None:
    """The threshold of labels, as text: any finite number."""
    _typed(where, "Threshold", "threshold", "cutoff", f"{state.choice().cutoff:g}")


def _drawing(where: str) -> None:
    """The options of intervals, of every task."""
    chosen = state.choice()
    box(where, "Resamples", "resamples", _with(DRAWS, chosen.resamples), lambda n: f"{n:,}" if n else "0 (no intervals)")
    box(where, "Interval", "level", _with(LEVELS, chosen.level), lambda level: f"{100 * level:g} %")
    _seed(where)


def _with(values: tuple, value: float) -> tuple:
    return tuple(sorted({*values, value}))


def box(where: str, title: str, name: str, values: tuple, shown: Callable = str, about: str = "") -> None:
    """A box that chooses an option. name : a field of options.Choice; where : a word that keeps two places on a page apart."""
    key = f"{where}-{name}"
    value = getattr(state.choice(), name)
    st.session_state[key] = AUTOMATIC if value is None else value

    def take() -> None:
        value = st.session_state[key]
        state.choose(**{name: None if value == AUTOMATIC else value})

    st.selectbox(title, values, format_func=shown, key=key, help=HELP[about or name], on_change=take, width=WIDTH)


def _seed(where: str) -> None:
    _typed(where, "Seed", "seed", "seed", str(state.choice().seed))


def _typed(where: str, title: str, word: str, name: str, value: str) -> None:
    """A field for an option that is typed; what is no valid value is left alone."""
    key = f"{where}-{word}"
    st.session_state[key] = value

    def take() -> None:
        words = {word: st.session_state[key].strip().replace(",", ".")}
        if not options.refused(words):
            state.choose(**{name: getattr(options.chosen(words), name)})

    st.text_input(title, key=key, on_change=take, help=HELP[name], width=WIDTH)


def skip(where: str) -> None:
    """The box that goes on without what cannot be read or aligned."""
    key = f"{where}-skip"
    st.session_state[key] = state.choice().skip
    st.checkbox(
        "Go on without what cannot be read or aligned",
        key=key,
        help=HELP["skip"],
        on_change=lambda: state.choose(skip=st.session_state[key]),
    )


def pair(found: Loaded | LoadedTrees) -> None:
    """Which two systems are compared, where there are more than two."""
    places = {slot.place: slot for slot in found.usable}
    order = tuple(places)
    a, b = state.picked(order, state.choice().a, state.choice().b)
    letters = f"{options.letter(order[a])} against {options.letter(order[b])}"
    with st.popover(letters, type="tertiary", key="pair"):
        _system("First", "a", (order[a], order[b]), places)
        _system("Second", "b", (order[b], order[a]), places)


def _system(title: str, name: str, here: tuple[int, int], places: dict[int, Slot]) -> None:
    key = f"pair-{name}"
    st.session_state[key] = here[0]
    named = {place: f"{slot.letter} {slot.name}" for place, slot in places.items()}
    st.selectbox(title, list(places), format_func=named.get, key=key, on_change=_pick, args=(name, *here))


def _pick(name: str, here: int, other: int) -> None:
    """Pick a system; picking the one that is the other exchanges them."""
    value = st.session_state[f"pair-{name}"]
    rest = "b" if name == "a" else "a"
    state.choose(**{name: value, rest: here if value == other else other})


def signature(chosen: CoreferenceOptions) -> str:
    """The options part of a signature."""
    parts = [f"match:{chosen.match}", "singletons:keep,drop"]
    parts += [] if chosen.zero_match == "dependent" else [f"zeros:{chosen.zero_match}"]
    parts += ["unit:document", f"resamples:{chosen.resamples}", f"seed:{chosen.seed}"]
    parts += [] if chosen.level == LEVEL else [f"level:{chosen.level}"]
    return "|".join(parts)


def tree_signature(chosen: TreeOptions) -> str:
    """The options part of the signature of trees."""
    parts = [f"subtypes:{'yes' if chosen.subtypes else 'no'}", f"features:{chosen.features}", f"unit:{chosen.unit}"]
    parts += [f"resamples:{chosen.resamples}", f"seed:{chosen.seed}"]
    return "|".join([*parts, *([] if chosen.level == LEVEL else [f"level:{chosen.level}"])])


def span_signature(chosen: SpanOptions, reading: str) -> str:
    """The options part of the signature of spans."""
    parts = [f"reading:{reading}", f"unit:{chosen.unit}", f"resamples:{chosen.resamples}", f"seed:{chosen.seed}"]
    return "|".join([*parts, *([] if chosen.level == LEVEL else [f"level:{chosen.level}"])])


def item_signature(chosen: LabelOptions, kind: str) -> str:
    """The options part of the signature of labels. kind : of the task; where each item has one label no threshold decides."""
    parts = [] if kind == "single" else [f"threshold:{chosen.threshold}"]
    parts += [f"unit:{chosen.unit}", f"resamples:{chosen.resamples}", f"seed:{chosen.seed}"]
    return "|".join([*parts, *([] if chosen.level == LEVEL else [f"level:{chosen.level}"])])
