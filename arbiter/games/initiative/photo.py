"""A position of Initiative from one photograph: what stands there, whether it is possible, what would be
legal.

A picture does not show the order of play. Each row is assumed to have been laid from near's left to right, as
in the pictures of the rules; hidden sacrifices, calls and stack moves are unknown; the answer says all of
this. Stack and pieces are read jointly, as at set-up (``arbiter.games.initiative.setup.reading``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arbiter.events.ledger import Ledger, Ply, judge
from arbiter.games.initiative.describe import options
from arbiter.games.initiative.setup.reading import (
    IN_ROW,
    STACK_SURE,
    UNEVEN,
    SetupReading,
    in_rows,
    read_setup,
)
from arbiter.kit.photo import Line, Shown
from engine.game import MoveError, Seat
from engine.initiative.game import GAME
from engine.initiative.model import Play, Rules, Setup
from engine.initiative.state import State
from engine.message import Message, Messages, Said
from engine.pieces import Colour, Piece
from vision.observation import UnitObservation
from vision.track.summing import sum_unit

say, arbiter = Messages("arbiter.games.initiative"), Messages("arbiter")

LEAST_SURE = 0.9
"""A less certain pyramid is reported; one picture alone never gives more than some 98 %, a film does."""


@dataclass(frozen=True)
class Position:
    """What a photograph shows: the set-up of all pieces together, both rows in order, the ledgers that may
    have led there, best first, and what is wrong or uncertain, one sentence each."""

    setup: Setup | None
    rows: dict[Seat, tuple[Piece, ...]]
    ledgers: tuple[Ledger, ...]
    problems: tuple[Said, ...]
    doubts: tuple[Said, ...]

    @property
    def illegal(self) -> bool:
        """Whether every way in which the rows can have come about breaks a rule."""
        plies = [ply for ledger in self.ledgers for ply in ledger.plies]
        return any(not ply.verdict.legal for ply in plies)


def read_position(units: Sequence[UnitObservation], palette: tuple[Colour, ...], rules: Rules) -> Position:
    """The position in one picture, units in the table frame (mm)."""
    summed = [sum_unit((unit,), palette) for unit in units]
    reading = read_setup(summed, palette)
    kept = tuple(text for text in reading.problems if text.id != IN_ROW)
    setup = reading.setup
    if setup is None:
        return Position(None, {}, (), kept, tuple(_doubts(reading)))
    rows = {seat: _row(reading, seat) for seat in Seat}
    started = any(rows.values())
    ledgers = tuple(_histories(setup, rows, rules)) if started else (Ledger(setup, rules, game=GAME),)
    doubts: list[Said] = [*_doubts(reading), *(_unknown() if started else ())]
    if started:  # players are not to blame for pieces hidden behind or under others
        doubts += [text for text in kept if text.id == UNEVEN]
        kept = tuple(text for text in kept if text.id != UNEVEN)
    problems: tuple[Said, ...] = kept
    if started and not ledgers:
        problems = (*problems, say("photo_order"))
    elif len({ledger.state.to_move for ledger in ledgers}) > 1:
        doubts.append(say("photo_leader"))
    return Position(setup, rows, ledgers, problems, tuple(doubts))


def _row(reading: SetupReading, seat: Seat) -> tuple[Piece, ...]:
    """The pieces in a seat's row, from near's left to right."""
    assert reading.setup is not None
    units = reading.units[seat]
    row_ids = {id(unit) for unit in in_rows(units)}
    pieces = zip(units, reading.setup.inventory(seat), strict=True)
    row = [(unit.x_mm, piece) for unit, piece in pieces if id(unit) in row_ids]
    return tuple(piece for _, piece in sorted(row, key=lambda pair: pair[0]))


def _histories(setup: Setup, rows: dict[Seat, tuple[Piece, ...]], rules: Rules) -> Iterator[Ledger]:
    """The rounds that end with these rows, for either leader; only those with the fewest illegal plays."""
    found = [ledger for leader in Seat if (ledger := _played(setup, rows, rules, leader)) is not None]
    faults = [sum(not ply.verdict.legal for ply in ledger.plies) for ledger in found]
    least = min(faults, default=0)
    return (ledger for ledger, count in zip(found, faults, strict=True) if count == least)


def _played(setup: Setup, rows: dict[Seat, tuple[Piece, ...]], rules: Rules, leader: Seat) -> Ledger | None:
    """The rows played in turn order; ``None`` if that does not use them up."""
    ledger, left = Ledger(setup, rules, leader, game=GAME), {seat: list(row) for seat, row in rows.items()}
    while any(left.values()):
        seat = ledger.state.to_move
        if seat is None or not left[seat]:
            return None
        play = Play(seat, left[seat].pop(0))
        try:
            verdict = judge(ledger.state, play)
            if verdict is None:
                return None
            ledger = ledger.add(Ply(play, verdict)).stand()
        except MoveError:
            return None
    return ledger


def _doubts(reading: SetupReading) -> Iterator[Message]:
    for seat, index, shares in reading.doubts:
        if max(share for _, share in shares) >= LEAST_SURE:
            continue
        likely = tuple(
            arbiter("share", it=piece, raw=f"{share:.0%}") for piece, share in shares if share > 0.02
        )
        yield say("photo_pyramid", n=index + 1, who=seat, list=likely)
    if reading.stack is not None and reading.stack.probability < STACK_SURE:
        yield say("photo_order_sure", raw=f"{reading.stack.probability:.0%}")


def _unknown() -> Iterator[Said]:
    """What no picture can say about a round in play."""
    yield say("photo_rows")
    yield say("photo_hidden")


def shown(position: Position) -> Shown:
    """The position in the form common to the photographs of all games."""
    lines = tuple(_lines(position))
    return Shown(GAME, problems=position.problems, lines=lines, illegal=position.illegal)


def _lines(position: Position) -> list[Line]:
    setup = position.setup
    lines: list[Line] = [(0, arbiter("photo_problem", text=text)) for text in position.problems]
    if setup is not None:
        for seat in Seat:
            row = position.rows[seat]
            left = list(setup.inventory(seat))
            for piece in row:
                left.remove(piece)
            lines.append((0, say("photo_inventory", who=seat, list=sorted(left) or [arbiter("nothing")])))
            if row:
                lines.append((5, say("photo_row", list=row)))
        lines.append((0, say("photo_stack", list=setup.stack)))
    for ledger in position.ledgers[:2]:
        lines += _standing(ledger)
    return lines + [(0, arbiter("photo_unsure", text=text)) for text in position.doubts]


def _legal(state: State) -> Line:
    legal = tuple(dict.fromkeys(option["text"] for option in options(state)))
    return 2, say("photo_legal", list=legal) if legal else say("photo_legal_none")


def _standing(ledger: Ledger) -> list[Line]:
    state = ledger.state
    if not ledger.plies:
        return [(0, say("photo_legal_setup")), (0, _legal(state)[1])]
    lines: list[Line] = [(0, say("photo_if_led", who=ledger.plies[0].play.seat))]
    for number, ply in enumerate(ledger.plies, 1):
        verdict, play = ply.verdict, ply.play
        if not verdict.legal:
            broken = {"text": verdict.reason, "raw": verdict.reading}
            lines.append((2, say("photo_illegal", n=number, who=play.seat, piece=play.piece, **broken)))
    if state.outcome is not None:
        over = say("photo_over", text=state.outcome.reason, raw=state.outcome.reading)
        return [*lines, (2, over)]
    assert state.to_move is not None
    if state.attack is None:
        does = say("photo_leads", who=state.to_move, other=state.leader)
    else:
        does = say("photo_must", who=state.to_move, piece=state.attack.piece, other=state.leader)
    return [*lines, (2, does), _legal(state)]
