"""``new``, ``status``, ``act``, ``post``: a table without its screen."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from spookynb.cli.shell import Json, complain, give, say

if TYPE_CHECKING:
    from spookynb.entry import Entry
    from spookynb.table import Table

Journal = Annotated[Path, typer.Argument(help="The campaign's journal file.", metavar="JOURNAL")]
Seat = Annotated[str, typer.Option(help='Who acts: "gm", or a player\'s seat as `status` shows it.', metavar="SEAT")]
Once = Annotated[str | None, typer.Option(help="A label: the same label again is the same move, made once.", metavar="LABEL")]


def new(
    title: Annotated[str, typer.Argument(help="The campaign's title; it also names the journal file.", metavar="TITLE")],
    *,
    gm: Annotated[str, typer.Option(help="Name of the person who runs the game.", metavar="NAME")],
    player: Annotated[list[str], typer.Option(help="Name of a player; once for each, in seat order.", metavar="NAME")],
    out: Annotated[Path, typer.Option(help="Folder of the journal.", metavar="DIR")] = Path("journals"),
    system: Annotated[str, typer.Option(help="Rule system.")] = "spookybeans",
    dice: Annotated[str, typer.Option(help="open (drawn by the program), physical (typed in) or practice (from a seed).")] = "open",
    seed: Annotated[int | None, typer.Option(help="Seed of practice dice (0 without it).", min=0, max=2**53 - 1)] = None,
    rule: Annotated[list[str] | None, typer.Option(help="A house rule; once for each.", metavar="NAME=VALUE")] = None,
    mood: Annotated[str, typer.Option(help="The mood that the table agreed on.")] = "",
    apart: Annotated[bool, typer.Option("--apart", help="Everybody plays from their own machine: seats wait for invites.")] = False,
) -> None:
    """Begin a campaign and print its journal's path."""
    from spookynb.cli.reading import pairs
    from spookynb.table import Table

    rules = {"dice": dice, **pairs(rule or [], "house rule", "Write each as NAME=VALUE, such as bones=difference.", {})}
    fields = {"title": title, "system": system, "gm": gm, "players": player, "house_rules": rules, "mood": mood, "hot_seat": not apart}
    with closing(Table.new(out, fields, seed=seed)) as table:
        say(str(table.journal))


def status(journal: Journal, json: Json = False) -> None:
    """Show who is waited for, and the chances of open conflicts."""
    with at(journal) as table:
        if json:
            give({"title": table.state.title, **table.summary(), "head": table.head_words()})
        else:
            say(*lines_of_table(table))


def act(
    journal: Journal,
    seat: Seat,
    move: Annotated[list[str], typer.Argument(help="The move: JSON, or KIND field=value ...; - reads JSON.", metavar="MOVE...")],
    once: Once = None,
    json: Json = False,
) -> None:
    """Make any move, such as set_adversity dice=4.

    `spookynb moves` lists every move with its fields. A move that the rules refuse changes nothing (exit code 1).
    """
    from spookynb.cli.reading import move_of

    _act(journal, seat, move_of(move), once, json)


def post(
    journal: Journal,
    seat: Seat,
    text: Annotated[str, typer.Argument(help="The text; - reads standard input.", metavar="TEXT")],
    *,
    voice: Annotated[str | None, typer.Option(help="character, narrator or ooc (out of character).")] = None,
    character: Annotated[str | None, typer.Option(help="Which of the seat's characters speaks.", metavar="NAME")] = None,
    scene: Annotated[str | None, typer.Option(help="Id of the scene, when several are open.", metavar="ID")] = None,
    ends: Annotated[str, typer.Option(help="done, more (more is coming) or pass.")] = "done",
    once: Once = None,
    json: Json = False,
) -> None:
    """Write into the journal, in character or out of it."""
    from spookynb.cli.reading import text_of

    fields = {"text": text_of(text), "voice": voice, "character": character, "scene": scene, "ends": ends}
    _act(journal, seat, {"kind": "post", **{name: value for name, value in fields.items() if value is not None}}, once, json)


def _act(journal: Path, seat: str, move: dict[str, Any], once: str | None, json: bool) -> None:
    with at(journal) as table:
        entry = table.act(seat, move, once=once)
        if json:
            give({"id": entry.id, "seat": entry.seat, "kind": entry.kind, "facts": list(entry.facts), "told": _told(table, entry)})
        else:
            say(*_told(table, entry), "", *_waiting(table))


def _told(table: "Table", entry: "Entry") -> list[str]:
    return [str(line) for taken in table.told() if taken.entry.id == entry.id for line in taken.lines(table.game)]


@contextmanager
def at(journal: Path) -> "Iterator[Table]":
    """The table of a journal, for one command; troubles that stopped nothing are told at its end."""
    from spookynb.table import Table

    with closing(Table.open(journal)) as table:
        yield table
        complain(*map(str, table.notices))


def lines_of_table(table: "Table") -> list[str]:
    """How a table stands, in lines for people: seats, who is waited for, chances, the head in six words."""
    state = table.state
    seats = [f"  {slug}: {seat.name}{'' if seat.here else ' (left)'}" for slug, seat in state.seats.items()]
    return [state.title, *seats, *_waiting(table), *_chances(table), f"Head: {table.head_words()}"]


def _waiting(table: "Table") -> list[str]:
    debts = table.waiting()
    if not debts:
        return ["Nobody is waited for."]
    return [
        "Waited for:",
        *(f"  {table.state.name(one.seat)}: {one.owes.replace('_', ' ')}{f' ({one.why})' if one.why else ''}" for one in debts),
    ]


def _chances(table: "Table") -> list[str]:
    from spookynb.odds import percent

    return [
        f"{table.state.name(one.seat)}, {one.label}: {percent(one.win)} ({one.dice[0]} against {one.dice[1]})" for one in table.chances()
    ]
