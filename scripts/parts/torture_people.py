"""Inputs from people, other programs and translators: moves, command lines, requests, films and so on.

It has targets and valid inputs to start from, like `scripts.parts.torture_inputs`.
"""

from __future__ import annotations

import contextlib
import io
import os
import shlex
import socketserver
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from unittest import mock

import cv2
import numpy as np

from arbiter.cli.examples import EXAMPLES
from arbiter.cli.main import Senseless, build_parser, main
from arbiter.pages.live import LiveServer
from arbiter.words import catalogue as catalogues
from arbiter.words.exits import EXIT_CODES
from arbiter.words.wording import wording
from engine.fluent import read_entries
from engine.game import IllegalMove, MoveError
from engine.games import find_game
from engine.message import text_of
from scripts.parts.mutations import random_pool
from scripts.parts.torture_records import a_game
from scripts.parts.visits import answer_to, without_limit
from vision.source.frames import SourceError
from vision.source.opening import capture_of, open_source

RUN = ("judge", "legal", "statistics", "correct", "dispute", "doctor", "export")
"""The commands that are run: they end soon without input, and write only to the given paths."""
LEFT_ALONE = ("--solve", "mp4", "--film", "--voice", "--source", "table.jpg", "--calibration")
"""Arguments of commands that are not run, because they need a camera or much time."""
ATHERIS = "INFO: Instrumenting "
"""The start of atheris's message about a newly imported module."""
FRAMES = 12


# ----- moves


def moves(data: bytes, folder: Path) -> None:
    """A game's name, its rules, its set-up, and moves, one per line."""
    name, rules, setup, *typed = [*data.decode("utf-8", "replace")[:50_000].split("\n"), "", ""]
    try:
        game = find_game(name)
        state = game.start(game.parse_setup(setup, game.parse_rules(rules)), game.parse_rules(rules), None)
    except (MoveError, IllegalMove):
        return
    for line in typed[:60]:
        try:
            move = game.parse_move(line, state)
            game.format_move(move)
            with contextlib.suppress(IllegalMove):
                state.check(move)
            state = state.force(move).state
        except (MoveError, IllegalMove) as error:
            str(error)
    game.svg(state, None, str)
    game.result(state)


def some_moves() -> list[bytes]:
    """Random games of every kind."""
    found = []
    for record in random_pool(2):
        tags = dict(record.tags)
        head = (tags.get("Game", ""), tags.get("Rules", ""), tags.get("Setup", ""))
        lines = [f"{each.seat}: {each.text}" if each.seat else each.text for each in record.entries]
        found.append("\n".join([*head, *lines[:40]]).encode())
    return found


# ----- command lines


def options(data: bytes, folder: Path) -> None:
    """A command line, one argument per line. Raises AssertionError for an unknown exit code, or for an error
    message of more than one line.
    """
    arguments = [word for word in data.decode("utf-8", "replace").replace("\0", "").split("\n")[:40] if word]
    out, err = io.StringIO(), io.StringIO()
    runs = len(arguments) > 1 and arguments[0] in RUN and not any("/" in word for word in arguments)
    if not runs or any(part in word for word in arguments for part in LEFT_ALONE):
        with contextlib.redirect_stdout(out), contextlib.suppress(Senseless, SystemExit):
            build_parser().parse_args(arguments)
        return
    with _games(folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code: object = None
        with mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO())):
            try:
                code = main(arguments)
            except SystemExit as left:
                code = left.code
    lines = [line for line in err.getvalue().splitlines() if not line.startswith(ATHERIS)]
    output = "\n".join(lines)
    known = {int(code) for code, _ in EXIT_CODES if str(code).isdecimal()}
    if code not in known or "fault in the program" in output or "Traceback" in output:
        raise AssertionError(f"{arguments}: exit code {code}: {output[-500:]}")
    if code and len(lines) > 1:
        raise AssertionError(f"{arguments}: {output[:500]!r}")


@contextlib.contextmanager
def _games(folder: Path) -> Iterator[None]:
    """Work in a folder with the games that the examples name."""
    place, before = folder / "options", Path.cwd()
    place.mkdir(exist_ok=True)
    (place / "games").mkdir(exist_ok=True)
    game, text = _example_games(folder)
    (place / "friday.game").write_bytes(game)
    (place / "game.txt").write_bytes(text)
    os.chdir(place)
    try:
        yield
    finally:
        os.chdir(before)


@cache
def _example_games(folder: Path) -> tuple[bytes, bytes]:
    path = folder / "written.game"
    path.unlink(missing_ok=True)
    a_game(path)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        main(["export", str(path), "--format", "text", "-o", str(folder / "written.txt")])
    return path.read_bytes(), (folder / "written.txt").read_bytes()


def some_options() -> list[bytes]:
    """The examples in the help."""
    lines = [line for each in EXAMPLES.values() for line in each]
    return ["\n".join(shlex.split(line)[1:]).encode() for line in lines]


# ----- requests


def request(data: bytes, folder: Path) -> None:
    """A visitor's request to a page. Raises AssertionError if the page fails or does not answer."""
    answer_to(_page().port, data)


@cache
def _page() -> LiveServer:
    """A page without a game, and without the limit of requests per visitor."""
    return without_limit(LiveServer(0))


PATHS = ("/", "/events", "/frame.jpg", "/diagnosis.json", "/words.json?language=de", "/qr.svg", "/kept/a-b",
         "/piece/small-red.svg", "/static/live.css", "/camera", "/whereami.json")  # fmt: skip
