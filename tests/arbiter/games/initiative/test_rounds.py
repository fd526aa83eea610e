"""The session reports the example rounds, acted on a simulated table, exactly as they were played."""

from __future__ import annotations

from collections import Counter

import pytest

from arbiter.events.types import MoveAmended, MoveSeen, RoundOver, SessionEvent, TakeBack
from arbiter.games.initiative.session import GameSession
from engine.initiative.examples import ROUNDS, SETUP, ExampleRound
from engine.initiative.model import Rules, Setup
from engine.pieces import Colour, Piece, Size
from tests.support.simulated.table_session import Table
from tests.support.simulated.table_sim import CLEAN, TableSim, act_out


def run(round_: ExampleRound, sim: TableSim, pause: float = 2.0) -> list[SessionEvent]:
    session = GameSession(round_.rules, rounds=1)
    return [event for frame in act_out(round_, sim, pause) for event in session.observe(frame)]


def final_texts(events: list[SessionEvent]) -> list[str]:
    """The plays at the end, after amendments and take-backs."""
    texts: dict[int, str] = {}
    for event in events:
        if isinstance(event, MoveSeen | MoveAmended):
            texts[event.ply] = event.text
        elif isinstance(event, TakeBack):
            del texts[event.ply]
    return [texts[ply] for ply in sorted(texts)]


@pytest.mark.parametrize(("name", "seed"), [(name, 1 + at % 2) for at, name in enumerate(ROUNDS)])
def test_example_round(name: str, seed: int) -> None:
    round_ = ROUNDS[name]
    events = run(round_, TableSim(round_.setup, seed, CLEAN))
    assert final_texts(events) == list(round_.plays)
    over = [event for event in events if isinstance(event, RoundOver)]
    assert len(over) == 1
    assert over[0].outcome["winner"] == round_.winner
    assert over[0].outcome["score"]["total"] == round_.score
    assert over[0].stack == round_.final_stack


def setup_of(session: GameSession) -> Setup:
    """The set-up of the current round, or the one that the session waits for."""
    if session._setup is not None:
        assert session._setup.expected is not None
        return session._setup.expected
    return session.snapshot().state.setup  # type: ignore[no-any-return]


@pytest.mark.parametrize("begun", [False, True])
def test_a_setup_put_right_holds_in_the_next_round_too(begun: bool) -> None:
    """The inventories change sides (I11), and so does the correction."""
    table = Table(Rules.basic(), rounds=2)
    for play in ROUNDS["basic"].plays:
        table.play(play)
    if begun:
        table.feed(table.sim.hand(0, 0))
        table.sim = TableSim(SETUP.swapped(), 9, CLEAN, time=table.sim.time)
        table.feed(table.sim.still(2.0))
        table.play("far: Mred")
    table.session.correct("set", text="near.Sblue=Sblack stack=blue,green,yellow,black,red", number=1)
    wanted = setup_of(table.session)
    assert wanted.stack[2] is Colour.YELLOW
    assert Piece(Size.SMALL, Colour.BLACK) in wanted.far and Piece(Size.SMALL, Colour.BLUE) not in wanted.far
    if begun:
        history = table.session.snapshot().state.history
        assert [play.piece for play in history] == [Piece(Size.MEDIUM, Colour.RED)]
    table.session.correct("undo")
    again = setup_of(table.session)
    assert Counter(again.far) == Counter(SETUP.near) and again.stack == SETUP.stack
