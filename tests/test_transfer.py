"""A model's text on gold's words: what is the same although it is written otherwise, what changed, which mentions are kept."""

import json
import time

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluate import main
from loaders import AlignmentError, ReadOptions, load
from loaders.marks import read_marks
from metrics import align_systems, evaluate, score
from metrics.report import alignment_report
from metrics.rewritten import changes, fit, normal, side
from metrics.transfer import fitted
from tests.conllu_text import line
from tests.making import conll


def gold_of(*words, name="d"):
    return load(("gold.conll", conll({name: (list(words), ["-"] * len(words))})))


def marked(text, name="d.txt"):
    return load((name, text.encode()), options=ReadOptions(format="marked", role="predicted"))


def kept(gold, text):
    """The mentions that are kept, as gold's words."""
    made = fitted(gold, marked(text))
    forms = gold.words["form"].tolist()
    return [" ".join(forms[s:e]) for s, e in made.spans[["start", "end"]].values.tolist()]


def changed(gold, text):
    """The changes, as (gold's word from 1, kind, gold's words, the model's)."""
    return [tuple(row) for row in fitted(gold, marked(text)).changes[["place", "kind", "gold", "model"]].values.tolist()]


GOLD = gold_of("Miru", "and", "Tolu", "saw", "the", "old", "boat", "of", "Naru", ".")


@pytest.mark.parametrize(
    ("words", "text", "mentions"),
    [
        (["Miru", "'s", "boat"], "[[Miru](#1)'s boat](#2)", ["Miru 's boat", "Miru"]),
        (["do", "n't", "ve"], "[DON’T](#1) ve", ["do n't"]),
        (["-LRB-", "Miru", "-RRB-"], "([Miru](#1))", ["Miru"]),
        (["``", "Miru", "''", "ve"], "“[Miru](#1)” ve", ["Miru"]),
        (["``", "Miru", "''", "ve"], '"[Miru](#1)" ve', ["Miru"]),
        (["miru", "--", "tolu", "…"], "[miru](#1)—[tolu](#2)...", ["miru", "tolu"]),
        (["can", "not", "go"], "[cannot](#1) go", ["can not"]),
        (["cannot", "go"], "[can not](#1) go", ["cannot"]),
        (["Straße", "ve"], "[STRASSE](#1) ve", ["Straße"]),
        (["ﬁru", "ve"], "[firu](#1) ve", ["ﬁru"]),
        (["mi\u200bru", "ve"], "[miru](#1) ve", ["mi\u200bru"]),
        (["Mi\u0301ru", "ve"], "[M\u00edru](#1) ve", ["Mi\u0301ru"]),
    ],
)
def test_spacing_quotes_and_case_are_no_changes(words, text, mentions):
    gold = gold_of(*words)
    assert kept(gold, text) == mentions
    assert changed(gold, text) == []


@pytest.mark.parametrize(
    ("text", "changes", "mentions"),
    [
        ("[Miru](#1) and [Tolu](#2) saw [the boat of [Naru](#3)](#4).",
         [(6, "dropped", "old", ""), (0, "mention left out", "", "the boat of Naru")], ["Miru", "Tolu", "Naru"]),
        ("[Miru](#1) and [Tolu](#2) saw [the very old boat of [Naru](#3)](#4).",
         [(6, "added", "", "very"), (0, "mention left out", "", "the very old boat of Naru")], ["Miru", "Tolu", "Naru"]),
        ("[Miru](#1) and [Talu](#2) saw the old boat of [Naru](#3).",
         [(3, "changed", "Tolu", "Talu"), (0, "mention left out", "", "Talu")], ["Miru", "Naru"]),
        ("Here is the text:\n[Miru](#1) and Tolu saw the old boat of [Naru](#3).\nLet me know if the boat is fine.",
         [(1, "added", "", "Here is the text :"), (11, "added", "", "Let me know if the boat is fine .")], ["Miru", "Naru"]),
        ("[Miru](#1) and Tolu saw the old",
         [(7, "dropped", "boat of Naru .", "")], ["Miru"]),
        ("and Tolu saw the old boat of [Naru](#1) Miru.",
         [(1, "dropped", "Miru", ""), (10, "added", "", "Miru")], ["Naru"]),
        ("Miru and Tolu saw the old boats of [Naru](#1).", [(7, "changed", "boat", "boats")], ["Naru"]),
        ("", [(1, "dropped", "Miru and Tolu saw the old boat of Naru .", "")], []),
    ],
)  # fmt: skip
def test_changes_are_listed_by_place_and_only_mentions_whose_words_survive_are_kept(text, changes, mentions):
    assert kept(GOLD, text) == mentions
    assert changed(GOLD, text) == changes


