"""Data recipes: how much they ask for, what they say, and that nothing of the data becomes markup."""

from __future__ import annotations

import json

import numpy as np
import pytest
from click.testing import CliRunner

import evaluate
from figures.brief import EXAMPLE, brief
from figures.markup import escaped, fenced
from figures.recipe import to_json, to_markdown
from loaders import FormatError, load
from metrics import align_systems
from metrics.options import TypedOptions
from metrics.typed import evaluation
from metrics.typed.diagnosis import find
from metrics.typed.examples import spread
from metrics.typed.project import assign_all, class_groups, read_sides
from metrics.typed.recipe import RecipeOptions, apportioned, documents_needed, make_recipe
from metrics.typed.recipe_file import read_recipe
from tests.typed_cases import corpus, labelled

SAMPLE = "sample_data/coref/"
EVIL = ["*a*", "|", "[x](http://evil)", "<script>", ":smile:", "$1$", "```", "\u202eb", "`c`", "#d", "e_f_"]


@pytest.mark.parametrize(
    ("have", "widths", "target", "expected"),
    [
        (24, [4.0, 6.0], None, (24, "support")),
        (24, [4.0, 6.0], 5.0, (24, "support")),  # 24 · (1.44 − 1) = 10.6 are fewer
        (24, [4.0, 20.0], 5.0, (360, "interval")),  # 24 · 15
        (10, [5.0, None], 5.0, (10, "support")),
        (2, [None, None], 5.0, (4, "no interval")),  # to 6
        (3, [None, None], None, (3, "support")),
        (10, [15.0, 10.0], 10.0, (13, "interval")),  # 10 · 1.25 is not whole
    ],
)
def test_documents_that_a_group_needs(have, widths, target, expected):
    assert documents_needed(have, widths, target) == expected


def test_whole_numbers_by_shares():
    assert apportioned(10, np.array([1.0, 1.0, 1.0])) == [4, 3, 3]
    assert apportioned(7, np.array([0.5, 0.0, 0.5])) == [4, 0, 3]
    assert apportioned(5, np.zeros(2)) == [0, 0]


def test_examples_are_spread_over_the_corpus():
    assert spread(np.arange(9), 3).tolist() == [1, 4, 7]
    assert spread(np.arange(2), 3).tolist() == [0, 1]


def recipe(words, gold, labels, systems, **wanted):
    key = corpus(words, gold)
    typed = read_sides(align_systems(key, [corpus(words, s, f"s{k}") for k, s in enumerate(systems)]), TypedOptions())
    groups = class_groups(typed, assign_all(typed, labelled(key, labels), None, 0.5))
    options = TypedOptions(resamples=100)
    found = find(typed, groups, evaluation.count(typed, groups, options).counts, options, typed.names)
    return make_recipe(found, RecipeOptions("s0", **wanted), labels="by hand", signature="signed")


@pytest.fixture
def small():
    """Of an entity of three, s0 lacks one mention and parts the other two; of another, it lacks one of two."""
    gold = [[[0, 0], [2, 2], [4, 4]], [[6, 6], [8, 8]]]
    return recipe([f"w{k}" for k in range(10)], gold, [[0, 0, "X"], [6, 6, "Y"]], [[[[0, 0]], [[4, 4]], [[6, 6]]], gold])


def test_a_recipe_holds_what_is_lost(small):
    assert json.loads(to_json(small))["groups"] == small["groups"]
    first, second = small["groups"]
    assert (first["group"], first["lost"], first["of"]) == ("X", {"mentions": 1, "links": 1}, {"mentions": 3, "links": 1})
    assert first["shared"] == {"with": "s1", "mentions": 0, "links": 0}
    assert first["documents"] == {"new": 5, "have": 1, "why": "no interval"}
    assert first["add"] == {"mentions": 15, "chains": 5, "links": 15}
    assert not first["cost"]["link"]["sure"] and first["cost"]["link"]["reason"] == "only 1 unit"
    assert first["half_width"] == {"mention": {"now": None, "then": None}, "link": {"now": None, "then": None}}
    assert [e["kind"] for e in first["examples"]] == ["lost mention"]
    assert second["lost"] == {"mentions": 1, "links": 0}
    assert small["documents"] == {"together": 5, "apart": 10}
    assert small["corpus"]["groups"] == ["X", "Y"]
    assert any("not settled" in words for words in small["assumptions"])
    assert "no part-of-speech tags" in small["assumptions"][-1]


def test_a_wrong_link_names_its_antecedent_and_what_the_system_links_instead():
    gold = [[[0, 0], [4, 4]], [[2, 2]]]
    made = recipe([f"w{k}" for k in range(6)], gold, [[0, 0, "X"], [2, 2, "Y"]], [[[[0, 0]], [[2, 2], [4, 4]]]])
    (found,) = [e for e in made["groups"][0]["examples"] if e["kind"] == "wrong link"]
    assert (found["mention"], found["antecedent"], found["linked_to"], found["back"]) == ("w4", "w0", "w2", 0)
    assert found["before"] + found["mention"] + found["after"] == "w0 w1 w2 w3 w4 w5"
    assert "⟦w4⟧" in to_markdown(made) and "linked to ⟦w2⟧" in to_markdown(made)
    assert "w4" not in brief(made)


