"""What one rest showed of a game with a ``TableModel`` and was too short to be told, weighed with the next.

As ``held`` has it for a round: the table is explained both from where it was accepted last and from each
reading that is held, as if that had been accepted when it was seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from arbiter.events.ledger import Ledger
from arbiter.table.explanations import read_change
from arbiter.table.held_readings import KEPT, Held
from arbiter.table.in_order import told_apart
from arbiter.table.model import Seen, TableModel
from arbiter.table.readings import Reading, Readings, posterior
from arbiter.table.sites import MISFIT, Looks, see
from arbiter.table.window import Window
from vision.track.summing import Unit

LOG_CERTAIN = -10.0
"""What an earlier rest showed as plainly as can be was not so."""


@dataclass(frozen=True)
class Believed:
    """A game as it is believed to stand: its plies, how its table is read and how it looked."""

    ledger: Ledger
    model: TableModel
    looks: Looks | None

    def after(self, ledger: Ledger, seen: Seen, settled: frozenset[str] = frozenset()) -> Believed:
        """Once a ledger is taken for true on the table that is ``seen``, of which people ``settled`` some
        sites."""
        explained = self.explained(ledger, seen)
        model = self.model.settle(ledger.state_if_stood, explained)
        return Believed(
            ledger, model, accepted_looks(explained, model, ledger.state_if_stood, self.looks, settled)
        )

    def explained(self, ledger: Ledger, seen: Seen) -> Seen:
        """What is seen, but for the sites that look otherwise though a ledger that is taken for true has
        there what was there before: what was done there was not understood yet. Only in a game that is
        looked at by glimpses, in which players do not wait for each other."""
        if not self.model.glimpses:
            return seen
        was, now = (self.model.contents(each.state_if_stood) for each in (self.ledger, ledger))
        return but_for(seen, frozenset(site for site in seen.changed if was.get(site) == now.get(site)))

    def table(self, window: Window, before: Mapping[str, tuple[Unit, ...]] | None = None) -> Seen:
        """What a window of still table shows, by sites; of a glimpse those that it hides as they were seen
        ``before``."""
        return see(window, self.model, self.looks or Looks(), before)


def but_for(seen: Seen, sites: frozenset[str]) -> Seen:
    """What is seen without some sites: they stay as they were known before."""
    return replace(seen, hidden=seen.hidden | sites, changed=seen.changed - sites, stale=seen.stale - sites)


def accepted_looks(
    seen: Seen, model: TableModel, state: Any, before: Looks | None, settled: frozenset[str] = frozenset()
) -> Looks:
    """How the table looks from now on: as it is seen. What changed to something that does not fit the
    ``state`` counts as changed for once more: more may have been done than was understood. Not so at the
    sites that people have ``settled``: what they say is there looks like that."""
    contents = model.contents(state)
    odd = {
        site
        for site in (seen.changed | seen.stale) - settled - seen.hidden
        if site in contents
        and min(each(site, contents[site], seen.at(site)) for each in (model.fit, model.unlike)) < MISFIT
    }
    known = before.doubted if before is not None else frozenset()
    looks = Looks.of(seen, model.reader, before)
    return replace(looks, doubted=frozenset(odd) - known, vouched=(looks.vouched - seen.changed) | settled)


def with_held(held: Held, believed: Believed, window: Window, seen: Seen, readings: Readings) -> Readings:
    """The readings of what is ``seen`` together with those that take one of ``held`` for true first."""
    if believed.model.in_order:
        return told_apart(held, believed, window, seen, readings)
    whole = [each for each in readings.ranked if each.made != held.best.made]
    more = [
        each
        for reading in held.readings
        for each in _onward(reading, held, believed, window, seen)
        if not any(_only_more(each, reading, other, believed.model) for other in whole)
        if not any(_at_once(other, each, believed.model) for other in readings.ranked)
    ]
    if not more:
        return readings
    known = {each.made for each in more if not each.back}
    direct = [
        replace(each, score=each.score + _contrary(each, held, believed.model))
        for each in readings.ranked
        if each.back or each.corrected or each.unfinished or each.made not in known
    ]
    return posterior([*direct, *more], believed.model) or readings


def _onward(
    reading: Reading, held: Held, believed: Believed, window: Window, seen: Seen
) -> Iterator[Reading]:
    """A reading of an earlier rest and what goes on from it as one. Where it goes on by taking back, it stays
    apart: it is read again once the other has been made true."""
    then = believed.after(reading.ledger, held.scene)
    since = replace(then.table(window, seen.units), brief=True)
    for each in read_change(then.ledger, then.model, since, False).ranked[:KEPT]:
        score = reading.score + each.score
        if each.back and each.moves:
            continue  # what lay there first was only made into something else: it was no move by itself
        if each.back > len(reading.moves):
            continue  # it contradicts what lay there first: it is read from where that began
        if each.back:
            yield replace(each, score=score, before=reading)
        elif not each.corrected:
            worst, moves = min(reading.worst, each.worst), (*reading.moves, *each.moves)
            onward = replace(each, score=score, moves=moves, worst=worst, before=reading)
            yield replace(onward, stands=reading.stands, blind=reading.blind or each.blind)


def _at_once(one: Reading, other: Reading, model: TableModel) -> bool:
    """Whether legal moves do in one what another reading takes for more of them: what an earlier rest showed
    was the middle of a move then, such as a piece lifted for another that takes its place."""
    if not one.plain or not other.moves or other.back or len(one.moves) >= len(other.moves):
        return False
    there, then = (model.contents(each.ledger.state_if_stood) for each in (one, other))
    return bool(there == then)


def _only_more(each: Reading, shown: Reading, other: Reading, model: TableModel) -> bool:
    """Whether another reading says that what lay there first was but half of one move, and leaves the
    same."""
    if not _grown(shown, other, model) or each.back:
        return False
    one, two = (model.contents(reading.ledger.state_if_stood) for reading in (each, other))
    return bool(one == two)


def _contrary(each: Reading, held: Held, model: TableModel) -> float:
    """Log weight of a reading beside what an earlier rest showed: 0 for one by which what lay there then
    has only become more."""
    same = each.unfinished or each.made == held.best.made or _grown(held.best, each, model)
    return 0.0 if same else max(LOG_CERTAIN, held.log_none)


def _grown(shown: Reading, each: Reading, model: TableModel) -> bool:
    """Whether a reading makes the moves of another, of which some have become more; where the last has,
    others may follow."""
    if len(each.made) < len(shown.made) or not model.growing:
        return False
    pairs = list(zip(shown.made, each.made, strict=False))
    further = len(each.made) > len(shown.made)
    if further and (not pairs or not model.grows(*pairs[-1]) or pairs[-1][0] == pairs[-1][1]):
        return False
    return all(one == other or model.grows(one, other) for one, other in pairs)
