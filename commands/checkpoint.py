"""A Hugging Face checkpoint for token classification as a tagger; transformers and torch are imported here alone, when needed."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from loaders import InputError

NEEDED = ("torch", "transformers")
INSTALL = "Install what labelling needs: pip install -r requirements-cner.txt."
SPACED = ("bloom", "deberta", "gpt2", "longformer", "roberta")  # byte-level tokenizers: a word begins with its blank
USUAL_LIMIT = 512  # pieces, where neither tokenizer nor model says how many they can read
UNSAID = 100_000  # from here on a tokenizer's maximum only says that it has none
UNNAMED = re.compile(r"LABEL_\d+")  # what transformers calls a label that nobody named
RESERVED = 2  # positions that RoBERTa's kind never uses


@dataclass(frozen=True)
class Checkpoint:
    """A loaded model. name : what was named and which revision of it, so that two checkpoints never share a name."""

    name: str
    tokenizer: Any
    model: Any
    labels: tuple[str, ...]
    limit: int

    def pieces(self, sentences: Sequence[list[str]]) -> list[list[int]]:
        """The number of pieces of each word of each sentence."""
        if not sentences:
            return []
        coded = self.tokenizer(list(sentences), is_split_into_words=True, add_special_tokens=False)
        return [_counts(coded.word_ids(row), len(sentence)) for row, sentence in enumerate(sentences)]

    def tags(self, windows: Sequence[list[str]]) -> list[list[str]]:
        """The tag of each word of each window: that of its first piece; O for a word of which nothing is left."""
        import torch

        special = self.tokenizer.num_special_tokens_to_add()
        coded = self.tokenizer(
            list(windows), is_split_into_words=True, truncation=True, max_length=self.limit + special, padding=True,
            return_tensors="pt",
        )  # fmt: skip
        with torch.inference_mode():
            logits = self.model(**coded.to(self.model.device)).logits
        if not bool(torch.isfinite(logits).all()):
            raise InputError(self.name, None, "the model's scores are no numbers", "Its weights are damaged; fetch them again.")
        best = logits.argmax(-1).tolist()
        return [self._of_words(coded.word_ids(row), best[row], len(window)) for row, window in enumerate(windows)]

    def _of_words(self, word_ids: list[int | None], best: list[int], length: int) -> list[str]:
        tags, seen = ["O"] * length, set()
        for word, code in zip(word_ids, best, strict=True):
            if word is not None and word not in seen:
                seen.add(word)
                tags[word] = self.labels[code]
        return tags


def check_installed() -> None:
    """Raises InputError where a library is missing, saying which and how to get it."""
    for library in NEEDED:
        if importlib.util.find_spec(library) is None:
            raise InputError("label", None, f"{library} is not installed", INSTALL)


def load(source: str, device: str = "auto") -> Checkpoint:
    """The checkpoint of a folder or of a name on the hub; no code of its own is run.

    A name is looked for in the cache first, and fetched only where that does not do: what is there needs no network.
    device : cpu, cuda, or auto for cuda where there is one. Raises InputError, with the remedy, for a missing library, for
    what cannot be fetched or loaded, and for a model that is no token classifier or whose tokenizer does not know words.
    """
    check_installed()
    if not os.path.isdir(source):
        try:
            return _load(source, device, here=True)
        except InputError:
            return _load(source, device, here=False)
    return _load(source, device, here=True)


def _load(source: str, device: str, *, here: bool) -> Checkpoint:
    """The checkpoint, its files taken from this machine alone where `here`."""
    try:
        parts = _parts(source, here)
    except ImportError as error:
        raise InputError(source, None, _first_line(error), INSTALL) from None
    except Exception as error:  # of many kinds, by what is missing or damaged
        raise InputError(source, None, f"no model can be loaded: {_first_line(error)}", _remedy(source)) from None
    return _checked(source, device, *parts)


def _parts(source: str, here: bool) -> tuple[Any, Any, list[str]]:
    """The tokenizer, the model and the names of weights that its file lacks."""
    transformers = _transformers()
    safe = {"trust_remote_code": False, "local_files_only": here}
    config = transformers.AutoConfig.from_pretrained(source, **safe)
    spaced = {"add_prefix_space": True} if config.model_type in SPACED else {}
    tokenizer = transformers.AutoTokenizer.from_pretrained(source, **safe, **spaced)
    model, report = transformers.AutoModelForTokenClassification.from_pretrained(
        source, config=config, output_loading_info=True, **safe
    )
    return tokenizer, model.eval(), sorted(report["missing_keys"])


def _transformers() -> Any:
    """The library, its own progress and advice kept from standard error."""
    import huggingface_hub
    import transformers

    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    huggingface_hub.utils.logging.set_verbosity_error()
    return transformers


def _checked(source: str, device: str, tokenizer: Any, model: Any, missing: list[str]) -> Checkpoint:
    """The checkpoint on its device, once it is known to be a trained tagger of words."""
    if missing:  # else they are drawn by chance, and with them the labels
        what = f"the weights of {', '.join(missing[:3])} are missing"
        raise InputError(source, None, what, "Name a model that was trained for token classification.")
    _check_tokenizer(source, tokenizer, model)
    labels = tuple(str(model.config.id2label[code]) for code in range(model.config.num_labels))
    if all(UNNAMED.fullmatch(label) for label in labels):
        raise InputError(source, None, f"its labels have no names ({', '.join(labels[:3])})", "Put id2label into config.json.")
    return Checkpoint(_name(source), tokenizer, _moved(source, model, device), labels, _limit(tokenizer, model))


def _check_tokenizer(source: str, tokenizer: Any, model: Any) -> None:
    """Raises InputError for a tokenizer that is not this model's: transformers makes an empty one where the files lack it."""
    known, most = len(tokenizer), model.get_input_embeddings().num_embeddings
    if not tokenizer.is_fast:
        raise InputError(source, None, "its tokenizer does not say which word a piece is of", "Save it with a tokenizer.json.")
    if known <= len(tokenizer.all_special_ids):
        raise InputError(source, None, "its tokenizer knows no piece of any word", "Add tokenizer.json to the model's files.")
    if known > most:
        what = f"its tokenizer has {known:,} pieces, the model {most:,}"
        raise InputError(source, None, what, "Take the tokenizer that was saved with the model.")


