"""Passage for the engine: its notation, its diagram, and its definition."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.definition import Game, Lines, NoRules, numbered_readings
from engine.drawing.shapes import FILL
from engine.game import MalformedMove, Seat
from engine.message import Tell, just
from engine.notation import format_piece, parse_pieces
from engine.pieces import Piece, Size
from pyramid_passage.state import COLOURS, FILES, RANKS, SQUARES, Board, Move, State, say

_MOVE = re.compile(r"(?:(near|far)\s*:)?\s*([a-c][1-3])\s*[-x]\s*([a-c][1-3])")
STANDARD = "a1=Sred;b1=Mred;c1=Lred;a3=Lblue;b3=Mblue;c3=Sblue"
SIDE_PX = 90


def parse_setup(text: str) -> Board:
    """A board from squares with their pyramids; raises `MalformedMove`."""
    board: dict[str, Piece] = {}
    for part in filter(None, (each.strip() for each in text.split(";"))):
        square, _, words = part.partition("=")
        pieces = parse_pieces(words)
        if square not in SQUARES or len(pieces) != 1 or pieces[0].colour not in COLOURS.values():
            raise MalformedMove(say("read_setup", quoted=part))
        board[square] = pieces[0]
    return tuple(board.get(square) for square in SQUARES)


def format_setup(board: Board) -> str:
    """A board in one line."""
    pieces = zip(SQUARES, board, strict=True)
    return ";".join(f"{square}={format_piece(piece)}" for square, piece in pieces if piece is not None)


def parse_move(text: str, state: State) -> Move:
    """A move like ``a1-b2``, whose pyramid determines the player; raises `MalformedMove`."""
    found = _MOVE.fullmatch(text.strip().lower())
    if found is None:
        raise MalformedMove(say("read_move", quoted=text.strip()))
    seat, start, end = found.groups()
    piece = state.at(start)
    owner = next((each for each in Seat if piece is not None and COLOURS[each] is piece.colour), None)
    mover = Seat(seat) if seat else owner or state.mover or Seat.NEAR
    if owner is not mover or start == end:
        raise MalformedMove(say("nothing_there", who=mover, square=start))
    return Move(mover, start, end)


def format_move(move: Move) -> str:
    """The move in notation."""
    return f"{move.start}-{move.end}"


def slips(state: State) -> tuple[Move, ...]:
    """Steps onto pyramids that must not be taken."""
    illegal = []
    for seat in state.may_move:
        for start in SQUARES:
            for end in SQUARES:
                piece, there = state.at(start), state.at(end)
                if piece is None or there is None or piece.colour is not COLOURS[seat]:
                    continue
                if there.size > piece.size and there.colour is not piece.colour:
                    illegal.append(Move(seat, start, end))
    return tuple(illegal)


def _result(state: State) -> str:
    outcome = state.outcome
    return "*" if outcome is None else f"{outcome.winner or 'draw'} {outcome.near}-{outcome.far}"


def _lines(state: State) -> Lines:
    rows = []
    for rank in reversed(RANKS):
        cells = (state.at(file + rank) for file in FILES)
        texts = (format_piece(cell) if cell is not None else "-" for cell in cells)
        rows.append((f"rank {rank}", " ".join(f"{each:<6}" for each in texts).rstrip()))
    return (*rows, ("points", f"near {state.points[0]}, far {state.points[1]}"))


def svg(state: State, names: Mapping[Seat, str] | None = None, tell: Tell = str) -> str:
    """The nine squares, with far's rank at the top."""
    wide, parts = SIDE_PX * len(FILES), list[str]()
    for number, (square, piece) in enumerate(zip(SQUARES, state.board, strict=True)):
        x = (number % len(FILES)) * SIDE_PX
        y = (len(RANKS) - 1 - number // len(FILES)) * SIDE_PX
        box = f"x='{x}' y='{y}' width='{SIDE_PX}' height='{SIDE_PX}'"
        parts.append(f"<rect {box} fill='#f6f1e6' stroke='#998'/>")
        parts.append(f"<text x='{x + 5}' y='{y + 14}' font-size='11' fill='#776'>{square}</text>")
        if piece is not None:
            parts.append(_triangle(piece, x + SIDE_PX / 2, y + SIDE_PX - 14, tell))
    head = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {wide} {wide}'>"
    return f"{head}{''.join(parts)}</svg>"


def _triangle(piece: Piece, x: float, y: float, tell: Tell) -> str:
    half = {Size.SMALL: 13, Size.MEDIUM: 20, Size.LARGE: 27}[piece.size]
    points = f"{x - half},{y} {x + half},{y} {x},{y - 2.2 * half}"
    return (
        f"<polygon points='{points}' fill='{FILL[piece.colour]}'><title>{tell(just(piece))}</title></polygon>"
    )


GAME = Game(
    name="Passage",
    rules=NoRules(),
    state=State,
    start=lambda setup, rules, leader: State.start(setup, leader),
    parse_setup=lambda text, rules: parse_setup(text),
    format_setup=format_setup,
    parse_move=parse_move,
    format_move=format_move,
    result=_result,
    svg=svg,
    lines=_lines,
    points=lambda state: state.points,
    slips=slips,
    readings=numbered_readings("pyramid_passage", "P", 6),
)
