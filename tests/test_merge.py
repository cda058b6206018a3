"""Merging: what counts when a campaign was played on in two places (PROTOCOL, "Order, merge, and what counts")."""

import random
import shutil
from datetime import timedelta

import pytest

from journals import Writer, key
from spookynb.bots import random_move
from spookynb.dice import PracticeDice
from spookynb.entry import AT_FORMAT, make, moment
from spookynb.errors import IllegalMove, JournalTrouble, WrongUsage
from spookynb.replay import Replay
from spookynb.table import Table
from spookynb.tablemoves import slugs_of
from spookynb.verify import verify

PEOPLE = {"title": "The Hollow", "gm": "Sam", "players": ["Bob", "Alice", "Joe"]}
CAMERON = {"kind": "create_character", "name": "Cameron", "concept": "Hacker Supreme", "thingies": ["Kung Foo"], "yo": "Graduates"}


class Copy:
    """A copy of a campaign in memory: plays on, and merges with others."""

    def __init__(self, entries):
        self.entries = {one.id: one for one in entries}
        self.replay = Replay()
        self.taken = [self.replay.take(one) for one in self.replay.prepare(list(self.entries.values()))]
        self.game, self.state = self.replay.game, self.replay.state

    def play(self, seat, move, salt=0):
        at = moment(self.replay.at) + timedelta(minutes=1)
        if move["kind"] == "add_seat":
            back = next((slug for slug, one in self.state.seats.items() if one.name == move["name"]), None)
            slug = back or slugs_of((move["name"],), tuple(self.state.seats))[0]
            move = {**move, "key": bytes(key(slug).verify_key).hex()}
        typed = self.game.parse_move(move)
        facts = self.game.decide(self.state, seat, typed, at, PracticeDice(salt, " ".join(self.replay.heads)))
        one = make(
            key=key(seat), seat=seat, after=self.replay.heads, at=at.strftime(AT_FORMAT), kind=typed.kind,
            data=typed.data(), facts=self.game.encode_facts(facts), prose=getattr(typed, "text", None),
        )  # fmt: skip
        self.taken.append(self.replay.take(one))
        self.entries[one.id] = one
        self.state = self.replay.state
        return one

    def play_randomly(self, rng, moves):
        for _ in range(moves):
            found = random_move(self.game, self.state, rng)
            if found is not None:
                self.play(*found, salt=rng.randrange(1000))

    def copy(self):
        return Copy(self.entries.values())

    def __or__(self, other):
        return Copy([*self.entries.values(), *(one for one in other.entries.values() if one.id not in self.entries)])

    def outcome(self):
        return [(one.entry.id, one.trouble, one.facts) for one in self.taken], self.state, self.replay.heads

    def dice(self):
        game = self.state.game
        held = sum(game.pools.values()) + sum(game.away_pools.values())
        return held + sum(
            side.dice + sum(offer.dice for offer in side.offers.values()) for one in game.conflicts.values() for side in one.sides.values()
        )

    def dice_made(self):
        return sum(sum(fact.by.values()) for one in self.taken for fact in one.facts if hasattr(fact, "by") and isinstance(fact.by, dict))


def opened():
    writer = Writer("The Hollow", "Sam", ("Bob", "Alice", "Joe"), house_rules={"dice": "open"})
    return Copy([one.entry for one in writer.taken])


def calling(adversity=2):
    """A campaign in which Bob's conflict is open."""
    copy = opened()
    copy.play("bob", CAMERON)
    call = copy.play("bob", {"kind": "call_conflict", "character": "Cameron", "stakes": "the grades"})
    copy.play("gm", {"kind": "set_adversity", "dice": adversity})
    return copy, call.id


def trouble(copy, entry):
    return next(one.trouble for one in copy.taken if one.entry.id == entry.id)


def diverge(seed, parts=3):
    rng = random.Random(seed)
    base = opened()
    base.play_randomly(rng, rng.randrange(25))
    copies = [base.copy() for _ in range(parts)]
    for copy in copies:
        copy.play_randomly(rng, rng.randrange(1, 10))
    if rng.random() < 0.4:  # some had met before, and parted again
        copies[0] = copies[0] | copies[1]
        copies[0].play_randomly(rng, rng.randrange(1, 5))
    return copies


