"""Kills, power cuts and full disks for records, each trial by its number.

Each trial forks a writer. ``kill`` ends it at a random moment; everything handed to the operating system must
survive. ``kill-at-write`` ends it in the middle of a write. ``power-cut`` simulates what a power failure
leaves of the files: any subset of the pages that were written but not yet synced, with an incomplete last
one. ``full-disk`` lets writes fail from a random byte on, and succeed later. It needs a system with fork.
"""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from arbiter.record.examination import examine
from arbiter.record.record import Record, RecordError
from arbiter.record.salvage import open_for_reading
from engine.game import plain
from engine.initiative.examples import ROUNDS
from engine.initiative.notation import format_play, parse_play

HEADER = {"game": "nickel", "rules": {}, "players": {"near": "Ann", "far": "Bob"}}
PAGE = 4096


class Lost(AssertionError):
    """Recorded data are missing or different."""


def still(number: int) -> bytes:
    """An entry's picture, up to several pages large."""
    return b"\xff\xd8" + Random(number).randbytes(500 + 700 * (number % 20)) + b"\xff\xd9"


def write(path: Path, dice: Random, tell: Callable[[int], None], entries: int) -> None:
    """Write entries, sometimes two at once, and sometimes reopen the file."""
    record = Record.create(path, HEADER)
    number = 0
    while number < entries:
        if dice.random() < 0.02:
            record.close()
            record = Record.open(path)
        with record.together():
            for _ in range(dice.randint(1, 2)):
                record.append("move", number / 2, {"n": number}, {"after": still(number)})
                number += 1
        tell(number)
    record.close()
    tell(number)


def fork_writer(work: Callable[[Callable[[int], None]], None]) -> tuple[int, int]:
    """Run ``work`` in a forked process; returns its process id, and the pipe to read its progress from."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    code = 1
    try:
        os.close(reading)
        work(lambda count: os.write(writing, count.to_bytes(4, "big")) and None)
        code = 0
    except BaseException as error:
        print(f"the writer: {error!r}", file=sys.stderr)
    finally:
        os._exit(code)


def progress(reading: int) -> int:
    """The number of entries that a writer had reported before it ended."""
    with os.fdopen(reading, "rb") as file:
        data = file.read()
    return int.from_bytes(data[-4:], "big") if len(data) >= 4 else 0


def check(path: Path, least: int, whole: bool = True) -> int:
    """Check that the record at ``path`` has at least the first ``least`` entries, without gaps and unchanged,
    and with ``whole`` also a complete hash chain. Returns the number of entries; raises `Lost`.
    """
    with open_for_reading(path) as (record, line):
        entries = list(record.entries("move"))
        numbers = [entry.data["n"] for entry in entries]
        if numbers != list(range(len(numbers))):
            raise Lost(f"entries {numbers}")
        if len(numbers) < least:
            raise Lost(f"{least} were written down and {len(numbers)} are there")
        if numbers and record.header.get("players") != HEADER["players"]:
            raise Lost("the header is another one")
        for entry in entries:
            if entry.frames != ("after",) or record.frame(entry.id, "after") != still(entry.data["n"]):
                raise Lost(f"the still of entry {entry.id}")
    if whole and line is not None:
        raise Lost(line)
    return len(numbers)


def kill(folder: Path, dice: Random) -> None:
    """Kill a writer at a random moment; another one must be able to continue its record."""
    path = folder / "a.game"
    child, reading = fork_writer(lambda tell: write(path, dice, tell, 10_000))
    time.sleep(dice.random() ** 2 * 0.25)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    check_and_continue(path, progress(reading))


def kill_at_write(folder: Path, dice: Random) -> None:
    """Kill a writer by a limit of the file size, so that its last write is incomplete."""
    path = folder / "a.game"
    most = dice.randrange(dice.choice([5_000, 60_000, 300_000, 2_000_000]))

    def work(tell: Callable[[int], None]) -> None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        write(path, dice, tell, 10_000)

    child, reading = fork_writer(work)
    least = progress(reading)
    _, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status):
        raise Lost(f"the writer was not killed by a write: {status}")
    check_and_continue(path, least)


def check_and_continue(path: Path, least: int) -> None:
    """Check after a writer's end that nothing is lost, and that another writer can continue the record."""
    folder = path.parent
    if not path.exists():
        if least:
            raise Lost("the file")
        return
    before = {each.name: each.read_bytes() for each in folder.iterdir()}
    count = check(path, least)
    if {each.name: each.read_bytes() for each in folder.iterdir()} != before:
        raise Lost("reading has changed the file")
    with Record.open(path) as record:
        record.append("move", count / 2, {"n": count}, {"after": still(count)})
    check(path, count + 1)
    if wrong := examine(path).wrong:
        raise Lost("; ".join(wrong))


