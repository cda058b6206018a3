"""``odds`` and ``roll``: chances and dice outside any table."""

from typing import Annotated, Any

import typer

from spookynb.cli.shell import Json, give, say


def odds(
    player: Annotated[str, typer.Argument(help="Dice of the Player (of the caller with --called).", metavar="PLAYER")],
    gm: Annotated[str, typer.Argument(help="Dice of the GM (of the called side with --called).", metavar="GM")],
    called: Annotated[bool, typer.Option("--called", help="Player against Player: a tie goes to the called side.")] = False,
    more: Annotated[int, typer.Option(help="Show what up to this many further dice would do.", min=0, max=100)] = 2,
    json: Json = False,
) -> None:
    """Exact chance to win, such as that of 5 dice against 4.

    The side with at least as many Skulls wins, and every die shows a Skull with chance 1/2. At most 1,000 dice a side.
    """
    from spookynb.dice import MOST_DICE
    from spookynb.odds import percent, tie_chance, win_chance, win_chance_caller

    chance = win_chance_caller if called else win_chance
    mine, theirs = _count(player), _count(gm)
    room = max(0, MOST_DICE - mine)
    chances = [chance(mine + extra, theirs) for extra in range(min(more, room) + 1)]
    if json:
        rows: list[dict[str, Any]] = [
            {"dice": mine + extra, "win": float(one), "exact": str(one)} for extra, one in enumerate(chances) if extra
        ]
        tie = tie_chance(mine, theirs)
        give({"win": float(chances[0]), "exact": str(chances[0]), "dice": [mine, theirs], "tie": float(tie), "more": rows})
        return
    say(f"{mine} against {theirs}: {percent(chances[0])} ({_exact(chances[0])})")
    for extra, one in enumerate(chances[1:], start=1):
        say(f"  with {extra} more: {percent(one)}")


def _exact(chance: Any) -> str:
    """The fraction, unless it is too long to read."""
    words = str(chance)
    return f"exactly {words}" if len(words) <= 40 else f"about {float(chance):.6g}"


def _count(text: str) -> int:
    """A number of dice as typed: decimal digits of any script. Raises :class:`WrongUsage`, naming the character."""
    from spookynb.errors import WrongUsage
    from spookynb.text import character

    if not text.isdecimal():
        bad = next(((place, char) for place, char in enumerate(text, 1) if not char.isdecimal()), None)
        where = f": character {bad[0]} is {character(bad[1])}" if bad else ""
        raise WrongUsage(
            f'"{text[:20]}" is not a number of dice{where}.',
            safe="Nothing was rolled.",
            todo="Name two whole numbers, such as: spookynb odds 5 4",
        )
    return int(text[:20])


def roll(
    dice: Annotated[list[str], typer.Argument(help="Dice such as 3d6 2coin d20; any even-sided ones, at most 1,000.", metavar="DICE...")],
    seed: Annotated[int | None, typer.Option(help="Practice dice: the same seed rolls the same faces.", min=0, max=2**53 - 1)] = None,
    json: Json = False,
) -> None:
    """Roll dice and count Skulls (odd, heads) and Bones (even, tails).

    The faces come from the operating system's randomness. This roll belongs to no table and no journal keeps it.
    """
    from spookynb.dice import OpenDice, PracticeDice, notation, parse_notation, tally

    kinds = parse_notation(" ".join(dice))
    source = OpenDice() if seed is None else PracticeDice(seed, "roll")
    faces = source.draw("roll", kinds)
    skulls, bones = tally(faces)
    if json:
        give({"faces": list(faces), "skulls": skulls, "bones": bones, "dice": notation(kinds)})
        return
    say(f"{notation(kinds)}: {', '.join(faces)}")
    say(f"{skulls} {'Skull' if skulls == 1 else 'Skulls'}, {bones} {'Bone' if bones == 1 else 'Bones'}")