def _moved(source: str, model: Any, device: str) -> Any:
    import torch

    if device == "cuda" and not torch.cuda.is_available():
        raise InputError(source, None, "torch sees no CUDA device", "Use --device cpu.")
    return model.to("cuda" if device != "cpu" and torch.cuda.is_available() else "cpu")


def _limit(tokenizer: Any, model: Any) -> int:
    """How many pieces of words fit into one window, special ones not counted."""
    positions = getattr(model.config, "max_position_embeddings", None)
    stated = tokenizer.model_max_length
    most = min(stated if stated < UNSAID else USUAL_LIMIT, positions - RESERVED if positions else USUAL_LIMIT)
    return max(1, most - tokenizer.num_special_tokens_to_add())


def _name(source: str) -> str:
    """The last part of a folder's path and a digest of its files, or a hub name and its revision."""
    if not os.path.isdir(source):
        return f"{source}@{_revision(source)[:12]}"
    total = hashlib.sha256()
    for path in sorted(p for p in Path(source).iterdir() if p.is_file()):
        total.update(path.name.encode("utf-8", "surrogateescape"))
        with path.open("rb") as file:
            total.update(hashlib.file_digest(file, "sha256").digest())
    return f"{Path(source).resolve().name}@{total.hexdigest()[:12]}"


def _revision(source: str) -> str:
    """The revision of a model that the cache has: the folder in which it keeps the files."""
    from huggingface_hub import try_to_load_from_cache

    path = try_to_load_from_cache(source, "config.json")
    return Path(path).parent.name if isinstance(path, str) else "unknown"


def _remedy(source: str) -> str:
    if os.path.isdir(source):
        return "The folder needs config.json, the tokenizer and the weights, as save_pretrained writes them."
    return "Name a folder, or a model of the hub: it is fetched once, with a network, and read from the cache from then on."


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0].strip().rstrip(".:")


def _counts(word_ids: list[int | None], length: int) -> list[int]:
    counts = [0] * length
    for word in word_ids:
        counts[word] += 1
    return counts
