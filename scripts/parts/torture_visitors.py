"""Inputs for the home page, the stream and the hall: requests to their pages, frames of a WebSocket, messages
from a broker, files beside a film, and records with values of wrong types.

It has targets and valid inputs to start from, like `scripts.parts.torture_inputs`.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import shutil
import socket
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from arbiter.hall.server import HallServer
from arbiter.hall.store import Store
from arbiter.home.library import listed
from arbiter.home.notes import notes_of
from arbiter.home.server import Home, HomeServer
from arbiter.pages.live import LiveServer
from arbiter.pages.server import PageServer
from arbiter.record.record import Record, RecordError
from arbiter.record.salvage import open_for_reading
from arbiter.record.schema import to_text
from arbiter.review.statistics import game_statistics
from arbiter.story.story import read_story, story_json
from arbiter.stream.address import read_address
from arbiter.stream.events import events_of
from arbiter.stream.feed import Feed
from arbiter.stream.follower import Follower
from arbiter.stream.publisher import Publisher
from arbiter.stream.socket import stream_routes
from arbiter.watch.places import Settings
from arbiter.words.exits import UserError
from engine.bounded import read_json
from scripts.parts.visits import answer_to, request_to, without_limit

SAMPLES = Path(__file__).resolve().parents[2] / "arbiter" / "samples"
ODD: tuple[Any, ...] = (
    None, 0, -1, 1e308, 3.7, True, 2**53, "", "x", "near", "\x1b[2J", "9" * 30, "\ud800", [], {}, [[]],
    ["near"], {"a": []}, {"near": []},
)  # fmt: skip
"""Odd values that replace others."""


# ----- records


def with_odd_value(value: Any, dice: Random) -> Any:
    """A copy of the value with a part of it, or all of it, replaced by an odd value."""
    inner = (
        list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    )
    if not inner or dice.random() < 0.15:
        return dice.choice(ODD)
    at = dice.choice(inner)
    made = value.copy()
    made[at] = with_odd_value(value[at], dice)
    return made


def shapes(data: bytes, folder: Path) -> None:
    """A record with the lines of ``data`` as entries, read to the end in every way."""
    facts: list[dict[str, Any]] = []
    for line in data.decode("utf-8", "replace").splitlines()[:80]:
        with contextlib.suppress(ValueError):
            value_read = read_json(line)
            facts += [value_read] if isinstance(value_read, dict) else []
    path = folder / "shapes" / "a.game"
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    with contextlib.suppress(RecordError, UserError):
        with Record.create(path, facts.pop(0) if facts else {}) as made:
            for at, each in enumerate(facts):
                made.append(str(each.pop("kind", "move"))[:40], float(at), each)
        to_text(listed(path.parent))
        with open_for_reading(path) as (record, _):
            story = read_story(record)
            game_statistics(story)
            to_text(story_json(story))
            for event in events_of(record.header_at(0), tuple(record.entries())):
                event.text()


@cache
def _sample_entries() -> tuple[dict[str, Any], ...]:
    """The header and the entries of the bundled game."""
    with Record.open(SAMPLES / "friday.game", readonly=True) as record:
        entries = [{"kind": each.kind, **each.data} for each in record.entries()]
        return tuple(json.loads(to_text(each)) for each in (record.header_at(0), *entries))


def _json_lines(facts: Sequence[Any]) -> bytes:
    return "\n".join(json.dumps(each) for each in facts).encode()


def some_shapes(dice: Random) -> bytes:
    """The bundled game with one or several values replaced."""
    facts = list(_sample_entries())
    for _ in range(dice.choice([1, 1, 1, 2, 4])):
        kinds = sorted({str(each.get("kind", "")) for each in facts})
        kind = dice.choice(kinds)
        at = dice.choice([at for at, each in enumerate(facts) if str(each.get("kind", "")) == kind])
        made = with_odd_value(facts[at], dice)
        facts[at] = made if isinstance(made, dict) else facts[at]
    return _json_lines(facts)


# ----- pages


def home(data: bytes, folder: Path) -> None:
    """A visitor's request to the home page."""
    answer_to(_home().port, data)


def hall(data: bytes, folder: Path) -> None:
    """A visitor's request to a hall."""
    answer_to(_hall().port, data)


def frames(data: bytes, folder: Path) -> None:
    """Data sent on an open WebSocket."""
    head = f"GET /stream?after=0 HTTP/1.1\r\nHost: 127.0.0.1:{_live().port}\r\nConnection: Upgrade\r\n"
    head += "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    head += "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
    answer_to(_live().port, head.encode() + data)


def _folder(name: str) -> Path:
    """A temporary folder, deleted when the program ends."""
    made = Path(tempfile.mkdtemp(prefix=f"torture-{name}-"))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made


@cache
def _home() -> PageServer:
    folder = _folder("home")
    shutil.copy(SAMPLES / "friday.game", folder)
    return without_limit(HomeServer(Home(folder, Settings())))


@cache
def _hall() -> HallServer:
    store = Store(_folder("hall") / "hall.sqlite")
    store.enter(["Ann", "Bob", "Cid"])
    return without_limit(HallServer(store))


