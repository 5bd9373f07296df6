"""Every page, empty and filled, as the server would run it; the frame, the Data page, what the address says."""

import html
import re

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared import workspace
from tests.apps import markup, opened, settled
from tests.making import conll
from tests.projects import GOLD, SYS1, poorer, project

DASHBOARD = str(workspace.ROOT / "dashboard.py")
PAGES = sorted(path.stem for path in (workspace.ROOT / "pages").glob("[a-z]*.py"))
OF_TREES = ("parsing", "treebanks", "trees")
BROKEN = SYS1.replace(b"\t0\t3\t", b"\t", 1)
EVIL = "<script>alert(1)<script>"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ASSAY_WORKSPACE", str(tmp_path / "space"))
    sample = tmp_path / "sample"
    sample.mkdir()
    for name, data in zip(workspace.SAMPLE_NAMES, (GOLD, SYS1, poorer()), strict=True):
        (sample / f"{name}.conll").write_bytes(data)
    monkeypatch.setattr(workspace, "SAMPLE_FILES", sample)
    return tmp_path / "space"


def text(at: AppTest) -> str:
    return html.unescape(markup(at))


def chosen(at: AppTest, *words: str) -> dict[str, str]:
    found = {word: value[0] if isinstance(value, list) else value for word, value in at.query_params.items()}
    return {word: found[word] for word in words if word in found}


def by_key(elements, key: str):
    return next(element for element in elements if element.key == key)


FILLED = {
    "two systems": (("one.conll", SYS1), ("two.conll", poorer())),
    "three systems": (("one.conll", SYS1), ("two.conll", poorer()), ("gold as system.conll", GOLD)),
    "equal systems": (("one.conll", SYS1), ("one.conll", SYS1)),
    "hostile names": ((f"{EVIL}.conll", SYS1), ("../../evil *bold* $x$.conll", poorer())),
}
HOSTILE = (b"synth_", b"<script>&_")
EMPTY = {
    "nothing": ((), None),
    "gold alone": ((), GOLD),
    "no gold": ((("one.conll", SYS1),), None),
    "gold that cannot be read": ((("one.conll", SYS1), ("two.conll", SYS1)), b"\x00\xff" * 99),
    "systems that cannot be read": ((("one.conll", b""), ("two.conll", BROKEN)), GOLD),
}


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("case", EMPTY)
def test_every_page_says_what_is_lacking(name, case):
    systems, gold = EMPTY[case]
    at = opened(name, project=project(*systems, gold=gold))
    assert "nan" not in text(at).lower().split()
    failed = [data for data in (gold, *(data for _, data in systems)) if data not in (None, GOLD, SYS1)]
    assert "<h1>" in markup(at)
    if name != "data":
        assert ('class="refused"' in markup(at)) == bool(failed)
    if not failed and name != "data":
        assert any(said in text(at) for said in ("No gold.", "No system."))


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("case", FILLED)
def test_every_page_shows_a_filled_project(name, case):
    at = opened(name, project=project(*FILLED[case]))
    assert "<h1>" in markup(at)
    assert 'class="refused"' not in markup(at) and "No gold." not in text(at)
    assert "<script" not in markup(at)


@pytest.mark.parametrize("name", PAGES)
def test_html_in_document_ids_and_words_is_shown_and_not_followed(name):
    gold, one, two = (data.replace(*HOSTILE).replace(b"\tma\t", b"\t<script>ma\t") for data in (GOLD, SYS1, poorer()))
    at = opened(name, project=project(("one.conll", one), ("two.conll", two[: two.rindex(b"#begin")]), gold=gold))
    assert "<h1>" in markup(at) and "<script" not in markup(at)
    if name == "reader":
        assert "<script>&_" in text(at)


@pytest.mark.parametrize("name", PAGES)
def test_every_page_shows_one_system_or_says_that_it_needs_two(name):
    at = opened(name, project=project(("one.conll", SYS1)))
    assert "<h1>" in markup(at) or "No second system." in text(at)


@pytest.mark.parametrize("name", PAGES)
def test_every_page_shows_the_sample_at_first_sight(name):
    at = opened(name)
    assert "<h1>" in markup(at) and "wharf-base" in text(at) and "wharf-large" in text(at)
    assert chosen(at, "project") == {}


