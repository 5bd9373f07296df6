"""What am I comparing?"""

from html import escape

import pandas as pd
import streamlit as st

from pages.shared import (
    bank_report,
    findings,
    frame,
    item_report,
    item_state,
    label_uploads,
    option_widgets,
    report,
    span_report,
    span_state,
    state,
    topic_files,
    training,
    tree_report,
    tree_state,
    uploads,
    workspace,
)

LONGEST = 60  # rows; longer lists scroll

state.alone()


def show_findings(listed: list[findings.Finding], head: tuple[str, ...]) -> None:
    """Findings as a table, or as one that scrolls where there are many. head : titles of what is shown."""
    if len(listed) <= LONGEST:
        frame.table(head, [_finding(f) for f in listed], left=range(len(head)), wraps=len(head) - 1)
        return
    rows = [(f.who, frame.reader_address(f.read, state.address()) if f.read else None, *f.texts()) for f in listed]
    columns = ["Who", "Reader", *head[1:]]
    widths = {"Who": st.column_config.TextColumn(width=60), "Reader": st.column_config.LinkColumn(display_text="read", width=70)}
    st.dataframe(pd.DataFrame(rows, columns=columns), hide_index=True, row_height=28, column_config=widths)


def _finding(f: findings.Finding) -> list[str]:
    who = frame.owner(f.place, f.who)
    document = frame.reader_link(f.read, f.document, state.address()) if f.read else escape(f.document)
    long = [f'<span class="long">{document}</span>', f'<span class="m long">{escape(f.where)}</span>']
    return [who, escape(f.what), *long, escape(f.more)]


found = state.files()
record = found.record
labels = item_state.files() if found.has_items or record.id == workspace.SAMPLE else None
spans = span_state.files() if found.has_spans or record.id == workspace.SAMPLE else None
others = found.has_spans or found.has_items or found.is_many
trees = tree_state.files() if not others and tree_report.expected(found) else None
has_trees = trees is not None and any(slot.corpus is not None and slot not in trees.lacking for slot in report.slots(trees))
task = state.task(found)
abouts = {
    "mentions": (report, found),
    "trees": (tree_report, trees),
    "spans": (span_report, spans),
    "items": (item_report, labels),
}
about, of = (bank_report, found) if found.is_many else abouts[task]
frame.heading("What am I comparing?", about.counted(of))
if text := about.verdict(of):
    frame.verdict(text)

if found.is_many:
    bank_report.table(found)
elif found.has_spans:
    span_report.table(spans)
elif found.has_items:
    item_report.table(labels)
elif not found.has_mentions:
    tree_report.table(trees)
elif record.files:
    frame.table(report.FILES_HEAD, report.files(found), left=range(4), roomy=(2,), wraps=3)
    for slot in report.slots(found):
        if slot.error:
            frame.refused(slot.error, report.rest(found), report.who(slot))
    if found.error:
        frame.refused(found.error)
else:
    why = (
        "Add a gold file and one or more systems' output."
        if record.id not in workspace.SAMPLES
        else "The sample data are not here."
    )
    frame.empty("No files yet.", why, sample=record.id not in workspace.SAMPLES, link=False)

frame.section("Add files")
uploads.add_files()
if record.id in workspace.SAMPLES:
    frame.note("This is a sample. Files that are added open a project of their own and leave the sample as it is.")
else:
    if has_trees or found.is_many or found.has_spans:
        with st.container(key="stack-training"):
            with st.columns(2)[0]:
                uploads.add_training("", spans=found.has_spans)
        if text := training.stored(record):
            frame.note(escape(text))
    with st.container(horizontal=True, gap="medium"):
        with st.popover("Names, formats, order", type="tertiary", key="edit", width="content"):
            uploads.edit(record)
        uploads.delete(record)

if found.has_mentions and record.files:
    label_uploads.show(found)
    topic_files.section(record)
if found.has_mentions and (rows := report.alignment(found)):
    frame.section("Alignment")
    frame.table([frame.tip(t, e) if e else t for t, e in report.ALIGNMENT_HEAD.items()], rows)
    if listed := findings.findings(found):
        show_findings(listed, ("", "What", "Document", "Place", "Remark"))
if found.has_spans and (rows := span_report.alignment(spans)):
    frame.section("Alignment")
    frame.table([frame.tip(t, e) if e else t for t, e in span_report.ALIGNMENT_HEAD.items()], rows)
    if listed := span_report.findings(spans):
        show_findings(listed, ("", "What", "Document", "Place", "Remark"))
if found.has_items and (rows := item_report.alignment(labels)):
    frame.section("Alignment")
    frame.table([frame.tip(t, e) if e else t for t, e in item_report.ALIGNMENT_HEAD.items()], rows)
    if listed := item_report.findings(labels):
        show_findings(listed, ("", "What", "Item", "Place", "Remark"))
    frame.section("Labels")
    head, rows = item_report.labels(labels, state.choice().cutoff)
    frame.table(head, rows, left=(0, len(head) - 1), wraps=len(head) - 1)
if text := report.left_out(found):
    frame.note(text)
option_widgets.skip("page")

if found.has_mentions and (rows := report.mentions(found)):
    frame.section("Mentions")
    frame.table([frame.tip(t, e) if e else t for t, e in report.MENTIONS_HEAD.items()], rows)
    if listed := findings.remarks(found):
        show_findings(listed, ("", "Remark", "Document", "Place", "What was made of it"))

if has_trees and found.has_mentions:
    frame.section("Trees")
    tree_report.table(trees)
    if record.id == workspace.SAMPLE:
        frame.note("The sample's parsers are other systems of the same names, over the same text.")
if spans is not None and found.has_mentions and spans.project is not None:
    frame.section("Spans")
    span_report.table(spans)
    frame.note(
        "Its taggers, too, are other systems of the same names: they find names. The page Spans shows the mentions above as well."
    )

if labels is not None and found.has_mentions and labels.project is not None:
    frame.section("Labels")
    item_report.table(labels)
    frame.note("Its classifiers sort other texts, letters, and are other systems of the same names.")

if found.has_mentions:
    frame.section("Options")
    with st.container(horizontal=True, gap="small"):
        option_widgets.widgets(found, "page")
    if selection := state.current():
        frame.signature(selection.signature(singletons="keep,drop"))
if has_trees or found.is_many:
    frame.section("Options of trees" if found.has_mentions else "Options")
    with st.container(horizontal=True, gap="small"):
        option_widgets.tree_widgets("trees", drawing=not found.has_mentions)
    if trees is not None and trees.project is not None:
        frame.signature(tree_state.selected(trees).signature())
if found.has_spans:
    frame.section("Options")
    with st.container(horizontal=True, gap="small"):
        option_widgets.span_widgets("spans")
    if spans.project is not None:
        frame.signature(span_state.selected(spans).signature())
if found.has_items:
    frame.section("Options")
    with st.container(horizontal=True, gap="small"):
        option_widgets.item_widgets("labels")
    if labels.project is not None:
        frame.signature(option_widgets.item_signature(state.choice().items(), labels.project.kind))
