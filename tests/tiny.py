"""A checkpoint of a few kilobytes, made on disk, whose tag for each word is known."""

from pathlib import Path

TAGS = {"mi": "B-PER", "velu": "B-LOC", "soro": "I-LOC", "na": "O", "##ra": "I-LOC", "##kata": "B-PER"}
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
LABELS = ("O", "B-PER", "B-LOC", "I-LOC")
POSITIONS = 12  # 12 − 2 reserved − 2 special: windows of 8 pieces


def save(folder: Path, *, labels: tuple[str, ...] = LABELS, decided: bool = True, positions: int = POSITIONS) -> Path:
    """Write a BERT of one layer with its tokenizer; returns its folder.

    A word is cut into the pieces of TAGS. decided=True: the layer passes on what comes in, and the tag of a piece is that of
    TAGS; False: all weights are random, with a fixed seed, so that every piece counts for every other.
    """
    import torch
    from transformers import BertConfig, BertForTokenClassification, BertTokenizer

    pieces = [*SPECIAL, *TAGS]
    BertTokenizer(vocab={piece: code for code, piece in enumerate(pieces)}, model_max_length=positions).save_pretrained(folder)
    names = dict(enumerate(labels))
    config = BertConfig(
        vocab_size=len(pieces), hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8,
        max_position_embeddings=positions, id2label=names, label2id={name: code for code, name in names.items()},
    )  # fmt: skip
    torch.manual_seed(1)
    model = BertForTokenClassification(config)
    with torch.no_grad():
        if decided:
            decide(model, pieces)
        else:
            for weights in model.parameters():
                weights.normal_()
    model.save_pretrained(folder)
    return folder


def decide(model, pieces: list[str]) -> None:
    """Set the weights so that each piece has its tag, whatever stands around it."""
    embeddings, layer = model.bert.embeddings, model.bert.encoder.layer[0]
    for part in (
        embeddings.position_embeddings,
        embeddings.token_type_embeddings,
        layer.attention.output.dense,
        layer.output.dense,
    ):
        part.weight.zero_()
    layer.attention.output.dense.bias.zero_()
    layer.output.dense.bias.zero_()
    model.classifier.weight.zero_()
    model.classifier.bias.zero_()
    embeddings.word_embeddings.weight.zero_()
    for code, piece in enumerate(pieces):
        embeddings.word_embeddings.weight[code, LABELS.index(TAGS.get(piece, "O"))] = 1
    for code in range(len(LABELS)):
        model.classifier.weight[code, code] = 1
