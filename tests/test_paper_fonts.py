"""Names beyond a style's own typefaces: written in what the machine has, as boxes and with a remedy where it has nothing."""

import io
import re

import pandas as pd
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from matplotlib import font_manager
from pypdf import PdfReader

from figures import paper, paper_check, paper_fonts
from figures.registry import FIGURES
from figures.studies.exhibit import Exhibit
from tests.paper_frames import FRAMES, frame_of
from tests.projects import GOLD, SYS1, poorer
from tests.test_figure_command import figure, files
from tests.test_paper_page import markup, opened, saved, two  # noqa: F401

ACL = paper.STYLES["acl"]
FOREIGN = "名한"


def square(pen):
    for move, *points in (("moveTo", (0, 0)), ("lineTo", (0, 700)), ("lineTo", (700, 700)), ("lineTo", (700, 0))):
        getattr(pen, move)(*points)
    pen.closePath()
    return pen


def typeface(path, family: str, signs: str, *, postscript: bool = False) -> None:
    """A file with a typeface of some signs, all of them squares, of TrueType or PostScript outlines."""
    names = [".notdef", *(f"s{ord(sign):X}" for sign in signs)]
    build = FontBuilder(1000, isTTF=not postscript)
    build.setupGlyphOrder(names)
    build.setupCharacterMap({ord(sign): f"s{ord(sign):X}" for sign in signs})
    if postscript:
        build.setupCFF(
            family.replace(" ", ""), {}, {name: square(T2CharStringPen(800, None)).getCharString() for name in names}, {}
        )
    else:
        build.setupGlyf({name: square(TTGlyphPen(None)).glyph() for name in names})
    build.setupHorizontalMetrics(dict.fromkeys(names, (800, 0)))
    build.setupHorizontalHeader(ascent=800, descent=-200)
    build.setupNameTable({"familyName": family, "styleName": "Regular", "psName": family.replace(" ", "")})
    build.setupOS2(sTypoAscender=800, usWeightClass=400)
    build.setupPost()
    build.save(path)


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine that has matplotlib's own typefaces and those that are made: machine(family, signs)."""
    manager = font_manager.fontManager
    own = [entry for entry in manager.ttflist if "mpl-data" in entry.fname]
    monkeypatch.setattr(manager, "ttflist", own)
    monkeypatch.setattr(font_manager, "findSystemFonts", lambda: sorted(str(path) for path in tmp_path.glob("font-*")))

    def forget():
        for cache in (paper_fonts._entries, paper_fonts._found, manager._findfont_cached):
            cache.cache_clear()

    def install(family, signs, **how):
        typeface(tmp_path / f"font-{family}.ttf", family, signs, **how)
        forget()

    forget()
    yield install
    monkeypatch.undo()
    forget()


def named(text: str) -> pd.DataFrame:
    frame = frame_of("breakdown", False)
    return frame.assign(metric=frame["metric"] + text)


def exhibited(frame: pd.DataFrame) -> Exhibit:
    return Exhibit("breakdown", frame, "A title", "a signature", None, None)


def fonts_of(data: bytes) -> dict[str, str]:
    """Of a PDF, its typefaces with their kinds."""
    found = [font.get_object() for font in PdfReader(io.BytesIO(data)).pages[0]["/Resources"]["/Font"].get_object().values()]
    return {
        str(font.get("/BaseFont") or font["/Name"]): font["/DescendantFonts"][0].get_object()["/Subtype"]
        if font["/Subtype"] == "/Type0"
        else font["/Subtype"]
        for font in found
    }


@pytest.mark.usefixtures("machine")
def test_signs_that_no_typeface_has_are_boxes_and_what_to_install_is_said():
    frame = named(FOREIGN + "\x00\u202e")
    assert paper_fonts.found(frame, ACL) == ()
    said = paper_fonts.missing(frame, ACL)
    assert said == "No typeface on this machine has 名 한: boxes stand for them. On Debian: apt install fonts-wqy-zenhei."
    for kind in paper.KINDS:
        assert paper.render(frame, FIGURES["breakdown"][1], kind=kind)


