"""Safe HTML of what people wrote, and drawings that say no more than the words beside them."""

from __future__ import annotations

import re
import time
from xml.etree import ElementTree

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from spookynb.dice import is_skull, tally
from spookynb.errors import BadText
from spookynb.journal import drawings, page
from spookynb.moves import Line, Span, line, strong

TAGS = {"p", "em", "strong", "s", "blockquote", "ul", "ol", "li", "code", "pre", "br", "hr", "a", "h4"}
HREF = re.compile(r"https://[^/@\s\"]+(/[^\s\"]*)?|mailto:[^\s\"]+")
ATTACKS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](//evil.example)",
    "[x](/lab)",
    "[x](https://good.example@evil.example)",
    "![x](https://evil.example/pixel.png)",
    "[x]: javascript:alert(1)\n\n[x]",
    "<https://evil.example>",
    "<a href='https://evil.example' onclick=alert(1)>x</a>",
    "<svg/onload=alert(1)>",
    "```html\n<script>alert(1)</script>\n```",
    '[x](https://a.bc "onmouseover=alert(1)")',
    "&lt;script&gt;",
    "<!--<img src=x onerror=alert(1)>-->",
    "<style>*{display:none}</style>",
)
prose = st.lists(st.one_of(st.sampled_from(ATTACKS), st.text("*_~`[]()<>!#&\\|:. ab\n-+1'\"=/"))).map("\n".join)


def tags(html: str) -> list[tuple[str, dict[str, str]]]:
    """The elements of a piece of HTML, which must be well formed once its empty elements are closed."""
    whole = re.sub(r"<(br|hr)>", r"<\1/>", html)
    return [(one.tag, one.attrib) for one in ElementTree.fromstring(f"<div>{whole}</div>").iter()][1:]


@given(prose)
@example("\n".join(ATTACKS))
@settings(deadline=None, max_examples=200)
def test_nothing_but_plain_text_markup_comes_out(text: str) -> None:
    for tag, attributes in tags(page.prose(text)):
        assert tag in TAGS
        assert attributes.keys() <= {"href", "rel", "start"}
        assert HREF.fullmatch(attributes.get("href", "https://a.bc"))


def test_what_people_use_is_kept() -> None:
    shown = page.prose("*soft* and **loud** and ~~gone~~\n\nNext, with a [link](https://a.bc/d).\n\n> quoted\n\n- one\n- two\n\n# big")
    assert [tag for tag, _ in tags(shown)] == ["p", "em", "strong", "s", "p", "a", "blockquote", "p", "ul", "li", "li", "h4"]
    assert 'href="https://a.bc/d"' in shown
    assert "noopener" in shown


@pytest.mark.parametrize(
    "text",
    [
        "[" * 20_000,
        "![" * 10_000,
        "[a](" * 5_000,
        ">" * 20_000,
        "> " * 10_000,
        ("> " * 11 + "a\n") * 800,
        "- " * 10_000,
        "".join(" " * (2 * depth) + "- a\n" for depth in range(130)),
        "*" * 20_000,
        "*a " * 6_600,
        "**a *" * 4_000,
        "_*" * 10_000,
        "~~a " * 5_000,
        "".join("`" * length + " " for length in range(190)),
        "<" * 20_000,
        "&#1;" * 5_000,
        "|a" * 2_000 + "\n" + "|-" * 2_000 + "\n" + "a\n" * 2_000,
        "```\n" * 5_000,
        "\\" * 20_000,
        "1. a\n" * 4_000,
    ],
    ids=range(20),
)
def test_no_shape_of_text_takes_long(text: str) -> None:
    page.prose.cache_clear()
    begun = time.perf_counter()
    shown = page.prose(text)
    assert time.perf_counter() - begun < 1
    assert tags(shown) or not text.strip()


def test_what_a_journal_cannot_hold_is_refused() -> None:
    with pytest.raises(BadText, match="limit"):
        page.prose("x" * 20_001)
    with pytest.raises(BadText, match="U\\+0007"):
        page.prose("ding \a")


def test_too_deep_a_text_keeps_its_words() -> None:
    assert page.prose(">" * 40 + " deep & dark\nsecond") == f"<p>{'&gt;' * 40} deep &amp; dark<br>second</p>"


def test_a_told_line_is_escaped_and_its_dice_are_drawn() -> None:
    told = line(strong("<b>Bob</b>"), ' & "Joe"', Span("late", "struck"), dice=(("bob", ("d6:3", "coin:T")), ("gm", ("d20:17",))))
    shown = page.told(told)
    assert shown.startswith("<b>&lt;b&gt;Bob&lt;/b&gt;</b> &amp; &quot;Joe&quot;<s>late</s>")
    assert re.findall(r'aria-label="([^"]+)"', shown) == ["Skull (d6 3)", "Bone (coin tails)", "Skull (d20 17)"]
    assert "against" in shown
    assert page.told(Line(())) == ""


# ---------------------------------------------------------------------------------------------- drawings

FACES = [f"d{sides}:{value}" for sides in (2, 4, 6, 8, 10, 12, 20, 100) for value in (1, 2, sides)] + [
    "d10:0",
    "d100:0",
    "coin:H",
    "coin:T",
    "d30:7",
]


@pytest.mark.parametrize("size", ["", "sm", "big"])
def test_every_face_is_drawn_with_its_words(size: drawings.Size) -> None:
    for face in FACES:
        drawn = ElementTree.fromstring(drawings.die(face, size))
        assert drawn.attrib["role"] == "img"
        assert drawn.attrib["aria-label"].startswith("Skull" if is_skull(face) else "Bone")
        numbers = [one.text for one in drawn.iter("text")]
        assert numbers == ([] if size == "sm" or "coin" in face or face.startswith("d2:") else [face.split(":")[1]])
    assert tally(FACES)[0] == sum("Skull" in drawings.die(face) for face in FACES)


def test_skulls_and_bones_differ_in_line_and_picture_not_in_colour_alone() -> None:
    skull, bone = drawings.die("d6:3"), drawings.die("d6:4")
    assert 'stroke-width="2.8"' in skull
    assert 'stroke-width="1.7"' in bone
    assert skull.count("<path") != bone.count("<path")


def test_what_is_no_face_is_not_drawn() -> None:
    for face in ("d6:7", "d7:1", "", "x", '"><script>', "coin:X"):
        assert drawings.die(face) == ""


@pytest.mark.parametrize("score", [0, 1, 4, 5, 6, 25, 26, -1])
def test_a_tally_has_a_stroke_for_each_point(score: int) -> None:
    drawn = drawings.tally(score)
    assert drawn.count("M") == (score if 0 < score <= drawings.MOST_STROKES else 0)
    assert not drawn or 'aria-hidden="true"' in drawn


@pytest.mark.parametrize("name", ["skull", "bone", "ouchie", "yo", "woe", "note", "quill", "bean"])
def test_icons_are_whole_drawings(name: drawings.Icon) -> None:
    for drawn in (drawings.icon(name), drawings.icon(name, 'a "label"'), drawings.mark(name)):
        assert "<use" not in drawn
        assert len(list(ElementTree.fromstring(drawn).iter())) > 1
    assert 'aria-label="a &quot;label&quot;"' in drawings.icon(name, 'a "label"')


@pytest.mark.parametrize("shape", ["yours", "theirs", "offered"])
def test_unrolled_dice_differ_by_shape(shape: drawings.Cube) -> None:
    assert ("dasharray" in drawings.cube(shape)) == (shape == "offered")
    assert "terrace" in drawings.terrace()
