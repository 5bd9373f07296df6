"""A batch's numbers: those of the single commands, their means over seeds and corpora, ranks and differences."""

import json
from math import lcm

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from metrics import draws
from metrics.batch.averages import ranked
from metrics.batch.statistics import matched
from metrics.corpora import seed_of
from tests.suites import BANKS, SAMPLE, document, make, run, worse

SAME = ("score", "precision", "recall", "low", "high", "units", "resamples", "seed", "p_num", "r_den", "singletons", "match")
APART = ("value", "low", "high", "p", "differs", "units", "reason")
ENDINGS = {"span": "iob2", "classify": "csv"}  # of sample files; those of other tasks are CoNLL-U
FURTHER = {
    "documents of trees": ("ud", 'unit = "document"\nsubtypes = true', ["--unit", "document", "--subtypes"]),
    "documents of spans": ("span", 'unit = "document"', ["--unit", "document"]),
    "exact, kept": ("coref", 'match = "exact"\nsingletons = "keep"', ["--match", "exact", "--singletons", "keep"]),
}
CASES = {name: (name, "", []) for name in ("ud", "coref", "span")} | FURTHER
CASES["classify"] = ("classify", "", ["--metrics", "accuracy,micro,macro,macro-gold"])


def one_corpus(tmp_path, task, options):
    """A suite of one corpus of the sample data, and the files of its single command."""
    folder = {"span": "spans", "typed": "coref"}.get(task, task)
    ending = ENDINGS.get(task, "conllu")
    gold, *systems = (SAMPLE / folder / f"{name}.{ending}" for name in ("gold", "wharf-base", "wharf-large"))
    lines = [f'task = "{task}"', "resamples = 200", "[options]", options, "[[corpora]]", 'name = "port"', f"gold = '{gold}'"]
    for system in systems:
        lines += ["[[systems]]", f'name = "{system.stem}"', f"path = '{system}'"]
    (tmp_path / "suite.toml").write_text("\n".join(lines), "utf-8")
    return tmp_path / "suite.toml", ["--gold", gold, *(part for system in systems for part in ("--pred", system))]


@pytest.mark.parametrize("case", CASES)
def test_one_run_on_one_corpus_is_what_the_single_command_says(tmp_path, case):
    task, options, further = CASES[case]
    suite, files = one_corpus(tmp_path, task, options)
    found = [row for row in document(suite)["rows"] if row["group"]["value"] == "port"]
    seed = ["--resamples", 200, "--seed", seed_of(20260101, "port"), "--json", "-", "--quiet"]
    alone = json.loads(run(*files, *seed, *further, command=task)[1])["rows"]
    by_key = {(row["metric"], row["singletons"], row["system"]): row for row in alone}
    assert len(found) == len(alone) > 3
    for row in found:
        other = by_key[row["metric"], row["singletons"], row["system"]]
        assert [row[key] for key in SAME] == [pytest.approx(other[key], abs=1e-9, nan_ok=True) for key in SAME]
        assert (row["difference"] is None) == (other["difference"] is None)
        if row["difference"]:
            assert [row["difference"][k] for k in APART] == [pytest.approx(other["difference"][k], abs=1e-9) for k in APART]


@pytest.mark.parametrize(("by", "options"), [("class", ""), ("length", 'by = "length"\npolicy = "strict"')])
def test_groups_of_mentions_are_what_the_single_command_says(tmp_path, by, options):
    suite, files = one_corpus(tmp_path, "typed", options)
    found = [row for row in document(suite)["rows"] if row["group"]["value"] == "port"]
    seed = ["--resamples", 200, "--seed", seed_of(20260101, "port"), "--json", "-", "--quiet"]
    how = ["--by", by, "--link-mentions", "all", *(["--policy", "strict"] if "strict" in options else [])]
    alone = json.loads(run(*files, *seed, *how, command="typed")[1])["rows"]
    by_key = {(row["metric"], row["group"]["value"], row["system"]): row for row in alone}
    assert len(found) == 8  # mention and link, micro and macro, two systems
    for row in found:
        name, _, mean = row["metric"].partition(" ")
        other = by_key[name, mean or "micro", row["system"]]
        assert [row[key] for key in SAME] == [pytest.approx(other[key], abs=1e-9, nan_ok=True) for key in SAME]
        if row["difference"] and name == "mention":  # the command takes those of links over mentions that all share
            assert [row["difference"][k] for k in APART] == [pytest.approx(other["difference"][k], abs=1e-9) for k in APART]
        assert "pairs:all" in row["signature"] and f"labels:{'gold' if by == 'class' else by}" in row["signature"]


