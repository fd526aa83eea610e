"""A diagram of a round of Initiative as SVG text, laid out as the near player sees the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.drawing import page
from engine.drawing import shapes as draw
from engine.drawing.shapes import Box
from engine.game import Seat
from engine.initiative.model import Play
from engine.initiative.stack import rank
from engine.initiative.state import State
from engine.message import Message, Messages, Tell, just, pile
from engine.notation import LETTERS, format_piece
from engine.pieces import Colour, Piece, Size

say = Messages("engine.initiative")

WIDTH, HEIGHT = 960.0, 706.0
LEFT, STACK_X = 24.0, 842.0
COLUMN_PX, COLUMNS = 72.0, 10
STACK_TOP, STACK_SKIRT = 276.0, 32.0
INVENTORY_Y = {Seat.FAR: 174.0, Seat.NEAR: 626.0}
ROW_Y = {Seat.FAR: 312.0, Seat.NEAR: 482.0}
AREA = Box(LEFT - 8, 206, COLUMN_PX * COLUMNS + 16, 306)
ROW_AREA = {Seat.FAR: (206.0, 153.0), Seat.NEAR: (359.0, 153.0)}
"""The top and height of each row's area that may be pointed at."""


@dataclass(frozen=True)
class DiagramOptions:
    """What to show: marks on legal plays, the legend, and a line under the picture."""

    legal: bool = True
    legend: bool = True
    caption: str = ""


@dataclass(frozen=True)
class _Placed:
    """A play in the column of its turn; ``gained``: it took the initiative (I2)."""

    column: int
    play: Play
    attacks: bool
    gained: bool


def initiative_svg(
    state: State,
    names: Mapping[Seat, str] | None = None,
    tell: Tell = str,
    last: Play | None = None,
    options: DiagramOptions | None = None,
) -> str:
    """The position as an SVG document of 960 × 706 user units, scalable, without ids or scripts.

    ``names`` are the players' names (default: their seats), ``last`` the play to be marked as the last one
    (default: the latest of the history); ``tell`` puts messages into words.
    """
    called = page.called(names)
    shown = options or DiagramOptions()
    newest = last or (state.history[-1] if state.history else None)
    parts = [
        draw.frame(AREA, draw.Mark("area", "#b9b3a4", "#fffdf6", 1.5, "2 6")),
        *(part for seat in Seat for part in _inventory(state, seat, called[seat], shown.legal, tell)),
        *_rows(state, newest, shown.legal, tell),
        *initiative_stack(state.stack, state.setup.stack_size, tell, moved=_moved(state, newest)),
        draw.place(Box(STACK_X - 64, STACK_TOP, 130, 32 + STACK_SKIRT * (len(state.stack) + 1)), "stack"),
        *(_legend(tell) if shown.legend else ()),
        draw.text(LEFT, HEIGHT - 10, shown.caption, size=14, anchor="start") if shown.caption else "",
    ]
    return page.document("Initiative", tell(_headline(state, called)), WIDTH, HEIGHT, parts)


def _headline(state: State, names: Mapping[Seat, str]) -> Message:
    if state.outcome is not None:
        return _result(state, names)
    if state.attack is not None:
        key = "d_attack_call" if state.attack.call else "d_attack"
        attacker, defender = names[state.attack.seat], names[state.attack.seat.other]
        return say(key, n=state.turn, who=attacker, piece=state.attack.piece, other=defender)
    if state.leader is None:
        return say("d_either", n=state.turn)
    return say("d_leads", n=state.turn, who=names[state.leader])


def _result(state: State, names: Mapping[Seat, str]) -> Message:
    outcome = state.outcome
    if outcome is None or outcome.winner is None or outcome.score is None:
        return say("d_draw")
    score = outcome.score
    doubled = " × 2" * (score.calls + score.virtual_plays)
    facts = {"n": score.pyramids, "most": score.pips, "raw": doubled, "more": score.total}
    return say("d_wins", who=names[outcome.winner], **facts)