def check_laws(seed):
    one, two, three = diverge(seed)
    merged = (one | two) | three
    expected = merged.outcome()
    assert (three | (two | one)).outcome() == expected, "neither order nor grouping matters"
    assert (merged | two | merged).outcome() == expected, "merging again changes nothing"
    assert merged.dice() == merged.dice_made(), "no die appears or vanishes (SB-3)"
    for taken in merged.taken:
        taken.lines(merged.game)  # it can be told, whatever came of it
        assert not taken.trouble or taken.late or "twice" in taken.trouble, taken.trouble
        rolled = [fact for fact in taken.facts if getattr(fact, "faces", None) is not None]
        signed = [list(fact["faces"]) for fact in taken.entry.facts if "faces" in fact]
        assert [list(fact.faces) for fact in rolled] in ([], signed), "faces are never drawn again"
    merged.play("gm", {"kind": "post", "text": "On we go."})
    assert merged.replay.heads == (merged.taken[-1].entry.id,)
    assert not merged.taken[-1].trouble


@pytest.mark.parametrize("batch", range(6))
def test_merging_is_commutative_associative_and_idempotent(batch):
    for seed in range(batch * 25, batch * 25 + 25):
        check_laws(seed)


@pytest.mark.long
def test_merging_is_commutative_associative_and_idempotent_ten_thousand_times():
    for seed in range(1_000, 11_000):
        check_laws(seed)


# ---------------------------------------------------------------------------------------------- what counts


def test_posts_written_apart_all_count_in_one_order():
    base, _ = calling()
    one, two = base.copy(), base.copy()
    one.play("alice", {"kind": "post", "text": "Here."})
    two.play("joe", {"kind": "post", "text": "There."})
    merged = one | two
    assert not any(taken.trouble for taken in merged.taken) and len(merged.replay.heads) == 2
    merged.play("bob", {"kind": "post", "text": "Everywhere.", "voice": "ooc"})
    assert len(merged.replay.heads) == 1


def test_the_same_die_given_twice_counts_once():
    base, _ = calling()
    one, two = base.copy(), base.copy()
    first = one.play("alice", {"kind": "give", "to": "bob", "dice": 1})
    second = two.play("alice", {"kind": "give", "to": "bob", "dice": 1, "conflict": base.taken[-2].entry.id})
    merged = one | two
    late = [entry for entry in (first, second) if trouble(merged, entry)]
    assert len(late) == 1 and "too late" in trouble(merged, late[0])
    assert merged.state.game.pools["alice"] == 2
    [taken] = [one for one in merged.taken if one.trouble]
    assert [str(one) for one in taken.lines(merged.game)] == ["Alice: give, without effect: it came too late."]
    assert len(taken.shown(merged.game)) == 2, "a screen says why"


def test_a_roll_counts_what_it_had_seen_and_a_gift_beside_it_comes_too_late():
    base, call = calling()
    one, two = base.copy(), base.copy()
    gift = two.play("alice", {"kind": "give", "to": "bob", "dice": 1})
    two.play("joe", {"kind": "post", "text": "Go on."})
    roll = one.play("bob", {"kind": "roll"})
    merged = one | two
    assert not trouble(merged, roll) and "too late" in trouble(merged, gift)
    conflict = merged.state.game.conflicts[call]
    assert conflict.sides["bob"].faces == () and merged.state.game.pools["alice"] == 3


@pytest.mark.parametrize("salt", range(8))
def test_nobody_rewrites_a_roll_by_backdating_another(salt):
    """The attack: Bob's roll was lost and told; he rolls again from before it, and hopes that the merge prefers that one."""
    base, _ = calling(adversity=9)
    played = base.copy()
    roll = played.play("bob", {"kind": "roll"})
    played.play("gm", {"kind": "narrate", "text": "Nothing whirrs."})
    played.play("alice", {"kind": "post", "text": "Oh dear."})
    attack = base.copy()
    attack.play("alice", {"kind": "give", "to": "bob", "dice": 1})
    again = attack.play("bob", {"kind": "roll"}, salt=salt)
    merged = played | attack
    assert not trouble(merged, roll) and "Rolled twice" in trouble(merged, again)
    assert merged.state.game.last == played.state.game.last
    assert merged.state.game.characters == played.state.game.characters