def test_groups_that_a_corpus_does_not_have_are_refused_with_a_remedy(tmp_path):
    (tmp_path / "g.conll").write_text("#begin document (d); part 000\nd 0 0 mira (1)\nd 0 1 tolu (1)\n\n#end document\n")
    text = 'task = "typed"\n[[corpora]]\nname = "m"\ngold = "g.conll"\n[[systems]]\nname = "A"\npath = "g.conll"\n'
    (tmp_path / "s.toml").write_text(text)
    code, _, err = run(tmp_path / "s.toml", "--jobs", 1)
    assert code == 1 and err.startswith("g.conll: ") and 'Say by = "length" in [options]' in err
    (tmp_path / "s.toml").write_text(text + '[options]\nby = "length"\n')
    assert run(tmp_path / "s.toml", "--jobs", 1)[0] == 0


@pytest.fixture(scope="module")
def seeds(tmp_path_factory):
    return make(tmp_path_factory.mktemp("suite"))


@pytest.fixture(scope="module")
def found(seeds):
    return document(seeds)


@pytest.fixture(scope="module")
def alone(seeds):
    """The rows of the first corpus by the single command, every run a system of its own."""
    files = [seeds.parent / name for name in ("A/mira.conllu", *(f"B/mira.{k}.conllu" for k in (1, 2, 3)))]
    preds = [part for k, file in enumerate(files) for part in ("--pred", file, "--name", f"run {k}")]
    seed = ["--resamples", 200, "--seed", seed_of(20260101, "mira"), "--json", "-", "--quiet", "--metrics", "LAS,UPOS"]
    rows = json.loads(run("--gold", seeds.parent / "gold/mira.conllu", *preds, *seed, command="ud")[1])["rows"]
    return {(row["metric"], row["system"]): row for row in rows}


def rows_of(found, metric, system, value=None):
    chosen = [r for r in found["rows"] if (r["metric"], r["system"]) == (metric, system)]
    return [r for r in chosen if value is None or r["group"]["value"] == value]


def test_a_system_with_seeds_scores_the_mean_of_its_runs(found, alone):
    (row,) = rows_of(found, "LAS", "B", "mira")
    runs = [alone["LAS", f"run {k}"] for k in (1, 2, 3)]
    scores = [run["score"] for run in runs]
    assert row["score"] == pytest.approx(np.mean(scores), abs=1e-9)
    assert row["sd"] == pytest.approx(np.std(scores, ddof=1), abs=1e-9)
    assert row["runs"] == 3 and [r["seed"] for r in row["by_run"]] == ["1", "2", "3"]
    for told, own in zip(row["by_run"], runs, strict=True):
        assert (told["score"], told["low"], told["high"]) == pytest.approx((own["score"], own["low"], own["high"]), abs=1e-9)
    assert row["p_num"] is None and row["dataset"] == "mira" and row["language"] == "xx"
    (base,) = rows_of(found, "LAS", "A", "mira")
    assert base["sd"] is None and base["by_run"] is None and base["p_num"] == alone["LAS", "run 0"]["p_num"]


def brute(counts, seed, resamples):
    """The intervals of a mean over runs and of its difference to a single run; counts (units, runs, correct system gold)."""
    n = len(counts)
    values = []
    for b in range(resamples):
        sums = counts[draws.unit_draws(n, b * n, n, seed)].sum(axis=0)
        f1 = 200 * sums[:, 0] / (sums[:, 1] + sums[:, 2])
        values.append((f1[1:].mean(), f1[1:].mean() - f1[0]))
    ordered = np.sort(values, axis=0)
    return ordered[int(0.025 * resamples)], ordered[int(np.ceil(0.975 * resamples)) - 1]


def by_sentence(suite, name):
    """LAS of every sentence as correct, system, gold, where gold's tokens are kept: counted without any of the library."""
    gold, predicted = (
        [
            [line.split("\t") for line in sentence.split("\n") if line[:1].isdigit() and line.split("\t")[0].isdigit()]
            for sentence in (suite.parent / file).read_text("utf-8").strip().split("\n\n")
        ]
        for file in ("gold/mira.conllu", name)
    )
    assert [[w[1] for w in s] for s in gold] == [[w[1] for w in s] for s in predicted]

    def right(ours, theirs):
        return ours[6] == theirs[6] and ours[7].split(":")[0] == theirs[7].split(":")[0]

    return np.array([(sum(map(right, g, p)), len(p), len(g)) for g, p in zip(gold, predicted, strict=True)], float)


