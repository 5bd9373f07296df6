"""Verdicts: what may be said, and what must be said first."""

import numpy as np
import pandas as pd
import pytest

from figures import captions, sentences
from figures.frames import Systems, dumbbell_frame
from metrics.detection import GoldSize
from tests.evaluated import evaluated

SYSTEMS = Systems(("base", "large"), (0, 1), (0, 1))
NBSP = "\u00a0"


def difference(value, low, high, p, *, differs=None, settled=None, units=214, reason=None):
    differs = (low > 0 or high < 0) if differs is None else differs
    settled = (differs and p < 0.05) if settled is None else settled
    names = ["value", "low", "high", "p", "differs", "settled", "units", "reason"]
    return dict(zip(names, (value, low, high, p, differs, settled, units, reason), strict=True))


BETTER = difference(1.66, 0.71, 2.60, 0.002)
WORSE = difference(-1.66, -2.60, -0.71, 0.002)
NOTHING = difference(0.18, -0.33, 0.70, 0.48)
UNKNOWN = difference(3.0, np.nan, np.nan, np.nan, differs=False, settled=False, units=1, reason="only 1 unit")


def frame(keep, drop, finding=NOTHING):
    rows = [
        {"metric": "CoNLL", "singletons": "keep", **keep},
        {"metric": "CoNLL", "singletons": "drop", **drop},
        {"metric": "LEA", "singletons": "keep", **BETTER},  # falls with missed mentions: says nothing of linking
        {"metric": "LEA", "singletons": "drop", **BETTER},
        {"metric": "mentions", "singletons": "keep", **finding},
        {"metric": "mentions", "singletons": "drop", **finding},
    ]
    return pd.DataFrame(rows)


def linked(row=BETTER):
    return pd.DataFrame([{"metric": "MUC", **NOTHING}, {"metric": "LEA", **row}])


def verdict(*args, linking=BETTER, **kwargs):
    return sentences.overview(frame(*args, **kwargs), pd.DataFrame(), linked(linking), SYSTEMS).text.replace(NBSP, " ")


def test_a_shown_difference_is_said_with_interval_and_p():
    assert verdict(BETTER, difference(2.41, 1.1, 3.6, 0.001)) == (
        "B is better than A by 1.66 points of CoNLL (95 % interval 0.71 to 2.60, p = .002). "
        "The gain is in linking mentions, none is shown in finding them; with singletons dropped it is 2.41."
    )


def test_the_winner_is_named_first_and_its_interval_is_positive():
    found = verdict(WORSE, WORSE, linking=WORSE, finding=WORSE)
    assert found.startswith("A is better than B by 1.66 points of CoNLL (95 % interval 0.71 to 2.60, p = .002).")
    assert "The gain is in linking and in finding mentions; with singletons dropped it is 1.66." in found


WHERE = [
    (BETTER, NOTHING, "The gain is in linking mentions, none is shown in finding them;"),
    (NOTHING, BETTER, "The gain is in finding mentions;"),
    (UNKNOWN, BETTER, "The gain is in finding mentions;"),
    (BETTER, BETTER, "The gain is in linking and in finding mentions;"),
    (BETTER, WORSE, "The gain is in linking mentions, although A finds mentions better;"),
    (
        WORSE,
        BETTER,
        "The gain is in finding mentions, although B links the mentions that both find worse by 1.66 points of LEA;",
    ),
    (
        WORSE,
        NOTHING,
        "No gain in finding mentions is shown, and B links the mentions that both find worse by 1.66 points of LEA;",
    ),
    (NOTHING, NOTHING, "Neither linking nor finding mentions shows it alone;"),
]


@pytest.mark.parametrize(("linking", "finding", "words"), WHERE)
def test_where_the_gain_lies(linking, finding, words):
    assert words in verdict(BETTER, BETTER, linking=linking, finding=finding)


def test_without_a_count_of_linking_none_is_claimed():
    said = sentences.overview(frame(BETTER, BETTER), pd.DataFrame(), pd.DataFrame(), SYSTEMS).text
    assert "Neither linking nor finding mentions shows it alone" in said


def test_no_difference_says_how_many_documents_would_show_one():
    assert verdict(NOTHING, NOTHING) == (
        "No difference can be shown: B − A is 0.18 points of CoNLL (95 % interval −0.33 to 0.70, p = .480). "
        "To show a difference this small would take about 1,800 documents."
    )


