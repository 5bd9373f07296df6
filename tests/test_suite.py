"""Suites: what they may say, and a message with its key and line for every mistake."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commands.suite import read_suite
from loaders import FormatError
from metrics.batch.tasks import TASKS, task_of
from tests.reference import ROOT
from tests.suites import make, run

GOOD = """task = "ud"
baseline = "b"
metrics = ["las", "UPOS", "LAS"]
resamples = 100
seed = 0
level = 0.9
component = "parser"

[options]
subtypes = true

[[corpora]]
name = "mira"
gold = "gold/mira.conllu"
language = "xx"
format = "conllu"

[[corpora]]
name = "tolu"
gold = "tolu.conllu"

[[systems]]
name = "a"
path = "a/{corpus}.conllu"

[[systems]]
name = "b"
path = "b/{seed}/{corpus}.conllu"
seeds = [3, "x"]
"""


def read(tmp_path, text):
    path = tmp_path / "suite.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_suite(str(path))


def refused(tmp_path, text):
    """The message without the file's folder."""
    with pytest.raises(FormatError) as caught:
        read(tmp_path, text)
    return str(caught.value).replace(f"{tmp_path}/", "")


def test_a_suite_says_everything(tmp_path):
    suite = read(tmp_path, GOOD)
    assert (suite.task, suite.baseline, suite.metrics, suite.component) == ("ud", "b", ("LAS", "UPOS"), "parser")
    assert (suite.resamples, suite.seed, suite.level) == (100, 0, 0.9)
    assert suite.settings == {"subtypes": True, "features": "universal", "unit": "sentence"}
    assert [(c.name, c.gold, c.language, c.format) for c in suite.corpora] == [
        ("mira", "gold/mira.conllu", "xx", "conllu"),
        ("tolu", "tolu.conllu", None, None),
    ]
    assert [s.seeds for s in suite.systems] == [("",), ("3", "x")]
    assert suite.systems[1].file("tolu", "x") == "b/x/tolu.conllu"


@pytest.mark.parametrize("task", TASKS)
def test_what_is_left_out_is_by_default(tmp_path, task):
    text = f'task = "{task}"\n[[corpora]]\nname = "m"\ngold = "g"\n[[systems]]\nname = "s"\npath = "p"\n'
    suite = read(tmp_path, text)
    assert suite.baseline == "s" and suite.metrics == task_of(task).metrics and suite.resamples == 1000
    assert set(suite.settings) == set(task_of(task).settings)


