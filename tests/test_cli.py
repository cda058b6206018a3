"""The command line as a person or a program meets it: what is printed, what is kept, and the exit code."""

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from spookynb import dice
from spookynb.cli import COMMANDS, application
from spookynb.game import Game

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
    [
        ["5"],
        ["five", "4"],
        ["5", "−4"],
        ["5", "-4"],
        ["5.0", "4"],
        ["1001", "4"],
        ["9" * 9000, "4"],
        ["5", "4", "3"],
        ["5", "4", "--more", "101"],
    ],
)
def test_odds_refuse_what_is_no_number_of_dice(words: list[str]) -> None:
    began = time.perf_counter()
    assert len(refused(2, "odds", *words)) < 600
    assert time.perf_counter() - began < 1


@pytest.mark.parametrize(("words", "named"), [("−5", "character 1 is U+2212 minus sign"), ("1_0", "U+005F low line"), ("５５½", "U+00BD")])
def test_odds_name_the_character_that_is_no_digit(words: str, named: str) -> None:
    assert named in refused(2, "odds", words, 4)


@pytest.mark.parametrize(("dice", "more"), [(1_000, 0), (999, 1), (950, 50)])
def test_odds_show_no_more_than_a_roll_can_have(dice: int, more: int) -> None:
    assert len(told("odds", dice, 1_000, "--json", "--more", 100)["more"]) == more
    assert "1,000" in refused(2, "odds", 4, 1_001)


def test_what_was_typed_is_not_echoed_without_end() -> None:
    assert len(refused(2, "odds", 5, 4, "--more", "9" * 100_000)) < 1_000


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


# ---------------------------------------------------------------------------------------------- a table without its screen

OPENING = {"seat": "gm", "kind": "open_campaign", "title": "Soot & Sons", "gm": "Sam", "players": ["Bob", "Alice"]}
CAMERON = {"seat": "bob", "kind": "create_character", "name": "Cameron", "concept": "Chimney sweep's ghost", "yo": "Gets the bell back"}
CALL = {"seat": "bob", "kind": "call_conflict", "character": "Cameron", "stakes": "Is the flue still warm?", "thingies": []}


def script(*lines: dict[str, Any] | str) -> str:
    return "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)


def physical(*lines: dict[str, Any]) -> str:
    return script(OPENING | {"house_rules": {"dice": "physical"}}, CAMERON, *lines)


