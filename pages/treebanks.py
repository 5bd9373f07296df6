"""Is one parser better over many treebanks, and in which?"""

from html import escape
from urllib.parse import urlencode

import streamlit as st

from figures import tree_captions, treebank_tables, treebanks
from figures.studies import banks
from figures.studies.exhibit import View
from figures.studies.verdicts import verdict
from metrics.ud.registry import TREE_METRICS
from pages.shared import bank_report, bank_state, charts, frame, state
from pages.shared.reader_place import asked, write

state.alone()
QUESTION = "Does it hold across treebanks?"
chosen = bank_state.guard(QUESTION)
found = banks.evaluation(chosen)
systems, options = chosen.systems, chosen.options


def metric_box(metric: str) -> None:
    """Which metric is shown; the address says so, so that one comes back to it."""
    st.session_state["treebanks-metric"] = metric
    take = lambda: write(metric=st.session_state["treebanks-metric"])  # noqa: E731
    st.selectbox("Metric", list(TREE_METRICS), key="treebanks-metric", on_change=take, width=140)


def figure(metric: str) -> None:
    """The dot plot; a click opens the treebank."""
    shown = banks.differences(chosen, View(metric=metric))
    charts.legend(systems, *tree_captions.treebank_legend(options, shown.frame))
    mark = charts.clicked(shown, f"treebanks-{metric}")
    if mark and (bank := mark[1]):
        st.switch_page("pages/parsing.py", query_params=bank_state.address(bank))
    charts.figure_files(shown)


def table(metric: str) -> None:
    """All treebanks, their names links."""
    href = lambda bank: f"parsing?{urlencode(bank_state.address(bank))}"  # noqa: E731
    charts.table(banks.table(chosen, metric, href), "treebanks-table")


def left_out() -> None:
    """What was refused, and what has no partner."""
    if found.skipped:
        frame.section("Left out")
        rows = [[escape(bank), escape(str(error))] for bank, error in found.skipped.items()]
        frame.table(("Treebank", "Why"), rows, left=(0, 1), wraps=1)
    bank_report.unpaired(chosen.pairing)


metric = asked("metric") if asked("metric") in TREE_METRICS else "LAS"
means = list(treebank_tables.of_metric(found.rows, metric)[treebanks.MEAN].values())
frame.heading(QUESTION, tree_captions.treebanks_counted(means, len(found.banks), options))
frame.verdict(verdict("treebanks", chosen, view=View(metric=metric)).html)
metric_box(metric)
if chosen.b is not None:
    figure(metric)
table(metric)
left_out()
frame.signature(chosen.signature(found, metric))
