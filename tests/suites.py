"""Suites for tests: seven corpora of the sample trees, a parser with one run and one with three."""

import json
import random
from pathlib import Path

from click.testing import CliRunner

import evaluate
from loaders import InputError
from tests.reference import ROOT

SAMPLE = ROOT / "sample_data"
BANKS = ("mira", "tolu", "naru", "beko", "sado", "velu", "kina")
SEEDS = (1, 2, 3)
SYSTEMS = """
[[systems]]
name = "A"
path = "A/{corpus}.conllu"

[[systems]]
name = "B"
path = "B/{corpus}.{seed}.conllu"
seeds = [1, 2, 3]
"""
HEAD = 'task = "ud"\nmetrics = ["LAS", "UPOS"]\nresamples = 200\n'


def corpora(names=BANKS) -> str:
    return "".join(f'[[corpora]]\nname = "{name}"\ngold = "gold/{name}.conllu"\nlanguage = "xx"\n' for name in names)


def make(root: Path, head: str = HEAD, systems: str = SYSTEMS, banks=BANKS) -> Path:
    """The files of a suite and the suite; returns its path."""
    for file, folder in (("gold", "gold"), ("wharf-base", "A"), ("wharf-large", "B")):
        documents = ["# newdoc" + d for d in (SAMPLE / "ud" / f"{file}.conllu").read_text("utf-8").split("# newdoc")[1:]]
        (root / folder).mkdir(parents=True)
        for k, bank in enumerate(banks):
            text = "".join(documents[k :: len(BANKS)])
            for seed in SEEDS if folder == "B" else ("",):
                name = f"{bank}.{seed}.conllu" if seed else f"{bank}.conllu"
                (root / folder / name).write_text(worse(text, f"{seed}{bank}") if seed else text, "utf-8")
    (root / "suite.toml").write_text(head + corpora(banks) + systems, "utf-8")
    return root / "suite.toml"


def worse(text: str, seed: str) -> str:
    """The trees with some relations wrong, others for each seed."""
    rng = random.Random(seed)
    rows = [line.split("\t") for line in text.split("\n")]
    for row in rows:
        if len(row) == 10 and row[7] != "root" and rng.random() < 0.04:
            row[7] = "nmod"
    return "\n".join("\t".join(row) for row in rows)


def run(*arguments, command="batch"):
    """The exit status, standard output and standard error, in this process."""
    done = CliRunner().invoke(evaluate.main, [command, *map(str, arguments)])
    if isinstance(done.exception, InputError):
        return 1, done.stdout, str(done.exception)
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout, done.stderr


def document(suite, *arguments):
    """What a batch writes as JSON, counted in this process."""
    code, out, err = run(suite, "--jobs", 1, "--quiet", "--json", "-", *arguments)
    assert (code, err) == (0, ""), err
    return json.loads(out)
