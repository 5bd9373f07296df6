"""Which parser is better, and where?"""

from html import escape
from urllib.parse import urlencode

import pandas as pd
import streamlit as st

from figures import breakdown, confusion, frames, paper, score_tables, tree_captions, tree_sentences, tree_tables
from figures.registry import FIGURES
from metrics.ud import reading
from metrics.ud.confusion import KINDS
from metrics.ud.registry import TREE_METRICS
from pages.shared import bank_choice, charts, frame, state, training, tree_state, uploads, workspace
from pages.shared.tree_words import ATTACHMENT, BY, METRICS, NATURAL

state.alone()
MOST = 15  # confusions listed
QUESTION = "Which parser is better, and where?"
chosen = tree_state.guard(1, QUESTION)
found = tree_state.evaluation(chosen)
systems = charts.systems(chosen)
options = chosen.options
letters = systems.letters


def overview() -> None:
    """The verdict, the forest plot, the scores."""
    scores = found.scores[found.scores["system"].isin(systems.pair)]
    frame.heading(QUESTION, tree_captions.counted(chosen.project, chosen.picked, letters))
    bank_choice.box()
    gains = tree_state.gains(chosen) if chosen.b is not None else pd.Series(dtype=float)
    frame.verdict(tree_sentences.parsing(found.differences, found.scores, gains, systems, options).html)
    finished = frames.forest_frame(scores, scores.iloc[:0], found.differences, systems)
    charts.legend(systems, *tree_captions.legend(options, finished["low"].notna().any()))
    screen, _ = FIGURES["parsing"]
    charts.chart(screen(finished), "parsing-forest")
    signature = chosen.signature("LAS")
    charts.figure_files(finished, "parsing", paper.Sheet(title="Parsing, F1 of all metrics", signature=signature), chosen)
    table = tree_tables.scores_table(scores, found.differences, systems, options, TREE_METRICS)
    charts.table(score_tables.signed(table, chosen.signature()), "parsing-scores")
    charts.cautions(scores[scores["metric"] == "LAS"])


def groups() -> None:
    """Where they differ: scores by group."""
    frame.section("Where they differ" if chosen.b is not None else "Where it fails")
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="parsing-by-bar"):
        by = st.selectbox("By", list(BY), format_func=BY.get, key="parsing-by", width=220)
        fixed = by == tree_state.FEATURES
        metric = st.selectbox("Metric", METRICS, key="parsing-metric", width=120, disabled=fixed)
        orders = {key: words for key, words in breakdown.ORDERS.items() if chosen.b is not None or key != "difference"}
        order = st.selectbox(
            "Order", list(orders), format_func=orders.get, key="parsing-order", width=150, disabled=by in NATURAL
        )
    if by == training.SEEN:
        if training.found(chosen.bank) is None:
            training.lacking(chosen.bank)
            uploads.add_training("-parsing")
            return
        frame.note(escape(training.stored(workspace.read(state.project_id()))))
    scores, differences = tree_state.groups(chosen, by, metric)
    if not len(scores):
        frame.note("No word has a feature.")
        return
    ordered = breakdown.ordered_groups(scores, differences, "" if by in NATURAL else order)
    whole = None if fixed else tuple(part[part["metric"] == metric] for part in (found.scores, found.differences) if len(part))
    if whole is not None:
        whole = (whole[0][whole[0]["system"].isin(systems.pair)], whole[1] if len(whole) > 1 else pd.DataFrame())
    finished = breakdown.breakdown_frame(ordered, differences, whole, systems)
    screen, _ = FIGURES["breakdown"]
    charts.chart(screen(finished), "parsing-groups")
    title = f"{'Features' if fixed else metric} by {BY[by].lower()}" if not fixed else "F1 of each feature"
    signature = f"{chosen.signature(metric if not fixed else 'feature')}|by:{by}"
    charts.figure_files(finished, "breakdown", paper.Sheet(title=title, signature=signature), chosen)
    if words := breakdown.shown(finished, ordered):
        frame.note(words)
    charts.table(
        score_tables.signed(tree_tables.groups_table(ordered, differences, systems, options, (title, BY[by])), signature),
        "parsing-by-table",
        breakdown.MOST_ROWS,
    )


def attachment() -> None:
    """How attachments go wrong."""
    shares, differences = tree_state.attachment(chosen)
    about = {kind: ATTACHMENT[kind] for kind in KINDS}
    charts.table(
        score_tables.signed(tree_tables.kinds_table(shares, differences, systems, options, about), chosen.signature()),
        "parsing-kinds",
    )


def confusions() -> None:
    """What is taken for what; a click leads to the sentences."""
    frame.section("What is taken for what")
    names = {"relation": BY["relation"], "subtype": BY["subtype"], "upos": BY["upos"], "xpos": BY["xpos"]}
    names |= {f"{tree_state.FEATURES}:{name}": name for name in tree_state.feature_names(chosen)}
    shows = {letter: letter for letter in letters} | ({confusion.DIFFERENCE: systems.difference} if chosen.b is not None else {})
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="parsing-confusion-bar"):
        by = st.selectbox("Of", list(names), format_func=names.get, key="parsing-confusion-by", width=220)
        show = st.segmented_control("Show", list(shows), format_func=shows.get, default=list(shows)[-1], key="parsing-show",
                                    required=True, label_visibility="collapsed")  # fmt: skip
    cells = tree_state.confusions(chosen, by)
    if not cells["wrong"].any():
        frame.note("No aligned word is taken for something else.")
        return
    finished = confusion.confusion_frame(cells, systems, show or letters[0])
    screen, _ = FIGURES["confusion"]
    event = charts.chart(screen(finished), f"parsing-confusion-{by}-{show}", on_select="rerun", selection_mode="points")
    words = {"by": by, "who": show} if show in letters else {"by": by}
    for point in event["selection"]["points"][:1]:
        gold, predicted, named, _ = point["customdata"]
        if named:
            tree_state.open_trees(**words, gold=gold, predicted=predicted)
    frame.note(tree_captions.confusion_note(systems, show == confusion.DIFFERENCE).html)
    signature = f"{chosen.signature()}|confusion:{by}"
    title = f"Confusions, {names[by]}"
    charts.figure_files(finished, "confusion", paper.Sheet(title=title, signature=signature), chosen)
    table = tree_tables.confusions_table(examples(cells[cells["wrong"]].head(MOST), by), systems, names[by])
    charts.table(score_tables.signed(table, signature), "parsing-confusions")


def examples(cells: pd.DataFrame, by: str) -> pd.DataFrame:
    """Confusions with a link to their sentences and the first such word in its place."""
    rows = cells.to_dict("records")
    words = [{"by": by, "gold": row["gold"], "predicted": row["predicted"]} for row in rows]
    href = [f"trees?{urlencode({**state.address(), **w})}" for w in words]
    first = [next(row[f"word_{k}"] for k in range(len(letters)) if row[f"word_{k}"] >= 0) for row in rows]
    said = [tree_captions.example(*reading.snippet(chosen.project.gold, word)) for word in first]
    return cells.assign(gold_href=href, example=said)


overview()
groups()
attachment()
confusions()
frame.signature(chosen.signature("LAS"))