@pytest.mark.usefixtures("machine")
def test_the_remedy_is_for_the_script_and_few_signs_are_named():
    ethiopic = "".join(map(chr, range(0x1200, 0x1210)))
    said = paper_fonts.missing(named(ethiopic), ACL)
    assert "and 4 more" in said and said.endswith("apt install fonts-noto-core.")
    assert paper_fonts.missing(named("é ß — Ω я א ع"), ACL) == ""


def test_names_are_written_in_what_is_installed_even_after_the_list_of_fonts_was_made(machine):
    machine("Noto Sans Few", "名")
    machine("Droid Sans Fallback", FOREIGN)
    frame = named(FOREIGN)
    assert paper_fonts.found(frame, ACL) == ("Droid Sans Fallback",)
    assert paper_fonts.missing(frame, ACL) == ""
    data = paper.render(frame, FIGURES["breakdown"][1])
    assert any("DroidSansFallback" in name for name in fonts_of(data))
    assert set(fonts_of(data).values()) <= {"/CIDFontType2", "/TrueType"}
    assert data == paper.render(frame, FIGURES["breakdown"][1])


def test_several_typefaces_are_taken_where_one_has_not_all(machine):
    machine("Noto Sans One", "名文")
    machine("Noto Sans Two", "한")
    assert paper_fonts.found(named("名文한"), ACL) == ("Noto Sans One", "Noto Sans Two")


def test_truetype_comes_first_and_other_outlines_are_drawn_as_type_3(machine):
    machine("Noto Sans CJK SC", FOREIGN, postscript=True)
    assert set(fonts_of(paper.render(named(FOREIGN), FIGURES["breakdown"][1])).values()) == {"/Type3"}
    assert [exhibited(named(words)).embedded() for words in (FOREIGN, "")] == ["Type 3", "TrueType"]
    machine("Noto Sans Later", FOREIGN)
    assert paper_fonts.found(named(FOREIGN), ACL) == ("Noto Sans Later",)


def test_a_figure_without_such_names_does_not_depend_on_the_machine(machine):
    plain = paper.render(frame_of("breakdown", True), FIGURES["breakdown"][1])
    machine("Droid Sans Fallback", FOREIGN + "abc")
    assert paper.render(frame_of("breakdown", True), FIGURES["breakdown"][1]) == plain


@pytest.mark.parametrize("name", FRAMES)
def test_all_words_of_a_figure_can_be_written_by_its_style_or_stand_in_its_frame(name):
    frame = frame_of(name, True)
    words = "".join(box.words for box in paper_check.boxes(paper.drawn(frame, FIGURES[name][1], paper.Sheet())))
    assert paper_fonts._unwritten(paper_fonts.signs(pd.DataFrame({"words": [words]})), ACL) <= paper_fonts.signs(frame)


@pytest.mark.usefixtures("machine")
def test_the_command_says_so_once_and_draws_the_figure(tmp_path):
    given = files(tmp_path, gold=GOLD, one=SYS1, two=poorer())
    done = figure("overview", *given, "--name", "名", "--name", "b", "--resamples", 0, "-o", tmp_path / "x.pdf", "--quiet")
    assert done.exit_code == 0 and (tmp_path / "x.pdf").exists()
    assert re.findall("Warning: .*", done.stderr) == [
        "Warning: No typeface on this machine has 名: boxes stand for them. On Debian: apt install fonts-wqy-zenhei."
    ]


@pytest.mark.usefixtures("machine")
def test_the_page_says_so(saved):  # noqa: F811
    from tests.projects import project

    at = opened(project=project(("名.conll", SYS1), ("two.conll", poorer())), figure="overview")
    assert "No typeface on this machine has 名" in markup(at)
    assert "No typeface" not in markup(opened(project=two(), figure="overview"))
