"""Names, nominals, pronouns and zeros, by tags, with trees and without."""

from __future__ import annotations

import numpy as np
import pytest

from loaders import load
from metrics import align_systems
from metrics.options import TypedOptions
from metrics.typed.groupings import GROUPINGS, NoGroupsError
from metrics.typed.project import read_sides
from tests.typed_cases import corpus

DECLARED = "# global.Entity = eid-etype-head-other\n# newdoc id = d\n"


def conllu(*sentences):
    """CoNLL-U from rows "id form upos xpos head misc", and DEPS where there are any; "_" for what is missing."""
    text = DECLARED
    for sentence in sentences:
        for row in sentence.strip().splitlines():
            at, form, upos, xpos, head, misc, *deps = row.split()
            text += "\t".join([at, form, "_", upos, xpos, "_", head, "_" if head == "_" else "dep", *(deps or "_"), misc]) + "\n"
        text += "\n"
    return text.encode()


def conll(*words):
    """CoNLL-2012 from "form/tag/cell"."""
    rows = [f"d 0 {k} {' '.join(word.split('/')[:2])} - - - - - * {word.split('/')[2]}" for k, word in enumerate(words)]
    return "\n".join(["#begin document (d); part 000", *rows, "", "#end document", ""]).encode()


def types(gold, *systems):
    """Of each side, the types of its mentions by document order."""
    made = read_sides(align_systems(load(("gold", gold)), [load((f"s{k}", s)) for k, s in enumerate(systems)]), TypedOptions())
    groups = GROUPINGS["mention type"](made)
    found = []
    for side, codes in zip((made.gold, *made.systems), (groups.gold, *groups.systems), strict=True):
        order = np.lexsort(side.place()[::-1])
        found.append([groups.names[code] for code in codes.mention[order]])
        assert np.array_equal(codes.mention, codes.pair)
    return found


def test_universal_tags():
    text = conllu("""
        1 Lena PROPN _ 2 Entity=(a-x-1-)
        2 sees VERB _ 0 _
        3 the DET _ 4 Entity=(b-x-2-
        4 boat NOUN _ 2 Entity=b)
        5 she PRON _ 2 Entity=(a-x-1-)
        6 that DET _ 2 Entity=(c-x-1-)
        7 many ADJ _ 2 Entity=(d-x-1-)
        8 two NUM _ 2 Entity=(e-x-1-)
    """)
    assert types(text) == [["name", "nominal", "pronoun", "pronoun", "nominal", "nominal"]]


def test_a_determiner_that_heads_more_words_is_nominal():
    text = conllu("""
        1 those DET _ 0 Entity=(a-x-1-
        2 who PRON _ 3 _
        3 row VERB _ 1 Entity=a)
        4 she PRON _ 1 _
    """)
    assert types(text) == [["nominal"]]


def test_penn_tags_where_universal_ones_are_missing():
    text = conllu("""
        1 Lena _ NNP 2 Entity=(a-x-1-)
        2 sees _ VBZ 0 _
        3 her _ PRP$ 4 Entity=(b-x-2-(a-x-1-)
        4 boats _ NNS 2 Entity=b)
        5 these _ DT 2 Entity=(c-x-1-)
        6 many _ JJ 2 Entity=(d-x-1-)
        7 there _ EX 2 Entity=(e-x-1-)
    """)
    assert types(text) == [["name", "pronoun", "nominal", "pronoun", "nominal", "pronoun"]]


def test_the_named_head_counts_before_the_tree():
    rows = """
        1 boat NOUN _ 0 Entity=(a-x-{}-
        2 Wren PROPN _ 1 Entity=a)
    """
    assert types(conllu(rows.format(1))) == [["nominal"]]
    assert types(conllu(rows.format(2))) == [["name"]]


def test_without_a_named_head_the_highest_word_of_golds_tree_counts_for_every_side():
    gold = conllu("""
        1 boat NOUN _ 0 Entity=(a-x-1-)
        2 Wren PROPN _ 1 _
        3 it PRON _ 1 _
    """)
    bare = conllu("""
        1 boat _ _ _ Entity=(a-x-0-
        2 Wren _ _ _ Entity=a)(b-x-0-
        3 it _ _ _ Entity=b)
    """)
    assert types(gold, bare) == [["nominal"], ["nominal", "name"]]


