"""``journal`` and ``verify``: the record as a book to read, and the check of it. Both need the journal file alone."""

import os
import sys
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from spookynb.cli.shell import FINDINGS, Json, complain, give, say

if TYPE_CHECKING:
    from spookynb.journal.book import Book

File = Annotated[Path, typer.Argument(help="The campaign's journal file.", metavar="JOURNAL")]
_SEAL: Final = "<!-- written by spookynb journal, sha256 "


class Form(StrEnum):
    """What a journal can be written as."""

    html = "html"
    md = "md"


def journal(
    file: File,
    to: Annotated[Form, typer.Option(help="One HTML page, or Markdown without the marks of the record.")] = Form.html,
    out: Annotated[Path | None, typer.Option(help="File to write; without it the text is printed.", metavar="FILE")] = None,
    story: Annotated[bool, typer.Option("--story", help="The story alone, without moves, dice and words out of character.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that somebody has changed, or that is something else.")] = False,
) -> None:
    """Write a journal as a page or as Markdown to read.

    A page written before is replaced, unless somebody changed it since: then it is left alone without --force.
    A journal itself is never written over.
    """
    book = _book(file)
    text = book.page(story=story) if to is Form.html else book.markdown(story=story)
    if out is None:
        say(text.rstrip("\n")) if sys.stdout.isatty() else print(text, end="")
        return
    _may_replace(out, force)
    _replace(out, text + _seal(text))
    say(str(out))


def merge(
    file: File,
    others: Annotated[list[Path], typer.Argument(help="Other copies of the same campaign.", metavar="OTHER...")],
    json: Json = False,
) -> None:
    """Take in what other copies of a journal hold.

    It does not matter who merges whom, in what order or how often: the same entries give the same journal, to the byte. What was
    written apart is decided again in its place; what others had overtaken stands struck through, without effect.
    """
    from spookynb.cli.tables import at

    with at(file) as table:
        counts = {str(other): table.merge(other) for other in others}
        if json:
            give({"new": counts, "entries": len(table), "head": table.head_words()})
        else:
            say(*(f"{other}: {count} new" for other, count in counts.items()), f"{len(table)} entries, head: {table.head_words()}")


def verify(
    file: Annotated[Path, typer.Argument(help="A journal file.", metavar="FILE")],
    json: Json = False,
) -> None:
    """Check a journal from the file alone.

    Every id, signature, rule and byte is looked at. Prints a line for each finding and the head as six words, which
    players can compare. Exit codes: 0 clean, 1 findings, 2 unreadable.
    """
    from spookynb.verify import verify as check

    report = check(file)
    if json:
        give(report.as_dict())
    else:
        many, found = report.entries, len(report.findings)
        say(*map(str, report.findings), f"{many:,} {'entry' if many == 1 else 'entries'}, head: {report.head}")
        say("Everything in it holds." if report.ok else f"{found:,} {'finding' if found == 1 else 'findings'}.")
    if not report.ok:
        raise typer.Exit(FINDINGS)


def _book(path: Path) -> "Book":
    """The campaign of a journal file, played again from it."""
    from spookynb.entry import six_words
    from spookynb.errors import BadEntry, JournalTrouble
    from spookynb.journal.book import Book, Passage
    from spookynb.journal.file import JournalFile
    from spookynb.journal.read import entries
    from spookynb.phrases import listed
    from spookynb.replay import Replay, rules_installed
    from spookynb.state import Posted, SceneOpened

    read, replay, passages = JournalFile(path).read(), Replay(), list[Passage]()
    lost = len(read.findings)
    for entry, _renderer in entries(read):
        replay.decides = rules_installed(entry) if not passages else replay.decides
        try:
            taken, game = replay.take(entry), replay.game
        except BadEntry:
            lost += 1
            continue
        if game is None or (taken.trouble and not passages):
            raise JournalTrouble(
                f"{path.name} does not hold from its first entry on: {taken.trouble}",
                safe="Nothing was changed.",
                todo="See what `spookynb verify` finds, and ask for a whole copy.",
            )
        lost += bool(taken.trouble) and not taken.late
        scene = next((fact.title for fact in taken.facts if isinstance(fact, SceneOpened)), "")
        voice = next((fact.voice for fact in taken.facts if isinstance(fact, Posted)), "")
        passages.append(
            Passage(len(passages) + 1, entry.at, tuple(taken.shown(game)), "" if taken.trouble else entry.prose or "", scene, voice)
        )
    if not passages:
        raise JournalTrouble(f"{path.name} holds no campaign.", safe="Nothing was changed.", todo="Check its name.")
    if lost:
        complain(f"{path.name} does not hold in every place: see spookynb verify.")
    state = replay.state
    players = "".join(listed([seat.name for slug, seat in state.seats.items() if slug != "gm"]))
    people = f"{state.name('gm')} ran the game. {players} played."
    return Book(state.title, people, six_words(replay.heads), passages)


def _seal(text: str) -> str:
    from hashlib import sha256

    return f"{_SEAL}{sha256(text.encode()).hexdigest()} -->\n"


def _replace(out: Path, text: str) -> None:
    """Put ``text`` in the file's place at once. Raises :class:`WrongUsage` where that cannot be done."""
    from spookynb.errors import WrongUsage

    new = out.with_name(f".{out.name}.{os.getpid()}.new")
    try:
        new.write_text(text, encoding="utf-8", newline="\n")
        new.replace(out)
    except OSError as error:
        raise WrongUsage(
            f"{out} cannot be written: {error.strerror or error}.", safe="Nothing was changed.", todo="Choose another place for --out."
        ) from error
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)


def _may_replace(out: Path, force: bool) -> None:
    """Raise :class:`WrongUsage` when ``out`` holds what nobody could write again."""
    from spookynb.errors import WrongUsage
    from spookynb.journal.marker import OPENING

    if not out.exists():
        return
    if not out.is_file():
        raise WrongUsage(f"{out} is no file.", safe="It was left as it is.", todo="Choose another name for --out.")
    found = out.read_bytes()
    if OPENING in found:
        raise WrongUsage(
            f"{out.name} is a journal, the record itself.", safe="It was left as it is.", todo="Choose another name for --out."
        )
    text, seal, rest = found.decode("utf-8", "replace").rpartition(_SEAL)
    if not force and (not seal or seal + rest != _seal(text)):
        raise WrongUsage(
            f"{out.name} was changed by hand, or is no page of a journal.",
            safe="It was left as it is.",
            todo="Choose another name, or say --force to write over it.",
        )
