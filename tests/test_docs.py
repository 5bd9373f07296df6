"""Documents in memory: words, trees, spans and entities as files would give them."""

from types import SimpleNamespace

import pytest

from loaders import AlignmentError, FormatError, from_docs, load
from metrics import evaluate, score
from tests.conllu_text import line
from tests.making import conll, read
from tests.spacy_like import Doc, Morph, span

TREE = ["mira/1/nsubj", "tolu/1/ROOT", "ve/2/ROOT", "naru/2/obj"]


def columns(corpus, *names):
    return corpus.words[list(names)].values.tolist()


def test_a_token_that_is_its_own_head_is_a_root():
    corpus = from_docs([Doc(TREE, ends=(2, 4))])
    assert columns(corpus, "form", "sent", "word", "head", "deprel") == [
        ["mira", 0, 1, 2, "nsubj"],
        ["tolu", 0, 2, 0, "root"],
        ["ve", 1, 1, 0, "root"],
        ["naru", 1, 2, 1, "obj"],
    ]
    assert corpus.documents[["doc_id", "n_sentences", "n_words"]].values.tolist() == [["doc_1", 2, 4]]


def test_tags_lemmas_and_features_are_kept_and_missing_ones_are_none():
    doc = Doc(["mira/0/ROOT", "tolu/0/obj"], ends=(2,))
    doc[0].lemma_, doc[0].pos_, doc[0].tag_, doc[0].morph = "miru", "NOUN", "NN", Morph("Case=Nom|Number=Sing")
    corpus = from_docs([doc])
    assert columns(corpus, "lemma", "upos", "xpos", "feats") == [["miru", "NOUN", "NN", "Case=Nom|Number=Sing"], ["_"] * 4]


def test_a_document_that_was_not_parsed_has_no_trees():
    corpus = from_docs([Doc(["mira", "tolu"], spans={"coref_clusters_1": [span(0, 2)]})])
    assert columns(corpus, "head", "deprel") == [[-1, "_"], [-1, "_"]]
    assert corpus.spans["head"].tolist() == [-1]


def test_a_document_without_sentences_is_one():
    assert columns(from_docs([Doc(TREE[:2])]), "sent") == [[0], [0]]


def test_blanks_are_no_words_and_what_hangs_from_them_hangs_higher():
    doc = Doc(
        ["mira/1/nsubj", "\n\n/2/dep", "tolu/2/ROOT", "  /2/dep", "ve/3/obj"],
        ends=(5,),
        ents=[span(1, 3, "LOC"), span(3, 4, "X")],
    )
    corpus = from_docs([doc])
    assert columns(corpus, "form", "word", "head") == [["mira", 1, 2], ["tolu", 2, 0], ["ve", 3, 2]]
    assert corpus.spans[["start", "end", "label"]].values.tolist() == [[1, 2, "LOC"]]  # the span of a blank alone is none


def test_a_blank_that_is_the_root_leaves_roots_behind():
    assert columns(from_docs([Doc([" /0/ROOT", "mira/0/obj"], ends=(2,))]), "head") == [[0]]


def test_ents_are_labelled_spans_and_clusters_are_entities():
    groups = {
        "coref_clusters_10": [span(3, 4)],
        "coref_clusters_2": [span(0, 2), span(2, 3)],
        "coref_head_clusters_2": [span(1, 2)],
    }
    corpus = from_docs([Doc(TREE, ends=(2, 4), ents=[span(0, 2, "PER")], spans=groups)])
    assert corpus.spans[["start", "end", "head", "label", "entity"]].values.tolist() == [
        [0, 2, 1, "", 0],
        [2, 3, 2, "", 0],
        [3, 4, 3, "", 1],
        [0, 2, 1, "PER", -1],
    ]


@pytest.mark.parametrize(
    "clusters",
    [
        [[span(0, 2), span(3, 4)]],
        [SimpleNamespace(mentions=[span(0, 2), span(3, 4)])],
        [[(0, 9), (13, 17)]],  # characters of "mira tolu ve naru"
    ],
)
def test_clusters_of_an_extension_are_entities_too(clusters):
    corpus = from_docs([Doc(["mira", "tolu", "ve", "naru"], clusters=clusters)])
    assert corpus.spans[["start", "end", "entity"]].values.tolist() == [[0, 2, 0], [3, 4, 0]]


