"""A round with one wrongly booked play, continued by people who answer truly: does the session recover?"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from arbiter.events.types import Correction
from arbiter.games.initiative.relabel import relabel
from arbiter.games.initiative.round.earlier_mistakes import _with
from arbiter.games.initiative.round.inference import Explanation
from arbiter.games.initiative.session import GameSession
from engine.game import MoveError
from engine.initiative.examples import ROUNDS
from engine.initiative.model import Play
from engine.initiative.notation import format_play, parse_play
from tests.support.simulated.table_sim import CLEAN, Noise, TableSim


@dataclass
class Parted:
    """Plays an example round; after play ``at`` another piece is booked for it, as by a misreading.

    ``counts``: ``asked`` and ``typed`` are what people had to do afterwards, ``proposed`` the questions that
    offered the earlier correction, ``back`` is 1 if the game ended as it was really played.
    """

    name: str
    seed: int
    at: int
    noise: Noise = CLEAN
    counts: Counter[str] = field(default_factory=Counter)
    log: list[object] = field(default_factory=list)

    def run(self) -> Counter[str]:
        round_ = ROUNDS[self.name]
        self.session = GameSession(round_.rules, rounds=1)
        self.sim = TableSim(round_.setup, self.seed, self.noise, fps=8.0)
        self.truth: list[Play] = []
        self._feed(self.sim.still(3.0))
        if self.session.snapshot().phase != "play":
            return self.counts
        state = round_.start()
        for number, text in enumerate(round_.plays, 1):
            play = parse_play(text, state)
            state = state.apply(play).state
            self.truth.append(play)
            if not play.virtual:
                self._feed(self.sim.play(play, 3.0))
                self._answer()
                self._type(play)
            if number == self.at and not self._plant():
                return self.counts
        self._feed(self.sim.still(6.0))
        self._answer()
        self.counts["back"] += self._plays() == self.truth
        return self.counts

    def _feed(self, frames) -> None:
        for frame in frames:
            for event in self.session.observe(frame):
                self.counts["corrected"] += isinstance(event, Correction)

    def _plays(self) -> list[Play]:
        snapshot = self.session.snapshot()
        waiting = [] if snapshot.waiting is None else [snapshot.waiting.play]
        return [*(snapshot.state.history if snapshot.state else ()), *waiting]

    def _plant(self) -> bool:
        """Book another piece of the same side for the last play; return false if there is no candidate."""
        playing, rng = self.session._play, random.Random(self.seed)
        assert playing is not None
        ledger, last = playing.ledger, playing.ledger.last
        if last is None or playing.over or self._plays() != self.truth:
            return False
        held = sorted(set(ledger.state.inventories[last.play.seat]) - {last.play.piece})
        rng.shuffle(held)
        for piece in held:
            wrong = Play(last.play.seat, piece, None)
            found = _with(ledger, ledger.last_number, wrong)
            if last.play.sacrifice is None and found is not None and found.state.outcome is None:
                playing.ledger, playing.layout = found, relabel(playing.layout, found)
                self.session._book.correct(
                    self.session._entry(
                        Correction(
                            time_s=0.0, round=1, op="replace", ply=ledger.last_number, text=format_play(wrong)
                        )
                    )
                )
                self.counts["planted"] = 1
                return True
        return False

    def _answer(self) -> None:
        """Answer truly: with an option that makes everything right, or one right about the last play."""
        for _ in range(3):
            playing = self.session._play
            asked = None if playing is None else playing.asked
            if asked is None:
                return
            self.counts["asked"] += self.counts["planted"]
            scores = [self._truth_of(each) for each in asked.readings]
            self.counts["proposed"] += any(each.earlier for each in asked.readings)
            self.log.append((asked.event.options, scores))
            best = max(scores, default=0)
            option = scores.index(best) if best else len(asked.readings)
            for event in self.session.answer(asked.event.id, option):
                self.counts["corrected"] += isinstance(event, Correction)
            self._feed(self.sim.still(2.0))

    def _truth_of(self, each: Explanation) -> int:
        """2 for a reading that makes everything right, 1 for one that is right about the last play."""
        playing = self.session._play
        assert playing is not None
        ledger = playing.ledger if each.earlier is None else each.earlier.ledger
        if each.candidate.take_back and ledger.last is not None:
            ledger = ledger.take_back()
        before = [ply.play for ply in ledger.plies]
        before += [ledger.waiting.play] if ledger.waiting else []
        plays = [*before, *(play for play, _ in each.candidate.plays)]
        if [_bare(play) for play in plays] == [_bare(play) for play in self.truth]:
            return 2
        made = [play for play, _ in each.candidate.plays]
        return int(each.earlier is None and bool(made) and _bare(made[-1]) == _bare(self.truth[-1]))

    def _type(self, play: Play) -> None:
        """Type what was not read at all."""
        if len(self._plays()) >= len(self.truth):
            return
        self.counts["typed"] += self.counts["planted"]
        try:
            self.session.enter(f"{play.seat}: {format_play(play)}")
        except MoveError:
            self.counts["stuck"] += 1
        self._feed(self.sim.still(1.0))


def _bare(play: Play) -> tuple[object, ...]:
    return play.seat, play.piece, play.sacrifice, play.call
