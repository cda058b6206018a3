"""A second verifier of journals, written from PROTOCOL.md and ``tests/vectors`` alone: it shares no line with the package.

    python tests/independent_verifier.py JOURNAL

It needs PyNaCl, rfc8785 and the word list of mnemonic. It knows no game's rules and renders nothing, so it says nothing about the lines
that people read, nor about what the rules make of a move; what a record must keep by itself it checks. Exit code 0: nothing found,
1: findings, 2: no journal could be read.
"""

import hashlib
import json
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import rfc8785
from mnemonic import Mnemonic
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

FIELDS = {"seat": str, "after": list, "at": str, "kind": str, "data": dict, "facts": list, "text": str, "once": str, "seal": object}
OPTIONAL = {"text", "once", "seal"}
BRINGS = {"add_seat": "seat_joined", "claim_seat": "seat_claimed", "add_device": "device_added", "rekey_seat": "seat_rekeyed"}
HEX64 = re.compile("[0-9a-f]{64}")
TIME = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
MARKER = re.compile(rb"<!-- spookynb/1 r[1-9][0-9]{0,5} (\{.*\}) ([0-9a-f]{128}) -->")
CONFLICT = re.compile(rb"([<|=>])\1{6}( .*)?")
NOT_IN_PROSE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
NOT_IN_WORDS = re.compile("[\n\u061c\u200b\u200d-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]|" + NOT_IN_PROSE.pattern)
EMOJI = "[\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
JOINER = re.compile(f"(?:(?<={EMOJI})|(?<={EMOJI}\ufe0f))\u200d(?={EMOJI})")


class Fault(Exception):
    """Something that does not hold: one word for the kind of thing, and a sentence."""

    @property
    def kind(self) -> str:
        return str(self.args[0])


def need(holds: object, kind: str, what: str) -> None:
    if not holds:
        raise Fault(kind, what)


# ---------------------------------------------------------------------------------------------- bytes


def frame(tag: str, payload: bytes) -> bytes:
    return b"".join(len(part).to_bytes(8, "big") + part for part in (tag.encode(), payload))


def entry_id(body: bytes) -> str:
    return hashlib.sha256(frame("spookynb/1 entry", body)).hexdigest()


def is_signed(message: bytes, sig: str, key: str) -> bool:
    try:
        VerifyKey(bytes.fromhex(key)).verify(message, bytes.fromhex(sig))
    except (BadSignatureError, ValueError, TypeError):
        return False
    return True


def claim_bytes(campaign: str, seat: str, key: str) -> bytes:
    return frame("spookynb/1 claim", bytes.fromhex(campaign) + seat.encode() + bytes.fromhex(key))


def head_words(heads: Iterable[str]) -> str:
    ids = sorted(map(bytes.fromhex, heads))
    bits = f"{int.from_bytes(ids[0] if len(ids) == 1 else hashlib.sha256(b''.join(ids)).digest(), 'big'):0256b}"
    return " ".join(Mnemonic("english").wordlist[int(bits[place : place + 11], 2)] for place in range(0, 66, 11))


def read_json(raw: bytes) -> Any:
    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        need(len(dict(found)) == len(found), "duplicate", "An object names a key twice.")
        return dict(found)

    def number(found: str) -> None:
        raise Fault("number", f"{found[:20]} is no whole number.")

    try:
        return json.loads(raw.decode(), object_pairs_hook=pairs, parse_float=number, parse_constant=number)
    except RecursionError:
        raise Fault("depth", "The JSON is nested far too deep.") from None
    except ValueError:
        raise Fault("json", "This is not JSON in UTF-8.") from None


def canonical(value: Any) -> bytes:
    try:
        return rfc8785.dumps(value)
    except rfc8785.IntegerDomainError:
        raise Fault("integer", "A number is beyond 2^53 - 1.") from None
    except ValueError:
        raise Fault("json", "A string holds half a character.") from None


def check_depth(value: Any, depth: int = 1) -> None:
    if isinstance(value, dict | list):
        need(depth <= 8, "depth", "The body is nested deeper than 8.")
        for one in value.values() if isinstance(value, dict) else value:
            check_depth(one, depth + 1)


