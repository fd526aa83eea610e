"""A play was booked wrong: later the one earlier correction that explains the table is proposed and made."""

from __future__ import annotations

import pytest
from support.hasty import Hasty
from support.parted import Parted
from support.table_session import Table
from support.table_sim import Noise

from arbiter.events import Correction, Question
from arbiter.session import GameSession
from engine.game import Seat
from engine.initiative import Rules
from engine.pieces import Colour, Piece, Size

CASES = [("basic", 4), ("basic", 9), ("call", 2), ("basic", 1), ("basic", 11), ("basic", 14)]


@pytest.mark.parametrize(("name", "at"), CASES)
def test_the_earlier_play_is_proposed_and_the_game_comes_back(name: str, at: int) -> None:
    """Asked once, answered truly: the round ends as it was really played, nothing typed."""
    counts = Parted(name, at, at).run()
    assert counts["planted"] == counts["proposed"] == counts["asked"] == counts["back"] == 1
    assert counts["typed"] == counts["stuck"] == 0


@pytest.mark.parametrize("played", [0, 3])
def test_a_piece_misread_at_setup_that_looks_right_later_is_put_right(played: int) -> None:
    """Nobody has touched it: what is offered is the set-up put right, and the game goes on from there."""
    table = Table(Rules.basic(), set_up=False)
    table.sim.noise = Noise(bias_share=20.0)
    black = Piece(Size.MEDIUM, Colour.BLACK)
    thing = table.sim.find(Seat.FAR, black)
    thing.lookalikes = ((Colour.BLACK, Size.SMALL),)
    table.feed(table.sim.still(2.0))
    for text in ("near: Sblue", "far: Lgreen", "near: Mred")[:played]:
        table.play(text)
    taken = table.session.snapshot().state
    assert taken is not None and black not in taken.setup.far
    table.feed(table.sim.hand(0, 0))
    thing.lookalikes = ((Colour.BLACK, Size.MEDIUM),)
    (asked,) = table.feed(table.sim.still(4.0))
    assert isinstance(asked, Question)
    option = asked.options.index("far has medium black, which at set-up I took for small black")
    events = table.session.answer(asked.id, option)
    assert [(e.op, e.text) for e in events if isinstance(e, Correction)] == [("set", "far.Sblack=Mblack")]
    state = table.session.snapshot().state
    assert state is not None and black in state.setup.far and len(state.history) >= played - 1
    assert table.feed(table.sim.still(3.0)) == []
    fresh = GameSession(Rules.basic(), rounds=1)
    fresh.resume([(event.kind, event.to_json()) for event in (*table.events, *events)])
    assert fresh.snapshot().state == state


@pytest.mark.parametrize(("rules", "seed"), [(Rules.basic(), 0), (Rules.basic(), 2), (Rules.advanced(), 3)])
def test_three_plays_between_two_readable_rests_are_told_or_offered(rules: Rules, seed: int) -> None:
    """An attack, its parry and the next attack, made within a second each; nobody has to type anything."""
    counts = Hasty(seed, 3, rules=rules).run(4).counts
    assert counts["right"] + counts["offered"] == counts.total() == 4, counts
