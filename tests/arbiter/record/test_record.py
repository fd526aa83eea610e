"""The record: written as things happen, never overwritten, readable however the program ended."""

from __future__ import annotations

import contextlib
import math
import random
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from arbiter.record.record import DamagedRecord, Record, RecordError, free_name
from arbiter.record.salvage import open_or_salvage, salvage
from arbiter.record.schema import plain
from engine.pieces import Colour, Piece, Size

HEADER = {"game": "initiative", "players": {"near": "Alison", "far": "Kristin"}, "palette": "rainbow"}
WRITER = Path(__file__).parents[2] / "support" / "record_writer.py"


def jpeg(seed: int, size: int = 3000) -> bytes:
    """Bytes with a JPEG's first and last marker, different for each seed."""
    return b"\xff\xd8" + random.Random(seed).randbytes(size) + b"\xff\xd9"


def make(path: Path, entries: int = 3, size: int = 3000, words: int = 0) -> Path:
    """A closed record with ``entries`` moves, each with a still and this many words about what was seen."""
    with Record.create(path, HEADER) as record:
        for number in range(entries):
            record.append(
                "move", number / 2, {"ply": number, "seen": "unit " * words}, {"after": jpeg(number, size)}
            )
    return path


def test_everything_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    with Record.create(path, HEADER) as record:
        stills = {"before": jpeg(1), "after": jpeg(2)}
        first = record.append("move", 1.5, {"text": "Mblue", "who": Size.SMALL}, stills)
        record.append("said", 1.75, {"text": "Kristin führt ◆"})
    with Record.open(path) as record:
        move, said = record.entries()
        assert (move.id, move.kind, move.time_s) == (first, "move", 1.5)
        assert move.data == {"text": "Mblue", "who": "small"}
        assert move.frames == ("after", "before")
        assert said.data["text"] == "Kristin führt ◆" and said.wall >= move.wall
        assert record.frame(first, "before") == jpeg(1)
        assert record.header["players"] == HEADER["players"]
        assert [entry.id for entry in record.entries("said")] == [said.id]
        with pytest.raises(RecordError, match="no still 'during'"):
            record.frame(first, "during")


def test_closed_record_is_one_file(tmp_path: Path) -> None:
    make(tmp_path / "a.game")
    assert [path.name for path in tmp_path.iterdir()] == ["a.game"]


def test_game_is_never_overwritten(tmp_path: Path) -> None:
    path = make(tmp_path / "a.game")
    before = path.read_bytes()
    with pytest.raises(RecordError, match=r"never overwritten.*a-2\.game"):
        Record.create(path, HEADER)
    assert path.read_bytes() == before
    make(tmp_path / "a-2.game")
    assert free_name(path) == tmp_path / "a-3.game"
    assert free_name(tmp_path / "b.game") == tmp_path / "b.game"


def test_entries_cannot_be_changed(tmp_path: Path) -> None:
    with sqlite3.connect(make(tmp_path / "a.game")) as connection:
        for statement in (
            "DELETE FROM entries",
            "UPDATE entries SET kind = 'x'",
            "DELETE FROM frames",
            "UPDATE header SET value = '1'",
        ):
            with pytest.raises(sqlite3.IntegrityError, match="only ever added to"):
                connection.execute(statement)


def test_resume_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = make(tmp_path / "a.game", entries=2)
    with Record.open(path) as record:
        assert record.append("move", 9.0, {"ply": 2}) == 3
        record.amend_header(9.5, {"players": {"near": "Ada", "far": "Bea"}})
        assert record.header["players"]["near"] == "Ada" and record.header["game"] == "initiative"
        assert [entry.id for entry in record.entries(after=2)] == [3, 4]


def test_reading_while_the_game_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    with Record.create(path, HEADER) as writer:
        writer.append("move", 0.0, {"ply": 0})
        with Record.open(path, readonly=True) as reader:
            entries = reader.entries()
            next(entries)
            writer.append("move", 1.0, {"ply": 1})
            assert len(list(reader.entries())) == 2
            with pytest.raises(RecordError, match="reading only"):
                reader.append("move", 2.0, {})
            writer.close()
    with Record.open(path) as record:
        assert len(list(record.entries())) == 2


def test_threads_may_share_a_record(tmp_path: Path) -> None:
    with Record.create(tmp_path / "a.game", HEADER) as record:
        threads = [
            threading.Thread(target=lambda: [record.append("tick", 0, {}, {"x": jpeg(1)}) for _ in range(20)])
            for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [entry.id for entry in record.entries()] == list(range(1, 81))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Piece(Size.MEDIUM, Colour.RED), {"size": "medium", "colour": "red"}),
        ({Colour.RED: 0.5, Size.LARGE: math.nan}, {"red": 0.5, "large": None}),
        ((1, {2}, frozenset()), [1, [2], []]),
        (np.float32(0.5), 0.5),
        (np.array([[1, 2]]), [[1, 2]]),
        (math.inf, None),
        (Path("x"), "x"),
    ],
)
def test_values_become_plain(value: object, expected: object) -> None:
    assert plain(value) == expected


# -- killed ---


