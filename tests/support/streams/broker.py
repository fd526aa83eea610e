"""A real MQTT broker (Mosquitto) that tests can kill, and a table in a separate process."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from arbiter.record.record import Entry, Record
from arbiter.stream.address import Address, read_address
from arbiter.stream.feed import Feed
from arbiter.stream.publisher import Publisher

MOSQUITTO = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
ROOT = Path(__file__).resolve().parents[3]


class Broker:
    """Mosquitto on a free port; it loses everything when it is killed."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self._settings = folder / "mosquitto.conf"
        self._settings.write_text(
            f"listener {self.port} 127.0.0.1\nallow_anonymous true\n"
            "persistence false\nmax_queued_messages 0\n"
        )
        self.log = folder / "mosquitto.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it accepts connections."""
        asked = [MOSQUITTO, "-c", str(self._settings)]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(asked, stdout=log, stderr=log)

        def there() -> bool:
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", self.port)) == 0

        until(there)

    @property
    def pid(self) -> int:
        """The id of its process."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """Kill it as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def address(self, table: str = "t1") -> Address:
        """The address at which a table is published."""
        return read_address(f"mqtt://127.0.0.1:{self.port}/{table}")


def until(true: Callable[[], object], seconds: float = 20.0) -> None:
    """Wait for a condition; raises ``AssertionError`` if it takes too long."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.02)


def append(record: Record, entries: Sequence[Entry]) -> None:
    """Append entries of another record."""
    for entry in entries:
        record.append(entry.kind, entry.time_s, entry.data)


def facts_of(record: Record) -> dict[str, object]:
    """The header of a record, for starting another one."""
    return {key: value for key, value in record.header.items() if key != "created"}


def table_that_is_killed(source: Path, record: Path, address: str, sent: Path, upto: int) -> None:
    """In a separate process, write and publish up to an entry, and get killed right after."""
    script = f"""
import os, signal
from pathlib import Path
from tests.support.streams import broker
broker.publish_part(Path({str(source)!r}), Path({str(record)!r}), {address!r}, Path({str(sent)!r}), {upto})
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False)
    assert done.returncode == -9


def publish_part(source: Path, record: Path, address: str, sent: Path, upto: int) -> None:
    """Continue a record up to an entry of another one while publishing it, without waiting."""
    with Record.open(source, readonly=True) as read:
        entries, facts = list(read.entries()), facts_of(read)
    made = Record.open(record) if record.exists() else Record.create(record, facts)
    had = len(list(made.entries()))
    publisher = Publisher(read_address(address), Feed().begin(made), sent)
    append(made, entries[had : (had + upto) // 2])
    until(lambda: publisher.confirmed > 0)
    append(made, entries[max(had, (had + upto) // 2) : upto])