def power_cut(folder: Path, dice: Random) -> None:
    """Simulate a power failure: the disk has a state between two observed states of the files."""
    path = folder / "a.game"
    child, reading = fork_writer(lambda tell: write(path, dice, tell, 10_000))
    shots = []
    for _ in range(2):
        time.sleep(0.01 + dice.random() * 0.1)
        os.kill(child, signal.SIGSTOP)
        os.waitpid(child, os.WUNTRACED)
        shots.append((_bytes(path), _bytes(path.with_name("a.game-wal"))))
        os.kill(child, signal.SIGCONT)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    progress(reading)
    shutil.rmtree(folder)
    folder.mkdir()
    (main, log), (later, longer) = shots
    if not main:
        return
    same_log = bool(log) and log[16:24] == longer[16:24]  # equal salts: the log was not restarted
    if not same_log:
        main, log = later, longer  # parts of the new log may be in the main file, so it was synced
    elif dice.random() < 0.5:
        main = _partly_written(main, later, dice)
        log = longer
    path.write_bytes(main)
    path.with_name("a.game-wal").write_bytes(_torn(longer, len(log), dice))
    check(path, 0)


def _bytes(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _partly_written(before: bytes, after: bytes, dice: Random) -> bytes:
    """A file with some pages in the old state and the others in the new one."""
    pages = []
    for at in range(0, len(after), PAGE):
        old, new = before[at : at + PAGE], after[at : at + PAGE]
        pages.append(new if not old or dice.random() < 0.5 else old)
    return b"".join(pages)


def _torn(log: bytes, synced: int, dice: Random) -> bytes:
    """A log with some unsynced blocks missing, and truncated at a random place."""
    tail = bytearray(log[synced:])
    for at in range(0, len(tail), 512):
        if dice.random() < 0.03:
            size = len(tail[at : at + 512])
            tail[at : at + 512] = dice.choice([bytes(size), dice.randbytes(size)])
    return log[:synced] + bytes(tail[: dice.randint(0, len(tail))])


def full_disk(folder: Path, dice: Random) -> None:
    """Let writes fail from a random byte on, and succeed later: in the end nothing may be missing."""
    path, count = folder / "a.game", dice.randint(5, 30)
    most = dice.randint(20_000, 300_000)

    def work(tell: Callable[[int], None]) -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        record = Record.create(path, HEADER)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
        for number in range(count):
            record.append("move", number / 2, {"n": number}, {"after": still(number)})
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        record.close()
        tell(count)

    child, reading = fork_writer(work)
    _, status = os.waitpid(child, 0)
    if status or progress(reading) != count:
        raise Lost(f"the writer ended with {status}")
    check(path, count)
    if left := [each.name for each in folder.iterdir() if each.name != "a.game"]:
        raise Lost(f"left behind: {left}")


def changed_bytes(folder: Path, dice: Random) -> None:
    """Change some bytes of a closed record: entries that can still be read must be unchanged."""
    path = folder / "a.game"
    with Record.create(path, HEADER) as record:
        for number in range(dice.randint(1, 8)):
            record.append("move", number / 2, {"n": number}, {"after": still(number)})
    raw = bytearray(path.read_bytes())
    for _ in range(dice.choice([1, 1, 2, 30])):
        at = dice.randrange(len(raw))
        size = dice.choice([1, 1, 4, 600])
        raw[at : at + size] = dice.randbytes(len(raw[at : at + size]))
    if dice.random() < 0.3:
        del raw[dice.randrange(len(raw)) :]
    path.write_bytes(raw)
    with contextlib.suppress(RecordError), open_for_reading(path) as (record, _):
        for entry in record.entries("move"):
            if entry.data["n"] != entry.id - 1:
                raise Lost(f"entry {entry.id} says {entry.data}")
            for name in entry.frames:
                with contextlib.suppress(RecordError):
                    if record.frame(entry.id, name) != still(entry.data["n"]):
                        raise Lost(f"the still of entry {entry.id}")


TRIALS: dict[str, Callable[[Path, Random], None]] = {
    "kill": kill,
    "kill-at-write": kill_at_write,
    "power-cut": power_cut,
    "full-disk": full_disk,
    "changed-bytes": changed_bytes,
}


def a_game(path: Path) -> None:
    """Write a round of Initiative to a record."""
    game = ROUNDS["basic"]
    state = game.start()
    header = {"game": "initiative", "rules": plain(game.rules), "players": ["Ann", "Bob"]}
    with Record.create(path, header) as made:
        made.append("setup", 1.0, {"round": 1, "setup": plain(game.setup), "problems": []})
        for ply, typed_play in enumerate(game.plays, 1):
            play = parse_play(typed_play, state, check=False)
            facts = {"round": 1, "ply": ply, "seat": play.seat, "play": plain(play), "legal": True}
            facts |= {"text": format_play(play), "problems": []}
            made.append("move", 1.0 + ply, facts)
            state = state.force(play).state
