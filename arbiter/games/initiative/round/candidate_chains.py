"""Several plays between two readable rests, when players are faster than a still table can be read.

Only the first play may use a piece that has not visibly left. Chains of three or more must account for every
piece that left, and for about as many units as appeared. If the initiative stack shows a new order, only
stack moves that lead to it are considered along the way, since they decide who leads next (I2).
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from arbiter.events.ledger import Ledger, Verdict
from arbiter.games.initiative.round.candidates import (
    P_TWO_PLIES,
    Candidate,
    Placement,
    bare,
    gone_pieces,
    listed_plays,
    row_placement,
    taken_back,
)
from arbiter.games.initiative.round.prices import PRICES
from arbiter.games.initiative.round.stack_watch import LOG_OTHER_STACK, Order, shifted_orders
from arbiter.games.initiative.scene import Scene
from arbiter.table.budget import Budget, Search
from arbiter.table.layout import Layout, Zone
from arbiter.table.window import Touch, touched
from engine.game import Seat
from engine.initiative.model import Play
from engine.initiative.state import State
from engine.pieces import Piece
from vision.detect.boxes import area, joined, shared_area
from vision.observation import Box
from vision.track.summing import Unit

MOST_PLAYS = 4
MOST_CHAINS = 200
"""The most chains of each length compared with the table, in order of prior and promise."""
MOST_IN_LINE = len(Seat) * PRICES.most(PRICES.in_line)
"""Upper bound of ``in_line``, for a chain."""

SEEN_FIRST = 0.98
"""Probability that what glimpses show first was played first."""
ONE_ARM = 0.5
"""Two boxes of one moment that share this much of the smaller one belong to one arm."""

Gone = dict[Seat, Counter[Piece]]
Sightings = Sequence[bool | None]
"""Of each glimpse, whether it showed something; ``None`` where that was hidden."""


@dataclass(frozen=True)
class _Chain:
    """Plays so far with their log prior, the state after them, the pieces still unexplained, and an upper
    bound (``promise``, log) of how well the plays can explain the table."""

    plays: tuple[tuple[Play, Verdict], ...]
    state: State
    left: Gone
    log_prior: float = 0.0
    unseen: int = 0
    promise: float = 0.0


def chain_candidates(
    ledger: Ledger, scene: Scene, shown: Order | None, promise: Callable[[Play], float]
) -> list[Candidate]:
    """Chains of two to ``MOST_PLAYS`` plays that may explain the scene.

    ``shown`` is the present order of the initiative stack, if certain; ``promise`` an upper bound (log) of
    how well a play can explain the table.

    Worst case: four plays out of some 400 each, with sacrifices and any stack move. The scene's budget limits
    the plays that are judged, the most promising chains first.
    """
    gone = gone_pieces(scene)
    units = len(scene.appeared)
    most = min(MOST_PLAYS, max(2, units + 1))
    found: dict[tuple[object, ...], tuple[float, Candidate]] = {}
    for chain in _Search(shown, most, units, promise).found(ledger.state_if_stood, gone, scene.budget):
        candidate = _candidate(chain, ledger.waiting is not None)
        key = tuple(bare(play) for play, _ in chain.plays)
        if key not in found or found[key][1].log_prior < chain.log_prior:
            found[key] = chain.promise + chain.log_prior, candidate
    ranked = [chain for _, chain in sorted(found.values(), key=lambda item: -item[0])]
    return [
        chain
        for count in range(2, most + 1)
        for chain in [each for each in ranked if len(each.plays) == count][:MOST_CHAINS]
    ]


def undone_chains(
    ledger: Ledger, scene: Scene, shown: Order | None, promise: Callable[[Play], float]
) -> list[Candidate]:
    """The last play taken back and several made after it, if its spot in the row is empty. Without these
    candidates its piece, back in the inventory, would seem to have been pushed there."""
    number = ledger.last_number
    if ledger.last is None or not any(spot.ply == number for spot in scene.vanished):
        return []
    back = taken_back(ledger)
    return [
        replace(
            chain,
            log_prior=back.log_prior + chain.log_prior,
            take_back=True,
            lifted=back.lifted,
            placed=(*back.placed, *chain.placed),
        )
        for chain in chain_candidates(ledger.take_back(), scene, shown, promise)
        if chain.plays[0][0].piece != ledger.last.play.piece
    ]


def _candidate(chain: _Chain, stands: bool) -> Candidate:
    return Candidate(
        chain.log_prior,
        chain.plays,
        stands=stands,
        removed=tuple((play.seat, piece) for play, _ in chain.plays for piece in play.pieces),
        placed=tuple(row_placement(play) for play, _ in chain.plays),
    )


@dataclass(frozen=True)
class _Search:
    shown: Order | None
    most: int
    units: int
    promise: Callable[[Play], float]

    def found(self, state: State, gone: Gone, budget: Budget) -> Iterator[_Chain]:
        """The chains worth considering, extending the most promising one first."""
        count = itertools.count()
        open_ = [(0.0, next(count), _Chain((), state, gone))]
        while open_:
            chain = heapq.heappop(open_)[2]
            listed = list(listed_plays(chain.state, chain.left))
            if not budget.take(Search.CHAINS, len(listed)):
                return
            for play, verdict, weight in listed:
                longer = self._longer(chain, play, verdict, weight)
                if longer is None:
                    continue
                if self._explains(longer):
                    stack = self._stack(chain.state, play)
                    yield replace(longer, log_prior=longer.log_prior + stack)
                if verdict.legal and self._may_grow(longer):
                    for turned, after in self._states(chain.state, play):
                        grown = replace(longer, plays=(*chain.plays, (turned, verdict)), state=after)
                        heapq.heappush(open_, (-longer.log_prior - longer.promise, next(count), grown))

    def _longer(self, chain: _Chain, play: Play, verdict: Verdict, weight: float) -> _Chain | None:
        """A chain with one more play; ``None`` if a play after the first needs a piece that has not left."""
        unseen = sum((Counter(play.pieces) - chain.left[play.seat]).values())
        if chain.plays and unseen:
            return None
        log = chain.log_prior + weight + (math.log(P_TWO_PLIES) if chain.plays else 0.0)
        left = {**chain.left, play.seat: chain.left[play.seat] - Counter(play.pieces)}
        plays, promise = (*chain.plays, (play, verdict)), chain.promise + self.promise(play)
        return _Chain(plays, chain.state, left, log, chain.unseen + unseen, promise)

    def _may_grow(self, chain: _Chain) -> bool:
        """Whether more plays could use up the pieces that left."""
        more = (2 if chain.unseen else self.most) - len(chain.plays)
        gone = sum(pieces.total() for pieces in chain.left.values())
        return gone > 0 and (more == 1 or gone <= 2 * more) and more > 0

    def _explains(self, chain: _Chain) -> bool:
        """Whether it accounts for the pieces that left and appeared, as strictly as its length requires."""
        count = len(chain.plays)
        if count < 3:
            return count == 2
        return not chain.unseen and not any(chain.left.values()) and abs(count - self.units) <= 1

    def _stack(self, before: State, last: Play) -> float:
        """Log evidence of the stack's order for a chain with this last play."""
        reached = self.shown is None or self.shown in shifted_orders(before.stack, last, before.rules)
        return 0.0 if reached else LOG_OTHER_STACK

    def _states(self, state: State, play: Play) -> Iterator[tuple[Play, State]]:
        """The positions after a play, one for each possible shift; none where play cannot continue."""
        shifts = [0]
        if self.shown is not None and self.shown != state.stack:
            shifts = list(shifted_orders(state.stack, play, state.rules).values())
        for shift in shifts:
            turned = replace(play, shift=shift)
            after = state.force(turned).state
            if after.outcome is None and (after.to_move is None or after.inventories[after.to_move]):
                yield turned, after