def check_fields(fields: Any) -> None:
    need(
        isinstance(fields, dict) and FIELDS.keys() - OPTIONAL <= fields.keys() <= FIELDS.keys(),
        "field",
        "Its fields are not the right ones.",
    )
    need(all(isinstance(value, FIELDS[name]) for name, value in fields.items()), "field", "A field is of the wrong type.")
    ids = [*fields["after"], fields.get("text", "0" * 64)]
    need(all(isinstance(one, str) and HEX64.fullmatch(one) for one in ids), "field", "`after` or `text` holds what is no SHA-256.")
    need(fields["after"] == sorted(set(fields["after"])), "field", "`after` is not sorted, or names an entry twice.")
    need(all(isinstance(fact, dict) for fact in fields["facts"]), "field", "`facts` holds something that is no object.")
    sizes = ((fields["seat"], 100), (fields["kind"], 100), (fields.get("once", "-"), 200))
    need(all(0 < len(value) <= most for value, most in sizes), "field", "`seat`, `kind` or `once` is empty or too long.")
    try:
        need(TIME.fullmatch(fields["at"]) and datetime.fromisoformat(fields["at"]), "field", "`at` is no time.")
    except ValueError:
        raise Fault("field", "`at` is a time that does not exist.") from None


def check_body(body: bytes) -> dict[str, Any]:
    """The fields of a canonical body; raises Fault for any other bytes."""
    need(len(body) <= 16 * 1024, "size", "The body is over 16 KiB.")
    fields: dict[str, Any] = read_json(body)
    check_depth(fields)
    again = canonical(fields)
    check_fields(fields)
    need(again == body, "canonical", "The body is not in canonical form.")
    return fields


def body_of(marker: bytes, previous: str | None) -> bytes:
    """The body that a marker's JSON stands for, below the entry `previous`."""
    fields = read_json(marker)
    return canonical({"after": [previous], **fields} if previous else fields)


def marker_of(body: bytes, previous: str | None) -> bytes:
    """The JSON that stands for `body` in a marker below the entry `previous`."""
    fields = read_json(body)
    rest = {name: value for name, value in fields.items() if name != "after" or value != [previous]}
    return canonical(rest).replace(b"--", rb"\u002d\u002d")


# ---------------------------------------------------------------------------------------------- words


def check_words(value: Any) -> None:
    """Refuse strings in `data` that the format does not allow."""
    if isinstance(value, str):
        holds = len(value) <= 200 and not NOT_IN_WORDS.search(JOINER.sub("", value)) and unicodedata.is_normalized("NFC", value)
        need(holds, "words", "A string is too long, holds a character that it may not hold, or is not in NFC.")
    elif isinstance(value, dict | list):
        for one in (*value, *value.values()) if isinstance(value, dict) else value:
            check_words(one)


def check_prose(prose: str) -> None:
    holds = len(prose) <= 20_000 and not NOT_IN_PROSE.search(prose) and unicodedata.is_normalized("NFC", prose)
    need(holds, "words", "The text is too long, holds a character that it may not hold, or is not in NFC.")


def check_text(text: str | None, quoted: list[bytes]) -> None:
    """Compare the lines behind `>` with the hash that was signed."""
    need(
        all(line == b">" or (line.startswith(b"> ") and len(line) > 2) for line in quoted),
        "prose",
        "The text is not written as it should be.",
    )
    raw = b"\n".join(line[2:] for line in quoted)
    what = "The text was taken out." if raw == b"[removed]" else "The text is not the one that was signed."
    need(text == (hashlib.sha256(raw).hexdigest() if quoted else None), "prose", what)
    check_prose(raw.decode("utf-8", "surrogateescape"))


# ---------------------------------------------------------------------------------------------- the record


