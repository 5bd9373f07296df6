import unicodedata

import pyarrow as pa
from hypothesis import example, given
from hypothesis import strategies as st

from loaders.build import form_lengths

FORM = st.text(st.one_of(st.sampled_from("a\u00e9\u2019\u4e00\U0001d4b3"), st.characters(categories=["Zs"])), max_size=4)


@given(st.lists(FORM))
@example(["a\u00a0b"])
@example(["\u2019", "\u3000"])
@example(["\u00c2", "\u2028"])
def test_lengths_leave_blanks_out(forms):
    wanted = [sum(unicodedata.category(c) != "Zs" for c in form) for form in forms]
    assert form_lengths(pa.array(forms, pa.string())).tolist() == wanted