def test_the_bare_address_opens_the_overview():
    at = settled(AppTest.from_file(DASHBOARD, default_timeout=60).run())
    assert "Which is better, and how sure are we?" in text(at)


def test_the_data_page_counts_and_aligns():
    at = opened("data", project=project(*FILLED["two systems"]))
    assert "Coreference · 40 documents · 6,388 words · 1,330 gold mentions in 491 entities, 205 of them singletons" in text(at)
    assert "A and B hold all 40 documents of gold, word for word." in text(at).replace("</b>", "").replace(
        '<b class="sA">', ""
    ).replace('<b class="sB">', "")
    assert "<td>1,303</td>" in markup(at)


def test_missing_extra_and_renamed_documents_are_listed_by_name_and_place():
    documents = SYS1.decode().split("#begin document ")
    documents[3] = documents[3].replace("(synth_02)", "(other <i>name</i>)")
    extra = "(extra); part 000\nextra\t0\t0\tword\t-\t-\t-\t-\t-\t-\t*\t(1)\n\n#end document\n"
    data = "#begin document ".join([documents[0], *documents[2:], extra]).encode()
    at = opened("data", project=project(("one.conll", SYS1), ("two.conll", data)))
    rows = {row[1]: row for row in rows_of(markup(at)) if row[1] in ("missing", "extra", "renamed")}
    assert rows["missing"][2:4] == ["synth_00", "gold.conll, line 1"]
    assert rows["renamed"][2] == "other <i>name</i>" and rows["renamed"][4] == "synth_02 in gold"
    assert rows["extra"][2] == "extra" and rows["extra"][3].startswith("two.conll, line ")
    assert "<i>" not in markup(at)
    assert 'href="reader?project=' in markup(at)


def rows_of(markup: str) -> list[list[str]]:
    """The texts of all table rows with more than one cell."""
    found = []
    for row in re.findall(r"<tr>(.*?)</tr>", markup, re.S):
        cells = re.findall(r"<td[^>]*>(.*?)</td>", row, re.S)
        found.append([html.unescape(re.sub(r"<[^>]*>", "", cell)) for cell in cells])
    return [cells for cells in found if len(cells) > 1]


def test_a_refused_file_leaves_the_others_alone():
    at = opened(
        "data", project=project(("one.conll", SYS1), ("two.conll", b"#begin document (x)\nbroken\n"), ("bad.bin", bytes(99)))
    )
    assert markup(at).count('class="refused"') == 2
    assert "<td>1,303</td>" in markup(at)
    assert "A" in text(at) and "cannot be read" in text(at)
    assert 'class="sC">C</b> · <b>bad.bin</b>' in markup(at) and "The other files are loaded." in text(at)


def test_what_is_loaded_beside_a_refused_file_is_said_only_where_there_is_something():
    at = opened("data", project=project(("bad.bin", bytes(99)), gold=bytes(9)))
    assert markup(at).count('class="refused"') == 2 and "other files" not in text(at)


def test_files_without_a_mention_are_said():
    bare = b"#begin document (x)\nx 0 0 ma -\n\n#end document\n"
    at = opened("data", project=project(("one.conll", bare), gold=bare))
    assert "Gold and A hold no mention at all." in html.unescape(re.sub("<[^>]*>", "", markup(at)))


@pytest.mark.parametrize(("name", "said"), [("documents", "CoNLL F1 is undefined in every document"), ("diagnosis", "No ")])
def test_pages_of_files_without_a_mention_draw_no_empty_axes(name, said):
    bare = b"#begin document (x)\nx 0 0 ma -\n\n#end document\n"
    at = opened(name, project=project(("one.conll", bare), ("two.conll", bare), gold=bare))
    assert said in text(at) and not at.get("plotly_chart")


def unwritable(*_) -> None:
    raise OSError(30, "Read-only file system")