def test_entities_of_two_documents_are_never_one():
    docs = [Doc(["mira"], spans={"coref_clusters_1": [span(0, 1)]}) for _ in range(2)]
    assert from_docs(docs).spans["entity"].tolist() == [0, 1]


def test_ids_are_given_or_numbered():
    docs = [Doc(["mira"]), Doc(["tolu"])]
    assert from_docs(docs, ids=["b", "a"]).documents["doc_id"].tolist() == ["b", "a"]
    for wrong in (["a"], ["a", "a"]):
        with pytest.raises(FormatError, match="ids for 2 documents"):
            from_docs(docs, ids=wrong)


def test_a_head_of_another_document_is_refused_with_its_token():
    doc, other = Doc(["mira/0/ROOT", "tolu/0/nsubj"]), Doc(["ve/0/ROOT"] * 5)
    list(doc)[1].head = list(other)[4]
    with pytest.raises(FormatError) as error:
        from_docs([doc], name="ours")
    assert str(error.value).startswith('ours, line 2: a head outside the document, token 4 of 2 ("tolu")')


def test_a_head_in_another_sentence_is_refused_with_its_token():
    with pytest.raises(FormatError) as error:
        from_docs([Doc(["mira/1/nsubj", "tolu/1/ROOT", "ve/1/obj"], ends=(2, 3))], name="ours")
    assert str(error.value).startswith('ours, line 3: a head in another sentence ("ve")')


def test_a_span_outside_its_document_is_refused():
    with pytest.raises(FormatError, match="ours: a span of tokens 0 to 1 in a document of 1"):
        from_docs([Doc(["mira"], ents=[span(0, 2, "PER")])], name="ours")


def test_half_a_surrogate_pair_is_no_text():
    assert columns(from_docs([Doc(["mi\ud800"])]), "form") == [["mi?"]]


def test_no_documents_are_an_empty_corpus():
    assert len(from_docs([]).documents) == len(from_docs([Doc([])]).words) == 0


def test_equal_documents_have_equal_digests_and_others_others():
    docs = [Doc(TREE, ends=(2, 4)), Doc(TREE, ends=(2, 4)), Doc(["mira/0/ROOT", *TREE[1:]], ends=(2, 4)), Doc(TREE[:2])]
    one, same, other, shorter = (from_docs([doc]).digest for doc in docs)
    assert one == same
    assert len({one, other, shorter}) == 3


def test_trees_of_another_tokenisation_are_aligned_by_characters():
    gold = load(("gold.conllu", (line(1, "mira", 2) + line(2, "tolu", 0) + line(3, "ve", 2) + "\n").encode()))
    ours = from_docs([Doc(["mira/1/dep", "tolu/1/ROOT", "v/1/dep", "e/1/dep"], ends=(4,))])
    found = evaluate(gold, {"ours": ours}, task="ud", metrics=["Words", "UAS"], resamples=0)
    assert found.scores[["p_num", "p_den", "r_den"]].values.tolist() == [[2, 4, 3], [2, 4, 3]]


def test_entities_are_scored_against_a_file_of_the_same_words():
    gold = read(conll({"d": (["mira", "tolu", "ve", "naru"], ["(1)", "-", "(1)", "-"])}))
    right = {"coref_clusters_1": [span(0, 1), span(2, 3)]}
    assert score(gold, from_docs([Doc(["mira", "tolu", "ve", "naru"], spans=right)]), "CoNLL") == pytest.approx(100)
    with pytest.raises(AlignmentError):
        score(gold, from_docs([Doc(["mira", "tolu", "ve"], spans=right)], ids=["d"]), "CoNLL")


def test_ents_are_scored_as_spans():
    gold = from_docs([Doc(TREE, ends=(2, 4), ents=[span(0, 2, "PER"), span(3, 4, "LOC")])])
    assert score(gold, from_docs([Doc(TREE, ends=(2, 4), ents=[span(0, 2, "PER")])]), "strict") == pytest.approx(200 / 3)
