"""Posts the events at all tables of a broker to a web address: ``webhook.py mqtt://BROKER URL KEPT``.

Each event is posted as JSON, in order and once: the last ones that the address has accepted are stored in the
file KEPT, from where a later run continues; only an event in progress when this is killed may be posted
twice. If the address fails or refuses, the event is posted again.
"""

from __future__ import annotations

import json
import sys
import time
import urllib.request
import uuid
from pathlib import Path

from arbiter.stream.address import read_address
from arbiter.stream.events import Published
from arbiter.stream.follower import Follower
from arbiter.stream.inbox import Inbox


def main(broker: str, url: str, kept: Path) -> None:
    """Post until interrupted."""
    last = json.loads(kept.read_text("utf-8")) if kept.exists() else []

    def post(table: str, event: Published) -> None:
        headers = {"Content-Type": "application/json", "X-Table": table}
        body = event.text().encode("utf-8")
        urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=10).close()
        taken = follower.inbox.takes(table, event).last
        new = kept.with_suffix(".new")
        new.write_text(json.dumps([[*game, seq] for game, seq in taken.items()]), "utf-8")
        new.replace(kept)

    inbox = Inbox({(table, game): seq for table, game, seq in last})
    # two followers with one name would disconnect each other
    name = f"webhook-{uuid.uuid5(uuid.NAMESPACE_URL, f'{url} {kept.resolve()}')}"
    follower = Follower(read_address(broker, "webhook"), name, post, inbox=inbox)
    while True:
        time.sleep(1)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
