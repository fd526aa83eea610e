"""The address that a stream is published to, ``mqtt://[USER:PASSWORD@]BROKER[:PORT][/TABLE]``, and its
topics."""

from __future__ import annotations

import re
import socket
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from arbiter.words.exits import UsageError
from engine.message import Messages

say = Messages("arbiter")
ROOT = "pyramid-arbiter/1"
"""The root of all topics; the number is the events' version (`arbiter.stream.events.VERSION`)."""
PORTS = {"mqtt": 1883, "mqtts": 8883}
_NAME = re.compile(r"[\w .-]{1,60}")
"""A table's name is one level of a topic, without ``/``, ``+`` and ``#``."""


@dataclass(frozen=True)
class Address:
    """A broker and the name of a table published there; ``user`` and ``password`` may be empty."""

    host: str
    port: int
    table: str
    user: str = ""
    password: str = ""
    encrypted: bool = False

    def __str__(self) -> str:
        """The address without its secrets."""
        return f"{'mqtts' if self.encrypted else 'mqtt'}://{self.host}:{self.port}/{self.table}"

    def topic(self, what: str) -> str:
        """The topic of the table's ``events``, ``status`` or ``ask``."""
        return f"{ROOT}/{self.table}/{what}"


def read_address(text: str, table: str = "") -> Address:
    """Parse an address; without a table's name it gets ``table``, or this machine's name.

    Raises ``UsageError``, in one line.
    """
    try:
        parts = urlsplit(text)
        port = parts.port or PORTS[parts.scheme]
    except (KeyError, ValueError):
        raise UsageError(say("stream_address")) from None
    named = unquote(parts.path.strip("/")) or table or socket.gethostname()
    if not parts.hostname or parts.query or parts.fragment:
        raise UsageError(say("stream_address"))
    if not _NAME.fullmatch(named):
        raise UsageError(say("stream_table", raw=named))
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Address(parts.hostname, port, named, user, password, parts.scheme == "mqtts")


def table_of(topic: str) -> tuple[str, str]:
    """The table and the last level of its topic; raises ``ValueError`` for any other topic."""
    root, _, rest = topic.partition(f"{ROOT}/")
    table, _, what = rest.rpartition("/")
    if root or not _NAME.fullmatch(table):
        raise ValueError(f"not a table's topic: {topic}")
    return table, what
