"""Players who do not wait for a machine: rests of 0.6 s, illegal plays taken back after 1.3 s, no answers."""

from __future__ import annotations

import pytest

from arbiter.events.ledger import Ledger, judge
from arbiter.events.types import MoveSeen, Notice, Question, SessionEvent, TakeBack
from arbiter.games.initiative.round.candidates import Candidate
from arbiter.games.initiative.round.unfinished import on_its_way, unfinished
from arbiter.table.window import Touch, touched
from engine.game import Seat
from engine.initiative.examples import SETUP
from engine.initiative.game import GAME
from engine.initiative.model import Rules
from engine.initiative.notation import parse_play
from engine.initiative.state import State
from engine.pieces import Colour, Piece, Size
from tests.support.simulated.brisk import Brisk
from tests.support.simulated.table_session import Table
from tests.support.simulated.table_sim import Noise

SEEDS = [(Rules.basic(), seed) for seed in (0, 1, 2)] + [(Rules.advanced(), seed) for seed in (0, 2, 7, 10)]


@pytest.mark.parametrize(("rules", "seed"), SEEDS)
def test_every_ply_is_told_at_the_pace_of_people(rules: Rules, seed: int) -> None:
    round_ = Brisk(seed, rules=rules).run()
    assert round_.counts["exact"], round_.log
    assert not [event for event in round_.events if isinstance(event, Question | Notice)]


def test_a_plain_illegal_play_is_called_while_it_lies_there() -> None:
    """Within 0.6 s of the hand leaving, so before it is taken back (basic rules: nothing can follow)."""
    round_ = Brisk(1, slips=1.0).run(6)
    called = [e.time_s for e in round_.events if isinstance(e, MoveSeen) and not e.legal]
    left = [at for kind, at in round_.left_s if kind == "illegal"]
    assert len(called) == len(left) >= 5
    assert all(0 < at - hand <= 0.6 for at, hand in zip(called, left, strict=True))


def test_an_illegal_play_that_may_be_half_of_a_legal_one_is_told_once_it_is_taken_back() -> None:
    """Advanced rules: a sacrifice may come first, so nobody is accused within 1.3 s, but nothing is lost."""
    round_ = Brisk(7, rules=Rules.advanced()).run()
    pairs = [
        (e, f) for e, f in zip(round_.events, round_.events[1:], strict=False) if isinstance(f, TakeBack)
    ]
    told = [e for e, _ in pairs if isinstance(e, MoveSeen) and not e.legal]
    assert told and round_.counts["exact"], round_.log


ATTACK = "near: Lblue"
WAYS = [
    ("basic", "far: Mblack", False),  # basic rules have no sacrifices: nothing can make it legal
    ("advanced", "far: Mblack", True),  # a parry may still be put on top of it
    ("advanced", "far: Mblack/Mgreen", False),  # a play with its sacrifice is complete
]


@pytest.mark.parametrize(("rules", "text", "expected"), WAYS)
def test_what_may_become_legal_by_one_more_gesture(rules: str, text: str, expected: bool) -> None:
    state = State.start(SETUP, getattr(Rules, rules)())
    state = state.apply(parse_play(ATTACK, state)).state
    play = parse_play(text, state, check=False)
    verdict = judge(state, play)
    assert verdict is not None and not verdict.legal
    assert on_its_way(state, play) is expected


def test_a_legal_play_is_never_unfinished() -> None:
    ledger = Ledger(SETUP, Rules.advanced(), game=GAME)
    state = ledger.state
    for play in state.legal_moves()[:20]:
        verdict = judge(state, play)
        assert verdict is not None
        assert not unfinished(ledger, Candidate(0.0, ((play, verdict),)))


BOX, ELSEWHERE = (100.0, 100.0, 140.0, 160.0), (500.0, 100.0, 540.0, 160.0)
TOUCHES = [
    ((), []),
    (((1.0, (90.0, 90.0, 200.0, 200.0)),), [1.0]),
    (((1.0, (90.0, 40.0, 200.0, 120.0)),), [1.0]),  # over the tip: passing by
    (((1.0, (90.0, 40.0, 200.0, 60.0)),), [1.0]),  # not detected again until it had left
    (((1.0, (90.0, 0.0, 200.0, 20.0)),), []),  # too far away
    (((1.0, (90.0, 90.0, 200.0, 200.0)), (2.0, ELSEWHERE)), [1.0]),
    (((1.0, (90.0, 40.0, 200.0, 120.0)), (2.0, (90.0, 90.0, 200.0, 200.0))), [2.0]),  # the nearest counts
]


@pytest.mark.parametrize(("touches", "times"), TOUCHES)
def test_when_a_place_was_touched(touches: tuple, times: list[float]) -> None:
    assert touched(BOX, [Touch(*each) for each in touches]) == times


@pytest.mark.parametrize("away", [False, True])
def test_a_piece_that_comes_and_goes_is_spoken_of_once(away: bool) -> None:
    """On an untouched table a pyramid is sometimes not seen, or sometimes looks like another."""
    table = Table(Rules.advanced())
    table.sim.noise = Noise(bias_share=20.0)
    thing = table.sim.find(Seat.FAR, Piece(Size.MEDIUM, Colour.BLACK))
    right, told = thing.lookalikes, list[SessionEvent]()
    for _ in range(8):
        if away:
            thing.away_until = table.sim.frame + 40
        else:
            thing.lookalikes = ((Colour.BLACK, Size.SMALL),)
        told += table.feed(table.sim.still(6.0))
        thing.lookalikes = right
        told += table.feed(table.sim.still(6.0))
    assert sum(isinstance(event, Question | Notice) for event in told) == 1
    (move,) = table.play("near: Sblue")
    assert isinstance(move, MoveSeen) and move.text == "Sblue"


@pytest.mark.parametrize(("rest_s", "accused"), [(0.6, False), (1.0, False), (4.0, True)])
def test_a_sacrifice_put_down_before_its_play(rest_s: float, accused: bool) -> None:
    """Nobody is accused in mid-move; an accusation after a long rest is withdrawn aloud."""
    table = Table(Rules.advanced())
    table.play("near: Lblue")
    sim, (x, y) = table.sim, table.sim._next_place(Seat.FAR)
    under, over = Piece(Size.MEDIUM, Colour.BLACK), Piece(Size.LARGE, Colour.GREEN)
    events = table.feed(sim.hand(x, y * 2))
    sim.things.remove(sim.find(Seat.FAR, under))
    events += table.feed(sim.hand(x, y, 0.4))
    lying = sim._put("far-row", (under,), x, y)
    events += table.feed(sim.still(rest_s))
    events += table.feed(sim.hand(x, y * 2))
    sim.things.remove(sim.find(Seat.FAR, over))
    sim.things.remove(lying)
    sim._put("far-row", (over, under), x, y)
    events += table.feed(sim.hand(x, y, 0.4))
    events += table.feed(sim.still(4.0))
    told = [(event.kind, event.text) for event in events if isinstance(event, MoveSeen | TakeBack)]
    withdrawn = [("move", "Mblack"), ("take_back", "Mblack")] if accused else []
    assert told == [*withdrawn, ("move", "Lgreen/Mblack")] and len(told) == len(events)
