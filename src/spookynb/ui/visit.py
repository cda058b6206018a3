"""Which folder and which journal a page is about: told by the server that opened it, or by the page's own address.

The server and the kernels that it starts share this through environment variables. Of a page's address only the
key ``journal`` is ever read: BinderHub appends an access token to the same string, so the rest is neither kept nor shown.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs

from spookynb.errors import WrongUsage

#: the folder that holds ``journals/``
FOLDER: Final = "SPOOKYNB_FOLDER"
#: the journal that the command line named
JOURNAL: Final = "SPOOKYNB_JOURNAL"
#: the file for what programmers want to know and players do not
LOG: Final = "SPOOKYNB_LOG"
#: what stood behind the question mark; Voilà sets it for each visit
QUERY: Final = "QUERY_STRING"


def folder() -> Path:
    """The folder that holds ``journals/``.

    The one in which ``spookynb play`` was started; for a notebook opened by hand the kernel's own, or the one above it
    where that is the one with journals (``notebooks/`` in a checkout, and on Binder).
    """
    told = os.environ.get(FOLDER)
    if told:
        return Path(told)
    here = Path.cwd()
    return here.parent if not (here / "journals").is_dir() and (here.parent / "journals").is_dir() else here


def journal() -> Path | None:
    """The journal that the visitor asked for, or None: then the screen offers those of the folder and a new one.

    The address wins over the command line, since one server can serve several tables. Raises :class:`WrongUsage` for an
    address that leads out of the folder; whether the file exists is for the table to say.
    """
    asked = parse_qs(os.environ.get(QUERY, "")).get("journal", [""])[-1]
    if asked:
        return _inside(folder(), asked)
    told = os.environ.get(JOURNAL)
    return Path(told) if told else None


def keep_log() -> None:
    """Let the package's log go to the server's file, where there is one; a kernel's own output reaches no file."""
    told = os.environ.get(LOG)
    logger = logging.getLogger("spookynb")
    if told and not logger.handlers:
        handler = logging.FileHandler(told, encoding="utf-8", delay=True)
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
        logger.addHandler(handler)


def _inside(root: Path, asked: str) -> Path:
    try:
        path = (root / asked).resolve()
        inside = path.is_relative_to(root.resolve())
    except (OSError, ValueError):
        inside = False
    if not inside:
        raise WrongUsage(
            "The page's address names a journal outside the folder of this table.",
            safe="Nothing was opened.",
            todo="Ask for the link again, or choose a campaign from the list.",
        )
    return path
