"""Many treebanks on the dashboard: uploads, pairing, the page of treebanks, and one of them on the pages of trees."""

import html
import re

import pytest

from loaders.treebanks import names_of_set, training
from metrics.corpora import seed_of
from pages.shared import workspace
from pages.shared.bundles import bundled, zipped
from tests import banks, parsers
from tests.test_parsing_page import markup, opened, rows, text


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ASSAY_WORKSPACE", str(tmp_path / "space"))


def by_key(elements, key):
    return next(element for element in elements if element.key == key)


def bank_rows(at):
    return {row[0]: row for row in rows(markup(at)) if len(row) > 3 and row[0] in ("mean", *banks.NAMES)}


def test_each_treebank_has_a_row_and_the_mean_stands_first():
    at = opened("treebanks", project=banks.bank_project(banks.A, banks.B))
    found = bank_rows(at)
    assert list(found) == ["mean", *banks.NAMES]  # by difference, B's best treebank first
    assert found["xa_bo-ud-test"][1:3] == ["12", "87.50"] and found["xa_bo-ud-test"][4] == "100.00"
    assert found["xa_bo-ud-test"][6] == "+12.50" and found["xg_ne-ud-test"][6] == "−4.17"
    assert found["mean"][6] == "+5.65"  # (6 + 5 + 4 + 3 + 2 + 1 − 2) / 48 / 7
    assert re.search(r"B\s+is ahead in\s+6\s+of them", text(at)) and re.search(r", \s*A\s+in\s+1\s", text(at))
    assert "treebanks:7" in text(at) and "A:" in text(at)


def test_the_metric_is_chosen():
    key = banks.bank_project(banks.A, banks.B)
    at = opened("treebanks", project=key, metric="UPOS")
    assert bank_rows(at)["mean"][6] == "0.00" and "UPOS by treebank" in text(at) and "They are equal in all of them." in text(at)
    at = by_key(at.selectbox, "treebanks-metric").set_value("UAS").run()
    assert "UAS by treebank" in text(at) and at.query_params["metric"] in ("UAS", ["UAS"])
    assert "LAS by treebank" in text(opened("treebanks", project=key, metric="nonsense"))


def test_one_parser_has_a_mean_and_no_difference():
    at = opened("treebanks", project=banks.bank_project(banks.A))
    assert re.search(r"A\s+scores\s+87.50 points\s+of LAS in the mean of 7 treebanks", text(at))
    assert "B − A" not in text(at) and bank_rows(at)["mean"][2] == "87.50"


def test_few_treebanks_have_no_test():
    few = [found[:3] for found in (banks.GOLD, banks.A, banks.B)]
    at = opened("treebanks", project=banks.bank_project(*few[1:], gold=few[0]))
    assert "Wilcoxon's test needs 6 treebanks" in text(at)


def test_without_resamples_there_is_no_interval_and_no_traceback():
    at = opened("treebanks", project=banks.bank_project(banks.A, banks.B), draws="0")
    assert "no interval" in text(at) and bank_rows(at)["mean"][6] == "+5.65"


def test_what_has_no_partner_is_listed_and_not_scored():
    key = banks.bank_project(banks.A[1:], [*banks.B, ("zz_extra-ud-test.conllu", parsers.B)])
    for name in ("treebanks", "data"):
        at = opened(name, project=key)
        assert ["gold", "xa_bo-ud-test"] in rows(markup(at))
        assert ["B", "xa_bo-ud-test, zz_extra-ud-test"] in rows(markup(at))
    assert "xa_bo-ud-test" not in bank_rows(opened("treebanks", project=key))


def test_a_system_with_no_treebank_of_gold_is_refused_and_the_others_go_on():
    strangers = [(f"s{name}", data) for name, data in banks.B]
    key = banks.bank_project(banks.A, strangers)
    at = opened("data", project=key)
    assert 'class="refused"' in markup(at) and "no treebank stands in all folders" in text(at)
    at = opened("treebanks", project=key)
    assert "87.50 points" in text(at) and "B − A" not in text(at)
    assert "87.50 points" in text(opened("parsing", project=key))


