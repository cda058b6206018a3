"""The journal's format: write then read is identity for any prose and names, read then write gives the same bytes."""

from __future__ import annotations

import re
import time
from importlib import import_module

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from journals import GOLDEN, Writer, golden, key
from spookynb import text
from spookynb.entry import Entry, make
from spookynb.errors import BadText
from spookynb.journal import Block, Journal, block, marker, parse
from spookynb.journal.markdown import paragraph
from spookynb.moves import Line, Span, line, strong

IMITATIONS = (
    '<!-- spookynb/1 r1 {"at":"2026-10-31T19:00:00Z"} ' + "0" * 128 + " -->",
    "<!-- spookynb/",
    "-->",
    "> quoted",
    ">",
    "[removed]",
    "=======",
    "<<<<<<< HEAD",
    ">>>>>>> branch",
    "\\u002d\\u002d",
    "\\",
    "--",
    "# heading",
    "</blockquote>",
    "***",
    "\ufeff",
)
MARKUP = (
    *"*_~`[]()<>!#&\\|$:;.@-+=0123456789 ab\u00a0é日“”’",
    "**",
    "~~",
    "https://a.bc",
    "www.a.bc",
    "a@b.cd",
    "&lt;",
    "<b>",
    "1. ",
    "- ",
    "\n",
)


def clean(words: str) -> bool:
    try:
        return text.words(words) == words
    except BadText:
        return False


