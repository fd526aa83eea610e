"""Records of the example rounds as a session would write them, with drawn stills, for tests of readers."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from arbiter.events import reports
from arbiter.events.game_notation import setup_json
from arbiter.events.ledger import Ledger, Ply, judge
from arbiter.events.types import (
    NONE_OF_THESE,
    Answer,
    IllegalStood,
    MoveSeen,
    Question,
    RoundOver,
    SessionEvent,
    SetupSeen,
    TakeBack,
)
from arbiter.record.record import Record
from arbiter.record.schema import schema_sql
from engine.game import IllegalMove, Seat, plain
from engine.games import GAMES
from engine.initiative.examples import ROUNDS, ExampleRound
from engine.initiative.model import Play
from engine.initiative.notation import format_play, parse_play
from engine.initiative.state import State
from engine.message import Messages, just
from engine.notation import parse_pieces
from engine.pieces import BASE_MM, HEIGHT_MM, Colour, Piece

say = Messages("arbiter.games.initiative")

BGR: dict[Colour, tuple[int, int, int]] = {
    Colour.RED: (60, 60, 200),
    Colour.YELLOW: (60, 205, 235),
    Colour.GREEN: (90, 160, 60),
    Colour.BLUE: (190, 100, 40),
    Colour.BLACK: (45, 45, 45),
}


def still(state: State | None, width: int = 960, height: int = 540) -> bytes:
    """A JPEG of the rows of a state, drawn as plain triangles on a brown table."""
    rows = tuple((seat, tuple(play.piece for play in state.rows[seat])) for seat in Seat) if state else ()
    return _drawn(rows, width, height)


@cache  # cached: games of the same few rounds are written hundreds of times
def _drawn(rows: tuple[tuple[Seat, tuple[Piece, ...]], ...], width: int, height: int) -> bytes:
    picture = np.full((height, width, 3), (92, 124, 158), np.uint8)
    for seat, pieces in rows:
        base = height // 2 - 40 if seat is Seat.FAR else height - 110
        for slot, piece in enumerate(pieces):
            triangle(picture, 90 + slot * 90, base, piece)
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()


def triangle(picture: np.ndarray, x: int, y: int, piece: Piece) -> None:
    """A piece seen from the side."""
    half, up = BASE_MM[piece.size] * 1.5, HEIGHT_MM[piece.size] * 3
    corners = np.array([(x - half, y), (x + half, y), (x, y - up)], np.int32)
    cv2.fillPoly(picture, [corners], BGR.get(piece.colour, (200, 200, 200)), cv2.LINE_AA)


class Writer:
    """Writes one game to a record, a few seconds per play."""

    def __init__(self, record: Record, game: ExampleRound) -> None:
        self.record, self.game = record, game
        self.state, self.time_s, self.ply = game.start(), 4.0, 0
        self.log(SetupSeen(time_s=2.0, round=1, setup=plain(game.setup)))
        self.say("The set-up is complete. Alison leads.")

    def log(self, event: SessionEvent, before: State | None = None, after: State | None = None) -> None:
        frames = {"before": still(before or self.state), "after": still(after or self.state)}
        if event.kind not in {"move", "take_back", "illegal_stood", "round_over"}:
            frames = {}
        self.record.append(event.kind, event.time_s, event.to_json(), frames)

    def say(self, text: str) -> None:
        self.record.append("said", self.time_s + 0.4, {"text": text, "topic": "play", "priority": 1})

    def play(self, text: str) -> None:
        before, self.time_s, self.ply = self.state, self.time_s + 3.5, self.ply + 1
        play = parse_play(text, before)
        step = before.apply(play)
        self.state = step.state
        self.log(self.move(play, True, events=tuple(map(plain, step.events))), before)
        self.say(f"{self.game.names[play.seat]}: {play.piece}.")
        if self.state.outcome is not None:
            self.time_s += 1
            totals = {seat.value: 0 for seat in Seat}
            if self.state.outcome.winner and self.state.outcome.score:
                totals[self.state.outcome.winner.value] = self.state.outcome.score.total
            over = RoundOver(time_s=self.time_s, round=1, outcome=plain(self.state.outcome), totals=totals)
            self.log(over)

    def move(self, play: Play, legal: bool, events: tuple = (), **more: object) -> MoveSeen:
        return MoveSeen(
            time_s=self.time_s,
            round=1,
            ply=self.ply,
            seat=play.seat.value,
            text=format_play(play),
            play=plain(play),
            legal=legal,
            confidence=0.97,
            engine_events=events,
            **more,  # type: ignore[arg-type]
        )

    def slip(self, text: str, stands: bool = False) -> None:
        """An illegal play that is taken back, or that stands."""
        before, self.time_s, self.ply = self.state, self.time_s + 3.5, self.ply + 1
        play = parse_play(text, before, check=False)
        try:
            before.check(play)
        except IllegalMove as error:
            options = tuple(format_play(other) for other in error.alternatives)
            event = self.move(play, False, reading=error.reading, reason=error.message, alternatives=options)
        after = before.force(play).state
        self.log(event, before, after)
        self.say(f"Not allowed: {event.reason}.")
        self.time_s += 2.5
        facts = {"time_s": self.time_s, "round": 1, "ply": self.ply, "seat": play.seat.value}
        facts["text"] = format_play(play)
        if stands:
            stood = IllegalStood(**facts, play=plain(play), reading=event.reading, reason=event.reason)
            self.log(stood, before, after)
            self.state = after
        else:
            self.log(TakeBack(**facts, was_legal=False), after, before)
            self.ply -= 1

    def ask(self, answer: int = 0) -> None:
        """A question about the next play, and its answer."""
        pieces = parse_pieces("Mblue"), parse_pieces("Mblack")
        options = (*(say("the_thing", text=piece) for (piece,) in pieces), NONE_OF_THESE)
        text = say("what_happened")
        self.log(Question(time_s=self.time_s + 2, id=1, text=text, options=options))
        self.log(Answer(time_s=self.time_s + 3, id=1, option=answer, text=options[answer]))


def header(game: ExampleRound) -> dict[str, object]:
    """The header of a record of an example round."""
    return {
        "game": "initiative",
        "rules": plain(game.rules),
        "players": {seat.value: name for seat, name in game.names.items()},
        "palette": "rainbow",
        "source": "sample.mp4",
        "setup": plain(game.setup),
        "software": "0.1.0",
    }


def write_game(path: Path, name: str = "basic", plies: int | None = None) -> Path:
    """A closed record of an example round, or of its first plies."""
    game = ROUNDS[name]
    slips = dict(game.slips)
    with Record.create(path, header(game)) as record:
        writer = Writer(record, game)
        for index, text in enumerate(game.plays[:plies]):
            if index in slips:
                writer.slip(slips[index])
            if index == 1:
                writer.ask()
            writer.play(text)
    return path


def write_any_game(path: Path, name: str, setup: str, moves: tuple[str, ...], rules: str = "") -> Path:
    """A closed record of another game than Initiative: moves in typed form, ``!`` marks illegal ones.

    An illegal move stands if another move follows; ``back`` takes the last one back.
    """
    game = GAMES[name]
    agreed = game.parse_rules(rules)
    ledger = Ledger(game.parse_setup(setup, agreed), agreed, game=game)
    facts = {"game": name.lower(), "rules": plain(agreed), "players": {"near": "Alison", "far": "Kristin"}}
    with Record.create(path, facts) as record:

        def log(event: SessionEvent) -> None:
            shots = {"before": still(None), "after": still(None)} if event.kind == "move" else {}
            record.append(event.kind, event.time_s, event.to_json(), shots)

        log(SetupSeen(time_s=2.0, round=1, setup=setup_json(game, ledger.setup)))
        for number, text in enumerate(moves, start=1):
            common = {"time_s": 2.0 + 3.0 * number, "round": 1}
            if text == "back":
                gone, at = ledger.last, ledger.last_number
                ledger = ledger.take_back()
                log(reports.took_back(ledger, at, gone, **common))
                continue
            if ledger.waiting is not None:
                ledger = ledger.stand()
                log(reports.illegal_stood(ledger, **common))
            state = ledger.state_if_stood
            move = game.parse_move(text.rstrip("!"), state)
            verdict = judge(state, move)
            assert verdict is not None and verdict.legal is not text.endswith("!"), text
            ledger = ledger.add(Ply(move, verdict))
            at = len(ledger.plies) + (ledger.waiting is not None)
            log(reports.move_seen(ledger, at, confidence=0.96, **common))
        if ledger.state.outcome is not None:
            log(reports.game_over(ledger, time_s=99.0, round=1))
    return path


def disputed(path: Path) -> Path:
    """A recording whose eighth move, illegal, was disputed, with a clip of three pictures."""
    write_game(path, "illegal")
    with Record.open(path) as record:
        (piece,) = parse_pieces("Myellow")
        seen = {"now": [{"box": [10, 20, 60, 90], "words": just(piece), "sure": 0.71}]}
        data = {"time_s": 31.0, "round": 1, "move": 8, "text": "near: Myellow", "seen": seen}
        entry = record.append("dispute", 31.0, data, {"-0.5s": still(None), "now": still(None)})
        record.append("clip", 33.0, {"dispute": entry, "seen": {"+0.5s": []}}, {"+0.5s": still(None)})
    return path


def change(path: Path, statement: str, *values: object) -> None:
    """Run a statement on a closed record, bypassing its protections."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute(statement, values)
        for _, sql in guards:
            connection.execute(sql)
        connection.commit()


def first_layout(path: Path, header: Mapping[str, Any], moves: int = 3) -> Path:
    """A record as it was before there were checksums."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript(schema_sql(1))
        rows = [(key, json.dumps(value)) for key, value in header.items()]
        connection.executemany("INSERT INTO header VALUES (?, ?)", rows)
        for n in range(moves):
            facts = ("move", float(n), "2026-01-01T00:00:00.000+00:00", json.dumps({"n": n}))
            connection.execute("INSERT INTO entries (kind, time_s, wall, data) VALUES (?, ?, ?, ?)", facts)
            still = (n + 1, "after", b"\xff\xd8" + bytes([n]) * 50 + b"\xff\xd9")
            connection.execute("INSERT INTO frames VALUES (?, ?, ?)", still)
        connection.commit()
    return path