def test_a_perfect_system_needs_nothing():
    gold = [[[0, 0], [2, 2]]]
    made = recipe(4, gold, [[0, 0, "X"]], [gold])
    assert made["groups"] == [] and made["documents"] == {"together": 0, "apart": 0}
    assert "nothing to ask for" in to_markdown(made)
    json.loads(to_json(made))


def test_nothing_of_the_data_becomes_markup():
    gold = [[[0, 0], [2, 2], [4, 4]], [[6, 7]]]
    label = "X|*y* <b>"
    made = recipe(EVIL, gold, [[0, 0, label]], [[[[0, 0]], [[4, 4]]]], half_width=2.0)
    text = to_markdown(made)
    head, _, block = text.partition("## Generation brief")
    for sign in ("[x](", "<script>", "<b>", " :smile:", "$1$", "`c`", "*a*", "\u202e", "e_f_"):
        assert sign not in head, sign
    assert r"\<script\>" in head and r"\:smile\:" in head and r"\[x\](http\://evil)" in head
    for table in head.split("\n\n"):
        if table.startswith("| Group"):
            rows = [line.replace(r"\|", "") for line in table.split("\n") if line.startswith("|")]
            assert len({row.count("|") for row in rows}) == 1
    assert block.count("\n```") == 2
    assert json.loads(to_json(made))["groups"][0]["group"] == label


def test_escaping():
    assert escaped("a\n# b www.evil.org\u2028c") == r"a \# b www\.evil.org c"
    assert fenced("x ```` y").startswith("`````text\n")


def test_the_brief_asks_for_a_format_that_can_be_read():
    made = load(("new.jsonl", json.dumps(EXAMPLE).encode()))
    assert len(made.spans) == 5 and len(EXAMPLE["types"]) == len(EXAMPLE["clusters"])
    forms = made.words["form"].tolist()
    first, last = EXAMPLE["clusters"][1][0]
    assert forms[first : last + 1] == ["the", "lantern"]


def test_the_annotation_policy_is_in_the_brief(small):
    assert "of these kinds alone" in brief(small)
    assert "every nominal" in brief(small | {"policy": "all"})


def test_a_recipe_by_genre_asks_for_documents_of_each(small):
    by_genre = small | {"by": "genre"}
    assert "X 5, Y 5." in brief(by_genre) and '"types"' not in brief(by_genre)
    assert "Annotate what the corpus annotates" in brief(by_genre)
    assert "Genre and domain: those of the corpus" in brief(small) and '"types"' in brief(small)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\xff", "no JSON"),
        (b"[" * 100_000, "no JSON"),
        (b"[1]", "JSON, but no recipe"),
        (b'{"rows": []}', "JSON, but no recipe"),
        (b'{"recipe": 2}', "version 2"),
        (b'{"recipe": 1, "system": "a", "by": "class", "groups": 3}', "without"),
        (b'{"recipe": 1, "system": "a", "by": "class", "groups": [{"group": 3}]}', "without"),
        (b'{"recipe": 1, "by": "class", "groups": []}', "without"),
    ],
)
def test_what_is_no_recipe_is_refused(data, words):
    with pytest.raises(FormatError, match=words):
        read_recipe(data)


def test_a_saved_recipe_is_read_again(small):
    assert read_recipe(to_json(small).encode()) == {"system": "s0", "by": "class", "groups": ["X", "Y"]}


def run(*arguments):
    files = ["--gold", f"{SAMPLE}gold.conllu", "--pred", f"{SAMPLE}wharf-base.conllu", "--pred", f"{SAMPLE}wharf-large.conllu"]
    return CliRunner().invoke(evaluate.main, ["typed", *files, "--resamples", "100", *map(str, arguments)])


def test_the_command_line_writes_recipes(tmp_path):
    result = run("--recipe", tmp_path / "r.json")
    assert result.exit_code == 0, result.output
    made = json.loads((tmp_path / "r.json").read_text())
    assert (made["recipe"], made["system"], made["groups"][0]["group"]) == (1, "wharf-large", "PER")
    assert made["groups"][0]["shared"]["with"] == "wharf-base" and made["brief"].startswith("Write 24 new documents")
    assert sum(form["add"] for form in made["groups"][0]["forms"]) == made["groups"][0]["add"]["mentions"]
    assert run("--recipe", tmp_path / "r.MD").exit_code == 0
    assert (tmp_path / "r.MD").read_text().startswith("# Data recipe for wharf-large\n")


def test_a_recipe_needs_a_known_ending(tmp_path):
    result = run("--recipe", tmp_path / "r.txt")
    assert result.exit_code == 2 and "must end in .md or .json" in result.output
