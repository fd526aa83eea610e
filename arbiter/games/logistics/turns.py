"""The legal turns of Logistics that may have led to what a still table shows (L1 to L10, L14).

All cards are tried, and of the sows from the stock those that look right (``stock_sows``). A turn continues
while a power or another sow is due; every intermediate stop is a result too, because players pause.
"""

from __future__ import annotations

import contextlib
import functools
import heapq
import itertools
import math
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from arbiter.games.logistics.look import (
    HINT,
    Fit,
    card_contents,
    card_site,
    heap_site,
    likely_pieces,
)
from arbiter.games.logistics.stock_sows import seen_stock_sows
from arbiter.table.budget import Search
from arbiter.table.stack_scoring import Stack
from engine.game import MoveError, Seat
from engine.logistics import cards, powers
from engine.logistics.model import (
    Advance,
    Decline,
    Move,
    Power,
    Recall,
    Reclaim,
    Sow,
    Stop,
    Swap,
)
from engine.logistics.state import State
from engine.pieces import Piece
from vision.steps import Steps

STRANGE = 9.0
"""A card that something else would fit better by this much was not merely misread or hidden."""
P_SOWN_AGAIN = 0.05
"""A player sows twice in a turn, and the table was not seen in between: as rare as two players' turns."""
MOST_FOLLOWED, MOST_BESIDE, MOST_CHAINS = 40, 8, 300
"""The most chains followed up, the most once one explains everything, and the most made in all."""
FOR_CHAINS = 150
"""Steps that single turns leave for chains of them: a capture and all its powers would take any number."""
SHARE_LATER = 0.3
"""How much of what a chain leaves unexplained counts against it, as later moves may explain the rest."""
ALIKE = 1.0
"""The penalty on following a chain up, for each one with the same first turn that was followed up before."""
MOST_RECLAIMED = 4
"""The most turns that pass over a reclaim for which each reclaim is tried instead."""


@dataclass(frozen=True)
class Turn:
    """Moves in order, and the resulting state."""

    moves: tuple[Move, ...]
    state: State


LOG_STIRRED, STIRRED_MM = -2.0, 5.0
"""The price of a pyramid having been in somebody's hand although it lies exactly where it did; it falls to 0
with a distance of ``STIRRED_MM``."""
LOG_ELSE = -4.0
"""The price of it having looked like another one on the card from which it was taken back."""