@cache
def _live() -> PageServer:
    feed = Feed().begin(Record.open(SAMPLES / "friday.game", readonly=True))
    return without_limit(LiveServer(0, more=lambda server: stream_routes(server, feed)))


def some_home_requests() -> list[bytes]:
    """Requests of the home page, and of the review on it."""
    review = ("game.json", "judgements.json", "branch.json?index=1&moves=%5B%22Sred%22%5D", "folder.json",
              "still/3/after", "diagram/2/after.svg", "line/2/0.svg", "film/0")  # fmt: skip
    paths = ["/home.json", "/statistics.json", "/notes.json?film=a.mp4", "/thumb/friday.game", "/qr.svg",
             "/clip/friday.game", "/packing/friday.game"]  # fmt: skip
    paths += [f"/review/friday.game/{path}" for path in review]
    settings = {"language": "de", "commentary": "full", "near": "Ann", "far": "Bob", "voice": True}
    game = {"game": "nickel", "players": {"near": "A", "far": "B"}, "source": "a.mp4", "others": ["b.mp4"]}
    bodies = {"/settings": settings, "/start": {**game, "options": {"l_shape": "both"}},
              "/review/friday.game/touch": {"at": [3, 4]},
              "/review/friday.game/correct": {"op": "x"}}  # fmt: skip
    return [*(request_to(path) for path in paths), *(request_to(path, body) for path, body in bodies.items())]


def some_hall_requests() -> list[bytes]:
    """Requests of a hall's page."""
    bodies = {"/players": {"names": ["Ann", "Dora"]}, "/leave": {"name": "Ann"}, "/round": {},
              "/result": {"round": 1, "near": "Ann", "half": 2}}  # fmt: skip
    return [
        *(request_to(path) for path in ("/event.json", "/words.json")),
        *(request_to(*each) for each in bodies.items()),
    ]


def some_frames() -> list[bytes]:
    """Frames with a text, a ping, a fragment and a close, masked like those of browsers."""
    mask = b"\1\2\3\4"

    def frame(first: int, text: bytes) -> bytes:
        return (
            bytes([first, 0x80 | len(text)])
            + mask
            + bytes(each ^ mask[at % 4] for at, each in enumerate(text))
        )

    return [
        frame(0x81, b"hello") + frame(0x88, b"\3\xe8"),
        frame(0x89, b"x"),
        frame(0x01, b"a") + frame(0x80, b"b"),
    ]


# ----- messages from a broker


def broker(data: bytes, folder: Path) -> None:
    """A topic and a message published on it, received by a hall and a table."""
    topic, _, payload = data.partition(b"\n")
    follower, publisher, server = _followed()
    follower._message(topic.decode("utf-8", "replace"), payload)
    publisher._ask(topic.decode("utf-8", "replace"), payload)
    for place in list(server._events)[-3:]:
        to_text(server._summary(place))
    if len(server._events) > 100:
        server._events.clear()


@cache
def _followed() -> tuple[Follower, Publisher, HallServer]:
    """The receivers of a broker's messages, without a broker."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = read_address(f"mqtt://127.0.0.1:{free.getsockname()[1]}/t1")
    server = _hall()
    follower = Follower(address, "torture", server.take, server.stands, server._store.inbox())
    kept = _folder("sent") / "sent.sqlite"
    return follower, Publisher(address, Feed(), kept), server


def some_messages() -> list[bytes]:
    """Events, a table's description of itself, and requests."""
    with Record.open(SAMPLES / "friday.game", readonly=True) as record:
        events = list(events_of(record.header_at(0), tuple(record.entries())))
    topic = "pyramid-arbiter/1/t1"
    found = [f"{topic}/events\n{event.text()}" for event in (events[0], events[3], events[-2], events[-1])]
    games = [{"game": events[0].game, "seq": 9}]
    status = {"version": 1, "table": "t1", "online": True, "page": "http://a/", "games": games}
    found.append(f"{topic}/status\n{json.dumps(status)}")
    found.append(f"{topic}/ask\n{json.dumps({'game': events[0].game, 'after': 3})}")
    return [each.encode() for each in found]


# ----- files beside a film


def notes(data: bytes, folder: Path) -> None:
    """The file of notes beside a film."""
    (folder / "film.json").write_bytes(data)
    notes_of(str(folder / "film.mp4"))


def some_notes() -> list[bytes]:
    """The notes of the samples."""
    return [path.read_bytes() for path in sorted(SAMPLES.glob("*.json"))]


Target = Callable[[bytes, Path], None]
TARGETS: dict[str, Target] = {
    "shapes": shapes, "home": home, "hall": hall, "frames": frames, "broker": broker, "notes": notes,
}  # fmt: skip


def seeds(kind: str) -> Sequence[bytes]:
    """Valid inputs to start from."""
    made: dict[str, Callable[[], Sequence[bytes]]] = {
        "shapes": lambda: [_json_lines(_sample_entries())],
        "home": some_home_requests,
        "hall": some_hall_requests,
        "frames": some_frames,
        "broker": some_messages,
        "notes": some_notes,
    }
    return made[kind]()
