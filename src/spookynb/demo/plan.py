"""Which Ouchies to cash, so that the story ends as it should whatever the dice still do.

At the end one hero's Yo should come true, one hero's Woe, and one tie should be left to settle. Each narrator would rather cash an
Ouchie than keep it, and cashes one only if such an end stays within reach under any dice: a search through what is left of the
story, small enough to be made each time.
"""

from __future__ import annotations

from dataclasses import dataclass

from spookynb.demo.story import Story


@dataclass(frozen=True, slots=True)
class Standing:
    """A hero's score: how far the Yo leads the Woe (below 0: the Woe leads), and the Ouchies banked."""

    lead: int
    ouchies: int


#: how all heroes stand, in the order of :attr:`Story.heroes`
Standings = tuple[Standing, ...]


class Plan:
    """The story as a game against the dice."""

    def __init__(self, story: Story) -> None:
        self._conflicts = story.conflicts
        self._names = tuple(one.name for one in story.heroes)
        self._seats = tuple(one.seat for one in story.heroes)
        self._known: dict[tuple[int, Standings], bool] = {}

    def cash(self, number: int, winner: str, now: Standings) -> str | None:
        """Whose Ouchie ``winner`` cashes in the narration of conflict ``number`` (from 0), those taken in it included in ``now``."""
        return next((name for name, then in self._choices(number, winner, now) if self._ends_well(number + 1, then)), None)

    def _choices(self, number: int, winner: str, now: Standings) -> list[tuple[str | None, Standings]]:
        """Everything that the story has words for, as it stands afterwards; last of all cashing nothing."""
        choices: list[tuple[str | None, Standings]] = []
        for name in self._conflicts[number].told[winner].cash:
            place = self._names.index(name)
            own = self._seats[place] == winner
            if now[place].ouchies:
                then = Standing(now[place].lead + (1 if own else -1), now[place].ouchies - 1)
                choices.append((name, (*now[:place], then, *now[place + 1 :])))
        return [*choices, (None, now)]

    def _ends_well(self, number: int, now: Standings) -> bool:
        """Whether all three kinds of end can be had, whoever wins conflict ``number`` and all after it."""
        if number == len(self._conflicts):
            return {(one.lead > 0) - (one.lead < 0) for one in now} == {-1, 0, 1}
        if (number, now) not in self._known:
            conflict = self._conflicts[number]
            then = tuple(Standing(one.lead, one.ouchies + (seat in conflict.ouchies)) for seat, one in zip(self._seats, now, strict=True))
            self._known[number, now] = all(
                any(self._ends_well(number + 1, after) for _, after in self._choices(number, winner, then)) for winner in conflict.told
            )
        return self._known[number, now]
