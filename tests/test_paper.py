"""Every figure on paper: words neither cut nor over one another, exact sizes, fonts, looks as on the screen, the same bytes."""

import base64
import io
import os
import re
import subprocess
import sys
import zlib
from dataclasses import replace
from functools import cache
from xml.etree import ElementTree

import matplotlib.colors
import numpy as np
import pytest
from fontTools.ttLib import TTFont
from matplotlib.collections import LineCollection
from PIL import Image
from pypdf import PdfReader

from figures import paper, paper_captions, paper_check, paper_marks, theme
from figures.registry import FIGURES
from tests.paper_frames import FRAMES, frame_of

SAME = ("class-confusion", "span-confusion", "label-confusion", "label-groups")  # drawn as other figures are
NAMES = [name for name in FIGURES if name not in SAME]
# Every width with every size of type and every kind of frame, two by two; hostile ones where names have least room.
CASES = {
    "column, 8 pt": (paper.Sheet(), False),
    "column, 10 pt, hostile": (paper.Sheet(size=10.0), True),
    "text, 8 pt, hostile": (paper.Sheet(width=6.9, style="plain", grey=True), True),
    "text, 10 pt": (paper.Sheet(width=6.9, size=10.0, legend="none"), False),
}
SIGNED = paper.Sheet(title="A title", signature="CoNLL|match:exact|v:0")


@cache
def drawn(name: str, hostile: bool, sheet: paper.Sheet):
    return paper.drawn(frame_of(name, hostile), FIGURES[name][1], sheet)


def test_every_figure_has_a_frame_here_and_a_caption():
    assert set(FRAMES) == set(FIGURES) == set(paper_captions.CAPTIONS)


def test_figures_that_are_drawn_as_others_need_no_test_of_their_own():
    assert {FIGURES[name][1] for name in SAME} <= {FIGURES[name][1] for name in NAMES}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("name", NAMES)
def test_no_word_is_cut_or_stands_over_another(name, case):
    sheet, hostile = CASES[case]
    figure = drawn(name, hostile, sheet)
    assert figure.get_size_inches()[0] == pytest.approx(sheet.width)
    found = paper_check.boxes(figure)
    assert len(found) >= 5
    assert paper_check.faults(figure, found) == []


def test_the_check_finds_what_is_cut_and_what_overlaps():
    figure = paper.new_figure(paper.Sheet(), 2.0)
    figure.text(0.98, 0.5, "over the edge")
    figure.text(0.2, 0.5, "one")
    figure.text(0.22, 0.5, "two")
    assert paper_check.faults(figure) == ["cut: over the edge", "over one another: one | two"]


@pytest.mark.parametrize("legend", paper.LEGENDS)
def test_the_legend_stands_where_it_is_wanted(legend):
    figure = drawn("overview", False, paper.Sheet(legend=legend))
    found = paper_check.boxes(figure)
    boxes = {box.words: box for box in found}
    plot, (wide, high) = figure.axes[0].get_position(), figure.get_size_inches()
    if legend == "none":
        assert "A wharf-base" not in boxes
        return
    box = boxes["A wharf-base"]
    assert {
        "above": box.y0 > plot.y1 * high,
        "below": box.y1 < plot.y0 * high,
        "right": box.x0 > figure.axes[-1].get_position().x1 * wide,
    }[legend]
    assert "B wharf-large" in boxes and paper_check.faults(figure, found) == []


def test_a_height_is_kept_with_its_legend_and_refused_where_words_would_overlap():
    for legend in paper.LEGENDS:
        figure = drawn("overview", False, paper.Sheet(height=3.0, legend=legend))
        assert figure.get_size_inches() == pytest.approx((3.3, 3.0))
    with pytest.raises(ValueError, match=r"height: words would overlap at 1 inches; 2\.\d are enough"):
        drawn("overview", False, paper.Sheet(height=1.0))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"style": "fancy"}, "style must be one of acl, plain, not 'fancy'"),
        ({"legend": "left"}, "legend must be one of above, below, right, none"),
        ({"size": 2.0}, "size must be 5 to 24 points"),
        ({"size": float("nan")}, "size must be 5 to 24 points"),
        ({"height": 0.1}, "height must be 0.8 to 24 inches"),
    ],
)
def test_other_sheets_are_refused(wrong, words):
    with pytest.raises(ValueError, match=words):
        drawn("overview", False, replace(paper.Sheet(), **wrong))


