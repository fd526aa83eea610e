"""A diagram of a Nickel position as SVG text: the board as near sees it, north at the top."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.drawing import page
from engine.drawing import shapes as draw
from engine.drawing.shapes import Box
from engine.game import Seat
from engine.message import Message, Messages, Tell
from engine.nickel.model import SIDE
from engine.nickel.state import SQUARES, Orientation, Place, Pyramid, State
from engine.notation import LETTERS
from engine.pieces import Piece, Size

say = Messages("engine.nickel")

CELL, LEFT, TOP = 100.0, 52.0, 56.0
WIDTH, HEIGHT, SCALE = 800.0, 646.0, 1.35
TURN = {Orientation.NORTH: 0, Orientation.EAST: 90, Orientation.SOUTH: 180, Orientation.WEST: 270}
ARROW = {
    Orientation.NORTH: "↑",
    Orientation.EAST: "→",
    Orientation.SOUTH: "↓",
    Orientation.WEST: "←",
    Orientation.UP: "•",
}


def nickel_svg(
    state: State, names: Mapping[Seat, str] | None = None, tell: Tell = str, last: Place | None = None
) -> str:
    """The position as an SVG document of 800 × 646 user units: board, tokens and the pyramid to match.

    Marked are the open squares, the square of ``last`` (by default the last move of the history) and the
    squares of a winning shape.
    """
    called = page.called(names)
    marked = last or (state.history[-1] if state.history else None)
    parts = [part for index in range(len(SQUARES)) for part in _square(state, index, marked, tell)]
    parts += [
        draw.text(LEFT + CELL * (file + 0.5), TOP + SIDE * CELL + 20, "abcde"[file], size=14)
        for file in range(SIDE)
    ]
    parts += [
        draw.text(LEFT - 16, TOP + CELL * (SIDE - rank - 0.5) + 5, str(rank + 1), size=14)
        for rank in range(SIDE)
    ]
    parts += _margin(state, called, tell)
    entries = [
        (tell(say("d_open")), draw.LEGAL),
        (tell(say("d_last_move")), draw.LAST),
        (tell(say("dn_won")), draw.WON),
    ]
    parts += page.legend(LEFT, HEIGHT - 16, entries)
    return page.document("Nickel", tell(_headline(state, called)), WIDTH, HEIGHT, parts)


def _headline(state: State, names: Mapping[Seat, str]) -> Message:
    outcome = state.outcome
    if outcome is not None:
        if outcome.winner is None:
            return say("dn_nobody")
        winner = names[outcome.winner]
        if not outcome.shapes:
            return say("dn_stuck", who=winner, other=names[outcome.winner.other])
        return say("dn_line" if outcome.reading == "N4" else "dn_shape", who=winner)
    if state.mover is None:
        return say("d_either")
    name = names[state.mover]
    if state.handed is None:
        begun = any(isinstance(cell, Seat) for cell in state.board)
        return say("dn_anywhere" if begun else "dn_begins", who=name)
    colour, orientation = state.handed.colour, state.handed.orientation
    if orientation is Orientation.UP:
        return say("dn_takes_standing", who=name, colour=colour)
    return say("dn_takes", who=name, colour=colour, compass=orientation.value)


def _square(state: State, index: int, last: Place | None, tell: Tell) -> Iterator[str]:
    name, cell = SQUARES[index], state.board[index]
    x, y = LEFT + CELL * (index % SIDE), TOP + CELL * (SIDE - 1 - index // SIDE)
    won = {square for shape in state.outcome.shapes for square in shape} if state.outcome else set()
    open_squares = {move.square for move in state.legal_moves()}
    mark = draw.WON if name in won else draw.LEGAL if name in open_squares else draw.PLAIN
    data = f"data-place='{name}'"
    yield draw.frame(Box(x + 3, y + 3, CELL - 6, CELL - 6), mark, data)
    if last is not None and last.square == name:
        yield draw.frame(Box(x + 8, y + 8, CELL - 16, CELL - 16), draw.LAST, data)
    middle = x + CELL / 2, y + CELL / 2
    if isinstance(cell, Pyramid):
        yield draw.titled(tell(say("dn_on", square=name, pyramid=cell.message)), *_pyramid(cell, *middle))
    elif cell is not None:
        yield draw.titled(tell(say("dn_token", square=name, who=cell)), *token(cell, *middle))


def _pyramid(pyramid: Pyramid, x: float, y: float) -> Iterator[str]:
    """A pyramid, lying as it points or standing, with its letter and an arrow in the corner.

    It is drawn as a small one, which the game is made for, scaled up to the square.
    """
    piece = Piece(Size.SMALL, pyramid.colour)
    if pyramid.orientation is Orientation.UP:
        yield page.scaled(SCALE, x + 4, y + 34, draw.upright(piece, 0, 0))
    else:
        lying = page.scaled(SCALE, x, y + 27, draw.flat(piece, 0, 0, True))
        turn = f"rotate({TURN[pyramid.orientation]} {draw.n(x)} {draw.n(y)})"
        yield f"<g transform='translate(4 4)'><g transform='{turn}'>{lying}</g></g>"
    words = LETTERS[pyramid.colour] + ARROW[pyramid.orientation]
    yield draw.text(x - 32, y - 27, words, size=15, extra=draw.BOLD)


def pyramid_svg(pyramid: Pyramid) -> str:
    """One pyramid as it lies or stands on the board, with its letter and an arrow, as an SVG document."""
    drawn = "".join(_pyramid(pyramid, CELL / 2, CELL / 2))
    return f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {CELL:.0f} {CELL:.0f}'>{drawn}</svg>"


def token(seat: Seat, x: float, y: float) -> Iterator[str]:
    """Near's token is dark with a cross, far's is light with a ring."""
    place = f"cx='{draw.n(x)}' cy='{draw.n(y)}'"
    if seat is Seat.NEAR:
        yield f"<circle {place} r='34' fill='{draw.INK}'/>"
        lines = (
            f"M{draw.n(x - 14)} {draw.n(y + way * 14)}L{draw.n(x + 14)} {draw.n(y - way * 14)}"
            for way in (1, -1)
        )
        yield f"<path d='{''.join(lines)}' stroke='#fff' stroke-width='7'/>"
    else:
        yield f"<circle {place} r='34' fill='#fff' stroke='{draw.INK}' stroke-width='3'/>"
        yield f"<circle {place} r='16' fill='none' stroke='{draw.INK}' stroke-width='7'/>"


def _margin(state: State, names: Mapping[Seat, str], tell: Tell) -> Iterator[str]:
    x = LEFT + SIDE * CELL + 28
    for seat, y in ((Seat.FAR, TOP + 30), (Seat.NEAR, TOP + SIDE * CELL - 30)):
        yield page.scaled(0.4, x + 14, y - 6, *token(seat, 0, 0))
        room = WIDTH - x - (72 if seat is Seat.FAR else 44)
        yield draw.text(x + 38, y, names[seat], size=16, anchor="start", extra=draw.BOLD, room=room)
        played, limit = len(state.tokens(seat)), state.rules.token_limit
        count = say("dn_played", n=played) if limit is None else say("dn_played_of", n=played, most=limit)
        yield draw.text(x + 38, y + 20, tell(count), size=13, anchor="start", extra=draw.SOFT)
    yield draw.text(WIDTH - 28, TOP + 24, tell(say("dn_north")), size=14, extra=draw.BOLD)
    yield draw.arrow(WIDTH - 28, TOP + 62, TOP + 30)
    if state.handed is not None and state.mover is not None:
        y = TOP + SIDE * CELL / 2
        yield draw.frame(Box(x, y - 56, 120, 112), draw.VAULT, "data-place='handed'")
        words = tell(say("dn_before", who=names[state.mover], pyramid=state.handed.message))
        yield draw.titled(words, *_pyramid(state.handed, x + 60, y + 4))
        words = tell(say("dn_handed", who=names[state.mover]))
        yield draw.text(x, y + 78, words, size=13, anchor="start", room=WIDTH - x - 8)
