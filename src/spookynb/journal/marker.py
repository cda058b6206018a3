r"""The marker: the line below each passage that holds the signed entry, unseen where the Markdown is read.

``<!-- spookynb/1 r1 {body} sig -->``. ``after`` is left out of the body when it is exactly the entry before it in the file, and
``--``, which would end an HTML comment, is written ``\u002d\u002d``; both are put back on reading (PROTOCOL.md, "Journal file").
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

#: what begins a marker at the start of a line, up to the format's number
OPENING: Final = b"<!-- spookynb/"
_STRICT: Final = re.compile(rb"1 r([1-9][0-9]{0,5}) (\{.*\}) ([0-9a-f]{128}) -->", re.DOTALL)
_HEAD: Final = re.compile(rb"spookynb/([0-9]{1,6}) r([0-9]{1,6}) ")
_SIG: Final = re.compile(rb"[0-9a-f]{128}")
_ESCAPED: Final = re.compile(rb"\\(?:u002d|.)", re.DOTALL)
_ELIDED: Final = b'{"after":["%b"],'


class Marker(NamedTuple):
    """A marker as read: the JSON as it stands in the file, the signature in hex, the renderer's number.

    ``damage`` says what is wrong with the marker's own form, in a person's words; empty for a whole one.
    """

    json: bytes
    sig: str
    renderer: int
    damage: str = ""


def write(body: bytes, sig: str, renderer: int, previous: str | None) -> bytes:
    """The marker of an entry with canonical ``body``; ``previous`` is the id of the entry before it in the file."""
    if previous is not None:
        elided = _ELIDED % previous.encode()
        if body.startswith(elided):
            body = b"{" + body[len(elided) :]
    return b"%b1 r%d %b %b -->" % (OPENING, renderer, body.replace(b"--", rb"\u002d\u002d"), sig.encode())


def read(line: bytes) -> Marker | None:
    """The marker in ``line`` without its :data:`OPENING`, or None when it is not exactly one."""
    match = _STRICT.fullmatch(line)
    return Marker(match[2], match[3].decode(), int(match[1])) if match else None


def rescue(line: bytes) -> Marker | None:
    """What can be saved of a damaged marker anywhere in ``line``: its body and, if it is whole, its signature."""
    start, end = line.find(b"{"), line.rfind(b"}") + 1
    sig = _SIG.search(line, end)
    if start < 0 or end <= start or (sig is None and b"-->" not in line[end:] and OPENING not in line):
        return None
    head = _HEAD.search(line, 0, start)
    form, renderer = (head[1].decode(), int(head[2])) if head else ("1", 1)
    damage = "The marker is damaged." if form == "1" else f"The marker is of format {form}, not 1."
    return Marker(line[start:end], sig[0].decode() if sig else "", renderer, damage)


def body(json: bytes, previous: str | None) -> tuple[bytes, bool]:
    """The canonical body of a marker's JSON, and whether ``after`` had been left out of it.

    ``previous``: the id of the entry before it in the file, None where that is not known; ``after`` then stays out.
    """
    if rb"\u002d" in json:
        json = _ESCAPED.sub(lambda found: b"-" if found[0] == rb"\u002d" else found[0], json)
    if previous is None or json.startswith(b'{"after":'):
        return json, not json.startswith(b'{"after":')
    return (_ELIDED % previous.encode()) + json[1:], True
