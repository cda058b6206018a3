"""Writes the published vectors beside this file, from the package: run it (``python -m tests.vectors.make``) and compare.

They are published: another program may rest on them. A difference in anything but the journals' human lines is another format.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import rfc8785

from spookynb import entry, text
from spookynb.errors import SpookyError
from spookynb.journal import marker
from spookynb.journal.write import quote
from spookynb.ledger.keys import invite_key, public_key, seat_key

from .campaigns import PHRASE, PHRASES, START, A, journals, public

HERE = Path(__file__).parent
SEATS = ("gm", "ines", "noor-2")
B = "f" * 64
FAMILY, ON_FIRE, NODDING = "\U0001f469\u200d\U0001f469\u200d\U0001f467", "\u2764\ufe0f\u200d\U0001f525", "\U0001f642\u200d\u2194\ufe0f"
PILOT = "\U0001f469\U0001f3fd\u200d\u2708\ufe0f"


# ---------------------------------------------------------------------------------------------- frames, keys, words


def frames() -> list[dict[str, Any]]:
    """frame(tag, payload)."""
    cases = (("spookynb/1 entry", b"{}"), ("spookynb/1 sig", bytes(32)), ("", b""), ("é", b"\x00\xff"))
    return [{"tag": tag, "payload": payload.hex(), "frame": entry.frame(tag, payload).hex()} for tag, payload in cases]


def keys() -> list[dict[str, Any]]:
    """Seat keys from phrases."""
    found = []
    for phrase in (" ".join(one.split()) for one in PHRASES):
        seats = [{"seat": seat, "secret": bytes(seat_key(phrase, seat)).hex(), "public": public_key(phrase, seat)} for seat in SEATS]
        found.append({"phrase": phrase, "seats": seats})
    return found


def heads() -> list[dict[str, Any]]:
    """Six words of one head and of several."""
    one = entry.body_id(b"{}")
    cases = ([A], [B], [one], [A, B], [B, A], sorted([one, A, B]))
    return [{"heads": case, "id": entry.head_id(case), "words": entry.six_words(case)} for case in cases]


# ---------------------------------------------------------------------------------------------- bodies

FIELDS: dict[str, Any] = {"seat": "ines", "after": [A], "at": START, "kind": "post", "data": {"voice": "ooc"}, "facts": []}
RAW = rfc8785.dumps(FIELDS)
PADDING = 16 * 1024 - len(rfc8785.dumps({**FIELDS, "facts": [{"kind": ""}]}))
NESTED: Any = [[[[[[1]]]]]]

BODIES: dict[str, dict[str, Any]] = {
    "an entry with nothing optional": {},
    "the genesis follows nothing": {"after": [], "kind": "open_campaign", "seat": "gm"},
    "after a merge it follows several": {"after": [A, B]},
    "prose is there as its hash": {"text": entry.hash_prose("Boo.")},
    "a label": {"once": "cell 1"},
    "the longest label": {"once": "x" * 200},
    "a commitment, for sealed dice": {"seal": {"commit": A}},
    "the longest seat and kind": {"seat": "s" * 100, "kind": "k" * 100},
    "facts": {"facts": [{"kind": "loose_rolled", "seat": "ines", "faces": ["d6:3", "coin:H"]}]},
    "every type of value": {"data": {"a": None, "b": True, "c": False, "d": 0, "e": -7, "f": "", "g": [], "h": {}}},
    "the greatest and least numbers": {"data": {"great": 2**53 - 1, "least": 1 - 2**53}},
    "keys in the order of UTF-16 units": {"data": {"\ufb33": 1, "\U0001f600": 2, "é": 3, "z": 4, "A": 5, "": 6}},
    "escapes": {"data": {"x": '"\\/', "y": "\u007f\u0080é\u20ac"}, "facts": [{"kind": "\u0000\b\t\n\f\r\u001f\u2028"}]},
    "two hyphens and more": {"data": {"-": "-", "--": "--", "---": "<!-- x --!> \\u002d\\u002d"}},
    "a string of 200 characters outside the basic plane": {"data": {"x": "\U0001f600" * 200}},
    "nested to a depth of 8": {"data": {"x": NESTED}},
    "16,384 bytes": {"facts": [{"kind": "x" * PADDING}]},
    "the end of a leap day": {"at": "2028-02-29T23:59:59Z"},
}


def changed(**fields: Any) -> bytes:
    return rfc8785.dumps({**FIELDS, **fields})


def replaced(old: bytes, new: bytes) -> bytes:
    assert old in RAW
    return RAW.replace(old, new, 1)


def without(name: str) -> bytes:
    return rfc8785.dumps({other: value for other, value in FIELDS.items() if other != name})


VALUE = b'{"voice":"ooc"}'
REFUSED: dict[str, list[tuple[str, bytes]]] = {
    "size": [("16,385 bytes", changed(facts=[{"kind": "x" * (PADDING + 1)}]))],
    "json": [
        ("nothing", b""),
        ("cut short", RAW[:-1]),
        ("not UTF-8", replaced(b"ooc", b"\xff")),
        ("a byte order mark", b"\xef\xbb\xbf" + RAW),
        ("a trailing comma", RAW[:-1] + b",}"),
        ("half a character", replaced(b"ooc", b"\\ud800")),
    ],
    "duplicate": [
        ("a field twice", RAW[:-1] + b',"seat":"ines"}'),
        ("a key of data twice", replaced(VALUE, b'{"a":1,"a":1}')),
        ("a key twice, once escaped", replaced(VALUE, b'{"a":1,"\\u0061":1}')),
    ],
    "number": [
        ("a fraction", replaced(VALUE, b'{"a":1.5}')),
        ("a whole number with a fraction of nothing", replaced(VALUE, b'{"a":1.0}')),
        ("an exponent", replaced(VALUE, b'{"a":1e3}')),
        ("NaN", replaced(VALUE, b'{"a":NaN}')),
        ("infinity", replaced(VALUE, b'{"a":-Infinity}')),
    ],
    "integer": [("2^53", replaced(VALUE, b'{"a":9007199254740992}')), ("-2^53", replaced(VALUE, b'{"a":-9007199254740992}'))],
    "depth": [("nested to a depth of 9", changed(data={"x": [NESTED]})), ("nested absurdly", b'{"a":' + b"[" * 5000 + b"]" * 5000 + b"}")],
    "field": [
        ("not an object", b"[]"),
        ("a field that nobody knows", changed(colour="red")),
        *((f"no {name}", without(name)) for name in FIELDS),
        ("seat is empty", changed(seat="")),
        ("seat is a number", changed(seat=1)),
        ("kind is too long", changed(kind="k" * 101)),
        ("after is not a list", changed(after=A)),
        ("after holds what is no id", changed(after=["A" * 64])),
        ("after is not sorted", changed(after=[B, A])),
        ("after names an entry twice", changed(after=[A, A])),
        ("at has no seconds", changed(at="2026-10-31T19:00Z")),
        ("at is not in UTC", changed(at="2026-10-31T19:00:00+01:00")),
        ("at is in the 13th month", changed(at="2026-13-01T00:00:00Z")),
        ("at is on the 30th of February", changed(at="2026-02-30T00:00:00Z")),
        ("at is in the year 0", changed(at="0000-01-01T00:00:00Z")),
        ("at is in a leap second", changed(at="2016-12-31T23:59:60Z")),
        ("data is a list", changed(data=[])),
        ("facts is an object", changed(facts={})),
        ("a fact is a word", changed(facts=["rolled"])),
        ("text is null", changed(text=None)),
        ("text is in capitals", changed(text="A" * 64)),
        ("once is empty", changed(once="")),
        ("once is too long", changed(once="x" * 201)),
    ],
    "canonical": [
        ("a space", replaced(b'"after":', b'"after": ')),
        ("a line break at the end", RAW + b"\n"),
        ("fields out of order", b'{"seat":"ines",' + replaced(b',"seat":"ines"', b"")[1:]),
        ("keys of data in the order of code points", replaced(VALUE, '{"\ufb33":1,"\U0001f600":2}'.encode())),
        ("an escape that is not needed", replaced(b"ooc", b"\\u006foc")),
        ("a hyphen escaped", replaced(b"ooc", b"\\u002d")),
        ("minus nothing", replaced(VALUE, b'{"a":-0}')),
    ],
}


def bodies() -> list[dict[str, Any]]:
    """Bodies that hold, each with its canonical bytes, its id, and its signature by Ines."""
    found = []
    for name, fields in BODIES.items():
        body = changed(**fields)
        entry.parse_fields(body)
        one = entry.body_id(body)
        sig = seat_key(PHRASE, "ines").sign(entry.frame("spookynb/1 sig", bytes.fromhex(one))).signature.hex()
        found.append({"name": name, "body": body.decode(), "id": one, "key": public_key(PHRASE, "ines"), "sig": sig})
    return found


def refused() -> list[dict[str, Any]]:
    """Bytes that are no body, each with what is wrong with it; in hex where they are not UTF-8."""
    found = []
    for reason, cases in REFUSED.items():
        for name, body in cases:
            assert refusal(entry.parse_fields, body).data["reason"] == reason, name
            found.append({"name": name, "reason": reason, **_readable(body)})
    return found


def refusal(check: Callable[[Any], object], value: object) -> SpookyError:
    """The error with which ``check`` refuses ``value``."""
    try:
        check(value)
    except SpookyError as error:
        return error
    raise AssertionError(f"{value!r:.200} is not refused")


def _readable(body: bytes) -> dict[str, str]:
    try:
        return {"body": body.decode()}
    except UnicodeDecodeError:
        return {"hex": body.hex()}


def signatures() -> list[dict[str, Any]]:
    """Signatures that are none."""
    one = bodies()[0]
    other = bodies()[1]
    ours = {"id": one["id"], "key": one["key"], "sig": one["sig"]}
    small = "00" * 32
    return [
        {"name": "a signature", **ours, "holds": True},
        {"name": "of another entry", **ours, "sig": other["sig"], "holds": False},
        {"name": "by another key", **ours, "key": public_key(PHRASE, "noor-2"), "holds": False},
        {"name": "of the bare id, without its frame", **ours, "sig": _bare(one["id"]), "holds": False},
        {"name": "nothing but noughts, under a key of small order", **ours, "key": small, "sig": "00" * 64, "holds": False},
        {"name": "a point of small order, under a key of small order", **ours, "key": small, "sig": "01" + "00" * 63, "holds": False},
        {"name": "with its second half too great by the order of the group", **ours, "sig": _malleable(one["sig"]), "holds": False},
    ]


def _bare(one: str) -> str:
    return seat_key(PHRASE, "ines").sign(bytes.fromhex(one)).signature.hex()


def _malleable(sig: str) -> str:
    order = 2**252 + 27742317777372353535851937790883648493
    second = int.from_bytes(bytes.fromhex(sig[64:]), "little") + order
    return sig[:64] + second.to_bytes(32, "little").hex()


def claims() -> list[dict[str, Any]]:
    """What an invite signs for a new key of its seat."""
    campaign, invite, key = entry.body_id(b"{}"), invite_key(PHRASE, "ines", 0), public_key(PHRASES[1], "ines")
    signed = entry.claim_bytes(campaign, "ines", key)
    said = {"campaign": campaign, "seat": "ines", "key": key, "bytes": signed.hex()}
    return [{**said, "invite": public(invite), "proof": invite.sign(signed).signature.hex()}]


# ---------------------------------------------------------------------------------------------- markers, prose, strings


def markers() -> list[dict[str, Any]]:
    """Markers of bodies, below the entry before them in the file."""
    cases = [
        ("the first of a file", changed(after=[]), None),
        ("after is the entry before", RAW, A),
        ("after is another entry", RAW, B),
        ("after holds the entry before and another", changed(after=[A, B]), A),
        ("one hyphen stays, two are escaped", changed(data={"x": "a-b--c"}), A),
        ("of three hyphens the last stays", changed(data={"---": "-----"}), A),
        ("an escape that a person wrote", changed(data={"x": "\\u002d\\u002d --"}), A),
        ("hyphens after a backslash", changed(data={"x": "\\--", "y": "\\\\--"}), B),
        ("the end of a comment", changed(data={"x": "--> <!--"}), A),
    ]
    sig = "0123456789abcdef" * 8
    found = []
    for name, body, previous in cases:
        line = marker.write(body, sig, 3, previous)
        found.append({"name": name, "body": body.decode(), "previous": previous, "sig": sig, "renderer": 3, "marker": line.decode()})
    return found


def prose() -> dict[str, Any]:
    """Prose as typed, as kept, as it stands in the file, and its hash; and prose that is refused."""
    typed = ("Boo.", "two\n\nparagraphs", "\n", " \n  x ", "a\r\nb\rc", "e\u0301", "> quoted\n>", "[removed]", FAMILY)
    typed += ("<!-- spookynb/1 r1 {} -->", "\u200d\u200b\ufeff\u202e", "x" * 20_000, "\U0001f600" * 20_000)
    kept = [(one, text.prose(one)) for one in typed]
    no = ("\t", "a\x00", "\x1b[0m", "\x7f", "\u0085", "\u2028", "\u2029", "\ud800", "x" * 20_001)
    return {
        "kept": [_short({"typed": one, "kept": two, "lines": quote(two).split("\n"), "text": entry.hash_prose(two)}) for one, two in kept],
        "refused": [_short({"typed": one}) for one in no if refusal(text.prose, one)],
    }


def _short(one: dict[str, Any]) -> dict[str, Any]:
    """A long text of one character is given by that character and how often it stands there."""
    typed = one["typed"]
    if len(typed) < 1000:
        return one
    return {"typed": typed[0], "times": len(typed), **({"text": one["text"]} if "text" in one else {})}


def strings() -> dict[str, Any]:
    """Strings of ``data`` that the format allows, and others that it does not."""
    yes = ("", "Bob", "\u00e9", " x ", "\u0915\u094d\u0937", FAMILY, ON_FIRE, NODDING, PILOT, "\u05d0\u05d1", "\ufe0f", "\u00ad", "\ufffd")
    no = ("\n", "\t", "\x00", "\x7f", "\u0085", "\u061c", "\u200b", "\u200e", "\u202e", "\u2028", "\u2029", "\u2060", "\u2069", "\ufeff")
    no += ("e\u0301", "\u212b", "\u0958", "a\u200db", "\u200d", "\u0915\u094d\u200d\u0937", "\U0001f469\u200d", f"a\u200d{FAMILY}")
    yes, no = (*yes, "\U0001f600" * 200), (*no, "x" * 201)
    for one in yes:
        text.check_words(one)
    return {"allowed": yes, "refused": [one for one in no if refusal(text.check_words, one)]}


# ---------------------------------------------------------------------------------------------- writing

VECTORS: dict[str, Callable[[], object]] = {
    one.__name__: one for one in (frames, keys, heads, bodies, refused, signatures, claims, markers, prose, strings, journals)
}


def made(name: str) -> str:
    """What ``name.json`` should hold."""
    return json.dumps(VECTORS[name](), indent=1, ensure_ascii=True) + "\n"


if __name__ == "__main__":
    for name in VECTORS:
        (HERE / f"{name}.json").write_text(made(name), encoding="utf-8", newline="\n")
