"""Before a play is called illegal: would it be legal if one piece had been misread at set-up?

That piece has not been touched since, so nothing else shows the misreading; the bag (I13) must allow it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from arbiter.events.ledger import Ledger, judge
from arbiter.games.initiative.relabel import relabel
from arbiter.games.initiative.round.candidates import Candidate, bare
from arbiter.games.initiative.round.earlier_mistakes import Earlier, with_setup
from arbiter.games.initiative.round.inference import Explanation, Verdicts, infer
from arbiter.games.initiative.round.misread_pieces import P_MISREAD, right_setup, setup_look
from arbiter.games.initiative.scene import compare
from arbiter.table.budget import Budget, Search
from arbiter.table.layout import Layout, Spot, Zone
from arbiter.table.scoring import Reader
from arbiter.table.window import Window
from engine.pieces import Piece, Size

LEAST_SHARE = 0.06
"""Least probability of an excuse in the question, however certain the look at set-up was."""
MOST = 2
FOLLOWED = 6
"""The most renamings compared with the table."""


def excused(
    ledger: Ledger, layout: Layout, reader: Reader, window: Window, best: Explanation
) -> tuple[Verdicts | None, frozenset[int]]:
    """The illegal reading together with those that make it legal, and the ids of the spots they rename; empty
    if there are none.

    Worst case: each of ten pyramids may be one of six others. Only renamings that make the plays legal are
    followed up, at most ``FOLLOWED``, starting with those that look most like the new name.
    """
    played, seat = _played(best.candidate), best.candidate.plays[-1][0].seat
    taken = {spot.id for spot in best.emptied}
    likely = [
        (look, spot.id, past)
        for spot in layout.spots
        if spot.zone is Zone.INVENTORY and spot.seat is seat and spot.id not in taken
        for look, past in _renamed(ledger, layout, spot, reader, window.budget)
        if _makes_legal(past.ledger, best.candidate)
    ]
    likely.sort(key=lambda item: -item[0])
    found: list[tuple[float, int, Explanation]] = []
    for look, spot_id, past in likely[:FOLLOWED]:
        seen = infer(past.ledger, past.layout, compare(window, past.layout, reader), reader)
        legal = [e for e in seen.ranked if _played(e.candidate) == played and _all_legal(e.candidate)]
        if legal:
            found.append((look, spot_id, replace(legal[0], earlier=past)))
    one_each = list({spot: each for _, spot, each in reversed(found)}.items())[-MOST:]
    if not one_each:
        return None, frozenset()
    more = tuple(replace(each, probability=LEAST_SHARE) for _, each in one_each)
    sure = replace(best, probability=max(0.0, best.probability - LEAST_SHARE * len(more)))
    return Verdicts((sure, *more), 0.0), frozenset(spot for spot, _ in one_each)


def _makes_legal(ledger: Ledger, candidate: Candidate) -> bool:
    """Whether a candidate's plays are all legal, one after another."""
    state = ledger.state_if_stood
    for play, _ in candidate.plays:
        verdict = judge(state, play)
        if verdict is None or not verdict.legal:
            return False
        state = state.apply(play).state
    return True


def _renamed(
    ledger: Ledger, layout: Layout, spot: Spot, reader: Reader, budget: Budget
) -> Iterator[tuple[float, Earlier]]:
    """What the piece at a spot may be instead, with the log likelihood of its look at set-up."""
    was, illegal = spot.pieces[0], ledger.state_if_stood
    assert spot.seat is not None
    others = [Piece(size, was.colour) for size in Size]
    others += [Piece(was.size, colour) for colour in ledger.setup.stack]
    for other in dict.fromkeys(others):
        put_right = None if other == was else right_setup(ledger.setup, spot, other)
        if put_right is None:
            continue
        if not budget.take(Search.EARLIER, len(ledger.plies) + 1):
            return
        then = with_setup(ledger, put_right)
        if then is None or then.state_if_stood.to_move is not illegal.to_move:
            continue
        placed = layout.changing(replace(spot, pieces=(other,), seen=()))
        layout = relabel(placed, then)
        past = Earlier(math.log(P_MISREAD), then, layout, misread=(spot.seat, was), piece=other)
        yield setup_look(spot, other, reader), past


def _played(candidate: Candidate) -> list[tuple[object, ...]]:
    return [bare(play) for play, _ in candidate.plays]


def _all_legal(candidate: Candidate) -> bool:
    return all(verdict.legal for _, verdict in candidate.plays)
