"""Verify finds whatever does not hold, with its line, from the file alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from journals import Writer, golden, key
from spookynb.entry import make, six_words
from spookynb.errors import JournalTrouble
from spookynb.journal import Block, block, parse
from spookynb.verify import Report, verify, verify_journal


@pytest.fixture(scope="module")
def evening() -> Writer:
    return golden("evening")[0]


def check(data: bytes) -> Report:
    return verify_journal(parse(data))


def joined(blocks: list[Block]) -> bytes:
    return b"".join(one.text for one in blocks)


def line_of(data: bytes, words: bytes) -> int:
    return data[: data.index(words)].count(b"\n") + 1


# ---------------------------------------------------------------------------------------------- clean


@pytest.mark.parametrize("name", ["evening", "names"])
def test_a_whole_journal_is_clean(name: str, tmp_path: Path) -> None:
    writer, journal = golden(name)
    path = tmp_path / "x.md"
    path.write_bytes(journal)
    report = verify(path)
    assert report.findings == ()
    assert report.ok
    assert report.entries == len(writer.taken)
    assert report.heads == writer.replay.heads


def test_the_report_as_programs_read_it(evening: Writer) -> None:
    head = evening.taken[-1].entry.id
    report = check(evening.text).as_dict()
    assert report == {
        "ok": True,
        "entries": len(evening.taken),
        "head": six_words([head]),
        "id": head,
        "campaign": evening.taken[0].entry.id,
        "findings": [],
    }
    assert len(report["head"].split(" ")) == 6


def test_the_same_moves_give_the_same_words_and_others_do_not(evening: Writer) -> None:
    assert check(golden("evening")[0].text).head == check(evening.text).head
    assert check(joined(evening.blocks[:-1])).head != check(evening.text).head


# ---------------------------------------------------------------------------------------------- any byte


def altered(data: bytes, place: int, byte: int) -> tuple[Report, int]:
    changed = data[:place] + bytes([byte]) + data[place + 1 :]
    return check(changed), data.count(b"\n", 0, place) + 1


def test_every_altered_byte_of_a_small_journal_is_found_on_its_line() -> None:
    writer = Writer(players=("Ines",))
    writer.play("ines", "post", text="A first line, and\n\n> a quote.", voice="ooc")
    data = writer.text
    chance = random.Random(5)
    for place, byte in enumerate(data):
        for other in {byte ^ 1, chance.choice(b"\n\r >`<-\\\xff")} - {byte}:
            report, line = altered(data, place, other)
            assert any(one.line <= line <= (one.last or one.line) for one in report.findings), (place, other, report.findings)


def test_random_altered_bytes_of_a_longer_journal_are_found_on_their_lines(evening: Writer) -> None:
    chance = random.Random(11)
    for _ in range(400):
        place = chance.randrange(len(evening.text))
        report, line = altered(evening.text, place, (evening.text[place] + chance.randrange(1, 256)) % 256)
        assert any(one.line <= line <= (one.last or one.line) for one in report.findings), (place, report.findings)


def test_bytes_added_or_taken_are_found_on_their_lines(evening: Writer) -> None:
    chance = random.Random(13)
    data = evening.text
    for place in [0, len(data), *(chance.randrange(len(data)) for _ in range(150))]:
        line = data.count(b"\n", 0, place) + 1
        for changed in (data[:place] + b"x" + data[place:], data[:place] + b"\n" + data[place:], data[:place] + data[place + 1 :]):
            if changed != data:
                findings = check(changed).findings
                # one empty line more is found where the empty lines end
                assert any(one.line - 2 <= line <= (one.last or one.line) + 1 for one in findings), (place, findings)


def test_one_fault_does_not_hide_the_next(evening: Writer) -> None:
    data = evening.text.replace(b"Bram** offers", b"Bram** offered").replace(b"**Ines** accepts", b"**Ines** declines")
    report = check(data)
    assert [one.line for one in report.findings] == [line_of(data, b"Bram** offered"), line_of(data, b"**Ines** declines")]
    assert all("It should read" in one.what and not one.play for one in report.findings)


def test_an_altered_signature_costs_one_finding_only(evening: Writer) -> None:
    sig = evening.taken[8].entry.sig.encode()
    data = evening.text.replace(sig, sig[:-1] + (b"0" if sig[-1:] != b"0" else b"1"))
    (finding,) = check(data).findings
    assert finding.line == line_of(data, sig[:-1])
    assert finding.entry == 9
    assert finding.play
    assert "signature" in finding.what


# ---------------------------------------------------------------------------------------------- texts


def test_a_changed_text_is_named_and_play_goes_on(evening: Writer) -> None:
    data = evening.text.replace(b"well brought up", b"badly brought up")
    (finding,) = check(data).findings
    assert finding.line == line_of(data, b"badly brought up")
    assert "not the one that was signed" in finding.what
    assert not finding.play


def test_a_removed_text_leaves_everything_else_verified(evening: Writer) -> None:
    blocks = list(evening.blocks)
    blocks[6] = block(replace(blocks[6].entry, prose=None), evening.taken[6].lines(evening.game), blocks[5].entry)
    data = joined(blocks)
    assert b"> [removed]" in data
    (finding,) = check(data).findings
    assert "taken out" in finding.what
    assert finding.line == line_of(data, b"> [removed]")


def test_a_text_that_nobody_signed_is_found(evening: Writer) -> None:
    mark = evening.blocks[9].text.rindex(b"<!-- ")
    data = evening.text.replace(evening.blocks[9].text, evening.blocks[9].text[:mark] + b"> Hello.\n" + evening.blocks[9].text[mark:])
    findings = check(data).findings
    assert findings[0].line == line_of(data, b"> Hello.")
    assert "does not have" in findings[0].what


def test_a_missing_text_is_found(evening: Writer) -> None:
    words = b"> They went round once, and nobody could tell which of the two was leading.\n"
    findings = check(evening.text.replace(words, b"")).findings
    assert [one.what for one in findings if "missing" in one.what]


# ---------------------------------------------------------------------------------------------- whole entries


def moved(blocks: list[Block]) -> list[Block]:
    return [*blocks[:4], blocks[5], blocks[4], *blocks[6:]]


def doubled(blocks: list[Block]) -> list[Block]:
    return [*blocks, blocks[-1]]


def dropped(blocks: list[Block]) -> list[Block]:
    return [*blocks[:7], *blocks[8:]]


def beheaded(blocks: list[Block]) -> list[Block]:
    return blocks[1:]


def second(blocks: list[Block]) -> list[Block]:
    return [*blocks, blocks[0]]


@pytest.mark.parametrize("change", [moved, doubled, dropped, beheaded, second])
def test_entries_moved_doubled_or_dropped_are_found(evening: Writer, change: Callable[[list[Block]], list[Block]]) -> None:
    report = check(joined(change(evening.blocks)))
    assert any(one.play for one in report.findings)


def test_entries_cut_off_the_end_change_the_words_only(evening: Writer) -> None:
    """Nobody can see in the file that it once was longer: that is what the six words are compared for."""
    assert check(joined(evening.blocks[:-3])).ok


# ---------------------------------------------------------------------------------------------- cheating


def cheated(writer: Writer, seat: str, kind: str, data: dict[str, object], facts: list[dict[str, object]], signer: str = "") -> Report:
    """A report on the writer's journal with one more entry, well signed, that a changed program wrote."""
    last = writer.taken[-1].entry
    entry = make(key=key(signer or seat), seat=seat, after=[last.id], at="2026-11-01T10:00:00Z", kind=kind, data=data, facts=facts)
    return check(writer.text + block(entry, [], last).text)


