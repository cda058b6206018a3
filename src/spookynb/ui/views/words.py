"""Words for people: escaping, lists, numbers, times. Nothing here knows a rule."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from spookynb.errors import SpookyError
from spookynb.journal.page import escape

_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ORDINALS = ("zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def e(text: object) -> str:
    """``text`` escaped for markup, elements and attributes alike."""
    return escape(str(text))


def number(count: int) -> str:
    """A small number in letters, a large one in digits."""
    return _SMALL[count] if 0 <= count < len(_SMALL) else f"{count:,}"


def ordinal(count: int) -> str:
    """``"second"`` for 2."""
    return _ORDINALS[count] if 0 <= count < len(_ORDINALS) else f"{count}th"


def many(count: int, one: str, more: str = "") -> str:
    """``"1 die"`` or ``"2 dice"``."""
    return f"{count:,} {one if count == 1 else more or one + 's'}"


def dice(count: int) -> str:
    """``"1 die"``, ``"2 dice"``."""
    return many(count, "die", "dice")


def listed(parts: Sequence[str], last: str = "and") -> str:
    """``"a, b and c"``."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def owner(name: str) -> str:
    """Whose: ``"Ines’s"``, ``"Players’"`` left to the reader's taste."""
    return f"{name}’s"


def capital(words: str) -> str:
    """``words`` with a capital first letter; the rest as it is."""
    return words[:1].upper() + words[1:]


def when(at: str, now: datetime | None = None) -> str:
    """The local time of an entry as a person would say it: ``"today 21:44"``, ``"Tue 21:44"``, ``"3 May 2026"``."""
    try:
        moment = datetime.strptime(at, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC).astimezone()
    except ValueError:
        return ""
    today = (now or datetime.now(UTC)).astimezone()
    days = (today.date() - moment.date()).days
    if days == 0:
        return f"today {moment:%H:%M}"
    if days == 1:
        return f"yesterday {moment:%H:%M}"
    if 0 < days < 7:
        return f"{moment:%a} {moment:%H:%M}"
    return f"{moment.day} {moment:%b}" + (f" {moment:%Y}" if abs(today - moment) > timedelta(days=300) else f" {moment:%H:%M}")


def refusal(error: SpookyError) -> str:
    """An error as it is read beside its control: what happened, what is safe, what to do, and the rule's number."""
    rule = error.data.get("rule", "")
    chip = f' <span class="rule">{e(rule)}</span>' if rule and rule != "form" else ""
    rest = " ".join(part for part in (error.safe, error.todo) if part)
    return f'<div class="refused" role="alert"><b>{e(error.what)}</b>{chip}' + (f"<br>{e(rest)}" if rest else "") + "</div>"


def when_modified(stamp: float) -> str:
    """A file's time (seconds since the epoch) as a person would say it."""
    return when(datetime.fromtimestamp(stamp, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