@pytest.mark.parametrize(
    ("width", "inches"), [("column", 3.3), ("text", 6.9), ("acl-column", 3.03), ("acl-text", 6.3), ("4.5", 4.5)]
)
def test_files_have_their_exact_width(width, inches):
    data = {
        kind: paper.render(frame_of("coverage", False), FIGURES["coverage"][1], width=width, kind=kind) for kind in paper.KINDS
    }
    box = PdfReader(io.BytesIO(data["pdf"])).pages[0].mediabox
    assert float(box.width) == pytest.approx(72 * inches)
    assert float(re.search(rb'width="([\d.]+)pt"', data["svg"]).group(1)) == pytest.approx(72 * inches)
    image = Image.open(io.BytesIO(data["png"]))
    assert image.width == round(300 * inches) and image.info["dpi"] == pytest.approx((300, 300), abs=0.1)


@pytest.mark.parametrize("style", paper.STYLES)
def test_fonts_are_embedded_as_truetype(style):
    data = paper.render(frame_of("overview", False), FIGURES["overview"][1], sheet=paper.Sheet(style=style))
    fonts = PdfReader(io.BytesIO(data)).pages[0]["/Resources"]["/Font"].get_object().values()
    found = [font.get_object() for font in fonts]
    inner = [font["/DescendantFonts"][0].get_object() if font["/Subtype"] == "/Type0" else font for font in found]
    assert {font["/Subtype"] for font in inner} <= {"/CIDFontType2", "/TrueType"}
    assert all("/FontFile2" in font["/FontDescriptor"].get_object() for font in inner)
    assert b"/Type3" not in data and any(paper.STYLES[style][0].replace(" ", "") in font["/BaseFont"] for font in found)


def test_the_signature_stands_in_the_metadata():
    for kind in paper.KINDS:
        data = paper.render(frame_of("coverage", False), FIGURES["coverage"][1], kind=kind, sheet=SIGNED)
        assert b"CoNLL|match:exact|v:0" in data and b"A title" in data


BYTES = """
import zlib
from figures import paper
from figures.registry import FIGURES
from tests.paper_frames import frame_of
SIGNED = paper.Sheet(title="A title", signature="CoNLL|match:exact|v:0")
for name, kind in (("documents-genres", "pdf"), ("class-documents", "svg"), ("overview", "png")):
    print(zlib.crc32(paper.render(frame_of(name, False), FIGURES[name][1], kind=kind, sheet=SIGNED)))
"""


def test_the_bytes_are_the_same_in_another_process_with_another_hash_seed():
    environment = {**os.environ, "PYTHONHASHSEED": "77"}
    found = subprocess.run([sys.executable, "-c", BYTES], capture_output=True, text=True, check=True, env=environment)
    here = [
        zlib.crc32(paper.render(frame_of(name, False), FIGURES[name][1], kind=kind, sheet=SIGNED))
        for name, kind in (("documents-genres", "pdf"), ("class-documents", "svg"), ("overview", "png"))
    ]
    assert [int(line) for line in found.stdout.split()] == here


def marks_of(figure) -> dict[str, set]:
    """By marker, the colours in which a figure has it."""
    found: dict[str, set] = {}
    for line in figure.findobj(lambda artist: hasattr(artist, "get_marker")):
        found.setdefault(line.get_marker(), set()).add(line.get_color())
    return found


MARKED = ["overview", "singletons", "parsing", "breakdown", "classes", "diagnosis", "span-groups", "failures", "label-thresholds"]


@pytest.mark.parametrize("name", MARKED)
def test_systems_look_as_on_the_screen(name):
    found = marks_of(drawn(name, False, paper.Sheet()))
    for mark in theme.MARKS[:2]:
        assert mark.colour in found[mark.marker]


@pytest.mark.parametrize("name", ["span-errors", "failures", "diagnosis-losses", "documents-sorted"])
def test_bars_have_the_systems_colours(name):
    figure = drawn(name, False, paper.Sheet())
    found = {matplotlib.colors.to_hex(bar.get_facecolor()).upper() for ax in figure.axes for bar in ax.patches}
    assert theme.MARKS[0].colour in found
    assert theme.MARKS[1].colour in found or name == "documents-sorted"  # where B is never the better one


