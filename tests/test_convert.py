"""Conversion: what comes back is what went in, and what does not is said."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import metrics as m
from evaluate import main
from loaders import FormatError, InputError, ReadOptions, load
from loaders.writers import WRITERS, format_of, written
from loaders.writers.mentions import settle
from tests.conllu_text import line, sentence
from tests.making import conll
from tests.reference import REFERENCE, reference
from tests.sample_scores import SAMPLE

NEXT = {"conll2012": "conllu", "conllu": "jsonl", "jsonl": "conll2012"}  # so that each format is read and written
FOLDERS = ("crafted", "synth", "gum_test", "ontogum_test")
FOUND = {name: sorted(path.name for path in (REFERENCE / "coref" / name).glob("*.*")) for name in FOLDERS}
FILES = [
    *(f"coref/crafted/{name}" for name in FOUND["crafted"][::3]),  # each case in one of its three formats
    *(f"coref/{folder}/{name}" for folder in FOLDERS[1:] for name in FOUND[folder]),
    "coref/litbank/gold.jsonl",
]


def again(corpus, to):
    """The corpus that is read from what is written."""
    text, _ = written(corpus, to)
    found = load((f"x.{WRITERS[to].ending}", text.encode()))
    assert found.format == to
    return found


def content(corpus, to):
    """By document: id, words, and the entities as sets of mentions, as far as a format holds them."""
    settled = settle(corpus, empty="empty" in WRITERS[to].holds)
    found = []
    for name, rows, mentions in zip(settled.names, settled.rows, settled.mentions, strict=True):
        entities = {}
        for one in mentions:
            if one.entity >= 0:
                entities.setdefault(one.entity, []).append((one.start, one.end, one.parts))
        found.append((name, [settled.forms[row] for row in rows.tolist()], sorted(map(sorted, entities.values()))))
    return found


def counts(gold, system, match):
    """All counts of a system against gold."""
    return m.count_systems(m.align_systems(gold, [system]), m.CoreferenceOptions(match=match)).total()


@pytest.mark.parametrize("file", FILES)
def test_words_and_entities_come_back(file):
    corpus = load(reference(file))
    to = NEXT[corpus.format]
    assert content(again(corpus, to), to) == content(corpus, to)


@pytest.mark.parametrize("name", ["synth/gold.conll synth/sys1.conll", "gum_test/gold.jsonl gum_test/sysB.jsonl",
                                  "crafted/pradhan2014.key.jsonl crafted/pradhan2014.sys.jsonl",
                                  "crafted/dup_across_both.key.conll crafted/dup_across_both.sys.conll"])  # fmt: skip
def test_scores_are_the_same_before_and_after(name):
    gold, system = (load(reference(f"coref/{file}")) for file in name.split())
    to = NEXT[gold.format]
    assert np.array_equal(counts(gold, system, "exact"), counts(again(gold, to), again(system, to), "exact"))


def test_zeros_parts_heads_types_trees_and_genres_stay_in_conllu():
    gold, system = (load(SAMPLE / "coref" / f"{name}.conllu") for name in ("gold", "wharf-base"))
    _, lost = written(gold, "conllu")
    assert lost == ["the names of entities, which are numbers now"]
    one, other = again(gold, "conllu"), again(system, "conllu")
    for match in ("head", "partial", "exact"):
        assert np.array_equal(counts(gold, system, match), counts(one, other, match))
    columns = "form lemma upos xpos feats head deprel deps token sent_id word minor char_start char_end".split()
    assert one.words[columns].astype(str).equals(gold.words[columns].astype(str))
    assert one.documents["genre"].tolist() == gold.documents["genre"].tolist()
    assert sorted(one.spans["label"]) == sorted(gold.spans["label"])
    assert sorted(one.spans["head"].tolist()) == sorted(gold.spans["head"].tolist())


def test_what_is_lost_is_said_with_its_number():
    gold = load(SAMPLE / "coref" / "gold.conllu")
    _, lost = written(gold, "conll2012")
    zeros = int(gold.spans["is_zero"].sum())
    assert f"{zeros} mentions of empty nodes alone" in lost
    assert f"{gold.parts['span_id'].nunique()} discontinuous mentions are written from the first to the last word" in lost
    assert {"the heads of mentions", "the types of mentions", "trees", "genres", "sentence ids"} <= set(lost)
    assert "lemmas, UPOS, features, MISC" in lost
    assert "parts of speech (XPOS)" in written(gold, "jsonl")[1]


def read(text, name="a.conllu", **options):
    return load((name, text.encode()), options=ReadOptions(**options))


def test_what_a_corpus_does_not_have_is_not_lost():
    corpus = read(json.dumps({"doc_key": "a", "sentences": [["miru"]], "clusters": [[[0, 0]]]}), "a.jsonl")
    assert [written(corpus, to)[1] for to in WRITERS] == [[], [], []]
    corpus = read(json.dumps({"doc_key": "a", "sentences": [["miru"], []], "clusters": []}), "a.jsonl")
    assert written(corpus, "conll2012")[1] == ["1 sentence without words"]


def test_named_entities_go_to_their_column():
    text = "#begin document (a); part 000\na 0 0 Miru NN * - - - - (ORG(PER) (1)\na 0 1 ve VB * - - - - *) -\n\n#end document\n"
    corpus = read(text, "a.conll")
    back = again(corpus, "conll2012")
    columns = ["start", "end", "label", "entity"]
    assert back.spans[columns].values.tolist() == corpus.spans[columns].values.tolist()
    assert back.words["xpos"].tolist() == ["NN", "VB"]
    assert "2 labelled spans outside coreference" in written(corpus, "jsonl")[1]


HOSTILE = ["(3)", "(7", "-", "|", "*", "_", "#", "#begin document (x)", "New York", " lead",
    "a\tb", "a\nb", "", "  ", "\u00a0", "ünï",
    "Entity=(e1", "e1)", '"', "\\", "\u2028", "<b>"]  # fmt: skip


@pytest.mark.parametrize("to", WRITERS)
def test_words_may_be_anything(to):
    record = {
        "doc_key": "a",
        "sentences": [[word, "miru"] for word in HOSTILE],
        "clusters": [[[2 * k, 2 * k + 1] for k in range(len(HOSTILE))]],
    }
    corpus = read(json.dumps(record), "a.jsonl")
    assert content(again(corpus, to), to) == content(corpus, to)
    changed = sum("tabs, line ends or no character" in what for what in written(corpus, to)[1])
    assert changed == 1


@pytest.mark.parametrize("to", WRITERS)
@pytest.mark.parametrize(
    "name", ["a (b) c", "(x); part 001", "#x", "a; part 7", "ü\u00a0ü", "x_1", "nw/cctv/00/a_0001", "]|[", "a  b"]
)
def test_ids_may_be_anything(to, name):
    corpus = read(json.dumps({"doc_key": name, "sentences": [["miru"]], "clusters": [[[0, 0]]]}), "a.jsonl")
    assert content(again(corpus, to), to) == content(corpus, to)


def test_ids_with_line_ends_are_written_otherwise_and_never_twice():
    records = [{"doc_key": name, "sentences": [["ve"]], "clusters": []} for name in ("a\nb", "a b")]
    assert again(read(json.dumps(records[0]), "a.jsonl"), "conll2012").documents["doc_id"].tolist() == ["a b"]
    with pytest.raises(FormatError, match="two documents whose ids differ in blanks alone"):
        written(read("\n".join(map(json.dumps, records)), "a.jsonl"), "conllu")


def test_types_that_brackets_cannot_hold_are_written_otherwise():
    corpus = read("# global.Entity = eid-head-etype\n" + sentence(("miru", "Entity=(e1-1-a-b[c])"), "ve"))
    assert again(corpus, "conllu").spans["label"].tolist() == ["a_b_c_"]
    assert "1 type with signs that brackets cannot hold, each written as _" in written(corpus, "conllu")[1]


def test_predictions_without_words_stay_in_json_lines():
    corpus = read(json.dumps({"doc_key": "a", "clusters": [[[3, 4]]]}), "a.jsonl")
    assert again(corpus, "jsonl").spans[["start", "end"]].values.tolist() == [[3, 5]]
    for to in ("conll2012", "conllu"):
        with pytest.raises(FormatError, match="document 'a' has mentions and no words of its own"):
            written(corpus, to)


def test_mentions_of_one_entity_that_cross_are_left_out_and_counted():
    record = {"doc_key": "a", "sentences": [list("abcdef")], "clusters": [[[0, 3], [2, 5], [5, 5]], [[1, 4]]]}
    corpus = read(json.dumps(record), "a.jsonl")
    for to in ("conll2012", "conllu"):
        assert content(again(corpus, to), to)[0][2] == [[(0, 4, ()), (5, 6, ())], [(1, 5, ())]]
        assert "1 mention whose brackets would be paired with those of another" in written(corpus, to)[1]


SPAN = st.tuples(st.integers(0, 7), st.integers(1, 4)).map(lambda s: [s[0], min(s[0] + s[1] - 1, 7)])
CLUSTERS = st.lists(st.lists(SPAN, min_size=1, max_size=5), max_size=4)


@given(CLUSTERS, st.sampled_from(["conll2012", "conllu"]))
@settings(max_examples=30)
def test_any_nesting_comes_back(clusters, to):
    corpus = read(
        json.dumps({"doc_key": "a", "sentences": [list("abcd"), list("efgh")], "clusters": clusters}), "a.jsonl", ends="inclusive"
    )
    assert content(again(corpus, to), to) == content(corpus, to)


def test_discontinuous_mentions_and_empty_nodes_come_back():
    text = "# global.Entity = eid-etype-head-other\n" + "".join(
        line(k, form, 0 if k == 1 else 1, misc)
        for k, form, misc in (
            (1, "a", "Entity=(e1[1/2]-x-2-(e2-y-1-)e1[1/2])"),
            (2, "b", "_"),
            (3, "c", "SpaceAfter=No|Entity=(e1[2/2]-x-2-)(e1-x-1-"),
            (4, "d", "Entity=e1)"),
        )
    )
    corpus = read(text + "4.1\t_\t_\t_\t_\t_\t_\t_\t1:x\tEntity=(e3-z-1-)\n\n")
    back = again(corpus, "conllu")
    assert content(back, "conllu") == content(corpus, "conllu")
    assert back.spans["head"].tolist() == corpus.spans["head"].tolist() == [2, 0, 2, 4]
    assert back.words["misc"].str.contains("SpaceAfter=No").sum() == 1


@pytest.mark.parametrize(("path", "format"), [("a.conll", "conll2012"), ("x.v4_gold_conll", "conll2012"), ("a.CONLLU", "conllu"),
                                              ("a.jsonl", "jsonl"), ("a.txt", None), ("-", None)])  # fmt: skip
def test_endings_name_formats(path, format):
    assert format_of(path) == format


def run(*arguments):
    done = CliRunner().invoke(main, ["convert", *map(str, arguments)])
    if done.exception and not isinstance(done.exception, SystemExit | InputError):
        raise done.exception
    return done


def test_the_command_writes_the_file_and_says_what_is_lost_first(tmp_path):
    done = run(SAMPLE / "coref" / "gold.conllu", tmp_path / "gold.conll")
    assert (done.exit_code, done.stdout) == (0, "")
    assert "lost: trees\n" in done.stderr and "lost: the heads of mentions\n" in done.stderr
    assert load(tmp_path / "gold.conll").format == "conll2012"
    quiet = run(SAMPLE / "coref" / "gold.conllu", "-", "--to", "jsonl", "--quiet")
    assert (quiet.stderr, len(quiet.stdout.splitlines())) == ("", 24)


def test_the_command_refuses_what_it_cannot_do(tmp_path):
    assert "names no format" in run(SAMPLE / "coref" / "gold.conllu", tmp_path / "gold.txt").stderr
    done = run(SAMPLE / "spans" / "gold.iob2", tmp_path / "gold.conll")
    assert "no coreference in what was read as tag file" in str(done.exception)
    (tmp_path / "bad.conll").write_bytes(conll({"a": (["miru"], ["(1"]), "b": (["ve"], ["(1)"])}))
    assert "never closed" in str(run(tmp_path / "bad.conll", tmp_path / "x.jsonl").exception)
    assert not Path(tmp_path / "x.jsonl").exists()
    done = run(tmp_path / "bad.conll", tmp_path / "x.jsonl", "--skip-bad")
    assert "not read: a: bad.conll, line 2" in done.stderr
    assert load(tmp_path / "x.jsonl").documents["doc_id"].tolist() == ["b"]
