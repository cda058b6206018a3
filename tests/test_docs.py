"""What the documents say is so: commands run as printed, excerpts stand where they are said to stand, no command is left out."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from readme import README, ROOT, command
from spookynb.cli import COMMANDS

TEXT = README.read_text(encoding="utf-8")
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)]+)\)")


def block(name: str, language: str) -> str:
    """The fenced block that a comment names."""
    found = re.search(rf"<!-- {name} -->\n```{language}\n(.*?)```", TEXT, re.DOTALL)
    assert found, name
    return found[1]


def dialogue() -> list[tuple[list[str], list[str]]]:
    """The console block: each command with what it prints."""
    said: list[tuple[list[str], list[str]]] = []
    for line in block("console", "console").splitlines():
        if line.startswith("$ "):
            said.append((shlex.split(line[2:]), []))
        else:
            said[-1][1].append(line)
    return said


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder to try things in."""
    return tmp_path_factory.mktemp("readme")


def run(arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run one of our commands as a reader would."""
    environment = os.environ | {"SPOOKYNB_DATA_DIR": str(folder / "keys")}
    return subprocess.run(arguments, check=False, cwd=folder, env=environment, capture_output=True, text=True, timeout=60)


def test_the_console_examples_print_what_they_are_said_to_print(clone: Path) -> None:
    for arguments, expected in dialogue():
        assert arguments[0] == "spookynb"
        done = run([sys.executable, "-m", *arguments], clone)
        assert done.returncode == 0, done.stderr
        pattern = re.escape("\n".join(expected)).replace(re.escape("..."), r"[\s\S]+")
        assert re.fullmatch(pattern, done.stdout.rstrip("\n")), f"{arguments}\n{done.stdout}"


def test_the_python_example_runs_on_the_journal_of_the_console_examples(clone: Path) -> None:
    if not (clone / "journals").exists():
        test_the_console_examples_print_what_they_are_said_to_print(clone)
    done = run([sys.executable, "-c", block("python", "python")], clone)
    assert done.returncode == 0, done.stderr
    assert "as it stands: " in done.stdout
    assert "('robin', 'roll')" in done.stdout


def test_every_command_is_in_the_table_and_no_other() -> None:
    table = TEXT.split("<!-- commands -->\n")[1].split("\n\n")[0]
    assert re.findall(r"^\| `spookynb (\w+)", table, re.MULTILINE) == list(COMMANDS)


def test_the_excerpt_is_in_the_journal_word_for_word() -> None:
    name, excerpt = re.search(r"<!-- excerpt: (\S+) -->\n((?:>.*\n)+)", TEXT).groups()  # type: ignore[union-attr]
    journal = (ROOT / name).read_text(encoding="utf-8").splitlines()
    lines = [line.removeprefix("> ") for line in excerpt.splitlines() if line not in (">", "> >")]
    places = [journal.index(line) for line in lines]
    assert places == sorted(places)


def test_the_two_commands_are_single_lines_that_stand_on_python_alone() -> None:
    for name in ("play", "tests"):
        assert command(name).startswith("python3 -m venv .venv && .venv/bin/pip install ")


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_every_link_to_a_file_leads_to_one(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert [link for link in LINK.findall(text) if not (ROOT / link).exists()] == []


def test_contributors_are_told_of_every_module() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    modules = {path.stem for path in (ROOT / "src" / "spookynb").iterdir() if path.stem[0] not in "_." and path.suffix in ("", ".py")}
    assert {name for name in modules if f"`{name}`" not in text} == set()


def test_the_changelog_speaks_of_the_version_that_is_installed() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert f"\n## {version}\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_binder_pins_what_the_package_pins() -> None:
    wanted = (ROOT / "binder" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    pins = [line for line in wanted if line and not line.startswith("#")]
    assert pins[-1] == "."
    assert all(pin in needs for pin in pins[:-1])


def test_binder_builds_from_its_folder() -> None:
    done = run([str(Path(sys.executable).with_name("repo2docker")), "--no-build", "--debug", str(ROOT)], ROOT)
    assert done.returncode == 0, done.stderr
    said = done.stdout + done.stderr
    assert 'pip install --no-cache-dir -r "binder/requirements.txt"' in said
    assert "./binder/postBuild" in said and "binder/start" in said
    assert "python-3-2e11" in said or "py-3-2e11" in said or "3.11" in said
