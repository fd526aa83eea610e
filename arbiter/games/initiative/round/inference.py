"""Which candidate explains the table: log likelihoods, posterior, and the assignment of units to pieces.

A candidate's score is its log prior, plus how well its units look like its pieces and lie in their zones,
plus a price for each difference between expected and seen (``prices``): a spot that should have emptied and
has not, one that emptied unexplained, a unit that should show and does not, one that shows unexplained, a
piece pushed about within its zone (the farther, the more expensive). ``None of these`` competes with all
candidates: it explains anything at a flat price, so a bad candidate is never accepted only because it is the
best.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from arbiter.events.ledger import LEGAL, Ledger, judge
from arbiter.games.initiative.round.candidate_chains import (
    MOST_IN_LINE,
    Sightings,
    chain_candidates,
    in_line,
    in_sight,
    in_time,
    most_in_order,
    undone_chains,
)
from arbiter.games.initiative.round.candidates import (
    Candidate,
    Placement,
    bare,
    by_stack,
    enumerate_candidates,
    row_placement,
)
from arbiter.games.initiative.round.earlier_mistakes import Earlier
from arbiter.games.initiative.round.misread_pieces import misread_candidates
from arbiter.games.initiative.round.prices import PRICES
from arbiter.games.initiative.round.stack_watch import shown_order
from arbiter.games.initiative.scene import Scene
from arbiter.table.budget import Search
from arbiter.table.held_readings import shares
from arbiter.table.layout import Layout, Spot, Zone, across_deg
from arbiter.table.scoring import Reader, seen_through
from arbiter.table.thresholds import WORTH_WEIGHING
from engine.game import Seat
from engine.initiative.model import Play
from engine.pieces import Piece
from vision.labelling.matching import matched
from vision.track.summing import Unit, Vector


@dataclass(frozen=True)
class Explanation:
    """A candidate with its score and where its parts are.

    ``emptied`` are the spots that pieces left, ``units`` the unit of each placement (``None``: not seen),
    ``moved`` the pushed spots, each with its unit; ``missing`` and ``strays`` remain unexplained. With
    ``earlier`` an earlier misreading is corrected first, and the rest follows from there. With ``before`` a
    reading held at an earlier rest is accepted first; ``joined`` says that the candidate includes it.
    """

    candidate: Candidate
    score: float
    emptied: tuple[Spot, ...] = ()
    units: tuple[Unit | None, ...] = ()
    moved: tuple[tuple[Spot, Unit], ...] = ()
    missing: tuple[Spot, ...] = ()
    strays: tuple[Unit, ...] = ()
    probability: float = 0.0
    earlier: Earlier | None = None
    before: Explanation | None = None
    joined: bool = False

    @property
    def holds(self) -> bool:
        """Whether later readings may continue from it: something was played or taken back, and nothing
        earlier is corrected or held."""
        made = self.candidate.plays or self.candidate.take_back
        return bool(made) and self.before is None and self.earlier is None

    @property
    def apart(self) -> bool:
        """Whether the table must be read again after the reading of an earlier rest has been accepted."""
        return self.before is not None and not self.joined

    @property
    def nothing(self) -> bool:
        """Whether it says that the game did not change."""
        return self.candidate.nothing and self.earlier is None and self.before is None

    @property
    def agreed(self) -> bool:
        """Whether it only accepts the table as it is, which a round never offers."""
        return False

    @property
    def plain(self) -> bool:
        """Whether it says only that legal plays were made."""
        candidate = self.candidate
        more = candidate.take_back or candidate.stands or candidate.setup is not None or self.earlier
        return bool(candidate.plays) and not more and all(verdict.legal for _, verdict in candidate.plays)

    @property
    def grave(self) -> bool:
        """Whether it takes something back or calls a play illegal."""
        return self.candidate.take_back or any(not verdict.legal for _, verdict in self.candidate.plays)

    @property
    def key(self) -> tuple[bool, tuple[tuple[object, ...], ...]]:
        """What it takes back and plays."""
        return self.candidate.take_back, self.made

    @property
    def made(self) -> tuple[tuple[object, ...], ...]:
        """Its plays without their shifts."""
        return tuple(bare(play) for play, _ in self.candidate.plays)

    @property
    def hides_sacrifice(self) -> bool:
        """Whether it has a sacrifice that would not show, so that only the inventory is evidence of it."""
        return any(
            len(p.pieces) == 2 and (p.call or p.pieces[1].size < p.pieces[0].size)
            for p in self.candidate.placed
        )


@dataclass(frozen=True)
class Verdicts:
    """The explanations with their posterior, best first, and the probability of ``none of these``."""

    ranked: tuple[Explanation, ...]
    none: float

    @property
    def best(self) -> Explanation:
        """The most probable explanation."""
        return self.ranked[0]


def infer(ledger: Ledger, layout: Layout, scene: Scene, reader: Reader, misread: bool = True) -> Verdicts:
    """The posterior over everything that may have happened; ``misread`` includes set-up misreadings."""
    judge = _Judge(layout, scene, reader)
    shown = shown_order(scene.stack, ledger.state.stack, reader.palette)
    candidates = by_stack(enumerate_candidates(ledger, scene), ledger, shown)
    candidates += chain_candidates(ledger, scene, shown, judge.promise)
    candidates += undone_chains(ledger, scene, shown, judge.promise)
    if misread:
        candidates += misread_candidates(ledger, layout, scene, reader)
    verdicts = posterior(judge.likely(candidates))
    if verdicts.ranked:
        return verdicts
    nothing = Explanation(Candidate(0.0), -1e9, missing=scene.vanished, strays=scene.appeared)
    return replace(verdicts, ranked=(nothing,))


def posterior(found: Sequence[Explanation]) -> Verdicts:
    """Explanations with their probabilities, best first, in competition with ``none of these``."""
    close, none = shares(found, PRICES.none)
    return Verdicts(tuple(sorted(close, key=lambda each: -each.probability)), none)


@dataclass(frozen=True)
class _Opened:
    """A candidate before its parts are assigned: its ``score`` so far, the spots it ``emptied`` and those
    ``left`` to explain, the unit ``lifted`` from its row, and the upper ``bound`` of its score."""

    candidate: Candidate
    score: float
    emptied: tuple[Spot, ...]
    left: tuple[Spot, ...]
    lifted: Unit | None
    bound: float


class _Judge:
    """Scores candidates against one scene, remembering single comparisons."""

    def __init__(self, layout: Layout, scene: Scene, reader: Reader) -> None:
        self._layout, self._scene, self._reader = layout, scene, reader
        self._fits: dict[tuple[Placement, int], float] = {}
        self._rows: dict[tuple[object, int], tuple[Vector, float, float]] = {}
        self._sightings: dict[int, Sightings] = {}
        self._kept = {spot.id: unit for spot, unit in scene.kept}

    def likely(self, candidates: Sequence[Candidate]) -> list[Explanation]:
        """The explanations of the candidates that may matter, in the candidates' order.

        Candidates are tried by their upper bound, until none can come within ``WORTH_WEIGHING`` of the best.
        Worst case: everything on the table has changed, some 1,500 candidates of up to 40 rows each; the
        scene's budget limits the assignments that are solved.
        """
        opened = {i: each for i, one in enumerate(candidates) if (each := self._open(one)) is not None}
        top, found = PRICES.none, dict[int, Explanation]()
        for i in sorted(opened, key=lambda i: -opened[i].bound):
            if opened[i].bound < top - WORTH_WEIGHING or not self._scene.budget.take(Search.READINGS):
                break
            found[i] = self._settle(opened[i])
            top = max(top, found[i].score)
        return [found[i] for i in sorted(found)]

    def explain(self, candidate: Candidate) -> Explanation | None:
        """The best physical explanation of a candidate; ``None`` if it is hopeless."""
        opened = self._open(candidate)
        return None if opened is None else self._settle(opened)

    def _open(self, candidate: Candidate) -> _Opened | None:
        """What a candidate leaves to explain; ``None`` if it is hopeless."""
        emptied, cost = self._take(candidate)
        lifted = None
        if candidate.lifted is not None:
            spot = self._layout.row_spot(candidate.lifted)
            if spot is None:
                return None
            emptied.append(spot)
            if all(gone.id != spot.id for gone in self._scene.vanished):
                if spot.id in self._kept:
                    lifted = self._kept[spot.id]
                    cost -= self._fit(Placement(spot.zone, seat_of(spot), spot.pieces, spot.call), lifted)
                elif spot.id not in self._scene.hidden:
                    return None
        score = candidate.log_prior + cost
        if score < PRICES.none - WORTH_WEIGHING:
            return None
        taken = {spot.id for spot in emptied}
        left = [spot for spot in self._scene.vanished if spot.id not in taken]
        left += [spot for spot in self._layout.spots if spot.lost and spot.id not in taken]
        fresh = len(self._scene.appeared) + (lifted is not None)
        parts: list[Placement | Spot] = [*candidate.placed, *left]
        rows = [self._row(each, lifted) for each in parts]
        bound = score + sum(best for _, _, best in rows) + fresh * PRICES.stray
        doubtful = sum(unit.doubtful for unit in (*self._scene.appeared, *([lifted] if lifted else [])))
        bound += doubtful * max(0.0, PRICES.foreign - PRICES.stray)
        if len(candidate.plays) > 1:
            bound += MOST_IN_LINE + most_in_order(candidate)
        return _Opened(candidate, score, tuple(emptied), tuple(left), lifted, bound)

    def promise(self, play: Play) -> float:
        """Upper bound (log) of how well the pyramids that a play adds to its row can be explained."""
        return self._row(row_placement(play), None)[2]

    def _sighted(self, unit: Unit) -> Sightings:
        """Of each glimpse, whether it showed a unit."""
        if id(unit) not in self._sightings:
            sights = self._scene.sights
            self._sightings[id(unit)] = [each.shows(unit.x_mm, unit.y_mm) for each in sights]
        return self._sightings[id(unit)]

    def _units(self, lifted: Unit | None) -> list[Unit]:
        return [*self._scene.appeared, *(() if lifted is None else (lifted,)), *self._scene.spare]

    def _row(self, what: Placement | Spot, lifted: Unit | None) -> tuple[Vector, float, float]:
        """How much better each unit is explained as this than as a stray, the price if no unit is this, and
        the maximum of all these."""
        key = (what.id if isinstance(what, Spot) else what), id(lifted)
        if key not in self._rows:
            fit = self._push if isinstance(what, Spot) else self._fit
            own = np.array([fit(what, unit) for unit in self._units(lifted)])  # type: ignore[arg-type]
            own[: len(own) - len(self._scene.spare)] -= PRICES.stray
            absent = PRICES.unseen if isinstance(what, Placement) else 0.0 if what.lost else PRICES.gone
            self._rows[key] = own, absent, max(absent, float(own.max(initial=absent)))
        return self._rows[key]

    def _take(self, candidate: Candidate) -> tuple[list[Spot], float]:
        """Inventory spots for the pieces that leave, visibly emptied ones first."""
        gone = {spot.id for spot in self._scene.vanished}
        used: list[Spot] = []
        cost = 0.0
        for seat, piece in candidate.removed:
            spots = [
                s
                for s in self._layout.spots
                if s.zone is Zone.INVENTORY and s.seat is seat and s.pieces == (piece,) and s not in used
            ]
            price = {s.id: self._price(s, gone) for s in spots}
            if not spots:
                return used, -1e6
            spot = max(spots, key=lambda s: price[s.id])
            used.append(spot)
            cost += price[spot.id]
        return used, cost

    def _price(self, spot: Spot, gone: set[int]) -> float:
        if spot.id in gone:
            return 0.0
        return PRICES.covered if spot.lost or spot.id in self._scene.hidden else PRICES.stayed

    def _settle(self, opened: _Opened) -> Explanation:
        """Assigns placements and pushed pieces to units."""
        candidate, left = opened.candidate, opened.left
        parts: list[Placement | Spot] = [*candidate.placed, *left]
        found = [self._row(each, opened.lifted) for each in parts]
        rows, units = len(found), self._units(opened.lifted)
        absent = [price for _, price, _ in found]
        score = opened.score
        if rows and units:
            wide = np.hstack([np.array([own for own, _, _ in found]), np.full((rows, rows), -1e6)])
            wide[np.arange(rows), len(units) + np.arange(rows)] = absent
            _, columns = matched(wide)
            score += float(wide[np.arange(rows), columns].sum())
            places: list[Unit | None] = [units[c] if c < len(units) else None for c in columns]
        else:
            places = [None] * rows
            score += sum(absent)
        score += PRICES.stray * (len(units) - len(self._scene.spare))
        return self._describe(candidate, score, opened.emptied, left, units, places)

    def _describe(
        self,
        candidate: Candidate,
        score: float,
        emptied: tuple[Spot, ...],
        left: Sequence[Spot],
        units: list[Unit],
        places: Sequence[Unit | None],
    ) -> Explanation:
        n = len(candidate.placed)
        moved = tuple((s, u) for s, u in zip(left, places[n:], strict=True) if u is not None)
        missing = tuple(s for s, u in zip(left, places[n:], strict=True) if u is None and not s.lost)
        strays = tuple(u for u in units if not any(u is other for other in (*places, *self._scene.spare)))
        if not missing:  # all pieces of the game are accounted for, so doubtful strays are foreign
            score += sum(u.doubtful for u in strays) * (PRICES.foreign - PRICES.stray)
        score += _untidy(moved)
        if len(candidate.plays) > 1:
            score += in_line(self._layout, candidate, places[:n])
            score += in_time(self._layout, candidate, places[:n], self._scene.touches)
            score += in_sight(candidate, places[:n], self._sighted)
        return Explanation(candidate, score, emptied, tuple(places[:n]), moved, missing, strays)

    def _fit(self, placement: Placement, unit: Unit) -> float:
        key = (placement, id(unit))
        if key not in self._fits:
            self._fits[key] = self._looks(placement, unit) + self._layout.zones.log_in(
                placement.zone, placement.seat, unit.y_mm
            )
        return self._fits[key]

    def _looks(self, placement: Placement, unit: Unit) -> float:
        if placement.call:
            return self._reader.called(unit, placement.pieces, across_deg(placement.seat))
        return self._reader.lying(unit, placement.pieces)

    def _push(self, spot: Spot, unit: Unit) -> float:
        looks = self._reader.lying(unit, spot.pieces) if spot.pieces else 0.0
        return (
            PRICES.push.tidied(_apart_mm(spot, unit))
            + looks
            + self._layout.zones.log_in(spot.zone, spot.seat, unit.y_mm)
        )


def _untidy(moved: Sequence[tuple[Spot, Unit]]) -> float:
    """The price of pushes beyond that of the same pushes in a tidied zone; at most 0."""
    total, zones = 0.0, {(spot.zone, spot.seat) for spot, _ in moved}
    for zone in zones:
        mm = [_apart_mm(spot, unit) for spot, unit in moved if (spot.zone, spot.seat) == zone]
        total += PRICES.push.zone(mm) - sum(map(PRICES.push.tidied, mm))
    return total


def _apart_mm(spot: Spot, unit: Unit) -> float:
    return math.hypot(unit.x_mm - spot.x_mm, unit.y_mm - spot.y_mm)


def explain(layout: Layout, scene: Scene, reader: Reader, candidate: Candidate) -> Explanation | None:
    """The best explanation of a scene by one candidate; ``None`` if it is hopeless."""
    return _Judge(layout, scene, reader).explain(candidate)


def explain_play(ledger: Ledger, layout: Layout, scene: Scene, reader: Reader, play: Play) -> Explanation:
    """How a scene fits a play that a person entered; what does not fit stays unexplained."""
    verdict = judge(ledger.state_if_stood, play) or LEGAL
    candidate = Candidate(
        0.0,
        ((play, verdict),),
        stands=ledger.waiting is not None,
        removed=tuple((play.seat, piece) for piece in play.pieces),
        placed=(row_placement(play),),
    )
    found = explain(layout, scene, reader, candidate)
    return replace(found or Explanation(candidate, 0.0, units=(None,)), probability=1.0)


def worst_gap(explanation: Explanation, reader: Reader) -> float:
    """The most (log units) that a placed unit looks more like another piece than like the one assigned."""
    gaps = [
        reader.gap(unit, _looks_of(placement))
        for placement, unit in zip(explanation.candidate.placed, explanation.units, strict=False)
        if unit is not None
    ]
    return max(gaps, default=0.0)


def _looks_of(placement: Placement) -> tuple[Piece, ...]:
    """The pieces that the top of a placement may correctly look like."""
    pieces = placement.pieces
    if not placement.call and len(pieces) == 2 and pieces[1].size < pieces[0].size:
        return tuple(piece for piece, _ in seen_through(*pieces))
    return pieces if placement.call else pieces[:1]


def seat_of(spot: Spot) -> Seat:
    """The seat of a spot that has one."""
    assert spot.seat is not None
    return spot.seat
