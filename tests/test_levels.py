"""The figures, tables and sentences of scores across documents."""

import json

import pytest

import metrics as m
from figures import documents, level_sentences, level_tables, levels, paper, paper_captions, tables
from figures.registry import FIGURES
from metrics.crossdoc import SUBTOPIC, TOPIC
from metrics.crossdoc_compared import compare_topics, documents_of, gold_across
from tests.across import compared, framed
from tests.evaluated import HOSTILE

OPTIONS = m.CoreferenceOptions(match="exact", resamples=100)
CASES = {
    "two systems": {},
    "one system": {"n_systems": 1},
    "four systems": {"n_systems": 4},
    "one topic": {"n_topics": 1},
    "hostile names": {"names": HOSTILE},
    "no resamples": {"resamples": 0},
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("policy", ["drop", "keep"])
def test_every_case_is_drawn_on_screen(case, policy):
    frame, _ = framed(policy, **CASES[case])
    figure = FIGURES["crossdoc"][0](frame)
    assert figure.layout.height > 250
    assert "<b>x</b>" not in json.dumps(figure.to_plotly_json()["data"], default=str)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("width", ["column", "text"])
def test_every_case_is_drawn_on_paper_with_a_caption(case, width):
    frame, systems = framed(**CASES[case])
    assert paper.render(frame, FIGURES["crossdoc"][1], width=width, kind="svg").lstrip().startswith(b"<?xml")
    caption = paper_captions.CAPTIONS["crossdoc"](frame, systems, OPTIONS)
    assert "Circles: A" in caption and ("resamples of topics" in caption) == frame["low"].notna().any()
    assert ("difference of the two" in caption) == (len(systems.picked) == 2)


def test_marks_stand_at_their_scores_and_losses():
    frame, _ = framed()
    figure = FIGURES["crossdoc"][0](frame)
    for name, level, panel in (("A by topic", TOPIC, "score"), ("B by subtopic", SUBTOPIC, "score")):
        trace = next(trace for trace in figure.data if trace.name == name)
        rows = frame[(frame["panel"] == panel) & (frame["series"] == name[0]) & (frame["level"] == level)]
        assert list(trace.x) == rows["value"].tolist()
        assert trace.marker.symbol.endswith("-open") == (level == SUBTOPIC)
    lost = frame[(frame["panel"] == "drop") & (frame["name"] == "system 2")].set_index("metric")["value"]
    score = frame[(frame["series"] == "B")].pivot(index="metric", columns="level", values="value")
    assert lost.to_dict() == pytest.approx((score[TOPIC] - score[SUBTOPIC]).to_dict())
    assert (lost < 0).all()


def test_baselines_stand_by_topic_alone_and_mentions_nowhere():
    frame, _ = framed("keep")
    bases = levels.baselines_of(frame)
    assert set(bases["level"]) == {TOPIC} and set(bases["name"]) == {"all singletons", "one entity"}
    assert "mentions" not in set(frame["metric"])


def test_the_verdict_says_both_levels_and_what_is_lost():
    frame, systems = framed()
    said = level_sentences.verdict(frame, systems, 0.95).text
    assert said.startswith("By subtopic, ") and "; by topic, " in said
    assert "From subtopics to topics A loses " in said and " and B loses " in said


def test_the_verdict_of_few_topics_says_why_nothing_can_be_shown():
    _, _, found, systems = compared(n_topics=1)
    parts = [levels.of_policy(getattr(found, n), "drop") for n in ("scores", "baselines", "drops", "differences")]
    frame = levels.level_frame(*map(level_sentences.of_topics, parts), systems)
    said = level_sentences.verdict(frame, systems, 0.95).text
    assert "no difference can be shown" in said and "only 1 topic" in said and "nan" not in said


def test_the_verdict_of_one_system():
    frame, systems = framed(n_systems=1)
    said = level_sentences.verdict(frame, systems, 0.95).text
    assert said.startswith("A scores ") and "by topic (95\u00a0% interval" in said


def test_tables_hold_the_scores_and_say_topics():
    _, _, found, systems = compared()
    scores, drops = levels.of_policy(found.scores, "drop"), levels.of_policy(found.drops, "drop")
    made = level_tables.levels_table(scores, drops, systems, OPTIONS, "drop")
    row = made.frame.iloc[0]
    want = scores[(scores["system"] == "system 1") & (scores["metric"] == "CoNLL")].set_index("singletons")["f1"]
    assert (row["A_topic"], row["A_subtopic"]) == (want[TOPIC], want[SUBTOPIC])
    assert row["A_d"] == pytest.approx(want[TOPIC] - want[SUBTOPIC])
    at = [levels.at_level(part, TOPIC) for part in (found.scores, found.differences, found.baselines)]
    one = level_tables.scores_table(at[0], at[1], systems, OPTIONS, (TOPIC, "drop"))
    assert one.title == "Scores by topic, exact match, singletons dropped" and "over topics" in one.note
    bases = level_tables.baselines_table(at[0], at[2], systems, OPTIONS, TOPIC)
    assert "of a topic in one" in bases.note and "lemma" not in bases.note  # there are no lemmas
    for table in (made, one, bases, level_tables.singletons_table(at[1], systems, OPTIONS, TOPIC)):
        assert all(tables.texts(table).values()) and "nan" not in tables.html(table).lower()


def test_mentions_are_found_at_every_level_alike():
    _, _, found, systems = compared()
    made = level_tables.detection_table(found.detection, found.detected, systems, OPTIONS)
    assert len(made.frame) == 1 and made.frame["A_f1"][0] == 100 and "exact span" in made.title


def test_topics_one_by_one():
    _, _, found, systems = compared()
    pair = compare_topics(found.counts, systems.pair, variant="topic drop", metric="B³")
    assert pair["doc_id"].tolist() == [f"t{k}" for k in range(7)]
    assert pair["a"][0] < pair["a"][1]  # in the first topic nothing is linked
    assert pair["difference"].tolist() == pytest.approx((pair["b"] - pair["a"]).tolist())
    frame = documents.documents_frame(pair, systems, metric="B³", singletons="drop", unit="topic")
    assert documents.sorted_bars(frame).layout.xaxis.title.text == "topics, sorted"
    caption = paper_captions.CAPTIONS["topics"](frame, systems, OPTIONS)
    assert "each of 7 topics" in caption
    assert paper.render(frame, FIGURES["topics"][1], kind="svg")


def test_what_gold_holds_across_documents():
    project, groups, _, systems = compared()
    size = gold_across(project, groups)
    assert (size.documents, size.topics, size.subtopics, size.mentions) == (28, 7, 14, 84)
    assert (size.entities, size.in_documents, size.in_subtopics) == (7 + 14 + 28, 7 + 14, 7)
    assert "49 entities, 21 of them in several documents, 7 in several subtopics" in level_sentences.counted(size)
    rows = documents_of(project, groups, "t3")
    assert (
        rows["doc_id"].tolist() == ["t3sadx", "t3sady", "t3sbdx", "t3sbdy"]
        and rows["subtopic"].tolist() == ["sa"] * 2 + ["sb"] * 2
    )
    assert rows["gold"].tolist() == [3] * 4 and rows["system 1"].tolist() == [3] * 4
    made = level_tables.documents_table(rows, systems, "t3")
    assert [column.head for column in made.columns] == ["Document", "Subtopic", "gold", "A", "B"]
