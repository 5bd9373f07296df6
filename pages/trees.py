"""What do the trees look like? Gold and the picked systems in one picture, sentence by sentence.

The address says which sentences are looked for, which one is shown, and whether its enhanced edges are; widgets only change it.
"""

from html import escape

import numpy as np
import pandas as pd
import streamlit as st

from figures import theme, tree_columns
from figures import trees as picture
from figures.studies import trees
from figures.tree_words import BY
from metrics.ud import reading
from metrics.ud.columns import read_columns
from metrics.ud.groupings import GROUPINGS
from pages.shared import bank_choice, frame, state, tree_state
from pages.shared.reader_place import asked, write
from pages.shared.tree_place import LENGTHS, METRICS, SHOW, Wanted, found, wanted

state.alone()
QUESTION = "What do the trees look like?"
MOST_LISTED = 500
ANY = ""
FILTERS = ("show", "metric", "relation", "by", "group", "gold", "predicted", "who", "length", "find")
chosen = tree_state.guard(1, QUESTION)
systems = chosen.systems
sentences = trees.sentences(chosen)
letters = systems.letters


def shows() -> dict[str, str]:
    """The choices of the first filter."""
    if len(letters) == 1:
        return {ANY: "all sentences", "any-wrong": f"{letters[0]} wrong"}
    a, b = letters
    said = (f"{a} wrong, {b} right", f"{a} right, {b} wrong", "both wrong", f"{a} or {b} wrong", f"{a} wrong", f"{b} wrong")
    return {ANY: "all sentences", **dict(zip(SHOW, said, strict=True))}


def relations() -> list[str]:
    """Gold's relations, the most frequent first."""
    groups = GROUPINGS["relation"](sentences.pairs[0])
    return [groups.names[k] for k in sorted(set(groups.gold.tolist()))]


def metrics(query: Wanted) -> dict[str, str]:
    """By what a word can be wrong, LAS if nothing is said; a single feature if the address asks for one."""
    first, *rest = METRICS
    asked_for = {query.metric: query.metric.partition(":")[2]} if ":" in query.metric else {}
    return {ANY: first, **{name: name for name in rest}, **asked_for}


def box(title: str, word: str, options: dict[str, str], value: str, width: int) -> None:
    """A filter that changes one word of the address."""
    key = f"trees-{word}"
    st.session_state[key] = value

    def take() -> None:
        write(**{word: st.session_state[key] or None}, sentence=None)

    st.selectbox(title, list(options), format_func=options.get, key=key, on_change=take, width=width)


def filters(query: Wanted) -> None:
    """All filters in one line."""
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="trees-filters"):
        bank_choice.box(170)
        box("Show", "show", shows(), query.show, 170)
        if query.show:
            box("Wrong by", "metric", metrics(query), query.metric, 110)
        box("Relation", "relation", {ANY: "any", **{name: name for name in relations()}}, query.relation, 120)
        box("Words", "length", {ANY: "any", **{key: key.replace("-", "–") for key in LENGTHS}}, query.length, 90)
        st.session_state["trees-find"] = query.find
        st.text_input("Text or sentence id", key="trees-find", on_change=search, width=160)
        order = {ANY: "in gold's order", "difference": "by difference"}
        if len(letters) == 2:
            box("Order", "order", order, asked("order") if asked("order") in order else ANY, 150)
    if query.cell or query.group:
        with st.container(horizontal=True, gap="small", vertical_alignment="center", key="trees-cell"):
            st.html(f'<p class="counted">{said_of_cell(query) if query.cell else said_of_group(*query.group)}</p>')
            words = "Any confusion" if query.cell else "Any group"
            st.button(words, type="tertiary", key="trees-cell-off", on_click=without_cell)


def search() -> None:
    write(find=st.session_state["trees-find"].strip() or None, sentence=None)


def without_cell() -> None:
    write(by=None, group=None, gold=None, predicted=None, who=None, sentence=None)


def said_of_cell(query: Wanted) -> str:
    """What the cell holds, as HTML."""
    cell, what = query.cell, said_of(query.cell.by)
    who = "a system" if cell.who is None else frame.lettered(chosen, chosen.picked[cell.who])
    return f"Underlined: words whose {what} is <b>{escape(cell.gold)}</b> in gold and <b>{escape(cell.predicted)}</b> in {who}"


def said_of_group(by: str, group: str) -> str:
    """Which words are looked for, as HTML."""
    return f"Underlined: words with, in gold, {said_of(by)} <b>{escape(group)}</b>"


def said_of(by: str) -> str:
    """What words are grouped by, as HTML."""
    what = BY.get(by, by.partition(":")[2])
    return escape(what if what.isupper() or by not in BY else what.lower())


def listing(numbers: np.ndarray) -> pd.DataFrame:
    """The sentences that were found, in order."""
    table = pd.DataFrame({"number": numbers})
    for letter, las in zip(letters, sentences.las, strict=True):
        table[f"{letter}, LAS"] = las[numbers]
    if len(letters) == 2:
        table[systems.difference] = table.iloc[:, 2] - table.iloc[:, 1]
        if asked("order") == "difference":
            table = table.loc[table[systems.difference].abs().sort_values(ascending=False, kind="stable").index]
    table["Words"] = sentences.sizes[table["number"]]
    table["Sentence"] = [sentences.texts[k] for k in table["number"]]
    table["ID"] = [sentences.names[k] for k in table["number"]]
    return table.reset_index(drop=True)


def word_of(number: int) -> str:
    """How the address names a sentence: its id where no other has it, else its number."""
    name = sentences.names[number]
    return name if names.get(name) == number and not name.startswith("#") else f"#{number + 1}"