CONFLICT = (
    CALL,
    {"seat": "gm", "kind": "set_adversity", "dice": 2},
    {"seat": "alice", "kind": "give", "to": "bob", "dice": 1},
    {"seat": "bob", "kind": "roll", "faces": {"bob": ["coin:H"], "gm": ["d6:2", "d20:17"]}},
)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A campaign of Sam, Bob and Alice under practice dice."""
    words = (
        "new",
        "Soot & Sons",
        "--gm",
        "Sam",
        "--player",
        "Bob",
        "--player",
        "Alice",
        "--dice",
        "practice",
        "--out",
        tmp_path / "journals",
    )
    path = Path(done(*words).splitlines()[-1])
    assert path == tmp_path / "journals" / "soot-sons.md" and path.is_file()
    return path


def test_new_refuses_what_is_there_already_or_cannot_be(journal: Path, tmp_path: Path) -> None:
    before = journal.read_bytes()
    refused(2, "new", "Soot & Sons", "--gm", "Sam", "--player", "Bob", "--out", journal.parent)
    assert journal.read_bytes() == before
    refused(1, "new", "X", "--gm", "Sam", "--player", "Bob", "--dice", "loaded", "--out", tmp_path)
    refused(1, "new", "X", "--gm", "Sam", "--player", "Bob\x1b[2J", "--out", tmp_path)
    refused(1, "new", "X", "--gm", "Sam", "--player", "Bob", "--rule", "bones=marrow", "--out", tmp_path)
    refused(2, "new", "X", "--gm", "Sam", "--player", "Bob", "--rule", "bones", "--out", tmp_path)
    refused(2, "new", "X", "--gm", "Sam", "--player", "Bob", "--system", "chess", "--out", tmp_path)
    refused(2, "new", "X", "--gm", "Sam")


@pytest.mark.parametrize(
    ("code", "rules", "said"),
    [
        (2, ["bones"], "house rule"),
        (2, ["=x"], "NAME=VALUE"),
        (2, ["bones=exchange", "bones=difference"], "again"),
        (1, ["bones=x"], "exchange, difference"),
        (1, ["ouchies_per_conflict=99999999999999999999"], "from 0 to 10"),
        (1, ["ouchies_per_conflict=١"], "from 0 to 10"),
        (1, ["bystander_ouchies=maybe"], "true, false"),
        (1, ["ouchie_boxes=21"], "null, 0, 1,"),
        (1, ["nonsense=1"], "House rules here are"),
    ],
)
def test_house_rules_are_refused_with_what_they_may_be(tmp_path: Path, code: int, rules: list[str], said: str) -> None:
    given = [word for rule in rules for word in ("--rule", rule)]
    assert said in refused(code, "new", "Soot", "--gm", "Sam", "--player", "Bob", "--out", tmp_path / "journals", *given)
    assert not (tmp_path / "journals").exists()


def test_a_whole_conflict_is_played_move_by_move(journal: Path) -> None:
    done("act", journal, "--seat", "bob", "create_character", "name=Cameron", "concept=Chimney sweep's ghost", "yo=Gets the bell back")
    done("act", journal, "--seat", "bob", json.dumps({name: value for name, value in CALL.items() if name != "seat"}))
    assert "set adversity" in done("status", journal)
    done("act", journal, "--seat", "gm", "-", stdin='{"kind": "set_adversity", "dice": 2}')
    answer = told("act", journal, "--seat", "alice", "give", "to=bob", "dice=1", "--json")
    assert answer["seat"] == "alice" and answer["kind"] == "give" and answer["told"] and re.fullmatch(r"[0-9a-f]{64}", answer["id"])
    assert "1 against 2" in done("status", journal)
    done("act", journal, "--seat", "bob", "roll")
    state = told("status", journal, "--json")
    last = state["last_conflict"]
    assert sum(last["skulls"].values()) + sum(last["bones"].values()) == 3
    assert state["waiting"][0]["owes"] == "narrate" and state["waiting"][0]["seat"] == last["winner"]
    done("act", journal, "--seat", last["winner"], "narrate", "text=The flue coughs, twice, in reply.")
    assert "> The flue coughs, twice, in reply." in journal.read_text("utf-8")
    assert told("status", journal, "--json")["conflict"] is None


def test_posts_come_from_the_command_line_or_standard_input(journal: Path) -> None:
    done("post", journal, "--seat", "gm", "The lamp goes out.")
    done("post", journal, "--seat", "gm", "-", stdin="Line one.\n\n*Line* two.\n")
    text = journal.read_text("utf-8")
    assert "> The lamp goes out.\n" in text and "> Line one.\n>\n> *Line* two.\n" in text
    told_once = [told("post", journal, "--seat", "gm", "Only once.", "--once", "a", "--json")["id"] for _ in range(2)]
    assert told_once[0] == told_once[1] and journal.read_text("utf-8").count("Only once.") == 1


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (1, ["act", "--seat", "gm", "set_adversity", "dice=2"]),
        (1, ["act", "--seat", "gm", "dance"]),
        (1, ["act", "--seat", "nobody", "roll"]),
        (1, ["act", "--seat", "gm", "create_character", "name=\u202eevil", "concept=x"]),
        (1, ["act", "--seat", "gm", "set_adversity", "dice=99999999999999999999999999999999999999999"]),
        (2, ["act", "--seat", "gm", "set_adversity", "dice"]),
        (2, ["act", "--seat", "gm", "{nonsense"]),
        (2, ["act", "--seat", "gm"]),
        (2, ["act", "roll"]),
        (1, ["post", "--seat", "gm", "bell\x07"]),
        (1, ["post", "--seat", "gm", "x" * 20_001]),
        (1, ["post", "--seat", "nobody", "hello"]),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(journal: Path, code: int, words: list[str]) -> None:
    before = journal.read_bytes()
    refused(code, words[0], journal, *words[1:])
    assert journal.read_bytes() == before


@pytest.mark.parametrize(
    "command", [["status"], ["act", "--seat", "gm", "roll"], ["post", "--seat", "gm", "x"], ["play"], ["verify"], ["journal"]]
)
def test_a_journal_that_is_not_there_is_named_and_nothing_is_made(tmp_path: Path, command: list[str]) -> None:
    missing = tmp_path / "folder" / "none.md"
    assert "none.md" in refused(2, command[0], missing, *command[1:])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "command", [["status"], ["act", "--seat", "gm", "roll"], ["post", "--seat", "gm", "x"], ["play"], ["verify"], ["journal"]]
)
def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path, command: list[str]) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text("# Shopping\n\n- candles\n")
    assert "notes.md" in refused(2, command[0], notes, *command[1:])
    assert list(tmp_path.iterdir()) == [notes] and notes.read_text() == "# Shopping\n\n- candles\n"


def test_hostile_names_cannot_steer_the_terminal(tmp_path: Path) -> None:
    title = "<script>alert(1)</script> *b* `c` [d](e) \u200dzwj"
    result = run("new", title, "--gm", "Sam", "--player", "<b>Bob</b>", "--out", tmp_path)
    assert result.exit_code == 1 and "\u200d" not in result.stderr
    path = done("new", title.replace("\u200d", ""), "--gm", "Sam", "--player", "<b>Bob</b>", "--out", tmp_path).strip()
    assert "<b>Bob</b>" in done("status", path), "printed as it is: a terminal knows no markup"


# ---------------------------------------------------------------------------------------------- run


def test_run_gives_the_final_state_of_the_contract(tmp_path: Path) -> None:
    state = told("run", "-", "--json", "--out", tmp_path, stdin=physical(*CONFLICT))
    assert state["system"] == "spookybeans" and state["refused"] == []
    assert state["last_conflict"] == {"winner": "bob", "skulls": {"bob": 1, "gm": 1}, "bones": {"bob": 0, "gm": 1}}
    assert state["seats"]["bob"] == {"oooh": 5} and state["seats"]["gm"] == {"oooh": 5} and state["seats"]["alice"] == {"oooh": 2}
    assert state["characters"]["Cameron"]["concept"] == "Chimney sweep's ghost"
    assert state["waiting"][0]["owes"] == "narrate"
    assert Path(state["journal"]).is_file()


def test_run_shows_an_open_conflict(tmp_path: Path) -> None:
    (tmp_path / "s.jsonl").write_text(physical(*CONFLICT[:3]), "utf-8")
    conflict = told("run", tmp_path / "s.jsonl", "--json")["conflict"]
    assert conflict["character"] == "Cameron" and conflict["against"] == "gm" and conflict["adversity"] == 2
    assert conflict["dice"] == {"bob": 1, "gm": 2} and conflict["offers"] == []


def test_the_same_seed_writes_the_same_bytes_and_another_does_not(tmp_path: Path) -> None:
    lines = script(
        OPENING, CAMERON, *CONFLICT[:3], {"seat": "bob", "kind": "roll"}, *({"seat": "bob", "kind": "loose_roll", "notation": "9d6"},)
    )
    paths = []
    for name, seed in (("a", 7), ("b", 7), ("c", 8)):
        (tmp_path / f"{name}.jsonl").write_text(lines, "utf-8")
        paths.append(
            Path(told("run", tmp_path / f"{name}.jsonl", "--out", tmp_path / name, "--seed", seed, "--json")["journal"]).read_bytes()
        )
    assert paths[0] == paths[1] != paths[2]


def test_a_refused_line_stops_the_run_with_its_line_rule_and_reason() -> None:
    result = run(
        "run", "-", "--json", stdin=physical(*CONFLICT[:2], {"seat": "alice", "kind": "give", "to": "bob", "dice": 9}, *CONFLICT[2:])
    )
    assert result.exit_code == 1
    state = json.loads(result.stdout)
    assert [(one["line"], one["rule"]) for one in state["refused"]] == [(5, "SB-13")] and state["refused"][0]["why"]
    assert state["conflict"]["dice"]["bob"] == 0, "what came after it was not played"
    assert "Line 5" in result.stderr and "SB-13" in result.stderr


def test_an_expected_refusal_goes_on_and_an_unexpected_acceptance_stops() -> None:
    no = {"seat": "alice", "kind": "give", "to": "bob", "dice": 9, "expect": "refused"}
    state = told("run", "-", "--json", stdin=physical(*CONFLICT[:2], no, *CONFLICT[2:]))
    assert [one["line"] for one in state["refused"]] == [5] and state["last_conflict"]["winner"] == "bob"
    result = run("run", "-", "--json", stdin=physical(CALL | {"expect": "refused"}, *CONFLICT[1:]))
    assert result.exit_code == 1 and "Line 3 was to be refused" in result.stderr
    assert json.loads(result.stdout)["last_conflict"] is None


@pytest.mark.parametrize(
    "line",
    [
        {"seat": "gm", "kind": "set_adversity", "dice": "four"},
        {"seat": "gm", "kind": "set_adversity", "dice": 2, "bonus": 1},
        {"seat": "gm", "kind": "set_adversity"},
        {"seat": "gm", "kind": "set_adversity", "dice": 2.5},
        {"seat": "gm", "kind": "set_adversity", "dice": True},
        {"seat": "gm", "kind": 7},
        {"seat": "gm"},
        {"kind": "roll"},
        {"seat": ["gm"], "kind": "roll"},
        {"seat": "zed", "kind": "roll"},
        {"seat": "gm", "kind": "post", "text": "\ud800"},
        {"seat": "bob", "kind": "roll", "faces": {"bob": ["d7:3"], "gm": ["d6:1", "d6:1"]}},
        {"seat": "bob", "kind": "roll", "faces": {"bob": ["d6:9"], "gm": ["d6:1", "d6:1"]}},
        {"seat": "bob", "kind": "roll", "faces": 3},
        {"seat": "gm", "kind": "open_campaign", "title": "Again", "gm": "Sam", "players": ["Bob"]},
        {"seat": "gm", "kind": "set_adversity", "dice": 2, "expect": "refusal"},
        '{"seat": "gm", "kind": "set_adversity", "dice": ' + "9" * 6000 + "}",
    ],
)
def test_well_formed_json_with_a_bad_field_is_a_refused_move(line: dict[str, Any] | str) -> None:
    result = run("run", "-", "--json", stdin=physical(CALL) + script(line))
    assert result.exit_code == 1
    assert [one["line"] for one in json.loads(result.stdout)["refused"]] == [4]


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "nonsense",
        '{"seat": "gm", "kind": "roll"} {}',
        "[1]",
        "7",
        "NaN",
        '{"a": NaN}',
        '{"a": 1, "a": 2}',
        "[" * 100_000,
        '{"seat": "gm\n"}',
    ],
)
def test_a_line_that_is_no_json_object_is_unreadable_input(line: str) -> None:
    assert "Line 3" in refused(2, "run", "-", stdin=physical() + line + "\n")


def test_unreadable_scripts_are_named(tmp_path: Path) -> None:
    refused(2, "run", tmp_path / "none.jsonl")
    refused(2, "run", tmp_path)
    refused(2, "run", "\0")
    assert "Standard input is not UTF-8 text" in refused(2, "run", "-", stdin=b'{"seat": "\xff"}\n')
    assert "UTF-8" not in done("run", "-", stdin="\ufeff\r\n" + physical().replace("\n", "\r\n"))


def test_a_script_must_open_a_campaign_with_dice_that_can_be_played_again() -> None:
    assert told_refusals(script(CALL)) == [1]
    assert told_refusals(script(OPENING | {"house_rules": {"dice": "open"}})) == [1]
    assert told_refusals(script(OPENING | {"system": "chess"})) == [1]
    assert told_refusals(script(OPENING | {"players": []})) == [1]
    assert told_refusals(script(OPENING | {"seat": "bob"})) == [1]
    assert told("run", "-", "--json", stdin="")["refused"] == []


ANY_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["gm", "bob", "Cameron", "d6:3", "roll"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
FIELDS = (
    "title",
    "players",
    "house_rules",
    "name",
    "concept",
    "thingies",
    "stakes",
    "against",
    "dice",
    "to",
    "faces",
    "text",
    "expect",
    "conflict",
)
KINDS = (
    "open_campaign",
    "create_character",
    "call_conflict",
    "set_adversity",
    "give",
    "roll",
    "narrate",
    "post",
    "loose_roll",
    "gm_adjust",
)


@given(
    st.lists(
        st.fixed_dictionaries(
            {"seat": st.sampled_from(["gm", "bob"]) | ANY_JSON, "kind": st.sampled_from(KINDS) | ANY_JSON},
            optional=dict.fromkeys(FIELDS, ANY_JSON),
        ),
        min_size=1,
        max_size=3,
    )
)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_a_line_holds_the_run_ends_in_a_state_or_a_plain_refusal(lines: list[dict[str, Any]]) -> None:
    result = run("run", "-", "--json", stdin=physical() + "".join(json.dumps(line | {"expect": "refused"}) + "\n" for line in lines))
    assert result.exit_code in (0, 1, 2) and "not foresee" not in result.stderr
    if result.exit_code < 2:
        assert json.loads(result.stdout)["seats"].keys() == {"gm", "bob", "alice"}


def told_refusals(text: str) -> list[int]:
    result = run("run", "-", "--json", stdin=text)
    assert result.exit_code == 1
    return [one["line"] for one in json.loads(result.stdout)["refused"]]


def test_a_run_without_out_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import tempfile

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert "waited for" in done("run", "-", stdin=physical(*CONFLICT)).lower()
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------------------------------------- journal, verify, demo, play


@pytest.fixture
def story(tmp_path: Path) -> Path:
    """The journal of one conflict, with a scene, hostile prose and a word out of character."""
    lines = physical(
        {"seat": "gm", "kind": "open_scene", "title": "The <Flue>"},
        *CONFLICT,
        {"seat": "bob", "kind": "narrate", "text": "The bell rings *twice*.\n\n<img src=x onerror=alert(1)>"},
        {"seat": "alice", "kind": "post", "voice": "ooc", "text": "Tea?"},
    )
    return Path(told("run", "-", "--json", "--out", tmp_path / "story", stdin=lines)["journal"])


def test_a_journal_becomes_a_page_that_is_safe_and_needs_nothing_else(story: Path, tmp_path: Path) -> None:
    page = done("journal", story)
    assert "<em>twice</em>" in page and "The &lt;Flue&gt;" in page and "Tea?" in page and "Skull" in page
    assert "<img" not in page and "<script" not in page and "<link" not in page
    assert not re.search(r"""(src|href)=["'](?!#)""", page) and "url(http" not in page
    assert list(story.parent.glob("*.html")) == []
    tale = done("journal", story, "--story")
    assert "The &lt;Flue&gt;" in tale and "<em>twice</em>" in tale and "Tea?" not in tale and "Adversity" not in tale