def test_a_workspace_that_cannot_be_written_is_said_and_options_hold(monkeypatch):
    here = project(*FILLED["two systems"])
    at = opened("data", project=here)
    monkeypatch.setattr(workspace, "_write", unwritable)
    by_key(at.selectbox, "page-level").set_value(0.9).run()
    assert "Not stored: Read-only file system." in text(settled(at)).replace("</b>", "").replace("<b>", "")
    assert chosen(at, "level") == {"level": "0.9"}
    by_key(at.get("file_uploader"), "upload-system-0").set_value([("one.conll", SYS1, "text/plain")])
    assert "Not stored" in text(settled(at.run())) and len(workspace.read(here).systems) == 2
    by_key(at.selectbox, f"project-box-{here}").set_value("+").run()
    assert "Not stored" in text(settled(at)) and chosen(at, "project") == {"project": here}


@pytest.mark.parametrize("name", [name for name in PAGES if name not in ("data", "spans", "classification", *OF_TREES)])
def test_a_match_that_needs_heads_is_refused_where_gold_has_none(name):
    at = opened(name, project=project(*FILLED["two systems"]), match="head")
    assert "head match needs the heads of gold's mentions, and there are none" in text(at) and "<h1>" in markup(at)


def test_without_resamples_nothing_is_said_of_proof():
    here = project(*FILLED["two systems"])
    said = text(opened("overview", project=here, draws="0"))
    assert "Whether they differ cannot be said" in said and "not settled" not in said
    assert "Without intervals no flip of the order can be shown." in text(opened("singletons", project=here, draws="0"))


def test_systems_of_one_name_are_told_apart_everywhere():
    here = project(("out.conll", SYS1), ("out.conll", poorer()), ("out.conll", b""))
    for name in PAGES:
        at = opened(name, project=here)
        assert 'class="name" title="out.conll"><b class="sA">A</b> out A</span>' in markup(at)
        assert "out B" in text(at)


def differing() -> bytes:
    return SYS1.replace(b"stiribri", b"<img>", 1)


def test_a_differing_document_refuses_the_file_until_one_goes_on_without_it():
    here = project(("one.conll", SYS1), ("two.conll", differing()))
    at = opened("data", project=here)
    assert "word 1 of document 'synth_00' is '<img>', gold has 'stiribri' (gold.conll, line 2)" in text(at)
    assert ["differing", "synth_00", "two.conll, line 2"] in [row[1:4] for row in rows_of(markup(at))]
    assert "<img>" not in markup(at)
    by_key(at.checkbox, "page-skip").check().run()
    settled(at)
    assert 'class="refused"' not in markup(at)
    assert "Left out for all systems, and not scored: 1 document (synth_00)." in text(at)
    assert chosen(at, "skip") == {"skip": "1"} and "skipped:1|" in text(at).replace("<wbr>", "")
    assert workspace.read(here).options == {"draws": "100", "skip": "1"}


def test_files_added_to_the_sample_open_a_project_of_their_own():
    at = opened("data")
    by_key(at.get("file_uploader"), "upload-gold-0").set_value([("../../gold.conll", GOLD, "text/plain")])
    by_key(at.get("file_uploader"), "upload-system-0").set_value(
        [("one.conll", SYS1, "text/plain"), ("two.conll", poorer(), "text/plain")]
    )
    settled(at.run())
    here = chosen(at, "project")["project"]
    record = workspace.read(here)
    assert here != "sample" and record.title == "gold"
    assert [(entry.role, entry.file) for entry in record.files] == [
        ("gold", "gold.conll"), ("system", "one.conll"), ("system", "two.conll"),
    ]  # fmt: skip
    assert "<td>1,303</td>" in markup(at)


def test_two_sessions_that_add_files_get_projects_of_their_own():
    sessions = [opened("data"), opened("data")]
    for at, data in zip(sessions, (SYS1, poorer()), strict=True):
        by_key(at.get("file_uploader"), "upload-system-0").set_value([("one.conll", data, "text/plain")])
        settled(at.run())
    records = [workspace.read(chosen(at, "project")["project"]) for at in sessions]
    assert [workspace.content(record.id, record.systems[0]) for record in records] == [SYS1, poorer()]
    assert [len(record.files) for record in records] == [1, 1]
    assert [len(workspace.sample().files), len(workspace.listed())] == [3, 4]


