"""What the sample data promises: sizes, valid trees, three formats that agree, and something to show."""

import json
import re

import numpy as np
import pytest

from loaders.topics import read_topics
from tests import sample_across, sample_letters, sample_scores, sample_typed
from tests.sample_scores import GENRES, SAMPLE, SYSTEMS, corpus, typed

README = (SAMPLE / "README.md").read_text(encoding="utf-8")
ALL = ("gold", *SYSTEMS)
SPANISH = tuple(f"{genre}_06" for genre in GENRES)
CLASSES = set(
    "ANIMAL ARTIFACT ASSET BIOLOGY CELESTIAL CULTURE DATETIME DISCIPLINE DISEASE EVENT FEELING FOOD GROUP LANGUAGE LAW LOC "
    "MEASURE MEDIA MONEY ORG PART PER PLANT PROPERTY PSYCH RELATION STRUCT SUBSTANCE SUPER".split()
)


def missing_lines(rows):
    lines = set(README.splitlines())
    return [row for row in rows if row not in lines]


def test_there_are_six_documents_of_120_to_250_words_in_each_of_four_genres():
    documents = corpus("coref/gold.conllu").documents
    assert documents["doc_id"].tolist() == [f"{genre}_0{k}" for genre in GENRES for k in range(1, 7)]
    assert documents["genre"].tolist() == [genre for genre in GENRES for _ in range(6)]
    assert documents["n_words"].between(120, 250).all()


def test_at_least_twenty_classes_occur_ten_of_them_in_six_or_more_documents():
    spans = corpus("coref/gold.conllu").spans
    documents = spans.groupby("label", observed=True)["doc_id"].nunique()
    assert set(documents.index) <= CLASSES
    assert len(documents) >= 20
    assert (documents >= 6).sum() >= 10


def test_all_mentions_of_an_entity_share_its_class_and_no_words_are_marked_twice():
    for name in ALL:
        spans = corpus(f"coref/{name}.conllu").spans
        assert (spans.groupby("entity")["label"].nunique() == 1).all()
        assert not spans.duplicated(["doc_id", "extent"]).any()


def test_mentions_are_nested_discontinuous_and_dropped_in_the_four_spanish_documents():
    spans, kinds = corpus("coref/gold.conllu").spans, sample_scores.features()
    assert kinds["nested"].sum() > 200
    assert kinds["discontinuous"].sum() >= 12
    assert sorted(set(spans["doc_id"][kinds["zero"]])) == sorted(SPANISH)


def test_each_mention_is_headed_by_its_only_word_that_hangs_outside_it():
    gold = corpus("coref/gold.conllu")
    parts = gold.parts.groupby("span_id")[["start", "end"]].apply(lambda found: found.to_numpy().tolist()).to_dict()
    words = {name: frame.reset_index(drop=True) for name, frame in gold.words.groupby("doc_id", observed=True)}
    for span in gold.spans[~gold.spans["is_zero"]].itertuples():
        frame = words[span.doc_id]
        inside = {k for start, end in parts.get(span.span_id, [(span.start, span.end)]) for k in range(start, end)}
        numbers = {frame["word"][k]: k for k in inside if not frame["is_empty"][k] and frame["sent"][k] == span.sent}
        tops = [k for number, k in numbers.items() if frame["head"][k] not in numbers]
        assert span.head in [k for k in tops if frame["upos"][k] != "PUNCT"], (span.doc_id, span.line)


@pytest.mark.parametrize("name", [f"coref/{name}" for name in ALL] + [f"ud/{name}" for name in ALL])
def test_every_sentence_is_a_tree(name):
    words = corpus(f"{name}.conllu").words
    for _, sentence in words[~words["is_empty"]].groupby(["doc_id", "sent"], observed=True):
        heads = dict(zip(sentence["word"], sentence["head"], strict=True))
        assert list(heads) == list(range(1, len(heads) + 1))
        assert list(heads.values()).count(0) == 1
        reached = {0}
        while more := {word for word, head in heads.items() if head in reached} - reached:
            reached |= more
        assert len(reached) == len(heads) + 1


@pytest.mark.parametrize("name", ALL)
def test_trees_hold_the_text_of_gold(name):
    texts = [
        re.findall(r"^# text = (.*)$", (SAMPLE / path).read_text(encoding="utf-8"), re.M)
        for path in ("coref/gold.conllu", f"ud/{name}.conllu")
    ]
    assert " ".join(texts[0]) == " ".join(texts[1])


@pytest.mark.parametrize("name", SYSTEMS)
def test_parsers_attach_84_to_94_percent_of_the_words_correctly(name):
    unlabelled, labelled = sample_scores.attachment(name)
    assert 84 < labelled < unlabelled < 98


def clusters(name):
    """By document, entities as sets of (first, last) word, empty nodes left out; the earliest reading of equal spans."""
    frame = corpus(name)
    found = {}
    for doc_id, words in frame.words.groupby("doc_id", observed=True):
        real = ~words["is_empty"].to_numpy()
        number = np.cumsum(real) - 1
        seen, entities = set(), {}
        spans = frame.spans[(frame.spans["doc_id"] == doc_id) & ~frame.spans["is_zero"]]
        for span in spans.sort_values(["start", "end"], ascending=[True, False]).itertuples():
            inside = number[span.start : span.end][real[span.start : span.end]]
            if (extent := (inside[0], inside[-1])) not in seen:
                seen.add(extent)
                entities.setdefault(span.entity, set()).add(extent)
        found[doc_id] = {frozenset(extents) for extents in entities.values()}
    return found