def test_a_journal_becomes_markdown_without_the_marks_of_the_record(story: Path) -> None:
    text = done("journal", story, "--to", "md")
    assert "<!--" not in text and "> The bell rings *twice*." in text and "Adversity" in text
    tale = done("journal", story, "--to", "md", "--story")
    assert "\nThe bell rings *twice*.\n" in tale and r"## The \<Flue\>" in tale and "Adversity" not in tale and "Tea?" not in tale


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"gm":"Sam"', '"gm":"Sim"', "first entry"),
        ('"kind":"post"', '"kind":"pest"', "does not hold"),
        ('"system":"spookybeans"', '"system":"other"', "'other' is not installed"),
    ],
)
def test_a_journal_that_does_not_hold_is_not_played_on(story: Path, tmp_path: Path, old: str, new: str, said: str) -> None:
    altered = tmp_path / "elsewhere" / "altered.md"
    altered.parent.mkdir()
    altered.write_text(story.read_text("utf-8").replace(old, new, 1), "utf-8")
    before = altered.read_bytes()
    assert before != story.read_bytes() and run("verify", altered).exit_code == 1
    assert re.search(r"altered\.md was altered in line \d+|not installed", refused(2, "status", altered))
    assert said in run("journal", altered).stderr
    assert altered.read_bytes() == before


