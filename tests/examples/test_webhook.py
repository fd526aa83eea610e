"""The web hook: every event arrives once and in order, though the address fails and the script is killed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from arbiter.record.record import Record
from arbiter.stream.feed import Feed
from arbiter.stream.publisher import Publisher
from tests.support.recorded_games import write_game
from tests.support.streams.broker import ROOT, Broker, until


def test_every_event_is_posted_once_and_in_order(tmp_path: Path) -> None:
    got: list[int] = []
    failed: set[int] = set()

    class Address(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            seq = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["seq"]
            fails = seq % 7 == 0 and seq not in failed
            if fails:
                failed.add(seq)
            else:
                got.append(seq)
            self.send_response(503 if fails else 200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nothing on the terminal."""

    server = HTTPServer(("127.0.0.1", 0), Address)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    broker = Broker(tmp_path)
    broker.start()
    where = (
        f"mqtt://127.0.0.1:{broker.port}",
        f"http://127.0.0.1:{server.server_port}/",
        str(tmp_path / "kept"),
    )
    asked = [sys.executable, str(ROOT / "examples" / "webhook.py"), *where]
    hook = subprocess.Popen(asked, env={**os.environ, "PYTHONPATH": str(ROOT)})
    try:
        with Record.open(write_game(tmp_path / "a.game"), readonly=True) as record:
            feed = Feed().begin(record)
            publisher = Publisher(broker.address(), feed, tmp_path / "sent")
            until(lambda: len(got) > 8, 60)
            hook.kill()
            hook.wait()
            hook = subprocess.Popen(asked, env={**os.environ, "PYTHONPATH": str(ROOT)})
            until(lambda: got and got[-1] == feed.newest, 60)
            publisher.close()
    finally:
        hook.kill()
        hook.wait()
        broker.kill()
        server.shutdown()
    again = [seq for at, seq in enumerate(got) if seq in got[:at]]
    assert sorted(set(got)) == list(range(1, len(set(got)) + 1)) and failed
    assert len(again) <= 1 and got == sorted(got)  # the one that was under way when it was killed
