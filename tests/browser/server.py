"""A real server on a folder of its own, started as a person starts it, for tests and for looking at screens."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

ADDRESS = re.compile(r"(http://127\.0\.0\.1:\d+)(/\S*)\?token=(\w+)")
START = "import sys; from spookynb.cli import main; sys.exit(main())"


@dataclass(frozen=True)
class Served:
    """Where a running server is: its base address without a slash, its token, and the folder that it serves."""

    base: str
    token: str
    folder: Path

    def at(self, page: str, **query: str) -> str:
        """The full address of a page such as ``/lab``, token included."""
        more = "".join(f"&{key}={value}" for key, value in query.items())
        return f"{self.base}{page}?token={self.token}{more}"

    @property
    def table(self) -> str:
        """The address that the command line prints for the plain page."""
        return self.at("/voila/render/play.ipynb")


@contextmanager
def serving(folder: Path, *arguments: str) -> Iterator[Served]:
    """Run ``spookynb play --no-browser`` in ``folder`` until the block ends."""
    folder.mkdir(parents=True, exist_ok=True)
    with running([sys.executable, "-c", START, "play", "--no-browser", *arguments], folder) as served:
        yield served


@contextmanager
def running(command: list[str], folder: Path, wait: float = 90) -> Iterator[Served]:
    """Run a server that says its address with a token in it, until the block ends; ``wait`` is in seconds."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = os.environ | {"SPOOKYNB_DATA_DIR": str(folder / "data"), "PYTHONUNBUFFERED": "1", "PATH": path}
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            yield _listening(process, wait, folder)
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()


def _listening(process: subprocess.Popen[str], wait: float, folder: Path) -> Served:
    said: list[str] = []
    lines: Queue[str] = Queue()
    Thread(target=lambda: [lines.put(line) for line in process.stdout or ()], daemon=True).start()
    while True:
        try:
            said.append(lines.get(timeout=wait))
        except Empty:
            raise AssertionError("the server did not say where it is:\n" + "".join(said)) from None
        found = ADDRESS.search(said[-1])
        if found:
            return Served(found[1], found[3], folder)