def test_a_die_spent_twice_by_standing_rolls_leaves_a_debt_that_is_repaid():
    base = opened()
    base.play("bob", CAMERON)
    base.play("alice", {"kind": "create_character", "name": "Nikki", "concept": "Wylde Chylde"})
    one, two = base.copy(), base.copy()
    for copy, who, name, other in ((one, "bob", "Cameron", "alice"), (two, "alice", "Nikki", "bob")):
        copy.play(who, {"kind": "call_conflict", "character": name, "stakes": "the last of the dice"})
        copy.play("gm", {"kind": "set_adversity", "dice": 9})
        copy.play(other, {"kind": "give", "to": who, "dice": 1})
        copy.play(who, {"kind": "roll"})
    merged = one | two
    assert not any(taken.trouble for taken in merged.taken)
    assert merged.dice() == merged.dice_made() == 18


def test_a_leaver_who_was_away_does_not_undo_a_roll():
    base, _ = calling()
    one, two = base.copy(), base.copy()
    one.play("bob", {"kind": "roll"})
    winner = one.state.game.last["winner"]
    one.play(winner, {"kind": "narrate", "text": "Click."})
    two.play("bob", {"kind": "leave_seat", "leaves": "bob"})
    merged = one | two
    assert merged.state.game.last == one.state.game.last
    assert not merged.state.seats["bob"].here
    assert merged.dice() == merged.dice_made()


def won_by_one_who_left():
    """Bob took an Ouchie, rolled, and won; elsewhere he was said to have left: merged before he told it, and as he had told it."""
    base, call = calling(adversity=1)
    base.play("bob", {"kind": "take_ouchie"})
    rolled, salt = base.copy(), 0
    while not rolled.state.game.last or rolled.state.game.last["winner"] != "bob":
        rolled, salt = base.copy(), salt + 1
        rolled.play("bob", {"kind": "roll"}, salt=salt)
    told = rolled.copy()
    told.play("bob", {"kind": "narrate", "text": "Click.", "cash": "Cameron"})
    left = base.copy()
    for words in ("Bob?", "Anybody?"):  # so that it stands below the telling
        left.play("gm", {"kind": "post", "text": words})
    left.play("gm", {"kind": "leave_seat", "leaves": "bob"})
    return call, rolled | left, told | left


def kinds(copy, seat):
    return {template.kind for template in copy.game.legal_moves(copy.state, seat)}


def test_the_gm_narrates_where_the_winner_is_gone_and_play_goes_on():
    call, merged, _ = won_by_one_who_left()
    (debt,) = [one for one in merged.game.waiting(merged.state) if one.conflict == call]
    assert (debt.seat, debt.owes) == ("gm", "narrate")
    assert merged.game.summary(merged.state)["conflict"]["narrator"] == "gm"
    with pytest.raises(IllegalMove, match=r"Sam narrates\."):
        merged.play("alice", {"kind": "narrate", "text": "I shall."})
    merged.play("gm", {"kind": "narrate", "text": "The screen goes dark.", "cash": "Cameron"})
    assert not merged.taken[-1].trouble and "narrates the Conflict of Cameron instead" in str(merged.taken[-1].lines(merged.game)[0])
    cameron = merged.state.game.characters["Cameron"]
    assert (cameron.ouchies, cameron.yo_score, cameron.woe_score) == (0, 0, 1), "somebody else's Ouchie is Woe (SB-19)"
    assert not {"narrate", "send_back"} & kinds(merged, "gm") and "end_story" in kinds(merged, "gm")
    merged.play("gm", {"kind": "add_seat", "name": "Bob"})
    assert not {"narrate", "send_back"} & (kinds(merged, "gm") | kinds(merged, "bob")), "it was the GM who told it"


def test_what_a_narrator_told_before_leaving_stands_after_a_merge():
    _, _, merged = won_by_one_who_left()
    assert not any(taken.trouble for taken in merged.taken) and not merged.state.seats["bob"].here
    with pytest.raises(IllegalMove, match="has left the table"):
        merged.play("gm", {"kind": "send_back", "why": "Too neat."})
    assert {"end_story", "post"} <= kinds(merged, "gm") and not {"narrate", "send_back"} & kinds(merged, "gm")