def test_documents_needed_grow_with_the_square_of_the_interval():
    row = pd.DataFrame([difference(1.0, -1.0, 3.0, 0.3, units=50)]).itertuples(index=False)
    assert sentences.documents_needed(next(row)) == 200


@pytest.mark.parametrize("row", [UNKNOWN, difference(0.001, -1, 1, 0.9), difference(np.nan, np.nan, np.nan, np.nan), BETTER])
def test_documents_needed_are_not_guessed(row):
    assert sentences.documents_needed(next(pd.DataFrame([row]).itertuples(index=False))) is None


def test_better_needs_interval_and_p_to_agree():
    found = verdict(difference(1.2, 0.02, 2.4, 0.061), NOTHING)
    assert "better" not in found
    assert found.startswith("No difference can be shown: B − A is 1.20 points of CoNLL (95 % interval 0.02 to 2.40, p = .061)")
    assert "interval and p do not agree" in found


def test_singletons_that_decide_the_order_are_said_first():
    found = verdict(WORSE, BETTER)
    assert found.startswith("Singletons decide the order. Kept, A is better by 1.66 points of CoNLL")
    assert "dropped, B is better by 1.66 points" in found


def test_singletons_that_decide_the_verdict_are_said_first():
    found = verdict(NOTHING, BETTER)
    assert found.startswith("Singletons decide the verdict: B is better than A by 1.66 points")
    assert "when they are kept, no difference can be shown (B − A is then 0.18)" in found


def test_an_unsettled_drop_verdict_is_said_to_be_so():
    assert verdict(BETTER, NOTHING).endswith("with singletons dropped it is 0.18, which is not settled.")
    assert verdict(BETTER, difference(-0.2, -1, 1, 0.5)).endswith("it turns into −0.20, which is not settled.")


def test_too_few_documents_have_no_interval_and_say_why():
    found = verdict(UNKNOWN, UNKNOWN)
    start = "Whether they differ cannot be said: B − A is 3.00 points of CoNLL, without an interval (only 1 document)."
    assert found.startswith(start)


@pytest.mark.parametrize("keep", [BETTER, WORSE, NOTHING, UNKNOWN])
@pytest.mark.parametrize("drop", [BETTER, WORSE, NOTHING, UNKNOWN])
def test_verdicts_have_at_most_two_sentences_and_no_forbidden_word(keep, drop):
    found = verdict(keep, drop)
    assert found.count(". ") + found.endswith(".") <= 2
    assert "significant" not in found
    assert "+-" not in found and "nan" not in found


def test_letters_carry_their_colour_and_names_are_never_html():
    said = sentences.overview(frame(BETTER, BETTER), pd.DataFrame(), linked(), Systems(("<x>", "y"), (2, 0), (0, 1)))
    assert '<b class="sA">A</b> is better than <b class="sC">C</b>' in said.html
    assert "&lt;" not in said.html or "< " in said.text


def test_one_system_is_scored_alone():
    found = evaluated(n_systems=1)
    said = sentences.overview(found.differences, found.scores, pd.DataFrame(), found.systems).text
    score = found.scores.query("metric == 'CoNLL' and singletons == 'keep'")["f1"].item()
    assert said.startswith(f"A scores {score:.2f} points of CoNLL (95")
    one = evaluated(n_docs=1, n_systems=1)
    assert sentences.overview(one.differences, one.scores, pd.DataFrame(), one.systems).text.endswith(
        "There is no interval: only 1 document."
    )


def test_undefined_scores_are_said_to_be_so():
    one, two = evaluated(n_docs=8, empty=8, n_systems=1), evaluated(n_docs=8, empty=8)
    assert "A has no CoNLL score" in sentences.overview(one.differences, one.scores, pd.DataFrame(), one.systems).text
    assert "CoNLL is undefined" in sentences.overview(two.differences, two.scores, pd.DataFrame(), two.systems).text
    assert "cannot be said" in sentences.singletons(two.dumbbell, two.differences, two.systems).text


def test_singletons_are_worth_what_dropping_them_takes_away():
    found = evaluated()
    said = sentences.singletons(found.dumbbell, found.differences, found.systems).text
    change = found.dumbbell.query("metric == 'CoNLL' and series == 'A'")["change"].item()
    assert said.startswith(f"Singletons are worth {change:.2f} points of CoNLL to A and" if change > 0 else "Singletons cost A")


