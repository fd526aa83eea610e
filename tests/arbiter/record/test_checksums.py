"""Every entry has a checksum chained to the previous one: an altered entry costs only itself."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from arbiter.cli.main import main
from arbiter.record.examination import examine, report
from arbiter.record.record import DamagedRecord, Record, RecordError
from arbiter.record.salvage import open_for_reading, open_or_salvage, salvage
from arbiter.review.statistics_folder import folder_statistics
from arbiter.words.wording import wording
from tests.support.recorded_games import change, first_layout, write_game

HEADER = {"game": "nickel", "rules": {}}
BAD = ["{", "[1]", "null", "\x00", "[" * 100_000, "7", b"{\xff}", '{"n": 7}', '{"n": 1e999}']


def still(n: int) -> bytes:
    return b"\xff\xd8" + bytes([n]) * 500 + b"\xff\xd9"


def made(path: Path, moves: int = 4) -> Path:
    with Record.create(path, HEADER) as record:
        for n in range(moves):
            record.append("move", float(n), {"n": n}, {"after": still(n)})
    return path


def told(path: Path) -> list[int]:
    with Record.open(path, readonly=True) as record:
        return [entry.data["n"] for entry in record.entries("move")]


@pytest.mark.parametrize("bad", BAD)
def test_one_bad_entry_costs_that_entry_alone(bad: str | bytes, tmp_path: Path) -> None:
    path = made(tmp_path / "a.game")
    change(path, "UPDATE entries SET data = CAST(? AS TEXT) WHERE id = 2", bad)
    with Record.open(path, readonly=True) as record:
        assert [entry.data["n"] for entry in record.entries()] == [0, 2, 3]
        assert record.unread == {2}
    assert examine(path).wrong == ("entry 2 is not as it was written",)
    found = salvage(path, tmp_path / "b.game")
    assert (found.entries, found.stills) == (3, 3)
    assert told(tmp_path / "b.game") == [0, 2, 3]
    assert not examine(tmp_path / "b.game").wrong


def removed(path: Path) -> None:
    change(path, "DELETE FROM entries WHERE id = 2")


def put_in(path: Path) -> None:
    change(
        path, "INSERT INTO entries SELECT 9, kind, time_s, wall, data, sum, chain FROM entries WHERE id = 2"
    )


def exchanged(path: Path) -> None:
    change(path, "UPDATE entries SET id = 12 - id WHERE id IN (2, 10)")


def other_still(path: Path) -> None:
    change(path, "UPDATE frames SET jpeg = ? WHERE entry_id = 2", still(9))


def still_gone(path: Path) -> None:
    change(path, "DELETE FROM frames WHERE entry_id = 2")


def header_changed(path: Path) -> None:
    change(path, "UPDATE header SET value = '\"sanctum\"' WHERE key = 'game'")


CHANGES: list[tuple[Callable[[Path], None], str]] = [
    (removed, "before entry 3 something was taken out or put in"),
    (put_in, "entry 9 is not as it was written"),
    (exchanged, "entry 10 is not as it was written"),
    (other_still, "still after of entry 2 is not as it was written"),
    (still_gone, "before entry 2 something was taken out or put in"),
    (header_changed, "game in its header is not as it was written"),
]


@pytest.mark.parametrize(("how", "wrong"), CHANGES)
def test_the_doctor_says_what_is_wrong_with_a_record(
    how: Callable[[Path], None], wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = made(tmp_path / "a.game")
    assert main(["doctor", str(path)]) == 0
    assert "every entry and every still is as it was written" in capsys.readouterr().out
    how(path)
    before = path.read_bytes()
    assert main(["doctor", str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert wrong in lines
    assert "are now in" in lines[-1]
    assert path.read_bytes() == before
    assert main(["doctor", str(tmp_path / "a-salvaged.game"), "--language", "de"]) == 0
    assert "jeder Eintrag und jedes Bild" in capsys.readouterr().out


def test_a_still_that_was_changed_is_not_shown(tmp_path: Path) -> None:
    path = made(tmp_path / "a.game")
    other_still(path)
    with Record.open(path, readonly=True) as record:
        assert record.frame(1, "after") == still(0)
        with pytest.raises(RecordError, match="still after of entry 2 is not as it was written"):
            record.frame(2, "after")


def test_going_on_goes_on_with_the_chain(tmp_path: Path) -> None:
    path = made(tmp_path / "a.game")
    with Record.open(path) as record, record.together():
        record.append("move", 4.0, {"n": 4}, {"after": still(4), "before": still(5)})
        record.append("said", 5.0, {"text": "ü ◆"})
    found = examine(path)
    assert (found.entries, found.stills, found.wrong) == (6, 6, ())


def test_records_without_checksums_are_read_and_gone_on_with(tmp_path: Path) -> None:
    path = first_layout(tmp_path / "old.game", HEADER)
    assert told(path) == [0, 1, 2]
    with Record.open(path) as record:
        assert record.header["game"] == "nickel"
        record.append("move", 9.0, {"n": 9}, {"after": still(9)})
        assert record.frame(4, "after") == still(9)
    assert told(path) == [0, 1, 2, 9]
    assert (
        str(list(report(path, examine(path)))[-1])
        == "all of it can be read; it was made before records had checksums"
    )
    change(path, "UPDATE entries SET data = 'x' WHERE id = 1")
    assert told(path) == [1, 2, 9]
    assert salvage(path, tmp_path / "b.game").entries == 3
    assert examine(tmp_path / "b.game").summed


COMMANDS = [
    ("statistics", "{}"),
    ("judge", "{}"),
    ("legal", "{}"),
    ("dispute", "{}", "--move", "3"),
    ("export", "{}", "--format", "text", "-o", "{}.txt"),
    ("export", "{}", "--format", "json", "-o", "{}.json"),
    ("share", "{}", "-o", "{}.html"),
    ("verify", "{}"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: "-".join((command[0], *command[3:4])))
def test_every_command_leaves_out_the_bad_entry_alone(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_game(tmp_path / "a.game", "illegal", plies=4)
    change(path, "UPDATE entries SET data = 'x' WHERE id = (SELECT max(id) FROM entries WHERE kind = 'said')")
    code = main([word.replace("{}", str(path)) for word in command])
    out = capsys.readouterr()
    assert "Traceback" not in out.err
    assert "one of its entries is no longer as it was written" in out.err
    assert code in (0, 3, 5, 7)  # 3: drawn stills show no table to harvest or verify, 5: an illegal move


@pytest.mark.parametrize("command", [("legal", "{}"), ("harvest", "{}"), ("judge", "{}", "--move", "99")])
def test_a_record_without_its_set_up_is_one_line(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_game(tmp_path / "a.game", "illegal", plies=4)
    change(path, "UPDATE entries SET data = 'x' WHERE kind = 'setup'")
    assert main([word.replace("{}", str(path)) for word in command]) in (1, 2, 6)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1 and ("left out" in lines[0] or "99" in lines[0])


def test_the_figures_of_a_folder_lack_the_bad_entry_alone(tmp_path: Path) -> None:
    whole = write_game(tmp_path / "a.game", "illegal")
    broken = write_game(tmp_path / "b.game", "illegal")
    change(
        broken, "UPDATE entries SET data = 'x' WHERE id = (SELECT max(id) FROM entries WHERE kind = 'said')"
    )
    cut = write_game(tmp_path / "c.game", "illegal")
    cut.write_bytes(cut.read_bytes()[: -(cut.stat().st_size // 8)])
    files = {path.name for path in tmp_path.iterdir()}
    found = folder_statistics([tmp_path])
    assert {game["file"] for game in found["games"]} == {str(whole), str(broken), str(cut)}
    assert {each["file"] for each in found["unread"]} == {str(broken), str(cut)}
    assert {path.name for path in tmp_path.iterdir()} == files


def test_a_look_in_passing_leaves_nothing(tmp_path: Path) -> None:
    path = made(tmp_path / "a.game", 40)
    path.write_bytes(path.read_bytes()[:-5000])
    with open_for_reading(path) as (record, line):
        assert list(record.entries())
        assert line is not None
        assert "cut short" in line
    assert [each.name for each in tmp_path.iterdir()] == ["a.game"]


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 1 << 32))
@example(seed=127158)
def test_a_changed_byte_costs_at_most_what_it_lies_in(
    seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder, dice = tmp_path_factory.mktemp("bytes"), Random(seed)
    raw = bytearray(made(folder / "a.game", 6).read_bytes())
    raw[dice.randrange(len(raw))] ^= 1 << dice.randrange(8)
    (folder / "a.game").write_bytes(raw)
    try:
        record, _ = open_or_salvage(folder / "a.game")
    except RecordError as error:
        assert len(str(error).splitlines()) == 1
        return
    with record:
        entries = list(record.entries("move"))
        assert [entry.data["n"] for entry in entries] == [entry.id - 1 for entry in entries]
        for entry in entries:
            for name in entry.frames:
                try:
                    assert record.frame(entry.id, name) == still(entry.id - 1)
                except DamagedRecord:
                    pass  # the page of the file that holds it
                except RecordError as error:
                    assert "not as it was written" in str(error)


def test_every_line_has_german_words(tmp_path: Path) -> None:
    path = made(tmp_path / "a.game")
    for how in (put_in, other_still, header_changed):
        how(path)
    change(path, "DELETE FROM entries WHERE id = 3")
    lines = [*examine(path).wrong, *report(path, examine(path))]
    assert len(lines) == 9
    for line in lines:
        assert wording("de").tell(line) != str(line), line
    with pytest.raises(sqlite3.Error):
        change(path, "SELECT x")