@pytest.mark.parametrize("lost", ["nothing", "the ledger", "the journal"])
def test_a_campaign_under_rules_that_are_not_installed_is_left_alone_and_can_be_read(
    story: Path, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    before = story.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(Game.of("spookybeans"), "version", 99)
        assert "rings *twice*" in done("journal", story, "--to", "md")
        assert "not decided again" in run("verify", story).stdout
        if lost == "the ledger":
            shutil.rmtree(story.parent / ".spookynb")
        elif lost == "the journal":
            story.unlink()
        assert "version of its rules" in refused(2, "status", story)
        assert "version of its rules" in refused(2, "post", story, "--seat", "gm", "x")
        assert not story.exists() if lost == "the journal" else story.read_bytes() == before
    done("status", story)
    assert story.read_bytes() == before


def test_a_journal_that_stands_in_its_file_twice_is_told_by_its_line(story: Path, tmp_path: Path) -> None:
    twice = tmp_path / "elsewhere" / "twice.md"
    twice.parent.mkdir()
    twice.write_bytes(story.read_bytes() * 2)
    lines = story.read_text("utf-8").split("\n")
    again = len(lines) + next(number for number, line in enumerate(lines) if line.startswith("<!--"))
    assert f"altered in line {again}" in refused(2, "status", twice)
    assert f"line {again}, entry 10: It is in the record twice" in run("verify", twice).stdout
    assert "twice.md does not hold in every place" in run("journal", twice).stderr


def test_a_page_is_written_again_but_never_over_what_a_person_changed(story: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert done("journal", story, "--out", page).strip() == str(page)
    done("journal", story, "--story", "--out", page)
    edited = page.read_text("utf-8").replace("twice", "thrice")
    page.write_text(edited, "utf-8")
    assert "page.html" in refused(2, "journal", story, "--out", page) and page.read_text("utf-8") == edited
    done("journal", story, "--out", page, "--force")
    assert "thrice" not in page.read_text("utf-8")
    before = story.read_bytes()
    refused(2, "journal", story, "--to", "md", "--out", story, "--force")
    assert story.read_bytes() == before
    refused(2, "journal", story, "--out", tmp_path / "no" / "page.html")
    refused(2, "journal", story, "--to", "pdf")
    refused(2, "journal", page)


def test_only_files_are_read_and_written_over(story: Path, tmp_path: Path) -> None:
    pipe, big = tmp_path / "pipe.md", tmp_path / "big.md"
    os.mkfifo(pipe)
    with big.open("wb") as file:
        file.truncate(2**40)
    for odd in (pipe, Path("/dev/zero"), tmp_path):
        for command in (["verify"], ["status"], ["journal"], ["play", "--no-browser"]):
            assert odd.name in refused(2, command[0], odd, *command[1:])
        assert "no file" in refused(2, "journal", story, "--out", odd, "--force")
    assert "1,073,741,824 bytes" in refused(2, "verify", big)


def test_verify_finds_a_clean_journal_clean_and_names_the_line_of_a_changed_byte(story: Path) -> None:
    report = told("verify", story, "--json")
    assert report["ok"] and report["findings"] == [] and report["entries"] == 9
    assert len(report["head"].split()) == 6 and re.fullmatch(r"[0-9a-f]{64}", report["id"])
    assert report["head"] in done("verify", story) and report["head"] in done("status", story)
    lines = story.read_text("utf-8").split("\n")
    changed = next(number for number, line in enumerate(lines) if "rings" in line)
    story.write_text("\n".join([*lines[:changed], lines[changed].replace("rings", "rinks"), *lines[changed + 1 :]]), "utf-8")
    result = run("verify", story)
    assert result.exit_code == 1 and f"line {changed + 1}" in result.stdout and "\n1 finding." in result.stdout
    assert any(one["line"] == changed + 1 for one in json.loads(run("verify", story, "--json").stdout)["findings"])


def test_demo_tells_the_same_story_for_the_same_seed_and_its_journal_verifies(tmp_path: Path) -> None:
    began = time.perf_counter()
    one, two, other = (
        Path(done("demo", "--out", tmp_path / name, "--seed", seed).splitlines()[-1]) for name, seed in (("a", 7), ("b", 7), ("c", 8))
    )
    assert time.perf_counter() - began < 15
    assert one.parent == tmp_path / "a"
    assert one.read_bytes() == two.read_bytes() != other.read_bytes()
    assert told("verify", one, "--json")["ok"]
    refused(2, "demo", "--system", "chess", "--out", tmp_path)


def test_play_refuses_what_cannot_be_played_before_anything_is_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    refused(2, "play", tmp_path / "none.md", "--no-browser")
    refused(2, "play", "--port", "70000", "--no-browser")


# ---------------------------------------------------------------------------------------------- processes


def process(*words: str, **extra: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "spookynb", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, **extra)


def test_a_reader_who_leaves_is_no_error() -> None:
    with process("moves", "--json") as running:
        assert running.stdout is not None and running.stderr is not None
        running.stdout.read(1)
        running.stdout.close()
        assert running.stderr.read() == b""


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("odds 5 4 >&-", 0, ""),
        ("roll d7 2>&-", 2, ""),
        ("roll d7 2>/dev/full", 2, ""),
        ("odds 5 4 >/dev/full", 2, "No space left"),
        ("run - <&-", 2, "Standard input cannot be read"),
    ],
)
def test_streams_that_are_closed_or_full_change_no_exit_code(line: str, code: int, words: str) -> None:
    left = subprocess.run(["sh", "-c", f'"$0" -m spookynb {line}', sys.executable], capture_output=True, text=True, check=False)
    assert left.returncode == code and words in left.stderr and "Traceback" not in left.stderr and "did not foresee" not in left.stderr
    assert words or left.stderr == ""
    assert "d7" not in left.stdout


