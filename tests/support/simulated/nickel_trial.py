"""A noisy random game of Nickel, scored by an operator who knows the truth: right, asked, unread or wrong.

Players make slips (taken back, or left standing), take legal moves back, knock pyramids over and push the
board.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from arbiter.events.types import MoveSeen, Notice, Question, SessionEvent
from arbiter.games.nickel.setup import NickelTable
from arbiter.table.session import TableSession
from engine.game import MoveError, Seat
from engine.nickel.model import SQUARES, Place, Pyramid, Rules
from engine.nickel.state import State
from engine.pieces import PALETTES, Colour
from tests.support.simulated.nickel_sim import NickelSim, board
from tests.support.simulated.table_sim import CLEAN, Noise
from vision.observation import TableObservation

P_SLIP, P_BACK, P_FALL, P_PUSH = 0.15, 0.1, 0.05, 0.04


@dataclass
class NickelTrial:
    """Runs one game; ``counts`` has the outcomes of the actions, ``log`` the events."""

    seed: int
    noise: Noise = CLEAN
    tokens: dict[Seat, Colour] = field(default_factory=dict)
    pause: float = 2.5
    counts: Counter[str] = field(default_factory=Counter)
    log: list[SessionEvent] = field(default_factory=list)

    def __post_init__(self) -> None:
        setup = board(self.seed)
        self.rng = random.Random(1000 + self.seed)
        resting = self.seed % 4 == 3
        self.sim = NickelSim(setup, self.seed, self.noise, tokens=dict(self.tokens), rest_hand=resting)
        self.session = TableSession(NickelTable(Rules(), PALETTES["rainbow"], self.tokens))
        self.state = State.start(setup, Rules(), self.rng.choice(list(Seat)))
        self.truth: list[Place] = []

    def feed(self, frames: Iterable[TableObservation]) -> list[SessionEvent]:
        """Observe frames."""
        events = [event for frame in frames for event in self.session.observe(frame)]
        self.log += events
        return events

    def run(self, most: int = 30) -> NickelTrial:
        """Play the whole game or a number of actions; stop when something is silently wrong."""
        if not self._set_up():
            return self
        for _ in range(most):
            if self.state.outcome is not None or not self._act():
                break
        self.counts["finished"] += self.state.outcome is not None
        self.counts["told the end"] += self.session.snapshot().match_over
        return self

    def _set_up(self) -> bool:
        """Wait until the set-up is read; answer questions about pyramids with the truth."""
        for _ in range(40):
            self.feed(self.sim.still(1.0))
            snapshot = self.session.snapshot()
            if snapshot.phase == "play":
                assert snapshot.state is not None
                right = snapshot.state.setup == self.sim.setup
                self.counts["set-up right" if right else "set-up wrong"] += 1
                return right
            if snapshot.question is not None:
                self.counts["set-up asked"] += 1
                self._answer_piece(snapshot.question)
        self.counts["set-up unread"] += 1
        return False

    def _answer_piece(self, question: Question) -> None:
        square = next(name for name in SQUARES if f" {name}" in question.text)
        cell = str(self.sim.setup.board[SQUARES.index(square)])
        option = question.options.index(cell) if cell in question.options else len(question.options) - 1
        self.log += self.session.answer(question.id, option)

    # ----- what happens at the table

    def _act(self) -> bool:
        chance = self.rng.random()
        slips = [m for m, error in self.state.plausible_illegal_moves() if error.code in self._slips()]
        if chance < P_SLIP and slips:
            return self._slip(self.rng.choice(slips))
        move = self.rng.choice(self.state.legal_moves())
        if not self._play(move, True):
            return False
        if P_SLIP <= chance < P_SLIP + P_BACK and self.state.outcome is None:
            return self._back(move)
        if chance > 1 - P_FALL:
            up = [n for n, cell in zip(SQUARES, self.state.board, strict=True) if isinstance(cell, Pyramid)]
            self._undisturbed(self.sim.knock_over(self.rng.choice(up), 5.0))
        elif chance > 1 - P_FALL - P_PUSH:
            self._undisturbed(self.sim.push_board(self.rng.uniform(-8, 8), self.rng.uniform(-8, 8)))
        return self._compare("nothing", None)

    def _slips(self) -> set[str]:
        """Slips; with stones the camera cannot tell who placed one out of turn."""
        return {"no_match", "not_on_edge", *(["out_of_turn"] if self.tokens and self.state.mover else [])}

    def _undisturbed(self, frames: Iterable[TableObservation]) -> None:
        told = [event for event in self.feed(frames) if isinstance(event, MoveSeen)]
        self.counts["false moves"] += len(told)
        self.counts["disturbances"] += 1

    def _play(self, move: Place, legal: bool) -> bool:
        self.truth.append(move)
        before = self.state
        events = self.feed(self.sim.place(move.seat, move.square, self.pause))
        self.state = before.force(move).state
        told = [event for event in events if isinstance(event, MoveSeen)]
        self.counts["false alarms"] += sum(not event.legal for event in told) if legal else 0
        if not legal:
            self.counts["slips"] += 1
            caught = any(not event.legal and event.text == move.square for event in told)
            self.counts["slips told at once"] += caught
        return self._compare("move", move)

    def _slip(self, move: Place) -> bool:
        before = self.state
        if not self._play(move, False):
            return False
        if self.rng.random() < 0.6 or self.state.outcome is not None:
            self.state = before
            self.truth.pop()
            self.feed(self.sim.back(move.square, self.pause))
            return self._compare("take-back", None)
        return True

    def _back(self, move: Place) -> bool:
        self.truth.pop()
        self.state = State.replay(self.sim.setup, Rules(), self._leader(), self.truth)
        self.feed(self.sim.back(move.square, self.pause))
        return self._compare("take-back", None)

    def _leader(self) -> Seat | None:
        return self.state.history[0].seat if self.state.history else None

    # ----- what the session makes of it

    def _plays(self) -> list[Place]:
        ledger = self.session.ledger
        assert ledger is not None
        waiting = [] if ledger.waiting is None else [ledger.waiting.play]
        return [*(ply.play for ply in ledger.plies), *waiting]

    def _compare(self, kind: str, move: Place | None) -> bool:
        """Score the last action, help if it was not read; return whether the session is on track."""
        for wait in (0.0, 3.0):
            if wait and self.session.snapshot().question is None:
                self.feed(self.sim.still(wait))
            if self._plays() == self.truth:
                self.counts[f"{kind} right"] += 1
                return True
        have = self._plays()
        unread = have == self.truth[:-1] if move is not None else have[:-1] == self.truth
        question = self.session.snapshot().question
        if not unread:
            self.counts["silently wrong"] += 1
            return False
        self.counts[f"{kind} asked" if question is not None else f"{kind} unread"] += 1
        return self._help(move)

    def _help(self, move: Place | None) -> bool:
        """Answer with the truth, or type it."""
        play = self.session._play
        assert play is not None
        if play.asked is not None:
            plays = [[ply.play for ply in each.ledger.plies] for each in play.asked.readings]
            waits = [each.ledger.waiting for each in play.asked.readings]
            whole = [p + ([w.play] if w else []) for p, w in zip(plays, waits, strict=True)]
            option = whole.index(self.truth) if self.truth in whole else len(whole)
            self.log += self.session.answer(play.asked.event.id, option)
        try:
            if self._plays() != self.truth and move is None:
                self.log += self.session.take_back()
            elif self._plays() != self.truth and move is not None:
                self.log += self.session.enter(f"{move.seat}: {move.square}")
        except MoveError:
            self.counts["stuck"] += 1
        return self._plays() == self.truth


def notices(events: Iterable[SessionEvent]) -> list[str]:
    """The texts of all notices."""
    return [event.text for event in events if isinstance(event, Notice)]
