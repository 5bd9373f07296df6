"""The Reader's HTML by itself in a real browser: hover, narrow columns, coming into view, nothing that runs or is fetched."""

import pytest

from figures import reader
from tests.test_reader import HEADS, HOSTILE, LETTER, read

FRAME = (
    "<style>:root{{color-scheme:light dark;--ink:#22211F;--mute:#67635B;--line:#DDDAD3;--page:#fff;--error:#B0124B}}"
    "body{{margin:0}}main{{height:600px;overflow-y:auto}}</style><main>{}</main><div id='late'></div>"
)
CLEAR = "rgba(0, 0, 0, 0)"

pytestmark = pytest.mark.browser


@pytest.fixture
def page(browser):
    found = browser.new_page(viewport={"width": 1200, "height": 800})
    found.asked = []
    found.on("request", lambda request: found.asked.append(request.url))
    found.on("dialog", lambda dialog: found.asked.append(dialog.message))
    yield found
    found.close()


def backgrounds(page, selector):
    return page.eval_on_selector_all(selector, "found => found.map(e => getComputedStyle(e).backgroundColor)")


def test_the_whole_entity_lights_up_in_all_columns(page):
    page.set_content(FRAME.format(reader.text(read(LETTER, LETTER, LETTER), HEADS)))
    assert set(backgrounds(page, ".grid .m")) == {CLEAR}
    page.get_by_text("porter").first.hover()
    assert CLEAR not in backgrounds(page, ".grid .m.e1")
    assert set(backgrounds(page, ".grid .m.e2")) == {CLEAR}
    page.locator(".grid .e2 > .e1").first.hover()  # "his" in "his sister": the innermost alone
    assert CLEAR not in backgrounds(page, ".grid .m.e1")
    assert set(backgrounds(page, ".grid .m.e2")) == {CLEAR}


def tops(page):
    return page.eval_on_selector_all(".r:nth-child(2) .c", "found => found.map(e => Math.round(e.getBoundingClientRect().top))")


def test_columns_are_stacked_where_there_is_no_room(page):
    page.set_content(FRAME.format(reader.text(read(LETTER, LETTER, LETTER), HEADS)))
    assert len(set(tops(page))) == 1
    assert not page.locator(".who").first.is_visible()
    page.set_viewport_size({"width": 600, "height": 800})
    assert len(set(tops(page))) == 3
    assert page.locator(".who").first.is_visible()


def test_an_error_comes_into_view_and_lets_go(page):
    text = "nothing here\n" * 80 + "[1 She ] met [1 her ]\n" + "nothing here\n" * 20
    page.set_content(FRAME.format(reader.text(read(text, text.replace("[1 her ]", "her")), HEADS[:2])))
    place = "() => document.querySelector('main').scrollTop"
    assert page.evaluate(place) == 0
    page.eval_on_selector("#late", "(e, css) => { e.innerHTML = css }", reader.spotlight(error=1, scroller="main"))
    page.wait_for_function("document.querySelector('main').scrollTop > 1000")
    box = page.locator(".x1").first.bounding_box()
    assert 0 < box["y"] < 600
    page.wait_for_function("getComputedStyle(document.querySelector('main')).scrollSnapType == 'none'")
    page.evaluate("document.querySelector('main').scrollTop = 100")
    page.wait_for_timeout(300)
    assert page.evaluate(place) == 100


def test_long_words_and_deep_nesting_stay_in_their_column(page):
    deep = " ".join(f"[{k}" for k in range(30)) + " word" + " ]" * 30
    text = f"[40 {'very' * 100} ] met\n{deep}\n[41 שלום ] עולם"
    page.set_content(FRAME.format(reader.text(read(text, text, text), HEADS)))
    assert page.evaluate("document.querySelector('main').scrollWidth <= document.querySelector('main').clientWidth")
    assert page.evaluate("[...document.querySelectorAll('.c')].every(e => e.scrollWidth <= e.clientWidth + 1)")
    assert page.evaluate("getComputedStyle(document.querySelectorAll('.r')[3].querySelector('.c')).direction") == "rtl"


def test_nothing_runs_and_nothing_is_fetched(page):
    text = " ".join(f"[{k} {word} ] and [{k} it ]" for k, word in enumerate(HOSTILE, 1))
    page.set_content(FRAME.format(reader.text(read(text, text.replace("[2 it ]", "it"), text), HEADS)))
    page.mouse.move(300, 60)
    page.wait_for_timeout(200)
    assert page.asked == []
    assert page.locator(".rd script, .rd img").count() == 0
