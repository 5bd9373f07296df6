"""The parts of the page of the diagnosis: the recipe, and what has moved."""

from __future__ import annotations

from typing import Any

import streamlit as st

from figures import brief, diagnosis_captions, diagnosis_sentences, diagnosis_tables, score_tables
from figures import recipe as written
from figures.said import plain
from loaders import InputError
from metrics.typed.compared import Compared
from metrics.typed.diagnosis import Findings, moved
from metrics.typed.groupings import CLASS
from metrics.typed.losses import form_losses, read_losses
from metrics.typed.recipe import RecipeOptions, make_recipe
from metrics.typed.recipe_file import read_recipe
from pages.shared import charts, frame
from pages.shared.class_state import ClassSelection

MEGABYTES = 20


def made_recipe(chosen: ClassSelection, found: Findings, by: str, wanted: RecipeOptions) -> dict[str, Any]:
    """The recipe that is asked for."""
    labels = chosen.labels.name if by == CLASS and chosen.labels else by
    make = lambda _: make_recipe(found, wanted, labels=labels, signature=chosen.signature(by))  # noqa: E731
    return chosen.keep("classes", (*chosen.key_by(by), repr(chosen.options), "recipe", repr(wanted)), "Writing a recipe", make)


def recipe(chosen: ClassSelection, made: dict[str, Any]) -> None:
    """What to write, how many, for whom: the recipe and its brief."""
    systems = chosen.systems
    place = systems.places[systems.names.index(made["system"])]
    frame.verdict(diagnosis_sentences.recipe(made, place).html)
    if made["groups"]:
        charts.table(score_tables.signed(diagnosis_tables.recipe_table(made), made["signature"]), "diagnosis-recipe-table")
    frame.section("The whole recipe: what to write, why, examples, brief")
    frame.downloads("Data recipe", {"md": written.to_markdown(made), "json": written.to_json(made)}, "diagnosis-recipe-files")
    if made["groups"]:
        frame.section("The brief for a writer or a language model")
        st.code(brief.brief(made), language=None, wrap_lines=True, height=320)
    frame.section("What it assumes")
    frame.note("<br>".join(plain(words).html for words in made["assumptions"]))


def failing(chosen: ClassSelection, found: Findings, by: str, made: dict[str, Any]) -> None:
    """In which form the recipe's groups are lost, and where."""
    systems, names = chosen.systems, [group["group"] for group in made["groups"]]
    if not names:
        frame.note(diagnosis_sentences.nothing(made).html)
        return
    letter = systems.letters[systems.names.index(made["system"])]
    if found.forms is not None and by != found.forms.by:
        losses = read_losses(found.typed, found.options, found.typed.names.index(made["system"]))
        table = diagnosis_tables.forms_table(form_losses(found.typed, found.groups, found.forms, losses), names, letter, by)
        charts.table(score_tables.signed(table, made["signature"]), "diagnosis-forms")
    frame.section(f"Where {letter} fails")
    st.html(diagnosis_captions.examples(made["groups"], by))
    frame.note(diagnosis_captions.LEAK)


def loop(chosen: ClassSelection, found: Compared, by: str, made: dict[str, Any]) -> None:
    """The section that says whether the second system, made with new data, moved what a recipe asked for."""
    systems = chosen.systems
    first, second = systems.letters
    frame.note(
        f"Load the system before the new data as {first} and the one after it as {second}. The groups are those of the recipe "
        "above, or of one that was saved."
    )
    asked = _uploaded(by)
    groups = asked["groups"] if asked else [group["group"] for group in made["groups"]]
    rows = moved(found.differences, groups)
    frame.verdict(diagnosis_sentences.moved(rows, systems, by).html)
    lost = [group for group in groups if group not in set(rows["group"])]
    if lost:
        frame.note(plain(f"Not in these data: {', '.join(lost)}.").html)
    if len(rows):
        table = diagnosis_tables.moved_table(rows, systems, by, chosen.options.level)
        charts.table(score_tables.signed(table, chosen.signature(by, differences=True)), "diagnosis-moved")


def _uploaded(by: str) -> dict[str, Any] | None:
    """A recipe that was saved and is uploaded; None without one, or where it cannot be used, which is then said."""
    file = st.file_uploader("A saved recipe (JSON)", type=["json"], key="diagnosis-file", max_upload_size=MEGABYTES, width=420)
    if file is None:
        return None
    try:
        found = read_recipe(file.getvalue(), file.name)
    except InputError as error:
        frame.refused(error, "The recipe above is used instead.")
        return None
    if found["by"] != by:
        frame.note(plain(f"This recipe is by {found['by']}, the page by {by}; the recipe above is used instead.").html)
        return None
    return found