def _inventory(state: State, seat: Seat, name: str, mark_legal: bool, tell: Tell) -> Iterator[str]:
    """A seat's name and what it has left, each piece where the set-up had it; a piece may be pointed at, and
    is named by its seat and typed form."""
    base, pieces = INVENTORY_Y[seat], state.setup.inventory(seat)
    name_y = base - 106 if seat is Seat.FAR else base + 56
    holds = state.outcome is None and state.leader is seat
    words = tell(say("d_has", who=name)) if holds else name
    yield draw.text(LEFT, name_y, words, size=16, anchor="start", extra=draw.BOLD, room=AREA.width)
    legal = {play.piece for play in state.legal_moves() if play.seat is seat and not play.virtual}
    left = Counter(state.inventories[seat])
    wide = COLUMN_PX * COLUMNS / max(COLUMNS, len(pieces))
    for slot, piece in enumerate(pieces):
        x = LEFT + wide * (slot + 0.5)
        if left[piece]:
            left[piece] -= 1
            room = min(62.0, wide - 4)
            yield from _in_inventory(piece, x, base, mark_legal and piece in legal, room, tell)
            tall = draw.height(piece.size)
            yield draw.place(
                Box(x - wide / 2, base - tall - 8, wide, tall + 38), f"{seat} {format_piece(piece)}"
            )
        else:
            yield f"<circle cx='{draw.n(x)}' cy='{draw.n(base - 4)}' r='2.5' fill='#c9c3b4'/>"


def _in_inventory(piece: Piece, x: float, y: float, legal: bool, wide: float, tell: Tell) -> Iterator[str]:
    tall = draw.height(piece.size)
    if legal:
        yield draw.frame(Box(x - wide / 2, y - tall - 8, wide, tall + 38), draw.LEGAL)
    said = say("d_may", piece=piece) if legal else just(piece)
    letters = draw.plate(draw.code(piece), piece.colour, x, y + 16, wide)
    yield draw.titled(tell(said), draw.upright(piece, x, y), letters)


def _columns(state: State) -> tuple[_Placed, ...]:
    """Each play with the column of its turn; a second attack in a row begins a new column (I16)."""
    column, attack = -1, None
    placed = list[_Placed]()
    for index, play in enumerate(state.history):
        attacks = attack is None or play.seat is attack.seat
        column += attacks
        attack = play if attacks else None
        last = index + 1 == len(state.history)
        leads_next = state.leader if last else state.history[index + 1].seat
        placed.append(_Placed(column, play, attacks, not attacks and leads_next is play.seat))
    return tuple(placed)


def _rows(state: State, last: Play | None, mark_legal: bool, tell: Tell) -> Iterator[str]:
    """Both rows, one column for each turn, with an arrow from each attack; virtual plays as ghosts.

    A row may be pointed at, and a play by its number in the round.
    """
    for seat, (top, tall) in ROW_AREA.items():
        yield draw.place(Box(AREA.x, top, AREA.width, tall), f"{seat} row")
    placed = _columns(state)
    wide = COLUMN_PX * COLUMNS / max(COLUMNS, placed[-1].column + 1 if placed else 1)
    newest = max((index for index, each in enumerate(placed) if each.play == last), default=None)
    virtual = state.virtual_move
    winner = state.outcome.winner if state.outcome is not None else None
    for index, each in enumerate(placed):
        play, x = each.play, LEFT + wide * (each.column + 0.5)
        final = all(later.play.seat is not play.seat for later in placed[index + 1 :])
        marks = [draw.WON] if winner is play.seat and final else []
        if virtual is not None and virtual.seat is play.seat and final and mark_legal:
            marks.append(draw.LEGAL)
        marks += [draw.LAST] if index == newest else []
        yield from _row_marks(play, x, wide, marks)
        yield _play(play, x, wide, tell)
        yield draw.place(Box(x - wide / 2, ROW_Y[play.seat] - 104, wide, 130), f"play {index + 1}")
        if each.attacks:
            up = play.seat is Seat.NEAR
            yield draw.arrow(x, 374 if up else 342, 342 if up else 374)
        if each.gained:
            yield draw.text(x + 15, 354 if play.seat is Seat.FAR else 374, "◆", size=15)


def _row_marks(play: Play, x: float, wide: float, marks: list[draw.Mark]) -> Iterator[str]:
    """Nested frames around a play."""
    for depth, mark in enumerate(marks):
        half = min(wide, COLUMN_PX) / 2 - 2 - 4 * depth
        top = ROW_Y[play.seat] - 104 + 4 * depth
        yield draw.frame(Box(x - half, top, 2 * half, 130 - 8 * depth), mark)