@dataclass(frozen=True)
class _Search:
    fit: Fit
    strange: float
    """Log units by which nothing else may differ where a power acts; infinite if anything may."""
    search: Search

    def found(self, start: State) -> Generator[None, None, list[Turn]]:
        """Returns every turn from here; passing alone is none. Those that look most like the table are
        extended first, but all are listed in depth-first order. Pauses after each that was extended."""
        numbers, turns = itertools.count(), list[tuple[tuple[int, ...], Turn]]()
        open_: list[tuple[float, int, tuple[int, ...], Turn]] = [(0.0, next(numbers), (), Turn((), start))]
        kept = FOR_CHAINS if self.search is Search.TURNS else 0
        while open_:
            _, _, path, so_far = heapq.heappop(open_)
            for at, move in enumerate(self._moves(so_far.state)):
                if not self.fit.seen.budget.take(self.search, kept=kept):
                    open_.clear()
                    break
                turn = Turn((*so_far.moves, move), so_far.state.apply(move).state)
                passed = isinstance(move, Stop | Decline)
                if not passed and not covered(turn, self.fit):
                    turns.append(((*path, at), turn))
                if self._may_continue(turn, passed and not path):
                    looks = -self.fit.cards(turn.state.layout)
                    heapq.heappush(open_, (looks, next(numbers), (*path, at), turn))
            yield
        return [turn for _, turn in sorted(turns, key=lambda item: item[0])]

    def further(self, chain: Chain, log_further: Sequence[float]) -> Iterator[Chain]:
        """The chain with one more move."""
        state = chain.turn.state
        new = not (state.pending or state.extra)
        for move in self._moves(state):
            if chain.turns + new > 1 and isinstance(move, Recall) and move.owner is move.seat:
                continue  # a pyramid that came and went again is not seen
            if not self.fit.seen.budget.take(self.search):
                return
            turn = Turn((*chain.turn.moves, move), state.apply(move).state)
            if new:
                log = chain.log_prior + (log_further[chain.turns - 1] if chain.turns else 0.0)
                yield Chain(turn, log, len(chain.turn.moves), chain.turns + 1, chain.beginning)
            else:
                yield replace(chain, turn=turn)

    def over_covered(self, turn: Turn) -> bool:
        """Whether a turn is over and leaves a pyramid that nothing has shown."""
        return not (turn.state.pending or turn.state.extra) and covered(turn, self.fit)

    def _may_continue(self, turn: Turn, passed: bool) -> bool:
        after = turn.state
        if after.outcome is not None or self.over_covered(turn):
            return False
        if after.pending:
            return len(self.fit.differing(after.layout)) <= 2 * len(after.pending) + 1
        return passed or after.extra

    def _may_have_gone(self, site: str, stack: Stack) -> bool:
        """Whether a card may have been sown: in a chain of turns, only one that looks different, or on which
        something was put meanwhile."""
        seen, held = self.fit.seen, self.fit.held.get(site)
        return self.strange < math.inf or stack != held or site in seen.changed | seen.stale | seen.hidden

    def _moves(self, state: State) -> Iterator[Move]:
        seats = tuple(Seat) if state.to_move is None else (state.to_move,)
        for seat in seats:
            if state.pending:
                for name in powers.names_of(state.pending[0]):
                    for use in powers.uses(state.layout, seat, name):
                        if worth_trying(state, use, self.fit, len(state.pending), strange=self.strange):
                            yield use
                yield Decline(seat)
                continue
            side = state.layout.side(seat)
            for card in cards.sowable_cards(side):
                if self._may_have_gone(card_site(seat, card), side.cards[card - 1]):
                    yield Sow(seat, card)
            for pieces in seen_stock_sows(state, seat, self.fit, later=self.strange == math.inf):
                yield Sow(seat, 0, pieces)
            if state.extra:
                yield Stop(seat)


def find_turns(state: State, fit: Fit, search: Search = Search.TURNS) -> list[Turn]:
    """As `turn_search`, at once."""
    return Steps(turn_search(state, fit, search)).finish()


def turn_search(state: State, fit: Fit, search: Search = Search.TURNS) -> Generator[None, None, list[Turn]]:
    """Returns the legal turns of the player to move (of either player if both may begin), and their
    beginnings. A power must act where nothing else differs by ``STRANGE``. Pauses within.

    Worst case: some 400 sows from the stock of each length, each with a capture whose powers may swap any two
    of 30 pyramids, and again; the budget for this ``search`` limits the moves made.
    """
    if state.outcome is not None:
        return []
    known = fit.turns.get(id(state))
    if known is None:
        turns = yield from _Search(fit, STRANGE, search).found(state)
        known = fit.turns[id(state)] = state, [*turns, *_reclaimed(state, turns, fit, search)]
    found: list[Turn] = known[1]
    return found


def _reclaimed(state: State, turns: Sequence[Turn], fit: Fit, search: Search) -> Iterator[Turn]:
    """Those turns that pass over a reclaim, with each reclaim instead: it shows in heaps alone, of which
    something is often out of sight. They are not searched for anew, as what follows is the same and a search
    from each would leave no budget."""
    if len(state.pending) != 1:
        return
    uses = [use for use in _due(state) if isinstance(use, Reclaim)]
    passed = [turn for turn in turns if isinstance(turn.moves[0], Decline)] if uses else []
    likeliest = heapq.nlargest(MOST_RECLAIMED, passed, key=lambda turn: fit.cards(turn.state.layout))
    for turn, use in itertools.product(likeliest, uses):
        if not fit.seen.budget.take(search):
            return
        moves = (use, *turn.moves[1:])
        with contextlib.suppress(MoveError):
            yield Turn(moves, functools.reduce(lambda then, move: then.apply(move).state, moves, state))


