"""In which order things were done that anybody may do at any time: what a look showed comes before the rest.

As ``held`` has it for turns, for games without them: each look at the table, a rest or a glimpse, is read,
and what the next one shows goes on from that. A reading that is not believed yet, or not sure enough, is held
on with what came after it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from arbiter.table.explanations import played, read_change
from arbiter.table.held_readings import KEPT, Held
from arbiter.table.model import Seen, TableModel
from arbiter.table.readings import Reading, Readings, posterior
from arbiter.table.window import Window

LOG_CERTAIN, LOG_GLIMPSED = -10.0, math.log(0.01)
"""What an earlier rest, or a glimpse, showed was not so: a glimpse overlooks a piece now and then."""


def told_apart(held: Held, believed: Any, window: Window, seen: Seen, readings: Readings) -> Readings:
    """The readings of what is ``seen`` by what was seen before; ``believed`` is a `held.Believed`."""
    more = [each for one in held.readings for each in _onward(one, held, believed, window, seen)]
    known = {each.key for each in more if each.before is None or each.back == each.before.back}
    direct = [
        replace(each, score=each.score + _log_before(each, held, seen, believed.model))
        for each in readings.ranked
        if each.key not in known
    ]
    return posterior([*direct, *more], believed.model) or readings


def _onward(one: Reading, held: Held, believed: Any, window: Window, seen: Seen) -> Iterator[Reading]:
    """What goes on from a reading of an earlier look, as one with it, where that look showed that it was not
    done yet, or nothing else was done just then."""
    then = _after(one, held, believed)
    since = replace(then.table(window, seen.units), since_s=window.last_s - held.first_s)
    for each in read_change(then.ledger, then.model, since, False).ranked[:KEPT]:
        score = math.log(one.probability) + each.score
        if each.back and not each.moves:
            yield replace(each, score=score, before=one)
        elif not (each.back or each.corrected):
            shown = all(then.model.not_yet(move, since, held.scene) for move in each.made)
            if shown or not one.fresh:
                yield from _joined(one, replace(each, score=score), believed, window)


def _after(one: Reading, held: Held, believed: Any) -> Any:
    """What is believed after an earlier look; how that looks which it hid and has changed is not known."""
    then = believed.after(one.ledger, held.scene)
    was, now = (then.model.contents(each.ledger.state_if_stood) for each in (believed, then))
    unseen = frozenset(site for site in held.scene.hidden if was.get(site) != now.get(site))
    return replace(then, looks=replace(then.looks, doubted=then.looks.doubted | unseen))


def _joined(one: Reading, then: Reading, believed: Any, window: Window) -> Iterator[Reading]:
    """A reading and what goes on from it as one; what only became more is one move."""
    start = believed.ledger
    for _ in range(one.back):
        start = start.take_back()
    moves = (*one.made, *then.made)
    whole = believed.model.joined(start.state, moves)
    until_s = max(one.until_s, window.first_s + then.wait_s) if then.moves else one.until_s
    facts: dict[str, Any] = {"back": one.back, "until_s": until_s, "worst": min(one.worst, then.worst)}
    facts |= {"looks": one.looks + bool(then.moves), "fresh": len(then.moves), "wait_s": 0.0}
    if whole == moves:
        yield replace(then, moves=(*one.moves, *then.moves), before=one, **facts)
        return
    made = played(start, whole)
    if made is not None:
        ledger, verdicts = made
        if not believed.model.wait_s(whole):
            facts["until_s"] = window.first_s
        yield replace(then, ledger=ledger, moves=tuple(zip(whole, verdicts, strict=True)), **facts)


def _log_before(each: Reading, held: Held, seen: Seen, model: TableModel) -> float:
    """Log probability of what an earlier look showed, by a reading of all that was done since what was
    accepted last."""
    likely = [LOG_CERTAIN if held.span_s else LOG_GLIMPSED]
    for one in held.readings:
        more = _more(each.made, one.made) if each.back == one.back else None
        if more is not None and not any(model.not_yet(move, seen, held.scene) for move in more):
            likely.append(math.log(one.probability))
    for count in range(len(each.made) + 1):
        share = held.unlikely.get((each.back, each.made[:count]), 0.0)
        likely.append(math.log(max(share, 1e-9)))
    return max(likely)


def _more(moves: Sequence[Any], first: Sequence[Any]) -> list[Any] | None:
    """What is left of moves without the ``first`` ones; ``None`` if these are not among them in order."""
    left, wanted = list[Any](), list(first)
    for move in moves:
        if wanted and move == wanted[0]:
            wanted.pop(0)
        else:
            left.append(move)
    return None if wanted else left


def held_on(readings: Readings, held: Held | None, window: Window) -> Readings:
    """The readings as they are held: each till when it is not believed, and one that goes on from what is
    not taken for true yet as a whole."""
    known = {} if held is None else {each.key: each.until_s for each in held.readings}
    ranked = list[Reading]()
    for each in readings.ranked:
        if each.before is None:
            until_s = max(each.until_s, known.get(each.key, window.first_s + each.wait_s))
            ranked.append(replace(each, until_s=until_s, fresh=each.fresh or len(each.moves)))
        else:
            ranked.append(replace(each, before=None) if each.back == each.before.back else each)
    return replace(readings, ranked=tuple(ranked))