BODIES = {
    "/answer": '{"id": 1, "option": 0}', "/mute": '{"muted": true}', "/dispute": "{}",
    "/place": '{"corners": [[0.1, 0.9], [0.9, 0.9], [0.8, 0.2], [0.2, 0.2]], "size": [300, 200]}',
    "/mark": '{"corners": [[0.1, 0.9], [0.9, 0.9], [0.8, 0.2], [0.2, 0.2]]}',
    "/setup": '{"what": "Sred", "at": [0.5, 0.5]}', "/tune": '{"language": "de", "commentary": "full"}',
    "/correct": '{"op": "replace", "move": 1, "text": "Lred"}', "/leave": "{}", "/camera/picture": "x",
}  # fmt: skip


def some_requests() -> list[bytes]:
    """Requests made by a page's own scripts."""
    head = "Host: 127.0.0.1:{port}\r\nConnection: close\r\nAccept: */*\r\nCookie: arbiter=a\r\n"
    head = head.format(port=_page().port)
    found = [f"GET {path} HTTP/1.1\r\n{head}Range: bytes=0-99\r\n\r\n" for path in PATHS]
    for path, body in BODIES.items():
        more = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        found.append(f"POST {path} HTTP/1.1\r\n{head}{more}\r\n{body}")
        chunked = f"{len(body):x}\r\n{body}\r\n0\r\n\r\n"
        more = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
        found.append(f"POST {path} HTTP/1.1\r\n{head}{more}\r\n{chunked}")
    found.append(f"GET / HTTP/1.1\r\n{head}Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n")
    return [each.encode() for each in found]


# ----- phrases


def phrases(data: bytes, folder: Path) -> None:
    """A file of phrases with a translator's errors, whose only effect may be English sentences."""
    text = data.decode("utf-8", "replace")
    with contextlib.suppress(ValueError):
        read_entries(text)
    with mock.patch.object(
        catalogues, "text_of", lambda package, language: _english(package) if language == "en" else text
    ):
        spoilt = catalogues.Catalogue("arbiter", "de")
        for key in ("and", "altered_line", "answers", "record_locked"):
            if key in spoilt:
                spoilt.say(key, {"n": 3, "raw": "a.game", "text": "x", "names": "A", "most": 4})


@cache
def _english(package: str) -> str | None:
    return text_of(package, "en")


def some_phrases() -> list[bytes]:
    """Pieces of the German phrases."""
    text = text_of("arbiter", "de") or ""
    size = 2000
    parts = [text[at : at + size] for at in range(0, min(len(text), 60 * size), 7 * size)]
    wanted = [line for line in text.splitlines() if line.startswith(("and =", "answers ="))]
    assert wording("de").say("and")
    return [("\n".join([*wanted, part])).encode() for part in parts]


# ----- films


def film(data: bytes, folder: Path) -> None:
    """A film file, read to its end."""
    path = folder / "film.mp4"
    path.write_bytes(data)
    with contextlib.suppress(SourceError), open_source(str(path)) as source:
        for _ in range(4 * FRAMES):
            if source.read() is None:
                break


def some_films(folder: Path) -> list[bytes]:
    """A short film in two formats."""
    found = []
    for form, name in (("mp4v", "seed.mp4"), ("MJPG", "seed.avi")):
        path = folder / name
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*form), 12.0, (64, 48))
        for number in range(FRAMES):
            writer.write(np.full((48, 64, 3), 20 * number, np.uint8))
        writer.release()
        found.append(path.read_bytes())
    return found


# ----- streams


def stream(data: bytes, folder: Path) -> None:
    """The answer of a network camera, and its first pictures."""
    camera = _camera()
    camera.answer = data
    with contextlib.suppress(SourceError):
        capture = capture_of(f"http://127.0.0.1:{camera.server_address[1]}/video")
        for _ in range(FRAMES // 2):
            if not capture.read()[0]:
                break
        capture.release()


class _Answering(socketserver.ThreadingTCPServer):
    """A server that gives the same answer to all clients and closes the connection."""

    daemon_threads, answer = True, b""


class _Visit(socketserver.BaseRequestHandler):
    def handle(self) -> None:
        with contextlib.suppress(OSError):
            self.request.recv(10_000)
            self.request.sendall(getattr(self.server, "answer", b""))


@cache
def _camera() -> _Answering:
    server = _Answering(("127.0.0.1", 0), _Visit)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def some_streams() -> list[bytes]:
    """Motion JPEG, and a single picture."""
    picture = cv2.imencode(".jpg", np.full((48, 64, 3), 90, np.uint8))[1].tobytes()
    part = b"--b\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%b\r\n" % (len(picture), picture)
    head = b"HTTP/1.1 200 OK\r\nContent-Type: "
    parts = head + b"multipart/x-mixed-replace; boundary=b\r\n\r\n" + FRAMES * part
    return [parts, head + b"image/jpeg\r\nContent-Length: %d\r\n\r\n%b" % (len(picture), picture)]


Target = Callable[[bytes, Path], None]
TARGETS: dict[str, Target] = {
    "moves": moves, "options": options, "request": request, "phrases": phrases, "film": film,
    "stream": stream,
}  # fmt: skip


def seeds(kind: str, folder: Path) -> Sequence[bytes]:
    """Valid inputs to start from."""
    if kind == "film":
        return some_films(folder)
    made = {
        "moves": some_moves,
        "options": some_options,
        "request": some_requests,
        "phrases": some_phrases,
        "stream": some_streams,
    }
    return made[kind]()
