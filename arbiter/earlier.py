"""One thing that may have been read wrong earlier in the round, as the game and the table it leads to.

Not the whole past is doubted, only what bears on what has just changed on the table: a piece whose place
emptied may have been the one played before in place of its look-alike, or may lie hidden under an earlier
play; and several plays may have been taken back at once.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from arbiter.evidence import Reader
from arbiter.layout import Layout, Spot, Zone
from arbiter.ledger import Ledger, Ply, judge
from arbiter.relabel import relabel
from arbiter.scene import Scene
from engine.game import MoveError
from engine.initiative import Play
from engine.notation_initiative import format_play

P_EARLIER = 0.01
"""How likely it is that an earlier play was read wrong."""
P_BACK = 0.02
"""How likely it is that more than one play is taken back at once."""
LAST_PLIES = 10
MOST_BACK = 3


@dataclass(frozen=True)
class Earlier:
    """An earlier reading put right: ply ``ply`` was ``text`` and not ``was``, or the last ``back`` plays are
    taken back. ``ledger`` and ``layout`` are what follows; ``log_prior`` is a natural logarithm.
    """

    log_prior: float
    ledger: Ledger
    layout: Layout
    ply: int = 0
    text: str = ""
    was: str = ""
    back: int = 0


def earlier(ledger: Ledger, layout: Layout, scene: Scene, reader: Reader) -> Iterator[Earlier]:
    """What may have been read wrong, given what differs on the table and how the rows look now."""
    yield from unlike(ledger, layout, scene, reader)
    for spot in scene.vanished:
        if spot.zone is Zone.INVENTORY and spot.seat is not None:
            yield from _swapped(ledger, layout, spot, scene, reader)
            yield from _hidden(ledger, layout, spot)
    yield from _taken_back(ledger, layout, scene)


def _own(ledger: Ledger, spot: Spot) -> list[tuple[int, Play]]:
    """The last plays of a spot's seat that lie in its row, with their ply numbers."""
    numbered = [(number, ply.play) for number, ply in enumerate(ledger.plies, 1)]
    return [(n, play) for n, play in numbered if play.seat is spot.seat and not play.virtual][-LAST_PLIES:]


def _swapped(ledger: Ledger, layout: Layout, spot: Spot, scene: Scene, reader: Reader) -> Iterator[Earlier]:
    """The piece that stood here was taken for the one that was played before, and that one for it."""
    believed = spot.pieces[0]
    looks = {reader.best(unit) for unit in scene.appeared} - {believed}
    for number, play in _own(ledger, spot):
        if play.piece in looks:
            other = replace(play, piece=believed)
        elif play.sacrifice in looks:
            other = replace(play, sacrifice=believed)
        else:
            continue
        found = _with(ledger, number, other)
        if found is not None:
            yield Earlier(
                _log(P_EARLIER), found, relabel(layout, found), number, format_play(other), format_play(play)
            )


def unlike(ledger: Ledger, layout: Layout, scene: Scene, reader: Reader) -> Iterator[Earlier]:
    """Plays that look like another piece, one that their side is believed to hold still."""
    for spot, unit in scene.kept:
        if spot.zone is not Zone.ROW or spot.seat is None or not spot.ply or spot.ply > len(ledger.plies):
            continue
        looks, play = reader.best(unit), ledger.plies[spot.ply - 1].play
        if looks == play.piece or looks not in ledger.state.inventories[spot.seat]:
            continue
        found = _with(ledger, spot.ply, replace(play, piece=looks))
        if found is not None:
            was, now = format_play(play), format_play(replace(play, piece=looks))
            yield Earlier(_log(P_EARLIER), found, relabel(layout, found), spot.ply, now, was)


def _hidden(ledger: Ledger, layout: Layout, spot: Spot) -> Iterator[Earlier]:
    """The piece that is gone lies under an earlier play, as a sacrifice that was not seen."""
    for number, play in _own(ledger, spot):
        if play.sacrifice is not None or number == ledger.last_number:
            continue
        other = replace(play, sacrifice=spot.pieces[0], shift=0)
        found = _with(ledger, number, other)
        if found is None:
            continue
        under = layout.row_spot(number)
        kept = layout.without(frozenset([spot.id]))
        if under is not None:
            kept = kept.changing(replace(under, pieces=other.pieces, seen=()))
        legal = _log(P_EARLIER if found.plies[number - 1].verdict.legal else P_EARLIER / 10)
        yield Earlier(legal, found, kept, number, format_play(other), format_play(play))


def _taken_back(ledger: Ledger, layout: Layout, scene: Scene) -> Iterator[Earlier]:
    """More than the last play went back to the inventories."""
    gone = {spot.ply for spot in scene.vanished if spot.zone is Zone.ROW}
    shorter = ledger
    for count in range(1, MOST_BACK):
        if shorter.last_number == 0 or shorter.last_number not in gone:
            return
        shorter = shorter.take_back()
        if shorter.last_number and shorter.last_number in gone:
            yield Earlier(_log(P_BACK**count), shorter, relabel(layout, shorter), back=count)


def _with(ledger: Ledger, number: int, play: Play) -> Ledger | None:
    """The ledger with another play; ``None`` when the pieces do not allow it or what follows."""
    after = replace(ledger, plies=ledger.plies[: number - 1], waiting=None)
    later = [play, *(ply.play for ply in ledger.plies[number:])]
    waiting = [] if ledger.waiting is None else [ledger.waiting.play]
    try:
        for each in [*later, *waiting]:
            verdict = judge(after.state_if_stood, each)
            if verdict is None or (after.state.outcome is not None and after.waiting is None):
                return None
            after = after.stand().add(Ply(each, verdict))
    except MoveError:
        return None
    return after if waiting or after.waiting is None else after.stand()


def _log(share: float) -> float:
    return math.log(share)