def test_facts_that_the_rules_do_not_make_are_found(evening: Writer) -> None:
    facts = [{"kind": "loose_rolled", "seat": "ines", "faces": ["d6:1", "d6:3", "d6:5"]}]
    for data in ({"notation": "2d6"}, {"notation": "2d6", "reason": "luck"}):
        (finding, *_) = [one for one in cheated(evening, "ines", "loose_roll", data, facts).findings if one.play]
        assert finding.entry == len(evening.taken) + 1


def test_a_move_that_the_rules_refuse_is_found_with_the_reason(evening: Writer) -> None:
    report = cheated(evening, "ines", "end_session", {}, [{"kind": "session_ended"}])
    assert [one.what for one in report.findings if one.play] == ["Only the GM ends a session."]


def test_facts_do_not_hide_behind_a_text_that_was_taken_out(evening: Writer) -> None:
    """Without its text a move is decided again all the same: a text withheld is no licence to take dice."""
    last = evening.taken[-1].entry
    facts = [{"kind": "pools_changed", "by": {"ines": 50}}]
    entry = make(
        key=key("ines"),
        seat="ines",
        after=[last.id],
        at=last.at,
        kind="post",
        data={"voice": "ooc", "ends": "done"},
        facts=facts,
        prose="x",
    )
    report = check(evening.text + block(replace(entry, prose=None), [], last).text)
    assert any("what the rules make" in one.what for one in report.findings if one.play)


