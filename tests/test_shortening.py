"""Names that are cut: those of one axis stay apart, on screen and on paper, at the place where they differ."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from figures import layout, paper_text, theme

LONG = [f"CLASS_{k:02}{'x' * 40}" for k in range(12)]
MIDDLES = [f"{'a' * 30}{k}{'b' * 30}" for k in range(12)]


@pytest.mark.parametrize("names", [LONG, MIDDLES, [*LONG, "PERSON", ""], ["a" * 50, "a" * 60, "a" * 70]])
@pytest.mark.parametrize("length", [14, 18, 22, 40])
def test_names_of_one_axis_stay_apart(names, length):
    cut = theme.apart(names, length)
    assert len(set(cut)) == len(names) and max(map(len, cut)) <= length


def test_what_differs_is_kept():
    assert all(f"{k}b" in cut for k, cut in enumerate(theme.apart(MIDDLES, 18)))
    assert theme.apart(["first one", "x" * 20 + "y"], 12) == ["first one", theme.shortened("x" * 20 + "y", 12)]


@given(st.lists(st.text("ab", min_size=10, max_size=60), unique=True, min_size=1, max_size=20), st.integers(12, 30))
def test_any_names_stay_apart(names, length):
    cut = theme.apart(names, length)
    assert len(set(cut)) == len(names) and max(map(len, cut)) <= length


def test_names_that_occur_twice_are_one_name():
    assert theme.apart(["a" * 40] * 2, 12) == [theme.shortened("a" * 40, 12)] * 2


def test_labels_with_numbers_stay_apart():
    labels = [label.rsplit("  ")[0] for label in layout.counted(LONG, range(12), 14)]
    assert len(set(labels)) == 12


@pytest.mark.parametrize("after", [(), [f" ({k})" for k in range(12)]])
@pytest.mark.parametrize("names", [LONG, MIDDLES])
def test_names_on_paper_stay_apart_and_find_room(names, after):
    cut = paper_text.fitted(names, 1.1, after)
    bare = [name.removesuffix(end) for name, end in zip(cut, after or [""] * 12, strict=True)]
    assert len(set(bare)) == 12 and paper_text.width(cut) <= 1.1
