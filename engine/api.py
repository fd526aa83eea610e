"""The engine's public names in one place; the package `engine` imports them on demand."""

from __future__ import annotations

from engine.definition import AnyGame, Game
from engine.game import (
    AmbiguousMove,
    Event,
    Fault,
    GameState,
    IllegalMove,
    MalformedMove,
    MoveError,
    Seat,
    Step,
)
from engine.games import GAMES, find_game
from engine.initiative.drafting import DRAFT
from engine.initiative.game import GAME as INITIATIVE
from engine.logistics.game import GAME as LOGISTICS
from engine.nickel.game import GAME as NICKEL
from engine.pieces import PALETTES, Colour, Piece, Size
from engine.playback import Playback, play_record, record_of
from engine.readings import READINGS
from engine.record.parser import Parsed, parse_record, parse_records
from engine.record.plies import Ply
from engine.record.records import Comment, Entry, Mark, Record, Ruling, TextError, write_record, write_records
from engine.review import SOLVERS, Review, review_playback
from engine.sanctum.game import GAME as SANCTUM
from engine.solver import Judgement

__all__ = [
    "DRAFT",
    "GAMES",
    "INITIATIVE",
    "LOGISTICS",
    "NICKEL",
    "PALETTES",
    "READINGS",
    "SANCTUM",
    "SOLVERS",
    "AmbiguousMove",
    "AnyGame",
    "Colour",
    "Comment",
    "Entry",
    "Event",
    "Fault",
    "Game",
    "GameState",
    "IllegalMove",
    "Judgement",
    "MalformedMove",
    "Mark",
    "MoveError",
    "Parsed",
    "Piece",
    "Playback",
    "Ply",
    "Record",
    "Review",
    "Ruling",
    "Seat",
    "Size",
    "Step",
    "TextError",
    "find_game",
    "parse_record",
    "parse_records",
    "play_record",
    "record_of",
    "review_playback",
    "write_record",
    "write_records",
]
