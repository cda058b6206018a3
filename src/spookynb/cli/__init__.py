"""The command line.

Only the module of the command that was asked for is loaded, and each command imports what it needs when it runs, so
that ``--help``, ``odds`` and ``roll`` start at once.
"""

import sys
from importlib import import_module
from keyword import iskeyword
from typing import Annotated, Final

import typer

from spookynb.cli.shell import Shell, say

#: every command with the module that holds it, in the order of ``--help``
COMMANDS: Final = {
    "play": "start",
    "new": "tables",
    "demo": "start",
    "run": "scripts",
    "status": "tables",
    "act": "tables",
    "post": "tables",
    "moves": "catalogue",
    "odds": "chances",
    "roll": "chances",
    "seats": "people",
    "invite": "people",
    "claim": "people",
    "sit": "people",
    "rekey": "people",
    "continue": "people",
    "merge": "records",
    "backup": "safekeeping",
    "restore": "safekeeping",
    "journal": "records",
    "verify": "records",
    "doctor": "doctor",
}


def application(only: str | None = None) -> typer.Typer:
    """The command line as a Typer application: with all commands, or with ``only`` one of them where it is the one asked for."""
    app = typer.Typer(
        name="spookynb",
        cls=Shell,
        invoke_without_command=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_root)
    for name in [only] if only in COMMANDS else COMMANDS:
        module = import_module(f"spookynb.cli.{COMMANDS[name]}")
        app.command(name)(getattr(module, f"{name}_" if iskeyword(name) else name))
    return app


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        say(version("spookynb"))
        raise typer.Exit


def _root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and leave.", callback=_version, is_eager=True)] = False,
) -> None:
    """Role-playing by post in shared notebooks, with the story kept in a journal that anyone can verify.

    Exit codes: 0 done; 1 findings, or a move that the rules refuse; 2 wrong usage or unreadable input.
    """
    if context.invoked_subcommand is None:
        say(context.get_help())


def main() -> None:
    """Run the command line of ``sys.argv`` and leave with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:  # a stream that cannot show a character shows its number
            reconfigure(errors="backslashreplace")
    application(sys.argv[1] if len(sys.argv) > 1 else None)()
