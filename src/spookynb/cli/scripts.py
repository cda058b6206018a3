"""``run``: a script of moves, played at a hot-seat table (DESIGN.md, "Machine-readable contract")."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from spookynb.cli.shell import FINDINGS, complain, give, say

if TYPE_CHECKING:
    from spookynb.errors import SpookyError
    from spookynb.table import Table

_SCRIPTED: Final = ("practice", "physical")


def run(
    script: Annotated[str, typer.Argument(help="A file with one move in JSON a line; - reads standard input.", metavar="SCRIPT.jsonl")],
    out: Annotated[Path | None, typer.Option(help="Keep the journal in this folder; without it nothing is kept.", metavar="DIR")] = None,
    seed: Annotated[int, typer.Option(help="Seed of practice dice.", min=0, max=2**53 - 1)] = 0,
    json: Annotated[bool, typer.Option("--json", help="Print the final state as JSON.")] = False,
) -> None:
    """Play a script of moves and show how things stand at its end.

    Each line is one move with its seat, the first one opens the campaign:
    {"seat": "gm", "kind": "open_campaign", "title": "Soot", "gm": "Sam", "players": ["Bob"]}

    Dice are practice dice, or physical ones whose faces the script gives. A move that the rules refuse stops the run
    with exit code 1, unless its line says "expect": "refused"; a line that says so and is accepted stops it too.
    """
    from spookynb.cli.reading import script as lines_of

    lines = list(lines_of(script))
    with _folder(out) as folder:
        played = Run(folder, seed)
        try:
            for number, fields in lines:
                if not played.play(number, fields):
                    break
            _report(played, json, kept=out is not None)
        finally:
            played.close()
    if played.stopped:
        raise typer.Exit(FINDINGS)


@dataclass
class Run:
    """A script as it is played: the table once it is open, what was refused, and why the run stopped if it did."""

    folder: Path
    seed: int
    table: "Table | None" = None
    refused: list[dict[str, Any]] = field(default_factory=list)
    stopped: str = ""

    def play(self, number: int, fields: dict[str, Any]) -> bool:
        """Play one line; False when the run stops there."""
        from spookynb.errors import BadNotation, BadText, IllegalMove, NotYourSeat

        move = {name: value for name, value in fields.items() if name not in ("seat", "expect")}
        expected = fields.get("expect") == "refused"
        try:
            self._check(fields)
            self._act(fields["seat"], move)
        except (IllegalMove, BadText, BadNotation, NotYourSeat) as error:
            self.refused.append({"line": number, "rule": error.data.get("rule", "form"), "why": error.what})
            if not expected:
                self.stopped = f"Line {number} was refused ({self.refused[-1]['rule']}): {_sentence(error)}"
        else:
            if expected:
                self.stopped = f"Line {number} was to be refused, and was accepted."
        return not self.stopped

    def close(self) -> None:
        """Let go of the table's files."""
        if self.table is not None:
            self.table.close()

    @staticmethod
    def _check(fields: dict[str, Any]) -> None:
        from spookynb.errors import IllegalMove

        if not isinstance(fields.get("seat"), str):
            raise IllegalMove("The line names no seat.", rule="form", todo='Add the seat that acts, such as "seat": "gm".')
        if fields.get("expect", "refused") != "refused":
            raise IllegalMove('All that a line can expect is "refused".', rule="form", todo='Write "expect": "refused", or leave it out.')

    def _act(self, seat: str, move: dict[str, Any]) -> None:
        from spookynb.errors import IllegalMove

        if self.table is not None:
            self.table.act(seat, move)
        elif move.get("kind") != "open_campaign" or seat != "gm":
            raise IllegalMove("No campaign is open yet.", rule="form", todo="The first move of a script is the GM's open_campaign.")
        else:
            self.table = self._open({name: value for name, value in move.items() if name != "kind"})

    def _open(self, fields: dict[str, Any]) -> "Table":
        from spookynb.errors import IllegalMove
        from spookynb.systems import system_names
        from spookynb.table import Table

        system = fields.get("system", "spookybeans")
        if system not in system_names():
            known = ", ".join(system_names())
            raise IllegalMove("The campaign's rule system is none that is installed.", rule="form", todo=f"Installed are: {known}.")
        rules = fields.setdefault("house_rules", {})
        dice = rules.setdefault("dice", "practice") if isinstance(rules, dict) else "practice"
        if dice not in _SCRIPTED:
            raise IllegalMove(
                "A script is played with practice or physical dice.", rule="form", todo='Set the house rule "dice" to either.'
            )
        seed = self.seed if dice == "practice" else None
        return Table.new(self.folder, fields, seed=seed)


def _report(played: Run, json: bool, *, kept: bool) -> None:
    table = played.table
    if json:
        state = table.summary() if table is not None else {}
        give({**state, "refused": played.refused, **({"journal": str(table.journal)} if kept and table is not None else {})})
    else:
        _tell(played, kept)
    if played.stopped:
        complain(played.stopped, "What was played before that line stands." if kept else "Nothing was kept of this run.")


def _tell(played: Run, kept: bool) -> None:
    for line in played.refused:
        say(f"Line {line['line']} was refused ({line['rule']}): {line['why']}")
    if played.table is None:
        say("No campaign was opened.")
        return
    from spookynb.cli.tables import lines_of_table

    say(*lines_of_table(played.table))
    if kept:
        say(str(played.table.journal))


def _sentence(error: "SpookyError") -> str:
    return " ".join(part for part in (error.what, error.todo) if part)


@contextmanager
def _folder(out: Path | None) -> Iterator[Path]:
    """The folder to keep the journal in; a temporary one, keys included, when nothing is to be kept."""
    if out is not None:
        yield out
        return
    from tempfile import TemporaryDirectory

    name = "SPOOKYNB_DATA_DIR"
    before = os.environ.get(name)
    with TemporaryDirectory(prefix="spookynb-") as temporary:
        os.environ[name] = temporary
        try:
            yield Path(temporary)
        finally:
            if before is None:
                del os.environ[name]
            else:
                os.environ[name] = before
