"""Names of files: made durable, and never taken from a file that has them already."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

_MOST_KEPT: Final = 10_000


def sync_folder(folder: Path) -> None:
    """Make new names in ``folder`` durable, where the system can. Raises :class:`OSError`."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def names_beside(path: Path, name: str) -> Iterator[Path]:
    """Paths beside ``path`` to keep something under: ``name``, then ``name`` with a number in front of its suffixes.

    Raises :class:`OSError` after ten thousand of them.
    """
    stem, dot, suffix = name.partition(".")
    yield path.with_name(name)
    yield from (path.with_name(f"{stem}-{number}{dot}{suffix}") for number in range(2, _MOST_KEPT))
    raise OSError("too many kept versions beside it")


def publish(made: Path, path: Path) -> None:
    """Give the finished file ``made`` its name ``path``, durably, unless something stands there. Raises :class:`FileExistsError`."""
    link(made, path)
    made.unlink()
    sync_folder(path.parent)


def link(path: Path, other: Path) -> None:
    """Give the file ``path`` a second name, or copy it where the file system cannot. Raises :class:`FileExistsError`."""
    try:
        os.link(path, other)
    except FileExistsError:
        raise
    except OSError:
        with path.open("rb") as source, other.open("xb") as copy:
            try:
                shutil.copyfileobj(source, copy)
                copy.flush()
                os.fsync(copy.fileno())
            except OSError:
                with suppress(OSError):
                    other.unlink()
                raise
