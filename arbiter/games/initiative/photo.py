"""A position of Initiative from one photograph: what stands there, whether it can be, what would be legal.

A picture shows no order of play. Each row is taken as laid from near's left to right, as the rules' pictures
have it; sacrifices, called pyramids and stack moves that do not show are not known; all of that is said. The
stack and the pieces are read together as at set-up (``arbiter.games.initiative.setup.reading``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arbiter.events.ledger import Ledger, Ply, judge
from arbiter.games.initiative.setup.reading import BEGUN_SHARE, SURE, SetupReading, read_setup
from arbiter.kit.photo import Shown
from arbiter.words.describe import options, stack_words
from arbiter.words.sentences import told_line
from arbiter.words.wording import Wording
from engine.game import MoveError, Seat
from engine.initiative.game import GAME
from engine.initiative.model import Play, Rules, Setup
from engine.pieces import Colour, Piece
from vision.observation import UnitObservation
from vision.track.summing import sum_unit

IN_ROW, UNEVEN = "in the row already", "pyramids instead of"
"""What `read_setup` says of a round that is under way."""


@dataclass(frozen=True)
class Position:
    """What a photograph shows: the set-up that the pieces make together, both rows in order, the ledgers
    that may have led there, best first, and what is wrong or not sure, a sentence each.
    """

    setup: Setup | None
    rows: dict[Seat, tuple[Piece, ...]]
    ledgers: tuple[Ledger, ...]
    problems: tuple[str, ...]
    doubts: tuple[str, ...]

    @property
    def illegal(self) -> bool:
        """Whether every way that the rows can have come about breaks a rule."""
        plies = [ply for ledger in self.ledgers for ply in ledger.plies]
        return any(not ply.verdict.legal for ply in plies)


def read_position(units: Sequence[UnitObservation], palette: tuple[Colour, ...], rules: Rules) -> Position:
    """The position in one picture, units in the table frame (mm)."""
    summed = [sum_unit((unit,), palette) for unit in units]
    reading = read_setup(summed, palette)
    problems = tuple(text for text in reading.problems if IN_ROW not in text)
    setup = reading.setup
    if setup is None:
        return Position(None, {}, (), problems, tuple(_doubts(reading)))
    rows = {seat: _row(reading, seat) for seat in Seat}
    begun = any(rows.values())
    ledgers = tuple(_histories(setup, rows, rules)) if begun else (Ledger(setup, rules, game=GAME),)
    doubts = [*_doubts(reading), *(_unknown() if begun else ())]
    if begun:  # pieces hidden behind others, or under them, are no fault of the players
        doubts += [text for text in problems if UNEVEN in text]
        problems = tuple(text for text in problems if UNEVEN not in text)
    if begun and not ledgers:
        problems = (
            *problems,
            "no order of the plays in the rows fits the pieces: one of them may be misread",
        )
    elif len({ledger.state.to_move for ledger in ledgers}) > 1:
        doubts.append("who led first cannot be told, and it matters: both are given")
    return Position(setup, rows, ledgers, problems, tuple(doubts))


def _row(reading: SetupReading, seat: Seat) -> tuple[Piece, ...]:
    """The pieces in a seat's row, from near's left to right."""
    assert reading.setup is not None
    units = reading.units[seat]
    deepest = max((abs(unit.y_mm) for unit in units), default=0.0)
    standing = zip(units, reading.setup.inventory(seat), strict=True)
    row = [(unit.x_mm, piece) for unit, piece in standing if abs(unit.y_mm) < BEGUN_SHARE * deepest]
    return tuple(piece for _, piece in sorted(row, key=lambda pair: pair[0]))


def _histories(setup: Setup, rows: dict[Seat, tuple[Piece, ...]], rules: Rules) -> Iterator[Ledger]:
    """The rounds that end with these rows, for either leader, all-legal ones first."""
    found = [ledger for leader in Seat if (ledger := _played(setup, rows, rules, leader)) is not None]
    faults = [sum(not ply.verdict.legal for ply in ledger.plies) for ledger in found]
    least = min(faults, default=0)
    return (ledger for ledger, count in zip(found, faults, strict=True) if count == least)


def _played(setup: Setup, rows: dict[Seat, tuple[Piece, ...]], rules: Rules, leader: Seat) -> Ledger | None:
    """The rows played out in turn; ``None`` when the turns do not use them up."""
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


def _doubts(reading: SetupReading) -> Iterator[str]:
    for seat, index, shares in reading.doubts:
        likely = " or ".join(f"{piece} ({share:.0%})" for piece, share in shares if share > 0.02)
        yield f"pyramid {index + 1} from the left on {seat.value}'s side: {likely}"
    if reading.stack is not None and reading.stack.probability < SURE:
        yield f"the order of the stack ({reading.stack.probability:.0%} sure)"


def _unknown() -> Iterator[str]:
    """What no picture tells of a round that is under way."""
    yield "the rows are taken as laid from near's left to right, the stack as it was from the start"
    yield "sacrifices under a pyramid of the same size or larger, and what was called, cannot be seen"


def shown(position: Position) -> Shown:
    """The position as every game's photograph is shown."""
    lines = tuple(_lines(position))
    return Shown(GAME, problems=position.problems, lines=lines, illegal=position.illegal)


def position_lines(position: Position, words: Wording) -> list[str]:
    """The position for a terminal."""
    return [told_line(line, words) for line in _lines(position)]


def _lines(position: Position) -> list[str]:
    lines = [f"problem: {text}" for text in position.problems]
    setup = position.setup
    if setup is not None:
        for seat in Seat:
            row = position.rows[seat]
            left = list(setup.inventory(seat))
            for piece in row:
                left.remove(piece)
            lines.append(f"{seat.value:<4} inventory: {', '.join(map(str, sorted(left))) or 'nothing'}")
            if row:
                lines.append(f"     row: {', '.join(map(str, row))}")
        lines.append(f"stack from the top: {stack_words(setup.stack)}")
    for ledger in position.ledgers[:2]:
        lines += _standing(ledger, bool(ledger.plies))
    lines += [f"not sure: {text}" for text in position.doubts]
    return lines


def _standing(ledger: Ledger, begun: bool) -> list[str]:
    state = ledger.state
    if not begun:
        good = "a legal set-up: either player may lead"
        return [good, f"legal: {', '.join(dict.fromkeys(option['text'] for option in options(state)))}"]
    lines = [f"if {ledger.plies[0].play.seat.value} led:"]
    for number, ply in enumerate(ledger.plies, 1):
        if not ply.verdict.legal:
            what = f"{ply.play.seat.value} {ply.play.piece}"
            why = f"{ply.verdict.reason} [{ply.verdict.reading}]"
            lines.append(f"  illegal: play {number}, {what}: {why}")
    if state.outcome is not None:
        return [*lines, f"  over: {state.outcome.reason} [{state.outcome.reading}]"]
    assert state.to_move is not None
    does = "leads" if state.attack is None else f"must parry the {state.attack.piece}"
    legal = ", ".join(dict.fromkeys(option["text"] for option in options(state)))
    return [
        *lines,
        f"  {state.to_move.value} {does}; {state.leader} has the initiative [I2]",
        f"  legal: {legal or 'nothing'}",
    ]
