"""The lines of numbers in the sample data's README, each computed anew."""

from functools import cache

import numpy as np

from loaders import load
from metrics import CoreferenceOptions, align_systems, count_systems, results
from tests import sample_typed
from tests.reference import ROOT

SAMPLE = ROOT / "sample_data"
SYSTEMS = ("wharf-base", "wharf-large")
METRICS = ("CoNLL", "MUC", "B³", "CEAFe", "CEAFm", "LEA", "BLANC", "MOR", "mentions")
GENRES = ("letter", "news", "guide", "story")
TYPED = ("PER", "ORG", "LOC", "EVENT", "ARTIFACT")


@cache
def corpus(name: str):
    """A corpus of the sample data, by its path in the folder."""
    return load(SAMPLE / name)


@cache
def compared(match: str, ending: str = "conllu"):
    """The frames of scores and of differences under both singleton policies."""
    systems = [corpus(f"coref/{name}.{ending}") for name in SYSTEMS]
    project = align_systems(corpus(f"coref/gold.{ending}"), systems, SYSTEMS)
    options = CoreferenceOptions(match=match)
    counts = count_systems(project, options)
    number = {given: k for k, given in enumerate(counts.inputs)}
    pairs = [(number[SYSTEMS[0], policy], number[SYSTEMS[1], policy]) for policy in ("keep", "drop")]
    return results.scores(counts, options), results.differences(counts, options, pairs)


def signed(value: float, places: int = 2) -> str:
    return f"{value:+.{places}f}".replace("-", "−")


def difference(row, places: int = 2) -> str:
    """A difference with its interval, as `+1.74 [+0.61, +2.90]`, bold where the interval leaves out 0 and p < .05."""
    shown = f"{signed(row['value'], places)} [{signed(row['low'], places)}, {signed(row['high'], places)}]"
    return f"**{shown}**" if (row["low"] > 0 or row["high"] < 0) and row["p"] < 0.05 else shown


def table_row(*cells) -> str:
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def score_rows(match: str, ending: str = "conllu", metrics=METRICS) -> list[str]:
    """metric, A and B and B − A with singletons kept, then with singletons dropped."""
    scores, differences = compared(match, ending)
    f1 = scores.set_index(["metric", "singletons", "system"])["f1"]
    found = differences.set_index(["metric", "singletons"])
    rows = []
    for metric in metrics:
        cells = [metric]
        for policy in ("keep", "drop"):
            cells += [f"{f1[metric, policy, name]:.2f}" for name in SYSTEMS]
            cells.append(difference(found.loc[(metric, policy)]))
        rows.append(table_row(*cells))
    return rows


@cache
def typed() -> dict[str, dict[str, dict]]:
    """By measure and class: both systems' F1, their difference, its interval and p, and gold's support."""
    gold, *systems = (sample_typed.mentions(corpus(f"coref/{name}.conllu")) for name in ("gold", *SYSTEMS))
    names, of_mentions, of_links = sample_typed.count(gold, systems)
    found = {}
    for measure, counts in {"Link F1": of_links, "Mention F1": of_mentions}.items():
        columns = sample_typed.compare(counts)
        found[measure] = {name: {column: float(values[k]) for column, values in columns.items()} for k, name in enumerate(names)}
    return found


def typed_rows() -> list[str]:
    """measure, class, gold's support, A, B, B − A."""
    return [
        table_row(measure, name, f"{row['n']:.0f}", f"{row['a']:.1f}", f"{row['b']:.1f}", difference(row, 1))
        for measure, by_class in typed().items()
        for name, row in ((name, by_class[name]) for name in TYPED)
    ]


def features() -> dict[str, np.ndarray]:
    """For each gold mention, whether it is a singleton, nested in another, discontinuous or a zero."""
    gold = corpus("coref/gold.conllu")
    spans = gold.spans
    sizes = spans["entity"].value_counts()
    words = sample_typed.mentions(gold)
    nested = [
        any(words[d][x][2] < other for _, _, other in words[d].values())
        for d, x in zip(spans["doc_id"], spans["extent"], strict=True)
    ]
    return {
        "singleton": (sizes[spans["entity"]] == 1).to_numpy(),
        "nested": np.array(nested),
        "discontinuous": spans["span_id"].isin(gold.parts["span_id"]).to_numpy(),
        "zero": spans["is_zero"].to_numpy(),
    }


