"""The shell around every command: what is printed, how errors are told, and how a program leaves.

Nothing printed can steer a terminal (names and prose come from strangers), and no traceback reaches a person.
"""

import os
import sys
import unicodedata
from typing import Annotated, Any, Final, TextIO

import typer
from typer.core import TyperGroup

from spookynb.errors import SpookyError

#: exit codes (DESIGN.md, "Command line")
FINDINGS: Final = 1
WRONG_USAGE: Final = 2
#: the switch of every command whose result a program may read
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
_INTERRUPTED: Final = 130
#: characters of a complaint about what was typed, which it may echo
_MOST_ECHOED: Final = 500
_STEERING: Final = ("Cc", "Cs", "Cf")
_HARMLESS: Final = "\n\t\u200c\u200d"


def safe(text: str) -> str:
    """``text`` for a terminal: control, direction and invisible characters are spelled out by number; joiners stay."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_spelled(char) if unicodedata.category(char) in _STEERING and char not in _HARMLESS else char for char in text)


def _spelled(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def say(*lines: str) -> None:
    """Print lines for people."""
    for line in lines:
        print(safe(line))


def complain(*lines: str) -> None:
    """Print lines for people on standard error; where nobody can read it, the exit code has to do."""
    if sys.stderr is None:
        return
    try:
        for line in lines:
            print(safe(line), file=sys.stderr)
    except OSError:
        _close_quietly(sys.stderr)


def give(value: Any) -> None:
    """Print ``value`` for programs: JSON on one line, plain ASCII."""
    import json

    print(json.dumps(value, separators=(", ", ": ")))


class Shell(TyperGroup):
    """The root command: turns every way in which a command can end into an exit code and plain sentences."""

    def main(self, *args: Any, **extra: Any) -> None:
        """Run the command line and leave with its exit code; never returns."""
        extra["standalone_mode"] = False
        try:
            code = super().main(*args, **extra) or 0
            if sys.stdout is not None:
                sys.stdout.flush()
        except BrokenPipeError:
            _close_quietly(sys.stdout)
            code = FINDINGS
        except (KeyboardInterrupt, typer.Abort):
            code = _INTERRUPTED
        except Exception as error:
            if os.environ.get("SPOOKYNB_DEBUG"):
                raise
            code = _tell(error)
        sys.exit(code)


def _tell(error: Exception) -> int:
    """Say what went wrong in sentences, and give the exit code."""
    if isinstance(error, SpookyError):
        complain(*(part for part in (error.what, error.safe, error.todo) if part))
        return error.exit_code
    if isinstance(error, typer.TyperException):
        context, words = getattr(error, "ctx", None), error.format_message()
        complain(
            words if len(words) <= _MOST_ECHOED else f"{words[:_MOST_ECHOED]}...",
            f"Nothing was done. See {context.command_path if context else 'spookynb'} --help.",
        )
        return WRONG_USAGE
    if isinstance(error, OSError) and error.strerror:
        where = f"{error.filename}: " if error.filename else ""
        complain(
            f"{where}{error.strerror}.", "What was recorded before is kept.", "Check the path, its permissions and the space on the disk."
        )
        return WRONG_USAGE
    complain(
        f"Something went wrong that this program did not foresee ({type(error).__name__}).",
        "What was recorded before is kept.",
        "Please report it, with the command and what it shows when SPOOKYNB_DEBUG=1 is set.",
    )
    return FINDINGS


def _close_quietly(stream: TextIO) -> None:
    """Nobody reads on: let what is still buffered go nowhere, so that leaving prints no complaint."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
