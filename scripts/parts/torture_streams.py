"""Faulty cameras (silent, stuck, unplugged, of another size, broken), and watching a sample for hours."""

from __future__ import annotations

import resource
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from arbiter.cli.main import main
from arbiter.record.examination import examine
from arbiter.record.record import Record
from vision.source.live import LiveSource
from vision.source.opening import open_source

SILENCE_S = 0.05
WANTED = 40


class FaultyCamera:
    """A capture with random faults."""

    def __init__(self, dice: Random) -> None:
        self._dice, self.size = dice, (64, 36)

    def read(self) -> tuple[bool, Any]:
        """A picture, sometimes none, one of another size, or one after a delay."""
        chance = self._dice.random()
        if chance < 0.05:
            return False, None
        if chance < 0.08:
            time.sleep(2 * SILENCE_S)
        if chance < 0.10:
            self.size = self._dice.choice([(64, 36), (36, 64), (32, 18)])
        time.sleep(0.001)
        return True, np.zeros((self.size[1], self.size[0], 3), np.uint8)

    def get(self, prop: int) -> float:
        """0: no property is known."""
        return 0.0

    def release(self) -> None:
        """Do nothing, as there is no device."""


def camera(folder: Path, dice: Random) -> None:
    """Use a camera that repeatedly disappears: pictures must stay in order, and no thread may be left."""
    before = threading.active_count()
    opened = [FaultyCamera(dice)]

    def reopen() -> FaultyCamera | None:
        if dice.random() < 0.3:
            return None
        opened.append(FaultyCamera(dice))
        return opened[-1]

    source = LiveSource("faulty", opened[0], SILENCE_S, reopen=reopen, patience_s=20.0)
    try:
        seen = []
        while len(seen) < WANTED:
            if source.ready():
                frame = source.read()
                assert frame is not None
                seen.append(frame.index)
        if seen != sorted(set(seen)):
            raise AssertionError(f"pictures out of order: {seen}")
    finally:
        source.close()
    end = time.monotonic() + 5
    while threading.active_count() > before and time.monotonic() < end:
        time.sleep(0.01)
    if threading.active_count() > before:
        raise AssertionError("a thread is left")


@dataclass(frozen=True)
class Soaked:
    """The result of watching a film repeatedly: how often the plies differed from the first time, the memory
    (MB) after each time, and the total duration of film (s).
    """

    other: int
    memory_mb: list[float]
    film_s: float


def soak(folder: Path, seconds: float, tell: Callable[[str], None]) -> Soaked:
    """Watch the bundled game repeatedly at full speed."""
    end, other, memory = time.monotonic() + seconds, 0, list[float]()
    first: list[str] = []
    film = Path(__file__).parents[2] / "arbiter" / "samples" / "initiative-basic.mp4"
    with open_source(str(film)) as source:
        film_s = getattr(source, "frame_count", 0) / getattr(source, "fps", 1.0)
    while time.monotonic() < end or len(memory) < 2:
        path = folder / f"{len(memory)}.game"
        options = ["--source", str(film), "--record", str(path), "--no-voice", "--headless"]
        main(["watch", "initiative", *options, "--rules", "basic", "--rounds", "1"])
        with Record.open(path, readonly=True) as record:
            plies = [str(entry.data.get("text")) for entry in record.entries("move")]
        if examine(path).wrong:
            raise AssertionError("; ".join(examine(path).wrong))
        first = first or plies
        other += plies != first
        memory.append(resident_mb())
        path.unlink()
        tell(f"soak: {len(memory)} games, {len(plies)} plies, {memory[-1]:.0f} MB")
    return Soaked(other, memory, film_s * len(memory))


def resident_mb() -> float:
    """The current memory of this process; outside Linux its peak."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * resource.getpagesize() / 1e6
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def peak_mb(anew: bool = False) -> float:
    """The peak memory of this process (on Linux since the last call with ``anew``)."""
    try:
        status = Path("/proc/self/status").read_text()
        if anew:
            Path("/proc/self/clear_refs").write_text("5")
        return int(status.partition("VmHWM:")[2].split()[0]) / 1e3 if not anew else resident_mb()
    except (OSError, IndexError, ValueError):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
