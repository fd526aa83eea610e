"""The book of a round: ledger and layout, the events that each play causes, and the stack checked against
them.

A sacrifice lets the stack move. Such a play is booked with shift 0 and stays open until the stack has moved
or the next play is made. Where a virtual play or the end of the round depends on it, it is closed after
``SETTLE_S``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any

from arbiter.events.ledger import Ledger, Ply, Verdict, judge
from arbiter.events.reports import illegal_stood, move_amended, move_seen, took_back
from arbiter.events.types import Correction, SessionEvent, SetupSeen, StackMismatch, StackRestored
from arbiter.games.initiative.round.candidates import Candidate, gone_pieces
from arbiter.games.initiative.round.inference import Explanation
from arbiter.games.initiative.round.stack_watch import (
    MISMATCH_S,
    MOVE_S,
    SURE_ORDER,
    Glimpsed,
    Order,
    StackWatch,
    priors,
    read_order,
    shifted_orders,
    shown_order,
)
from arbiter.games.initiative.scene import Scene, compare
from arbiter.games.initiative.setup.reading import StackReading
from arbiter.table.layout import Layout, Spot, Zone
from arbiter.table.scoring import Reader
from arbiter.table.window import Window
from engine.game import plain
from engine.initiative.model import Play
from engine.notation import format_piece
from vision.track.summing import Unit

SETTLE_S = 4.0
"""Seconds of still table after which an untouched stack counts as left alone, if the game waits for that."""
LIKELY_ORDER = 0.6
"""Least probability of a stack order when the next play has been made: the open shift must be closed now."""


@dataclass
class RoundBook:
    """Ledger, layout and stack of a round; the methods return the events they cause."""

    ledger: Ledger
    layout: Layout
    reader: Reader
    round: int
    over: bool = False
    watch: StackWatch = field(default_factory=StackWatch)
    now: float = 0.0
    frame: int = -1
    before_frame: int = -1
    stack_away: bool = False
    """Whether the stack was missing when last looked for: somebody is holding it."""
    glimpsed: Glimpsed | None = None
    """The stack as glimpses have shown it since the table last looked as expected."""
    stack_seen_s: float = -math.inf
    """When the stack was last seen at rest."""

    def common(self) -> dict[str, Any]:
        """The fields that all events of a round share."""
        return {"time_s": self.now, "round": self.round}

    # ----- the initiative stack

    def check_stack(self, scene: Scene, window: Window) -> list[SessionEvent]:
        self.stack_away = scene.stack is None
        if scene.stack is None:
            return []
        self.layout = replace(self.layout, stack_xy=(scene.stack.x_mm, scene.stack.y_mm))
        self.stack_seen_s = window.last_s
        expected, orders = self._expected()
        reading = read_order(scene.stack, self.reader.palette, priors(expected, orders))
        if reading is None or reading.probability < SURE_ORDER:
            return []
        return self._saw_order(scene, reading, window.first_s)

    def _saw_glimpse(self, scene: Scene, time_s: float) -> None:
        """Remembers the order of a stack that a glimpse shows whole."""
        order = shown_order(scene.stack, self.ledger.state_if_stood.stack, self.reader.palette)
        if order is not None:
            self.glimpsed = (self.glimpsed or Glimpsed(order, time_s, time_s)).again(order, time_s)

    @property
    def _glimpsed_since(self) -> Glimpsed | None:
        """What glimpses have shown since the stack was last seen at rest."""
        return self.glimpsed if self.glimpsed and self.glimpsed.until_s > self.stack_seen_s else None

    def _saw_order(self, scene: Scene, reading: StackReading, since: float) -> list[SessionEvent]:
        expected, orders = self._expected()
        order = reading.order
        reported = self.watch.reported
        self.watch = self.watch.saw(order, since)
        if order == expected:
            self.watch = replace(self.watch, reported=None)
            words = tuple(colour.value for colour in order)
            return [StackRestored(**self.common(), stack=words)] if reported else []
        held = self.watch.held(self.now)
        if self._moved_for_next(scene):
            return []
        self.watch = replace(self.watch, for_last_play=True)
        if order in orders and held >= MOVE_S:
            return self._amend_shift(orders[order])
        if held < MISMATCH_S or order == reported or self._behind:
            return []
        self.watch = replace(self.watch, reported=order)
        return [
            StackMismatch(
                **self.common(),
                expected=tuple(colour.value for colour in expected),
                seen=tuple(colour.value for colour in order),
                confidence=reading.probability,
            )
        ]

    @property
    def _behind(self) -> bool:
        """Whether unread plays may have been made; if so, nothing is claimed about the stack."""
        return False

    def stack_comes_first(self, scene: Scene) -> bool:
        """Whether the stack seems to have been moved for the last play and is still to be read."""
        expected, orders = self._expected()
        order = self.watch.order
        if order == expected or order not in orders or self.watch.held(self.now) >= MOVE_S:
            return False
        return not self._moved_for_next(scene)

    def _moved_for_next(self, scene: Scene) -> bool:
        """Whether the stack may have been moved for a sacrifice that is on the table but not yet read."""
        stack, rules = self.ledger.state_if_stood.stack, self.ledger.rules
        return any(
            self.watch.order != stack and self.watch.order in shifted_orders(stack, play, rules)
            for seat, pieces in gone_pieces(scene).items()
            for play in (Play(seat, *pair) for pair in permutations(pieces.elements(), 2))
        )

    def _expected(self) -> tuple[Order, dict[Order, int]]:
        """The order that the rules expect now, and the orders that an open sacrifice still allows."""
        ply = self.ledger.last
        if ply is None or not ply.open_shift:
            return self.ledger.state_if_stood.stack, {}
        before = self.ledger.take_back().state
        return self.ledger.state_if_stood.stack, self._orders(before.stack, ply.play)

    def _amend_shift(self, shift: int) -> list[SessionEvent]:
        last, number = self.ledger.last, self.ledger.last_number
        assert last is not None
        play = replace(last.play, shift=shift)
        verdict = judge(self.ledger.take_back().state, play) or last.verdict
        self.ledger = self.ledger.replace_last(Ply(play, verdict, True))
        self.watch = self.watch.saw(self.ledger.state_if_stood.stack, self.now)
        if self.watch.reported is not None:
            self.watch = replace(self.watch, reported=self.watch.order)
        event = move_amended(self.ledger, number, last.play, "shift", **self.common())
        layout = {"layout": self.layout.to_json()}
        event = replace(event, observation=layout, frames=(self.before_frame, self.frame))
        return [event, *self.follow_up(None)]

    def _settle(self) -> list[SessionEvent]:
        """Closes an open shift; reports it if the stack was never moved."""
        last, number = self.ledger.last, self.ledger.last_number
        if last is None or not last.open_shift:
            return []
        state = self.ledger.take_back().state
        verdict = judge(state, last.play) or last.verdict
        changed = verdict.legal != last.verdict.legal
        closed = Ply(last.play, last.verdict if changed else verdict)
        virtual = self.ledger.plies[number:]
        self.ledger = self.ledger.replace_last(closed)
        self.ledger = replace(self.ledger, plies=(*self.ledger.plies, *virtual))
        if last.play.shift:
            return []
        event = move_amended(self.ledger, number, last.play, "nothing", **self.common())
        if changed:
            event = replace(event, legal=False, reading=verdict.reading, reason=verdict.reason)
        return [event]

    def settle_if_it_matters(self) -> list[SessionEvent]:
        """Settles the stack if a player with an empty inventory, or the end of the round, waits for it."""
        last = self.ledger.last
        if last is None or not last.open_shift or self.ledger.waiting is not None:
            return []
        state = self.ledger.state
        mover = state.to_move
        held_up = state.outcome is not None or (mover is not None and not state.inventories[mover])
        return [*self._settle(), *self.follow_up(None)] if held_up else []

    # ----- after a play

    def follow_up(self, scene: Scene | None) -> list[SessionEvent]:
        """What follows a play without another touch: the stack's shift, virtual plays, the end."""
        events: list[SessionEvent] = []
        if scene is not None and scene.stack is not None and self.ledger.last is not None:
            events += self._stack_moved_already(scene)
        events += self._virtual_plays()
        self.end_if_over()
        return events

    def _stack_moved_already(self, scene: Scene, least: float = SURE_ORDER) -> list[SessionEvent]:
        """Books the shift of a stack that moved before its play was read, if at least ``least`` probable."""
        expected, orders = self._expected()
        assert scene.stack is not None
        reading = read_order(scene.stack, self.reader.palette, priors(expected, orders))
        if reading is None or reading.probability < least or reading.order == expected:
            return []
        return self._amend_shift(orders[reading.order]) if reading.order in orders else []

    def _stack_was_moved(self) -> list[SessionEvent]:
        """Books the shift of a stack that is out of sight now but was last seen moved for the last play, too
        briefly to be reported."""
        expected, orders = self._expected()
        order = self.watch.order
        if order is None or not self.watch.for_last_play or order == expected or order not in orders:
            return []
        return self._amend_shift(orders[order])

    def _virtual_plays(self) -> list[SessionEvent]:
        """Forced virtual plays (I7), made as soon as they are due because there is no choice."""
        events: list[SessionEvent] = []
        while self.ledger.waiting is None and self.ledger.state.outcome is None:
            last = self.ledger.last
            moves = self.ledger.state.legal_moves()
            if len(moves) != 1 or not moves[0].virtual or (last is not None and last.open_shift):
                break
            self.ledger = self.ledger.add(Ply(moves[0]))
            number = len(self.ledger.plies)
            events.append(move_seen(self.ledger, number, **self.common(), confidence=1.0))
        return events

    def end_if_over(self) -> None:
        """Marks the round as over; the session reports it with the totals."""
        outcome = self.ledger.state.outcome
        last = self.ledger.last
        open_ = last is not None and last.open_shift and outcome is not None
        undecided = open_ and (self.stack_away or outcome.reading == "I3")
        if outcome is not None and self.ledger.waiting is None and not undecided:
            self.over = True

    def opens(self, play: Play) -> bool:
        """Whether the stack may be moved for this play."""
        return play.sacrifice is not None and self.ledger.rules.sacrifice

    def stand_or_settle(self, stands: bool, scene: Scene | None = None) -> list[SessionEvent]:
        """Before the next play: closes an open shift by what the stack in ``scene`` looks most like, and lets
        a waiting illegal play stand."""
        events: list[SessionEvent] = []
        if scene is not None and scene.stack is not None and not two_gone(scene):
            events = self._stack_moved_already(scene, LIKELY_ORDER)
        elif scene is None or scene.stack is None:
            events = self._stack_was_moved()
        events += self._settle()
        if stands and self.ledger.waiting is not None:
            self.ledger = self.ledger.stand()
            events.append(illegal_stood(self.ledger, **self.common()))
        return events

    def book_take_back(self, seen: Mapping[str, Any]) -> SessionEvent:
        """Books the last play as taken back."""
        ply, number = self.ledger.last, self.ledger.last_number
        assert ply is not None
        self.ledger = self.ledger.take_back()
        return took_back(self.ledger, number, ply, **{**self.common(), **seen})

    def catch_up(self, plays: Sequence[Play], time_s: float, seen: Mapping[str, Any]) -> list[SessionEvent]:
        """Books plays that the layout already contains because they were made before the set-up was read."""
        self.now, (self.before_frame, self.frame) = time_s, seen["frames"]
        seen = {"observation": {"layout": self.layout.to_json()}, "confidence": 1.0, **seen}
        events = [event for play in plays for event in self.play(play, seen)]
        self.end_if_over()
        return events

    def play(
        self, play: Play, seen: Mapping[str, Any], scene: Scene | None = None, last: bool = True
    ) -> list[SessionEvent]:
        """Books a play; if the stack was already moved for it, the shift is read from ``scene`` or, unless it
        is the ``last`` of several, rather from what was glimpsed before."""
        events: list[SessionEvent] = []
        if self.ledger.waiting is not None:
            events += self.stand_or_settle(True)
        if self.ledger.state.outcome is not None:
            return events
        play = replace(play, shift=self._shift_shown(play, scene, last))
        verdict = self._verdict(play)
        if verdict is None:
            return events
        self.ledger = self.ledger.add(Ply(play, verdict, self.opens(play)))
        number = len(self.ledger.plies) + (self.ledger.waiting is not None)
        return [*events, move_seen(self.ledger, number, **self.common(), **seen)]

    def _shift_shown(self, play: Play, scene: Scene | None, last: bool) -> int:
        """How far the stack has moved for a play that is only now being read; 0 if unknown."""
        if scene is None or play.shift or not self.opens(play):
            return play.shift
        stack, glimpsed = self.ledger.state.stack, self._glimpsed_since if last else self.glimpsed
        orders = self._orders(stack, play)
        if glimpsed is not None and glimpsed.lasted_s >= MOVE_S and not (last and scene.stack):
            return orders.get(glimpsed.order, 0)
        if scene.stack is None:
            return 0
        reading = read_order(scene.stack, self.reader.palette, priors(stack, orders))
        if reading is None or reading.probability < SURE_ORDER:
            return 0
        return orders.get(reading.order, 0)

    def _orders(self, before: Order, play: Play) -> dict[Order, int]:
        """The orders that a sacrifice may lead to, from the right stack or a wrong one on the table."""
        orders = shifted_orders(before, play, self.ledger.rules)
        if self.watch.reported is not None:
            wrong, able = shifted_orders(self.watch.reported, play, self.ledger.rules), {*orders.values()}
            orders |= {o: shift for o, shift in wrong.items() if shift in able - {0} and o not in orders}
        return orders

    def _verdict(self, play: Play) -> Verdict | None:
        """The verdict on a play whose shift has not been read: legal if any shift makes it legal."""
        state = self.ledger.state
        first = judge(state, play)
        if first is None or first.legal or play.sacrifice is None:
            return first
        shifts = shifted_orders(state.stack, play, self.ledger.rules).values()
        others = [judge(state, replace(play, shift=shift)) for shift in shifts]
        return next((verdict for verdict in others if verdict is not None and verdict.legal), first)

    def _amends(self, candidate: Candidate) -> bool:
        last = self.ledger.last
        return last is not None and candidate.plays[0][0].piece == last.play.piece

    def amend_play(self, candidate: Candidate, seen: Mapping[str, Any]) -> list[SessionEvent]:
        """The same piece, with the call or the sacrifice changed."""
        last, number = self.ledger.last, self.ledger.last_number
        assert last is not None
        play, verdict = candidate.plays[0]
        changed = "call" if play.call != last.play.call else "sacrifice"
        self.ledger = self.ledger.replace_last(Ply(play, verdict, self.opens(play)))
        event = move_amended(self.ledger, number, last.play, changed, **{**self.common(), **seen})
        self.end_if_over()
        return [replace(event, settled=not self.opens(play))]

    # ----- making a reading true

    def _put_right(self, best: Explanation) -> list[SessionEvent]:
        """Corrects the earlier misreading that an explanation assumes, because people confirmed it."""
        past = best.earlier
        if past is None:
            return []
        if past.back:
            seen = {"frames": (self.before_frame, self.frame)}
            events: list[SessionEvent] = [self.book_take_back(seen) for _ in range(past.back)]
        elif past.misread is not None and past.piece is not None:
            (seat, was), now = past.misread, past.piece
            text = f"{seat.value}.{format_piece(was)}={format_piece(now)}"
            events = [Correction(**self.common(), op="set", text=text, seat=seat.value)]
        else:
            common = self.common()
            events = [Correction(**common, op="replace", ply=past.ply, text=past.text, was=past.was)]
        self.ledger, self.layout = past.ledger, past.layout
        return events

    def _correct(self, candidate: Candidate) -> SetupSeen:
        """A piece had been misread: the round continues from the corrected set-up."""
        assert candidate.setup is not None
        self.ledger = replace(self.ledger, setup=candidate.setup)
        layout = self.layout.to_json()
        return SetupSeen(**self.common(), setup=plain(candidate.setup), layout=layout, corrected=True)

    def _numbers(self, candidate: Candidate) -> list[int]:
        """The ply numbers that the plays of a candidate will have."""
        count = len(self.ledger.plies) + (1 if candidate.stands else 0)
        if candidate.take_back:
            count = self.ledger.last_number - 1
        return [count + 1 + i for i in range(len(candidate.plays))]

    # ----- what does not belong to the game

    def _lose(self, spots: Iterable[Spot]) -> None:
        """Marks spots as lost: they are empty, and that need not be reported again."""
        for spot in spots:
            self.layout = self.layout.changing(replace(spot, lost=True))

    def overlook(self, window: Window) -> None:
        """Sets aside what lies beside a complete set-up: dice, doubtful readings."""
        self._set_aside(compare(window, self.layout, self.reader).appeared)

    def _set_aside(self, units: Iterable[Unit]) -> None:
        strays = [Spot(0, Zone.OTHER, None, u.x_mm, u.y_mm, (), u.bbox_px) for u in units]
        self.layout = self.layout.adding(*strays)


def two_gone(scene: Scene) -> bool:
    """Whether a player has put down two pyramids, in which case the stack may have moved for those."""
    return any(pieces.total() > 1 for pieces in gone_pieces(scene).values())