def test_what_a_roll_had_seen_can_be_told_of_somebody_who_left_play_elsewhere():
    base = opened()
    base.play("bob", CAMERON)
    told = []
    for why in ("tired", "bored", "hungry", "wet"):  # whichever of the two has the lower id stands first
        one, two = base.copy(), base.copy()
        one.play("bob", {"kind": "retire_character", "character": "Cameron", "why": why})
        two.play("bob", {"kind": "call_conflict", "character": "Cameron", "stakes": "the grades"})
        two.play("gm", {"kind": "set_adversity", "dice": 2})
        ouchie = two.play("bob", {"kind": "take_ouchie"})
        two.play("bob", {"kind": "roll"})
        merged = one | two
        [taken] = [one for one in merged.taken if one.entry.id == ouchie.id]
        told += map(str, taken.lines(merged.game))
    assert "Cameron takes an Ouchie, now 1 banked." in told
    assert "Bob: take ouchie. It counts for the roll, though somebody that it names had left play." in told


# ---------------------------------------------------------------------------------------------- files


@pytest.fixture
def apart(tmp_path):
    """Two machines with the same campaign, played on apart."""
    here = Table.new(tmp_path / "here", PEOPLE)
    here.act("bob", CAMERON)
    (tmp_path / "there").mkdir()
    shutil.copy(here.journal, tmp_path / "there" / here.journal.name)
    there = Table.open(tmp_path / "there" / here.journal.name)
    here.act("alice", {"kind": "post", "text": "Here.", "voice": "ooc"})
    there.act("joe", {"kind": "post", "text": "There.", "voice": "ooc"})
    there.act("gm", {"kind": "post", "text": "Elsewhere."})
    yield here, there
    here.close()
    there.close()


def test_merged_journals_are_the_same_bytes_wherever_they_were_merged(apart):
    here, there = apart
    assert (here.merge(there.journal), there.merge(here.journal)) == (2, 1)
    assert here.journal.read_bytes() == there.journal.read_bytes()
    assert here.head_words() == there.head_words() and here.summary() == there.summary()
    assert verify(here.journal).ok and here.notices == there.notices == []
    assert here.merge(there.journal) == 0
    here.act("bob", {"kind": "post", "text": "Together again.", "voice": "ooc"})
    assert verify(here.journal).ok and len(here.heads) == 1
    assert there.merge(here.journal) == 1


def test_a_kernel_that_looks_on_takes_a_merge_in(apart):
    here, there = apart
    with Table.open(here.journal) as other:
        here.merge(there.journal)
        other.sync()
        assert other.head_words() == here.head_words() and other.summary() == here.summary()
        other.act("bob", {"kind": "post", "text": "I saw.", "voice": "ooc"})
    assert verify(here.journal).ok and verify(here.journal).entries == 6


def test_a_merged_campaign_opens_again_from_either_file(apart, tmp_path):
    here, there = apart
    here.merge(there.journal)
    for folder in ("ledger", "journal"):
        (tmp_path / folder).mkdir()
    shutil.copy(here.journal, tmp_path / "journal")
    with Table.open(tmp_path / "journal" / here.journal.name) as again:
        assert again.head_words() == here.head_words()
    before = here.journal.read_bytes()
    here.close()
    here.journal.unlink()
    with Table.open(here.journal) as again:
        assert again.head_words() == here.head_words()
    assert here.journal.read_bytes() == before


def test_another_campaign_a_missing_file_and_a_damaged_one_are_said_so(apart, tmp_path):
    here, there = apart
    before = here.journal.read_bytes()
    with Table.new(tmp_path / "other", PEOPLE) as other, pytest.raises(WrongUsage, match="another campaign"):
        here.merge(other.journal)
    with pytest.raises(JournalTrouble):
        here.merge(tmp_path / "nothing.md")
    assert here.journal.read_bytes() == before
    raw = there.journal.read_bytes()
    damaged = tmp_path / "damaged.md"
    damaged.write_bytes(raw.replace(b'"kind":"post","seat":"joe"', b'"kind":"post","seat":"bob"'))
    here.merge(damaged)
    assert verify(here.journal).ok is False or here.notices
    with pytest.raises(IllegalMove):
        here.act("nobody", {"kind": "post", "text": "x"})


def test_an_edit_is_kept_before_a_merge_writes_the_file_anew(apart):
    here, there = apart
    edited = here.journal.read_bytes().replace(b"Here.", b"Hear!")
    here.journal.write_bytes(edited)
    here.merge(there.journal)
    assert (here.journal.parent / "the-hollow.edited.md").read_bytes() == edited
    assert verify(here.journal).ok