def test_names_formats_and_order_can_be_changed_and_files_removed():
    here = project(*FILLED["two systems"])
    at = opened("data", project=here)
    first = f"edit-0-{workspace.read(here).systems[0].digest[:12]}"
    by_key(at.text_input, f"{first}-name").set_value("<b>big</b>").run()
    assert workspace.read(here).systems[0].name == "<b>big</b>"
    assert "&lt;b&gt;big&lt;/b&gt;" in markup(at) and "<b>big" not in markup(at)
    by_key(at.selectbox, f"{first}-format").set_value("conllu").run()
    assert workspace.read(here).systems[0].format == "conllu" and 'class="refused"' in markup(at)
    by_key(at.selectbox, f"{first}-format").set_value("detect").run()
    assert 'class="refused"' not in markup(at)
    by_key(at.button, f"{first}-down").click().run()
    assert [entry.file for entry in workspace.read(here).systems] == ["two.conll", "one.conll"]
    second = f"edit-0-{workspace.read(here).systems[0].digest[:12]}"
    by_key(settled(at).button, f"{second}-remove").click().run()
    assert [entry.file for entry in workspace.read(here).systems] == ["one.conll"]
    assert len(list((workspace.folder() / "files").iterdir())) == 2
    settled(at)


def test_a_project_can_be_deleted(folder):
    here = project(*FILLED["two systems"])
    at = opened("data", project=here)
    by_key(at.button, "delete-now").click().run()
    settled(at)
    assert workspace.read(here) is None and not list((folder / "files").iterdir())
    assert chosen(at, "project") == {}


def test_options_stand_in_the_address_and_come_back_from_it():
    here = project(*FILLED["three systems"])
    at = opened("data", project=here, a="C", seed="7", match="exact")
    by_key(at.selectbox, "page-level").set_value(0.9).run()
    settled(at)
    words = chosen(at, "project", "a", "seed", "level", "match", "draws")
    assert words == {"project": here, "a": "C", "seed": "7", "level": "0.9", "match": "exact", "draws": "100"}
    again = opened("data", **words)
    assert "resamples:100|seed:7|level:0.9|" in text(again).replace("<wbr>", "")
    by_key(again.selectbox, f"project-box-{here}").set_value("sample").run()
    assert chosen(settled(again), *words) == {}
    by_key(again.selectbox, "project-box-sample").set_value(here).run()
    assert chosen(settled(again), *words) == words


def test_picking_the_other_system_exchanges_the_two():
    at = opened("data", project=project(*FILLED["three systems"]))
    by_key(at.selectbox, "pair-a").set_value(1).run()
    assert chosen(settled(at), "a", "b") == {"a": "B", "b": "A"}
    by_key(at.selectbox, "pair-b").set_value(2).run()
    assert chosen(settled(at), "a", "b") == {"a": "B", "b": "C"}


def test_a_seed_that_is_none_changes_nothing():
    at = opened("data")
    by_key(at.text_input, "page-seed").set_value("tomorrow").run()
    assert by_key(settled(at).text_input, "page-seed").value == "20260101"


@pytest.mark.parametrize("words", [{"project": "../../etc"}, {"project": "<b>x</b>"}, {"draws": "7"}, {"match": "<i>"}])
def test_an_address_that_cannot_be_followed_is_said_and_put_right(words):
    at = opened("data", **{"project": "sample", **words})
    (word, value), *_ = words.items()
    assert f"The address says <code>{word}={html.escape(value)}</code>" in markup(at)
    assert chosen(at, word) == {}


def test_what_a_slow_browser_says_of_the_project_before_does_not_open_it_again():
    at = opened("data")
    by_key(at.get("file_uploader"), "upload-gold-0").set_value([("gold.conll", GOLD, "text/plain")])
    here = chosen(settled(at.run()), "project")["project"]
    assert [box.key for box in at.selectbox if box.key.startswith("project-box")] == [f"project-box-{here}"]
    assert by_key(at.selectbox, f"project-box-{here}").value == here


def test_two_projects_of_one_title_can_be_told_apart():
    first, second = project(title="mine"), project(title="mine")
    at = opened("data", project=first)
    box = by_key(at.selectbox, f"project-box-{first}")
    assert sorted(box.options) == sorted(["Sample", "Sample across documents", "mine", "mine (2)", "New project …"])
    box.set_value(second).run()
    assert chosen(settled(at), "project") == {"project": second}


