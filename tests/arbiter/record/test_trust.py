"""Nothing recorded is lost: half-written files, two programs at once, full and locked disks."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arbiter.record import files
from arbiter.record.examination import examine
from arbiter.record.record import Record, RecordError

HEADER = {"game": "nickel", "rules": {}}
STILL = {"after": b"\xff\xd8" + bytes(200) + b"\xff\xd9"}


def told(path: Path) -> list[int]:
    """The texts in a record's entries."""
    with Record.open(path, readonly=True) as record:
        return [entry.data["n"] for entry in record.entries("move")]


def everything(folder: Path) -> dict[str, bytes]:
    """All files of a folder with their contents."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


CHILD = """
import sys, time
from arbiter.record.record import Record
record = Record.{how}
record.append("move", 1.0, {{"n": 1}})
print("ready", flush=True)
time.sleep(60)
"""


def playing(path: Path, how: str) -> subprocess.Popen[str]:
    """Another process that has the record open and has written an entry."""
    code = CHILD.format(how=how.format(path=str(path)))
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline().strip() == "ready"
    return child


CREATE, OPEN = "create({path!r}, {{'game': 'nickel'}})", "open({path!r})"


def test_a_record_is_made_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def torn(source: object, target: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(files.os, "link", torn)
    with pytest.raises(KeyboardInterrupt):
        Record.create(tmp_path / "a.game", HEADER)
    assert not (tmp_path / "a.game").exists()
    assert not list(tmp_path.glob(".*"))


def test_without_hard_links_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(source: object, target: object) -> None:
        raise PermissionError(1, "no hard links here")

    monkeypatch.setattr(files.os, "link", refused)
    with Record.create(tmp_path / "a.game", HEADER) as record:
        record.append("move", 1.0, {"n": 1})
    with pytest.raises(RecordError, match="never overwritten"):
        Record.create(tmp_path / "a.game", HEADER)
    assert told(tmp_path / "a.game") == [1]
    assert [path.name for path in tmp_path.iterdir()] == ["a.game"]


@pytest.mark.parametrize("how", [CREATE, OPEN], ids=["new", "resumed"])
def test_two_programs_cannot_go_on_with_one_record_and_a_kill_frees_it(how: str, tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    if how == OPEN:
        Record.create(path, HEADER).close()
    child = playing(path, how)
    try:
        with pytest.raises(RecordError, match="being played on by another arbiter"):
            Record.open(path)
        assert told(path) == [1]  # others can read meanwhile
    finally:
        child.kill()
        child.wait()
    with Record.open(path) as record:
        record.append("move", 2.0, {"n": 2})
        with pytest.raises(RecordError, match="being played on"):
            Record.open(path)
    assert told(path) == [1, 2]
    assert [each.name for each in tmp_path.iterdir()] == ["a.game"]


def test_reading_what_a_killed_program_left_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    child = playing(path, CREATE)
    child.kill()
    child.wait()
    before = everything(tmp_path)
    assert told(path) == [1]
    assert everything(tmp_path) == before


def test_reading_a_closed_record_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    with Record.create(path, HEADER) as record:
        record.append("move", 1.0, {"n": 1}, STILL)
    before, stamp = everything(tmp_path), path.stat().st_mtime_ns
    with Record.open(path, readonly=True) as record:
        (entry,) = record.entries()
        assert record.frame(entry.id, "after") == STILL["after"]
    assert everything(tmp_path) == before
    assert path.stat().st_mtime_ns == stamp


def test_a_disk_held_by_another_program_is_waited_for(tmp_path: Path) -> None:
    path, lines = tmp_path / "a.game", list[str]()
    with Record.create(path, HEADER) as record:
        record.tell = lines.append
        record.append("move", 1.0, {"n": 1})
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        numbers = [record.append("move", float(n), {"n": n}, STILL) for n in (2, 3)]
        with record.together():
            record.append("move", 4.0, {"n": 4})
            record.append("move", 5.0, {"n": 5})
        assert len(lines) == 1
        assert "the game goes on" in lines[0] and "close the program that holds it" in lines[0]
        assert "room" not in lines[0]
        assert [entry.data["n"] for entry in record.entries("move")] == [1, 2, 3, 4, 5]
        assert record.frame(numbers[0], "after") == STILL["after"]
        other.execute("ROLLBACK")
        other.close()
        end = time.monotonic() + 10
        while len(lines) < 2 and time.monotonic() < end:
            time.sleep(0.05)  # without another entry
        assert "written again" in lines[1]
    assert told(path) == [1, 2, 3, 4, 5]


FULL = """
import resource, signal, sys
from arbiter.record.record import Record
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
record = Record.create({path!r}, {{"game": "nickel"}})
record.tell = lambda line: print(line, flush=True)
size = 400_000
resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
for n in range(40):
    record.append("move", float(n), {{"n": n}}, {{"after": bytes([n]) * 30_000}})
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
record.append("move", 40.0, {{"n": 40}})
record.close()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="files there have no limit to set")
def test_a_full_disk_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    code = FULL.format(path=str(path))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()  # checkpointing into the file makes room for a moment
    assert lines
    assert all("make room" in line for line in lines[::2])
    assert all("written again" in line for line in lines[1::2])
    assert "written again" in lines[-1]
    assert told(path) == list(range(41))
    with Record.open(path, readonly=True) as record:
        stills = [record.frame(entry.id, "after") for entry in record.entries("move") if entry.frames]
    assert stills == [bytes([n]) * 30_000 for n in range(40)]


@pytest.mark.parametrize("room", [True, False])
def test_what_can_never_be_written_is_saved_elsewhere_or_told(
    room: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arbiter.record.record.LAST_S", 0.3)
    (tmp_path / "no folder").write_text("")
    free = (tmp_path / "games",) if room else ()
    monkeypatch.setattr("arbiter.record.rescue.places", lambda: (tmp_path / "no folder", *free))
    path = tmp_path / "a.game"
    record = Record.create(path, HEADER)
    record.append("move", 1.0, {"n": 1}, STILL)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with record.together():
        record.append("move", 2.0, {"n": 2})
        number = record.append("move", 3.0, {"n": 3}, STILL)
    where = "the whole game is in" if room else "the disk took none$"
    with pytest.raises(RecordError, match=f"the last 2 entries could not be written .*{where}"):
        record.close()
    other.close()
    record.close()
    assert told(path) == [1]
    if room:
        (saved,) = (tmp_path / "games").iterdir()
        assert saved.suffix == ".game" and told(saved) == [1, 2, 3] and not examine(saved).wrong
        with Record.open(saved) as gone_on:
            assert gone_on.frame(number, "after") == STILL["after"]
            gone_on.append("move", 4.0, {"n": 4})


def test_a_write_protected_record_is_not_called_damaged(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    Record.create(path, HEADER).close()
    path.chmod(0o444)
    if os.access(path, os.W_OK):
        pytest.skip("root may write everywhere")
    with pytest.raises(RecordError, match="write-protected"):
        Record.open(path)


def test_write_protection_is_told_before_anything_is_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.game"
    Record.create(path, HEADER).close()
    monkeypatch.setattr("arbiter.record.record.os.access", lambda path, mode: False)
    before = everything(tmp_path)
    with pytest.raises(RecordError, match="write-protected"):
        Record.open(path)
    assert everything(tmp_path) == before
