"""Coreference across documents, against entities that are written out as sets of (document, words)."""

import json

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evaluate import main
from loaders import FormatError, load
from loaders.topics import read_topics
from metrics import CoreferenceOptions, align_systems, results
from metrics.crossdoc import count_across, count_baselines, groups_of
from metrics.crossdoc_links import MISSING, WRONG, link_errors
from metrics.crossdoc_rows import scope_drops
from tests.across import conll

QUIET = CoreferenceOptions(match="exact", resamples=0)
LEVELS, POLICIES = ("topic", "subtopic"), ("drop", "keep")


def counted(gold, system, levels=LEVELS, policies=POLICIES):
    key = load(("gold.conll", conll(gold)))
    project = align_systems(key, [load(("s.conll", conll(system)))])
    return project, count_across(project, groups_of(key), QUIET, levels, policies)


def entities_in(documents, group):
    """Sets of (document, word), cut at the borders of groups, by group. group : of a document's tuple."""
    found = {}
    for document in documents:
        for name, words in document[4].items():
            found.setdefault((group(document), name), set()).update((document[2], word) for word in words)
    return [(key[0], items) for key, items in found.items() if items]


def b_cubed(gold, predicted):
    """Recall's numerator and denominator, entity by entity."""
    total = sum(len(key & response) ** 2 / len(key) for key in gold for response in predicted)
    return total, sum(map(len, gold))


GROUPS = {"topic": lambda d: d[0], "subtopic": lambda d: (d[0], d[1])}


@st.composite
def corpora(draw):
    """Documents of two sides; a word lies in at most one entity of a side."""
    sides = ([], [])
    for k in range(draw(st.integers(1, 5))):
        where = (draw(st.sampled_from("tu")), draw(st.sampled_from("12")), f"d{k}", draw(st.integers(1, 4)))
        for side in sides:
            of_word = [draw(st.sampled_from(["", "0", "1", "2"])) for _ in range(where[3])]
            entities = {name: [w for w, e in enumerate(of_word) if e == name] for name in "012"}
            side.append((*where, {name: words for name, words in entities.items() if words}))
    return sides


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(corpora())
def test_b_cubed_and_muc_by_sets(sides):
    gold, system = sides
    _, table = counted(gold, system)
    for k, (_, variant) in enumerate(table.inputs):
        level, policy = variant.split()
        keys, responses = (entities_in(side, GROUPS[level]) for side in sides)
        if policy == "drop":
            keys, responses = ([(g, e) for g, e in side if len(e) > 1] for side in (keys, responses))
        for unit, topic in enumerate(table.units):
            own = [[e for g, e in side if g[0] == topic] for side in (keys, responses)]
            found = table.values[unit, k]
            r_num, r_den = b_cubed(*own)
            p_num, p_den = b_cubed(*own[::-1])
            assert found[table.columns["B³"]] == pytest.approx([p_num, p_den, r_num, r_den])
            assert found[table.columns["MUC"]][3] == sum(len(e) - 1 for e in own[0])
    assert sum(len(d[4]) for d in gold) == 0 or len(table.units) == len({d[0] for d in gold})


def chains(documents):
    """Links of entities from one document of a topic to the next: ((later document, word), (earlier document, word))."""
    found = []
    for topic in {d[0] for d in documents}:
        for name in "012":
            firsts = [(d[2], min(d[4][name])) for d in documents if d[0] == topic and d[4].get(name)]
            found += zip(firsts[1:], firsts[:-1], strict=True)
    return found


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(corpora())
def test_links_between_documents_by_sets(sides):
    key = load(("gold.conll", conll(sides[0])))
    project = align_systems(key, [load(("s.conll", conll(sides[1])))])
    found = link_errors(project, groups_of(key), QUIET)
    ids, begin = key.documents["doc_id"].tolist(), key.words.groupby("doc_id", observed=True, sort=False).cumcount().to_numpy()
    for kind, one, other in ((MISSING, *sides), (WRONG, *sides[::-1])):
        of = {(d[2], word): name for d in other for name, words in d[4].items() for word in words}
        wanted = [(a, b) for a, b in chains(one) if of.get(a) is None or of.get(a) != of.get(b)]
        rows = found[found["type"] == kind].to_dict("records")
        got = [tuple((ids[row[f"{side}doc"]], int(begin[row[f"{side}low"]])) for side in ("", "earlier_")) for row in rows]
        assert sorted(got) == sorted(wanted)
        assert all(row[f"{side}high"] - row[f"{side}low"] == 1 for row in rows for side in ("", "earlier_"))


