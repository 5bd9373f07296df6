"""Projects of many treebanks in invented words."""

from pages.shared import workspace
from pages.shared.bundles import zipped
from tests import parsers

NAMES = ("xa_bo-ud-test", "xb_mi-ud-test", "xc_ta-ud-test", "xd_lu-ud-test", "xe_ra-ud-test", "xf_so-ud-test", "xg_ne-ud-test")


def files(wrong, names=NAMES, **how):
    """A file for each treebank of twelve sentences; wrong : by treebank, how many of them have the third word wrong."""
    made = [parsers.treebank(range(n), n=12, **how) for n in wrong]
    return [(f"{name}.conllu", text.encode()) for name, text in zip(names, made, strict=True)]


GOLD = files([0] * 7)
A = files([6] * 7, deprel="nmod", head=1)  # 6 of 48 words wrong in each
B = files([0, 1, 2, 3, 4, 5, 8], deprel="nmod", head=1)  # better in six, worse in the last


def bank_project(*systems, gold=GOLD, train=None):
    """The id of a project of zips; systems : lists of files."""
    record = workspace.create("many")
    workspace.add(record.id, "gold", "gold.zip", zipped(gold))
    for k, found in enumerate(systems):
        workspace.add(record.id, "system", f"{'ABC'[k]}.zip", zipped(found))
    if train:
        workspace.add(record.id, "train", "train.conllu", train)
    return record.id
