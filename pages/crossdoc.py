"""Does it hold across documents?

The address says at which level and with which singletons scores are shown, and which metric and topic below.
"""

from html import escape

import streamlit as st

from figures import captions, level_sentences, level_tables, levels, score_tables, theme
from figures import documents as draw
from figures.levels import BY, SUBTOPIC, TOPIC
from figures.studies import topics
from figures.studies.exhibit import NotShownError, View
from figures.studies.verdicts import verdict
from metrics.crossdoc_compared import documents_of, gold_across
from pages.shared import charts, frame, mark_failures, state, topic_files, topic_state, workspace
from pages.shared.reader_place import asked, write

state.alone()
QUESTION = "Does it hold across documents?"


def choose(word: str, options: dict[str, str], label: str, kind=st.segmented_control, **how) -> str:
    """A choice of the address; its first option is the one that the address leaves out. options : by word, as shown."""
    key, first = f"crossdoc-{word}", next(iter(options))
    st.session_state[key] = asked(word) if asked(word) in options else first
    if asked(word) and asked(word) not in options:
        frame.address_note({word: asked(word)})

    def changed() -> None:
        found = st.session_state[key]
        write(**{word: found if found != first else None})

    kind(label, list(options), format_func=options.get, key=key, label_visibility="collapsed", on_change=changed, **how)
    return st.session_state[key]


def table(made, key: str, signature: str) -> None:
    charts.table(score_tables.signed(made, signature), f"crossdoc-{key}")


def both_levels() -> None:
    """The chart of both levels, and its tables."""
    charts.legend(systems, *level_sentences.legend(shown.frame, options.level), everyone=True)
    if mark := charts.clicked(shown, "crossdoc-levels"):
        words = {**topic_state.address(), "singletons": mark_failures.dropped(policy)}
        mark_failures.open_mark(systems, mark[1].partition(",")[0], mark[2], **words)
    frame.note(f"{mark_failures.note(systems)} Failures are listed within documents.")
    charts.figure_files(shown)
    for key, made in zip(("both", "apart"), topics.levels_tables(chosen, View(singletons=policy)), strict=False):
        charts.table(made, f"crossdoc-{key}")


def one_level() -> None:
    """Precision and recall at a level, with and without singletons, mention detection and the baselines."""
    frame.section("At one level")
    level = choose("at", {name: BY[name] for name in (TOPIC, SUBTOPIC)}, "Level", required=True)
    scores, differences, bases = (levels.at_level(part, level) for part in (found.scores, found.differences, found.baselines))
    made = level_tables.scores_table(scores, differences, systems, options, (level, policy))
    table(made, "scores", chosen.signature(None, f"{level} {policy}"))
    if two:
        made = level_tables.singletons_table(differences, systems, options, level)
        table(made, "singletons", chosen.signature(None, f"{level} drop,keep"))
    made = level_tables.detection_table(found.detection, found.detected, systems, options)
    table(made, "mentions", chosen.signature("mentions").replace(f"match:{options.match}", "match:exact"))
    made = level_tables.baselines_table(scores, bases, systems, options, level)
    table(made, "baselines", chosen.signature(None, f"{level} drop,keep"))


def clicked(key: str) -> None:
    """A click on a topic names it in the address; a click away, or on an average of topics, takes it out."""
    points = st.session_state[key]["selection"]["points"]
    write(topic=points[0]["customdata"][1] or None if points else None)


def by_topic() -> None:
    """The two systems topic by topic."""
    frame.section("Topic by topic")
    with st.container(horizontal=True, gap="small", key="crossdoc-topic-choice"):
        metric = choose("metric", topics.metrics(chosen), "Metric", st.selectbox, width=130)
        level = choose("each", {name: BY[name] for name in (TOPIC, SUBTOPIC)}, "Level of topics", required=True)
    view = View(metric=metric, by=level, singletons=policy)
    try:
        scatter = topics.by_topic(chosen, view)
    except NotShownError as error:
        frame.note(escape(str(error)))
        return
    each = scatter.frame
    frame.note(verdict("topics", chosen, scatter).html)
    charts.legend(systems, *captions.documents_legend(each))
    with st.container(key="stack-topics-charts"):
        left, right = st.columns([1.1, 1], gap="large")
    with left:
        charts.exhibit(scatter, "topics-scatter", on_select=lambda: clicked("topics-scatter"), selection_mode="points")
    with right:
        bars = draw.sorted_bars(each)
        charts.chart(bars, "topics-sorted", on_select=lambda: clicked("topics-sorted"), selection_mode="points")
    charts.figure_files(scatter)
    charts.table(topics.topics_table(chosen, view), "crossdoc-topics")


def documents() -> None:
    """The documents of one topic, with links into the Reader."""
    units = list(found.counts.units)
    names = dict(zip(units, theme.apart(units, 40), strict=True))
    frame.section("Documents of a topic")
    topic = choose("topic", names, "Topic", st.selectbox, width=300)
    address = topic_state.address()
    rows = documents_of(chosen.project, chosen.groups, topic)
    rows = rows.assign(doc_id_href=[frame.reader_address(name, address) for name in rows["doc_id"]])
    table(level_tables.documents_table(rows, systems, topic), "documents", chosen.signature())


whole = state.guard(1, QUESTION, topic_state.files())
chosen = topic_state.selected(whole)
of = topic_state.record()
if isinstance(chosen, topic_state.NoTopics):
    frame.heading(QUESTION)
    if chosen.error:
        frame.refused(chosen.error, "Pages that need no topics go on.")
    else:
        why = f"The documents of {whole.title} say no topic, and there is no table that does."
        frame.empty("No topics.", why, sample=True)
    topic_files.needed()
    topic_files.show(of)
    st.stop()

systems, options, two = whole.systems, whole.options, whole.b is not None
title, choice = st.container(), st.container()
with choice:
    policy = choose("singletons", topics.POLICIES, "Singletons", required=True)
found = topics.numbers(chosen)
shown = topics.both_levels(chosen, View(singletons=policy))
scores_here = topics.of_policy(chosen, policy)["scores"]

with title:
    frame.heading(QUESTION, level_sentences.counted(gold_across(whole.project, chosen.groups)))
    frame.verdict(verdict("crossdoc", chosen, shown).html)
both_levels()
one_level()
if two:
    by_topic()
documents()
charts.notes(whole, level_sentences.note(chosen.same))
charts.cautions(scores_here[(scores_here["metric"] == "CoNLL") & scores_here["system"].isin(systems.pair)], TOPIC)
if of.id in workspace.SAMPLES:
    frame.note("The sample across documents is a project of its own, which the list of projects holds.")
frame.section("Topics")
topic_files.show(of)
frame.signature(chosen.signature(None, f"{SUBTOPIC},{TOPIC} {policy}"))
