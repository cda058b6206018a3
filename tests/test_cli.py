"""The command line as a person or a program meets it: what is printed, what is kept, and the exit code."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from spookynb import dice
from spookynb.cli import COMMANDS, application

README = Path(__file__).parents[1] / "README.md"


@pytest.fixture(autouse=True)
def own_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys of these tests stay out of the user's folder."""
    monkeypatch.setenv("SPOOKYNB_DATA_DIR", str(tmp_path / "keys"))
    monkeypatch.delenv("SPOOKYNB_DEBUG", raising=False)


def run(*words: object, stdin: str | bytes | None = None) -> Result:
    """One command line within this process; whatever it raises would show as an exception in the result."""
    result = CliRunner().invoke(application(), [str(word) for word in words], input=stdin, prog_name="spookynb")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def done(*words: object, stdin: str | None = None) -> str:
    """The standard output of a command line that must succeed."""
    result = run(*words, stdin=stdin)
    assert result.exit_code == 0, result.output
    return result.stdout


def told(*words: object, stdin: str | None = None) -> Any:
    """What a command line that must succeed prints for programs."""
    return json.loads(done(*words, stdin=stdin))


def refused(code: int, *words: object, stdin: str | bytes | None = None) -> str:
    """The standard error of a command line that must fail with ``code``, in plain sentences."""
    result = run(*words, stdin=stdin)
    assert result.exit_code == code, result.output
    assert result.stderr.strip() and result.stdout == "", result.output
    assert all(char.isprintable() or char == "\n" for char in result.stderr)
    return result.stderr


# ---------------------------------------------------------------------------------------------- every command


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_and_all_it_takes(command: str) -> None:
    page = done(command, "--help")
    assert f"Usage: spookynb {command}" in page
    words = page.split("Arguments:")[-1] if "Arguments:" in page else page.split("Options:")[-1]
    described = re.findall(r"^  (\S[^\n]*?)(?:  +(\S.*))?$(?:\n {10,}(\S.*))?", words, re.MULTILINE)
    assert all(first or second for _name, first, second in described), page


def test_the_root_page_lists_every_command_with_a_whole_sentence() -> None:
    page = done("--help")
    assert page == done()
    for command in COMMANDS:
        line = re.search(rf"^  {command} +(\S.*)$", page, re.MULTILINE)
        assert line is not None and line[1].endswith(".") and "..." not in line[1], f"{command} is not told in one line"


def test_each_command_is_documented_and_tried_here() -> None:
    readme, tests = README.read_text("utf-8"), Path(__file__).read_text("utf-8")
    for command in COMMANDS:
        assert re.search(rf"spookynb {command}\b", readme), f"README does not tell of `spookynb {command}`"
        assert re.search(rf'(run|done|told|refused)\((\d, )?"{command}"', tests), f"no test here runs `spookynb {command}`"


def test_the_version_is_the_packages() -> None:
    from importlib.metadata import version

    assert done("--version").strip() == version("spookynb")


# ---------------------------------------------------------------------------------------------- odds, roll, moves, doctor


def test_odds_are_exact_for_programs_and_plain_for_people() -> None:
    answer = told("odds", 5, 4, "--json")
    assert answer["win"] == 0.74609375 and answer["exact"] == "191/256"
    assert [row["exact"] for row in answer["more"]] == ["53/64", "227/256"]
    assert "75 % (exactly 191/256)" in done("odds", 5, 4)
    assert told("odds", 4, 4, "--called", "--json")["win"] == pytest.approx(1 - told("odds", 4, 4, "--json")["win"])
    assert told("odds", 0, 0, "--json", "--more", 0)["win"] == 1
    assert "5 against 4" in done("odds", "٥", "４")


@pytest.mark.parametrize(
    "words",
    [["5"], ["five", "4"], ["5", "−4"], ["5", "-4"], ["5.0", "4"], ["1001", "4"], ["9" * 9000, "4"], ["5", "4", "3"], ["5", "4", "--more", "101"]],
)
def test_odds_refuse_what_is_no_number_of_dice(words: list[str]) -> None:
    began = time.perf_counter()
    assert len(refused(2, "odds", *words)) < 600
    assert time.perf_counter() - began < 1


def test_rolls_show_faces_that_count_up() -> None:
    answer = told("roll", "3d6", "2coin", "d20", "--json")
    assert [face.split(":")[0] for face in answer["faces"]] == ["d6", "d6", "d6", "coin", "coin", "d20"]
    assert (answer["skulls"], answer["bones"]) == dice.tally(answer["faces"])
    assert done("roll", "4d6", "--seed", 5) == done("roll", "4d6", "--seed", 5) != done("roll", "4d6", "--seed", 6)
    assert done("roll", "３d6").startswith("3d6: ")


@pytest.mark.parametrize("words", [["3d6", "for", "luck"], ["3d6−1"], ["d7"], ["9" * 4000 + "d6"], [""], ["\x1b[2Jd6"], []])
def test_rolls_refuse_what_are_no_dice(words: list[str]) -> None:
    refused(2, "roll", *words)


def test_moves_give_a_schema_that_knows_every_move_and_its_fields() -> None:
    schema = told("moves", "--json")
    kinds = {ref["$ref"].removeprefix("#/$defs/") for ref in schema["oneOf"]}
    assert {"open_campaign", "post", "call_conflict", "roll", "narrate"} <= kinds <= schema["$defs"].keys()
    adversity = schema["$defs"]["set_adversity"]
    assert set(adversity["required"]) == {"kind", "dice"} and adversity["additionalProperties"] is False
    assert adversity["properties"]["kind"] == {"const": "set_adversity"}
    references = set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(schema)))
    assert references <= schema["$defs"].keys()
    listed = done("moves", "spookybeans")
    assert all(re.search(rf"^{kind}\b", listed, re.MULTILINE) for kind in kinds)
    assert "chess" in refused(2, "moves", "chess")


def test_doctor_finds_a_sound_machine_sound_and_leaves_nothing_behind(tmp_path: Path) -> None:
    answer = told("doctor", "--folder", tmp_path / "journals" / "deep", "--json")
    assert answer["ok"], [check for check in answer["checks"] if not check["ok"]]
    names = {check["name"] for check in answer["checks"]}
    assert {"Python", "SQLite", "keys", "folder for journals", "rule system spookybeans", "jupyterlab", "ipywidgets"} <= names
    assert list(tmp_path.iterdir()) == []
    assert "BAD" not in done("doctor", "--folder", tmp_path)


def test_doctor_tells_of_a_folder_that_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    result = run("doctor", "--folder", tmp_path / "file")
    assert result.exit_code == 1 and "cannot be written" in result.stdout and "Choose a folder" in result.stdout


def test_doctor_tells_of_keys_that_others_can_read(tmp_path: Path) -> None:
    keys = tmp_path / "keys" / "keys"
    keys.mkdir(parents=True)
    (keys / "one.phrase").write_text("abandon")
    (keys / "one.phrase").chmod(0o644)
    result = run("doctor", "--folder", tmp_path)
    assert result.exit_code == 1 and "chmod 600" in result.stdout