def in_line(layout: Layout, candidate: Candidate, units: Sequence[Unit | None]) -> float:
    """Log evidence of where a chain's plays lie for their order: rows keep growing in one direction."""
    rows = in_line_ways(layout, candidate.placed, units)
    return sum(PRICES.either(PRICES.in_line, continued) for continued in rows)


def in_line_ways(
    layout: Layout, placed: Sequence[Placement], units: Sequence[Unit | None], least: int = 2
) -> Iterator[bool]:
    """Whether each row that has grown in one direction, and gets ``least`` new units, continues that way."""
    for seat in Seat:
        laid = sorted(
            (s.ply or 0, s.x_mm) for s in layout.spots if s.zone is Zone.ROW and s.seat is seat and not s.lost
        )
        rows = zip(placed, units, strict=True)
        new = [u.x_mm for p, u in rows if u is not None and p.zone is Zone.ROW and p.seat is seat]
        steps = [after - before for (_, before), (_, after) in pairwise(laid)]
        if len(new) < least or not steps or min(steps) < 0 < max(steps):
            continue
        direction = 1 if steps[0] > 0 else -1
        yield all(direction * (after - before) > 0 for before, after in pairwise([laid[-1][1], *new]))


def in_time(
    layout: Layout, candidate: Candidate, units: Sequence[Unit | None], touches: Sequence[Touch]
) -> float:
    """Log evidence of the hands for a chain's order: a pyramid is put down while its player's hand is over
    its place. There is none where hands were over both places alternately."""
    ways = in_time_ways(layout, candidate.placed, units, touches)
    return sum(PRICES.either(PRICES.in_time, first) for first in ways)


