"""The example rounds, acted out on a simulated table, come out of the session as they are."""

from __future__ import annotations

import pytest
from support.table_sim import CLEAN, TableSim, act_out

from arbiter.events import MoveAmended, MoveSeen, RoundOver, SessionEvent, TakeBack
from arbiter.session import GameSession
from engine.examples import ROUNDS, ExampleRound


def run(round_: ExampleRound, sim: TableSim, pause: float = 2.0) -> list[SessionEvent]:
    session = GameSession(round_.rules, rounds=1)
    return [event for frame in act_out(round_, sim, pause) for event in session.observe(frame)]


def final_texts(events: list[SessionEvent]) -> list[str]:
    """The plays as they stand at the end: amended where they were, taken back where they were."""
    texts: dict[int, str] = {}
    for event in events:
        if isinstance(event, MoveSeen | MoveAmended):
            texts[event.ply] = event.text
        elif isinstance(event, TakeBack):
            del texts[event.ply]
    return [texts[ply] for ply in sorted(texts)]


@pytest.mark.parametrize("name", list(ROUNDS))
@pytest.mark.parametrize("seed", [1, 2])
def test_example_round(name: str, seed: int) -> None:
    round_ = ROUNDS[name]
    events = run(round_, TableSim(round_.setup, seed, CLEAN))
    assert final_texts(events) == list(round_.plays)
    over = [event for event in events if isinstance(event, RoundOver)]
    assert len(over) == 1
    assert over[0].outcome["winner"] == round_.winner
    assert over[0].outcome["score"]["total"] == round_.score
    assert over[0].stack == round_.final_stack
