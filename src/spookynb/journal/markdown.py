"""Plain words as Markdown in which nothing but our own voices can take effect.

Whatever a name or a reason holds, it shows as itself: no markup, HTML, heading, list, link, image or marker of ours forms
from it, in CommonMark and in GitHub's dialect. The outcome is part of a renderer, so it depends on no version of Unicode.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from spookynb.moves import Line, Span
from spookynb.text import shown

_HEADINGS: Final[Mapping[str, str]] = {"heading": "## ", "subheading": "### "}
_MARKS: Final[Mapping[str, str]] = {"strong": "**", "em": "*", "struck": "~~"}
#: characters that could be markup anywhere in a line; then an entity, a scheme, ``www.``, an address
_SPECIAL: Final = re.compile(r"[\\`*_\[\]<>~$#|]|&(?=[#0-9A-Za-z])|:(?=/)|(?<=[wW]{3})\.")
_ADDRESS: Final = re.compile(r"@(?=[0-9A-Za-z])")
#: what could begin a block at the start of a line
_START: Final = re.compile(r"(\d{1,9}(?=[.)])|(?=[-+=]))", re.ASCII)
_PUNCTUATION: Final = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~“”‘’–—…«»")


def escape(words: str) -> str:
    """``words`` such that Markdown shows them as they are, within a line (see :func:`paragraph` for its start)."""
    return _ADDRESS.sub("@\u2060", _SPECIAL.sub(r"\\\g<0>", words))  # nothing else stops GitHub from linking an address


def paragraph(line: Line) -> str:
    """A told line as one paragraph or heading of Markdown; empty for a line that says nothing."""
    text = _inline(line.spans).strip(" ")
    if start := _START.match(text):
        text = f"{start[1]}\\{text[start.end(1) :]}"
    return _HEADINGS.get(line.shape, "") + text if text else ""


def _inline(spans: Sequence[Span]) -> str:
    """Spans in their voices. Where Markdown's rules would not let a voice begin or end, the words stand plain."""
    runs = [(shown(span.words), _MARKS.get(span.voice, "")) for span in spans if span.words]
    out: list[str] = []
    before, voiced = "", False
    for place, (words, mark) in enumerate(runs):
        core = words.strip()
        lead, tail = words[: len(words) - len(words.lstrip())], words[len(words.rstrip()) :]
        after = (tail or "".join(more for more, _ in runs[place + 1 :]))[:1]
        outer = lead[-1:] or before
        touching = voiced and not lead
        if mark and core and not touching and _opens(outer, core[0]) and _opens(after, core[-1]):
            out += (lead, mark, escape(core), mark, tail)
            voiced = not tail
        else:
            out.append(escape(words))
            voiced = False
        before = words[-1:]
    return "".join(out)


def _opens(outer: str, inner: str) -> bool:
    """Whether a voice may begin (or end) between these two characters; ``outer`` is empty at an end of the line."""
    return not outer or outer == " " or outer in _PUNCTUATION or (inner.isascii() and inner.isalnum())
