"""A noisy random draft, scored by an operator who knows the truth: right, asked, unread or wrong.

Players make slips (taken back, or left standing) and take legal actions back. Scoring is that of
``nickel_trial``; questions are answered with the truth.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from arbiter.events.types import MoveSeen, SessionEvent
from arbiter.games.initiative.draft.setup import DraftTable
from arbiter.table.session import TableSession
from engine.game import IllegalMove, MoveError, Seat
from engine.initiative.draft import Draft
from engine.initiative.draft_model import Draw, Move, Take
from engine.initiative.draft_notation import format_action
from engine.initiative.drafting import DRAFT
from engine.pieces import PALETTES
from tests.support.simulated.draft_sim import DraftSim, stack_of
from tests.support.simulated.table_sim import CLEAN, Noise
from vision.observation import TableObservation

P_SLIP, P_BACK, P_TAKE = 0.15, 0.1, 0.4


@dataclass
class DraftTrial:
    """Runs one draft; ``counts`` has the outcomes of the actions, ``log`` the events."""

    seed: int
    noise: Noise = CLEAN
    pause: float = 2.5
    counts: Counter[str] = field(default_factory=Counter)
    log: list[SessionEvent] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = random.Random(1000 + self.seed)
        self.sim = DraftSim(stack=stack_of(self.seed), seed=self.seed, noise=self.noise)
        self.session = TableSession(DraftTable(PALETTES["rainbow"]))
        self.leader = self.rng.choice(list(Seat))
        self.draft = DRAFT.start(self.sim.stack, None, self.leader)

    def feed(self, frames: Iterable[TableObservation]) -> list[SessionEvent]:
        """Observe frames."""
        events = [event for frame in frames for event in self.session.observe(frame)]
        self.log += events
        return events

    def run(self, most: int = 80) -> DraftTrial:
        """Play the whole draft or a number of actions; stop when something is silently wrong."""
        if not self._set_up():
            return self
        for _ in range(most):
            if self.draft.setup is not None or not self._act():
                break
        self.counts["finished"] += self.draft.setup is not None
        self.counts["told the end"] += self.session.snapshot().match_over
        return self

    def _set_up(self) -> bool:
        """Wait until the stack is read; answer questions about it with the truth."""
        for _ in range(20):
            self.feed(self.sim.still(1.0))
            ledger, question = self.session.ledger, self.session.snapshot().question
            if ledger is not None:
                right = ledger.setup == self.sim.stack
                self.counts["set-up right" if right else "set-up wrong"] += 1
                return right
            if question is not None:
                self.counts["set-up asked"] += 1
                stack = self.sim.stack
                words = f"{', '.join(colour.value for colour in stack.colours)} ({stack.size.word})"
                known = words in question.options
                option = question.options.index(words) if known else len(question.options) - 1
                self.log += self.session.answer(question.id, option)
        self.counts["set-up unread"] += 1
        return False

    # ----- what happens at the table

    def _act(self) -> bool:
        chance = self.rng.random()
        slips = list(self._slips()) if chance < P_SLIP and self.draft.mover else []
        if slips:
            return self._slip(self.rng.choice(slips))
        before, move = self.draft, self._legal()
        if not self._play(move, True):
            return False
        if P_SLIP <= chance < P_SLIP + P_BACK and self.draft.setup is None:
            return self._back(move, before)
        return True

    def _legal(self) -> Move:
        moves = [move for move in self.draft.legal_moves() if move.seat is self._turn()]
        takes = [move for move in moves if isinstance(move, Take)]
        draws = [move for move in moves if isinstance(move, Draw)]
        return self.rng.choice(takes if takes and (not draws or self.rng.random() < P_TAKE) else draws)

    def _turn(self) -> Seat:
        return self.draft.mover or self.leader

    def _slips(self) -> Iterator[Move]:
        """Slips that a camera can see: it cannot tell whose hand draws."""
        for marker, row in enumerate(self.draft.rows, start=1):
            moves: list[Move] = [Take(seat, marker) for seat in Seat if row]
            moves += [Take(self._turn(), marker, row[:1])] if len(row) == 2 and row[0] != row[1] else []
            moves += [Draw(self._turn(), piece, marker) for piece in self.draft.bag]
            for move in moves:
                try:
                    self.draft.check(move)
                except IllegalMove as error:
                    if len(row) < 3 and error.code != "past_ten":
                        yield move
                except MoveError:
                    continue

    def _play(self, move: Move, legal: bool) -> bool:
        events = self.feed(self.sim.act(move, self.pause))
        self.draft = self.draft.force(move).state
        told = [event for event in events if isinstance(event, MoveSeen)]
        self.counts["false alarms"] += sum(not event.legal for event in told) if legal else 0
        if not legal:
            self.counts["slips"] += 1
            same = (event.seat == move.seat.value and event.text == format_action(move) for event in told)
            caught = any(same) and not told[-1].legal
            self.counts["slips told at once"] += caught
        return self._compare("action" if legal else "slip", move)

    def _slip(self, move: Move) -> bool:
        before = self.draft
        if not self._play(move, False):
            return False
        if self.rng.random() < 0.6 or self.draft.setup is not None:
            return self._back(move, before)
        return True

    def _back(self, move: Move, before: Draft) -> bool:
        count = 1
        if isinstance(move, Take):
            count = len(move.keep or before.rows[move.marker - 1])
        self.draft = before
        self.feed(self.sim.undo(move, count, self.pause))
        return self._compare("take-back", None)

    # ----- what the session makes of it

    def _plays(self) -> tuple[Move, ...]:
        ledger = self.session.ledger
        assert ledger is not None
        history: tuple[Move, ...] = ledger.state_if_stood.history
        return history

    def _compare(self, kind: str, move: Move | None) -> bool:
        """Score the last action, help if it was not read; return whether the session is on track."""
        for wait in (0.0, 3.0):
            if wait and self.session.snapshot().question is None:
                self.feed(self.sim.still(wait))
            if self._plays() == self.draft.history:
                self.counts[f"{kind} right"] += 1
                return True
        have, truth = self._plays(), self.draft.history
        if have != truth[:-1] if move is not None else have[:-1] != truth:
            self.counts["silently wrong"] += 1
            return False
        asked = self.session.snapshot().question is not None
        self.counts[f"{kind} asked" if asked else f"{kind} unread"] += 1
        return self._help(move)

    def _help(self, move: Move | None) -> bool:
        """Answer with the truth, or type it."""
        play = self.session._play
        assert play is not None
        if play.asked is not None:
            plays = [each.ledger.state_if_stood.history for each in play.asked.readings]
            truth = self.draft.history
            option = plays.index(truth) if truth in plays else len(plays)
            self.log += self.session.answer(play.asked.event.id, option)
        try:
            if self._plays() != self.draft.history and move is None:
                self.log += self.session.take_back()
            elif self._plays() != self.draft.history and move is not None:
                self.log += self.session.enter(f"{move.seat}: {format_action(move)}")
        except MoveError:
            self.counts["stuck"] += 1
        return self._plays() == self.draft.history
