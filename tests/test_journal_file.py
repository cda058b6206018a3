"""The journal as a file: appended to, healed when torn, and never written over a person's edits."""

from __future__ import annotations

from pathlib import Path

import pytest

from journals import golden
from spookynb.errors import JournalEdited, JournalTrouble
from spookynb.journal import Block, JournalFile
from spookynb.table import Table


@pytest.fixture(scope="module")
def blocks() -> list[Block]:
    return golden("evening")[0].blocks


def whole(blocks: list[Block]) -> bytes:
    return b"".join(one.text for one in blocks)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journals" / "the-lodgers.md"


def opened(path: Path, blocks: list[Block]) -> JournalFile:
    file = JournalFile(path)
    assert file.settle(blocks) == []
    return file


def test_a_journal_grows_by_what_is_new(path: Path, blocks: list[Block]) -> None:
    file = opened(path, blocks[:1])
    for one in blocks[1:]:
        assert file.append([one])
    assert path.read_bytes() == whole(blocks)
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_two_kernels_append_in_turn(path: Path, blocks: list[Block]) -> None:
    mine, theirs = opened(path, blocks[:3]), opened(path, blocks[:3])
    assert mine.append(blocks[3:5])
    assert theirs.append(blocks[3:6])  # two of them stand there already
    assert mine.append(blocks[5:8])
    assert path.read_bytes() == whole(blocks[:8])


def test_a_kernel_that_fell_behind_is_told_to_look_again(path: Path, blocks: list[Block]) -> None:
    mine, theirs = opened(path, blocks[:3]), opened(path, blocks[:3])
    assert theirs.append(blocks[3:5])
    assert not mine.append(blocks[5:6])
    assert mine.settle(blocks[:6]) == []
    assert path.read_bytes() == whole(blocks[:6])


def test_a_missing_journal_is_written_again(path: Path, blocks: list[Block]) -> None:
    file = opened(path, blocks[:4])
    path.unlink()
    assert not file.append(blocks[4:5])
    assert file.settle(blocks[:5]) == []
    assert path.read_bytes() == whole(blocks[:5])


@pytest.mark.parametrize("cut", [1, 40, 500])
@pytest.mark.parametrize("rest", [b"", b"\0" * 64])
def test_a_torn_tail_is_kept_apart_and_healed(path: Path, blocks: list[Block], cut: int, rest: bytes) -> None:
    opened(path, blocks[:9])
    torn = blocks[8].text[:cut] + rest
    path.write_bytes(whole(blocks[:8]) + torn)
    findings = JournalFile(path).settle(blocks[:9])
    assert path.read_bytes() == whole(blocks[:9])
    assert (path.parent / "the-lodgers.md.damaged").read_bytes() == torn
    assert ["torn" in str(one) for one in findings] == [True]


def test_a_tear_is_noticed_by_the_next_append(path: Path, blocks: list[Block]) -> None:
    file = opened(path, blocks[:5])
    path.write_bytes(whole(blocks[:5])[:-30])
    assert not file.append(blocks[5:6])
    findings = file.settle(blocks[:6])
    assert path.read_bytes() == whole(blocks[:6])
    assert len(findings) == 1


def test_edits_are_kept_and_their_lines_named(path: Path, blocks: list[Block]) -> None:
    opened(path, blocks)
    edited = path.read_text("utf-8").replace("the invitations had gone out", "the invitations were forged")
    path.write_text(edited, "utf-8", newline="\n")
    (finding,) = JournalFile(path).settle(blocks)
    assert isinstance(finding, JournalEdited)
    line = edited[: edited.index("forged")].count("\n") + 1
    assert finding.data["lines"] == [line, line]
    assert f"line {line}" in str(finding)
    assert (path.parent / "the-lodgers.edited.md").read_text("utf-8") == edited
    assert path.read_bytes() == whole(blocks)


def test_every_edited_version_is_kept(path: Path, blocks: list[Block]) -> None:
    for number in range(3):
        opened(path, blocks)
        path.write_bytes(path.read_bytes() + f"note {number}\n".encode())
        assert len(JournalFile(path).settle(blocks)) == 1
    kept = sorted(one.read_bytes()[-7:] for one in path.parent.glob("*.edited.md"))
    assert kept == [b"note 0\n", b"note 1\n", b"note 2\n"]


@pytest.mark.parametrize("where", [0, 700, -300])
def test_an_edit_while_the_table_is_open_stops_the_next_append(path: Path, blocks: list[Block], where: int) -> None:
    file = opened(path, blocks[:6])
    data = bytearray(path.read_bytes())
    data[where] ^= 1
    line = data[:where].count(b"\n") + 1
    path.write_bytes(data)
    assert not file.append(blocks[6:7])
    assert path.read_bytes() == bytes(data)
    (finding,) = file.settle(blocks[:7])
    assert isinstance(finding, JournalEdited)
    assert finding.data["lines"] == [line, line]
    assert path.read_bytes() == whole(blocks[:7])


def test_without_its_ledger_an_altered_journal_is_not_played_on(path: Path, blocks: list[Block]) -> None:
    data = whole(blocks).replace(b'"dice":2', b'"dice":1', 1)
    line = data[: data.index(b'"dice":1')].count(b"\n") + 1
    path.parent.mkdir()
    path.write_bytes(data)
    with pytest.raises(JournalTrouble, match=f"altered in line {line},"):
        Table.open(path)
    assert path.read_bytes() == data


def test_without_its_ledger_a_journal_whose_lines_were_changed_is_mended(path: Path, blocks: list[Block]) -> None:
    data = whole(blocks)
    path.parent.mkdir()
    path.write_bytes(data.replace(b"**Bram** offers", b"**Bram** begs"))
    with Table.open(path) as table:
        assert [type(one) for one in table.notices] == [JournalEdited]
    assert path.read_bytes() == data


def test_a_folder_that_cannot_be_written_is_said_plainly(tmp_path: Path, blocks: list[Block]) -> None:
    (tmp_path / "journals").write_text("a file where the folder should be")
    with pytest.raises(JournalTrouble, match="cannot be written") as caught:
        JournalFile(tmp_path / "journals" / "x.md").settle(blocks)
    assert "safe in the ledger" in str(caught.value)


def test_what_is_no_journal_is_refused(tmp_path: Path) -> None:
    for name, data in (("prose.md", b"# Notes\n\nNothing of ours.\n"), ("empty.md", b""), ("picture.md", bytes(range(256)))):
        path = tmp_path / name
        path.write_bytes(data)
        with pytest.raises(JournalTrouble, match="no journal"):
            JournalFile(path).read()
    with pytest.raises(JournalTrouble, match="cannot be read"):
        JournalFile(tmp_path / "missing.md").read()
    with pytest.raises(JournalTrouble, match="cannot be read"):
        JournalFile(tmp_path).read()


def test_a_file_that_was_read_holds_the_entries(path: Path, blocks: list[Block]) -> None:
    opened(path, blocks)
    assert [record.entry().id for record in JournalFile(path).read().records] == [one.entry.id for one in blocks]
