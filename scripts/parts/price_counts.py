"""Counts what happens to the pieces between two readings of a film with known truth.

At the first readable table after each acted ply, that ply is taken as the explanation, independently of the
arbiter, and the layout is updated from it. So every difference between the expected and the observed table is
an error of vision, or a push.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arbiter.events.ledger import LEGAL, Ledger, Ply, judge
from arbiter.games.initiative.round.candidate_chains import in_line_ways, in_time_ways
from arbiter.games.initiative.round.candidates import Candidate, Placement, bare, row_placement
from arbiter.games.initiative.round.explained import as_explained
from arbiter.games.initiative.round.inference import Explanation, explain, infer
from arbiter.games.initiative.scene import Scene, compare, unsettled
from arbiter.games.initiative.session import GameSession
from arbiter.table.layout import Layout, Zone
from arbiter.table.scoring import Reader
from arbiter.table.window import Gate, Touches, Window
from engine.initiative.game import GAME
from engine.initiative.model import Play
from engine.initiative.notation import parse_play
from engine.pieces import PALETTES
from scripts.parts.truthful import Truthful
from vision.observation import TableObservation
from vision.track.summing import Unit

LEAVING_S = 0.3
"""Time from when a leaving hand no longer covers the table until it leaves the picture."""
FAR_MM = 60.0
"""Largest accidental push; pieces that move further were moved on purpose."""
MARGIN_MM = 25.0
"""Margin of a zone around the outermost pieces."""


@dataclass
class Counts:
    """The counts of one film: ``seen[name]`` has the numbers of possible and actual occurrences of an event.

    ``moved_mm`` are the distances of untouched pieces from their places in the previous reading (without
    those moved on purpose), ``zones`` the areas of the zones (mm²), ``sure`` the probability of the most
    probable reading of each table, and whether it was right.
    """

    seen: dict[str, tuple[int, int]] = field(default_factory=dict)
    moved_mm: list[float] = field(default_factory=list)
    zones: list[float] = field(default_factory=list)
    sure: list[tuple[float, bool]] = field(default_factory=list)

    def take(self, name: str, could: int, did: int) -> None:
        """Add possible (``could``) and actual (``did``) occurrences to a count."""
        before = self.seen.get(name, (0, 0))
        self.seen[name] = before[0] + could, before[1] + did


@dataclass
class Follower:
    """Follows one round from reading to reading, and counts."""

    reader: Reader
    layout: Layout
    ledger: Ledger
    counts: Counts = field(default_factory=Counts)
    laid: list[tuple[int, Play]] = field(default_factory=list)
    """The plays that are on the table, with their numbers."""
    last: tuple[Placement, Unit | None] | None = None
    """The last addition to a row, at the previous reading."""
    rests_s: tuple[float, float] = (-math.inf, -math.inf)
    """The times of the two previous readings."""

    def read(self, window: Window, steps: Sequence[Mapping[str, Any]]) -> bool:
        """Explain the changes by the acted steps since the last table; returns whether it was readable."""
        scene = compare(window, self.layout, self.reader)
        if unsettled(window, self.layout):
            return False
        ledger, candidate, laid = self._after_steps(steps)
        best = explain(self.layout, scene, self.reader, candidate)
        if best is None:
            return False
        self._count_pieces(best, scene)
        self._store_reading(candidate, scene)
        numbers = [number for number, _ in laid[len(laid) - len(candidate.plays) :]]
        self.layout = as_explained(self.layout, best, numbers, scene)
        self.ledger, self.laid, self.rests_s = ledger, laid, (self.rests_s[1], window.last_s)
        return True

    def _after_steps(
        self, steps: Sequence[Mapping[str, Any]]
    ) -> tuple[Ledger, Candidate, list[tuple[int, Play]]]:
        """The ledger after the steps, the steps as one candidate move, and the plays then on the table."""
        ledger, laid, lifted = self.ledger, list(self.laid), list[tuple[int, Play]]()
        stands = ledger.waiting is not None
        for step in steps:
            if step["kind"] == "take_back":
                number, play = laid.pop()
                ledger, stands = ledger.take_back(), False
                if (number, play) in self.laid:
                    lifted.append((number, play))
                continue
            ledger = ledger.stand()
            play = parse_play(f"{step['seat']}: {step['text']}", ledger.state, check=False)
            ledger = ledger.add(Ply(play, judge(ledger.state, play) or LEGAL))
            laid.append((ledger.last_number, play))
        new = [play for number, play in laid if (number, play) not in self.laid]
        back = [(play.seat, piece) for _, play in lifted for piece in play.pieces]
        removed = [(play.seat, piece) for play in new for piece in play.pieces]
        both = Counter(back) & Counter(removed)
        back, removed = list((Counter(back) - both).elements()), list((Counter(removed) - both).elements())
        candidate = Candidate(
            0.0,
            tuple((play, LEGAL) for play in new),
            take_back=bool(lifted),
            stands=stands and bool(new),
            removed=tuple(removed),
            lifted=lifted[0][0] if lifted else None,
            placed=(
                *(Placement(Zone.INVENTORY, seat, (piece,)) for seat, piece in back),
                *map(row_placement, new),
            ),
        )
        return ledger, candidate, laid

    def _count_pieces(self, best: Explanation, scene: Scene) -> None:
        count, gone = self.counts.take, {spot.id for spot in scene.vanished}
        taken = [spot for spot in best.emptied if spot.zone is Zone.INVENTORY]
        veiled = [spot for spot in taken if spot.lost or spot.id in scene.hidden]
        unknown = [spot for spot in self.layout.spots if spot.lost or spot.id in scene.hidden]
        count("covered", len(unknown), len(veiled))
        count("stayed", len(taken) - len(veiled), sum(s.id not in gone for s in taken if s not in veiled))
        left = {spot.id for spot in best.emptied} | scene.hidden
        spots = [s for s in self.layout.spots if s.id not in left and s.zone is not Zone.OTHER and not s.lost]
        count("gone", len(spots), len(best.missing))
        count("unseen", len(best.units), sum(unit is None for unit in best.units))
        placed = [unit for unit in best.units if unit is not None]
        count("doubted", len(placed), sum(unit.doubtful for unit in placed))
        count("stray", 1, sum(not unit.doubtful for unit in best.strays))
        count("foreign", 1, sum(unit.doubtful for unit in best.strays))
        there = [(s, u) for s, u in (*scene.kept, *best.moved) if s in spots]
        mm = [(math.hypot(u.x_mm - s.x_mm, u.y_mm - s.y_mm), (s.zone, s.seat)) for s, u in there]
        self.counts.moved_mm += [moved for moved, _ in mm if moved <= FAR_MM]
        count("tidied", len({zone for _, zone in mm}), len({zone for moved, zone in mm if moved > FAR_MM}))
        along = [spot.x_mm for spot in self.layout.spots]
        wide = max(along) - min(along) + 2 * MARGIN_MM
        self.counts.zones += [wide * deep for deep in self.layout.zones.limits.values()]
        self._count_order(best, scene)

    def _count_order(self, best: Explanation, scene: Scene) -> None:
        """Count how often rows grow in line with their direction, and in the order of the hands' touches."""
        both = zip(best.candidate.placed, best.units, strict=True)
        placed = [(what, unit) for what, unit in both if what.zone is Zone.ROW]
        if not placed or best.candidate.take_back:
            self.last = None
            return
        for onward in in_line_ways(self.layout, *zip(*placed, strict=True), least=1):
            self.counts.take("in_line", 1, onward)
        laid = placed if self.last is None else [self.last, *placed]
        touches = [each for each in scene.touches if each[0] > self.rests_s[0]]
        for first in in_time_ways(self.layout, *zip(*laid, strict=True), touches):
            self.counts.take("in_time", 1, first)
        self.last = placed[-1]

    def _store_reading(self, candidate: Candidate, scene: Scene) -> None:
        """Store how probable and how right the arbiter's reading of this table is."""
        verdicts = infer(self.ledger, self.layout, scene, self.reader)
        best = verdicts.best
        reported = best.candidate.take_back, best.made
        if scene.same:
            return
        true = candidate.take_back, tuple(bare(play) for play, _ in candidate.plays)
        known = [(each.candidate.take_back, each.made) for each in verdicts.ranked if each.earlier is None]
        self.counts.take("else", 1, true not in known)
        self.counts.sure.append((best.probability, best.earlier is None and reported == true))


