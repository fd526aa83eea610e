"""A match of two rounds as it is acted for the camera, followed from the first set-up to the result."""

from __future__ import annotations

import json
from typing import Any

from arbiter.events.types import MatchOver, MoveAmended, Notice, RoundOver, SessionEvent, SetupSeen
from arbiter.games.initiative.session import GameSession
from datasets.acting.films import filmed
from datasets.film.beats import Pace, storyboard
from engine.initiative.examples import ROUNDS
from engine.initiative.model import Rules
from scripts.film import stage, truth_of
from scripts.films import expected_steps
from scripts.parts.truthful import Truthful
from tests.support.simulated.acted_sim import ActedSim
from tests.support.simulated.table_session import Table

PACE = Pace(reach=3, grip=1, carry=3, rest=26, start=24)


def test_both_rounds_are_followed_and_added_up() -> None:
    """Each round ends with a sacrifice that moves the stack. Between the rounds all pieces change sides by
    hand and the stack is put back, without any question or report."""
    film = filmed("match-1")
    beats, shown = storyboard(film.acted.opening, film.acted.happenings, PACE)
    truth: dict[str, Any] = json.loads(json.dumps(truth_of(film, shown, len(beats), stage("match-1")[1][0])))
    session, sim, events = GameSession(Rules.from_json(truth["rules"])), ActedSim(1), list[SessionEvent]()
    watching = Truthful(session, truth)
    for beat in beats:
        events += watching.observe(sim.see(beat))
    assert tuple(told.step for told in watching.log.plies) == expected_steps(truth)
    assert watching.asked == 0
    ends = [event for event in events if isinstance(event, RoundOver)]
    assert [event.round for event in ends] == [1, 2] and list(ends[-1].stack) == truth["final_stack"]
    (over,) = (event for event in events if isinstance(event, MatchOver))
    assert over.totals == truth["totals"] and over.winner == "near"
    setups = [event for event in events if isinstance(event, SetupSeen)]
    assert [(event.round, event.problems) for event in setups] == [(1, ()), (2, ())]
    between = (ends[0].time_s, setups[1].time_s)
    assert not [e for e in events if isinstance(e, Notice) and between[0] <= e.time_s <= between[1]]
    amended = [event.text for event in events if isinstance(event, MoveAmended)]
    assert len(amended) == len(set(amended)) and all(text[-2] in "+-" for text in amended)


def test_players_who_change_the_inventories_for_a_while_are_not_told_of_their_hands() -> None:
    table = Table(Rules.basic(), rounds=2)
    for play in ROUNDS["basic"].plays:
        table.play(play)
    assert table.session.snapshot().phase == "between"
    assert table.feed(table.sim.hand(0, 0, 40.0)) == []
    (notice,) = table.feed(table.sim.hand(0, 0, 20.0))
    assert isinstance(notice, Notice) and notice.text.startswith("hands are in the way")
