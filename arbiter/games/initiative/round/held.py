"""Readings that continue from an earlier rest that was too short to be announced (``held_readings``)."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from arbiter.events.ledger import Ledger, Ply
from arbiter.games.initiative.round.candidates import Candidate
from arbiter.games.initiative.round.explained import as_explained
from arbiter.games.initiative.round.inference import Explanation, Verdicts, infer, posterior
from arbiter.games.initiative.round.stack_watch import (
    LOG_OTHER_STACK,
    Order,
    shifted_orders,
    shown_order,
)
from arbiter.games.initiative.scene import Scene, compare
from arbiter.table.held_readings import KEPT, LOG_NOT_SO, Held
from arbiter.table.layout import Layout
from arbiter.table.scoring import Reader
from arbiter.table.window import Window


def with_held(
    held: Held, ledger: Ledger, layout: Layout, reader: Reader, window: Window, scene: Scene,
    numbers: Callable[[Candidate], list[int]],
) -> Verdicts:  # fmt: skip
    """The posterior over what may have happened, including readings that continue from one in ``held``.
    ``numbers`` gives the numbers of a candidate's plies.

    Readings that continue from a held one use the frame's budget first: they have fewer plays to find.
    """
    more = list[Explanation]()
    shown = shown_order(scene.stack, ledger.state.stack, reader.palette)
    begun = (_as_shown(each, ledger, shown) for each in held.readings)
    for reading, then in itertools.chain.from_iterable(begun):
        seen = as_explained(layout, reading, numbers(reading.candidate), held.scene)
        further = infer(then, seen, compare(window, seen, reader), reader, misread=False)
        more += [
            _joined(reading, each)
            for each in further.ranked[:KEPT]
            if each.score > -1e8 and each.earlier is None and each.candidate.setup is None
            if not _completes(each.candidate, reading.candidate)
        ]
    verdicts = infer(ledger, layout, scene, reader)
    if not more:
        return verdicts
    known = {each.key for each in more if each.joined}
    direct = [
        replace(each, score=each.score + _contrary(each, held))
        for each in verdicts.ranked
        if each.earlier is not None or each.key not in known
    ]
    weighed = posterior([*direct, *more])
    return weighed if weighed.ranked else verdicts


def _as_shown(
    reading: Explanation, ledger: Ledger, shown: Order | None
) -> Iterator[tuple[Explanation, Ledger]]:
    """A held reading and the ledger after it, if that is booked; if the stack, moved since, is ``shown`` as
    its last sacrifice allows (I5), also with that move, and much less likely without."""
    then = booked(ledger, reading)
    if then is None:
        return
    if shown is not None and reading.candidate.plays:
        state, (*before, (play, verdict)) = then.state_if_stood, reading.candidate.plays
        shift = shifted_orders(state.stack, play, state.rules).get(shown, 0) if verdict.legal else 0
        if shift:
            moved = replace(reading.candidate, plays=(*before, (replace(play, shift=shift), verdict)))
            turned = replace(reading, candidate=moved)
            if (after := booked(ledger, turned)) is not None:
                yield turned, after
            reading = replace(reading, score=reading.score + LOG_OTHER_STACK)
    yield reading, then


def _completes(then: Candidate, first: Candidate) -> bool:
    """Whether ``then`` only completes the play of which ``first`` was half. Nothing of that half was
    announced, so it is no play by itself."""
    if not then.take_back or not then.plays:
        return False
    down = Counter(piece for play, _ in first.plays for piece in play.pieces)
    return not down - Counter(piece for play, _ in then.plays for piece in play.pieces)


def _joined(reading: Explanation, each: Explanation) -> Explanation:
    """Two explanations as one: that of an earlier rest and the one continuing from it. One that takes
    something back stays separate: the table is read again once the earlier one has been accepted."""
    score, first, then = reading.score + each.score, reading.candidate, each.candidate
    if then.take_back:
        return replace(each, score=score, before=reading)
    candidate = Candidate(
        first.log_prior + then.log_prior,
        (*first.plays, *then.plays),
        take_back=first.take_back,
        lifted=first.lifted,
        stands=first.stands,
        removed=(*first.removed, *then.removed),
        placed=(*first.placed, *then.placed),
    )
    emptied, units = (*reading.emptied, *each.emptied), (*reading.units, *each.units)
    return replace(
        each, candidate=candidate, score=score, emptied=emptied, units=units, before=reading, joined=True
    )


def _contrary(each: Explanation, held: Held) -> float:
    """Log weight of an explanation that disregards the earlier rest: 0 if it changes the play shown there
    into another that puts down the same pieces."""
    shown = held.best
    if Counter(shown.candidate.removed) - Counter(each.candidate.removed) or len(each.candidate.plays) > 1:
        # a chain that begins with the play shown is found by continuing from what was held
        return max(LOG_NOT_SO, held.log_none)
    return 0.0


def booked(ledger: Ledger, reading: Explanation) -> Ledger | None:
    """The ledger after a reading; ``None`` if that ends the round, corrects something earlier, or neither
    plays nor takes back anything."""
    candidate = reading.candidate
    if reading.earlier is not None or candidate.setup is not None:
        return None
    if candidate.take_back:
        ledger = ledger.take_back()
    for play, verdict in candidate.plays:
        ledger = ledger.stand().add(Ply(play, verdict))
        if verdict.legal and ledger.state.outcome is not None:
            return None
    return ledger if candidate.plays or candidate.take_back else None
