"""Safe HTML of what people wrote: the one place that turns prose and told lines into markup.

Nothing around us sanitises: ``widgets.HTML`` and ``display(HTML)`` run whatever they get. So prose goes through a Markdown
reader that knows no raw HTML, images or references, and then through nh3 with explicit lists; words go through
:func:`escape`. Shapes of text that would take long to read are shown as plain text instead.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

import nh3
from markdown_it import MarkdownIt

from spookynb import text as _text
from spookynb.journal.drawings import die
from spookynb.moves import Line, Span

#: square brackets in a passage that is read as Markdown; more make reading slow
MOST_BRACKETS: Final = 200
#: depth of quotes within quotes, and of lists within lists, that is read as Markdown
MOST_NESTED: Final = 12
#: marks of emphasis and code in a passage that is read as Markdown
MOST_MARKS: Final = 4_000

_TAGS: Final = {"p", "em", "strong", "s", "blockquote", "ul", "ol", "li", "code", "pre", "br", "hr", "a", "h4"}
_HREF: Final = re.compile(r"https://[^/@\s]+(?:/[^\s]*)?|mailto:[^\s]+")
_NESTED: Final = re.compile(rf"^(?:[ \t]*(?:>|[-+*][ \t]|\d{{1,9}}[.)][ \t])){{{MOST_NESTED},}}", re.MULTILINE)
_DEEP: Final = re.compile(rf"^[ \t]{{{4 * MOST_NESTED},}}\S", re.MULTILINE)
_MARKS: Final = re.compile(r"[*_~`\\&<]")
_VOICES: Final[Mapping[str, str]] = {"strong": "b", "em": "i", "struck": "s"}


def escape(words: str) -> str:
    """``words`` as HTML, for elements and attributes alike."""
    return html.escape(words)


@lru_cache(maxsize=2048)
def prose(text: str) -> str:
    """A passage as safe HTML, in paragraphs; the same passage is read once and kept.

    Raises :class:`spookynb.errors.BadText` for what a journal cannot hold (over 20,000 characters, control characters).
    """
    text = _text.prose(text)
    if _heavy(text):
        return plain(text)
    tokens = _reader().parse(text)
    for token in tokens:
        if token.tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            token.tag = "h4"  # a passage stands below our own headings
    reader = _reader()
    return nh3.clean(
        reader.renderer.render(tokens, reader.options, {}),
        tags=_TAGS,
        attributes={"*": set(), "a": {"href"}, "ol": {"start"}},
        attribute_filter=_keep,
        url_schemes={"https", "mailto"},
        link_rel="noopener noreferrer nofollow",
    ).strip()


def plain(text: str) -> str:
    """A passage as paragraphs of plain words, whatever it holds."""
    parts = re.split(r"\n{2,}", text.strip("\n"))
    return "\n".join(f"<p>{escape(part).replace(chr(10), '<br>')}</p>" for part in parts if part)


def told(line: Line) -> str:
    """One told line as HTML: its words in their voices, and its dice drawn below them."""
    words = "".join(map(_voiced, line.spans))
    sides = [f'<span class="dice">{"".join(die(face, "sm") for face in faces)}</span>' for _who, faces in line.dice if faces]
    drawn = ' <span class="vs">against</span> '.join(sides)
    return words + (f'<div class="dice">{drawn}</div>' if drawn else "")


def _voiced(span: Span) -> str:
    words = escape(_text.shown(span.words))
    tag = _VOICES.get(span.voice)
    return f"<{tag}>{words}</{tag}>" if tag else words


def _heavy(text: str) -> bool:
    """Whether reading ``text`` as Markdown could take long."""
    if text.count("[") > MOST_BRACKETS or _NESTED.search(text) or _DEEP.search(text):
        return True
    return sum(1 for _ in _MARKS.finditer(text)) > MOST_MARKS


@cache
def _reader() -> MarkdownIt:
    off = ["image", "reference", "table", "html_block", "html_inline", "autolink"]
    return MarkdownIt("js-default", {"html": False, "linkify": False}).disable(off, ignoreInvalid=True)


def _keep(tag: str, name: str, value: str) -> str | None:
    if tag == "a" and name == "href" and not _HREF.fullmatch(value):
        return None
    return value
