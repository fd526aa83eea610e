"""A diagram of a round of Initiative as SVG text, laid out as the near player sees the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape

from engine import diagram_shapes as draw
from engine.diagram_shapes import Box
from engine.game import Seat
from engine.initiative import State
from engine.initiative_model import Play
from engine.notation_initiative import LETTERS
from engine.pieces import Colour, Piece, Size

WIDTH, HEIGHT = 960, 706
LEFT, STACK_X = 24.0, 842.0
COLUMN_PX, COLUMNS = 72.0, 10
LEGAL, LAST = "#0b62d6", "#b35c00"
INVENTORY_Y = {Seat.FAR: 174.0, Seat.NEAR: 626.0}
ROW_Y = {Seat.FAR: 312.0, Seat.NEAR: 482.0}
AREA = Box(LEFT - 8, 206, COLUMN_PX * COLUMNS + 16, 306)


@dataclass(frozen=True)
class DiagramOptions:
    """What to show: the legal plays marked, the legend, and a line under the picture."""

    legal: bool = True
    legend: bool = True
    caption: str = ""


def initiative_svg(
    state: State,
    names: Mapping[Seat, str] | None = None,
    last: Play | None = None,
    options: DiagramOptions | None = None,
) -> str:
    """The position as an SVG document of 960 × 706 user units, scalable, without ids or scripts.

    ``names`` are the players' (their seats without), ``last`` the play to be marked as the last one (the
    newest of the history without).
    """
    called = {seat: (names or {}).get(seat) or f"{seat.capitalize()} player" for seat in Seat}
    shown = options or DiagramOptions()
    headline = _headline(state, called)
    parts = [
        _opening(headline),
        draw.text(LEFT, 32, headline, size=20, anchor="start", extra="font-weight='bold'"),
        draw.frame(AREA, "#b9b3a4", fill="#fffdf6", width=1.5, dash="2 6"),
        *(part for seat in Seat for part in _inventory(state, seat, called[seat], shown.legal)),
        *_rows(state, last or (state.history[-1] if state.history else None)),
        *_stack(state.stack),
        *(_legend() if shown.legend else ()),
        draw.text(LEFT, HEIGHT - 10, shown.caption, size=14, anchor="start") if shown.caption else "",
        "</svg>",
    ]
    return "\n".join(part for part in parts if part)


def _opening(headline: str) -> str:
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' role='img' {draw.FONT}>"
        f"<title>Initiative</title><desc>{escape(headline, quote=False)}</desc>"
        f"<rect width='{WIDTH}' height='{HEIGHT}' fill='#f7f4ec'/>"
    )


def _headline(state: State, names: Mapping[Seat, str]) -> str:
    if state.outcome is not None:
        return _result(state, names)
    turn = f"Turn {state.turn}"
    if state.attack is not None:
        call = " and calls its colour" if state.attack.call else ""
        attacker, defender = names[state.attack.seat], names[state.attack.seat.other]
        return f"{turn}: {attacker} attacks with a {state.attack.piece}{call}, {defender} parries"
    return f"{turn}: {names[state.leader]} leads" if state.leader else f"{turn}: either player may lead"


def _result(state: State, names: Mapping[Seat, str]) -> str:
    outcome = state.outcome
    if outcome is None or outcome.winner is None or outcome.score is None:
        return "The round is a draw"
    score = outcome.score
    factors = [f"{score.pyramids} pyramids × {score.pips}", *["2"] * (score.calls + score.virtual_plays)]
    return f"{names[outcome.winner]} wins the round: {' × '.join(factors)} = {score.total} points"


def _inventory(state: State, seat: Seat, name: str, mark_legal: bool) -> Iterator[str]:
    """A seat's name and what it has left, each piece where the set-up had it."""
    base = INVENTORY_Y[seat]
    name_y = base - 106 if seat is Seat.FAR else base + 56
    holds = state.outcome is None and state.leader is seat
    words = f"{name} ◆ has the initiative" if holds else name
    yield draw.text(LEFT, name_y, words, size=16, anchor="start", extra="font-weight='bold'")
    legal = {play.piece for play in state.legal_moves() if play.seat is seat and not play.virtual}
    left = Counter(state.inventories[seat])
    for slot, piece in enumerate(state.setup.inventory(seat)):
        x = LEFT + COLUMN_PX * (slot + 0.5)
        if left[piece]:
            left[piece] -= 1
            yield from _in_inventory(piece, x, base, mark_legal and piece in legal)
        else:
            yield f"<circle cx='{draw.n(x)}' cy='{draw.n(base - 4)}' r='2.5' fill='#c9c3b4'/>"


