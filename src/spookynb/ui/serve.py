"""One local Jupyter server that opens a browser at the table: as a plain page (Voilà), or in JupyterLab for those who want to script.

All its settings are in ``jupyter/config``, its page in ``jupyter/share``; both reach Jupyter by the two variables of
:func:`environment`, which is also how Binder and other hosts use them.
"""

from __future__ import annotations

import os
import secrets
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import typer

from spookynb.errors import JournalTrouble, SpookyError, StoreTrouble, WrongUsage
from spookynb.ui import visit

if TYPE_CHECKING:
    from jupyter_server.serverapp import ServerApp

HERE: Final = Path(__file__).parent / "jupyter"
HOST: Final = "127.0.0.1"
FIRST_PORT: Final = 8888
NOTEBOOK: Final = "play.ipynb"


def environment() -> dict[str, str]:
    """The variables by which any Jupyter server finds the settings and the page of this package, before its own."""
    return {
        "JUPYTER_CONFIG_PATH": _before(HERE / "config", "JUPYTER_CONFIG_PATH"),
        "JUPYTER_PATH": _before(HERE / "share", "JUPYTER_PATH"),
    }


def play(journal: Path | None = None, *, lab: bool = False, port: int | None = None, browser: bool = True) -> None:
    """Serve the table until Ctrl-C, and open a browser at it.

    ``journal``: the campaign to open; without one the page offers those of the folder, and a new one. ``lab``: open JupyterLab
    at the notebook instead of the plain page. ``port``: exactly this one (1 to 65535); by default the first free one from 8888.
    ``browser``: whether to open one; the address is printed in any case.

    Raises :class:`SpookyError` when the journal, the folder or the port cannot be used.
    """
    folder = _folder(journal)
    notebook = lay_notebook(folder)
    if port is not None:
        _try_port(port)
    os.environ |= environment() | {visit.FOLDER: str(folder)}
    os.environ.pop(visit.JOURNAL, None)
    if journal is not None:
        os.environ[visit.JOURNAL] = str(journal.resolve())
    page = f"/{'lab/tree' if lab else 'voila/render'}/{notebook.relative_to(folder).as_posix()}"
    _run(folder, page, port, browser)


def lay_notebook(folder: Path) -> Path:
    """The folder's play notebook: its own, or a copy of this package's where it has none. An existing file is never changed.

    Raises :class:`WrongUsage` when another notebook has the name, :class:`StoreTrouble` when the folder cannot be written.
    """
    for place in (folder / NOTEBOOK, folder / "notebooks" / NOTEBOOK):
        if place.is_file() and "spookynb" in place.read_text(encoding="utf-8", errors="replace"):
            return place
    place = folder / NOTEBOOK
    try:
        with place.open("xb") as new:
            new.write((HERE / NOTEBOOK).read_bytes())
    except FileExistsError:
        raise WrongUsage(
            f"The folder {folder} has a {NOTEBOOK} that is not spookynb's.",
            safe="It was not touched.",
            todo="Start in another folder, or give that notebook another name.",
        ) from None
    except OSError as error:
        raise StoreTrouble(
            f"The folder {folder} cannot be written ({error.strerror}).",
            safe="Nothing has changed.",
            todo="Start in a folder of your own: the journals are kept where you start.",
        ) from error
    return place


def _before(place: Path, variable: str) -> str:
    others = [path for path in os.environ.get(variable, "").split(os.pathsep) if path and path != str(place)]
    return os.pathsep.join([str(place), *others])


def _folder(journal: Path | None) -> Path:
    if journal is None:
        return Path.cwd()
    path = journal.resolve()
    ledger = path.parent / ".spookynb" / f"{path.stem}.db"  # from which the table writes a lost journal again
    if not path.is_file() and not ledger.is_file():
        raise JournalTrouble(
            f"There is no journal at {journal}.",
            safe="Nothing has changed.",
            todo="`spookynb play` without a name shows the journals of the folder and begins new ones.",
        )
    return path.parent.parent if path.parent.name == "journals" else path.parent


def _try_port(port: int) -> None:
    if not 1 <= port <= 65_535:
        raise WrongUsage(f"A port is a number from 1 to 65535, not {port}.", todo="Leave the port out, and a free one is found.")
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if os.name == "posix":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise StoreTrouble(
                f"Port {port} cannot be used ({error.strerror}).",
                safe="Nothing has changed.",
                todo="Leave the port out, and a free one is found; or stop the other program.",
            ) from error


def _run(folder: Path, page: str, port: int | None, browser: bool) -> None:
    log = folder / "journals" / ".spookynb" / "server.log"
    try:
        with _stderr_to(log):
            server = _server(folder, page, port)
            server.io_loop.add_callback(_announce, server, browser)
            server.start()
    except SystemExit as gone:
        if gone.code not in (None, 0):
            raise SpookyError(
                "The local server could not be started.",
                safe="Nothing has changed.",
                todo=f"{log} says what Jupyter found wrong; `spookynb doctor` looks at the installation.",
            ) from gone
    except OSError as error:
        raise StoreTrouble(
            f"The local server could not be started ({error.strerror or error}).",
            safe="Nothing has changed.",
            todo="`spookynb doctor` looks at the installation.",
        ) from error
    typer.echo("\nThe table is cleared. Every move is in the journal.")


@contextmanager
def _stderr_to(log: Path) -> Iterator[None]:
    """Let whatever Jupyter and the kernels have to say go to a file: the terminal is for people."""
    log.parent.mkdir(parents=True, exist_ok=True)
    os.environ[visit.LOG] = str(log)
    terminal = os.dup(2)
    with log.open("ab") as file:
        os.dup2(file.fileno(), 2)
    try:
        yield
    finally:
        sys.stderr.flush()
        os.dup2(terminal, 2)
        os.close(terminal)


def _server(folder: Path, page: str, port: int | None) -> ServerApp:
    from jupyter_server.serverapp import ServerApp
    from traitlets.config import Config

    config = Config()
    config.ServerApp = Config(
        root_dir=str(folder),
        ip=HOST,
        port=port or FIRST_PORT,
        port_retries=0 if port else 100,
        default_url=page,
        open_browser=False,  # done by _announce, once the server listens
        allow_root=True,  # nobody but this machine can reach it, and in a container there may be no other user
        answer_yes=True,
        log_level="WARN",
        jpserver_extensions={"jupyterlab": True, "voila.server_extension": True, "jupyter_server_terminals": True},
    )
    config.IdentityProvider.token = secrets.token_hex(24)
    server: ServerApp = ServerApp.instance(config=config)
    server.initialize(argv=[], find_extensions=False)
    stop: Any = lambda *_: server.stop(from_signal=True)  # noqa: E731  # a handler, used twice
    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    return server


def _announce(server: ServerApp, browser: bool) -> None:
    address = f"http://{HOST}:{server.port}{server.default_url}?token={server.identity_provider.token}"
    typer.echo(
        f"The table is set{' and your browser is being opened at it' if browser else ''}. Its address:\n\n"
        f"    {address}\n\n"
        f"Journals are kept in {Path(server.root_dir) / 'journals'}. Leave this window open while you play.\n"
        "To stop, press Ctrl-C here: every move is kept as soon as it is made."
    )
    sys.stdout.flush()
    if browser:
        server.launch_browser()
