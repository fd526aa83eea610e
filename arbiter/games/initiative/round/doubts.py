"""When table and record disagree: which single earlier correction explains the table now?

The ordinary readings of the change compete with readings that correct one earlier mistake first. All are
scored alike (``arbiter.games.initiative.round.inference``): the correction's prior, how much better the
pieces in doubt look when renamed, and how well the change is explained from there. Nothing is ever corrected
without asking.
"""

from __future__ import annotations

from dataclasses import replace

from arbiter.events.ledger import Ledger
from arbiter.games.initiative.round.earlier_mistakes import Earlier, earlier
from arbiter.games.initiative.round.inference import Explanation, Verdicts, infer, posterior
from arbiter.games.initiative.scene import Scene, compare
from arbiter.table.layout import Layout, Spot
from arbiter.table.scoring import Reader
from arbiter.table.window import Window

MOST = 8
"""The most corrections followed up, by prior and looks."""
KEPT = 2
"""Readings kept for each correction."""


def doubted(
    ledger: Ledger, layout: Layout, scene: Scene, reader: Reader, window: Window, verdicts: Verdicts
) -> Verdicts:
    """The verdicts, extended by readings that need one earlier correction."""
    past = {each.key: each for each in earlier(ledger, layout, scene, reader)}
    found = [(each.log_prior + _looks(layout, each, scene, reader), each) for each in past.values()]
    found.sort(key=lambda pair: -pair[0])
    more = [e for score, each in found[:MOST] for e in _follow(each, score, reader, window)]
    if not more:
        return verdicts
    usual = [e for e in verdicts.ranked if e.score > -1e8]
    return posterior([*usual, *more])


def _follow(each: Earlier, score: float, reader: Reader, window: Window) -> list[Explanation]:
    """The readings of the table after a correction."""
    scene = compare(window, each.layout, reader)
    best = infer(each.ledger, each.layout, scene, reader).ranked[:KEPT]
    return [replace(e, score=e.score + score, earlier=each) for e in best if e.score > -1e8]


def _looks(layout: Layout, each: Earlier, scene: Scene, reader: Reader) -> float:
    """How much more (log) the renamed pieces look like their new names."""
    return sum(_gain(old, each.layout, scene, reader) for old in layout.spots)


def _gain(old: Spot, then: Layout, scene: Scene, reader: Reader) -> float:
    new = next((spot for spot in then.spots if spot.id == old.id), old)
    unit = next((unit for spot, unit in scene.kept if spot.id == old.id), None)
    if unit is None or new.pieces == old.pieces or not new.pieces or not old.pieces:
        return 0.0
    return reader.lying(unit, new.pieces) - reader.lying(unit, old.pieces)
