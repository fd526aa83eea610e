"""Games in which a question is provoked and nobody ever answers: the players just play on.

``SilentNickel`` and ``SilentInitiative`` act out a random legal game and report the outcome: ``asked``, the
questions; ``wrong``, whether bookings ever differed from what was played; ``followed``, whether everything
was booked in the end.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from arbiter.events.types import Question, QuestionWithdrawn, SessionEvent
from arbiter.games.initiative.session import GameSession
from arbiter.games.nickel.setup import NickelTable
from arbiter.table.session import TableSession
from engine.game import Seat
from engine.initiative.examples import SETUP
from engine.initiative.model import Play
from engine.initiative.model import Rules as InitiativeRules
from engine.initiative.state import State as InitiativeState
from engine.nickel.model import Place, Rules
from engine.nickel.state import State
from engine.pieces import PALETTES, Colour, Piece, Size
from tests.support.simulated.nickel_sim import NickelSim, board
from tests.support.simulated.table_sim import CLEAN, Noise, TableSim
from vision.observation import TableObservation

TOKENS = {Seat.NEAR: Colour.WHITE, Seat.FAR: Colour.PINK}


@dataclass
class Silent:
    """One game; ``at`` is the number of the turn (from 0) at which the question is provoked."""

    seed: int
    noise: Noise = CLEAN
    at: int = 3
    pause: float = 3.0
    wrong: bool = False
    log: list[SessionEvent] = field(default_factory=list)
    truth: list[Any] = field(default_factory=list)
    session: Any = field(init=False)

    def feed(self, frames: Iterable[TableObservation]) -> None:
        """Observe frames; the booked plays must be a prefix of those played."""
        self.log += [event for frame in frames for event in self.session.observe(frame)]

    def check(self) -> None:
        """Record whether the session has booked anything that was not played."""
        have = self.have()
        self.wrong |= have[: len(self.truth)] != self.truth[: len(have)]

    def have(self) -> list[Any]:
        """The plays that the session has booked."""
        raise NotImplementedError

    @property
    def asked(self) -> list[Question]:
        """The questions asked during play."""
        return [event for event in self.log if isinstance(event, Question)]

    @property
    def taken(self) -> list[str]:
        """The readings accepted because play continued from them."""
        return [event.taken for event in self.log if isinstance(event, QuestionWithdrawn) and event.taken]

    @property
    def followed(self) -> bool:
        """Whether everything is booked."""
        return not self.wrong and self.have()[: len(self.truth)] == self.truth


@dataclass
class SilentNickel(Silent):
    """Two turns are made at once with invisible tokens, so their order is open.

    With ``tokens`` one of them looks like another colour instead, ``share`` times as much as like its own (up
    to 1: the opponent's).
    """

    tokens: dict[Seat, Colour] = field(default_factory=dict)
    share: float = 300.0

    def __post_init__(self) -> None:
        self.rng = random.Random(500 + self.seed)
        self.sim = NickelSim(board(self.seed), self.seed, self.noise, tokens=dict(self.tokens))
        self.session = TableSession(NickelTable(Rules(), PALETTES["rainbow"], self.tokens))
        self.state = State.start(self.sim.setup, Rules(), self.rng.choice(list(Seat)))

    def have(self) -> list[Any]:
        ledger = self.session.ledger
        if ledger is None:
            return []
        waiting = [] if ledger.waiting is None else [ledger.waiting.play]
        return [*(ply.play for ply in ledger.plies), *waiting]

    def run(self, most: int = 12) -> SilentNickel:
        """Play the whole game, or a number of turns."""
        self.feed(self.sim.still(3.0))
        for turn in range(most):
            if self.state.outcome is not None or self.wrong:
                break
            quick = not self.tokens and turn == self.at
            self._turn(0.0 if quick else self.pause, odd=bool(self.tokens) and turn == self.at)
            if not quick:
                self.check()
        self.feed(self.sim.still(6.0))
        self.check()
        return self

    def _turn(self, pause: float, odd: bool) -> None:
        move: Place = self.rng.choice(self.state.legal_moves())
        self.state = self.state.force(move).state
        self.truth.append(move)
        self.feed(self.sim.place(move.seat, move.square, 0.01))
        if odd:
            self.sim.noise = Noise(**{**self.sim.noise.__dict__, "bias_share": self.share})
            others = [c for c in PALETTES["rainbow"] if c not in self.tokens.values()]
            other = self.rng.choice(others) if self.share > 1 else self.tokens[move.seat.other]
            self.sim.thing(f"token {move.square}").lookalikes = ((other, Size.SMALL),)
        if pause:
            self.feed(self.sim.still(pause))


@dataclass
class SilentInitiative(Silent):
    """A play whose pyramid looks half like another one of the inventory, which is hidden for ``away_s``.

    ``at`` 0 with ``quick``: both players make their first plays at once.
    """

    rules: InitiativeRules = field(default_factory=InitiativeRules.basic)
    share: float = 1.0
    away_s: float = 4.0
    quick: bool = False

    def __post_init__(self) -> None:
        self.rng = random.Random(700 + self.seed)
        self.sim = TableSim(SETUP, self.seed, self.noise)
        self.session = GameSession(self.rules, rounds=1)
        self.state = InitiativeState.start(SETUP, self.rules)

    def have(self) -> list[Any]:
        snapshot = self.session.snapshot()
        waiting = [] if snapshot.waiting is None else [snapshot.waiting.play]
        return _bare([*(snapshot.state.history if snapshot.state else ()), *waiting])

    def run(self, most: int = 10) -> SilentInitiative:
        """Play the whole round, or a number of plays."""
        self.feed(self.sim.still(3.0))
        turn = 0
        while self.state.outcome is None and turn < most and not self.wrong:
            if play := self._choose():
                quick = self.quick and turn == self.at
                self._turn(play, 0.2 if quick else self.pause, odd=not self.quick and turn == self.at)
                if not quick:
                    self.check()
                turn += 1
        self.feed(self.sim.still(8.0))
        self.check()
        return self

    def _choose(self) -> Play | None:
        """A random legal play; virtual plays are made at once."""
        moves = self.state.legal_moves()
        if moves[0].virtual:
            self._make(moves[0])
            return None
        plain = [play for play in moves if play.sacrifice is None and not play.call]
        rich = [play for play in moves if play.sacrifice is not None or play.call]
        return self.rng.choice(rich if rich and (not plain or self.rng.random() < 0.25) else plain)

    def _make(self, play: Play) -> None:
        self.state = self.state.apply(play).state
        self.truth += _bare([play])

    def _turn(self, play: Play, pause: float, odd: bool) -> None:
        held = list(self.state.inventories[play.seat])
        for piece in play.pieces:
            held.remove(piece)
        self._make(play)
        frames = iter(self.sim.play(play, pause))
        if odd and held:
            self._mislead(play, self.rng.choice(held))
        self.feed(frames)

    def _mislead(self, play: Play, other: Piece) -> None:
        """Make the played pyramid look like ``other`` of the inventory too, which is hidden for a while."""
        self.sim.noise = Noise(**{**self.sim.noise.__dict__, "bias_share": self.share})
        hidden = self.sim.find(play.seat, other)
        hidden.away_until = self.sim.frame + round(self.away_s * self.sim.fps)
        row = f"{play.seat}-row"
        put = self.sim._put

        def putting(name: str, pieces: Sequence[Piece], *where: Any) -> Any:
            thing = put(name, tuple(pieces), *where)
            if name == row:
                thing.lookalikes = ((other.colour, other.size), *thing.lookalikes[1:])
                self.sim._put = put  # type: ignore[method-assign]
            return thing

        self.sim._put = putting  # type: ignore[method-assign]


def _bare(plays: Sequence[Play]) -> list[Any]:
    """The plays without stack moves, which are read separately."""
    return [(play.seat, play.piece, play.sacrifice, play.call) for play in plays]
