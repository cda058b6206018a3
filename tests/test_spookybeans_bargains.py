"""Gifts and bargains (SB-13, SB-14)."""

from __future__ import annotations

from spookybeans_play import GAME, Play


def table(accept: int | None = None, **rules: int) -> Play:
    """Bob rolls against Adversity 4; Alice, Joe and Ralph may help."""
    play = Play("Bob", "Alice", "Joe", "Ralph", **rules)  # type: ignore[arg-type]
    play.everybody()
    play.call(**({} if accept is None else {"accept": accept}))
    play.act("gm", "set_adversity", dice=4)
    return play


def test_sb_13_one_die_for_free_two_after_an_ouchie_and_no_more_than_one_holds() -> None:
    play = table()
    refusal = play.refused("SB-13", "alice", "give", to="bob", dice=2)
    assert (refusal.data["holds"], refusal.data["asked"], refusal.data["limit"]) == (3, 2, 1)
    play.refused("SB-13", "alice", "give", to="bob", dice=0)
    play.refused("SB-13", "alice", "give", to="gm", dice=1)
    play.refused("SB-2", "bob", "give", to="bob", dice=1)
    play.refused("SB-13", "gm", "give", to="bob", dice=1)
    play.act("alice", "give", to="bob", dice=1)
    play.refused("SB-13", "alice", "give", to="bob", dice=1)
    play.act("bob", "take_ouchie")
    play.act("alice", "give", to="bob", dice=1)
    play.refused("SB-13", "alice", "give", to="bob", dice=1)
    play.act("gm", "gm_adjust", what="oooh", of="joe", by=-2, why="two dice under the sofa")
    assert play.refused("SB-13", "joe", "give", to="bob", dice=2).data["holds"] == 1


def test_sb_14_given_and_offered_never_exceed_two() -> None:
    play = table()
    play.refused("SB-14", "alice", "offer", to="bob", dice=3)
    play.act("alice", "give", to="bob", dice=1)
    play.refused("SB-14", "alice", "offer", to="bob", dice=2)
    play.act("alice", "offer", to="bob", dice=1)
    play.refused("SB-14", "alice", "offer", to="bob", dice=1)
    play.act("joe", "offer", to="bob", dice=2)
    play.refused("SB-14", "joe", "give", to="bob", dice=1)
    assert (play.pools()["joe"], play.pools()["alice"]) == (1, 1), "what is offered is reserved"


def test_sb_14_an_offer_is_withdrawn_until_it_is_answered() -> None:
    play = table()
    play.refused("SB-14", "alice", "withdraw_offer", to="bob")
    play.act("alice", "offer", to="bob", dice=2)
    play.refused("SB-14", "joe", "answer_offer", donor="alice", accept=True)
    play.act("alice", "withdraw_offer", to="bob")
    assert play.pools()["alice"] == 3
    play.refused("SB-14", "bob", "answer_offer", donor="alice", accept=True)
    play.act("alice", "offer", to="bob", dice=1)
    play.act("bob", "answer_offer", donor="alice", accept=False, words="two")
    assert (play.pools()["alice"], play.sheet("Bobson").ouchies) == (3, 0)


def test_sb_14_accepting_banks_one_ouchie_and_lets_the_other_offers_lapse() -> None:
    play = table()
    play.act("alice", "offer", to="bob", dice=2)
    play.act("joe", "offer", to="bob", dice=1)
    play.act("ralph", "pass")
    play.act("bob", "answer_offer", donor="alice", accept=True)
    assert play.dice()["bob"] == 2
    assert (play.pools()["joe"], play.conflict.sides["bob"].offers) == (3, {})
    assert play.owed()[0] == ("bob", "roll"), "nobody is waited for again because an offer lapsed"
    play.refused("SB-14", "bob", "take_ouchie")
    play.refused("SB-14", "joe", "offer", to="bob", dice=1)
    play.act("joe", "give", to="bob", dice=2)
    assert play.dice()["bob"] == 4


def test_sb_14_two_ouchies_where_the_house_allows_them() -> None:
    play = table(ouchies_per_conflict=2)
    play.act("alice", "offer", to="bob", dice=2)
    play.act("bob", "take_ouchie")
    assert "alice" in play.conflict.sides["bob"].offers
    play.act("bob", "answer_offer", donor="alice", accept=True)
    assert play.sheet("Bobson").ouchies == 2
    play.refused("SB-14", "bob", "take_ouchie")


def test_standing_terms_accept_the_first_good_offer_at_once() -> None:
    play = table(accept=2)
    play.act("alice", "offer", to="bob", dice=1)
    assert play.sheet("Bobson").ouchies == 0
    play.act("joe", "offer", to="bob", dice=2)
    assert (play.sheet("Bobson").ouchies, play.dice()["bob"]) == (1, 2)
    assert play.pools()["alice"] == 3, "the smaller offer lapsed"


def test_sb_14_offers_lapse_at_the_roll_and_given_dice_are_not_taken_back() -> None:
    play = table()
    play.act("alice", "offer", to="bob", dice=2)
    play.act("joe", "give", to="bob", dice=1)
    play.roll("bob", bob=1, gm=4)
    assert play.pools()["alice"] == 3
    assert play.pools()["joe"] == 2
    play.refused("SB-13", "ralph", "give", to="bob", dice=1)
    play.refused("SB-14", "ralph", "pass")


def test_ask_names_what_the_table_could_give() -> None:
    play = table()
    assert play.refused("SB-14", "bob", "ask", dice=7).data["limit"] == 6
    play.refused("SB-14", "alice", "ask", dice=1)
    play.act("bob", "ask", dice=3, words="anything, really")
    asked = play.conflict.sides["bob"].asked
    assert asked is not None
    assert (asked.dice, asked.ouchie) == (3, False)


def test_who_is_waited_for_and_what_silence_means() -> None:
    play = table()
    assert play.owed()[:3] == [("alice", "give"), ("joe", "give"), ("ralph", "give")]
    play.act("alice", "offer", to="bob", dice=1)
    play.act("joe", "pass")
    play.refused("SB-14", "joe", "pass")
    assert play.owed()[:2] == [("bob", "answer_offer"), ("ralph", "give")]
    while debts := [debt for debt in GAME.waiting(play.state) if debt.owes in ("answer_offer", "give")]:
        move = GAME.default(play.state, debts[0])
        assert move is not None
        play.act(debts[0].seat, **move.model_dump(exclude_none=True))
    assert play.sheet("Bobson").ouchies == 0, "silence is no"
    assert play.owed()[0] == ("bob", "roll")


def test_somebody_without_dice_is_not_waited_for() -> None:
    play = table()
    play.act("gm", "gm_adjust", what="oooh", of="joe", by=-3, why="all under the sofa")
    assert ("joe", "give") not in play.owed()
    play.refused("SB-13", "joe", "give", to="bob", dice=1)
    play.refused("SB-14", "joe", "offer", to="bob", dice=1)