GOLD = [
    ("t", "1", "a", 3, {"0": [0], "1": [1]}),
    ("t", "1", "b", 3, {"0": [0]}),
    ("t", "2", "c", 3, {"0": [0], "2": [2]}),
    ("u", "1", "d", 2, {"0": [0], "2": [1]}),
]


def test_entities_are_cut_at_borders_and_then_singletons_are_dropped():
    _, table = counted(GOLD, GOLD)
    total = {variant: table.values[:, k, table.columns["mentions"]].sum(axis=0)[3] for k, (_, variant) in enumerate(table.inputs)}
    # by topic 0 is {a0, b0, c0}; by subtopic it is {a0, b0} and a lone c0; all others are lone
    assert total == {"topic drop": 3, "topic keep": 7, "subtopic drop": 2, "subtopic keep": 7}
    assert table.units == ("t", "u")


def test_a_system_that_links_within_documents_alone_loses_more_by_topic():
    apart = [(*d[:4], {f"{d[2]}{name}": words for name, words in d[4].items()}) for d in GOLD]
    _, table = counted(GOLD, apart)
    drops = scope_drops(table, QUIET, ["B³"], None)
    keep = drops[drops["singletons"] == "subtopic keep"].iloc[0]
    assert keep["value"] < 0


def test_baselines_over_golds_mentions():
    key = load(("gold.conll", conll(GOLD)))
    table = count_baselines(align_systems(key, [key]), groups_of(key), ["topic"], ["keep"])
    scores = results.scores(table, QUIET, ["MUC", "B³"]).set_index(["system", "metric"])
    assert scores.loc[("all singletons", "MUC"), "f1"] == 0
    assert scores.loc[("one entity", "MUC"), "recall"] == 100
    assert set(scores.index.get_level_values(0)) == {"all singletons", "one entity"}  # there are no lemmas


LEMMAS = """# newdoc id = a
1\tWolks\tWolk\tNOUN\t_\t_\t0\troot\t_\tEntity=(e1-x-1-)

# newdoc id = b
1\tA\ta\tDET\t_\t_\t2\tdet\t_\tEntity=(e1-x-2-
2\twolk\twolk\tNOUN\t_\t_\t0\troot\t_\tEntity=e1)

"""


def test_the_same_head_lemma_is_one_entity():
    key = load(("gold.conllu", b"# global.Entity = eid-etype-head-other\n" + LEMMAS.encode()))
    table = count_baselines(align_systems(key, [key]), groups_of(key), ["topic"], ["drop"])
    scores = results.scores(table, QUIET, ["MUC"]).set_index("system")
    assert scores.loc["same head lemma", "f1"] == 100


def test_a_table_of_topics(tmp_path):
    path = tmp_path / "topics.tsv"
    path.write_text("document\ttopic\tsubtopic\n# the rest\na\tt\t1\nb\tt\n", encoding="utf-8")
    assert read_topics(path).of == {"a": ("t", "1"), "b": ("t", "")}


@pytest.mark.parametrize(
    ("text", "line"),
    [("a\tt\nb\n", 2), ("a\tt\na\tu\n", 2), ("a\t\n", 1), ("a\tt\t1\tx\n", 1), ("# nothing\n", None)],
)
def test_tables_that_cannot_be_read(tmp_path, text, line):
    path = tmp_path / "topics.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        read_topics(path)
    assert caught.value.line == line


def run(tmp_path, *more):
    (tmp_path / "gold.conll").write_bytes(conll(GOLD))
    arguments = ["crossdoc", "--gold", str(tmp_path / "gold.conll"), "--pred", str(tmp_path / "gold.conll"), *more]
    return CliRunner().invoke(main, arguments)


def test_rows_of_the_command(tmp_path):
    done = run(tmp_path, "--json", "-", "--resamples", "0", "--metrics", "MUC")
    assert done.exit_code == 0, done.output
    rows = json.loads(done.output)["rows"]
    told = [(row["scope"], row["singletons"], row["score"]) for row in rows if not row["baseline"]]
    assert told == [(level, policy, 100.0) for level in LEVELS for policy in POLICIES]
    assert all(row["drop"]["value"] == 0 for row in rows if row["scope"] == "topic" and not row["baseline"])
    assert {row["system"] for row in rows if row["baseline"]} == {"baseline: all singletons", "baseline: one entity"}


def test_a_document_that_the_table_lacks_is_named(tmp_path):
    (tmp_path / "topics.tsv").write_text("a\tt\n", encoding="utf-8")
    done = run(tmp_path, "--topics", str(tmp_path / "topics.tsv"))
    assert done.exit_code == 1 and "'b' is not in the table of topics" in str(done.exception)
