"""Gold's words as error analysis sees them: which are stripped from a mention's edges, and which mentions are pronouns."""

from __future__ import annotations

import numpy as np
import pandas as pd

from loaders.schema import Corpus
from metrics.typed.mention_types import PRONOUN, ZERO, NoGroupsError, type_codes
from metrics.typed.project import Side, TypedProject
from metrics.zeros import word_ranges

DETERMINERS = frozenset("a an the this that these those 's ’s ' ’ my your his her its our their whose".split())
DETERMINER_TAGS = {"upos": frozenset(["DET"]), "xpos": frozenset("DT PDT WDT PRP$ WP$ POS".split())}
PRONOUNS = frozenset(
    "i me my mine myself you your yours yourself yourselves he him his himself she her hers herself it its itself we us our ours "
    "ourselves they them their theirs themselves who whom whose which this that these those one".split()
)


def strippable(gold: Corpus) -> np.ndarray:
    """Which of gold's words do not count at a mention's edge: determiners, possessives, single characters that are no letters.

    By the word's form (English) or its tag (any language).
    """
    words = gold.words
    codes, forms = pd.factorize(words["form"])
    short = [form.lower() in DETERMINERS or (len(form) == 1 and not form.isalpha()) for form in forms]
    found = np.array(short or [False])[codes] if len(words) else np.zeros(0, bool)
    for column, tags in DETERMINER_TAGS.items():
        cells = words[column].cat
        found |= np.array([name in tags for name in cells.categories] or [False])[cells.codes.to_numpy()]
    return found


def types_of(typed: TypedProject) -> tuple[tuple[str, ...], list[np.ndarray]]:
    """Mention types of gold and of each system, as type_codes(); pronouns by an English list where gold has no tags."""
    try:
        return type_codes(typed)
    except NoGroupsError:
        sides = (typed.gold, *typed.systems)
        return ("", "nominal", "pronoun", "zero"), [np.where(_listed(typed.project.gold, side), PRONOUN, 1) for side in sides]


def is_pronoun(codes: np.ndarray) -> np.ndarray:
    """Whether mentions of these types never lead an entity's main part: pronouns and zeros."""
    return (codes == PRONOUN) | (codes == ZERO)


def _listed(gold: Corpus, side: Side) -> np.ndarray:
    """Which mentions are one word that is a pronoun of the list."""
    forms = gold.words["form"].str.lower().isin(PRONOUNS).to_numpy()
    low, high = word_ranges(gold, side.geometry, side.mentions.row, side.mentions.doc)
    single = high - low == 1
    return single & np.append(forms, False)[np.where(single, low, len(forms))]