def test_a_change_knows_its_document_and_the_line_of_the_models_file():
    made = fitted(GOLD, marked("Miru and\nTolu saw the\nnew boat of [Niru](#1).")).changes
    assert made[["doc_id", "kind", "model", "line"]].values.tolist() == [
        ["d", "changed", "new", 3],
        ["d", "changed", "Niru", 3],
        ["d", "mention left out", "Niru", 3],
    ]


def test_long_changes_are_quoted_in_part():
    ((_, kind, words, _),) = changed(gold_of(*(f"w{k}" for k in range(40))), " ".join(f"w{k}" for k in range(20)))
    assert (kind, words) == ("dropped", "w20 w21 w22 w23 w24 w25 w26 w27 w28 w29 w30 w31 …")


def test_a_mark_within_a_word_takes_the_word_if_it_has_half_of_it():
    gold = gold_of("Mirus", "boat")
    assert kept(gold, "[Miru](#1)s boat") == ["Mirus"]
    assert kept(gold, "M[irus boat](#1)") == ["Mirus boat"]
    assert kept(gold, "[M](#1)irus boat") == []
    assert kept(gold, "Miru[s boat](#1)") == ["boat"]


MULTIWORD = (
    "1-2\tdel\t_\t_\t_\t_\t_\t_\t_\t_\n"
    + line(1, "de")
    + line(2, "el", 1)
    + line(3, "miru", 1)
    + "3.1\tve\t_\t_\t_\t_\t_\t_\t1:x\t_\n"
)


@pytest.mark.parametrize("text", ["[del miru](#1) tolu", "[de el miru](#1) tolu"])
def test_a_multiword_token_may_be_written_as_itself_or_as_its_words(text):
    gold = load(("gold.conllu", (MULTIWORD + line(4, "tolu", 1) + "\n").encode()))
    made = fitted(gold, marked(text, "gold.txt"))
    assert made.spans[["start", "end"]].values.tolist() == [[0, 3]]
    assert made.changes.empty


def test_gold_s_empty_nodes_are_passed_over_and_within_a_mention():
    gold = load(("gold.conllu", (MULTIWORD + line(4, "tolu", 1) + "\n").encode()))
    made = fitted(gold, marked("del [miru tolu](#1)", "gold.txt"))
    assert made.spans[["start", "end"]].values.tolist() == [[2, 5]]
    assert made.documents["n_words"].tolist() == [4]


def test_documents_are_joined_by_id_by_text_and_where_there_is_one_alone():
    gold = load(("gold.conll", conll({"a": (["Miru", "ve"], ["(1)", "-"]), "b": (["Tolu", "ve"], ["(1)", "-"])})))
    ours = marked("=== b ===\n[tolu](#1)  VE\n=== other ===\nmiru [ve](#2)\n=== more ===\nnothing\n")
    (alignment,) = align_systems(gold, [ours]).alignments
    assert alignment.document.tolist() == [1, 0, -1]
    assert (alignment.extra, alignment.renamed) == (("more",), (("other", "a"),))
    assert align_systems(GOLD, [marked("Miru and Tulu saw the old boat", "answer.txt")]).alignments[0].renamed == (
        ("answer", "d"),
    )


def test_another_text_is_refused_or_skipped_with_its_first_word():
    gold = load(("gold.conll", conll({"a": (["Miru", "ve"], ["(1)", "-"]), "b": (["Tolu", "ve"], ["(1)", "-"])})))
    ours = marked("=== a ===\n[Miru](#1) ve\n=== b ===\nI cannot help with that.\n")
    with pytest.raises(AlignmentError, match=r"d\.txt, line 4: word 1 of document 'b' is 'I', gold has 'Tolu'"):
        align_systems(gold, [ours])
    project = align_systems(gold, [ours], skip_bad=True)
    assert list(project.skipped) == [1]
    assert project.systems[0].documents["n_words"].tolist() == [2, 6]


def test_gold_s_columns_and_sentences_come_with_its_words():
    gold = load(
        (
            "d.conllu",
            (
                "# newdoc id = d\n# meta::genre = letter\n" + line(1, "Miru") + line(2, "ve", 1) + "\n" + line(1, "tolu") + "\n"
            ).encode(),
        )
    )
    made = fitted(gold, marked("[miru](#1) ve [tolu](#1)"))
    assert (
        made.words[["form", "sent", "upos", "head"]].values.tolist()
        == gold.words[["form", "sent", "upos", "head"]].values.tolist()
    )
    assert made.documents[["genre", "n_sentences", "file"]].values.tolist() == [["letter", 2, "d.txt"]]
    assert made.spans["sent"].tolist() == [0, 1]


def test_what_is_fitted_has_a_digest_of_its_own_and_stays_as_it_is():
    ours = marked("[Miru](#1)")
    made = fitted(GOLD, ours)
    assert made.digest != ours.digest
    assert fitted(gold_of("Tolu"), made) is made
    assert fitted(GOLD, GOLD) is GOLD