def test_another_seats_key_does_not_sign(evening: Writer) -> None:
    report = cheated(evening, "gm", "end_session", {}, [{"kind": "session_ended"}], signer="ines")
    assert any("signature" in one.what for one in report.findings if one.play)


def test_facts_of_no_known_kind_do_not_stop_the_check(evening: Writer) -> None:
    report = cheated(evening, "gm", "end_session", {}, [{"kind": "treasure_found", "gold": 7}])
    assert any(one.play for one in report.findings)


def test_an_entry_dated_before_the_one_it_follows_is_named() -> None:
    writer = Writer()
    writer.play("ines", "post", text="Later.", voice="ooc")
    writer.play("ines", "post", text="Earlier.", voice="ooc", at="2026-10-31T18:00:00Z")
    (finding,) = check(writer.text).findings
    assert "before an entry that it follows" in finding.what
    assert finding.entry == 3
    assert not finding.play


def test_what_the_table_gave_no_effect_and_said_so_is_one_finding(evening: Writer) -> None:
    """A bad entry that a table took in stands in its journal as without effect; the rest still verifies."""
    writer = golden("evening")[0]
    writer.sign("ines", "end_session", {}, [{"kind": "session_ended"}], "2026-11-01T10:00:00Z")
    writer.play("gm", "end_session")
    report = check(writer.text)
    assert b"without effect" in writer.text
    assert [(one.entry, one.what) for one in report.findings] == [(len(evening.taken) + 1, "Only the GM ends a session.")]


def test_rules_of_another_version_are_folded_and_said_not_to_be_decided_again() -> None:
    writer = Writer()
    opened = writer.taken[0].entry
    facts = [{**fact, "rules": 999} if fact["kind"] == "opened" else fact for fact in opened.facts]
    data = {**opened.data, "rules": 999}
    genesis = make(key=key("gm"), seat="gm", after=[], at=opened.at, kind="open_campaign", data=data, facts=facts)
    (finding,) = check(block(genesis, writer.taken[0].lines(writer.game), None).text).findings
    assert "not decided again" in finding.what


def test_a_system_that_is_not_installed_is_named() -> None:
    writer = Writer()
    opened = writer.taken[0].entry
    data = {**opened.data, "system": "croquet"}
    genesis = make(key=key("gm"), seat="gm", after=[], at=opened.at, kind="open_campaign", data=data, facts=opened.facts)
    (finding,) = check(block(genesis, writer.taken[0].lines(writer.game), None).text).findings
    assert "croquet" in finding.what


# ---------------------------------------------------------------------------------------------- unreadable


def test_what_is_no_journal_cannot_be_verified(tmp_path: Path) -> None:
    path = tmp_path / "x.md"
    for data in (b"", b"# Notes\n", b"\xff\xfe" * 40):
        path.write_bytes(data)
        with pytest.raises(JournalTrouble) as caught:
            verify(path)
        assert caught.value.exit_code == 2
    with pytest.raises(JournalTrouble):
        verify(tmp_path / "missing.md")