def test_ctrl_c_ends_quietly() -> None:
    with process("run", "-", stdin=subprocess.PIPE) as running:
        time.sleep(1)
        running.send_signal(signal.SIGINT)
        assert running.communicate(timeout=60)[1] == b""
        assert running.returncode == 130


def test_a_terminal_that_knows_only_ascii_is_served_too() -> None:
    with process("roll", "½d6", env=os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}) as running:
        _out, err = running.communicate()
        assert running.returncode == 2 and b"vulgar fraction" in err and b"Traceback" not in err


def test_an_error_that_nobody_foresaw_is_told_in_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spookynb.odds.win_chance", lambda *_: 1 // 0)
    assert "ZeroDivisionError" in refused(1, "odds", 5, 4)


# ---------------------------------------------------------------------------------------------- people, merging


def test_people_play_from_their_own_machines_and_merge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def machine(name: str) -> None:
        monkeypatch.setenv("SPOOKYNB_DATA_DIR", str(tmp_path / name / "data"))

    machine("sam")
    sams = Path(done("new", "The Hollow", "--gm", "Sam", "--player", "Bob", "--apart", "--out", tmp_path / "sam").strip())
    sent = done("invite", sams, "bob").strip()
    assert "Nobody has taken" in refused(1, "post", sams, "--seat", "bob", "Boo")
    machine("bob")
    (tmp_path / "bob").mkdir(exist_ok=True)
    bobs = Path(shutil.copy(sams, tmp_path / "bob"))
    refused(1, "claim", bobs, sent[:-2])
    phrase = done("claim", bobs, sent).strip()
    assert len(phrase.split()) == 12
    refused(1, "claim", bobs, sent)
    done("post", bobs, "--seat", "bob", "Boo", "--voice", "ooc")
    rows = {row["seat"]: row for row in told("seats", bobs, "--json")["seats"]}
    assert rows["bob"]["held"] and rows["bob"]["claimed"] and not rows["gm"]["held"]
    assert "bob: Bob (on this machine)" in done("seats", bobs)
    machine("sam")
    done("post", sams, "--seat", "gm", "Meanwhile.")
    answer = told("merge", sams, bobs, "--json")
    assert answer["new"] == {str(bobs): 2} and answer["entries"] == 4
    assert "0 new" in done("merge", sams, bobs)
    machine("laptop")
    laptop = Path(shutil.copy(sams, tmp_path / "laptop.md"))
    refused(1, "sit", laptop, stdin="twelve words that were never a phrase of this or any other campaign")
    assert done("sit", laptop, stdin=phrase).strip() == "bob: Bob"
    done("post", laptop, "--seat", "bob", "From the train.", "--voice", "ooc")
    machine("sam")
    assert done("rekey", sams, "bob", "--why", "Lost.").startswith("spooky-invite:bob:")
    refused(2, "merge", sams, tmp_path / "nothing.md")
    assert done("verify", sams)