def _play(play: Play, x: float, wide: float, tell: Tell) -> str:
    """A play in its row with its letters below, including sacrifice and shift."""
    base = ROW_Y[play.seat]
    more = f"/{draw.code(play.sacrifice)}" if play.sacrifice else ""
    more += f"{play.shift:+d}" if play.shift else ""
    more += "!" if play.call else ""
    shown = pile((play.piece, play.sacrifice)) if play.sacrifice else just(play.piece)
    said = draw.code(play.piece) + more
    if play.virtual:
        plate = draw.plate(f"({said})", play.piece.colour, x, base + 16, wide - 4)
        ghost = draw.faded(draw.upright(play.piece, x, base))
        return draw.titled(tell(say("d_virtual", text=shown)), ghost, plate)
    plate = draw.plate(said, play.piece.colour, x, base + 16, wide - 4)
    if play.call:
        return draw.titled(tell(say("d_called", text=shown)), *_flat(play, x, base), plate)
    pieces = (play.sacrifice, play.piece) if play.sacrifice else (play.piece,)
    skirt = 15.0 + (draw.height(pieces[0].size) - draw.height(play.piece.size)) * 0.25
    return draw.titled(tell(shown), *draw.pile(pieces, x, base, skirt), plate)


def _flat(play: Play, x: float, base: float) -> Iterator[str]:
    """A called piece pointing at the opponent; a sacrifice lies in it, or under it if it is larger."""
    up = play.seat is Seat.NEAR
    y = base - 24 if up else base - 6 - draw.height(play.piece.size)
    if play.sacrifice is not None:
        yield draw.flat(play.sacrifice, x, y + (11 if up else -11), up)
    yield draw.flat(play.piece, x, y, up)


def _moved(state: State, last: Play | None) -> tuple[Colour, int] | None:
    """The colour that the last play moved on the stack, and by how many slots, up positive."""
    if last is None or not last.shift or last != state.history[-1]:
        return None
    return last.piece.colour, last.shift


def initiative_stack(
    stack: tuple[Colour, ...], size: Size | None, tell: Tell, moved: tuple[Colour, int] | None = None
) -> Iterator[str]:
    """The initiative stack with its letters beside it, the highest colour on top, the last shift marked."""
    shown = size or Size.MEDIUM
    tops = [STACK_TOP + draw.height(Size.MEDIUM) + STACK_SKIRT * level for level in range(len(stack))]
    yield draw.text(STACK_X, 236, tell(say("d_stack")), size=15, extra=draw.BOLD)
    yield draw.text(STACK_X, 256, tell(say("d_highest")), size=13, extra=draw.SOFT)
    if moved is not None:
        yield from _shift_mark(stack, moved, tops, tell)
    for level, colour in reversed(list(enumerate(stack))):
        drawn = draw.upright(Piece(shown, colour), STACK_X - 30, tops[level])
        plate = draw.plate(LETTERS[colour], colour, STACK_X + 16, tops[level] - 12)
        yield draw.titled(tell(say("d_level", n=level + 1, colour=colour)), drawn, plate)


def _shift_mark(
    stack: tuple[Colour, ...], moved: tuple[Colour, int], tops: list[float], tell: Tell
) -> Iterator[str]:
    """A frame where the colour is now, an arrow from where it was, and the distance."""
    colour, shift = moved
    now = rank(colour, stack)
    if not 0 <= now + shift < len(stack):
        return
    yield draw.frame(Box(STACK_X - 2, tops[now] - 26, 36, 28), draw.LAST, "data-place='stack'")
    start, end = tops[now + shift] - 12, tops[now] - 12
    yield draw.arrow(STACK_X + 44, start, end, draw.LAST.stroke)
    words = tell(say("slots_up" if shift > 0 else "slots_down", n=abs(shift)))
    yield draw.text(STACK_X + 52, (start + end) / 2 + 5, words, size=13, anchor="start", extra=draw.BOLD)


def _legend(tell: Tell) -> Iterator[str]:
    entries = [
        (tell(say("d_may_legend")), draw.LEGAL),
        (tell(say("d_last")), draw.LAST),
        (tell(say("d_winning")), draw.WON),
    ]
    for line, entry in enumerate(entries):
        yield from page.legend(STACK_X - 84, HEIGHT - 84 + 24 * line, [entry])
    yield draw.text(STACK_X - 76, HEIGHT - 12, "◆", size=15)
    yield draw.text(STACK_X - 60, HEIGHT - 12, tell(say("d_gained")), size=13, anchor="start")
