"""Entries: canonical bytes, ids, signatures, limits (PROTOCOL, "Entry")."""

import json

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st
from nacl.signing import SigningKey

from spookynb import entry
from spookynb.errors import BadEntry

KEY = SigningKey(b"k" * 32)
PUBLIC = bytes(KEY.verify_key).hex()
FIELDS = {"seat": "bob", "after": ["0" * 64], "at": "2026-10-31T19:00:00Z", "kind": "give", "data": {"to": "al", "dice": 1}, "facts": []}


def made(**changes):
    return entry.make(key=KEY, **{**FIELDS, **changes})


def body(**changes):
    return rfc8785.dumps({**FIELDS, **changes})


def test_an_entry_is_its_bytes():
    one = made(prose="Boo.", once="cell-1")
    again = entry.from_parts(one.body, one.sig, "Boo.")
    assert again == one
    assert entry.check_signature(again, PUBLIC)
    assert one.intact() and one.move() == {"kind": "give", "to": "al", "dice": 1, "text": "Boo."}


def test_the_id_is_the_framed_hash_of_the_canonical_body():
    """A vector worked out by hand from PROTOCOL's definition."""
    import hashlib

    raw = body()
    tag = b"spookynb/1 entry"
    framed = len(tag).to_bytes(8, "big") + tag + len(raw).to_bytes(8, "big") + raw
    assert made().id == hashlib.sha256(framed).hexdigest()


def test_another_key_or_a_changed_body_does_not_verify():
    one = made()
    assert not entry.check_signature(one, bytes(SigningKey(b"j" * 32).verify_key).hex())
    forged = entry.from_parts(one.body.replace(b'"dice":1', b'"dice":2'), one.sig, None)
    assert not entry.check_signature(forged, PUBLIC)
    assert not entry.check_signature(one, "not a key")


@pytest.mark.parametrize("small_order", ["00" * 32, "01" + "00" * 31, "ec" + "ff" * 30 + "7f"])
def test_small_order_keys_sign_nothing(small_order):
    one = made()
    zero = entry.from_parts(one.body, "00" * 64, None)
    assert not entry.check_signature(zero, small_order)


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"[]", "not a JSON object"),
        (b"{", "not readable"),
        (b"\xff", "not readable"),
        (b'{"seat":"a","seat":"b"}', "twice"),
        (json.dumps(FIELDS).encode(), "canonical"),
        (body() + b" ", "canonical"),
        (body(extra=1), "unknown field"),
        (body(data={"n": 2**53}) if False else body().replace(b'"dice":1', b'"dice":9007199254740992'), "2\\^53"),
        (body().replace(b'"dice":1', b'"dice":1.5'), "whole numbers"),
        (body().replace(b'"dice":1', b'"dice":NaN'), "whole numbers"),
        (body().replace(b'"dice":1', b'"dice":1e3'), "whole numbers"),
        (body(data={"a": [[[[[[[[[1]]]]]]]]]}), "deeper"),
        (b"[" * 20_000, "limit"),
        (b'{"a":' + b"[" * 15_000, "not readable|deeper"),
        (body(at="2026-13-01T00:00:00Z"), "time"),
        (body(at="2026-10-31 19:00"), "time"),
        (body(after=["zz"]), "after"),
        (body(after=["1" * 64, "0" * 64]), "after"),
        (body(after=["1" * 64, "1" * 64]), "after"),
        (body(text="short"), "SHA-256"),
        (body(once=""), "once"),
        (body(facts=[1]), "facts"),
        (body(seat=""), "seat"),
    ],
)
def test_bad_bodies_are_refused_by_what_is_wrong(raw, why):
    with pytest.raises(BadEntry, match=why):
        entry.parse_fields(raw)


@given(st.binary(max_size=400))
def test_any_bytes_are_an_entry_or_a_refusal(raw):
    with pytest.raises(BadEntry):
        entry.parse_fields(raw)


def test_what_cannot_be_kept_is_refused_when_written():
    with pytest.raises(BadEntry):
        made(data={"x": 1.5})
    with pytest.raises(BadEntry, match="16,384"):
        made(data={"x": ["word" * 40] * 200})


def test_six_words_are_the_first_66_bits():
    words = entry.six_words(["00" * 32])
    assert words.split() == ["abandon"] * 6
    assert entry.six_words(["ff" * 32]).split() == ["zoo"] * 6
    two = ["00" * 32, "ff" * 32]
    assert entry.six_words(two) == entry.six_words(two[::-1]) != words
    assert entry.six_words([]) == ""


def test_a_redacted_passage_is_known_as_such():
    one = made(prose="Something private.")
    gone = entry.from_parts(one.body, one.sig, None)
    assert gone.id == one.id and not gone.intact()