def test_scores_are_those_of_the_same_mentions_in_another_format():
    gold = load(("g.conll", conll({"d": (["Miru", "saw", "her", "boat", "."], ["(1)", "-", "(2|(1)", "2)", "-"])})))
    assert score(gold, marked("[Miru](#7) saw [[her](#7) boat](#x)."), "CoNLL") == pytest.approx(100)
    found = evaluate(gold, {"a": marked("[Miru](#7) said [[her](#7) boat](#x)!")}, task="coref", metrics="mentions", resamples=0)
    assert found.scores["score"].tolist()[0] == pytest.approx(100)
    assert found.alignment["systems"][0]["changes"]["changed"] == 2


def test_the_report_counts_and_lists_changes():
    project = align_systems(GOLD, [marked("[Miru](#1) and [Talu](#2) saw boat of Naru."), GOLD])
    report = alignment_report(project)
    found = report["systems"][0]["changes"]
    assert {kind: found[kind] for kind in found if kind != "listed"} == {
        "dropped": 1,
        "added": 0,
        "changed": 1,
        "mention left out": 1,
    }
    assert found["listed"][0] == {"doc_id": "d", "place": 3, "kind": "changed", "gold": "Tolu", "model": "Talu", "line": 1}
    assert report["gold"]["changes"] is None and report["systems"][1]["changes"] is None


def test_the_command_line_says_what_a_model_changed(tmp_path):
    (tmp_path / "gold.conll").write_bytes(conll({"d": (["Miru", "saw", "her", "boat", "."], ["(1)", "-", "(1)", "-", "-"])}))
    (tmp_path / "model.txt").write_text("Sure!\n[Miru](#1) saw [his](#1) boat.")
    given = ["coref", "--gold", str(tmp_path / "gold.conll"), "--pred", str(tmp_path / "model.txt"), "--resamples", "0"]
    shown = CliRunner().invoke(main, given, catch_exceptions=False).stdout
    assert "model: places of the text: 1 added, 1 changed; mentions left out for it: 1\n" in shown
    found = json.loads(CliRunner().invoke(main, [*given, "--json", "-"], catch_exceptions=False).stdout)
    assert [row["kind"] for row in found["alignment"]["systems"][0]["changes"]["listed"]] == [
        "added",
        "changed",
        "mention left out",
    ]


EDITS = st.lists(st.sampled_from(["keep"] * 6 + ["drop", "change", "add", "glue"]), min_size=1, max_size=30)
WRITTEN = {"drop": "", "change": "zzz ", "add": "{} zzz ", "glue": "{}", "keep": "{} "}


@given(EDITS, st.integers(0, 29), st.integers(1, 10))
@settings(max_examples=150)
def test_mentions_survive_exactly_where_their_words_do(edits, begin, length):
    """Words are all different, so that what survives is known beforehand; a word is glued to one that is there."""
    edits = [
        "keep" if edit == "glue" and (after in ("drop", "change", "")) else edit
        for edit, after in zip(edits, [*edits[1:], ""], strict=True)
    ]
    words = [f"w{k}x" for k in range(len(edits))]
    written = [WRITTEN[edit].format(word) for word, edit in zip(words, edits, strict=True)]
    begin %= len(words)
    end = min(begin + length, len(words))
    text = "".join([*written[:begin], "[", *written[begin:end], "](#1) ", *written[end:]])
    left = [k for k in range(begin, end) if edits[k] != "drop"]  # a word that is dropped at an end is not the mention's
    whole = bool(left) and all(edits[k] in ("keep", "glue") for k in range(left[0], left[-1] + 1))
    read = read_marks(text)
    found = fit(side(words), side(read.forms))
    assert [found.place(*mention[:2]) for mention in read.mentions] == [(left[0], left[-1] + 1) if whole else None] * len(
        read.mentions
    )
    assert bool(changes(found)) == any(edit not in ("keep", "glue") for edit in edits)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Don’t", "don't"),
        ("``", "“"),
        ("''", '"'),
        ("-LRB-", "("),
        ("—", "--"),
        ("…", "..."),
        ("1\\/2", "1/2"),
        ("a\u00a0b", "ab"),
    ],
)
def test_normal_forms(one, other):
    assert normal(one) == normal(other)


def test_a_document_of_ten_thousand_words_is_quick():
    words = [f"w{k % 700}" if k % 3 else "the" for k in range(10_000)]
    text = " ".join(word if k % 50 else "zzz" for k, word in enumerate(words))
    gold, ours = gold_of(*words), marked(text)
    begin = time.process_time()
    found = fitted(gold, ours).changes
    assert time.process_time() - begin < 2.5
    assert (found["kind"] == "changed").sum() == 200