def test_a_stored_file_that_is_gone_is_said_and_can_be_added_again(folder):
    here = project(("one.conll", SYS1 + b"\n"))
    digest = workspace.read(here).systems[0].digest
    (folder / "files" / digest).unlink()
    assert "the stored file is gone from the workspace" in text(opened("data", project=here))
    workspace.add(here, "system", "one.conll", SYS1 + b"\n")
    assert 'class="refused"' not in markup(opened("data", project=here))


@pytest.mark.parametrize("name", [page for page in PAGES if page not in ("data", "classification", "crossdoc", *OF_TREES)])
def test_every_page_with_scores_names_documents_that_are_missing(name):
    lacking = SYS1[: SYS1.rindex(b"#begin")]
    at = opened(name, project=project(("one.conll", SYS1), ("two.conll", lacking)))
    assert "One document of gold is missing from B (synth_" in re.sub("<[^>]*>", "", text(at))
    assert re.search(r'<a href="reader\?[^"]*doc=synth_[^"]*" target="_self">synth_', markup(at))


ZERO = """# newdoc id = d
# global.Entity = eid-etype-head-other
1	ma	_	_	_	_	0	root	_	Entity=(e1--1)
1.1	_	_	_	_	_	_	_	1:dep	Entity=(e1--1)
2	mo	_	_	_	_	1	dep	_	Entity=(e2[1/2]--1)
3	mi	_	_	_	_	1	dep	_	_
4	mu	_	_	_	_	1	dep	_	Entity=(e2[2/2]--1)

"""
ROWS = ["(1)", "(2", "-", "2)"]


def test_the_data_page_says_what_of_gold_a_format_cannot_hold():
    rows = [f"d 0 {k} {form} {cell}" for k, (form, cell) in enumerate(zip(("ma", "mo", "mi", "mu"), ROWS, strict=True))]
    system = "\n".join(["#begin document (d); part 000", *(row.replace(" ", "\t") for row in rows), "", "#end document", ""])
    both = project(("one.conll", system.encode()), ("two.conllu", ZERO.encode()), gold=ZERO.encode())
    found = text(opened("data", project=both))
    assert found.count("gold has 1 zero; this file has no empty nodes and misses it") == 1
    assert found.count("gold has 1 discontinuous mention; CoNLL-2012 holds a mention's hull alone") == 1


def test_documents_follow_metric_singletons_and_list_in_the_address():
    words = {"metric": "LEA", "singletons": "drop", "all": "yes"}
    at = opened("documents", project=project(("one.conll", SYS1), ("two.conll", poorer())), **words)
    assert "LEA F1 of each of 40 documents, singletons dropped" in text(at)
    assert "LEA|match:exact|singletons:drop|" in markup(at).replace("<wbr>", "")
    assert len(at.dataframe[0].value) == 40
    settled(by_key(at.selectbox, "documents-metric").select("MUC").run())
    assert chosen(at, *words) == {**words, "metric": "MUC"}
    assert "MUC F1 of each of 40 documents" in text(at)


@pytest.mark.parametrize(("draws", "said"), [(1000, "Resampling 1,000 draws of 40 documents"), (0, "Counting 40 documents")])
def test_what_is_being_computed_is_said_with_its_size(draws, said):
    from figures.studies.coref import _resampling
    from loaders import load
    from metrics import CoreferenceOptions, align_systems

    found = align_systems(load(("gold.conll", GOLD)), [load(("one.conll", SYS1))])
    assert _resampling(found, CoreferenceOptions("exact", resamples=draws)) == said


def test_the_data_page_lists_what_a_language_model_changed():
    gold = conll({"d": (["Miru", "saw", "<b>her</b>", "boat", "."], ["(1)", "-", "(1)", "-", "-"])})
    at = opened("data", project=project(("model.txt", b"Sure!\n[Miru](#1) saw [his](#1) boat."), gold=gold))
    assert "has changed the text in 2 places" in text(at)
    assert "word 1: “Sure !”" in text(at) and "word 3: “<b>her</b>” became “his”" in text(at)
    assert "“his”: its words are not all in gold" in text(at)
    assert "marked text of a language model" in text(at) and "<b>her" not in markup(at)
