"""The second verifier, written from the specification alone, agrees with ours: on the vectors, on journals, on what happens to them."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from mnemonic import Mnemonic
from nacl.signing import SigningKey

import independent_verifier as independent
from journals import BELOW, GOLDEN
from spookynb import entry, text
from spookynb.errors import BadEntry, BadText
from spookynb.journal import Finding, marker, parse
from spookynb.journal.write import quote, unquote
from spookynb.ledger.keys import public_key
from spookynb.verify import verify_journal
from tampering import CHANGES, Tampered
from vectors import make

VECTORS = Path(__file__).parent / "vectors"
SAMPLES = [*(Path(__file__).parent.parent / "journals").glob("*.md"), *GOLDEN.glob("*.md")]
#: what ours alone can see: the lines that people read, since only it renders them, and ...
LINES = re.compile("It should read|An empty line should stand|lines? too (many|few) here|no line of the table's|Renderer [0-9]+ is not")
#: ... the rules, so that whatever it says beside this is theirs
RECORD = re.compile(
    "signature|signed|The body|follows an entry|follows? (an entry )?and also|second campaign|record twice|not begin with|had not seen"
    "|text stands|[Tt]he text|Its text|text ends|[Mm]arker|same labelled move|It is dated|stands below|Git left|byte order mark|CRLF"
    "|has no end|end of the file|Empty lines|cannot be checked|in NFC|cannot hold|the limit is|That invite|seat yet|rule system"
)
#: how ours speaks of a marker so damaged that it had to be guessed at: the second verifier does not guess
GUESSED = re.compile("The marker is damaged|The marker is of format|begins like a marker")


def vectors(name: str) -> Any:
    return json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))


def each(name: str, part: str | None = None) -> Any:
    """A parameter for each vector of a file, named as it is there."""
    found = vectors(name) if part is None else vectors(name)[part]
    return pytest.mark.parametrize("it", [pytest.param(one, id=one.get("name") if isinstance(one, dict) else None) for one in found])


@pytest.mark.parametrize("name", make.VECTORS)
def test_the_vectors_come_out_as_they_were_published(name: str) -> None:
    published = (VECTORS / f"{name}.json").read_text(encoding="utf-8")
    assert make.made(name) == published, "see the README there before you make them anew"


# ---------------------------------------------------------------------------------------------- bytes


@each("frames")
def test_frames(it: dict[str, str]) -> None:
    assert independent.frame(it["tag"], bytes.fromhex(it["payload"])).hex() == it["frame"]
    assert entry.frame(it["tag"], bytes.fromhex(it["payload"])).hex() == it["frame"]


@each("keys")
def test_seat_keys_follow_from_phrases(it: dict[str, Any]) -> None:
    """By the definition of BIP-39 and no library of it."""
    assert Mnemonic("english").check(it["phrase"])
    seed = hashlib.pbkdf2_hmac("sha512", it["phrase"].encode(), b"mnemonic", 2048)
    for seat in it["seats"]:
        secret = hashlib.sha256(independent.frame("spookynb/1 key", seed + seat["seat"].encode())).digest()
        assert secret.hex() == seat["secret"]
        assert bytes(SigningKey(secret).verify_key).hex() == seat["public"] == public_key(it["phrase"], seat["seat"])


@each("heads")
def test_six_words(it: dict[str, Any]) -> None:
    assert independent.head_words(it["heads"]) == it["words"] == entry.six_words(it["heads"])
    assert entry.head_id(it["heads"]) == it["id"]


@each("bodies")
def test_bodies_that_hold(it: dict[str, str]) -> None:
    body = it["body"].encode()
    assert independent.check_body(body) == entry.parse_fields(body) == json.loads(body)
    assert independent.entry_id(body) == it["id"] == entry.body_id(body)
    assert independent.is_signed(independent.frame("spookynb/1 sig", bytes.fromhex(it["id"])), it["sig"], it["key"])
    assert entry.check_signature(entry.from_parts(body, it["sig"], None), it["key"])


@each("refused")
def test_bodies_that_are_refused_with_the_same_reason(it: dict[str, str]) -> None:
    body = bytes.fromhex(it["hex"]) if "hex" in it else it["body"].encode()
    with pytest.raises(independent.Fault) as fault:
        independent.check_body(body)
    with pytest.raises(BadEntry) as refusal:
        entry.parse_fields(body)
    assert fault.value.kind == it["reason"] == refusal.value.data["reason"]


@each("signatures")
def test_signatures(it: dict[str, Any]) -> None:
    message = independent.frame("spookynb/1 sig", bytes.fromhex(it["id"]))
    assert independent.is_signed(message, it["sig"], it["key"]) is it["holds"] is entry.verifies(it["key"], it["sig"], message)


@each("claims")
def test_claims(it: dict[str, str]) -> None:
    message = independent.claim_bytes(it["campaign"], it["seat"], it["key"])
    assert message.hex() == it["bytes"] == entry.claim_bytes(it["campaign"], it["seat"], it["key"]).hex()
    assert independent.is_signed(message, it["proof"], it["invite"])
    assert entry.verifies(it["invite"], it["proof"], message)


@each("markers")
def test_markers(it: dict[str, Any]) -> None:
    body, previous = it["body"].encode(), it["previous"]
    json_there = independent.marker_of(body, previous)
    assert b"<!-- spookynb/1 r%d %b %b -->" % (it["renderer"], json_there, it["sig"].encode()) == it["marker"].encode()
    assert independent.body_of(json_there, previous) == body == marker.body(json_there, previous)[0]
    assert independent.MARKER.fullmatch(it["marker"].encode())


# ---------------------------------------------------------------------------------------------- words


@each("prose", "kept")
def test_prose_is_kept(it: dict[str, Any]) -> None:
    typed = it["typed"] * it.get("times", 1)
    kept = text.prose(typed)
    assert kept == it.get("kept", typed)
    lines = it.get("lines", [f"> {typed}"])
    assert quote(kept) == "\n".join(lines)
    assert unquote(quote(kept).encode()).decode() == kept
    independent.check_text(it["text"], [line.encode() for line in lines])
    assert entry.hash_prose(kept) == it["text"]


@each("prose", "refused")
def test_prose_is_refused(it: dict[str, Any]) -> None:
    typed = it["typed"] * it.get("times", 1)
    with pytest.raises(independent.Fault, match="words"):
        independent.check_prose(typed)
    with pytest.raises(BadText):
        text.prose(typed)


@each("strings", "allowed")
def test_strings_are_allowed(it: str) -> None:
    independent.check_words({it: [it]})
    text.check_words(it)


@each("strings", "refused")
def test_strings_are_refused(it: str) -> None:
    for value in ([it], {it: 1}):
        with pytest.raises(independent.Fault, match="words"):
            independent.check_words(value)
    with pytest.raises(BadText):
        text.check_words(it)


# ---------------------------------------------------------------------------------------------- journals


@each("journals")
def test_journals(it: dict[str, Any]) -> None:
    data = it["journal"].encode()
    record, report = independent.Record(data), verify_journal(parse(data))
    assert [[number, kind] for _, number, kind, _ in record.findings] == it.get("faults", [])
    if "faults" in it:
        assert report.findings
    else:
        assert report.ok
        assert (record.entries, record.heads) == (report.entries, list(report.heads)) == (it["entries"], it["heads"])
        assert independent.head_words(record.heads) == report.head == it["words"]
    agree(data)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_sample_journals(path: Path) -> None:
    agree(path.read_bytes().rpartition(BELOW.encode())[2], whole=True)


def test_it_runs_by_itself(tmp_path: Path) -> None:
    program = [sys.executable, "-I", independent.__file__]
    whole, damaged, other = (tmp_path / name for name in ("whole.md", "damaged.md", "other.md"))
    it = next(one for one in vectors("journals") if "faults" not in one)
    whole.write_bytes(it["journal"].encode())
    damaged.write_bytes(it["journal"].encode().replace(b"> Boo.", b"> Bah."))
    other.write_text("# Notes\n")
    runs = [subprocess.run([*program, path], capture_output=True, text=True, check=False) for path in (whole, damaged, other, tmp_path)]
    assert [run.returncode for run in runs] == [0, 1, 2, 2]
    assert [run.stderr for run in runs] == [""] * 4
    assert runs[0].stdout == f"{it['entries']} entries, head: {it['words']}\n"
    assert re.match(r"line [0-9]+, entry 2: The text is not the one that was signed\.\n", runs[1].stdout)


# ---------------------------------------------------------------------------------------------- agreement


def record_findings(findings: Iterable[Finding]) -> list[Finding]:
    """Those of our findings that are about the record itself; the facts of the opening, which hold the keys, belong to it."""
    told = [one for one in findings if not LINES.search(one.what)]
    return [one for one in told if RECORD.search(one.what) or (one.entry == 1 and "facts are not" in one.what)]


def kinds(findings: Iterable[tuple[int, int, str, str]]) -> set[str]:
    return {kind for _, _, kind, _ in findings}


def agree(data: bytes, *, whole: bool = False) -> bool:
    """Assert that both verifiers say the same of a journal's record; gives whether they found something."""
    record, journal = independent.Record(data), parse(data)
    if not journal.records:
        assert record.entries == 0
        return True
    report = verify_journal(journal)
    theirs = record.findings
    told = [str(one) for one in report.findings], theirs
    assert not whole or not (theirs or report.findings), told
    first = min((min(number, record.entries) for _, number, _, _ in theirs), default=0)
    ours = record_findings(report.findings)
    if kinds(one for one in theirs if one[1] == first) <= {"prose", "canonical"}:
        ours += [one for one in report.findings if one.entry == first]  # how something is written is a matter of lines to ours
    assert bool(ours) == bool(theirs), told
    if not any(GUESSED.search(one.what) for one in ours):
        assert record.entries == report.entries, told
        assert min((one.entry for one in ours if one.entry), default=0) == first, told
    if not theirs:
        assert independent.head_words(record.heads) == report.head, told
    return bool(theirs)


def try_them(seeds: Iterable[int], times: int) -> set[str]:
    """Let things happen to journals of random play; gives the names of those that both verifiers noticed."""
    noticed = set()
    for seed in seeds:
        it = Tampered(seed)
        agree(it.data, whole=True)
        for _ in range(times):
            name, data = it.tamper()
            if agree(data):
                noticed.add(name)
    return noticed


def test_a_few_hundred_generated_and_altered_journals() -> None:
    noticed = try_them(range(100), 4)
    assert noticed >= {change.__name__ for change in CHANGES} - {"nothing", "end_taken"}


@pytest.mark.long
def test_ten_thousand_generated_and_altered_journals() -> None:
    try_them(range(10_000, 12_000), 4)