@dataclass(frozen=True)
class Chain:
    """Legal moves of both players in order, their log prior (without that of the first one being legal), and
    the number of turns."""

    turn: Turn
    log_before: float = 0.0
    """Log prior of the turns before the last one."""
    last_begins: int = 0
    """The index of the move with which the last turn begins."""
    turns: int = 0
    first: tuple[Move, ...] = ()
    """The moves of the first turn, once another one has followed."""

    @property
    def beginning(self) -> tuple[Move, ...]:
        """The moves of the first turn, as far as it goes."""
        return self.first or self.turn.moves

    @property
    def log_prior(self) -> float:
        """Log prior of all its turns."""
        return self.log_before + log_prior(Turn(self.turn.moves[self.last_begins :], self.turn.state))

    @property
    def done(self) -> bool:
        """Whether it ends with something done on the table."""
        return not isinstance(self.turn.moves[-1], Stop | Decline)


def chains(state: State, fit: Fit, log_further: Sequence[float]) -> Generator[None, None, list[Chain]]:
    """Returns chains of legal turns that may have been made since the table was last read, each turn after
    the first at its ``log_further``; pauses after each that was extended. The likeliest that leave least
    unexplained are extended first; but the more often chains with one first turn were extended, the later
    they come up again, because its continuations are endless and another first turn may be right.

    Worst case: the moves in ``MOST_FOLLOWED`` states, or the budget.
    """
    search, numbers = _Search(fit, math.inf, Search.TURNS), itertools.count()
    found, known, left = list(_sown_again(state, fit)), set[tuple[Any, ...]](), MOST_FOLLOWED
    beginnings = Counter[tuple[Move, ...]]()
    open_ = [(0.0, next(numbers), 0, Chain(Turn((), state)))]
    while open_ and left and len(found) < MOST_CHAINS:
        penalty, number, followed, each = heapq.heappop(open_)
        state, first = each.turn.state, each.beginning
        if beginnings[first] > followed:
            penalty += ALIKE * (beginnings[first] - followed)
            heapq.heappush(open_, (penalty, number, beginnings[first], each))
            continue
        place = state.layout, state.to_move, state.pending, state.extra
        if place in known:
            continue
        known.add(place)
        beginnings[first] += 1
        left -= 1
        if each.turn.moves and each.done and fit.explains(state.layout):
            left = min(left, MOST_BESIDE)
        for further in search.further(each, log_further):
            if further.done and not covered(further.turn, fit):
                found.append(further)
            after = further.turn.state
            if search.over_covered(further.turn):
                continue
            if after.outcome is None and (further.turns <= len(log_further) or after.pending or after.extra):
                penalty = SHARE_LATER * fit.misfits(after.layout)
                heapq.heappush(open_, (penalty - further.log_prior, next(numbers), 0, further))
        yield
    return found


def _sown_again(state: State, fit: Fit) -> Iterator[Chain]:
    """The chains in which a pyramid is recalled and the next player sows it on its card again: that card
    looks as it did, so nothing on it hints at a recall."""
    for recall in _due(state):
        if not isinstance(recall, Recall) or recall.owner is recall.seat:
            continue
        at, after = recall.card - 1, state.apply(recall).state
        if after.pending or after.to_move is not recall.owner:
            continue
        piece = state.layout.side(recall.owner).cards[at][-1]
        for pieces in seen_stock_sows(after, recall.owner, fit, later=True):
            if pieces[at : at + 1] != (piece,):
                continue
            if not fit.seen.budget.take(Search.TURNS):
                return
            sow = Sow(recall.owner, 0, pieces)
            yield Chain(Turn((recall, sow), after.apply(sow).state), 0.0, 1, 1, (recall,))


def _due(state: State) -> Iterator[Power]:
    """All uses of the power that is due, if one is and it is known whose."""
    if state.pending and state.to_move is not None:
        for name in powers.names_of(state.pending[0]):
            yield from powers.uses(state.layout, state.to_move, name)


