"""Games of Nickel and Logistics at people's pace (see ``support.brisk``).

A turn of Logistics takes several gestures: the pyramids of a sow in two visits of the hand, the capture in a
separate visit, with rests between them that do not end the turn.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from arbiter.games.logistics.card_grid import CardGrid
from arbiter.games.logistics.setup import LogisticsTable
from arbiter.games.nickel.setup import NickelTable
from arbiter.table.session import TableSession
from engine.game import Seat
from engine.logistics import cards
from engine.logistics.model import Decline, Layout, Move, Recall, Rules, Sow, Stop, Swap
from engine.logistics.notation import format_move
from engine.logistics.state import State as Logistics
from engine.nickel.model import Rules as NickelRules
from engine.nickel.state import State as Nickel
from engine.pieces import PALETTES, Colour
from tests.support.simulated.brisk import Brisk, Step
from tests.support.simulated.logistics_sim import PITCH, ROW_Y, LogisticsSim
from tests.support.simulated.logistics_trial import shows
from tests.support.simulated.nickel_sim import NickelSim, board
from vision.observation import TableObservation

GESTURES = 0.4
"""How often a sow from the stock takes two visits, or a capture comes in a separate visit."""
SOW_S = 0.9
"""How long a hand is over the table in one visit."""


@dataclass
class BriskNickel(Brisk):
    """One game; ``tokens`` as in ``NickelSim``."""

    tokens: dict[Seat, Colour] = field(default_factory=dict)

    def run(self, most: int = 12) -> BriskNickel:
        """So many legal turns at most."""
        rng, setup = random.Random(self.seed), board(self.seed)
        self.session: Any = TableSession(NickelTable(NickelRules(), PALETTES["rainbow"], self.tokens))
        sim = NickelSim(setup, self.seed, self.noise, fps=30, tokens=dict(self.tokens))
        self._feed(sim.still(3.0))
        state, acted = Nickel.start(setup, NickelRules(), rng.choice(list(Seat))), list[Step]()
        for _ in range(most):
            if state.outcome is not None:
                break
            slips = [
                move
                for move, error in state.plausible_illegal_moves()
                if error.code in ("no_match", "not_on_edge") and state.mover in (None, move.seat)
            ]
            if slips and rng.random() < self.slips:
                slip = rng.choice(slips)
                self._acted("illegal", slip.square, sim.place(slip.seat, slip.square, self.slip_s), acted)
                self._acted("take_back", slip.square, sim.back(slip.square, self.rest_s), acted)
            move = rng.choice(state.legal_moves())
            state = state.force(move).state
            self._acted("play", move.square, sim.place(move.seat, move.square, self.rest_s), acted)
        return self._ended(acted, sim.still(4.0))


@dataclass
class BriskLogistics(Brisk):
    """One game on three cards a side."""

    gestures: float = GESTURES

    def run(self, most: int = 12) -> BriskLogistics:
        """So many legal turns at most."""
        rng, rules = random.Random(self.seed), Rules(cards=3, trios=1)
        grid = CardGrid(3, 0.0, 0.0, PITCH, 2 * ROW_Y, 88.0)
        self.session: Any = TableSession(LogisticsTable(rules, grid=grid))
        full = Layout.standard(rules)
        self.table = LogisticsSim(seed=self.seed, noise=self.noise, fps=30.0, layout=full)
        self._feed(self.table.still(3.0))
        state, acted = Logistics.start(full, rules, Seat.NEAR), list[Step]()
        for _ in range(most):
            if state.outcome is not None:
                break
            slips = [move for move, _ in state.plausible_illegal_moves()]
            if slips and rng.random() < self.slips:
                slip, before = rng.choice(slips), state.layout
                wrong = state.force(slip).state.layout
                self._acted("illegal", format_move(slip), self._lay([wrong], self.slip_s), acted)
                self._acted("take_back", format_move(slip), self._lay([before], self.rest_s), acted)
            moves = random_turn(state, rng)
            steps = list(self._steps(state, moves, rng))
            for move in moves:
                state = state.apply(move).state
            texts = [format_move(move) for move in moves if not isinstance(move, Stop | Decline)]
            acted += [("play", text) for text in texts[:-1]]
            if texts:  # declining a power needs no hand
                self._acted("play", texts[-1], self._lay(steps, self.rest_s), acted, len(texts))
        return self._ended(acted, self.table.still(4.0))

    def told(self) -> list[Step]:
        """The plies reported, except those that need no hand."""
        return [step for step in super().told() if step[1] not in ("decline", "stop")]

    def _lay(self, layouts: Sequence[Layout], rest_s: float) -> Iterator[TableObservation]:
        """Lay the table after each visit of the hand in turn."""
        for number, layout in enumerate(layouts, 1):
            yield from self.table.hand(0.0, 0.0, SOW_S)
            self.table.lay(layout)
            yield from self.table.still(rest_s if number == len(layouts) else self.rest_s)

    def _steps(self, state: Logistics, moves: Sequence[Move], rng: random.Random) -> Iterator[Layout]:
        """The layouts after each visit."""
        sow = moves[0]
        if isinstance(sow, Sow):
            side = state.layout.side(sow.seat)
            if len(sow.pieces) > 1 and rng.random() < self.gestures:
                part = cards.sow(side, 0, sow.pieces[: rng.randrange(1, len(sow.pieces))])[0]
                yield state.layout.with_side(sow.seat, part)
            own = state.layout.with_side(sow.seat, cards.sow(side, sow.card, sow.pieces)[0])
            if own != state.apply(sow).state.layout and rng.random() < self.gestures:
                yield own
        acted = (at for at, move in enumerate(moves, 1) if not isinstance(move, Stop | Decline))
        shown = max(acted, default=0)
        for number, move in enumerate(moves, 1):
            state = state.apply(move).state
            if isinstance(move, Stop | Decline):
                continue
            if number == shown or rng.random() < self.gestures:
                yield state.layout


def random_turn(state: Logistics, rng: random.Random) -> list[Move]:
    """A turn of random legal moves, all visible except passes."""
    moves = list[Move]()
    while True:
        assert state.mover is not None
        if state.pending:
            uses = [use for use in state.legal_moves() if shows(state, use) and _told_apart(use)]
            move = rng.choice([*uses, Decline(state.mover)])
        else:
            side = state.layout.side(state.mover)
            own = cards.sowable_cards(side)
            most = min(state.rules.most_from_stock, len(side.stock))
            if own and (not most or rng.random() < 0.5):
                move = Sow(state.mover, rng.choice(own))
            elif most:
                move = Sow(state.mover, 0, tuple(rng.sample(side.stock, rng.randint(1, most))))
            else:
                move = Stop(state.mover)
        state = state.apply(move).state
        moves.append(move)
        if state.outcome is not None or not (state.pending or state.extra):
            break
    return moves


def _told_apart(move: Move) -> bool:
    """Whether the table distinguishes this use of a power from others: not for a swap, nor for pieces that
    came and went in one visit."""
    return not (isinstance(move, Swap) or (isinstance(move, Recall) and move.owner is move.seat))