WORTH = [
    (8.37, 7.62, "are worth 8.37 points of CoNLL to A and 7.62 to B."),
    (8.37, -7.62, "are worth 8.37 points of CoNLL to A and cost B 7.62."),
    (-8.37, 7.62, "cost A 8.37 points of CoNLL and are worth 7.62 to B."),
    (-8.37, -7.62, "cost A 8.37 points of CoNLL and B 7.62."),
]


@pytest.mark.parametrize(("a", "b", "words"), WORTH)
def test_what_singletons_are_worth_or_cost(a, b, words):
    rows = pd.DataFrame({"metric": "CoNLL", "name": ["base", "large"], "change": [a, b]})
    assert sentences.singletons(rows, frame(NOTHING, NOTHING), SYSTEMS).text.startswith(f"Singletons {words}")


def test_flips_name_metric_and_both_leaders():
    found = evaluated()
    rows = found.differences.copy()
    lea = rows["metric"] == "LEA"
    rows.loc[lea, "differs"] = True
    rows.loc[lea & (rows["singletons"] == "keep"), "value"] = -2.0
    rows.loc[lea & (rows["singletons"] == "drop"), "value"] = 2.0
    frame = dumbbell_frame(found.scores, found.baselines, rows, found.systems)
    said = sentences.singletons(frame, rows, found.systems).text
    assert "Dropping them flips the order in one metric of seven: on LEA A leads with them, B without." in said
    assert frame.query("flips")["metric"].unique().tolist() == ["LEA"]


def documents(differences, genre="log"):
    frame = pd.DataFrame({"difference": differences})
    return frame.assign(undefined=frame["difference"].isna(), genre=genre, unit="document")


def test_documents_are_counted_and_the_largest_weighed():
    frame = documents([5.0] * 10 + [0.5] * 9 + [-0.5] * 3 + [0.0] + [np.nan])
    assert sentences.documents(frame, SYSTEMS).text.replace(NBSP, " ") == (
        "B is ahead in 19 documents, A in 3, 1 is equal. "
        "Ten documents make up 89 % of all differences; ten of them are of genre log."
    )


def test_few_documents_are_only_counted():
    assert sentences.documents(documents([-1.0]), SYSTEMS).text == "A is ahead in 1 document, B in 0."
    assert sentences.documents(documents([-1.0, -2.0]), SYSTEMS).text == "A is ahead in all 2 documents."
    assert sentences.documents(documents([0.0, 0.0]), SYSTEMS).text == "A and B are equal in all 2 documents."
    nothing = documents([1.0]).assign(undefined=True)
    assert sentences.documents(nothing, SYSTEMS).text == "CoNLL is undefined in every document."


def test_cautions_speak_of_documents_once():
    six, one = evaluated(n_docs=6), evaluated(n_docs=1)
    assert captions.remarks(six.scores, six.systems).text.startswith("Only 6 documents: with fewer than 30, percentile intervals")
    assert captions.remarks(one.scores, one.systems).text == "No interval: only 1 document."


def test_missing_documents_are_named():
    said = captions.missing_documents({0: (), 1: ("letter_117",), 2: tuple("abcd")}).text
    assert said == (
        "One document of gold is missing from B (letter_117) and costs it recall. "
        "4 documents of gold are missing from C (a, b, c, …) and cost it recall."
    )


def test_missing_documents_are_linked_and_never_html():
    said = captions.missing_documents({1: ("<b>x",)}, lambda name: f'reader?doc="{name}')
    assert said.text == "One document of gold is missing from B (<b>x) and costs it recall."
    assert '(<a href="reader?doc=&quot;&lt;b&gt;x" target="_self">&lt;b&gt;x</a>)' in said.html


@pytest.mark.parametrize("match", ["head", "partial"])
def test_ties_are_said_where_there_can_be_any(match):
    assert captions.ties(match).text.startswith(f"In {match} match, ties between equally good matchings")
    assert not captions.ties("exact")


def test_lines_of_what_was_counted():
    size = GoldSize(214, 12_408, 5_117, 3_022)
    assert (
        captions.gold_line(size)
        == "Coreference · 214 documents · 12,408 gold mentions in 5,117 entities, 3,022 of them singletons"
    )
    assert "3,022 of 5,117 gold entities have one mention (59" in captions.singletons_line(size)
    assert captions.singletons_line(GoldSize(1, 0, 0, 0)) == "Coreference · gold has no entity"