def test_a_mention_that_gold_has_too_is_of_golds_type():
    gold = conllu("""
        1 boat NOUN _ 0 Entity=(a-x-2-
        2 Wren PROPN _ 1 Entity=a)
    """)
    system = conllu("""
        1 boat PRON _ 0 Entity=(a-x-1-
        2 Wren PRON _ 1 Entity=a)
    """)
    assert types(gold, system) == [["name"], ["name"]]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["the/DT/(1", "old/JJ/-", "pilot/NN/1)"], "nominal"),
        (["the/DT/(1", "pilot/NN/-", "of/IN/-", "Wren/NNP/1)"], "nominal"),
        (["Wren/NNP/(1", "of/IN/-", "harbours/NNS/1)"], "name"),
        (["boats/NNS/(1", "they/PRP/-", "built/VBD/1)"], "nominal"),
        (["him/PRP/(1", "who/WP/-", "rows/VBZ/1)"], "pronoun"),
        (["Lena/NNP/(1", "'s/POS/1)"], "name"),
        (["Lena/NNP/(1", ",/,/-", "a/DT/-", "pilot/NN/1)"], "name"),
        (["Lena/NNP/(1", "-LRB-/-LRB-/-", "pilot/NN/-", "-RRB-/-RRB-/1)"], "name"),
        (["that/IN/(1", "boat/NN/1)"], "nominal"),  # the first word ends nothing
        (["all/DT/(1", "of/IN/-", "them/PRP/1)"], "nominal"),
        (["all/DT/(1)"], "pronoun"),
        (["many/JJ/(1)"], "nominal"),
        (["二/CD/(1)"], "nominal"),
        (["海/NR/(1)"], "name"),
        (["它/PN/(1)"], "pronoun"),
    ],
)
def test_heads_by_tags_alone(words, expected):
    assert types(conll("Ada/NNP/-", *words, "ends/VBZ/-")) == [[expected]]


def test_mention_at_the_end_of_the_text():
    assert types(conll("the/DT/(1", "pilot/NNP/1)")) == [["name"]]


def test_zeros_and_discontinuous_mentions():
    gold = conllu("""
        1 Wren PROPN _ 2 Entity=(a[1/2]-x-2-)
        2 sees VERB _ 0 _
        2.1 _ PRON _ _ Entity=(b-x-1-)
        3 boat NOUN _ 2 Entity=(a[2/2])
        4 red ADJ _ 3 _
    """)
    bare = conllu("""
        1 Wren _ _ _ Entity=(a[1/2]-x-0-)
        2 sees _ _ _ _
        3 boat _ _ _ _
        4 red _ _ _ Entity=(a[2/2])
    """)
    # gold's a is headed by its second word; the system's, of Wren and red, by the higher of these
    assert types(gold, gold, bare) == [["nominal", "zero"], ["nominal", "zero"], ["name"]]


def test_heads_lie_within_the_parts_of_a_discontinuous_mention():
    gold = conllu("""
        1 red PROPN _ 2 Entity=(a[1/2]-x-0-)
        2 it PRON _ 0 _
        3 boat NOUN _ 1 Entity=(a[2/2])
    """)
    assert types(gold) == [["name"]]


def test_an_empty_node_that_gold_lacks_is_a_zero():
    gold = conllu("""
        1 Wren PROPN _ 0 Entity=(a-x-1-)
        2 sees VERB _ 1 _
    """)
    system = conllu("""
        1 Wren PROPN _ 0 _
        1.1 _ _ _ _ Entity=(a-x-1-)
        2 sees VERB _ 1 _
    """)
    assert types(gold, system) == [["name"], ["zero"]]


def test_words_without_a_tag_are_told_apart():
    text = conllu("""
        1 Wren PROPN _ 0 Entity=(a-x-1-)
        2 foo _ _ 1 Entity=(a-x-1-)
    """)
    assert types(text) == [["name", "untagged"]]


def test_no_mention_at_all():
    text = conll("Wren/NNP/-", "sails/VBZ/-")
    assert types(text, text) == [[], []]


def test_without_tags_it_is_said_what_would_be_needed():
    gold = corpus(3, [[[0, 0]]])
    made = read_sides(align_systems(gold, [gold]), TypedOptions())
    with pytest.raises(NoGroupsError, match=r"^Mention types need part-of-speech tags in gold: .*UPOS.*gold is tagged"):
        GROUPINGS["mention type"](made)


def test_tags_of_no_known_set_are_no_tags():
    with pytest.raises(NoGroupsError, match="No word of gold"):
        types(conll("Wren/N1/(1)", "sails/V2/-"))