class Record:
    """A journal read from its bytes: `entries` counts the whole markers, `heads` are the ids that nothing follows."""

    def __init__(self, data: bytes) -> None:
        self.entries = 0
        self.findings: list[tuple[int, int, str, str]] = []  # line, entry, kind, what
        self.heads: list[str] = []
        self.known: dict[str, dict[str, Any]] = {}
        self.depth: dict[str, int] = {}
        self.rings: list[tuple[str, str, list[str], str]] = []  # by which entry which seat got which keys, and which invite
        self.seen: set[str] | None = None  # what the entry at hand had seen; None where that is all above it
        self.labels: set[tuple[str, str]] = set()
        self.place = (-1, "")
        self.previous: str | None = None
        base, quoted, last = None, list[bytes](), 0
        plain = data.removeprefix(b"\xef\xbb\xbf")
        if b"\r\n" in plain[: plain.find(b"\n") + 1]:
            plain = plain.replace(b"\r\n", b"\n")
        if plain != data:
            self.find(1, Fault("bytes", "The file begins with a byte order mark, or its lines end in CRLF."))
        lines = plain.split(b"\n")
        for number, line in enumerate(lines, 1):
            if line.startswith(b"<!-- spookynb/"):
                self.block(number, quoted, line)
                last, quoted = number, []
            elif found := CONFLICT.fullmatch(line):
                self.find(number, Fault("conflict", "Git left a conflict marker here."))
                base = self.previous if found[1] == b"<" else base
                self.previous = self.previous if found[1] == b">" else base  # each side goes on from where the two parted
            elif line.startswith(b">"):
                quoted.append(line)
            elif quoted:
                self.find(number - 1, Fault("prose", "A text ends here without its marker."))
                quoted = []
        if last != len(lines) - 1 or lines[-1]:
            self.find(last + 1, Fault("tail", "The file does not end with a marker and the end of its line."))

    def find(self, line: int, fault: Fault, entry: int = 0) -> None:
        self.findings.append((line, entry or self.entries + 1, *fault.args))

    def block(self, line: int, quoted: list[bytes], marker: bytes) -> None:
        previous, self.previous = self.previous, None
        found = MARKER.fullmatch(marker)
        self.entries += found is not None
        try:
            need(found, "marker", "This begins like a marker and is none.")
            body = body_of(found[1], previous)
            self.previous = one = entry_id(body)
            fields = check_body(body)
        except Fault as fault:
            self.find(line, fault, self.entries if found else 0)
            return
        faults = list(self.faults(one, fields, found[2].decode(), quoted))
        for fault in faults:
            self.find(line, fault, self.entries)
        if found[1] != marker_of(body, previous):
            self.find(line, Fault("canonical", "The marker is not written as it should be."), self.entries)
        if not {fault.kind for fault in faults} - {"order", "time", "prose"}:  # it counts, and so does what it leaves for those below
            self.labels |= {(fields["seat"], fields["once"])} if "once" in fields else set()
            self.rekey(one, fields)

    def held(self, seat: str) -> tuple[list[str], str]:
        """The keys and the invite of a seat, as the entry at hand had seen them."""
        known = (ring for ring in reversed(self.rings) if ring[1] == seat and (self.seen is None or ring[0] in self.seen))
        return next(((keys, invite) for _, _, keys, invite in known), ([], ""))

    def rekey(self, one: str, fields: dict[str, Any]) -> None:
        """Give seats the keys and invites that an entry brings, if the move is its seat's to make and its fact repeats it."""
        seat, kind, data = fields["seat"], fields["kind"], fields["data"]
        for fact in fields["facts"]:
            whose = fact.get("seat")
            mine = seat == "gm" if kind == "add_seat" else seat == whose or (kind == "rekey_seat" and seat == "gm")
            same = all(fact.get(name) == data.get(name) for name in ("key", "invite")) and fact.keys() & {"key", "invite"}
            if isinstance(whose, str) and mine and same and fact.get("kind") == BRINGS.get(kind, ""):
                old = self.held(whose)[0] if kind == "add_device" else []
                self.rings.append((one, whose, [*old, fact["key"]] if "key" in fact else old, fact.get("invite", "")))

    def faults(self, one: str, fields: dict[str, Any], sig: str, quoted: list[bytes]) -> Iterator[Fault]:
        """Take an entry into the record, and say what does not hold of it."""
        if one in self.known:
            yield Fault("parents", "This entry stands in the file twice.")
            return
        if not self.known:
            yield from self.genesis(one, fields)
        apart = fields["after"] != sorted(self.heads) and self.known.keys() >= set(fields["after"]) > set()
        yield from self.parents(one, fields)
        self.seen = self.ancestors(one) if apart else None
        keys, invite = self.held(fields["seat"])
        if fields["kind"] == "claim_seat":
            keys = self.claimed(fields["seat"], invite, fields["data"].get("key"), fields["data"].get("proof"))
        if not any(is_signed(frame("spookynb/1 sig", bytes.fromhex(one)), sig, key) for key in keys):
            yield Fault("signature", "It is not signed with a key of its seat.")
        if (fields["seat"], fields.get("once")) in self.labels:
            yield Fault("once", "Its seat has made the move with this label already.")
        for check in (lambda: check_words(fields["data"]), lambda: check_text(fields.get("text"), quoted)):
            try:
                check()
            except Fault as fault:
                yield fault

    def genesis(self, one: str, fields: dict[str, Any]) -> Iterator[Fault]:
        """Take the seats' keys from the fact `opened`, which repeats the move's."""
        data = fields["data"]
        try:
            opened = next(fact for fact in fields["facts"] if fact["kind"] == "opened")
            seats = [(seat["slug"], seat.get("key"), seat.get("invite")) for seat in opened["seats"]]
            self.rings = [(one, seat, [key] if key else [], invite or "") for seat, key, invite in seats]
            same = seats == [(seat["seat"], seat.get("key"), seat.get("invite")) for seat in data["seats"]]
            whole = same and all(data[name] == opened[name] for name in ("title", "system", "rules"))
        except (KeyError, TypeError, AttributeError, StopIteration):
            whole = False
        if not whole or fields["kind"] != "open_campaign" or fields["after"]:
            yield Fault("genesis", "The record does not begin with a whole opening of a campaign.")

    def claimed(self, seat: str, invite: str, key: Any, proof: Any) -> list[str]:
        """The key that a claim brings, if the seat's invite signed it."""
        whole = isinstance(key, str) and HEX64.fullmatch(key) and isinstance(proof, str)
        return [key] if whole and is_signed(claim_bytes(next(iter(self.known)), seat, key), proof, invite) else []

    def parents(self, one: str, fields: dict[str, Any]) -> Iterator[Fault]:
        after, known = fields["after"], [parent for parent in fields["after"] if parent in self.known]
        if len(known) < len(after) or (self.known and not after):
            yield Fault("parents", "It follows an entry that does not stand above it, or none.")
        if len(known) > 1 and any(self.ancestors(parent) & set(after) for parent in known):
            yield Fault("parents", "It names an entry together with one that follows it.")
        if any(fields["at"] < self.known[parent]["at"] for parent in known):
            yield Fault("time", "It is dated before an entry that it follows.")
        self.known[one] = fields
        self.depth[one] = 1 + max((self.depth[parent] for parent in known), default=-1)
        self.heads = [*(head for head in self.heads if head not in after), one]
        place = self.depth[one], one
        if place < self.place:
            yield Fault("order", "It stands below an entry that it should stand above.")
        self.place = max(place, self.place)

    def ancestors(self, one: str) -> set[str]:
        found, todo = set[str](), [one]
        while todo:
            new = {parent for parent in self.known.get(todo.pop(), {}).get("after", ()) if parent not in found}
            found |= new
            todo += new
        return found


def main(path: str) -> int:
    try:
        record = Record(Path(path).read_bytes())
        need(record.entries, "journal", "no entry can be read in it")
    except (OSError, Fault) as error:
        print(f"{path} is no journal: {error.args[1]}.")
        return 2
    for line, entry, _, what in record.findings:
        print(f"line {line}, entry {entry}: {what}")
    print(f"{record.entries} entries, head: {head_words(record.heads) if record.heads else '(none)'}")
    return 1 if record.findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else 2)
