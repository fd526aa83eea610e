"""Rounds at people's pace: rests of 0.6 s between two hands, illegal plays taken back after 1.3 s.

Nobody answers questions. Each ply counts as reported before the next hand came (``prompt``), by the end of
the round (``late``, ``asked``), as something else (``wrong``), or not at all (``missed``).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Self

from arbiter.events.types import MoveAmended, MoveSeen, Question, SessionEvent, TakeBack
from arbiter.games.initiative.session import GameSession
from engine.initiative.examples import SETUP
from engine.initiative.model import Rules
from engine.initiative.notation import format_play
from engine.initiative.state import State
from tests.support.simulated.hasty import random_play
from tests.support.simulated.table_sim import CLEAN, Noise, TableSim
from vision.observation import TableObservation

SETTLE_S = 0.27
"""For this time after a hand has gone the table still counts as moving (``vision.stillness.activity``)."""

Step = tuple[str, str]
"""``play``, ``illegal`` or ``take_back``, and the play as typed, without its stack move."""


@dataclass
class Brisk:
    """One random round; ``counts`` has the plies by outcome, ``log`` those that were not prompt."""

    seed: int
    rest_s: float = 0.6
    slip_s: float = 1.3
    slips: float = 0.15
    noise: Noise = CLEAN
    rules: Rules = field(default_factory=Rules.basic)
    counts: Counter[str] = field(default_factory=Counter)
    log: list[str] = field(default_factory=list)
    events: list[SessionEvent] = field(default_factory=list)
    left_s: list[tuple[str, float]] = field(default_factory=list)
    """When the hand left, for each ply with its kind."""

    def run(self, most: int = 12) -> Brisk:
        """Play at most this many legal plies."""
        rng = random.Random(self.seed)
        self.session = GameSession(self.rules, rounds=1)
        self.sim = TableSim(SETUP, self.seed, self.noise, fps=30, shuffle=True)
        self._feed(self.sim.still(1.6))
        state, acted = State.start(SETUP, self.rules), list[Step]()
        for _ in range(most):
            if state.outcome is not None:
                break
            faults = [p for p, _ in state.plausible_illegal_moves() if not (p.sacrifice or p.call or p.shift)]
            if faults and rng.random() < self.slips:
                play = rng.choice(faults)
                text = format_play(play)
                self._acted("illegal", text, self.sim.play(play, self.slip_s), acted)
                self._acted("take_back", text, self.sim.take_back(play.seat, self.rest_s), acted)
            play = replace(random_play(state, rng), shift=0)
            state = state.apply(play).state
            if not play.virtual:
                self._acted("play", format_play(play), self.sim.play(play, self.rest_s), acted)
        return self._ended(acted, self.sim.still(4.0))

    def _ended(self, acted: list[Step], frames: Iterable[TableObservation]) -> Self:
        prompt = sum(self.counts.values())
        self._feed(frames)
        self._book(acted, prompt)
        return self

    def _acted(
        self, kind: str, text: str, frames: Iterable[TableObservation], acted: list[Step], steps: int = 1
    ) -> None:
        """Act one step, the last of several made together, and the rest after it."""
        acted.append((kind, text))
        seen = list(frames)
        self.left_s.append((kind, max(frame.time_s for frame in seen if frame.hands)))
        self._feed(seen)
        if self.told() == acted:
            self.counts["prompt"] += steps
        else:
            self.log.append(f"{len(acted)}: {acted[-1]} not told by its rest, but {self.told()[-2:]}")

    def _book(self, acted: list[Step], prompt: int) -> None:
        told = self.told()
        same = next((i for i, (a, b) in enumerate(zip(acted, told, strict=False)) if a != b), None)
        upto = min(len(acted), len(told)) if same is None else same
        asked = any(isinstance(event, Question) for event in self.events)
        self.counts["late"] += max(0, upto - prompt)
        rest = len(acted) - upto
        if same is not None:
            self.log.append(f"acted {acted[same : same + 3]}, told {told[same : same + 3]}")
        self.counts[
            "asked"
            if asked and self.session.snapshot().question
            else "wrong"
            if same is not None
            else "missed"
        ] += rest
        self.counts["questions"] += sum(isinstance(event, Question) for event in self.events)
        self.counts["rounds"] += 1
        self.counts["exact"] += told == acted

    def told(self) -> list[Step]:
        """The plies reported so far, with amendments applied."""
        found = list[Step]()
        for event in self.events:
            if isinstance(event, MoveSeen) and not event.play.get("virtual"):
                found.append(
                    ("play" if event.legal else "illegal", event.text.split(" up")[0].split(" down")[0])
                )
            elif isinstance(event, MoveAmended) and found:
                found[-1] = (
                    "play" if event.legal else "illegal",
                    event.text.split(" up")[0].split(" down")[0],
                )
            elif isinstance(event, TakeBack):
                last = next(text for kind, text in reversed(found) if kind != "take_back")
                found.append(("take_back", last))
        return found

    def _feed(self, frames: Iterable[TableObservation]) -> None:
        for frame in settling(frames):
            self.events += self.session.observe(frame)


def settling(frames: Iterable[TableObservation]) -> Iterator[TableObservation]:
    """The frames as vision delivers them: a table counts as still some time after the last movement."""
    moved_s = None
    for frame in frames:
        if not frame.still:
            moved_s = frame.time_s
        still = frame.still and (moved_s is None or frame.time_s - moved_s > SETTLE_S)
        yield replace(frame, still=still)
