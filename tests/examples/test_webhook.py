"""The web hook: every event arrives once and in order even if the address fails and the script is killed; two
hooks at one broker do not shut each other out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from arbiter.record.record import Record
from arbiter.stream.feed import Feed
from arbiter.stream.publisher import Publisher
from tests.support.recorded_games import write_game
from tests.support.streams.broker import ROOT, Broker, until


@contextmanager
def address(got: dict[str, list[int]], failed: set[tuple[str, int]]) -> Iterator[str]:
    """A web address that records the events of each path and refuses every seventh event once."""

    class Address(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            seq = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["seq"]
            fails = seq % 7 == 0 and (self.path, seq) not in failed
            if fails:
                failed.add((self.path, seq))
            else:
                got.setdefault(self.path, []).append(seq)
            self.send_response(503 if fails else 200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    server = HTTPServer(("127.0.0.1", 0), Address)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def hook(broker: Broker, where: str, kept: Path) -> subprocess.Popen[bytes]:
    """The example script, posting to its own path."""
    words = (f"mqtt://127.0.0.1:{broker.port}", f"{where}/{kept.name}", str(kept))
    asked = [sys.executable, str(ROOT / "examples" / "webhook.py"), *words]
    return subprocess.Popen(asked, env={**os.environ, "PYTHONPATH": str(ROOT)})


def test_every_event_is_posted_once_and_in_order_by_two_hooks(tmp_path: Path) -> None:
    got, failed = dict[str, list[int]](), set[tuple[str, int]]()
    broker = Broker(tmp_path)
    broker.start()
    with address(got, failed) as where, Record.open(write_game(tmp_path / "a.game"), readonly=True) as record:
        hooks = [hook(broker, where, tmp_path / name) for name in ("one", "two")]
        feed = Feed().begin(record)
        newest = feed.newest
        publisher = Publisher(broker.address(), feed, tmp_path / "sent")
        try:
            until(lambda: len(got.get("/one", ())) > 8, 60)
            hooks[0].kill()
            hooks[0].wait()
            hooks[0] = hook(broker, where, tmp_path / "one")
            until(lambda: [got.get(f"/{name}", [0])[-1] for name in ("one", "two")] == 2 * [newest], 60)
        finally:
            publisher.close()
            for each in hooks:
                each.kill()
                each.wait()
            broker.kill()
    wanted = list(range(1, newest + 1))
    assert failed and got["/two"] == wanted and "closing old connection" not in broker.log.read_text()
    assert got["/one"] == sorted(got["/one"]) and sorted(set(got["/one"])) == wanted
    assert len(got["/one"]) <= len(wanted) + 1  # the event in flight when the script was killed
