"""Values that are made once and shared between sessions, while the page says what is being done.

What a cached function shows on the page would be shown again at each hit; so the caches hold empty holders, and the
work is done outside them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

import streamlit as st

from loaders import InputError
from pages.shared import frame

CORPORA, ALIGNMENTS, PROJECTS, EVALUATIONS, COMPARISONS = 64, 96, 24, 12, 48
LABELS, SIDES, CLASSES, FAILURES = 48, 8, 48, 24


class Once:
    """A value that the first caller makes; others wait for it. An exception leaves it unmade."""

    def __init__(self):
        self.lock = threading.Lock()
        self.made: tuple | None = None

    def get(self, what: str, make: Callable[[frame.Say], object]):
        """The value; while it is made, the page says what is being done. make : takes a function (done, total)."""
        if self.made is None:
            with frame.busy(what) as say, self.lock:
                if self.made is None:
                    self.made = (make(say),)
        return self.made[0]


def or_stop(make: Callable):
    """What is made; an error of the data is shown instead, and the page stops."""
    try:
        return make()
    except InputError as error:
        frame.refused(error, "Choose another option.")
        st.stop()


@st.cache_resource(max_entries=CORPORA, show_spinner=False)
def corpus(key: tuple) -> Once:  # noqa: ARG001
    """The holder of a corpus that was read; key : digest, name and reading options."""
    return Once()


@st.cache_resource(max_entries=ALIGNMENTS, show_spinner=False)
def alignment(key: tuple) -> Once:  # noqa: ARG001
    """The holder of a system's alignment; key : both digests and the options."""
    return Once()


@st.cache_resource(max_entries=PROJECTS, show_spinner=False)
def project(key: tuple) -> Once:  # noqa: ARG001
    """The holder of a project; key : digests, names and options."""
    return Once()


@st.cache_resource(max_entries=EVALUATIONS, show_spinner=False)
def evaluation(key: tuple) -> Once:  # noqa: ARG001
    """The holder of a project's scores; key : the project's and the options of scoring."""
    return Once()


@st.cache_resource(max_entries=COMPARISONS, show_spinner=False)
def comparison(key: tuple) -> Once:  # noqa: ARG001
    """The holder of the differences of two systems; key : that of the scores, and the pair."""
    return Once()


@st.cache_resource(max_entries=CORPORA, show_spinner=False)
def numbers(key: tuple) -> Once:  # noqa: ARG001
    """The holder of a corpus's inventory; key : the digest."""
    return Once()


@st.cache_resource(max_entries=LABELS, show_spinner=False)
def labels(key: tuple) -> Once:  # noqa: ARG001
    """The holder of a label set placed on gold's text; key : gold's digest, the files' and the map."""
    return Once()


@st.cache_resource(max_entries=SIDES, show_spinner=False)
def sides(key: tuple) -> Once:  # noqa: ARG001
    """The holder of the matched mentions of all sides; key : digests, names and how zeros match."""
    return Once()


@st.cache_resource(max_entries=CLASSES, show_spinner=False)
def classes(key: tuple) -> Once:  # noqa: ARG001
    """The holder of what is counted by group; key : that of the sides, the label set, the grouping and the options."""
    return Once()


@st.cache_resource(max_entries=FAILURES, show_spinner=False)
def failures(key: tuple) -> Once:  # noqa: ARG001
    """The holder of mistakes and what mending them brings; key : the selection's, what is counted and its options."""
    return Once()


HOLDERS = {"evaluation": evaluation, "comparison": comparison, "sides": sides, "classes": classes, "failures": failures}


def kept(kind: str, key: tuple, what: str, make: Callable[[frame.Say], object]):
    """A number of figures.studies, made once; an error of the data is shown instead, and the page stops."""
    return or_stop(lambda: HOLDERS[kind](key).get(what, make))