def test_units_are_resampled_and_swapped_for_all_runs_at_once(tmp_path):
    suite = make(tmp_path, banks=BANKS[:1])
    files = ["A/mira.conllu", *(f"B/mira.{k}.conllu" for k in (1, 2, 3))]
    gold = (tmp_path / "gold/mira.conllu").read_text("utf-8")
    for file in files:
        (tmp_path / file).write_text(worse(gold, file), "utf-8")
    counts = np.stack([by_sentence(suite, file) for file in files], axis=1)
    low, high = brute(counts, seed_of(20260101, "mira"), 200)
    (row,) = rows_of(document(suite), "LAS", "B", "mira")
    assert (row["low"], row["high"]) == pytest.approx((low[0], high[0]), abs=1e-9)
    difference = row["difference"]
    assert (difference["low"], difference["high"]) == pytest.approx((low[1], high[1]), abs=1e-9)
    assert difference["p"] == pytest.approx(brute_p(counts, seed_of(20260101, "mira"), 200))


def brute_p(counts, seed, resamples):
    """Units swapped between the single run and all others at once."""
    n = len(counts)

    def score(sums):
        return 200 * sums[..., 0] / (sums[..., 1] + sums[..., 2])

    def difference(flags):
        swapped = [np.where(flags[:, None], counts[:, k], counts[:, 0]).sum(axis=0) for k in (1, 2, 3)]
        kept = [np.where(flags[:, None], counts[:, 0], counts[:, k]).sum(axis=0) for k in (1, 2, 3)]
        return np.mean([score(b) - score(a) for a, b in zip(swapped, kept, strict=True)])

    observed = abs(difference(np.zeros(n, bool)))
    tables = [row for _, table in draws.swaps(n, resamples, seed) for row in table.astype(bool)]
    return (sum(abs(difference(flags)) >= observed * (1 - 1e-9) for flags in tables) + 1) / (resamples + 1)


def test_the_macro_mean_is_over_corpora_with_ranks_and_wilcoxon(found):
    (row,) = rows_of(found, "LAS", "B", "macro")
    single = [r for r in rows_of(found, "LAS", "B") if r["dataset"]]
    assert [r["dataset"] for r in single] == list(BANKS)
    assert row["score"] == pytest.approx(np.mean([r["score"] for r in single]), abs=1e-9)
    assert row["rank"] == pytest.approx(np.mean([r["rank"] for r in single])) and row["corpora"] == 7
    over_seeds = np.mean([[run["score"] for run in r["by_run"]] for r in single], axis=0)
    assert row["sd"] == pytest.approx(np.std(over_seeds, ddof=1), abs=1e-9)
    differences = [r["difference"]["value"] for r in single]
    assert row["difference"]["p"] == pytest.approx(stats.wilcoxon(differences).pvalue)
    assert row["difference"]["value"] == pytest.approx(np.mean(differences), abs=1e-9)
    assert row["low"] < row["score"] < row["high"]
    assert "corpora:7|runs:21|" in row["signature"] and "corpora:7|runs:28|" in found["signature"]


def test_holm_runs_over_the_corpora(found):
    d = [r["difference"] for r in rows_of(found, "LAS", "B") if r["dataset"]]
    assert min(x["p_adjusted"] for x in d) == pytest.approx(min(1.0, 7 * min(x["p"] for x in d)))
    assert all(x["against"] == "A" for x in d)


def test_the_baseline_may_be_any_system(seeds, found):
    (seeds.parent / "other.toml").write_text('baseline = "B"\n' + seeds.read_text("utf-8"), "utf-8")
    other = document(seeds.parent / "other.toml", "--work", seeds.parent / "suite.cells")
    (ours,), (theirs,) = rows_of(found, "LAS", "B", "tolu"), rows_of(other, "LAS", "A", "tolu")
    assert theirs["difference"]["value"] == pytest.approx(-ours["difference"]["value"], abs=1e-12)
    assert theirs["difference"]["p"] == pytest.approx(ours["difference"]["p"])
    assert rows_of(other, "LAS", "B", "tolu")[0]["difference"] is None


@given(st.lists(st.sampled_from([1.0, 2.5, 2.5 + 1e-12, 7.0]), min_size=1, max_size=6))
def test_ranks_are_scipys(scores):
    assert ranked(np.array(scores)).tolist() == stats.rankdata(-np.round(scores, 9)).tolist()


def test_what_is_undefined_has_no_rank():
    assert np.array_equal(ranked(np.array([3.0, np.nan, 5.0])), [2.0, np.nan, 1.0], equal_nan=True)


@given(st.integers(1, 6), st.integers(1, 6))
def test_runs_meet_each_other_equally_often(a, b):
    first, second = matched([f"a{k}" for k in range(a)], [f"b{k}" for k in range(b)])
    assert len(first) == len(second) == lcm(a, b)
    assert {first.count(name) for name in first} == {lcm(a, b) // a}
    assert {second.count(name) for name in second} == {lcm(a, b) // b}