@pytest.mark.parametrize("name", ALL)
def test_three_formats_hold_the_same_entities(name):
    expected = clusters(f"coref/{name}.conllu")
    assert clusters(f"coref/{name}.conll") == expected
    assert clusters(f"coref/{name}.jsonl") == expected
    records = [json.loads(line) for line in (SAMPLE / f"coref/{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {r["doc_key"]: {frozenset(map(tuple, c)) for c in r["clusters"]} for r in records} == expected


@pytest.mark.parametrize(("match", "ending"), [("head", "conllu"), ("exact", "conllu"), ("exact", "conll")])
def test_the_systems_change_places_when_singletons_are_dropped(match, ending):
    _, differences = sample_scores.compared(match, ending)
    found = differences[differences["metric"] == "CoNLL"].set_index("singletons")
    assert found["settled"].all()
    assert found["high"]["keep"] < 0 < found["low"]["drop"]
    assert found["p"].max() < 0.05


def test_scores_are_believable():
    scores, _ = sample_scores.compared("head")
    assert scores["f1"][scores["metric"] == "CoNLL"].between(55, 85).all()


@pytest.mark.parametrize(("name", "winner"), [("ARTIFACT", "A"), ("EVENT", "A"), ("PER", "B"), ("ORG", "B")])
def test_each_system_links_two_classes_better_than_the_other(name, winner):
    row = typed()["Link F1"][name]
    assert row["high"] < 0 if winner == "A" else row["low"] > 0
    assert row["p"] < 0.05


def test_typed_counts_add_up_to_all_mentions():
    gold, *systems = (sample_typed.mentions(corpus(f"coref/{name}.conllu")) for name in ALL)
    _, of_mentions, _ = sample_typed.count(gold, systems)
    totals = of_mentions.sum(axis=(0, 2))
    assert totals[:, 2].tolist() == [len(corpus("coref/gold.conllu").spans)] * 2
    assert totals[:, 1].tolist() == [len(corpus(f"coref/{name}.conllu").spans) for name in SYSTEMS]


@pytest.mark.parametrize("name", ALL)
def test_named_spans_are_well_formed_tags_of_the_same_words(name):
    lines = (SAMPLE / f"spans/{name}.iob2").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("# id = ")]
    words = corpus("coref/gold.conllu").words
    assert [form for form, _ in rows] == words["form"][~words["is_empty"]].tolist()
    for (_, before), (_, tag) in zip([("", "O"), *rows[:-1]], rows, strict=True):
        assert tag == "O" or tag[2:] in CLASSES
        assert not tag.startswith("I-") or before[2:] == tag[2:]


@pytest.mark.parametrize("name", ALL)
def test_span_records_hold_labelled_spans_of_the_same_words(name):
    records = [json.loads(line) for line in (SAMPLE / f"spans/{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    words = corpus("coref/gold.conllu").words
    assert [form for record in records for form in record["tokens"]] == words["form"][~words["is_empty"]].tolist()
    for record in records:
        assert all(0 <= start < end <= len(record["tokens"]) and label in CLASSES for start, end, label in record["spans"])


def test_letters_are_all_different_and_each_system_answers_them_all():
    project, _ = sample_letters.compared()
    assert len(set(project.gold.text)) == len(project) == 204
    assert project.at.min() == 0 and not any(project.extra)
    assert all(abs(scores.sum(axis=1) - 1).max() < 1e-9 for scores in project.scores)


def test_topics_have_two_subtopics_of_two_documents_and_what_one_system_wins_it_loses_by_topic():
    groups, found = sample_across.compared()
    assert np.bincount(groups.topic).tolist() == [4] * 8 and np.bincount(groups.subtopic).tolist() == [2] * 16
    apart = found.differences[found.differences["metric"] == "CoNLL"].set_index("singletons")["settled"]
    assert apart["subtopic drop"] and not apart["topic drop"]
    lost = found.drops[(found.drops["metric"] == "CoNLL") & (found.drops["singletons"] == "subtopic drop")].set_index("a")
    assert lost["settled"].to_dict() == {"wharf-base": False, "wharf-large": True}


def test_the_table_of_topics_says_what_gold_says():
    gold = corpus("crossdoc/gold.conllu").documents
    said = zip(gold["topic"], gold["subtopic"], strict=True)
    assert dict(read_topics(SAMPLE / "crossdoc/topics.tsv").of) == dict(zip(gold["doc_id"], said, strict=True))


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param(sample_scores.genre_rows, id="genres"),
        pytest.param(sample_scores.class_rows, id="classes"),
        pytest.param(sample_scores.profile_rows, id="profiles"),
        pytest.param(lambda: sample_scores.score_rows("head"), id="head match"),
        pytest.param(lambda: sample_scores.score_rows("exact"), id="exact match"),
        pytest.param(lambda: sample_scores.score_rows("exact", "conll", ["CoNLL"]), id="CoNLL-2012"),
        pytest.param(sample_scores.typed_rows, id="typed"),
        pytest.param(sample_scores.attachment_rows, id="trees"),
        pytest.param(sample_letters.score_rows, id="letters"),
        pytest.param(sample_letters.label_rows, id="labels of letters"),
        pytest.param(sample_across.score_rows, id="across documents"),
    ],
)
def test_the_readme_gives_the_computed_numbers(rows):
    assert missing_lines(rows()) == []
