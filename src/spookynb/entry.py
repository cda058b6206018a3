"""The entry: a signed, immutable fact that a seat made a move (PROTOCOL.md, "Entry").

An entry's *body* is a JSON object in canonical bytes (RFC 8785); its id is a SHA-256 over the framed body, its signature an
Ed25519 over the framed id. Authored prose stays outside: the body holds its SHA-256, so that a passage can be
redacted and everything else still verifies.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final, NoReturn

import msgspec
import rfc8785
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from spookynb import text as _text
from spookynb.errors import BadEntry

#: how ``at`` is written
AT_FORMAT: Final = "%Y-%m-%dT%H:%M:%SZ"
BODY_LIMIT: Final = 16 * 1024
DEPTH_LIMIT: Final = 8
#: what stands in the place of prose that was taken out
REMOVED: Final = "[removed]"
INT_LIMIT: Final = 2**53 - 1
FIELDS: Final = frozenset({"seat", "after", "at", "kind", "data", "facts", "text", "once", "seal"})
_REQUIRED: Final = frozenset({"seat", "after", "at", "kind", "data", "facts"})
#: a key that is not all ASCII, or (harmlessly) a string that looks like one
_ODD_KEY: Final = re.compile(rb'[\x80-\xff][^"]*":')
_HEX64: Final = re.compile(r"[0-9a-f]{64}\Z")
_HEX128: Final = re.compile(r"[0-9a-f]{128}\Z")
_AT: Final = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ\Z", re.ASCII)


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One signed move. ``id`` and ``text_hash`` are 64, ``sig`` 128 lowercase hex digits; ``body`` is canonical JSON.

    ``prose`` is the authored text, or None when there is none or it has been redacted.
    """

    id: str
    sig: str
    body: bytes
    seat: str
    after: tuple[str, ...]
    at: str
    kind: str
    data: dict[str, Any]
    facts: tuple[dict[str, Any], ...]
    text_hash: str | None = None
    once: str | None = None
    seal: Any = None
    prose: str | None = None

    def move(self) -> dict[str, Any]:
        """The move as plain fields: ``kind``, its data, and its prose as ``text``, or what stands in its place."""
        move = {"kind": self.kind, **self.data}
        if self.text_hash is not None:
            move["text"] = REMOVED if self.prose is None else self.prose
        return move

    def intact(self) -> bool:
        """Whether the prose is the very text that was signed (a redacted passage is not)."""
        return self.text_hash == (hash_prose(self.prose) if self.prose else None)


def moment(at: str) -> datetime:
    """The time of an entry's ``at``, in UTC. Raises :class:`BadEntry` for a day that no calendar has."""
    try:
        return datetime.fromisoformat(at).astimezone(UTC)
    except ValueError as error:
        raise BadEntry("Its time is on a day that does not exist.", reason="field") from error


def frame(tag: str, payload: bytes) -> bytes:
    """``tag`` and ``payload``, each behind its length in 8 bytes, so that no two pairs share their bytes."""
    name = tag.encode()
    return len(name).to_bytes(8, "big") + name + len(payload).to_bytes(8, "big") + payload


def hash_prose(prose: str) -> str:
    """SHA-256 of the prose's UTF-8 bytes, in hex."""
    return hashlib.sha256(prose.encode()).hexdigest()


def body_id(body: bytes) -> str:
    """The id of an entry: SHA-256 of its framed canonical body, in hex."""
    return hashlib.sha256(frame("spookynb/1 entry", body)).hexdigest()


def make(
    *,
    key: SigningKey,
    seat: str,
    after: Sequence[str],
    at: str,
    kind: str,
    data: Mapping[str, Any],
    facts: Sequence[Mapping[str, Any]],
    prose: str | None = None,
    once: str | None = None,
) -> Entry:
    """Make and sign an entry. ``prose`` must be clean (:func:`spookynb.text.prose`); empty prose is no prose.

    Raises :class:`BadEntry` when the body would break a limit of the format.
    """
    fields: dict[str, Any] = {
        "seat": seat,
        "after": sorted(after),
        "at": at,
        "kind": kind,
        "data": dict(data),
        "facts": [dict(fact) for fact in facts],
    }
    if prose:
        fields["text"] = hash_prose(prose)
    if once is not None:
        fields["once"] = once
    try:
        body = rfc8785.dumps(fields)
    except (rfc8785.CanonicalizationError, UnicodeEncodeError, RecursionError) as error:
        raise BadEntry("The move holds something that a journal cannot keep.", safe="Nothing has changed.") from error
    _check_limits(body)
    _check_shape(fields)
    _check_values(fields, 1)
    entry_id = body_id(body)
    sig = key.sign(frame("spookynb/1 sig", bytes.fromhex(entry_id))).signature.hex()
    return from_parts(body, sig, prose or None, fields)


