"""Seats and keys: invites, claims, phrases, new keys (PROTOCOL, "Keys")."""

import shutil

import pytest

from spookynb.admission import Invite, claim, invite, phrase_of, rekey, sit
from spookynb.errors import BadText, IllegalMove, NotYourSeat, WrongUsage
from spookynb.ledger.keys import new_phrase
from spookynb.table import Table
from spookynb.verify import verify

APART = {"title": "The Hollow", "gm": "Sam", "players": ["Bob", "Alice"], "hot_seat": False}


class Machine:
    """Somebody's own machine: their own keys, their own copy of the campaign."""

    def __init__(self, folder, monkeypatch):
        self.folder, self._monkeypatch = folder, monkeypatch

    def use(self):
        self._monkeypatch.setenv("SPOOKYNB_DATA_DIR", str(self.folder / "data"))
        return self

    def copy(self, table):
        self.folder.mkdir(exist_ok=True)
        return Table.open(shutil.copy(table.journal, self.folder / table.journal.name))


@pytest.fixture
def machine(tmp_path, monkeypatch):
    return lambda name: Machine(tmp_path / name, monkeypatch)


@pytest.fixture
def table(tmp_path, machine):
    machine("sam").use()
    with Table.new(tmp_path / "sam", APART) as table:
        yield table


def test_a_seat_is_claimed_by_its_invite_and_played_from_another_machine(table, machine):
    with pytest.raises(IllegalMove, match="Nobody has taken"):
        table.act("bob", {"kind": "post", "text": "Boo"})
    sent = str(invite(table, "bob"))
    with machine("bob").use().copy(table) as bobs:
        assert not bobs.holds("bob") and not bobs.holds("gm")
        phrase = claim(bobs, sent)
        assert len(phrase.split()) == 12 and bobs.holds("bob")
        bobs.act("bob", {"kind": "post", "text": "Boo", "voice": "ooc"})
        assert verify(bobs.journal).ok
        machine("sam").use()
        assert table.merge(bobs.journal) == 2 and verify(table.journal).ok
        with pytest.raises(WrongUsage, match="taken"):
            invite(table, "bob")


def test_a_used_invite_does_not_admit_another(table, machine):
    sent = invite(table, "bob")
    with machine("bob").use().copy(table) as bobs, machine("eve").use().copy(table) as eves:
        machine("bob").use()
        claim(bobs, sent)
        machine("eve").use()
        claim(eves, sent)  # unseen by the other: two claims of one seat
        eves.act("bob", {"kind": "post", "text": "I am Bob.", "voice": "ooc"})
        with pytest.raises(IllegalMove, match="taken"):
            claim(eves, sent)
        eves.merge(bobs.journal)
        bobs.merge(eves.journal)
        assert eves.head_words() == bobs.head_words() and eves.state.seats["bob"] == bobs.state.seats["bob"]
        assert len(eves.state.seats["bob"].keys) == 1


def test_nobody_can_claim_with_another_key_or_without_the_invite(table):
    sent = invite(table, "bob")
    other = invite(table, "alice")
    table.keyring.keep(new_phrase(), "bob")
    with pytest.raises(IllegalMove, match="not for this seat"):
        claim(table, Invite("bob", sent.campaign, other.secret))
    good = claim(table, sent)
    assert good
    with pytest.raises(IllegalMove):
        table.act("alice", {"kind": "claim_seat", "key": "00" * 32, "proof": "00" * 64})


def test_a_mistyped_a_wrapped_and_a_foreign_invite(table, tmp_path):
    sent = str(invite(table, "bob"))
    for wrong in ("", "hello", sent[:-1], sent[:40] + ("0" if sent[40] != "0" else "1") + sent[41:], "x" * 100_000):
        with pytest.raises(BadText):
            claim(table, wrong)
    wrapped = "Dear Bob,\n> " + sent[:50] + "\n" + sent[50:] + "\nSam"
    assert str(Invite.read(wrapped.replace("> ", ""))) == sent
    with Table.new(tmp_path / "elsewhere", APART) as elsewhere, pytest.raises(WrongUsage, match="another campaign"):
        claim(elsewhere, sent)


