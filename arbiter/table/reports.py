"""What was seen of a game with a ``TableModel``, and what may have been done, as events, words and JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

import numpy as np

from arbiter.events.game_notation import setup_json
from arbiter.events.ledger import Ledger, Ply
from arbiter.events.reports import move_amended, took_back
from arbiter.events.types import SessionEvent, SetupSeen
from arbiter.table.model import Seen, TableModel
from arbiter.table.readings import Reading, Readings
from arbiter.table.scoring import Reader
from arbiter.table.sites import Looks
from arbiter.telling.found import telling_of
from engine.message import Message, Messages, Said, together
from vision.track.summing import SIZES, Unit, softmax

say = Messages("arbiter")

WHAT_HAPPENED = say("what_happened")
LOST = say("tt_lost")
GO_ON = say("put_back_or_tell")


def setup_seen(ledger: Ledger, model: TableModel, **more: Any) -> SetupSeen:
    """The event of a set-up that was accepted or corrected."""
    return SetupSeen(setup=setup_json(ledger.game, ledger.setup), layout=model.to_json(), **more)


def one_after_the_other(parts: Sequence[Said]) -> Said:
    """What happened, in order; if empty, that nothing did."""
    if not parts:
        return say("nothing_played")
    return reduce(lambda one, other: say("then", text=one, text2=other), parts)


def cannot_follow(parts: Sequence[Said]) -> Message:
    """That the table cannot be followed, why, and what to do."""
    first, *more = parts
    return together([say("cannot_follow", text=first), *more, GO_ON])


def reading_words(reading: Reading) -> Said:
    """A reading as one phrase."""
    if reading.agreed:
        return say("tt_go_on", who=reading.ledger.state.to_move)
    parts: list[Said] = [reading.corrected] if reading.corrected else []
    if reading.stands:
        parts.append(say("tt_stands"))
    if reading.back:
        parts.append(say("tt_back") if reading.back == 1 else say("tt_back_two"))
    for move, verdict in reading.moves:
        done = telling_of(reading.ledger.game).deed_on(move, reading.ledger.setup)
        parts.append(done if verdict.legal else say("plays_illegal", text=done, raw=verdict.reading))
    return one_after_the_other(parts)


def unit_facts(unit: Unit, reader: Reader) -> dict[str, Any]:
    """A summed unit as JSON, probabilities rounded."""
    return {
        "x_mm": round(unit.x_mm, 1),
        "y_mm": round(unit.y_mm, 1),
        "p_upright": round(unit.p_upright, 3),
        "heading_deg": None if unit.heading_deg is None else round(unit.heading_deg, 1),
        "p_levels": [round(p, 3) for p in unit.p_levels],
        "levels": [
            {
                "p_colour": _shares(level.colour, [c.value for c in reader.palette]),
                "p_size": _shares(level.size, [s.word for s in SIZES]),
            }
            for level in unit.levels
        ],
        "bbox_px": [round(v, 1) for v in unit.bbox_px],
        "frames": unit.hits,
    }


def _shares(logs: np.ndarray, names: Sequence[str]) -> dict[str, float]:
    return {name: round(float(w), 3) for name, w in zip(names, softmax(logs), strict=True) if w > 0.01}


def readings_facts(found: Any, text: Callable[[Any], Said]) -> dict[str, Any]:
    """The best readings, with ``text`` in words, and the probability of ``none of these``; ``found`` may be
    ``None``."""
    return {
        "readings": [
            {
                "text": text(each),
                "probability": round(each.probability, 4),
                "log_score": round(each.score, 2),
            }
            for each in (found.ranked[:6] if found else ())
        ],
        "none_of_these": None if found is None else round(found.none, 4),
    }


def observation_facts(
    seen: Seen, looks: Looks | None, readings: Readings | None, model: TableModel
) -> dict[str, Any]:
    """The evidence of a decision as JSON, with the layout to resume from; ``vanished`` is what lay before at
    the changed sites."""
    before = {} if looks is None else looks.spots
    return {
        "changed": {
            site: [unit_facts(unit, model.reader) for unit in seen.at(site)] for site in sorted(seen.changed)
        },
        "vanished": [spot.to_json() for site in sorted(seen.changed) for spot in before.get(site, ())],
        **readings_facts(readings, reading_words),
        "layout": model.to_json(),
    }


def difference_text(seen: Seen, model: TableModel, state: Any) -> Message:
    """What on the table cannot be explained, as a sentence."""
    contents = model.contents(state)
    misfits: list[Said] = [
        model.describe(site, contents[site], seen.at(site))
        for site in sorted(seen.changed)
        if site in contents and model.fit(site, contents[site], seen.at(site)) < 0
    ]
    return cannot_follow(misfits[:3] or [say("tt_changed")])


def undone(
    best: Reading, before: Ledger, model: TableModel, facts: Mapping[str, Any], common: Mapping[str, Any]
) -> list[SessionEvent]:
    """The events of what is taken back or corrected."""
    events: list[SessionEvent] = []
    for _ in range(best.back):
        number, ply = before.last_number, before.last
        assert ply is not None
        before = before.take_back()
        events.append(took_back(before, number, ply, **facts))
    if best.setup:
        put_right = replace(before, setup=best.ledger.setup)
        events.append(setup_seen(put_right, model, corrected=True, **common))
    elif best.corrected:
        number, was = best.ply, before.plies[best.ply - 1].play
        at = replace(best.ledger, plies=best.ledger.plies[: len(before.plies)], waiting=before.waiting)
        events.append(move_amended(at, number, was, **facts))
    return events


def right_after(ledger: Ledger, number: int) -> Ledger:
    """The ledger right after ply ``number``, which is waiting if it was illegal."""
    if number > len(ledger.plies):
        return ledger
    ply: Ply = ledger.plies[number - 1]
    before = replace(ledger, plies=ledger.plies[: number - 1], waiting=None)
    return before.add(ply)