prose = st.lists(st.one_of(st.sampled_from(IMITATIONS), st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp"))))).map("\n".join)
proses = prose.map(text.prose)
names = st.one_of(st.sampled_from(IMITATIONS), st.text(max_size=40)).filter(clean)
spans = st.builds(Span, st.lists(st.sampled_from(MARKUP), max_size=5).map("".join), st.sampled_from(["", "strong", "em", "struck"]))
lines = st.builds(Line, st.lists(spans, max_size=4).map(tuple), st.sampled_from(["line", "heading", "subheading"]))


def written(posts: list[tuple[str, str, list[Line]]]) -> list[Block]:
    """Blocks of a genesis and of posts: a name, prose, and lines that are told of it."""
    seat = key("gm")
    genesis = make(key=seat, seat="gm", after=[], at="2026-10-31T19:00:00Z", kind="open_campaign", data={"title": "x"}, facts=[])
    blocks = [block(genesis, [], None)]
    for name, said, told in posts:
        last = blocks[-1].entry
        data = {"name": name, "list": [name, {name: -1}]}
        entry = make(key=seat, seat="gm", after=[last.id], at="2026-10-31T19:00:00Z", kind="post", data=data, facts=[], prose=said)
        blocks.append(block(entry, [line(strong(name)), *told], last))
    return blocks


def gist(entry: Entry) -> tuple[str, str, bytes, str | None]:
    return entry.id, entry.sig, entry.body, entry.prose


def joined(blocks: list[Block]) -> bytes:
    return b"".join(one.text for one in blocks)


@given(st.lists(st.tuples(names, proses, st.lists(lines, max_size=2)), max_size=4))
@example([("--", "\n", []), ("-", "a\n", []), ("\\--", "\n\n> \n", [])])
@example([("<!-- x -->", IMITATIONS[0], [line(IMITATIONS[0])])])
@settings(deadline=None)
def test_what_is_written_is_read_again_whole(posts: list[tuple[str, str, list[Line]]]) -> None:
    blocks = written(posts)
    data = joined(blocks)
    journal = parse(data)
    assert journal.findings == ()
    assert [gist(record.entry()) for record in journal.records] == [gist(one.entry) for one in blocks]
    assert [record.prose or "" for record in journal.records] == [one.entry.prose or "" for one in blocks]
    assert b"".join(record.raw for record in journal.records) == data


@given(st.lists(st.tuples(names, proses, st.lists(lines, max_size=2)), max_size=4))
@settings(deadline=None)
def test_what_is_read_is_written_again_to_the_byte(posts: list[tuple[str, str, list[Line]]]) -> None:
    data = joined(written(posts))
    told = [[], *([line(strong(name)), *more] for name, _, more in posts)]
    again, last = [], None
    for record, said in zip(parse(data).records, told, strict=True):
        again.append(block(record.entry(), said, last, record.renderer))
        last = record.entry()
    assert joined(again) == data


@given(st.binary(max_size=200))
@example(b"\n\n\n")
@example(b"<!-- spookynb/1 r1 {} -->")
@example(b"<!-- spookynb/1 r1 {} " + b"0" * 128 + b" -->")
@example(b"<<<<<<< a\n=======\n>>>>>>> b")
def test_any_bytes_can_be_read(data: bytes) -> None:
    for journal in (parse(data), parse(joined(written([("a", "b", [])])) + data)):
        assert isinstance(journal, Journal)
        assert all(finding.line >= 1 and str(finding) for finding in journal.findings)


# ---------------------------------------------------------------------------------------------- human lines


@given(lines)
@settings(deadline=None, max_examples=400)
def test_words_show_as_themselves(told: Line) -> None:
    shown = paragraph(told)
    assert "\n" not in shown
    assert not shown.startswith((">", "<!--"))
    tokens = MarkdownIt("commonmark").enable(["strikethrough", "table"]).parse(shown)
    assert {token.type for token in tokens} <= {"heading_open", "heading_close", "paragraph_open", "paragraph_close", "inline"}
    inner = [child for token in tokens for child in token.children or ()]
    voices = ("text", "text_special", "strong_open", "strong_close", "em_open", "em_close", "s_open", "s_close")
    assert {child.type for child in inner} <= set(voices)
    plain = "".join(child.content for child in inner).replace("@\u2060", "@")
    assert plain.strip() == text.shown(str(told)).strip()


def test_voices_show() -> None:
    told = Line((Span("Prudence", "strong"), Span(" waltzes "), Span("the Baron", "em"), Span(", "), Span("late", "struck"), Span(".")))
    assert paragraph(told) == "**Prudence** waltzes *the Baron*, ~~late~~."


@pytest.mark.parametrize(
    "words", ["https://evil.example", "www.evil.example", "bob@evil.example", "mailto:bob@evil.example", "WWW.evil.example"]
)
def test_no_address_becomes_a_link_on_github(words: str) -> None:
    """GitHub links a scheme with ``://``, ``www.``, and an address, unless something stands between."""
    shown = paragraph(line(words))
    assert not re.search(r"(?<!\\)://|(?i:www)\.|@[0-9A-Za-z]", shown)


# ---------------------------------------------------------------------------------------------- the marker


def test_after_is_left_out_only_where_it_is_the_entry_before() -> None:
    first, second = written([("a", "", [])])
    assert b'"after"' not in second.text.split(b"\n<!--")[1]
    elsewhere = make(key=key("gm"), seat="gm", after=["0" * 64, second.entry.id], at="2026-10-31T19:00:00Z", kind="post", data={}, facts=[])
    third = block(elsewhere, [], second.entry)
    assert b'{"after":["' in third.text
    assert parse(joined([first, second, third])).records[2].entry().after == elsewhere.after


def test_a_comment_never_ends_inside_a_marker() -> None:
    for name in ("-->", "--", "---", "-" * 9, "a--!>", "\\--", "\\u002d\\u002d"):
        mark = marker.write(b'{"data":"%b"}' % name.replace("\\", "\\\\").encode(), "0" * 128, 1, None)
        assert b"--" not in mark[4:-3]
        found = marker.read(mark.removeprefix(marker.OPENING))
        assert found is not None
        assert marker.body(found.json, None)[0] == b'{"data":"%b"}' % name.replace("\\", "\\\\").encode()


# ---------------------------------------------------------------------------------------------- trouble


@pytest.fixture(scope="module")
def evening() -> Writer:
    return golden("evening")[0]


def test_a_tail_torn_anywhere_costs_only_its_own_entry(evening: Writer) -> None:
    ends = [0]
    for one in evening.blocks:
        ends.append(ends[-1] + len(one.text))
    near = {end + step for end in ends for step in range(-8, 8)}
    for cut in sorted(near.union(range(0, len(evening.text), 11)) & set(range(len(evening.text)))):
        journal = parse(evening.text[:cut])
        entries = [gist(record.entry()) for record in journal.records if record.sig]
        whole = sum(end <= cut for end in ends[1:])
        assert entries[:whole] == [gist(one.entry) for one in evening.blocks[:whole]]
        assert len(entries) - whole == (min(end - cut for end in ends if end >= cut) in range(1, 6))  # all but " -->" and its line's end
        assert bool(journal.findings) == (cut not in ends)
        assert all(one.line <= evening.text.count(b"\n", 0, cut) + 1 for one in journal.findings)


@pytest.mark.parametrize("damaged", [b"<!-- spookynb/", b"<!-- spookynb/1 r1 {", b"<!-- spookynb/1 r1 {} " + b"0" * 127 + b" -->"])
def test_markers_right_below_a_damaged_one_are_read(evening: Writer, damaged: bytes) -> None:
    blocks = [one.text for one in evening.blocks]
    journal = parse(b"".join([*blocks[:3], b"\n", damaged, b"\n", blocks[3].rsplit(b"\n", 2)[1], b"\n", *blocks[4:]]))
    read = [record.id for record in journal.records]
    assert read[:3] == [one.entry.id for one in evening.blocks[:3]]
    assert len(read) >= len(blocks) - 1 and len(journal.records[-1].raw) == len(blocks[-1])
    assert any(one.line == b"".join(blocks[:3]).count(b"\n") + 2 for one in journal.findings)


def test_windows_line_ends_and_a_byte_order_mark_are_named_and_read(evening: Writer) -> None:
    journal = parse(b"\xef\xbb\xbf" + evening.text.replace(b"\n", b"\r\n"))
    assert [gist(record.entry()) for record in journal.records] == [gist(one.entry) for one in evening.blocks]
    assert [(one.line, one.play) for one in journal.findings] == [(1, False), (1, False)]
    assert "byte order mark" in journal.findings[0].what
    assert "CRLF" in journal.findings[1].what


def test_both_sides_of_a_git_conflict_are_read() -> None:
    base = written([("a", "b", [])])
    last = base[-1].entry
    sides = []
    for name in ("ours", "theirs"):
        entry = make(key=key("gm"), seat="gm", after=[last.id], at="2026-10-31T19:00:00Z", kind="post", data={}, facts=[], prose=name)
        sides.append(block(entry, [], last))
    data = joined(base) + b"<<<<<<< HEAD\n" + sides[0].text + b"=======\n" + sides[1].text + b">>>>>>> theirs\n"
    journal = parse(data)
    assert [gist(record.entry()) for record in journal.records] == [gist(one.entry) for one in (*base, *sides)]
    marks = [place + 1 for place, one in enumerate(data.split(b"\n")) if one[:7] in (b"<" * 7, b"=" * 7, b">" * 7)]
    assert [one.line for one in journal.findings] == marks
    assert all("Git" in one.what for one in journal.findings)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        (b"<!-- spookynb/1 r1", b"<!-- spookynb/1 r7", "Renderer 7 is not installed"),
        (b"<!-- spookynb/1 r1", b"<!-- spookynb/2 r1", "format 2"),
        (b"<!-- spookynb/1 r1", b"<!- spookynb/1 r1", "damaged"),
        (b"<!-- spookynb/1 r1", b"spooky <!-- spookynb/1 r1", "damaged"),
    ],
)
def test_a_marker_of_another_look_is_read_all_the_same(evening: Writer, old: bytes, new: bytes, what: str) -> None:
    seventh = evening.blocks[6].text
    data = evening.text.replace(seventh, seventh.replace(old, new, 1))
    journal = parse(data)
    assert [gist(record.entry()) for record in journal.records] == [gist(one.entry) for one in evening.blocks]
    assert len(journal.findings) == 1
    assert what in journal.findings[0].what
    assert journal.findings[0].line == data[: data.index(new + b" {")].count(b"\n") + 1