def test_the_phrase_brings_a_seat_back_and_a_mistyped_word_is_named(table, machine):
    sent = invite(table, "bob")
    with machine("bob").use().copy(table) as bobs:
        phrase = claim(bobs, sent)
        assert phrase_of(bobs, "bob") == phrase
        with machine("laptop").use().copy(bobs) as laptop:
            assert not laptop.holds("bob")
            words = phrase.split()
            with pytest.raises(BadText) as refused:
                sit(laptop, " ".join([*words[:6], "ghoost", *words[7:]]))
            assert refused.value.data["place"] == 7
            with pytest.raises(NotYourSeat):
                sit(laptop, new_phrase())
            assert sit(laptop, phrase) == ("bob",)
            laptop.act("bob", {"kind": "post", "text": "From the train.", "voice": "ooc"})
            assert verify(laptop.journal).ok


def test_a_hot_seat_phrase_brings_the_whole_table_back(tmp_path, machine):
    machine("sam").use()
    with Table.new(tmp_path / "sam", {**APART, "hot_seat": True}) as table:
        phrase = phrase_of(table, "bob")
        with machine("other").use().copy(table) as other:
            assert set(sit(other, phrase)) == {"gm", "bob", "alice"}
            other.act("alice", {"kind": "post", "text": "Back.", "voice": "ooc"})
            assert verify(other.journal).ok


def test_a_lost_phrase_is_helped_by_the_gm_and_the_old_keys_are_void(table, machine):
    sent = invite(table, "bob")
    with machine("bob").use().copy(table) as bobs:
        old = claim(bobs, sent)
        machine("sam").use()
        table.merge(bobs.journal)
        fresh = rekey(table, "bob", "He dropped it in the canal.")
        assert fresh != str(sent)
        machine("bob").use()
        bobs.merge(table.journal)
        with pytest.raises(IllegalMove):
            bobs.act("bob", {"kind": "post", "text": "Still me?", "voice": "ooc"})
        new = claim(bobs, fresh)
        assert new != old and bobs.holds("bob")
        bobs.act("bob", {"kind": "post", "text": "Me again.", "voice": "ooc"})
        assert verify(bobs.journal).ok


def test_a_player_gives_their_own_seat_a_new_key(table, machine):
    sent = invite(table, "bob")
    with machine("bob").use().copy(table) as bobs:
        old = claim(bobs, sent)
        new = rekey(bobs, "bob", "Somebody looked over my shoulder.")
        assert new != old and bobs.holds("bob")
        bobs.act("bob", {"kind": "post", "text": "Safe.", "voice": "ooc"})
        assert verify(bobs.journal).ok
        with pytest.raises(NotYourSeat):
            sit(bobs, old)
        with pytest.raises(IllegalMove):
            bobs.act("bob", {"kind": "rekey_seat", "whose": "alice", "key": "00" * 32})


def test_a_device_key_signs_too(table):
    claim(table, invite(table, "bob"))
    device = new_phrase()
    from spookynb.ledger.keys import public_key

    table.act("bob", {"kind": "add_device", "key": public_key(device, "bob")})
    assert sit(table, device) == ("bob",)
    assert len(table.state.seats["bob"].keys) == 2
    assert verify(table.journal).ok


def test_a_newcomer_gets_an_invite_where_everybody_has_their_own_keys(table):
    table.act("gm", {"kind": "add_seat", "name": "Zoe"})
    assert not table.state.seats["zoe"].claimed
    claim(table, invite(table, "zoe"))
    table.act("zoe", {"kind": "leave_seat", "leaves": "zoe"})
    table.act("gm", {"kind": "add_seat", "name": "Zoe"})
    table.act("zoe", {"kind": "post", "text": "Back.", "voice": "ooc"})
    assert verify(table.journal).ok


def test_practice_dice_are_not_for_tables_with_seats_to_claim(tmp_path):
    with pytest.raises(IllegalMove, match="shares a screen"):
        Table.new(tmp_path, {**APART, "house_rules": {"dice": "practice"}}, seed=1)