def _in_inventory(piece: Piece, x: float, y: float, legal: bool) -> Iterator[str]:
    if legal:
        tall = draw.height(piece.size) + 38
        yield draw.frame(Box(x - 31, y - draw.height(piece.size) - 8, 62, tall), LEGAL, fill="#e4eefc")
    said = f"{piece}, may be played now" if legal else str(piece)
    yield draw.titled(said, draw.upright(piece, x, y), draw.letter_tag(piece.colour, x, y + 16))


def _columns(history: tuple[Play, ...]) -> Iterator[tuple[int, Play, bool]]:
    """Each play with the column of its turn and whether it attacks."""
    column, attack = -1, None
    for play in history:
        attacks = attack is None or play.seat is attack.seat
        column += attacks
        attack = play if attacks else None
        yield column, play, attacks


def _rows(state: State, last: Play | None) -> Iterator[str]:
    """Both rows, a turn a column, an arrow from each attack; virtual plays as ghosts."""
    placed = list(_columns(state.history))
    wide = COLUMN_PX * COLUMNS / max(COLUMNS, placed[-1][0] + 1 if placed else 1)
    newest = max((index for index, (_, play, _) in enumerate(placed) if play == last), default=None)
    for index, (column, play, attacks) in enumerate(placed):
        x = LEFT + wide * (column + 0.5)
        if index == newest:
            yield _last_mark(play, x, wide)
        yield _play(play, x)
        if attacks:
            up = play.seat is Seat.NEAR
            yield draw.arrow(x, 374 if up else 342, 342 if up else 374)


def _last_mark(play: Play, x: float, wide: float) -> str:
    base, half = ROW_Y[play.seat], min(wide, COLUMN_PX) / 2 - 2
    return draw.frame(Box(x - half, base - 104, 2 * half, 130), LAST, fill="#ffedd2", dash="7 4")


def _play(play: Play, x: float) -> str:
    """A play in its row with its letters below, sacrifice and shift included."""
    base = ROW_Y[play.seat]
    more = f"/{LETTERS[play.sacrifice.colour]}" if play.sacrifice else ""
    more += f"{play.shift:+d}" if play.shift else ""
    more += "!" if play.call else ""
    tag = draw.letter_tag(play.piece.colour, x, base + 16, more)
    words = f"{play.piece} on {play.sacrifice}" if play.sacrifice else str(play.piece)
    if play.virtual:
        return draw.titled(f"{words}, played virtually", draw.upright(play.piece, x, base), tag, opacity=0.4)
    if play.call:
        return draw.titled(f"{words}, colour called", _flat(play, x, base), tag)
    if play.sacrifice is None:
        return draw.titled(words, draw.upright(play.piece, x, base), tag)
    return draw.titled(words, draw.stacked(play.piece, play.sacrifice, x, base), tag)


def _flat(play: Play, x: float, base: float) -> str:
    """A called piece pointing at the opponent, a sacrifice lying in or under it."""
    up = play.seat is Seat.NEAR
    y = base - 14 if up else base - 12 - draw.height(play.piece.size)
    under = "" if play.sacrifice is None else draw.flat(play.sacrifice, x, y + (6 if up else -6), up)
    return under + draw.flat(play.piece, x, y, up)


def _stack(stack: tuple[Colour, ...]) -> Iterator[str]:
    """The initiative stack with its letters beside it, the highest colour on top."""
    skirt, shown = 32.0, Size.MEDIUM
    base = 276 + draw.height(shown) + skirt * (len(stack) - 1)
    yield draw.text(STACK_X, 236, "Initiative stack", size=15, extra="font-weight='bold'")
    yield draw.text(STACK_X, 256, "highest on top", size=13, extra=f"fill='{draw.MUTED}'")
    for level, colour in reversed(list(enumerate(stack))):
        y = base - skirt * (len(stack) - 1 - level)
        drawn = draw.upright(Piece(shown, colour), STACK_X - 18, y)
        tag = draw.letter_tag(colour, STACK_X + 34, y - 12)
        yield draw.titled(f"{level + 1} from the top: {colour}", drawn, tag)


def _legend() -> Iterator[str]:
    y = HEIGHT - 26.0
    yield draw.frame(Box(STACK_X - 84, y - 44, 16, 14), LEGAL, fill="#e4eefc", width=2)
    yield draw.text(STACK_X - 60, y - 32, "may be played now", size=13, anchor="start")
    yield draw.frame(Box(STACK_X - 84, y - 20, 16, 14), LAST, fill="#ffedd2", width=2, dash="4 2")
    yield draw.text(STACK_X - 60, y - 8, "last play", size=13, anchor="start")