def from_parts(body: bytes, sig: str, prose: str | None, fields: Mapping[str, Any] | None = None) -> Entry:
    """The entry of a canonical body, its signature (not checked here) and its prose.

    Raises :class:`BadEntry` for a body or a signature that the format does not allow.
    """
    if not _HEX128.match(sig):
        _bad("signature", "The signature is not 128 lowercase hex digits.")
    known = parse_fields(body) if fields is None else fields
    return Entry(
        id=body_id(body),
        sig=sig,
        body=body,
        seat=known["seat"],
        after=tuple(known["after"]),
        at=known["at"],
        kind=known["kind"],
        data=known["data"],
        facts=tuple(known["facts"]),
        text_hash=known.get("text"),
        once=known.get("once"),
        seal=known.get("seal"),
        prose=prose,
    )


def parse_fields(body: bytes) -> dict[str, Any]:
    """The fields of a canonical body.

    Raises :class:`BadEntry` for anything PROTOCOL.md refuses. Its ``data["reason"]`` says what is wrong in one word: ``size``
    (over 16 KiB), ``json`` (no JSON in UTF-8), ``duplicate`` (keys), ``number`` (other than whole), ``integer`` (beyond 2^53 - 1),
    ``depth`` (over 8), ``field`` (unknown, missing, of another shape), ``canonical`` (other than canonical bytes).
    """
    _check_limits(body)
    fields = _read(body)
    if not isinstance(fields, dict):
        _bad("field", "The body is not a JSON object.")
    _check_shape(fields)
    _check_values(fields, 1)
    if not _is_canonical(fields, body):
        _bad("canonical", "The body is not in canonical form (RFC 8785).")
    return fields


def _is_canonical(fields: Mapping[str, Any], body: bytes) -> bool:
    """Whether ``body`` is the RFC 8785 form of ``fields``, which hold no floats.

    The library decides. The standard encoder, ten times faster, gives the same bytes but where a key is not ASCII: RFC 8785 sorts
    keys by their UTF-16. So bytes that it gives too, with plain keys, need no further look.
    """
    try:
        plain = json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
        return (plain == body and not _ODD_KEY.search(body)) or rfc8785.dumps(fields) == body
    except (rfc8785.CanonicalizationError, UnicodeEncodeError) as error:
        raise BadEntry("The body holds a value that canonical JSON does not allow.", reason="json") from error


def check_signature(entry: Entry, *keys: str) -> bool:
    """Whether ``entry.sig`` is the signature of one of the public ``keys`` (64 hex digits each) over the entry's id."""
    return any(verifies(key, entry.sig, frame("spookynb/1 sig", bytes.fromhex(entry.id))) for key in keys)


def check_words(entry: Entry) -> None:
    """Raise :class:`spookynb.errors.BadText` where ``entry.data`` holds a string that a journal may not hold, keys included."""
    values: list[Any] = [entry.data]
    for value in values:
        match value:
            case str():
                _text.check_words(value)
            case dict():
                values += (*value, *value.values())
            case list() | tuple():
                values += value


def verifies(key: str, signature: str, message: bytes) -> bool:
    """Whether ``signature`` (128 hex digits) is that of public ``key`` (64 hex digits) over ``message``; small-order keys sign nothing."""
    verifier = _verify_key(key)
    if verifier is None or not _HEX128.match(signature):
        return False
    try:
        verifier.verify(message, bytes.fromhex(signature))
    except (BadSignatureError, ValueError):
        return False
    return True


def claim_bytes(campaign: str, seat: str, key: str) -> bytes:
    """What an invite signs, so that nobody can take the seat with another key: raw campaign id, seat, raw new key, framed."""
    return frame("spookynb/1 claim", bytes.fromhex(campaign) + seat.encode() + bytes.fromhex(key))


