"""Starting the table: where journals are kept, what is laid in the folder, and every way in which it cannot start."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest

from spookynb.errors import JournalTrouble, StoreTrouble, WrongUsage
from spookynb.ui import serve, visit

ROOT = Path(__file__).parent.parent
COMMAND = [sys.executable, "-m", "spookynb", "play", "--no-browser"]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to start in, and no word from any server."""
    for name in (visit.FOLDER, visit.JOURNAL, visit.QUERY):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ------------------------------------------------------------------------------------------ what a page is about


def test_a_notebook_opened_by_hand_finds_the_journals_beside_it_or_above(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert visit.folder() == here
    (here / "journals").mkdir()
    (here / "notebooks").mkdir()
    monkeypatch.chdir(here / "notebooks")
    assert visit.folder() == here
    (here / "notebooks" / "journals").mkdir()
    assert visit.folder() == here / "notebooks"


def test_the_server_says_where_the_journals_are(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(visit.FOLDER, str(here / "elsewhere"))
    monkeypatch.setenv(visit.JOURNAL, str(here / "elsewhere/journals/a.md"))
    assert visit.folder() == here / "elsewhere"
    assert visit.journal() == here / "elsewhere/journals/a.md"


def test_the_address_names_a_journal_and_nothing_else_is_read_from_it(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(visit.JOURNAL, str(here / "journals/other.md"))
    monkeypatch.setenv(visit.QUERY, "token=secret&journal=journals%2Fthe-hollow.md&seat=bob")
    assert visit.journal() == here / "journals/the-hollow.md"
    monkeypatch.setenv(visit.QUERY, "token=secret")
    assert visit.journal() == here / "journals/other.md"


@pytest.mark.parametrize("asked", ["../../etc/passwd", "/etc/passwd", "journals/../../x.md", "a%00b.md"])
def test_an_address_that_leads_out_of_the_folder_opens_nothing(here: Path, monkeypatch: pytest.MonkeyPatch, asked: str) -> None:
    monkeypatch.setenv(visit.QUERY, f"journal={asked}&token=secret")
    with pytest.raises(WrongUsage) as refused:
        visit.journal()
    assert "secret" not in str(refused.value)


# ------------------------------------------------------------------------------------------ what is laid in the folder


def test_a_folder_gets_the_play_notebook_once_and_keeps_its_own(here: Path) -> None:
    laid = serve.lay_notebook(here)
    assert laid == here / "play.ipynb"
    assert "spookynb.play()" in laid.read_text(encoding="utf-8")
    laid.write_text(laid.read_text(encoding="utf-8") + " ", encoding="utf-8")
    before = laid.read_bytes()
    assert serve.lay_notebook(here) == laid
    assert laid.read_bytes() == before


def test_a_checkout_plays_in_its_own_notebook(here: Path) -> None:
    (here / "notebooks").mkdir()
    own = here / "notebooks" / "play.ipynb"
    own.write_bytes((serve.HERE / "play.ipynb").read_bytes())
    assert serve.lay_notebook(here) == own
    assert not (here / "play.ipynb").exists()


def test_somebody_elses_notebook_of_that_name_is_left_alone(here: Path) -> None:
    (here / "play.ipynb").write_text('{"cells": []}', encoding="utf-8")
    with pytest.raises(WrongUsage):
        serve.lay_notebook(here)
    assert (here / "play.ipynb").read_text(encoding="utf-8") == '{"cells": []}'


def test_a_folder_that_cannot_be_written_is_said_so() -> None:
    with pytest.raises(StoreTrouble):
        serve.lay_notebook(Path("/proc/self"))


def test_the_notebook_in_the_checkout_is_the_one_in_the_package() -> None:
    assert (ROOT / "notebooks" / "play.ipynb").read_bytes() == (serve.HERE / "play.ipynb").read_bytes()


def test_the_settings_come_before_those_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUPYTER_PATH", "/somewhere")
    monkeypatch.delenv("JUPYTER_CONFIG_PATH", raising=False)
    told = serve.environment()
    assert told["JUPYTER_PATH"].split(os.pathsep) == [str(serve.HERE / "share"), "/somewhere"]
    assert told["JUPYTER_CONFIG_PATH"] == str(serve.HERE / "config")
    monkeypatch.setenv("JUPYTER_PATH", told["JUPYTER_PATH"])
    assert serve.environment()["JUPYTER_PATH"] == told["JUPYTER_PATH"]


# ------------------------------------------------------------------------------------------ ways in which it cannot start


def test_a_journal_that_is_not_there_is_said_at_once(here: Path) -> None:
    with pytest.raises(JournalTrouble):
        serve.play(Path("journals/nowhere.md"), browser=False)
    assert list(here.iterdir()) == []


@pytest.mark.parametrize("port", [0, -1, 65_536])
def test_a_port_that_is_none_is_refused(here: Path, port: int) -> None:
    with pytest.raises(WrongUsage):
        serve.play(port=port, browser=False)


def test_a_port_in_use_is_said_in_words_and_without_a_traceback(here: Path) -> None:
    with socket.socket() as taken:
        taken.bind((serve.HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run([*COMMAND, "--port", str(port)], check=False, cwd=here, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert f"Port {port}" in done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_it_tells_its_address_and_stops_cleanly_when_asked(here: Path) -> None:
    with subprocess.Popen(COMMAND, cwd=here, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stderr
        lines = [process.stdout.readline() for _ in range(3)]
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert "http://127.0.0.1:" in lines[2] and "/voila/render/play.ipynb?token=" in lines[2]
    assert process.returncode == 0
    assert "cleared" in out
    assert err == ""


def test_a_browser_is_opened_at_the_table(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = here / "opened"
    browser = here / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.part && mv {opened}.part {opened}\n', encoding="utf-8")
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    with subprocess.Popen(COMMAND[:-1], cwd=here, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 60
        while not opened.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        page = Path(url2pathname(urlsplit(opened.read_text(encoding="utf-8").strip()).path)).read_text(encoding="utf-8")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    assert "/voila/render/play.ipynb?token=" in page  # a file of this user's own, so that no list of processes shows the token