def in_time_ways(
    layout: Layout, placed: Sequence[Placement], units: Sequence[Unit | None], touches: Sequence[Touch]
) -> Iterator[bool]:
    """For every two consecutive units in the rows: whether hands were over the first before they were over
    the second. Pairs with hands over both alternately are left out."""
    hands = _by_seat(layout, touches) if touches else {}
    rows = zip(placed, units, strict=True)
    times = [
        [] if u is None or p.seat not in hands else touched(u.bbox_px, hands[p.seat])
        for p, u in rows
        if p.zone is Zone.ROW
    ]
    for before, after in pairwise(times):
        if before and after and (before[-1] < after[0] or after[-1] < before[0]):
            yield before[-1] < after[0]


def _by_seat(layout: Layout, touches: Sequence[Touch]) -> dict[Seat, list[Touch]]:
    """The hands of each player: by where the arm comes in, or else those closer in the picture to that
    inventory than to the other."""
    middles = {
        seat: np.mean(
            [_middle(s.bbox_px) for s in layout.spots if s.seat is seat and s.zone is Zone.INVENTORY], axis=0
        )
        for seat in Seat
        if any(s.seat is seat and s.zone is Zone.INVENTORY for s in layout.spots)
    }
    found: dict[Seat, list[Touch]] = {seat: [] for seat in middles}
    for _, moment in itertools.groupby(touches, key=lambda touch: touch.time_s):
        hands = [*moment]
        for touch in hands if middles else ():
            middle = _middle(_whole_arm(touch.box, [each.box for each in hands]))
            nearer = min(middles, key=lambda seat: math.dist(middles[seat], middle))
            known = touch.seat if touch.seat in found else None
            found[known or nearer].append(touch)
    return found


def _whole_arm(box: Box, boxes: Sequence[Box]) -> Box:
    """The union of a hand's box and the boxes of the same moment (including itself) that mostly overlap it:
    an arm over the table is detected in several pieces, the farthest of them on the other player's side."""
    return joined([each for each in boxes if shared_area(box, each) > ONE_ARM * min(area(box), area(each))])


def _middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def in_sight(candidate: Candidate, units: Sequence[Unit | None], shown: Callable[[Unit], Sightings]) -> float:
    """Log evidence of glimpses for a chain's order: what stood while another one's place was still bare was
    played first. ``shown`` says of each glimpse whether it showed a unit."""
    ways = in_sight_ways(candidate.placed, units, shown)
    return sum(PRICES.either(SEEN_FIRST, first) for first in ways)


def in_sight_ways(
    placed: Sequence[Placement], units: Sequence[Unit | None], shown: Callable[[Unit], Sightings]
) -> Iterator[bool]:
    """For every two consecutive units in the rows: whether the first was seen without the second, and not the
    other way round. Pairs of which neither or both were seen alone are left out."""
    rows = [unit for place, unit in zip(placed, units, strict=True) if place.zone is Zone.ROW]
    for before, after in pairwise(rows):
        if before is None or after is None:
            continue
        alone = set(zip(shown(before), shown(after), strict=True))
        if ((True, False) in alone) != ((False, True) in alone):
            yield (True, False) in alone


def most_in_order(candidate: Candidate) -> float:
    """Upper bound of ``in_time`` and ``in_sight`` together."""
    return max(0, len(candidate.plays) - 1) * (PRICES.most(PRICES.in_time) + PRICES.most(SEEN_FIRST))