def test_grey_print_has_no_colour_and_tells_systems_apart():
    for name in ("overview", "failures", "class-documents", "label-thresholds", "documents", "coverage"):
        svg = paper.render(frame_of(name, False), FIGURES[name][1], kind="svg", sheet=paper.Sheet(grey=True)).decode()
        for colour in set(re.findall(r"#[0-9a-f]{6}", svg)):
            parts = [int(colour[k : k + 2], 16) for k in (1, 3, 5)]
            assert max(parts) - min(parts) < 16, (name, colour)
    looks = [paper_marks.style(place, paper.Sheet(grey=True)) for place in range(theme.SHOWN)]
    assert len({look["marker"] for look in looks}) == theme.SHOWN
    light = [int(look["color"][1:3], 16) for look in looks[:4]]
    assert np.diff(sorted(light)).min() >= 25


def test_differences_in_grey_print_are_hatched_where_the_lighter_system_is_better():
    frame = frame_of("class-documents", True)
    patches = drawn("class-documents", True, paper.Sheet(grey=True)).axes[0].patches
    better = frame[(frame["n"] > 0) & (frame["x"] < 60)]
    assert len(patches) == len(better) > 0 and all(patch.get_hatch() for patch in patches)
    assert not drawn("class-documents", True, paper.Sheet()).axes[0].patches


@pytest.mark.parametrize("name", ["overview", "singletons", "breakdown", "documents-genres", "treebanks", "diagnosis", "classes"])
def test_intervals_are_drawn_wherever_the_frame_has_them(name):
    frame = frame_of(name, False)
    figure = drawn(name, False, paper.Sheet(width=6.9))
    ends = {round(float(x), 6) for c in figure.findobj(LineCollection) for path in c.get_segments() for x in path[:, 0]}
    columns = ["kept_low", "kept_high", "dropped_low", "dropped_high"] if name == "singletons" else ["low", "high"]
    wanted = {round(float(v), 6) for v in frame[columns].to_numpy(float).ravel() if np.isfinite(v)}
    assert wanted and len(wanted - ends) <= (0.1 * len(wanted) if name == "classes" else 0)  # ends off the scale are cut there


def test_a_file_or_group_of_one_name_is_no_other():
    frame = frame_of("breakdown", True)
    figure = drawn("breakdown", True, paper.Sheet())
    assert len(figure.axes[0].get_yticks()) == frame["metric"].nunique()


SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("style", paper.STYLES)
def test_words_of_an_svg_are_words_in_typefaces_that_it_holds(style):
    data = paper.render(frame_of("overview", True), FIGURES["overview"][1], kind="svg", sheet=paper.Sheet(style=style))
    root = ElementTree.fromstring(data)
    words = {"".join(text.itertext()): text.get("style") for text in root.iter(f"{SVG}text")}
    shown = paper_check.boxes(drawn("overview", True, paper.Sheet(style=style)))
    assert {line for box in shown for line in box.words.split("\n")} == set(words)
    faces = {}
    for family, weight, font in re.findall(
        r"font-family:'([^']+)';font-weight:(\d+);src:url\(data:font/ttf;base64,(.*?)\)", data.decode()
    ):
        faces[family, weight] = TTFont(io.BytesIO(base64.b64decode(font))).getBestCmap()
    for text, how in words.items():
        weight = re.search(r"font-weight: (\d+)|$", how).group(1) or "400"
        held = [faces.get((family, weight), {}) for family in paper.STYLES[style]]
        assert all(any(ord(sign) in face for face in held) for sign in text), text
    assert not re.search(r"(?:href|src)=|url\((?!data:|#)", data.decode().replace('xlink:href="#', ""))


@pytest.mark.browser
def test_a_browser_draws_an_svg_as_it_is_in_the_pdf(browser, tmp_path):
    """Words are as wide as matplotlib measured them, and can be found and marked."""
    frame, page = frame_of("overview", False), browser.new_page()
    (tmp_path / "x.svg").write_bytes(paper.render(frame, FIGURES["overview"][1], width="text", kind="svg"))
    page.goto((tmp_path / "x.svg").as_uri())
    page.evaluate("document.fonts.ready")
    seen = page.evaluate("[...document.querySelectorAll('text')].map(t => [t.textContent, t.getComputedTextLength() / 72])")
    page.close()
    boxes = {box.words: box.x1 - box.x0 for box in paper_check.boxes(drawn("overview", False, paper.Sheet(width=6.9)))}
    assert len(seen) > 20
    for words, wide in seen:
        assert wide == pytest.approx(boxes[words], abs=0.03), words