@pytest.mark.parametrize("seed", range(12))
def test_killed_at_any_moment_loses_nothing_written(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    path = tmp_path / "a.game"
    acknowledged = kill_after(path, chance.randrange(1, 30), chance.uniform(0, 0.01))
    with Record.open(path) as record:
        entries = list(record.entries())
        assert acknowledged <= len(entries) <= acknowledged + 1
        for entry in entries:
            assert record.frame(entry.id, "after") == jpeg(entry.data["ply"], 60_000)
        assert record.append("move", 99.0, {"ply": len(entries)}) == len(entries) + 1
    assert [left.name for left in tmp_path.iterdir()] == ["a.game"]


def test_the_file_alone_is_enough_once_it_is_folded(tmp_path: Path) -> None:
    path, alone = tmp_path / "a.game", tmp_path / "alone" / "a.game"
    alone.parent.mkdir()
    with Record.create(path, HEADER) as record:
        for ply in range(7):
            record.append("move", ply, {"ply": ply}, {"after": jpeg(ply)})
        deadline = time.monotonic() + 30
        while count_entries(shutil.copy(path, alone)) < 7:
            assert time.monotonic() < deadline
            time.sleep(0.02)


def count_entries(path: Path) -> int:
    """How many entries are in a copy of a record without its write-ahead log; none if it was copied while
    that was being folded into it."""
    with sqlite3.connect(path) as connection, contextlib.suppress(sqlite3.DatabaseError):
        return int(connection.execute("SELECT count(*) FROM entries").fetchone()[0])
    return 0


def test_reader_holds_up_no_append(tmp_path: Path) -> None:
    with Record.create(tmp_path / "a.game", HEADER) as record:
        with sqlite3.connect(tmp_path / "a.game") as reader:
            reader.execute("BEGIN")
            assert reader.execute("SELECT count(*) FROM entries").fetchone() == (0,)
            began = time.monotonic()
            for ply in range(20):
                record.append("move", ply, {"ply": ply}, {"after": jpeg(ply)})
            assert time.monotonic() - began < 20
            reader.rollback()
        reader.close()


def kill_after(path: Path, entries: int, delay_s: float) -> int:
    """Let a process write ``entries`` and kill it after ``delay_s``; returns how many it claimed."""
    command = [sys.executable, str(WRITER), str(path), "10000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=WRITER.parents[2]) as process:
        assert process.stdout
        lines = [process.stdout.readline() for _ in range(entries)]
        time.sleep(delay_s)
        process.kill()
        lines += process.stdout.readlines()
    assert process.returncode
    return len([line for line in lines if line.endswith(b"\n")])


# -- broken ---


def test_missing_foreign_and_empty_files_are_refused_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "text").write_text("moves: none\n" * 50)
    sqlite3.connect(tmp_path / "other").execute("CREATE TABLE t (x)").connection.close()
    newer = make(tmp_path / "newer")
    with sqlite3.connect(newer) as connection:
        connection.execute("PRAGMA user_version = 99")
    cases = {
        "absent": "no file",
        "empty": "empty",
        "text": "not a record",
        "other": "not a record",
        "newer": "newer arbiter",
        ".": "folder",
    }
    for name, words in cases.items():
        with pytest.raises(RecordError, match=words) as caught:
            Record.open(tmp_path / name)
        assert "\n" not in str(caught.value)


def test_no_folder_to_write_to(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="can't write"):
        Record.create(tmp_path / "nowhere" / "a.game", HEADER)


@pytest.mark.parametrize("share", [0.999, 0.8, 0.5, 0.3])
def test_a_cut_record_gives_up_what_is_left(tmp_path: Path, share: float) -> None:
    path = make(tmp_path / "a.game", entries=60, size=9000, words=300)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(DamagedRecord, match=r"damaged.*arbiter doctor") as caught:
        Record.open(path)
    assert "\n" not in str(caught.value)
    record, line = open_or_salvage(path)
    with record:
        entries = list(record.entries())
        assert len(entries) >= int(60 * share) - 2
        assert str(len(entries)) in str(line) and "a-salvaged.game" in str(line)
        for entry in entries:
            assert entry.data["ply"] == entry.id - 1
            assert all(record.frame(entry.id, name) == jpeg(entry.id - 1, 9000) for name in entry.frames)
        assert sum(len(entry.frames) for entry in entries) >= 60 * share - 3
        assert record.header["game"] == "initiative"


def test_random_damage_never_ends_in_anything_but_a_line(tmp_path: Path) -> None:
    whole = make(tmp_path / "a.game", entries=20).read_bytes()
    for seed in range(20):
        chance = random.Random(seed)
        broken = bytearray(whole)
        at = chance.randrange(len(broken))
        broken[at : at + 2000] = chance.randbytes(min(2000, len(broken) - at))
        path = tmp_path / f"b{seed}.game"
        path.write_bytes(broken)
        try:
            record, _ = open_or_salvage(path)
        except RecordError as error:
            assert "\n" not in str(error)
        else:
            with record:
                assert all(entry.data["ply"] == entry.id - 1 for entry in record.entries())


def test_nothing_left(tmp_path: Path) -> None:
    path = make(tmp_path / "a.game")
    path.write_bytes(path.read_bytes()[:900])
    with pytest.raises(DamagedRecord):
        Record.open(path)
    with pytest.raises(RecordError, match="nothing of it can be read"):
        salvage(path, tmp_path / "b.game")
