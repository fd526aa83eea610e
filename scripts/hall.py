"""Measures a hall of simulated tables: ``python scripts/hall.py [--tables 100] [--seconds 60]``.

It runs a broker (Mosquitto), ``arbiter hall``, tables that repeat an example game with time stamps in their
events, and a reader of the hall's page. It prints the delay of events from table to page (all on one
machine's clock), and the memory and processor time of hall and broker.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from arbiter.record.record import Record  # noqa: E402
from arbiter.record.schema import to_text, wall_clock  # noqa: E402
from arbiter.stream.broker import Link  # noqa: E402
from arbiter.stream.events import VERSION, Published, events_of  # noqa: E402
from tests.support.recorded_games import write_game  # noqa: E402
from tests.support.streams.broker import Broker, until  # noqa: E402


def example(folder: Path) -> list[Published]:
    """The events of an example game."""
    with Record.open(write_game(folder / "example.game", "illegal"), readonly=True) as record:
        return list(events_of(record.header_at(0), tuple(record.entries())))


def play(broker: Broker, number: int, events: list[Published], pause_s: float, until_s: float) -> None:
    """Act as one table: repeat the game at a varying pace."""
    address = broker.address(f"table {number:03}")
    with closing(Link(address, f"table-{number}", (), lambda topic, payload: None)) as link:
        online = {"version": VERSION, "table": address.table, "online": True, "page": "", "games": []}
        link.publish(address.topic("status"), to_text(online), retain=True)
        pace = random.Random(number)
        time.sleep(pause_s * pace.random())
        for turn in range(1000):
            for event in events:
                if time.monotonic() > until_s:
                    return
                sent = replace(event, game=f"{turn}-{number}", wall=wall_clock())
                text = sent.text().replace("Alison", f"Ann {number}").replace("Kristin", f"Bob {number}")
                link.publish(address.topic("events"), text, retain=True)
                time.sleep(pause_s * pace.uniform(0.2, 1.8))


def read(url: str, delays: list[float], tables: set[str], stop: threading.Event) -> None:
    """Read the hall's page until ``stop``, collecting the delays (s) and names of tables."""
    with urllib.request.urlopen(f"{url}events", timeout=30) as page:
        for line in page:
            came = datetime.now(UTC)
            if stop.is_set():
                return
            for table in json.loads(line[6:])["tables"] if line.startswith(b"data: ") else ():
                tables.add(table["table"])
                if table["wall"]:
                    delays.append((came - datetime.fromisoformat(table["wall"])).total_seconds())


def usage(pid: int) -> tuple[float, float]:
    """A process's memory in MB and processor time in s."""
    status = Path(f"/proc/{pid}/status").read_text()
    ticks = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    rss = next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]
    return int(rss) / 1024, (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK")


def main(arguments: list[str]) -> int:
    """Measure; returns 1 if a table never appeared on the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--events", type=float, default=0.2, help="events per second of each table")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        broker = Broker(folder)
        broker.start()
        hall = start_hall(broker, folder)
        try:
            shown = measure(broker, hall, folder, options)
        finally:
            hall.terminate()
            hall.wait()
            broker.kill()
    return 0 if shown == options.tables else 1


def start_hall(broker: Broker, folder: Path) -> subprocess.Popen[str]:
    """Start the hall in a separate process."""
    words = [
        "hall",
        f"mqtt://127.0.0.1:{broker.port}",
        "--no-browser",
        "--database",
        str(folder / "hall.sqlite"),
    ]
    command = [sys.executable, "-m", "arbiter", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)


def measure(broker: Broker, hall: subprocess.Popen[str], folder: Path, options: argparse.Namespace) -> int:
    """Let the tables play and print the figures; returns the number of tables on the page."""
    assert hall.stdout is not None
    url = hall.stdout.readline().split()[-1]
    print(f"the hall: {url}", flush=True)
    delays, tables, stop = list[float](), set[str](), threading.Event()
    threading.Thread(target=read, args=(url, delays, tables, stop), daemon=True).start()
    events, end, began = example(folder), time.monotonic() + options.seconds, usage(hall.pid)[1]
    playing = [
        threading.Thread(target=play, args=(broker, number, events, 1 / options.events, end), daemon=True)
        for number in range(options.tables)
    ]
    for each in playing:
        each.start()
    for each in playing:
        each.join()
    until(lambda: len(tables) == options.tables or time.monotonic() > end + 10, 20)
    stop.set()
    memory, spent = usage(hall.pid)
    delays_ms = np.array(delays) * 1000
    print(f"{len(tables)} tables, {len(delays_ms)} changes shown in {options.seconds:.0f} s, one reader")
    worst = f"95 % {np.quantile(delays_ms, 0.95):.0f} ms, worst {delays_ms.max():.0f} ms"
    print(f"event to page: median {np.median(delays_ms):.0f} ms, {worst}")
    share = f"{(spent - began) / options.seconds:.0%} of one core"
    print(f"hall: {memory:.0f} MB, {share}; broker: {usage(broker.pid)[0]:.0f} MB")
    return len(tables)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