@pytest.mark.parametrize(
    "line", [b"{", b"}", b"<", b"\\<", b"> a\nb\n", b"\n", b"<!-- spookynb/1 r1 {", b"=======\n", b"{} -->\n", b"\\u002d"]
)
def test_no_shape_of_file_takes_long(line: bytes) -> None:
    data = line * (1_000_000 // len(line))
    begun = time.perf_counter()
    for tail in (data, b"<" + data, data + b"\n<!-- spookynb/1 r1 {} " + b"0" * 128 + b" -->\n"):
        parse(tail)
    assert time.perf_counter() - begun < 10


# ---------------------------------------------------------------------------------------------- golden journals


@pytest.mark.parametrize("name", sorted(path.stem for path in GOLDEN.glob("*.md")))
def test_golden_journals_come_out_to_the_byte(name: str) -> None:
    """A difference here means that published journals would no longer verify: make another renderer, do not mend this file."""
    writer, journal = golden(name)
    assert writer.text.decode() == journal.decode()


def test_golden_journals_hold_every_line_fast() -> None:
    """Claims and texts taken out stand in the journals of the vectors."""
    tellings = [import_module(f"spookynb.{name}.tell").TELLINGS[1] for name in ("tablemoves", "systems.spookybeans")]
    told = {type(fact) for path in GOLDEN.glob("*.md") for taken in golden(path.stem)[0].taken for fact in taken.facts}
    assert {kind.__name__ for telling in tellings for kind in telling} - {kind.__name__ for kind in told} == {"SeatClaimed", "Redacted"}
