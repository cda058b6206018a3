"""The demo's story: the same bytes for the same seed, and under any dice all that a first look should show."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from spookynb.demo import play_demo
from spookynb.demo.plan import Plan, Standing
from spookynb.demo.story import Conflict, load
from spookynb.errors import WrongUsage
from spookynb.state import GM
from spookynb.table import Table
from spookynb.verify import verify

COMMITTED = Path(__file__).parent.parent / "journals" / "left-until-called-for.md"


def facts(journal: Path) -> list[dict[str, Any]]:
    """Every fact of a journal in order, with the kind and seat of the move that brought it."""
    with Table.open(journal) as table:
        return [{"move": one.kind, "by": one.seat, **fact} for one in table.entries() for fact in one.facts]


def of(kind: str, all_facts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [fact for fact in all_facts if fact["kind"] == kind]


def test_the_journal_in_the_repository_is_made_again_byte_for_byte(tmp_path: Path) -> None:
    made = play_demo(tmp_path, 7)
    assert made.name == COMMITTED.name
    assert made.read_bytes() == COMMITTED.read_bytes(), "if that was meant: delete it and run `spookynb demo --out journals --seed 7`"


@pytest.fixture(scope="module", params=[0, 1, 2, 3, 4, 5, 7, 2**53 - 1])
def journal(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play_demo(tmp_path_factory.mktemp("demo"), request.param)


def test_the_journal_verifies(journal: Path) -> None:
    report = verify(journal)
    assert report.findings == ()
    assert report.entries > 90


def test_there_are_conflicts_of_both_kinds_and_a_tie(journal: Path) -> None:
    rolled = of("rolled", facts(journal))
    by_conflict: dict[str, list[dict[str, Any]]] = {}
    for fact in rolled:
        by_conflict.setdefault(fact["conflict"], []).append(fact)
    against_gm = Counter(any(side["seat"] == GM for side in sides) for sides in by_conflict.values())
    assert against_gm == {True: 6, False: 2}
    assert any(one.get("skulls", 0) == other.get("skulls", 0) for one, other in by_conflict.values())


def test_a_bargain_is_struck_one_refused_and_one_taken_on_standing_terms(journal: Path) -> None:
    answers = {(one["move"], one["how"]) for one in of("offer_ended", facts(journal))}
    assert {("answer_offer", "accepted"), ("answer_offer", "declined"), ("offer", "accepted")} <= answers


def test_a_banked_thingy_comes_out_in_mid_conflict_and_is_used_at_once(journal: Path) -> None:
    all_facts = facts(journal)
    [defined] = of("thingy_defined", all_facts)
    place = all_facts.index(defined)
    before = all_facts[:place]
    assert len(of("conflict_called", before)) == len(of("won", before)) + 1
    used = of("thingy_used", all_facts[place:])[0]
    assert (used["thingy"], used["die"]) == (defined["thingy"], 1)


def test_a_thingy_is_refused_and_argued_again(journal: Path) -> None:
    all_facts = facts(journal)
    [refused] = of("thingy_refused", all_facts)
    again = [one for one in of("thingy_used", all_facts[all_facts.index(refused) :]) if one["thingy"] == refused["thingy"]]
    assert [one["move"] for one in again] == ["invoke_thingy"]


def test_an_ouchie_is_cashed_for_yo_and_one_for_woe_and_both_kinds_of_ending_come_true_and_a_tie_is_settled(journal: Path) -> None:
    all_facts = facts(journal)
    cashed = [one for one in of("scored", all_facts) if one["move"] == "narrate"]
    assert {("yo" if one.get("yo") else "woe") for one in cashed} == {"yo", "woe"}
    at_the_end = [one["ending"] for one in of("ending_true", all_facts) if one["move"] == "end_story"]
    assert set(at_the_end) == {"yo", "woe"}
    assert {one["move"] for one in of("tie_left", all_facts)} >= {"end_story", "settle_tie"}


def test_what_came_true_is_written_anew_and_nothing_is_owed_but_the_next_story(journal: Path) -> None:
    all_facts = facts(journal)
    end = next(place for place, fact in enumerate(all_facts) if fact["move"] == "end_story")
    true = {(one["character"], one["ending"]) for one in of("ending_true", all_facts)}
    written = {(one["character"], one["ending"]) for one in of("ending_written", all_facts[end:])}
    assert written == true
    with Table.open(journal) as table:
        assert table.waiting() == []


def test_every_kind_of_post_stands_between_the_conflicts(journal: Path) -> None:
    posted = of("posted", facts(journal))
    assert {one["voice"] for one in posted} == {"narrator", "character", "ooc"}
    assert len(posted) >= 15


def test_another_seed_gives_other_dice_and_another_story(tmp_path: Path) -> None:
    one, other = (play_demo(tmp_path / str(seed), seed) for seed in (3, 4))
    assert [fact["faces"] for fact in of("rolled", facts(one))] != [fact["faces"] for fact in of("rolled", facts(other))]
    assert one.read_text("utf-8").partition("\n")[0] == other.read_text("utf-8").partition("\n")[0] == f"# {load().title}"


def test_a_second_demo_leaves_the_first_alone(tmp_path: Path) -> None:
    first = play_demo(tmp_path)
    before = first.read_bytes()
    second = play_demo(tmp_path)
    assert second != first
    assert first.read_bytes() == before == second.read_bytes()


def test_a_system_without_a_demo_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WrongUsage, match="no demo of 'chess'"):
        play_demo(tmp_path, 7, "chess")
    assert list(tmp_path.iterdir()) == []


def test_there_are_words_for_whoever_can_win_and_for_every_ending() -> None:
    story = load()
    seats = {one.name: one.seat for one in story.cast} | {GM: GM}
    for beat in story.beats:
        if isinstance(beat, Conflict):
            sides = {beat.seat, seats[beat.against]}
            # where nobody brings a die, the called side wins
            assert beat.told.keys() == (sides if beat.cues else {seats[beat.against]})
    for one in story.heroes:
        ending = story.ending
        tied = {"both": "both", "neither": "neither", "player": "yo"}[one.tie]
        assert ending.epilogue[one.name].keys() == {"yo", "woe", tied}
        assert ending.new_yo[one.name]
        assert ending.new_woe[one.name]


def test_whoever_wins_which_conflict_one_yo_leads_one_woe_leads_and_one_is_tied_at_the_end() -> None:
    story = load()
    plan = Plan(story)
    seats = [one.seat for one in story.heroes]
    names = [one.name for one in story.heroes]
    for winners in product(*(conflict.told for conflict in story.conflicts)):
        scores = {name: Standing(0, 0) for name in names}
        for number, (conflict, winner) in enumerate(zip(story.conflicts, winners, strict=True)):
            for name, seat in zip(names, seats, strict=True):
                scores[name] = Standing(scores[name].lead, scores[name].ouchies + (seat in conflict.ouchies))
            cashed = plan.cash(number, winner, tuple(scores.values()))
            if cashed:
                own = seats[names.index(cashed)] == winner
                scores[cashed] = Standing(scores[cashed].lead + (1 if own else -1), scores[cashed].ouchies - 1)
        assert {(one.lead > 0) - (one.lead < 0) for one in scores.values()} == {-1, 0, 1}
        assert all(one.ouchies >= 0 for one in scores.values())
