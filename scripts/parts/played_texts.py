"""Checks properties of arbitrary texts that are parsed as records, played and written back.

Parser and playback collect the errors in a text; any other exception is a failure. So are a record that
changes when it is written and parsed again, a move that changes when it is formatted and parsed again, and a
game that loses pyramids.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from engine.definition import AnyGame, State
from engine.logistics import state as logistics
from engine.playback import Playback, play_record
from engine.record.parser import parse_record, parse_records
from engine.record.plies import Ply
from engine.record.records import Record, write_record

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "golden"


@dataclass
class Tally:
    """Counts over some texts; ``reached`` counts games and ``plies`` moves that got to the rules."""

    reached: int = 0
    plies: Counter[str] = field(default_factory=Counter)
    illegal: int = 0


def golden_pool() -> list[Record]:
    """The golden records, each without its transcript."""
    paths = sorted(GOLDEN.glob("record_*.txt"))
    texts = [path.read_text(encoding="utf-8").split("\n\n1: ")[0] + "\n" for path in paths]
    return [parse_records(text).records[0] for text in texts]


def try_text(text: str, tally: Tally) -> None:
    """Parse, play and write back a text; raises an exception on failure."""
    parsed = parse_records(text)
    reached = False
    for record in parsed.records:
        played = play_record(record)
        if parse_record(write_record(record))[0] != record:
            raise AssertionError("the record does not come back equal from its own text")
        reached |= bool(played.plies)
        check_playback(played, tally)
    tally.reached += reached


def check_playback(played: Playback, tally: Tally) -> None:
    """Check the properties of any played game, legal or not; raises ``AssertionError``."""
    if played.game is None or played.start is None:
        return
    for ply in played.plies:
        tally.plies[played.game.name] += 1
        tally.illegal += ply.verdict is not None
        check_ply(played, ply)
    for ply in played.plies[-1:]:
        json.dumps([event.to_json() for event in ply.events])
    check_end(played.game, played.start, played.end or played.start, draw=tally.reached % 50 == 0)


def check_end(game: AnyGame, start: State, end: State, draw: bool) -> None:
    """Check that a game has moves unless it is over, and keeps its pyramids; raises ``AssertionError``."""
    moves = end.suggestions if isinstance(end, logistics.State) else end.legal_moves()
    if bool(moves) != (end.outcome is None):
        raise AssertionError(f"{len(moves)} moves and the outcome {end.outcome}")
    if draw and not game.svg(end, None).startswith("<svg"):
        raise AssertionError("the diagram is no diagram")
    if "PIECES_LOST" in (end.status().name or "") and "PIECES_LOST" not in (start.status().name or ""):
        raise AssertionError("pyramids were lost")


def check_ply(played: Playback, ply: Ply) -> None:
    """Check that a move survives its notation, and matches its verdict; raises ``AssertionError``."""
    assert played.game is not None
    seat = f"{ply.move.seat}: " if played.game.seated else ""
    if played.game.parse_move(f"{seat}{played.game.format_move(ply.move)}", ply.before) != ply.move:
        raise AssertionError(f"move {ply.number} does not come back from its notation")
    if ply.verdict is not None and not (ply.verdict.reading and ply.verdict.code and ply.verdict.message):
        raise AssertionError(f"the verdict on move {ply.number} does not say what is wrong")
