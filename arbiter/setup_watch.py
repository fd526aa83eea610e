"""Waiting for a table that is set up: reads it, says what is wrong, asks about doubtful pieces.

A set-up without problems or doubts is accepted after ``SETUP_S`` of still table; problems are told after
``TELL_S`` and a doubtful
piece is asked about after ``DOUBT_S``, each once as long as it stays the same.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from arbiter import reports
from arbiter.events import Answer, Question, QuestionWithdrawn, SessionEvent, SetupSeen
from arbiter.evidence import Reader, Unit
from arbiter.layout import Layout, Spot, Zone, Zones
from arbiter.ledger import Ledger
from arbiter.scene import look
from arbiter.setup_reading import STACK_UNSURE, SURE, SetupReading, read_setup
from arbiter.tracker import Window
from engine.game import Seat, plain
from engine.initiative import Rules, Setup
from engine.pieces import Colour, Piece

SETUP_S = 0.8
SETUP_FRAMES = 6
TELL_S = 4.0
DOUBT_S = 2.5
READ_EVERY = 3


@dataclass
class SetupWatch:
    """Watches the table until it is set up; ``expected`` is the set-up of a later round, which must be
    matched."""

    reader: Reader
    rules: Rules
    round: int = 1
    expected: Setup | None = None
    leader: Seat | None = None
    next_question: int = 1
    started: tuple[Ledger, Layout] | None = None
    asked: Question | None = None
    _pieces: tuple[Piece, ...] = ()
    _place: tuple[float, float] = (0.0, 0.0)
    _pins: dict[tuple[float, float], Piece] = field(default_factory=dict)
    _told: tuple[str, ...] = ()
    _declined: set[tuple[int, int]] = field(default_factory=set)
    _orders: tuple[tuple[Colour, ...], ...] = ()
    _stack_order: tuple[Colour, ...] = ()
    _stack_declined: bool = False

    def step(self, window: Window) -> list[SessionEvent]:
        """Looks at the table; ``started`` is set once the round can begin."""
        enough = window.frames >= SETUP_FRAMES and window.span_s >= SETUP_S
        if not enough or not window.sure or window.frames % READ_EVERY:
            return []
        units = [track.unit(self.reader.palette) for track in window.present()]
        reading = read_setup(units, self.reader.palette, self._pins, self._stack_order)
        if reading.problems == (STACK_UNSURE,) and self.expected is None and not self._stack_declined:
            ask = window.span_s >= DOUBT_S and not self._orders
            return self._ask_stack(reading, window) if ask else []
        problems = reading.problems or self._differences(reading)
        if problems:
            return self._withdraw(window) + self._tell(reading, problems, window)
        if reading.doubts and self.expected is None:
            return self._ask(reading, window) if window.span_s >= DOUBT_S else []
        return self._withdraw(window) + self._begin(reading, window)

    def _begin(self, reading: SetupReading, window: Window) -> list[SessionEvent]:
        assert reading.setup is not None and reading.stack_unit is not None
        setup = reading.setup
        layout = make_layout(reading)
        self.started = Ledger(setup, self.rules, self.leader), layout
        return [
            SetupSeen(time_s=window.last_s, round=self.round, setup=plain(setup), layout=layout.to_json())
        ]

    def _tell(self, reading: SetupReading, problems: tuple[str, ...], window: Window) -> list[SessionEvent]:
        quiet = self.expected is not None and not self._complete(reading)
        if window.span_s < TELL_S or problems == self._told or quiet:
            return []
        self._told = problems
        seen: dict[str, Any] = {} if reading.setup is None else plain(reading.setup)
        return [SetupSeen(time_s=window.last_s, round=self.round, setup=seen, problems=problems)]

    def _complete(self, reading: SetupReading) -> bool:
        """Whether as many pieces stand on both sides as the next round needs: until then players are
        tidying."""
        if self.expected is None or not reading.units:
            return True
        return all(len(reading.units[seat]) == len(self.expected.inventory(seat)) for seat in Seat)

    def _differences(self, reading: SetupReading) -> tuple[str, ...]:
        """What is not as the next round wants it (I11)."""
        if self.expected is None or reading.setup is None:
            return ()
        setup, wanted, problems = reading.setup, self.expected, []
        if setup.stack != wanted.stack:
            order = ", ".join(colour.value for colour in wanted.stack)
            problems.append(f"put the initiative stack back in its first order, from the top: {order}")
        if Counter(setup.near) != Counter(wanted.near) or Counter(setup.far) != Counter(wanted.far):
            same = Counter(setup.near) == Counter(wanted.far) and Counter(setup.far) == Counter(wanted.near)
            problems.append(
                "the inventories have not changed hands yet" if same else _piece_differences(setup, wanted)
            )
        return tuple(problems)

    # ----- doubtful pieces

    def _ask(self, reading: SetupReading, window: Window) -> list[SessionEvent]:
        seat, index, shares = reading.doubts[0]
        unit = reading.units[seat][index]
        if self.asked is not None and _close(self._place, unit):
            return []
        if (round(unit.x_mm / 20), round(unit.y_mm / 20)) in self._declined:
            return []
        events = self._withdraw(window)
        pieces, odds = reports.piece_options(shares)
        self._pieces, self._place = pieces, (unit.x_mm, unit.y_mm)
        self.asked = Question(
            time_s=window.last_s,
            id=self.next_question,
            text=f"What is the {_ordinal(index + 1)} pyramid from the left of {seat.value}'s inventory?",
            options=(*(str(piece) for piece in pieces), reports.NONE_OF_THESE),
            probabilities=(*odds, max(0.0, 1 - sum(odds))),
            boxes=(unit.bbox_px,),
            frame=window.last_frame,
            observation={"unit": reports.unit_facts(unit, self.reader)},
        )
        self.next_question += 1
        return [*events, self.asked]

    def _ask_stack(self, reading: SetupReading, window: Window) -> list[SessionEvent]:
        """Asks for the order of the initiative stack, once."""
        assert reading.stack is not None and reading.stack_unit is not None
        events = self._withdraw(window)
        self._orders = tuple(order for order, _ in reading.stack.ranked)
        odds = tuple(share for _, share in reading.stack.ranked)
        self.asked = Question(
            time_s=window.last_s,
            id=self.next_question,
            text="What is the order of the initiative stack, from the top?",
            options=(*(", ".join(order) for order in self._orders), reports.NONE_OF_THESE),
            probabilities=(*odds, max(0.0, 1 - sum(odds))),
            boxes=(reading.stack_unit.bbox_px,),
            frame=window.last_frame,
            observation={"unit": reports.unit_facts(reading.stack_unit, self.reader)},
        )
        self.next_question += 1
        return [*events, self.asked]

    def answer(self, option: int, time_s: float) -> list[SessionEvent]:
        """Takes the answer to the open question; ``ValueError`` when there is none or it lacks that
        option."""
        if self.asked is None:
            raise ValueError("no question is open")
        asked = self.asked
        if not 0 <= option < len(asked.options):
            raise ValueError(f"question {asked.id} has options 0 to {len(asked.options) - 1}")
        self.asked = None
        if self._orders:
            self._stack_declined = option >= len(self._orders)
            self._stack_order = () if self._stack_declined else self._orders[option]
            self._orders = ()
        elif option < len(self._pieces):
            self._pins[self._place] = self._pieces[option]
        else:
            self._declined.add((round(self._place[0] / 20), round(self._place[1] / 20)))
        return [Answer(time_s=time_s, id=asked.id, option=option, text=asked.options[option])]

    def _withdraw(self, window: Window) -> list[SessionEvent]:
        if self.asked is None:
            return []
        event, self.asked, self._orders = self.asked, None, ()
        return [QuestionWithdrawn(time_s=window.last_s, id=event.id)]


def make_layout(reading: SetupReading) -> Layout:
    """Spots and zones of a set-up that was read."""
    assert reading.setup is not None and reading.stack_unit is not None
    depths = {seat: [abs(unit.y_mm) for unit in units] for seat, units in reading.units.items()}
    home = reading.stack_unit
    layout = Layout(Zones.around(depths), (), (home.x_mm, home.y_mm))
    for seat, units in reading.units.items():
        for piece, unit in zip(reading.setup.inventory(seat), units, strict=True):
            spot = Spot(0, Zone.INVENTORY, seat, unit.x_mm, unit.y_mm, (piece,), unit.bbox_px)
            layout = layout.adding(replace(look(spot, unit), lost=False))
    return layout


def _piece_differences(setup: Setup, wanted: Setup) -> str:
    parts = []
    for seat in Seat:
        have, want = Counter(setup.inventory(seat)), Counter(wanted.inventory(seat))
        missing = ", ".join(str(piece) for piece in (want - have).elements())
        if missing:
            parts.append(f"{seat.value} lacks {missing}")
    return "the inventories are not those of the first round: " + "; ".join(parts)


def _close(place: tuple[float, float], unit: Unit) -> bool:
    return abs(place[0] - unit.x_mm) + abs(place[1] - unit.y_mm) < 15.0


def _ordinal(number: int) -> str:
    names = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
    return names[number - 1] if number <= len(names) else f"number {number}"


__all__ = ["SURE", "SetupWatch", "make_layout"]