def current(table: pd.DataFrame) -> int:
    """The row of the sentence that the address names, else the first."""
    name = asked("sentence")
    number = names.get(name, -1)
    if name.startswith("#") and name[1:].isascii() and name[1:].isdecimal() and len(name) < 12:
        number = int(name[1:]) - 1
    at = table.index[table["number"] == number]
    return int(at[0]) if len(at) else 0


def go(number: int) -> None:
    write(sentence=word_of(number))


def choose(table: pd.DataFrame, at: int) -> None:
    """The list, the shown sentence chosen in it; pages of MOST_LISTED."""
    first = at // MOST_LISTED * MOST_LISTED
    page = table.iloc[first : first + MOST_LISTED]
    key = f"trees-list-{hash((tuple(page['number'][:50]), len(table), at))}"

    def take() -> None:
        rows = st.session_state[key]["selection"]["rows"]
        if rows:
            go(int(page["number"].iloc[rows[0]]))

    number = st.column_config.NumberColumn(format="%.2f", width=78)
    columns = dict.fromkeys(table.columns[1 : 1 + len(letters) + (len(letters) == 2)], number)
    columns |= {"Words": st.column_config.NumberColumn(width=64), "Sentence": st.column_config.TextColumn(width=470)}
    how = {"key": key, "on_select": take, "selection_mode": "single-row", "hide_index": True, "row_height": 28}
    how |= {"selection_default": {"selection": {"rows": [at - first]}}, "height": 28 * min(len(page) + 1, 8) + 12}
    st.dataframe(page.drop(columns="number"), column_config=columns, **how)
    if len(table) > MOST_LISTED:
        frame.note(f"Sentences {first + 1:,} to {first + len(page):,} of {len(table):,} are listed; the buttons below go on.")


def step(table: pd.DataFrame, at: int) -> None:
    """The buttons to the sentence before and after; also the keys P and N."""
    before, after = table["number"].iloc[max(at - 1, 0)], table["number"].iloc[min(at + 1, len(table) - 1)]
    st.button("‹ Previous", key="trees-before", shortcut="P", disabled=at == 0, on_click=go, args=(int(before),))
    st.button("Next ›", key="trees-after", shortcut="N", disabled=at + 1 == len(table), on_click=go, args=(int(after),))
    st.html(f'<p class="counted">{at + 1:,} of {len(table):,} sentences</p>')


def legend() -> None:
    """What colours and lines mean."""
    dashes = {0: "━", 1: "╍", 2: "┅", 3: "━·"}
    entries = ["grey: right", "<b>bold word</b>: root"]
    for k, letter in zip(systems.picked, letters, strict=True):
        place = systems.places[k]
        entries.append(f'<span class="{frame.colour(place)}">{dashes.get(place, "━")} <b>{letter}</b></span> wrong head')
    entries += [
        "<b>bold label on grey</b>: right head, wrong relation",
        '<span class="sGold"><b>gold arc</b></span>: missed by a system',
    ]
    st.html(f'<p class="legend">{"".join(f"<span>{entry}</span>" for entry in entries)}</p>')


def show(number: int, answers: np.ndarray) -> None:
    """The sentence's picture."""
    trees = reading.read_trees(sentences, number)
    enhanced = trees.has_enhanced and asked("edges") == "enhanced"
    if trees.has_enhanced:
        st.session_state["trees-enhanced"] = enhanced
        st.toggle("Enhanced edges", key="trees-enhanced", on_change=turn)
    st.html(f'<p class="sentence" dir="auto"><b>{escape(trees.name)}</b> {escape(trees.text)}</p>')
    marked = frozenset(k for k, node in enumerate_words(trees) if answers[node])
    places = [systems.places[k] for k in systems.picked]
    drawn = picture.draw(trees, places, enhanced=enhanced, marked=marked)
    st.html(picture.html(drawn, f"Trees of gold, {' and '.join(letters)}: {trees.text}"))
    with st.expander("Columns", key="trees-columns"):
        st.html(tree_columns.html(read_columns(sentences, trees), places, enhanced=enhanced))
        frame.note(f"As the files have them. {differing()}")
    if trees.cut:
        frame.note(f"The sentence goes on: {trees.cut:,} more words are not drawn.")


def differing() -> str:
    """How a cell that differs from gold looks, as HTML."""
    signs = " or ".join(
        f'<b class="{frame.colour(systems.places[k])}">{theme.mark(systems.places[k]).glyph}</b>' for k in systems.picked
    )
    return f"Bold and with {signs}: gold has something else. Heads and edges are compared by the words that they name."


def enumerate_words(trees: reading.SentenceTrees) -> list[tuple[int, int]]:
    """(column, number in gold) of gold's words that are drawn."""
    shown = [node.column for node in trees.gold.nodes if not node.empty]
    return list(zip(shown, trees.words.tolist(), strict=False))


def turn() -> None:
    write(edges="enhanced" if st.session_state["trees-enhanced"] else None)


names = {name: k for k, name in reversed(list(enumerate(sentences.names)))}
query = wanted(chosen, relations())
numbers, answers = found(chosen, query)
frame.heading(QUESTION, f"Parsing · {len(numbers):,} of {int((sentences.kept & (sentences.sizes > 0)).sum()):,} sentences")
filters(query)
if not len(numbers):
    frame.empty("No such sentence.", "No sentence answers all of these filters.", sample=False, link=False)
    st.button("Without filters", key="trees-all", on_click=lambda: write(**dict.fromkeys(FILTERS), sentence=None))
    st.stop()
table = listing(numbers)
at = current(table)
choose(table, at)
with st.container(horizontal=True, gap="small", vertical_alignment="center", key="trees-steps"):
    step(table, at)
legend()
show(int(table["number"].iloc[at]), answers)
frame.signature(chosen.signature("LAS"))
