"""python evaluate.py label with a real, tiny checkpoint: tokenizer, weights and all."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import evaluate
from commands import checkpoint
from loaders import InputError, load
from tests import tiny
from tests.making import conll
from tests.reference import ROOT
from tests.test_labelling import ZEROS

for library in checkpoint.NEEDED:
    pytest.importorskip(library, reason=f"{library} is not installed: pip install -r requirements-cner.txt")

WORDS = ["mira", "na", "velu", "soro", "mikata", "", "xyz"]
MIRA = {"start": 0, "end": 1, "label": "PER"}
VELU = {"start": 2, "end": 4, "label": "LOC"}


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    return tiny.save(tmp_path_factory.mktemp("models") / "tiny")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    return tmp_path


def run(model, path, *arguments, output="o.jsonl"):
    done = CliRunner().invoke(
        evaluate.main, ["label", "--model", str(model), str(path), "-o", output, "--device", "cpu", *arguments]
    )
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in Path(output).read_text(encoding="utf-8").splitlines()]


def corpus(sentences: dict[str, list[str]]) -> Path:
    path = Path("c.conll")
    path.write_bytes(conll({name: (words, ["-"] * len(words)) for name, words in sentences.items()}))
    return path


def test_a_word_has_the_tag_of_its_first_piece(model):
    tagger = checkpoint.load(str(model), "cpu")
    assert tagger.pieces([WORDS, ["na"]]) == [[2, 1, 1, 1, 2, 0, 1], [1]]
    assert tagger.tags([WORDS, ["na"]]) == [["B-PER", "O", "B-LOC", "I-LOC", "B-PER", "O", "O"], ["O"]]
    assert (tagger.limit, tagger.labels) == (8, tiny.LABELS)


def test_the_command_labels_a_corpus(model, folder):
    path = corpus({"a": ["mira", "na", "velu", "soro"], "b": ["na"]})
    found = run(model, path)
    assert [record["spans"] for record in found] == [[MIRA, VELU], []]
    assert [record["tokens"] for record in found] == [["mira", "na", "velu", "soro"], ["na"]]
    assert [record["id"] for record in found] == load(path).documents["doc_id"].tolist()
    assert {record["model"].partition("@")[0] for record in found} == {"tiny"}


def test_positions_are_those_of_real_words(model, folder):
    Path("z.conllu").write_bytes(ZEROS)
    (record,) = run(model, "z.conllu")
    assert record["tokens"] == ["velu", "na", "na", "velu", "soro"]
    assert record["spans"] == [{"start": 0, "end": 1, "label": "LOC"}, {"start": 3, "end": 5, "label": "LOC"}]


def test_sentences_longer_than_the_model_are_cut_and_nothing_is_lost(model, folder):
    words = ["mira", "na", "velu", "soro"] * 9 + ["velu"] + ["soro"] * 20 + ["mi" + "ra" * 30]
    (record,) = run(model, corpus({"a": words}))
    starts = [span["start"] for span in record["spans"]]
    assert starts == sorted([*range(0, 36, 4), *range(2, 36, 4), 36, 57])
    assert record["spans"][-2:] == [{"start": 36, "end": 57, "label": "LOC"}, {"start": 57, "end": 58, "label": "PER"}]


def test_neighbours_in_a_batch_do_not_change_the_tags(folder, tmp_path):
    random = tiny.save(tmp_path / "random", decided=False)
    words = ["mira", "na", "velu", "soro", "mikata"]
    path = corpus({f"d{k}": [words[(k * j + j) % 5] for j in range(k % 7 + 1)] for k in range(40)})
    one, many = (run(random, path, "--batch-size", size, output=f"{size}.jsonl") for size in ("1", "16"))
    assert one == many
    assert len({json.dumps(record["spans"]) for record in one}) > 3


def test_plain_labels_are_labels(folder, tmp_path):
    plain = tiny.save(tmp_path / "plain", labels=("O", "person", "place", "region"))
    (record,) = run(plain, corpus({"a": ["mira", "mira", "velu", "soro"]}))
    assert [(s["start"], s["end"], s["label"]) for s in record["spans"]] == [(0, 2, "person"), (2, 3, "place"), (3, 4, "region")]


def test_a_retrained_model_is_another_one(folder, tmp_path):
    tiny.save(tmp_path / "m")
    before = checkpoint.load("m", "cpu").name
    assert checkpoint.load(f"{tmp_path}/m/", "cpu").name == before
    tiny.save(tmp_path / "m", decided=False)
    assert checkpoint.load("m", "cpu").name != before


def refused(source) -> InputError:
    with pytest.raises(InputError) as caught:
        checkpoint.load(str(source), "cpu")
    return caught.value


def test_a_model_that_is_no_tagger_is_refused(folder, tmp_path):
    import torch
    from transformers import BertConfig, BertModel

    tiny.save(tmp_path / "bare")
    torch.manual_seed(1)
    config = BertConfig.from_pretrained(tmp_path / "bare")
    BertModel(config).save_pretrained(tmp_path / "bare")
    error = refused(tmp_path / "bare")
    assert error.what == "the weights of classifier.bias, classifier.weight are missing"
    assert error.remedy == "Name a model that was trained for token classification."


@pytest.mark.parametrize("broken", ["config.json", "model.safetensors", "tokenizer.json"])
@pytest.mark.parametrize("how", ["missing", "damaged"])
def test_a_folder_that_lacks_something_is_refused(folder, tmp_path, broken, how):
    tiny.save(tmp_path / "m")
    (tmp_path / "m" / broken).unlink()
    if how == "damaged":
        (tmp_path / "m" / broken).write_text("no such thing")
    error = refused(tmp_path / "m")
    assert error.what
    assert "\n" not in str(error)


def edited(folder: Path, name: str, change) -> Path:
    """The folder of a model of which one JSON file is changed."""
    tiny.save(folder)
    said = json.loads((folder / name).read_text())
    change(said)
    (folder / name).write_text(json.dumps(said))
    return folder


def test_labels_without_names_are_refused(folder, tmp_path):
    def unnamed(config):
        config["id2label"] = {str(code): f"LABEL_{code}" for code in range(4)}

    assert refused(edited(tmp_path / "m", "config.json", unnamed)).what == "its labels have no names (LABEL_0, LABEL_1, LABEL_2)"


def test_a_tokenizer_of_another_model_is_refused(folder, tmp_path):
    def longer(tokenizer):
        tokenizer["model"]["vocab"]["more"] = 11

    assert refused(edited(tmp_path / "m", "tokenizer.json", longer)).what == "its tokenizer has 12 pieces, the model 11"


def test_a_model_without_a_tokenizer_is_refused(folder, tmp_path):
    tiny.save(tmp_path / "m")
    (tmp_path / "m" / "tokenizer.json").unlink()
    assert refused(tmp_path / "m").what == "its tokenizer knows no piece of any word"


def test_weights_that_are_no_numbers_are_refused(folder, tmp_path):
    import torch
    from transformers import BertForTokenClassification

    tiny.save(tmp_path / "m")
    model = BertForTokenClassification.from_pretrained(tmp_path / "m")
    with torch.no_grad():
        model.classifier.bias[0] = float("nan")
    model.save_pretrained(tmp_path / "m")
    with pytest.raises(InputError, match="the model's scores are no numbers"):
        run(tmp_path / "m", corpus({"a": ["mira"]}))


@pytest.mark.parametrize("name", ["nobody/no-such-model", "./no/such/folder", "no such name!"])
def test_a_name_that_is_not_in_the_cache_is_refused_with_its_remedy(folder, name):
    error = refused(name)
    assert error.what.startswith("no model can be loaded: ")
    assert error.remedy.startswith("Name a folder, or a model of the hub: it is fetched once, with a network")


def test_a_name_in_the_cache_is_read_from_there(folder, tmp_path, monkeypatch):
    revision = "ab" * 20
    store = tmp_path / "hub" / "models--somebody--tagger"
    tiny.save(store / "snapshots" / revision)
    (store / "refs").mkdir()
    (store / "refs" / "main").write_text(revision)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    monkeypatch.setattr("socket.getaddrinfo", lambda *_: pytest.fail("the network is asked"))
    assert checkpoint.load("somebody/tagger", "cpu").name == "somebody/tagger@abababababab"


def test_cuda_is_refused_where_there_is_none(model):
    import torch

    if torch.cuda.is_available():
        pytest.skip("there is one")
    with pytest.raises(InputError, match=r"torch sees no CUDA device\. Use --device cpu"):
        checkpoint.load(str(model), "cuda")


def test_the_script_labels_offline(model, folder):
    call = [sys.executable, ROOT / "evaluate.py", "label", corpus({"a": ["mira", "na"]}), "-o", "o.jsonl", "--model", model]
    done = subprocess.run(call, capture_output=True, timeout=300, env={**os.environ, "HF_HUB_OFFLINE": "1"})
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"o.jsonl: 1 document of c\n")
    assert json.loads(Path("o.jsonl").read_text())["spans"] == [MIRA]