def genre_rows() -> list[str]:
    """genre, documents, sentences, words, mentions, entities, and of the mentions those of each feature."""
    gold = corpus("coref/gold.conllu")
    genre_of = dict(zip(gold.documents["doc_id"], gold.documents["genre"], strict=True))
    genre, which = gold.spans["doc_id"].astype(str).map(genre_of).to_numpy(), gold.documents["genre"].to_numpy()
    rows = []
    for name in (*GENRES, "all"):
        here = np.ones(len(which), bool) if name == "all" else which == name
        mentions = np.ones(len(genre), bool) if name == "all" else genre == name
        counts = [here.sum(), gold.documents["n_sentences"][here].sum(), gold.documents["n_words"][here].sum(), mentions.sum()]
        counts.append(gold.spans["entity"][mentions].nunique())
        counts += [(mask & mentions).sum() for mask in features().values()]
        rows.append(table_row(name, *(f"{count:,}" for count in counts)))
    return rows


def class_rows() -> list[str]:
    """class, documents, mentions, entities, entities with two or more mentions; the most frequent first."""
    spans = corpus("coref/gold.conllu").spans
    rows = []
    for name, here in sorted(spans.groupby("label", observed=True), key=lambda found: (-len(found[1]), found[0])):
        sizes = here["entity"].value_counts()
        rows.append(table_row(name, here["doc_id"].nunique(), len(here), len(sizes), (sizes > 1).sum()))
    return rows


def profile_rows() -> list[str]:
    """What each system finds of gold (share of the words' exact extents, in points), and what it makes of it."""
    gold = sample_typed.mentions(corpus("coref/gold.conllu"))
    systems = [sample_typed.mentions(corpus(f"coref/{name}.conllu")) for name in SYSTEMS]
    kinds = features()
    places = list(zip(corpus("coref/gold.conllu").spans["doc_id"], corpus("coref/gold.conllu").spans["extent"], strict=True))
    groups = {
        "singletons found": kinds["singleton"],
        "mentions of larger entities found": ~kinds["singleton"],
        "discontinuous mentions found": kinds["discontinuous"],
        "zeros found": kinds["zero"],
    }
    rows = []
    for title, mask in groups.items():
        here = [place for place, wanted in zip(places, mask, strict=True) if wanted]
        rows.append(table_row(title, *(f"{100 * np.mean([x in system[d] for d, x in here]):.1f}" for system in systems)))
    right = [f"{100 * _types_right(gold, system):.1f}" for system in systems]
    return [*rows, table_row("entity type right, of those found", *right)]


def _types_right(gold, system) -> float:
    pairs = [(gold[d][x][1], found[1]) for d in gold for x, found in system[d].items() if x in gold[d]]
    return float(np.mean([one == other for one, other in pairs]))


def words_by_place(name: str) -> dict[tuple, tuple]:
    """Words by document, characters and form: (the same of the head, None for a root; the relation up to its first colon)."""
    frame = corpus(name).words
    frame = frame[~frame["is_empty"]]
    keys = list(zip(frame["doc_id"], frame["char_start"], frame["char_end"], frame["form"].str.lower(), strict=True))
    first = np.flatnonzero(frame["word"] == 1)
    start = first[np.cumsum(frame["word"] == 1) - 1]
    heads = [keys[at + head - 1] if head else None for at, head in zip(start.tolist(), frame["head"], strict=True)]
    return dict(zip(keys, zip(heads, frame["deprel"].str.split(":").str[0], strict=True), strict=True))


def attachment(name: str) -> tuple[float, float]:
    """UAS and LAS of a parser on the sample: F1 in points over words with equal characters and form."""
    gold, found = words_by_place("ud/gold.conllu"), words_by_place(f"ud/{name}.conllu")
    both = gold.keys() & found.keys()
    heads = sum(gold[key][0] == found[key][0] for key in both)
    right = sum(gold[key] == found[key] for key in both)
    return 200 * heads / (len(gold) + len(found)), 200 * right / (len(gold) + len(found))


def attachment_rows() -> list[str]:
    """metric, A, B."""
    return [table_row(metric, *values) for metric, *values in zip(("UAS", "LAS"), *map(_shown, SYSTEMS), strict=True)]


def _shown(name: str) -> list[str]:
    return [f"{value:.2f}" for value in attachment(name)]