def test_a_bad_treebank_is_named_and_left_out_on_request():
    bad = [(name, data.replace(b"\t0\troot", b"\t3\troot", 1) if k == 2 else data) for k, (name, data) in enumerate(banks.A)]
    cut = [(name, data.replace(b"blo", b"ble", 1) if k == 3 else data) for k, (name, data) in enumerate(banks.B)]
    key = banks.bank_project(bad, cut)
    at = opened("treebanks", project=key)
    assert 'class="refused"' in markup(at) and "A/xc_ta-ud-test.conllu" in text(at)
    at = opened("treebanks", project=key, skip="1")
    assert "Left out" in text(at) and "the text differs" in text(at)
    assert "xd_lu-ud-test" not in bank_rows(at) and bank_rows(at)["xc_ta-ud-test"][1] == "11"


@pytest.mark.parametrize(
    ("systems", "gold", "said"),
    [((), parsers.GOLD, "No system."), (((("A.conllu", parsers.A)),), None, "No gold."),
     ((("A.conllu", parsers.A),), parsers.GOLD, "One treebank.")],
)  # fmt: skip
def test_the_page_says_what_it_needs(systems, gold, said):
    from tests.projects import project

    at = opened("treebanks", project=project(*systems, gold=gold))
    assert said in text(at)
    assert ("Give gold, and each system, as a zip" in text(at)) == (said == "One treebank.")


def test_the_sample_has_one_treebank():
    assert "One treebank." in text(opened("treebanks"))


def test_the_pages_of_trees_show_one_treebank_of_them():
    key = banks.bank_project(banks.A, banks.B)
    at = opened("parsing", project=key)
    assert by_key(at.selectbox, "bank-box").value == "xa_bo-ud-test" and "12 sentences, 48 words" in text(at)
    assert f"seed:{seed_of(20260101, 'xa_bo-ud-test')}" in text(at)
    at = by_key(at.selectbox, "bank-box").set_value("xg_ne-ud-test").run()
    assert at.query_params["treebank"] in ("xg_ne-ud-test", ["xg_ne-ud-test"])
    assert "B − A is −4.17 points of LAS" in re.sub(" +", " ", text(at)) or "A is better" in re.sub(r"\s+", " ", text(at))
    at = opened("trees", project=key, treebank="xg_ne-ud-test", show="b-wrong")
    assert by_key(at.selectbox, "bank-box").value == "xg_ne-ud-test" and "2 of 12 sentences" in text(at)
    at = opened("trees", project=key, treebank="of nowhere")
    assert by_key(at.selectbox, "bank-box").value == "xa_bo-ud-test"


def test_a_click_on_a_point_opens_parsing_with_its_treebank():
    key = banks.bank_project(banks.A, banks.B)
    at = opened("treebanks", project=key)
    point = {"customdata": ["said", "xf_so-ud-test"], "point_index": 0, "curve_number": 0, "x": 0, "y": 0}
    at.session_state["treebanks-LAS"] = {"selection": {"points": [point], "point_indices": [0], "box": [], "lasso": []}}
    at = at.run()
    assert not at.exception and "Which parser is better, and where?" in text(at)
    assert at.query_params["treebank"] in ("xf_so-ud-test", ["xf_so-ud-test"])
    (href,) = re.findall(r'href="(parsing\?[^"]*xb_mi-ud-test)"', markup(opened("treebanks", project=key)))
    assert f"project={key}" in html.unescape(href)


def test_coreference_pages_lead_to_the_treebanks():
    at = opened("overview", project=banks.bank_project(banks.A, banks.B))
    assert "No mentions." in text(at)
    links = [element.proto for element in at.get("page_link")]
    assert {"Compare the parsers", "Treebank by treebank"} <= {link.label for link in links}


def test_names_of_treebanks_are_escaped():
    evil = "<script>alert(1)</script>"
    named = [[(name.replace("xa_bo", evil.replace("/", "")), data) for name, data in found]
             for found in (banks.GOLD, banks.A, banks.B)]  # fmt: skip
    key = banks.bank_project(*named[1:], gold=named[0])
    for name in ("treebanks", "data", "parsing", "trees"):
        assert "<script" not in markup(opened(name, project=key))