MISTAKES = {
    "no TOML": ("resamples = 100", "resamples = = 100", "line 4: no TOML: Invalid value."),
    "no task": ('task = "ud"', "", "task: missing. There are coref, typed, ud, span, classify."),
    "unknown task": ('"ud"', '"parse"', "line 1: task: 'parse' is not what belongs here. There are coref, typed,"),
    "unknown key": ("resamples", "resample", "line 4: resample: no such key. Known here are task, baseline, metrics, resamples"),
    "unknown option": ("subtypes", "subtype", "line 10: options.subtype: no such key. Known here are subtypes, features, unit."),
    "option of another kind": ("subtypes = true", "subtypes = 1", "line 10: options.subtypes: 1 is not what belongs here."),
    "option of other words": ("subtypes = true", 'unit = "word"', "There are sentence, document."),
    "options no table": ("[options]\nsubtypes = true", "", None),
    "unknown corpus key": ("language", "lang", "line 15: corpora.lang: no such key. Known here are name, gold"),
    "unknown system key": ("seeds =", "seed =", "line 29: systems.seed: no such key. Known here are name, path, seeds, format."),
    "no gold": ('gold = "tolu.conllu"', "", "line 18: corpora.gold: missing. Write gold"),
    "gold no text": ('"tolu.conllu"', "[1]", "line 20: corpora.gold: a list is not what belongs here."),
    "name empty": ('name = "a"', 'name = " "', "line 23: systems.name: an empty text."),
    "corpus twice": ('"tolu"', '"mira"', "line 19: corpora.name: 'mira' stands twice."),
    "system twice": ('name = "b"', 'name = "a"', "line 27: systems.name: 'a' stands twice."),
    "a corpus called macro": ('"tolu"', '"macro"', "'macro' is what the mean is called"),
    "unknown baseline": ('baseline = "b"', 'baseline = "c"', "line 2: baseline: 'c' is not what belongs here. There are a, b."),
    "unknown metric": ('"UPOS"', '"POS"', "line 3: metrics: no metric 'POS'. There are LAS, Tokens"),
    "metrics no list": ('["las", "UPOS", "LAS"]', '"LAS"', "line 3: metrics: no list of names."),
    "few resamples": ("= 100", "= 99", "line 4: resamples: 99 is not what belongs here. 100 to 1,000,000, or 0"),
    "resamples true": ("= 100", "= true", "line 4: resamples: true is"),
    "seed negative": ("seed = 0", "seed = -1", "line 5: seed: -1 is"),
    "level 1": ("level = 0.9", "level = 1.0", "line 6: level: 1.0 is"),
    "level nan": ("level = 0.9", "level = nan", "line 6: level: a number out of range."),
    "unknown format": ('format = "conllu"', 'format = "tags"', "line 16: corpora.format: 'tags' is not"),
    "unknown gap": ("a/{corpus}", "{lang}/{corpus}", "line 24: systems.path: '{lang}' stands for nothing"),
    "no corpus in the path": ("a/{corpus}", "a/x", "line 24: systems.path: one file for all corpora"),
    "seeds without a gap": ("b/{seed}/", "b/", "line 28: systems.path: one file for all seeds"),
    "gap without seeds": ("a/{corpus}", "a/{corpus}{seed}", "line 24: systems.path: {seed} without seeds"),
    "no seeds": ('[3, "x"]', "[]", "line 29: systems.seeds: no list of numbers or words."),
    "seed twice": ('[3, "x"]', '[3, "3"]', "line 29: systems.seeds: 3 stands twice."),
    "seed no number": ('[3, "x"]', "[1.5]", "line 29: systems.seeds: no list of numbers or words."),
    "too many seeds": ('[3, "x"]', str(list(range(31))), "line 29: systems.seeds: 31 seeds."),
    "an endless number": ("seed = 0", "seed = " + "9" * 5000, "no TOML"),
    "a huge number": ("seed = 0", "seed = " + "9" * 400, "line 5: seed: a number out of range."),
    "nested without end": ("seed = 0", "seed = " + "[" * 5000, "no TOML"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_have_their_key_line_and_remedy(tmp_path, mistake):
    before, after, message = MISTAKES[mistake]
    text = GOOD.replace(before, after, 1)
    assert text != GOOD
    if message is None:
        text = text.replace('task = "ud"', 'task = "ud"\noptions = 3')
        message = "line 2: options: no table."
    found = refused(tmp_path, text)
    assert found.startswith("suite.toml") and message in found


def test_a_metric_of_ranks_says_why_it_has_no_place_in_a_suite(tmp_path):
    text = 'task = "classify"\nmetrics = ["auc"]\n[[corpora]]\nname = "m"\ngold = "g"\n[[systems]]\nname = "s"\npath = "p"\n'
    found = refused(tmp_path, text)
    assert "line 2: metrics: no metric 'auc'. AUC rests on the ranks of all items, not on counts that add up" in found
    assert found.endswith("python evaluate.py classify.")


def test_what_is_missing_altogether(tmp_path):
    assert "corpora: none is named. Write [[corpora]]" in refused(tmp_path, 'task = "ud"\n')
    assert "systems: no tables" in refused(tmp_path, 'task = "ud"\nsystems = 1\n[[corpora]]\nname = "a"\ngold = "g"\n')
    assert "task: missing" in refused(tmp_path, "")
    assert "not UTF-8" in refused(tmp_path, b'task = "ud"\nname = "\xff"\n')
    assert "line 2" in refused(tmp_path, b'task = "ud"\nname = "\xff"\n')
    code, _, err = run(tmp_path / "none.toml")
    assert code == 1 and "none.toml: No such file or directory" in err


@given(st.text(alphabet="[]{}=\"'\n ,.#abcnameseedtaskgold123\t\\", max_size=60))
def test_no_text_is_a_traceback(text):
    try:
        read_suite_text(text)
    except FormatError as error:
        assert str(error)


def read_suite_text(text):
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        return read(Path(folder), GOOD.replace("[options]", text + "\n[options]", 1))


def test_missing_predictions_are_named_before_anything_is_counted(tmp_path):
    suite = make(tmp_path, banks=("mira", "tolu"))
    for file in ("B/tolu.2.conllu", "B/tolu.3.conllu", "gold/tolu.conllu"):
        (tmp_path / file).unlink()
    code, _, err = run(suite, "--jobs", 1)
    assert code == 1 and "corpora.gold: no file gold/tolu.conllu, and 2 more are missing." in err
    (tmp_path / "gold/tolu.conllu").write_text((tmp_path / "A/tolu.conllu").read_text("utf-8"), "utf-8")
    code, _, err = run(suite, "--jobs", 1)
    assert "line 19: systems.path: no file B/tolu.2.conllu (B on tolu, seed 2), and 1 more is missing." in err
    assert not list((tmp_path / "suite.cells").glob("*"))


def test_the_shipped_suite_runs(tmp_path):
    code, out, err = run(ROOT / "sample_data" / "suite.toml", "--jobs", 1, "--work", tmp_path)
    assert code == 0 and "wharf-large" in out and "[2/2] sample, wharf-large" in err
