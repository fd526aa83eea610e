"""A game of Logistics read from rest to rest and scored by an operator who knows the truth."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from arbiter.events.ledger import Ledger
from arbiter.games.logistics.card_grid import CardGrid
from arbiter.games.logistics.look import card_contents
from arbiter.games.logistics.setup import ALL_THERE, CARDS_PLACE, EMPTY, LogisticsTable, whole_place
from arbiter.games.logistics.table import LogisticsModel
from arbiter.table.explanations import played, read_change
from arbiter.table.model import Seen
from arbiter.table.play import TablePlay
from arbiter.table.readings import Readings
from arbiter.table.scoring import Reader
from arbiter.table.sites import Looks
from arbiter.table.stack_scoring import visible
from engine.game import Seat
from engine.games import GAMES
from engine.logistics import cards
from engine.logistics.model import Decline, Layout, Move, Rules, Sow, Stop, Swap
from engine.logistics.state import State
from tests.support.simulated.logistics_sim import PITCH, ROW_Y, LogisticsSim
from tests.support.simulated.table_sim import Noise

SAID = {**{whole_place(seat): ALL_THERE for seat in Seat}, CARDS_PLACE: EMPTY}
"""Players confirm that both stocks are complete and the cards empty."""


@dataclass
class LogisticsTrial:
    """A ledger and a model that follow a simulated table; ``counts`` has the turns by outcome."""

    rules: Rules
    seed: int
    noise: Noise
    stock_in_view: bool = True
    setup: Layout | None = None
    leader: Seat | None = Seat.NEAR
    echo: float = 0.0
    pictures: tuple[str, ...] = ()
    fickle: float = 0.0
    blurred: tuple[str, ...] = ()
    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        setup = self.setup or Layout.standard(self.rules)
        self.ledger = Ledger(setup, self.rules, self.leader, game=GAMES["Logistics"])
        self.sim = LogisticsSim(
            seed=self.seed, noise=self.noise, layout=setup, stock_in_view=self.stock_in_view, echo=self.echo,
            pictures=self.pictures, fickle=self.fickle, blurred=self.blurred,
        )  # fmt: skip
        grid = CardGrid(self.rules.cards, 0.0, 0.0, PITCH, 2 * ROW_Y, 88.0)
        self.model = LogisticsModel(grid, Reader(self.sim.palette))
        if self.pictures:
            found = LogisticsTable(self.rules, grid=grid).read_setup(self.sim.units(), SAID)
            assert isinstance(found.model, LogisticsModel), found.problems
            self.model = found.model
        self.looks = Looks()
        self.accept(self.see())

    @property
    def state(self) -> State:
        return self.ledger.state_if_stood

    def see(self) -> Seen:
        """The table as seen now."""
        sites = self.model.sort(self.sim.units())
        both = {*sites, *self.looks.spots}
        changed = {s for s in both if self.looks.differs(s, sites.get(s, ()), self.model.reader)}
        return Seen(sites, frozenset(changed))

    def accept(self, seen: Seen) -> None:
        """Accept what is seen as the look of the current state."""
        self.model = self.model.settle(self.state, seen)
        self.looks = Looks.of(seen, self.model.reader, self.looks)

    def read(self, layout: Layout) -> tuple[Readings, Seen]:
        """The readings of a changed table."""
        self.sim.lay(layout)
        seen = self.see()
        return read_change(self.ledger, self.model, seen), seen

    def turn(self, moves: Sequence[Move], kind: str = "right", layout: Layout | None = None) -> bool:
        """Make moves, read the table, score the reading, and continue from the truth."""
        made = played(self.ledger, moves)
        assert made is not None
        truth = made[0]
        readings, seen = self.read(layout or truth.state_if_stood.layout)
        self.book(readings, truth, kind)
        self.ledger = truth
        self.accept(seen)
        return True

    def book(self, readings: Readings, truth: Ledger, kind: str) -> None:
        """Count a reading: right, asked about with the truth among the options, not understood, or wrong."""
        best = readings.best
        if TablePlay._acceptable(best) and not best.unfinished:
            same = facts(best.ledger) == facts(truth)
            self.counts[kind if same else "wrong"] += 1
            if not same:
                self.wrong.append(f"{plays(best.ledger)} for {plays(truth)}")
        elif any(facts(each.ledger) == facts(truth) and each.probability > 0.05 for each in readings.ranked):
            self.counts["asked"] += 1
            self.asked.append(f"{plays(truth)}: {options(readings)}")
        else:
            self.counts["not understood"] += 1
            self.asked.append(f"not {plays(truth)}: {options(readings)}")

    def random_turn(self) -> list[Move]:
        """A turn of random legal moves, mostly sows from cards, without the passes at its end."""
        state, moves = self.state, list[Move]()
        while True:
            move = random_move(state, self.rng)
            state = state.apply(move).state
            moves.append(move)
            passed = len(moves) == 1 and isinstance(move, Stop | Decline)
            if state.outcome is not None or not (state.pending or state.extra or passed):
                break
        while isinstance(moves[-1], Stop | Decline) and len(moves) > 1:
            moves.pop()
        return moves


def random_move(state: State, rng: random.Random) -> Move:
    """A random legal move, but no invisible swap."""
    assert state.mover is not None
    if state.pending:
        uses = [use for use in state.legal_moves() if not isinstance(use, Swap) or shows(state, use)]
        return rng.choice(uses)
    side = state.layout.side(state.mover)
    sowable = cards.sowable_cards(side)
    if sowable and (not side.stock or rng.random() < 0.6):
        return Sow(state.mover, rng.choice(sowable))
    most = min(state.rules.most_from_stock, len(side.stock))
    return Sow(state.mover, 0, tuple(rng.sample(side.stock, rng.randint(1, most))))


def shows(state: State, move: Move) -> bool:
    """Whether a move changes the visible part of a card."""
    before, after = (card_contents(s.layout) for s in (state, state.force(move).state))
    return any(visible(before[site]) != visible(after[site]) for site in before)


def facts(ledger: Ledger) -> tuple[Any, ...]:
    """What has to be right: the table, whose turn it is, and whether and why an illegal move is pending.

    A pending power may be declined; it is then the opponent's turn, as after a use without effect.
    """
    waiting = ledger.waiting and ledger.waiting.verdict.reading
    state = ledger.state_if_stood
    assert state.mover is not None
    return state.layout, state.mover.other if state.pending else state.mover, waiting


def plays(ledger: Ledger) -> list[str]:
    """The last plies in typed form."""
    texts = [GAMES["Logistics"].format_move(ply.play) for ply in ledger.plies[-3:]]
    return [*texts, *([f"waiting {ledger.waiting.verdict.reading}"] if ledger.waiting else [])]


def options(readings: Readings) -> list[tuple[float, float, list[str]]]:
    """The likeliest readings with their probabilities and worst fits."""
    return [(round(r.probability, 3), round(r.worst, 1), plays(r.ledger)) for r in readings.ranked[:3]]
