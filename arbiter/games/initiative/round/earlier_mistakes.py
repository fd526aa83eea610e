"""One possible earlier misreading of the round, as the game and the table that follow from correcting it.

Only what bears on the present table is doubted: a play or a set-up piece may look like another piece; a piece
that left its spot may lie hidden under an earlier play; several plays may have been taken back at once.
``docs/doubt.md`` says what each of these is worth.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from arbiter.events.ledger import Ledger, Ply, judge
from arbiter.games.initiative.relabel import relabel
from arbiter.games.initiative.round.misread_pieces import P_MISREAD, right_setup
from arbiter.games.initiative.scene import Scene
from arbiter.table.budget import Budget, Search
from arbiter.table.layout import Layout, Spot, Zone
from arbiter.table.scoring import Reader
from engine.game import MoveError, Seat
from engine.initiative.model import Play, Setup
from engine.initiative.notation import format_play
from engine.pieces import Piece, Size
from vision.track.matching import GATE_MM

P_EARLIER = 0.01
"""Prior that an earlier play was misread."""
P_BACK = 0.02
"""Prior that more than one play is taken back at once."""
LAST_PLIES = 10
MOST_BACK = 3


@dataclass(frozen=True)
class Earlier:
    """A correction: ply ``ply`` was ``text`` and not ``was``, or the last ``back`` plays are taken back, or
    at set-up ``misread`` (a seat's piece) was in fact ``piece``. ``ledger`` and ``layout`` follow from it;
    ``log_prior`` is a natural logarithm."""

    log_prior: float
    ledger: Ledger
    layout: Layout
    ply: int = 0
    text: str = ""
    was: str = ""
    back: int = 0
    misread: tuple[Seat, Piece] | None = None
    piece: Piece | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """Identifies it among the corrections."""
        return self.ply, self.text, self.back, self.misread, self.piece


def earlier(ledger: Ledger, layout: Layout, scene: Scene, reader: Reader) -> Iterator[Earlier]:
    """The misreadings that the changes on the table and the look of the rows suggest.

    Worst case: 20 spots emptied late in a round, whose pieces may be in or under any of the last ten plays:
    400 corrected games, each replayed. The scene's budget limits the plays that are replayed.
    """
    yield from unlike(ledger, layout, scene, reader)
    for spot in scene.vanished:
        if spot.zone is Zone.INVENTORY and spot.seat is not None:
            yield from _hidden(ledger, layout, spot, scene.budget)
    yield from _taken_back(ledger, layout, scene, reader)
    yield from misread_before(ledger, layout, scene, reader)


def _own(ledger: Ledger, spot: Spot) -> list[tuple[int, Play]]:
    """The last plays in the row of a spot's seat, with their ply numbers."""
    numbered = [(number, ply.play) for number, ply in enumerate(ledger.plies, 1)]
    return [(n, play) for n, play in numbered if play.seat is spot.seat and not play.virtual][-LAST_PLIES:]


def unlike(ledger: Ledger, layout: Layout, scene: Scene, reader: Reader) -> Iterator[Earlier]:
    """Plays that look like another piece, one that their side is believed to hold still."""
    for spot, unit in scene.kept:
        if spot.zone is not Zone.ROW or spot.seat is None or not spot.ply or spot.ply > len(ledger.plies):
            continue
        looks, play = reader.best(unit), ledger.plies[spot.ply - 1].play
        if looks == play.piece or looks not in ledger.state.inventories[spot.seat]:
            continue
        call = looks.size is Size.SMALL and unit.p_upright < 0.5
        other = replace(play, piece=looks, call=call)
        found = _with(ledger, spot.ply, other) if _may(scene.budget, ledger, spot.ply) else None
        if found is not None:
            was, now = format_play(play), format_play(other)
            yield Earlier(math.log(P_EARLIER), found, relabel(layout, found, reader), spot.ply, now, was)


def misread_before(ledger: Ledger, layout: Layout, scene: Scene, reader: Reader) -> Iterator[Earlier]:
    """Set-up misreadings: an untouched or played piece that now looks like another."""
    here = [
        (spot, unit)
        for spot in scene.vanished
        for unit in scene.appeared
        if math.hypot(spot.x_mm - unit.x_mm, spot.y_mm - unit.y_mm) < GATE_MM
    ]
    rows = [(spot, unit) for spot, unit in scene.kept if spot.zone is Zone.ROW]
    for spot, unit in (*here, *rows):
        looks = reader.best(unit)
        if spot.seat is None or not spot.pieces or looks == spot.pieces[0]:
            continue
        put_right = right_setup(ledger.setup, spot, looks)
        if put_right is None or (spot.ply is not None and looks in ledger.state.inventories[spot.seat]):
            continue
        found = _from(ledger, put_right, spot.ply, looks) if _may(scene.budget, ledger, 1) else None
        if found is not None:
            placed = layout.changing(replace(spot, pieces=(looks, *spot.pieces[1:]), seen=()))
            was = spot.seat, spot.pieces[0]
            yield Earlier(math.log(P_MISREAD), found, relabel(placed, found), misread=was, piece=looks)


def with_setup(ledger: Ledger, setup: Setup) -> Ledger | None:
    """The ledger from another set-up with its plays judged again; ``None`` if the pieces rule it out."""
    ledger = replace(ledger, setup=setup)
    if ledger.plies:
        return _with(ledger, 1, ledger.plies[0].play)
    return ledger if ledger.waiting is None else None


def _from(ledger: Ledger, setup: Setup, ply: int | None, piece: Piece) -> Ledger | None:
    """The ledger from another set-up; if ``ply`` is given, that play is of another piece."""
    if ply is None or not ledger.plies:
        return with_setup(ledger, setup)
    if ply > len(ledger.plies):
        return None
    ledger, play = replace(ledger, setup=setup), ledger.plies[ply - 1].play
    plies = [
        Ply(replace(play, piece=piece), each.verdict) if n == ply else each
        for n, each in enumerate(ledger.plies, 1)
    ]
    return _with(replace(ledger, plies=tuple(plies)), 1, plies[0].play)


def _hidden(ledger: Ledger, layout: Layout, spot: Spot, budget: Budget) -> Iterator[Earlier]:
    """The missing piece lies under an earlier play, as a sacrifice that was not seen."""
    for number, play in _own(ledger, spot):
        if play.sacrifice is not None or number == ledger.last_number:
            continue
        other = replace(play, sacrifice=spot.pieces[0], shift=0)
        found = _with(ledger, number, other) if _may(budget, ledger, number) else None
        if found is None:
            continue
        under = layout.row_spot(number)
        kept = layout.without(frozenset([spot.id]))
        if under is not None:
            kept = kept.changing(replace(under, pieces=other.pieces, seen=()))
        share = P_EARLIER if found.plies[number - 1].verdict.legal else P_EARLIER / 10
        yield Earlier(math.log(share), found, kept, number, format_play(other), format_play(play))


def _taken_back(ledger: Ledger, layout: Layout, scene: Scene, reader: Reader) -> Iterator[Earlier]:
    """More plays than the last one went back to the inventories."""
    gone = {spot.ply for spot in scene.vanished if spot.zone is Zone.ROW}
    shorter = ledger
    for count in range(1, MOST_BACK):
        if shorter.last_number == 0 or shorter.last_number not in gone:
            return
        shorter = shorter.take_back()
        if shorter.last_number and shorter.last_number in gone:
            yield Earlier(math.log(P_BACK**count), shorter, relabel(layout, shorter, reader), back=count)


def _may(budget: Budget, ledger: Ledger, number: int) -> bool:
    """Whether the budget allows to replay the plays from a number on."""
    return budget.take(Search.EARLIER, len(ledger.plies) + 2 - number)


def _with(ledger: Ledger, number: int, play: Play) -> Ledger | None:
    """The ledger with one play replaced; ``None`` if the pieces rule out that play or a later one."""
    after = replace(ledger, plies=ledger.plies[: number - 1], waiting=None)
    after = after if number == 1 else after.with_states(ledger.states[:number])
    waiting = [] if ledger.waiting is None else [ledger.waiting]
    old = [*ledger.plies, *waiting]
    first = replace(old[number - 1], play=play) if number <= len(old) else Ply(play)
    try:
        for each in [first, *old[number:]]:
            verdict = judge(after.state_if_stood, each.play)
            if verdict is None or (after.state.outcome is not None and after.waiting is None):
                return None
            after = _added(after, replace(each, verdict=verdict))
    except MoveError:
        return None
    return after if waiting or after.waiting is None else after.stand()


def _added(ledger: Ledger, ply: Ply) -> Ledger:
    """The ledger with one more ply, after letting a waiting one stand, and with its positions remembered."""
    state = ledger.state_if_stood
    states = ledger.states if ledger.waiting is None else (*ledger.states, state)
    added = ledger.stand().with_states(states).add(ply)
    return added.with_states(states if added.waiting is not None else (*states, state.force(ply.play).state))
