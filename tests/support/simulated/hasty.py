"""Rounds with several plays between two readable rests: reported, offered, asked in vain, wrong."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from arbiter.games.initiative.round.inference import Explanation
from arbiter.games.initiative.session import GameSession
from engine.game import MoveError
from engine.initiative.examples import SETUP
from engine.initiative.model import Play, Rules
from engine.initiative.notation import format_play
from engine.initiative.state import State
from tests.support.simulated.table_sim import CLEAN, Noise, TableSim

BLINK_S = 0.25
"""A rest too short to be read."""


@dataclass
class Hasty:
    """A random legal round in groups of ``group`` plays; ``counts`` has the groups by outcome.

    ``right``: reported as played; ``offered``: asked about with the truth among the options; ``vain``: asked
    about without it; ``unread``: not understood; ``wrong``: reported as something else.
    """

    seed: int
    group: int = 3
    noise: Noise = CLEAN
    rules: Rules = field(default_factory=Rules.advanced)
    counts: Counter[str] = field(default_factory=Counter)
    log: list[str] = field(default_factory=list)

    def run(self, most: int = 6) -> Hasty:
        """Play at most this many groups; stop when something is wrong."""
        self.session = GameSession(self.rules, rounds=1)
        self.sim = TableSim(SETUP, self.seed, self.noise, shuffle=True)
        rng = random.Random(self.seed)
        self._feed(self.sim.still(3.0))
        state, self.truth = State.start(SETUP, self.rules), list[Play]()
        for _ in range(most):
            if self.session.snapshot().phase != "play" or state.outcome is not None:
                break
            made: list[Play] = []
            while len(made) < self.group and state.outcome is None:
                play = random_play(state, rng)
                state = state.apply(play).state
                made.append(play)
            acted = [play for play in made if not play.virtual]
            for number, play in enumerate(acted, 1):
                self._feed(self.sim.play(play, 4.0 if number == len(acted) else BLINK_S))
            self.truth += made
            if not self._compare(acted):
                break
        return self

    def _feed(self, frames) -> None:  # type: ignore[no-untyped-def]
        for frame in frames:
            self.session.observe(frame)

    def _plays(self) -> list[Play]:
        snapshot = self.session.snapshot()
        waiting = [] if snapshot.waiting is None else [snapshot.waiting.play]
        return [*(snapshot.state.history if snapshot.state else ()), *waiting]

    def _same(self, plays: list[Play]) -> bool:
        """Whether the plays are a prefix of the truth or all of it, ignoring virtual ones ahead of it."""
        return [_bare(play) for play in plays[: len(self.truth)]] == [_bare(play) for play in self.truth]

    def _compare(self, acted: list[Play]) -> bool:
        words = " ".join(format_play(play) for play in acted)
        if self._same(self._plays()):
            self.counts["right"] += 1
            return True
        playing = self.session._play
        assert playing is not None
        have = self._plays()
        if _bares(have) != _bares(self.truth[: len(have)]):
            self.counts["wrong"] += 1
            self.log.append(f"wrong: {words}: {[format_play(play) for play in have[-4:]]}")
            return False
        if playing.asked is None:
            self.counts["unread"] += 1
            self.log.append(f"unread: {words}")
            return self._type()
        offered = ()
        while playing.asked is not None:
            asked = playing.asked
            offered = (*offered, *asked.event.options[:-1])
            option = next((k for k, each in enumerate(asked.readings) if self._true(each)), None)
            self.session.answer(asked.event.id, len(asked.readings) if option is None else option)
            if option is not None:
                self.counts["offered"] += 1
                return self._type()
        self.counts["vain"] += 1
        self.log.append(f"vain: {words}: {offered}")
        return self._type()

    def _true(self, each: Explanation) -> bool:
        """Whether an option leads to the truth, ignoring virtual plays that follow."""
        if each.earlier is not None or each.candidate.take_back:
            return False
        plays = [*self._plays(), *(play for play, _ in each.candidate.plays)]
        real = [play for play in self.truth if not play.virtual]
        return _bares([play for play in plays if not play.virtual]) == _bares(real)

    def _type(self) -> bool:
        """Type the missing plays."""
        try:
            while len(self._plays()) < len(self.truth):
                play = self.truth[len(self._plays())]
                self.session.enter(f"{play.seat}: {format_play(play)}")
        except MoveError:
            self.counts["stuck"] += 1
            return False
        self._feed(self.sim.still(2.0))
        return self._same(self._plays())


def _bare(play: Play) -> tuple[object, ...]:
    return play.seat, play.piece, play.sacrifice, play.call


def _bares(plays: list[Play]) -> list[tuple[object, ...]]:
    return [_bare(play) for play in plays]


def random_play(state: State, rng: random.Random) -> Play:
    """A legal play, one in five with a sacrifice, one in ten a call; the stack is moved with half of them."""
    moves = state.legal_moves()
    plain = [play for play in moves if play.sacrifice is None and not play.call]
    kinds = [
        plain,
        [play for play in moves if play.sacrifice is not None and not play.call],
        [play for play in moves if play.call],
    ]
    chosen = rng.choices(kinds, (0.7, 0.2, 0.1))[0] or plain or list(moves)
    play = rng.choice(chosen)
    if rng.random() < 0.5:
        still = [each for each in chosen if _bare(each) == _bare(play) and each.shift == 0]
        play = still[0] if still else play
    return play