def test_several_files_at_once_are_one_parser_where_they_are_called_as_treebanks_are():
    (one,) = bundled("system", banks.A, ())
    assert one[0] == "7 treebanks.zip" and names_of_set(one) == list(banks.NAMES)
    plain = [("wharf-base.conllu", b"a"), ("wharf-large.conllu", b"b")]
    assert bundled("system", plain, ()) == plain
    assert [name for name, _ in bundled("system", plain, ("wharf-base", "wharf-large"))] == ["2 treebanks.zip"]
    assert [name for name, _ in bundled("gold", plain, ())] == ["2 treebanks.zip"]
    assert bundled("gold", plain[:1], ()) == plain[:1]
    assert bundled("system", [*banks.A, ("x.zip", b"")], ())[1] == ("x.zip", b"")
    assert zipped(plain) == zipped(plain[::-1])


def test_what_is_a_set_of_treebanks():
    mentions = b"# global.Entity = eid-etype\n"
    assert names_of_set(("g.zip", zipped([("a.conllu", mentions), ("b.conllu", mentions)]))) == []
    assert names_of_set(("g.zip", zipped([("a.conllu", mentions), ("b.conllu", b"")]))) == ["a", "b"]
    named = [("en_x-ud-test.conllu", mentions), ("en_y-ud-test.conllu", mentions)]
    assert names_of_set(("g.zip", zipped(named))) == ["en_x-ud-test", "en_y-ud-test"]
    assert names_of_set(("g.zip", zipped([("a.conllu", b""), ("README.md", b"")]))) == []
    assert names_of_set(("g.conllu", parsers.GOLD)) == []
    assert training("en_x-ud-test", ["de_x-ud-train", "en_x-ud-train"]) == "en_x-ud-train"
    assert training("en_x-ud-test", ["train"]) is None


def test_files_given_at_once_become_a_project_of_treebanks():
    at = opened("data", project=workspace.create().id)
    for role, found in (("gold", banks.GOLD), ("system", banks.A)):
        given = [(name, data, "text/plain") for name, data in found]
        at = by_key(at.get("file_uploader"), f"upload-{role}-0").set_value(given).run()
    assert not at.exception and "Parsing · 7 treebanks" in text(at)
    assert re.search(r"A\s+has all 7 treebanks of gold\.", text(at))


def chosen_seen(at):
    return by_key(at.selectbox, "parsing-by").set_value("seen").run()


def test_seen_lemmas_need_training_trees_and_keep_them():
    from tests.projects import project

    key = project(("A.conllu", parsers.A), ("B.conllu", parsers.B), gold=parsers.GOLD)
    at = chosen_seen(opened("parsing", project=key))
    assert "Needs training trees." in text(at)
    train = parsers.plain("t", form="nu").encode()  # mi, bo, nu and the full stop are seen; blo is not
    at = by_key(at.get("file_uploader"), "upload-train-0-parsing").set_value([("train.conllu", train, "text/plain")]).run()
    assert not at.exception and workspace.read(key).train.file == "train.conllu"
    at = chosen_seen(opened("parsing", project=key))  # as after a reload
    found = {row[0]: row for row in rows(markup(at)) if row and row[0] in ("seen lemma", "unseen lemma")}
    assert found["unseen lemma"][1] == "40" and found["seen lemma"][1] == "120"
    assert "Training file: train.conllu" in text(opened("data", project=key))


def test_training_trees_that_cannot_be_read_are_refused_and_replaced():
    key = banks.bank_project(banks.A, banks.B, train=b"1\tmira\n")
    at = chosen_seen(opened("parsing", project=key))
    assert 'class="refused"' in markup(at) and "train.conllu" in text(at)
    workspace.add(
        key, "train", "all.zip", zipped([("xa_bo-ud-train.conllu", parsers.GOLD), ("xb_mi-ud-train.conllu", parsers.GOLD)])
    )
    assert [entry.role for entry in workspace.read(key).files] == ["gold", "system", "system", "train"]
    at = chosen_seen(opened("parsing", project=key))
    assert any(row[0] == "seen lemma" for row in rows(markup(at)) if row)
    at = chosen_seen(opened("parsing", project=key, treebank="xc_ta-ud-test"))
    assert "No training trees of this treebank." in text(at)


def test_training_trees_for_the_sample_open_a_copy_of_it():
    at = chosen_seen(opened("parsing"))
    given = [("train.conllu", parsers.GOLD, "text/plain")]
    at = by_key(at.get("file_uploader"), "upload-train-0-parsing").set_value(given).run()
    assert not at.exception
    (key,) = [key for key, title in workspace.listed() if title == "Sample trees"]
    assert [entry.name for entry in workspace.read(key).files] == ["gold", "wharf-base", "wharf-large", "train"]