def head_id(heads: Sequence[str]) -> str:
    """What names the state of a ledger: the id of its head; of several heads the SHA-256 of their sorted raw ids. In hex."""
    return heads[0] if len(heads) == 1 else hashlib.sha256(b"".join(sorted(map(bytes.fromhex, heads)))).hexdigest()


def six_words(heads: Sequence[str]) -> str:
    """The state of a ledger as six words to compare in chat: the first 66 bits of its head's id in the English BIP-39 list.

    Several heads are hashed together, sorted. Empty for an empty ledger.
    """
    if not heads:
        return ""
    number = int(head_id(heads), 16) >> (256 - 66)
    return " ".join(_wordlist()[(number >> shift) & 0x7FF] for shift in range(55, -1, -11))


@lru_cache(maxsize=1)
def _wordlist() -> tuple[str, ...]:
    from mnemonic import Mnemonic

    return tuple(Mnemonic("english").wordlist)


@lru_cache(maxsize=256)
def _verify_key(key: str) -> VerifyKey | None:
    if not _HEX64.match(key):
        return None
    try:
        return VerifyKey(bytes.fromhex(key))
    except (ValueError, TypeError):
        return None


def _bad(reason: str, what: str, **data: Any) -> NoReturn:
    raise BadEntry(what, reason=reason, **data)


def _read(body: bytes) -> Any:
    try:
        return json.loads(body.decode("utf-8"), object_pairs_hook=_pairs, parse_float=_no_float, parse_constant=_no_float)
    except RecursionError as error:
        raise BadEntry("The body is nested far deeper than the limit.", reason="depth") from error
    except ValueError as error:
        raise BadEntry("The body is not readable JSON.", reason="json") from error


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        _bad("duplicate", "The body names a field twice.")
    return found


def _no_float(number: str) -> NoReturn:
    _bad("number", f"The body holds the number {number[:20]}; only whole numbers are allowed.")


def _check_limits(body: bytes) -> None:
    if len(body) > BODY_LIMIT:
        _bad("size", f"The body has {len(body):,} bytes; the limit is {BODY_LIMIT:,}.", limit=BODY_LIMIT)


def _check_shape(fields: Mapping[str, Any]) -> None:
    if unknown := fields.keys() - FIELDS:
        _bad("field", f"The body has an unknown field: {sorted(unknown)[0][:40]!r}.")
    if missing := _REQUIRED - fields.keys():
        _bad("field", f"The body lacks the field {sorted(missing)[0]!r}.")
    after = fields["after"]
    if not isinstance(after, list) or not all(isinstance(one, str) and _HEX64.match(one) for one in after):
        _bad("field", "The body's `after` is not a list of ids.")
    if after != sorted(set(after)):
        _bad("field", "The body's `after` is not sorted, or names an entry twice.")
    for name in ("seat", "kind", "at"):
        if not isinstance(fields[name], str) or not 0 < len(fields[name]) <= 100:
            _bad("field", f"The body's `{name}` is not a short string.")
    if not _AT.match(fields["at"]):
        _bad("field", "The body's `at` is not a time of the form YYYY-MM-DDTHH:MM:SSZ.")
    moment(fields["at"])  # refuses days that no calendar has
    if not isinstance(fields["data"], dict):
        _bad("field", "The body's `data` is not an object.")
    if not isinstance(fields["facts"], list) or not all(isinstance(fact, dict) for fact in fields["facts"]):
        _bad("field", "The body's `facts` is not a list of objects.")
    if "text" in fields and not (isinstance(fields["text"], str) and _HEX64.match(fields["text"])):
        _bad("field", "The body's `text` is not a SHA-256.")
    if "once" in fields and not (isinstance(fields["once"], str) and 0 < len(fields["once"]) <= 200):
        _bad("field", "The body's `once` is not a label of 1 to 200 characters.")


def _check_values(value: Any, depth: int) -> None:
    if isinstance(value, dict | list | tuple):
        if depth > DEPTH_LIMIT:
            _bad("depth", f"The body is nested deeper than {DEPTH_LIMIT}.")
        for one in value.values() if isinstance(value, dict) else value:
            if not isinstance(one, str):
                _check_values(one, depth + 1)
    elif isinstance(value, int) and not -INT_LIMIT <= value <= INT_LIMIT:
        _bad("integer", "The body holds a number beyond 2^53 - 1.", limit=INT_LIMIT)
    elif value is not None and not isinstance(value, int | str):
        _bad("number", "The body holds something other than whole numbers, words, yes and no.")