def covered(turn: Turn, fit: Fit) -> bool:
    """Whether a pyramid from a stock would lie under a hand, where nothing has shown it: it could be any."""
    sows = (move for move in turn.moves if isinstance(move, Sow) and not move.card)
    places = ((sow.seat, card) for sow in sows for card in range(1, len(sow.pieces) + 1))
    return any(
        fit.unseen(site) and turn.state.layout.side(seat).cards[card - 1] != fit.held[site]
        for seat, card in places
        for site in [card_site(seat, card)]
    )


def worth_trying(
    state: State, use: Power, fit: Fit, due: int = 1, hint: float = HINT, strange: float = STRANGE
) -> bool:
    """Whether a power acts where the table differs (by ``hint`` log units) and nothing else differs by
    ``strange``; if several are due, each may explain a part. With infinite ``strange``, a swap must show to
    be tried."""
    if isinstance(use, Reclaim):
        return True
    if isinstance(use, Swap):
        touched = {card_site(use.owner, use.first.card), card_site(use.owner, use.second.card)}
        one, other = powers.pieces_moved(state.layout, use)
        if one == other or (strange == math.inf and not _swap_shows(state, use, touched, fit)):
            return False
    else:
        touched = {card_site(use.owner, use.card)}
        if isinstance(use, Advance):
            touched.add(card_site(use.owner, use.card + 1))
    hinted = bool(touched.intersection(fit.differing(state.layout, hint)))
    hinted |= not isinstance(use, Swap) and any(fit.unseen(site) for site in touched)
    return hinted and (due > 1 or touched.issuperset(fit.differing(state.layout, strange)))


def _swap_shows(state: State, use: Swap, touched: set[str], fit: Fit) -> bool:
    """Whether the cards look more like the result of a swap than like what they held."""
    was, now = card_contents(state.layout), card_contents(powers.use(state.layout, use))
    return sum(fit.site(site, now[site]) - fit.site(site, was[site]) for site in touched) > HINT


def put_back_log(turn: Turn, fit: Fit) -> float:
    """The price of a turn that sowed a pyramid of the stock and took it back there: of having been something
    else than what its card showed a moment ago, or of lying exactly as before. Nothing else shows which of
    several it was."""
    total = 0.0
    for seat, card, piece in put_back(turn):
        showed = fit.seen.went.get(card_site(seat, card), ())
        still = max(0.0, 1 - fit.moved_mm(heap_site(seat, "stock"), piece) / STIRRED_MM)
        other = bool(showed) and piece not in likely_pieces(showed, fit.reader)
        total += LOG_ELSE if other else 0.0 if showed else LOG_STIRRED * still
    return total


def put_back(turn: Turn) -> list[tuple[Seat, int, Piece]]:
    """The pyramids of a stock that were sown and at once taken back there, each with its player and card."""
    found, sow = list[tuple[Seat, int, Piece]](), turn.moves[0]
    for move in turn.moves:
        if isinstance(move, Sow):
            sow = move
        elif isinstance(sow, Sow) and isinstance(move, Recall) and move.owner is sow.seat:
            found += [(sow.seat, move.card, piece) for piece in sow.pieces[move.card - 1 : move.card]]
    return found


def log_prior(turn: Turn) -> float:
    """Log prior of a legal turn by its kind: shorter turns are likelier, all possible pairs of a swap are
    equally likely, and hardly anybody swaps what was sown in the same turn, since it could have been sown
    that way."""
    total, sown = 0.0, set[str]()
    for number, move in enumerate(turn.moves):
        if isinstance(move, Sow):
            total += math.log(P_SOWN_AGAIN) if number else 0.0
            reach = len(move.pieces) if move.card == 0 else 0
            sown = {card_site(move.seat, card) for card in range(1, reach + 1)}
        else:
            total += math.log(0.3)
            if isinstance(move, Swap):
                spots = (card_site(move.owner, spot.card) for spot in (move.first, move.second))
                total += math.log(0.05) if sown.issuperset(spots) else 0.0
                stacks = turn.state.layout.side(move.owner).cards
                total -= math.log(max(1, math.comb(sum(map(len, stacks)), 2)))
    return total