def follow(truth: Mapping[str, Any], frames: Iterable[TableObservation], rules: Any) -> Counts:
    """The counts of a film; ``ValueError`` if its set-up is not read before the first hand."""
    reader = Reader(PALETTES[truth.get("palette", "rainbow")])
    session, steps = Truthful(GameSession(rules, reader.palette, 1), truth), truth["steps"]
    follower, done = None, 0
    hands = [(step["hand_in_s"], step["hand_out_s"] - LEAVING_S) for step in steps]
    for window in windows(frames, session):
        if any(start < window.last_s and end > window.first_s for start, end in hands):
            continue
        over = sum(each <= window.first_s for _, each in hands)
        if follower is None:
            shown = session.snapshot()
            if shown.phase != "play":
                continue
            if over or shown.moves or shown.layout is None:
                raise ValueError("the set-up was read too late to follow the film")
            follower = Follower(reader, shown.layout, Ledger(shown.state.setup, rules, game=GAME))
        elif over > done and window.ready and follower.read(window, steps[done:over]):
            done = over
    if follower is None:
        raise ValueError("the set-up was not read")
    follower.counts.take("rests", len(steps), done)
    return follower.counts


def windows(frames: Iterable[TableObservation], session: Any) -> Iterator[Window]:
    """The windows of the still table, like those of a session; the session gets the frames of the set-up."""
    gate, window, touches = Gate(), Window(), Touches()
    for frame in frames:
        if session.snapshot().phase == "setup":
            session.observe(frame)
        resting = gate.resting_since is not None
        gate, enough = gate.step(frame)
        touches = touches.step(frame)
        if not enough or resting != bool(frame.hands):
            window = Window(touches=touches.seen)
        if enough:
            window = window.add(frame)
            yield window


__all__ = ["Counts", "Follower", "follow", "windows"]
