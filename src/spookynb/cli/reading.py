"""What a command reads: text and scripts from a file or standard input, and moves as people type them."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NoReturn

from spookynb.errors import WrongUsage

#: bytes read of a script or a text; a longer one is a mistake
MOST_BYTES: Final = 64 * 1024 * 1024
_MOST_DIGITS: Final = 20


def read(source: str) -> str:
    """The text of a file, or of standard input for ``-``: UTF-8, a byte order mark is dropped.

    Raises :class:`WrongUsage` for what cannot be read, is no UTF-8, or is longer than 64 MB.
    """
    name = "Standard input" if source == "-" else source
    try:
        content = _bytes(source)
    except (OSError, ValueError) as error:
        raise WrongUsage(
            f"{name} cannot be read: {getattr(error, 'strerror', None) or error}.", safe="Nothing was done.", todo="Check the path."
        ) from error
    if len(content) > MOST_BYTES:
        raise WrongUsage(f"{name} is longer than {MOST_BYTES:,} bytes.", safe="Nothing was done.", todo="Send less.", limit=MOST_BYTES)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise WrongUsage(
            f"{name} is not UTF-8 text: byte {error.start + 1} is none.",
            safe="Nothing was done.",
            todo="Save it as UTF-8.",
            place=error.start,
        ) from error


def _bytes(source: str) -> bytes:
    if source != "-":
        with Path(source).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    if sys.stdin is None:
        raise ValueError("it is closed")
    return sys.stdin.buffer.read(MOST_BYTES + 1)


def text_of(argument: str) -> str:
    """An argument itself, or standard input for ``-``, whose last line end is not part of the text."""
    return read("-").removesuffix("\n").removesuffix("\r") if argument == "-" else argument


def script(source: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The JSON objects of a script with their line numbers, from 1; empty lines are skipped.

    Raises :class:`WrongUsage`, naming the line, for what is no JSON object.
    """
    for number, line in enumerate(read(source).split("\n"), start=1):
        if line.strip():
            yield number, _object(line, f"Line {number}")


def move_of(words: list[str]) -> dict[str, Any]:
    """A move as typed: one JSON object (``-`` reads it from standard input), or ``KIND field=value ...``.

    A value that is JSON (a number, true, a list) counts as that, any other as words. Raises :class:`WrongUsage`.
    """
    if len(words) == 1 and (words[0] == "-" or words[0].lstrip().startswith("{")):
        return _object(text_of(words[0]), "The move")
    todo = "Write the move as KIND field=value ..., such as: set_adversity dice=4"
    return pairs(words[1:], "field", todo, {"kind": words[0]})


def pairs(words: list[str], what: str, todo: str, known: dict[str, Any]) -> dict[str, Any]:
    """``known`` and what ``name=value`` words add to it, values as in :func:`move_of`.

    Raises :class:`WrongUsage`, calling each a ``what``, for a word that is none or names one again.
    """
    found = dict(known)
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not name or name in found:
            raise WrongUsage(
                f'"{word[:40]}" is not a {what} with its value, or names a {what} again.', safe="Nothing has changed.", todo=todo
            )
        found[name] = _value(value)
    return found


def _value(text: str) -> Any:
    try:
        return _decode(text)
    except (ValueError, RecursionError):
        return text


def _object(text: str, where: str) -> dict[str, Any]:
    try:
        value = _decode(text)
    except RecursionError:
        _refuse(where, "is nested too deeply")
    except ValueError as error:
        detail = f" ({error.msg.lower()}, character {error.colno})" if isinstance(error, json.JSONDecodeError) else f" ({error})"
        _refuse(where, f"is not JSON{detail}")
    if not isinstance(value, dict):
        _refuse(where, "is not a JSON object")
    return value


def _refuse(where: str, lack: str) -> NoReturn:
    raise WrongUsage(f"{where} {lack}.", safe="Nothing was played.", todo='Write one object, such as {"seat": "gm", "kind": "roll"}.')


def _decode(text: str) -> Any:
    return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number, parse_int=_whole)


def _once(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a field named twice: one of the two would be lost without a word."""
    whole = dict(fields)
    if len(whole) < len(fields):
        raise ValueError("a field is named twice")
    return whole


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _whole(digits: str) -> int:
    """A whole number; one too long for any field stays too large, without long arithmetic."""
    return int(digits[:_MOST_DIGITS])
