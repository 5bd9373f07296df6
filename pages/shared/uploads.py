"""Adding, naming, ordering and removing a project's files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from loaders import FORMATS, InputError, holds_both
from loaders.classification_kind import holds_both_sides
from pages.shared import bank_loading, frame, options, state, training, workspace
from pages.shared.bundles import bundled
from pages.shared.item_files import ITEM_FORMATS
from pages.shared.options import letter
from pages.shared.records import GOLD, SYSTEM, TRAIN, Entry, Record, ordered

ROUND = "upload-round"
Store = Callable[[str, list[tuple[str, bytes]]], None]
DETECT = "detect"


def add_files() -> None:
    """The two uploaders; what is added to the sample opens a project of its own."""
    with st.container(key="stack-uploads"):
        left, right = st.columns(2)
    with left:
        take(GOLD, "Gold: a file, zip or .gz; or all its files at once (brat's .ann and .txt, many treebanks)")
    with right:
        take(SYSTEM, "Systems: a file, zip or .gz each; brat's .ann and .txt, or many treebanks, in one zip")


def add_training(where: str, *, spans: bool = False) -> None:
    """The uploader of training trees, or spans; the sample's parsers are copied into a project of their own."""
    trees = "Training trees: CoNLL-U, a file, zip or .gz; for many treebanks one file for all, or each its own"
    take(TRAIN, "Training spans: a file, zip or .gz" if spans else trees, where)


def take(role: str, label: str, where: str = "", store: Store | None = None) -> None:
    """An uploader for files of a role, empty again once they are stored. store : takes the role and (name, bytes) of each."""
    turn = st.session_state.setdefault(f"{ROUND}-{role}", 0)
    given = st.file_uploader(label, key=f"upload-{role}-{turn}{where}", accept_multiple_files=True)
    if given:
        with state.storing():
            (store or _store)(role, [(file.name, file.getvalue()) for file in given])
        st.session_state[f"{ROUND}-{role}"] = turn + 1  # an empty uploader
        st.rerun()


def _store(role: str, given: list[tuple[str, bytes]]) -> None:
    project = state.project_id()
    if project in workspace.SAMPLES:
        project = _own(role, project)
        state.open_project(project, options.written(state.choice()) if role == TRAIN else None)
    with frame.busy("Storing files") as say:
        files = bundled(role, given, _gold_banks(project) if role == SYSTEM else ())
        for k, (name, data) in enumerate(files):
            workspace.add(project, role, name, data)
            if role == GOLD and _has_prediction(name, data):
                workspace.add(project, SYSTEM, name, data)
            say(k + 1, len(files))


def _own(role: str, sample: str) -> str:
    """The project that takes what is added to a sample: an empty one, or a copy for what goes with the sample's own files."""
    if role != TRAIN:
        return workspace.create().id
    return _copy_of_trees() if sample == workspace.SAMPLE else workspace.copied(sample, workspace.OPENED[sample]).id


def _gold_banks(project: str) -> tuple[str, ...]:
    record = workspace.read(project)
    return bank_loading.names_in_set(record, record.gold) if record and record.gold else ()


def _copy_of_trees() -> str:
    """A project of its own with the sample's parsers."""
    sample, copy = workspace.sample(workspace.SAMPLE_TREES), workspace.create("Sample trees").id
    for entry in sample.files:
        workspace.add(copy, entry.role, entry.file, workspace.content(sample.id, entry))
    return copy


def _has_prediction(name: str, data: bytes) -> bool:
    """Whether gold's file holds a tagger's or a classifier's output too; it is then entered as a system as well."""
    try:
        return holds_both_sides((name, data)) or holds_both((name, data))
    except InputError:  # the Data page says what is wrong
        return False


def edit(record: Record) -> None:
    """The project's title and, a row a file, its name, format, place."""
    _input("Title", "edit-title", record.title, lambda text: _change(lambda r: replace(r, title=workspace.shown(text))))
    for place, entry in [*([(-1, record.gold)] if record.gold else []), *enumerate(record.systems)]:
        _row(record, entry, place)
    if record.train:
        _row(record, record.train, training.PLACE)


def _row(record: Record, entry: Entry, place: int) -> None:
    key = f"edit-{place}-{entry.digest[:12]}"
    last = len(record.systems) - 1
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key=f"row-{key}"):
        if place < 0:
            st.text_input(entry.role, entry.role, key=f"{key}-name", disabled=True, width=180)
        else:
            _input(letter(place), f"{key}-name", entry.name, lambda text: _set(place, name=workspace.shown(text)))
        _format(entry, place, f"{key}-format")
        if place >= 0:
            st.button("Up", key=f"{key}-up", type="tertiary", disabled=place == 0, on_click=_swap, args=(place, place - 1))
            st.button("Down", key=f"{key}-down", type="tertiary", disabled=place == last, on_click=_swap, args=(place, place + 1))
        st.button("Remove", key=f"{key}-remove", type="tertiary", on_click=_remove, args=(place,))


def _input(label: str, key: str, value: str, take) -> None:
    st.session_state[key] = value
    st.text_input(
        label, key=key, on_change=lambda: take(st.session_state[key]) if st.session_state[key].strip() else None, width=180
    )


def _format(entry: Entry, place: int, key: str) -> None:
    shown = {name: form.shown for name, form in FORMATS.items()} | {name: words for name, (_, words) in ITEM_FORMATS.items()}
    st.session_state[key] = entry.format if entry.format in shown else DETECT

    def changed() -> None:
        found = st.session_state[key]
        _set(place, format=None if found == DETECT else found)

    st.selectbox(
        "Format",
        [DETECT, *shown],
        format_func=lambda name: shown.get(name, name),
        key=key,
        on_change=changed,
        width=180,
    )


def _change(how) -> None:
    with state.storing():
        workspace.change(state.project_id(), how)


def _at(record: Record, place: int) -> Entry | None:
    if place < 0:
        return record.train if place == training.PLACE else record.gold
    return next(iter(record.systems[place : place + 1]), None)


def _set(place: int, **changes) -> None:
    def how(record: Record) -> Record:
        old = _at(record, place)
        return replace(record, files=tuple(replace(entry, **changes) if entry is old else entry for entry in record.files))

    _change(how)


def _remove(place: int) -> None:
    def how(record: Record) -> Record:
        old = _at(record, place)
        return replace(record, files=tuple(entry for entry in record.files if entry is not old))

    _change(how)
    with state.storing():
        workspace.sweep()


def _swap(one: int, other: int) -> None:
    def how(record: Record) -> Record:
        systems = list(record.systems)
        systems[one], systems[other] = systems[other], systems[one]
        return replace(record, files=ordered((*(entry for entry in record.files if entry.role != SYSTEM), *systems)))

    _change(how)


def delete(record: Record) -> None:
    """A way to delete the project, asked twice."""
    with st.popover("Delete this project", type="tertiary", key="delete"):
        st.text(f"Delete “{record.title}” and its files? This cannot be undone.")
        st.button("Delete", key="delete-now", type="primary", on_click=_delete, args=(record.id,))


def _delete(project: str) -> None:
    with state.storing():
        workspace.delete(project)
        state.open_project(workspace.SAMPLE)
