"""What may have happened since the table was last read, as physical changes with log priors.

The engine's verdicts decide which plays are legal (I1 to I9); any other play that the pieces permit is a
plausible illegal one. Plays are listed without shifts, which are read from the initiative stack separately.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from arbiter.events.ledger import Ledger, Verdict, judge
from arbiter.games.initiative.round.stack_watch import LOG_OTHER_STACK, Order, shifted_orders
from arbiter.games.initiative.scene import Scene
from arbiter.table.layout import Zone
from engine.game import Seat
from engine.initiative.model import Play, Setup
from engine.initiative.state import State
from engine.pieces import Piece, Size

P_LEGAL = 0.6
P_NOTHING = 0.2
P_TAKE_BACK = 0.06
P_ILLEGAL = 0.08
P_CHANGE_OF_MIND = 0.03
P_TWO_PLIES = 0.02
P_AMENDED = 0.03
"""The same piece, with its call or sacrifice changed."""
P_SACRIFICE = 0.25
"""Share of plays with a sacrifice where the rules have them."""
P_CALL = 0.3
P_UNSEEN_FAULT = 0.1
"""Factor on the prior of an illegal reading that needs an invisible sacrifice: a hidden piece alone must not
get anybody accused."""


@dataclass(frozen=True)
class Placement:
    """A unit that must show: ``pieces`` from the top in a zone; a ``call`` lies flat towards the opponent."""

    zone: Zone
    seat: Seat
    pieces: tuple[Piece, ...]
    call: bool = False


def bare(play: Play) -> tuple[Seat, Piece, Piece | None, bool]:
    """A play without its shift."""
    return play.seat, play.piece, play.sacrifice, play.call


@dataclass(frozen=True)
class Candidate:
    """One reading of a change.

    First the last play is taken back (``take_back``) or a waiting illegal one stands (``stands``), then
    ``plays`` are made. Physically, one inventory spot empties for each of ``removed``, the row spot of ply
    ``lifted`` empties, and the ``placed`` units appear. ``log_prior`` is a natural logarithm. ``setup`` is
    the corrected set-up of a reading in which a piece had been misread.
    """

    log_prior: float
    plays: tuple[tuple[Play, Verdict], ...] = ()
    take_back: bool = False
    stands: bool = False
    removed: tuple[tuple[Seat, Piece], ...] = ()
    lifted: int | None = None
    placed: tuple[Placement, ...] = ()
    setup: Setup | None = None

    @property
    def nothing(self) -> bool:
        """Whether it says that the game did not change."""
        return not self.plays and not self.take_back

    @property
    def key(self) -> tuple[object, ...]:
        """Identifies it among the candidates."""
        return self.take_back, self.stands, self.setup, tuple(play for play, _ in self.plays)


def row_placement(play: Play) -> Placement:
    """The unit that a play puts into its row."""
    return Placement(Zone.ROW, play.seat, play.pieces, play.call)


def enumerate_candidates(ledger: Ledger, scene: Scene) -> list[Candidate]:
    """Every possible explanation of the scene except chains of several plays."""
    found = [Candidate(math.log(P_NOTHING))]
    gone = gone_pieces(scene)
    stood = ledger.state_if_stood
    stands = ledger.waiting is not None
    for play, verdict, weight in listed_plays(stood, gone):
        removed = tuple((play.seat, piece) for piece in play.pieces)
        placed = (row_placement(play),)
        found.append(Candidate(weight, ((play, verdict),), stands=stands, removed=removed, placed=placed))
    if ledger.last is not None:
        found += _undoing(ledger, gone)
    return found


def gone_pieces(scene: Scene) -> dict[Seat, Counter[Piece]]:
    """The pieces of each seat that left their inventory spots."""
    gone = {seat: Counter[Piece]() for seat in Seat}
    for spot in scene.vanished:
        if spot.zone is Zone.INVENTORY and spot.seat is not None:
            gone[spot.seat].update(spot.pieces)
    return gone


def listed_plays(
    state: State, gone: dict[Seat, Counter[Piece]], seats: Iterable[Seat] = tuple(Seat)
) -> Iterator[tuple[Play, Verdict, float]]:
    """Plays of ``state`` with at most one piece that has not visibly left, with verdict and log prior."""
    listed = [(play, judge(state, play)) for seat in seats for play in _possible(state, seat, gone[seat])]
    judged = [(play, verdict) for play, verdict in listed if verdict is not None]
    heads = {legal: len({p.piece for p, v in judged if v.legal is legal}) for legal in (True, False)}
    for play, verdict in judged:
        share = P_LEGAL if verdict.legal else P_ILLEGAL
        weight = math.log(share / max(1, heads[verdict.legal]))
        if not verdict.legal and play.sacrifice and play.sacrifice.size < play.piece.size:
            weight += math.log(P_UNSEEN_FAULT)
        yield play, verdict, weight + _habit(state, play)


def _habit(state: State, play: Play) -> float:
    """Log prior of a sacrifice or none, a call or none."""
    odds = P_SACRIFICE if state.rules.sacrifice else 0.02
    weight = math.log(odds if play.sacrifice else 1 - odds)
    if play.piece.size is Size.SMALL:
        call = P_CALL if state.rules.calling else 0.02
        weight += math.log(call if play.call else 1 - call)
    return weight + (math.log(0.1) if play.call and play.piece.size is not Size.SMALL else 0.0)


def _possible(state: State, seat: Seat, gone: Counter[Piece]) -> Iterator[Play]:
    inventory = Counter(state.inventories[seat])
    for piece in inventory:
        unseen = 0 if gone[piece] else 1
        rest = [other for other, count in inventory.items() if count > (other == piece)]
        for under in (None, *rest):
            if unseen + (0 if under is None or gone[under] > (under == piece) else 1) > 1:
                continue
            yield Play(seat, piece, under)
            if piece.size is Size.SMALL or under is None:
                yield Play(seat, piece, under, call=True)


def _undoing(ledger: Ledger, gone: dict[Seat, Counter[Piece]]) -> list[Candidate]:
    """Taking back the last play, or changing it into another."""
    last = ledger.last
    assert last is not None
    seat, out = last.play.seat, Counter(last.play.pieces)
    before = ledger.take_back().state
    number = ledger.last_number
    found = [taken_back(ledger)]
    then = {seat: gone[seat] + out, seat.other: Counter[Piece]()}
    for play, verdict, weight in listed_plays(before, then, (seat,)):
        if bare(play) == bare(last.play):
            continue
        found.append(_changed(last.play, play, verdict, weight, number))
    return found


def taken_back(ledger: Ledger) -> Candidate:
    """The candidate that takes back the last play; there must be one."""
    last = ledger.last
    assert last is not None
    back = tuple(Placement(Zone.INVENTORY, last.play.seat, (piece,)) for piece in last.play.pieces)
    likely = P_TAKE_BACK * (3.0 if not last.verdict.legal else 1.0)
    return Candidate(math.log(likely), take_back=True, lifted=ledger.last_number, placed=back)


def _changed(last: Play, play: Play, verdict: Verdict, weight: float, number: int) -> Candidate:
    prior = weight + math.log(P_CHANGE_OF_MIND)
    if play.piece == last.piece:
        prior = math.log(P_AMENDED if verdict.legal else P_AMENDED / 5)
    out, now = Counter(last.pieces), Counter(play.pieces)
    back = tuple(Placement(Zone.INVENTORY, play.seat, (piece,)) for piece in (out - now).elements())
    return Candidate(
        prior,
        ((play, verdict),),
        take_back=True,
        removed=tuple((play.seat, piece) for piece in (now - out).elements()),
        lifted=number,
        placed=(*back, row_placement(play)),
    )


def by_stack(candidates: Sequence[Candidate], ledger: Ledger, shown: Order | None) -> list[Candidate]:
    """The candidates weighed by the order that the stack shows: if some candidate can have led to it (I5),
    the others become less likely."""
    state = ledger.state_if_stood
    if shown is None or shown == state.stack:
        return list(candidates)
    reach = [
        not each.take_back
        and any(shown in shifted_orders(state.stack, play, state.rules) for play, _ in each.plays)
        for each in candidates
    ]
    if not any(reach):
        return list(candidates)
    return [
        each if led or each.take_back else replace(each, log_prior=each.log_prior + LOG_OTHER_STACK)
        for each, led in zip(candidates, reach, strict=True)
    ]