def test_a_journal_whose_phrase_is_lost_goes_on_in_a_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = Path(done("new", "The Hollow", "--gm", "Sam", "--player", "Bob", "--out", tmp_path / "from").strip())
    done("act", old, "create_character", "name=Cameron", "concept=Hacker", "--seat", "bob")
    monkeypatch.setenv("SPOOKYNB_DATA_DIR", str(tmp_path / "another machine"))
    copy = Path(shutil.copy(old, tmp_path))
    assert "not on this machine" in refused(1, "post", copy, "--seat", "bob", "Boo")
    new = Path(done("continue", copy).strip())
    assert new == tmp_path / "the-hollow-2.md" and copy.read_bytes() == old.read_bytes()
    assert "Cameron" in told("status", new, "--json")["characters"]
    done("post", new, "--seat", "bob", "Boo", "--voice", "ooc")
    assert done("verify", new) and "2 entries" in done("verify", copy)
    elsewhere = tmp_path / "elsewhere"
    assert done("continue", copy, "--out", elsewhere).strip() == str(elsewhere / "the-hollow-2.md")
    refused(2, "continue", tmp_path / "nothing.md")


def test_a_campaign_is_made_again_from_its_backup_and_nothing_is_written_over(story: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved.db"
    assert str(saved) in done("backup", story, "--to", saved)
    assert "saved.db" in refused(2, "backup", story, "--to", saved)
    beside = Path(told("backup", story, "--json")["backup"])
    assert beside.parent == story.parent and beside.stat().st_size > 0
    before, copy = story.read_bytes(), saved.read_bytes()
    done("post", story, "--seat", "gm", "After the backup.")
    after = story.read_bytes()
    refused(2, "restore", saved, "--to", story)
    assert story.read_bytes() == after
    again = tmp_path / "again" / "again.md"
    answer = told("restore", saved, "--to", again, "--json")
    assert again.read_bytes() == before and answer["head"] == told("verify", again, "--json")["head"]
    done("post", again, "--seat", "gm", "On we go.")
    refused(2, "restore", saved, "--to", again)
    assert saved.read_bytes() == copy
    refused(2, "restore", tmp_path / "nothing.db")


def test_a_backup_takes_the_name_of_its_campaign(story: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved = told("backup", story, "--json")["backup"]
    monkeypatch.chdir(tmp_path)
    journal = Path(done("restore", saved).splitlines()[0])
    assert journal == Path("journals") / story.name and journal.read_bytes() == story.read_bytes()


@pytest.mark.parametrize("damage", ["no database", "cut short", "another database", "a text changed"])
def test_what_is_no_whole_backup_is_refused_and_leaves_nothing_behind(story: Path, tmp_path: Path, damage: str) -> None:
    saved = tmp_path / "saved.db"
    done("backup", story, "--to", saved)
    if damage == "another database":
        saved.unlink()
        sqlite3.connect(saved).close()
    else:
        data = saved.read_bytes()
        changed = data.replace(b"The bell", b"The ball")
        saved.write_bytes({"no database": b"Dear diary. " * 1000, "cut short": data[: len(data) // 2]}.get(damage, changed))
    assert "no whole backup" in refused(1, "restore", saved, "--to", tmp_path / "again" / "again.md")
    assert not (tmp_path / "again").exists()
    (tmp_path / "in the way").write_text("a file")
    refused(1, "backup", story, "--to", tmp_path / "in the way" / "saved.db")
