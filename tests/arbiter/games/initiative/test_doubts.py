"""A play was booked wrongly: later the one correction that explains the table is proposed and made."""

from __future__ import annotations

import pytest

from arbiter.events.types import Correction, MoveSeen, Question, TakeBack
from arbiter.games.initiative.session import GameSession
from engine.game import Seat
from engine.initiative.examples import ROUNDS
from engine.initiative.model import Rules
from engine.initiative.notation import parse_play
from engine.pieces import Colour, Piece, Size
from tests.support.simulated.hasty import Hasty
from tests.support.simulated.parted import Parted
from tests.support.simulated.table_session import Table
from tests.support.simulated.table_sim import Noise

CASES = [("basic", 1), ("call", 2), ("call", 6), ("basic", 14)]


@pytest.mark.parametrize(("name", "at"), CASES)
def test_the_earlier_play_is_proposed_and_the_game_comes_back(name: str, at: int) -> None:
    """After one question and a true answer the round ends as it was really played, with nothing typed."""
    counts = Parted(name, at, at).run()
    assert counts["planted"] == counts["proposed"] == counts["asked"] == counts["back"] == 1
    assert counts["typed"] == counts["stuck"] == 0


@pytest.mark.parametrize("played", [0, 3])
def test_a_piece_misread_at_setup_that_looks_right_later_is_put_right(played: int) -> None:
    """Nobody has touched the piece: a corrected set-up is offered, and the game continues from it."""
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


@pytest.mark.parametrize(("rules", "seed"), [(Rules.basic(), 0), (Rules.advanced(), 3)])
def test_three_plays_between_two_readable_rests_are_told_or_offered(rules: Rules, seed: int) -> None:
    """An attack, its parry and the next attack take less than a second each; nobody has to type anything."""
    counts = Hasty(seed, 3, rules=rules).run(4).counts
    assert counts["right"] + counts["offered"] == counts.total() == 4, counts


def test_two_plays_taken_back_in_one_movement_are_asked_about_and_both_go() -> None:
    """Far takes back a lead and the parry before it in one movement: both are removed from the game."""
    table = Table(Rules.basic())
    for text in ("near: Sblue", "far: Mblue", "far: Lgreen"):
        table.play(text)
    table.feed([*table.sim.take_back(Seat.FAR, 0.0)][:-1])
    table.feed([*table.sim.take_back(Seat.FAR, 3.0)])
    asked = table.session.snapshot().question
    assert asked is not None
    events = table.session.answer(asked.id, asked.options.index("the last 2 plays are taken back"))
    assert [each.text for each in events if isinstance(each, TakeBack)] == ["Lgreen", "Mblue"]
    state = table.session.snapshot().state
    assert state is not None and [str(play.piece) for play in state.history] == ["small blue"]
    assert table.feed(table.sim.still(3.0)) == []


M, L, S = Size.MEDIUM, Size.LARGE, Size.SMALL
MISREAD = [
    ("basic", Seat.NEAR, Piece(M, Colour.BLUE), Piece(L, Colour.BLUE)),
    ("basic", Seat.FAR, Piece(M, Colour.GREEN), Piece(S, Colour.GREEN)),
    ("call", Seat.NEAR, Piece(M, Colour.RED), Piece(S, Colour.RED)),
]


@pytest.mark.parametrize(("name", "seat", "piece", "look"), MISREAD)
def test_a_misread_set_up_calls_nothing_illegal_and_is_put_right(
    name: str, seat: Seat, piece: Piece, look: Piece
) -> None:
    """The bag allows what was read, so nobody was asked at set-up; later plays reveal the error."""
    round_ = ROUNDS[name]
    table = Table(round_.rules, set_up=False)
    table.sim.noise = Noise(bias_share=20.0)
    table.sim.find(seat, piece).lookalikes = ((look.colour, look.size),)
    table.feed(table.sim.still(2.0))
    state, right = round_.start(), False
    for text in round_.plays:
        play = parse_play(text, state)
        state = state.apply(play).state
        if not play.virtual:
            table.feed(table.sim.play(play, 3.0))
        asked = table.session.snapshot().question
        if asked is not None:
            option = next(k for k, each in enumerate(asked.options) if "which at set-up I took for" in each)
            table.events += table.session.answer(asked.id, option)
            table.feed(table.sim.still(1.5))
            right = True
    assert right and not [e for e in table.events if isinstance(e, MoveSeen) and not e.legal]
    now = table.session.snapshot().state
    assert now is not None and sorted(now.setup.inventory(seat)) == sorted(round_.setup.inventory(seat))
    assert [each.piece for each in now.history] == [each.piece for each in state.history]


def test_a_sacrifice_that_was_misread_at_set_up_is_asked_about_and_not_called_illegal() -> None:
    """Only its rim shows, and a rim misread now is as likely as a pyramid misread at set-up."""
    round_ = ROUNDS["call"]
    table = Table(round_.rules, set_up=False)
    table.sim.noise = Noise(bias_share=20.0)
    table.sim.find(Seat.NEAR, Piece(L, Colour.RED)).lookalikes = ((Colour.BLUE, L),)
    table.feed(table.sim.still(2.0))
    state = round_.start()
    for text in round_.plays:
        play = parse_play(text, state)
        state = state.apply(play).state
        if play.sacrifice == Piece(L, Colour.RED):
            break
        table.feed(table.sim.play(play, 3.0) if not play.virtual else ())
    assert play.sacrifice == Piece(L, Colour.RED) and table.session.snapshot().question is None
    table.feed(table.sim.play(play, 3.0))
    assert table.session.snapshot().question is not None
    assert not [each for each in table.events if isinstance(each, MoveSeen) and not each.legal]
