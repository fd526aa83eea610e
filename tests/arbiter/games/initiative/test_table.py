"""Everything besides plain play: slips, take-backs, stacks out of order, hands, pieces falling over."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.events.types import (
    IllegalStood,
    MatchOver,
    MoveAmended,
    MoveSeen,
    Question,
    RoundOver,
    SetupSeen,
    StackMismatch,
    StackRestored,
    TakeBack,
)
from arbiter.games.initiative.session import GameSession
from engine.game import MoveError, Seat
from engine.initiative.examples import ROUNDS, SETUP
from engine.initiative.model import Play, Rules
from engine.initiative.notation import parse_play
from engine.pieces import Colour, Piece, Size
from tests.support.simulated.table_session import Table, kinds
from tests.support.simulated.table_sim import CLEAN, Noise, TableSim
from tests.support.simulated.trial import moves, notices
from tests.support.words import texts
from vision.observation import TableObservation


def test_illegal_play_stands_when_the_game_goes_on() -> None:
    table = Table(Rules.basic())
    table.play("near: Sblue")
    (slip,) = table.play("far: Lgreen")
    assert isinstance(slip, MoveSeen)
    assert (slip.legal, slip.reading, slip.alternatives) == (False, "I1", ("Mblue",))
    stood, move = table.play("near: Mred")
    assert isinstance(stood, IllegalStood) and stood.ply == 2 and stood.reading == "I1"
    assert isinstance(move, MoveSeen) and move.legal and move.ply == 3 and move.text == "Mred"


def test_illegal_play_replaced_by_a_legal_one_in_one_go() -> None:
    table = Table(Rules.basic())
    table.play("near: Sblue")
    table.play("far: Lgreen")
    wrong = table.sim.things[-1]
    table.feed(table.sim.hand(wrong.x, wrong.y))
    table.sim.things.remove(wrong)
    table.sim.columns[Seat.FAR] -= 1
    table.sim._put("far-inventory", wrong.pieces, 200, 190)
    back, move = table.play("far: Mblue")
    assert isinstance(back, TakeBack) and not back.was_legal
    assert isinstance(move, MoveSeen) and move.legal and (move.ply, move.text) == (2, "Mblue")


@pytest.mark.parametrize(
    ("rest_s", "onward"),
    [
        pytest.param(0.35, "", id="read all at once"),
        pytest.param(0.5, "near: Myellow|far: Mgreen|near: Lred", id="held from rest to rest"),
    ],
)
def test_a_play_taken_back_in_a_short_rest_does_not_stand(rest_s: float, onward: str) -> None:
    """Readings during the rest are incomplete, because one pyramid stands behind another from now on."""
    table = Table(Rules.basic())
    for play in ("near: Sblue", "far: Mblue", "far: Lgreen", "near: Mred"):
        table.play(play)
    told = len(table.events)
    table.sim.things.remove(next(thing for thing in table.sim.things if thing.name == "near-row"))
    table.feed(table.sim.take_back(Seat.NEAR, rest_s))
    for play in ("near: Lblue", "near: Mblack", "far: Mblack", *filter(None, onward.split("|"))):
        table.play(play, rest_s)
    table.feed(table.sim.still(1.5))
    back, *played = (e for e in table.events[told:] if isinstance(e, MoveSeen | TakeBack | IllegalStood))
    assert isinstance(back, TakeBack) and back.text == "Mred"
    assert [(e.seat, e.text) for e in played[:3]] == [
        ("near", "Lblue"),
        ("near", "Mblack"),
        ("far", "Mblack"),
    ]
    assert all(isinstance(e, MoveSeen) and e.legal for e in played)


def test_legal_play_is_taken_back() -> None:
    table = Table(Rules.basic())
    table.play("near: Sblue")
    (back,) = table.feed(table.sim.take_back(Seat.NEAR))
    assert isinstance(back, TakeBack) and back.was_legal and back.ply == 1
    (move,) = table.play("near: Mred")
    assert isinstance(move, MoveSeen) and (move.ply, move.text) == (1, "Mred")


def test_playing_out_of_turn_is_illegal() -> None:
    table = Table(Rules.basic())
    table.play("near: Sblue")
    (slip,) = table.play("near: Mred")
    assert isinstance(slip, MoveSeen) and slip.reading == "I15" and not slip.legal


def test_two_plies_between_two_still_tables() -> None:
    table = Table(Rules.basic())
    state = table.session.snapshot().state
    assert state is not None
    table.play("near: Sblue")
    table.play("far: Mblue")
    for _ in range(1):
        x, y = table.sim._next_place(Seat.FAR)
        table.feed(table.sim.hand(x, y))
        table.sim.things.remove(table.sim.find(Seat.FAR, Piece(Size.LARGE, Colour.GREEN)))
        table.sim._put("far-row", (Piece(Size.LARGE, Colour.GREEN),), x, y)
        table.sim.columns[Seat.FAR] += 1
    events = table.play("near: Lblue")
    assert [(e.seat, e.text) for e in events if isinstance(e, MoveSeen)] == [
        ("far", "Lgreen"),
        ("near", "Lblue"),
    ]


def test_piece_put_down_for_a_moment_is_nothing() -> None:
    table = Table(Rules.basic())
    x, y = table.sim._next_place(Seat.NEAR)
    piece = Piece(Size.MEDIUM, Colour.RED)
    thing = table.sim.find(Seat.NEAR, piece)
    home = thing.x, thing.y
    table.feed(table.sim.hand(x, y))
    thing.x, thing.y = x, y
    assert table.feed(table.sim.still(0.25)) == []
    table.feed(table.sim.hand(x, y))
    thing.x, thing.y = home
    assert table.feed(table.sim.still(3.0)) == []


def test_shuffled_inventory_and_pushed_row_are_nothing() -> None:
    table = Table(Rules.basic())
    table.play("near: Sblue")
    mine = [thing for thing in table.sim.things if thing.name == "near-inventory"]
    places = [(thing.x, thing.y) for thing in mine]
    random.Random(3).shuffle(places)
    table.feed(table.sim.hand(0, -190))
    for thing, (x, y) in zip(mine, places, strict=True):
        thing.x, thing.y = x, y
    next(thing for thing in table.sim.things if thing.name == "near-row").x += 22
    assert [e for e in table.feed(table.sim.still(3.0)) if isinstance(e, MoveSeen | TakeBack)] == []
    (move,) = table.play("far: Mblue")
    assert isinstance(move, MoveSeen) and move.text == "Mblue"
    assert [e.text for e in table.play("far: Lgreen") if isinstance(e, MoveSeen)] == ["Lgreen"]
    assert [e.text for e in table.play("near: Lblue") if isinstance(e, MoveSeen)] == ["Lblue"]


def test_fallen_piece_is_a_notice_and_no_move() -> None:
    table = Table(Rules.basic())
    thing = table.sim.find(Seat.FAR, Piece(Size.LARGE, Colour.BLACK))
    table.feed(table.sim.hand(thing.x, thing.y))
    thing.heading, thing.x = 20.0, thing.x + 12
    events = table.feed(table.sim.still(3.0))
    assert notices(events) == ["far's large black has fallen over"]
    table.feed(table.sim.hand(thing.x, thing.y))
    thing.heading, thing.x = None, thing.x - 12
    assert moves(table.feed(table.sim.still(3.0))) == []


def test_stack_changed_without_a_sacrifice_is_reported_once() -> None:
    table = Table(Rules.basic())
    table.play("near: Sblue")
    table.feed(table.sim.move_stack(Colour.RED, 2, 4.0))
    table.play("far: Mblue")
    seen = [event for event in table.events if isinstance(event, StackMismatch)]
    assert len(seen) == 1
    assert seen[0].expected == ("blue", "green", "black", "yellow", "red")
    assert seen[0].seen == ("blue", "green", "red", "black", "yellow")
    assert kinds(table.feed(table.sim.move_stack(Colour.RED, -2, 4.0))) == [StackRestored.kind]


def test_stack_moved_after_the_play_amends_it() -> None:
    table = Table(Rules.advanced())
    (move, amended) = table.play("near: Mred/Lred+3", 2.5)
    assert isinstance(move, MoveSeen) and move.provisional and move.stack[0] == "blue"
    assert isinstance(amended, MoveAmended) and amended.text == "Mred/Lred+3"
    assert amended.stack == ("blue", "red", "green", "black", "yellow")


def test_a_stack_moved_in_a_short_rest_and_out_of_sight_since_is_settled_as_it_was_seen() -> None:
    """A rest of half a second is too short to report it at once."""
    table = Table(Rules.advanced())
    table.play("near: Mred/Lred", 1.0)
    moved = table.feed(table.sim.move_stack(Colour.RED, 3, 0.5))
    assert not [event for event in moved if isinstance(event, MoveAmended)]
    table.sim.things = [thing for thing in table.sim.things if thing.name != "stack"]  # hidden by an arm
    events = table.play("far: Mgreen")
    (amended,) = (event for event in events if isinstance(event, MoveAmended))
    assert amended.text == "Mred/Lred+3"


def test_untouched_stack_is_settled_by_the_next_play() -> None:
    table = Table(Rules.advanced())
    table.play("near: Mred/Lred", 2.5)
    amended, move = table.play("far: Mgreen")
    assert isinstance(amended, MoveAmended) and amended.changed == "nothing" and amended.settled
    assert isinstance(move, MoveSeen) and move.text == "Mgreen"


def test_sacrifice_hidden_under_a_larger_piece() -> None:
    table = Table(Rules.advanced())
    (move,) = table.play("near: Lred/Sblue", 2.5)
    assert isinstance(move, MoveSeen) and move.text == "Lred/Sblue"


def test_call_laid_flat_after_standing() -> None:
    table = Table(Rules.advanced())
    table.play("near: Sblue")
    thing = table.sim.things[-1]
    table.feed(table.sim.hand(thing.x, thing.y))
    thing.heading = 88.0
    (amended,) = table.feed(table.sim.still(3.0))
    assert isinstance(amended, MoveAmended) and (amended.changed, amended.text) == ("call", "Sblue!")


def test_hand_resting_on_part_of_an_inventory() -> None:
    table = Table(Rules.basic())
    table.sim._hand_box = lambda x, y: (330.0, 560.0, 460.0, 760.0)  # type: ignore[method-assign]
    table.sim.rest_hand = True
    events = table.play("near: Lblue", 4.0)
    assert [(e.text, e.legal) for e in events if isinstance(e, MoveSeen)] == [("Lblue", True)]


def test_typed_play_and_typed_take_back() -> None:
    table = Table(Rules.basic())
    (move,) = table.session.enter("near: Sblue")
    assert isinstance(move, MoveSeen) and move.answered and move.legal
    assert table.feed(table.sim.still(0.5)) == []
    (back,) = table.session.take_back()
    assert isinstance(back, TakeBack)
    with pytest.raises(MoveError, match="nothing was played yet"):
        table.session.take_back()
    with pytest.raises(MoveError, match="near has no large green"):
        table.session.enter("near: Lgreen")


def test_unexplained_table_is_one_notice_and_the_game_goes_on() -> None:
    table = Table(Rules.basic())
    table.feed(table.sim.hand(0, 0))
    table.sim._put("toy", (Piece(Size.LARGE, Colour.BLACK),), 60, -60)
    events = table.feed(table.sim.still(8.0))
    assert len(notices(events)) == 1 and "large black" in notices(events)[0]
    (move,) = table.play("near: Sblue")
    assert isinstance(move, MoveSeen) and move.text == "Sblue"


def test_match_of_two_rounds() -> None:
    table = Table(Rules.basic(), rounds=2)
    for play in ROUNDS["basic"].plays:
        table.play(play)
    assert table.session.snapshot().phase == "between"
    table.feed(table.sim.hand(0, 0))
    second = TableSim(SETUP.swapped(), 9, CLEAN, time=table.sim.time)
    table.sim = second
    table.feed(second.still(2.0))
    assert table.session.snapshot().phase == "play"
    state = table.session.snapshot().state
    assert state is not None and state.leader is Seat.FAR
    for play in ROUNDS["basic"].plays:
        table.play(play)
    over = [event for event in table.events if isinstance(event, RoundOver)]
    assert [event.totals for event in over] == [{"near": 0, "far": 24}, {"near": 24, "far": 24}]
    (end,) = [event for event in table.events if isinstance(event, MatchOver)]
    assert end.winner is None


def test_second_round_waits_for_the_swap() -> None:
    table = Table(Rules.basic(), rounds=2)
    for play in ROUNDS["basic"].plays:
        table.play(play)
    table.feed(table.sim.hand(0, 0))
    table.sim = TableSim(SETUP, 9, CLEAN, time=table.sim.time)
    (seen,) = table.feed(table.sim.still(6.0))
    assert isinstance(seen, SetupSeen)
    assert texts(seen.problems) == ("the inventories have not changed hands yet",)


def test_lost_markers_are_a_notice_that_passes() -> None:
    table = Table(Rules.basic())
    frames = [TableObservation(10 + i / 8, 99 + i, (), (), True, False) for i in range(20)]
    assert kinds(table.feed(frames)) == ["notice"]
    table.sim.time = 20.0
    (over,) = table.feed(table.sim.still(1.0))
    assert over.to_json()["over"] is True


@pytest.mark.parametrize("count", [3, 11, 19])
def test_resume_from_any_event(count: int) -> None:
    round_ = ROUNDS["call"]
    table = Table(round_.rules)
    state, fed = round_.start(), 0
    for text in round_.plays:
        if len(table.events) >= count:
            break
        play: Play = parse_play(text, state)
        table.feed(table.sim.play(play, 2.5))
        state, fed = state.apply(play).state, fed + 1
    before = table.session.snapshot()
    fresh = GameSession(round_.rules, rounds=1)
    fresh.resume([(event.kind, event.to_json()) for event in table.events])
    table.session = fresh
    after = fresh.snapshot()
    assert (after.state, after.phase, after.totals) == (before.state, before.phase, before.totals)
    assert [e.kind for e in table.feed(table.sim.still(2.0)) if not isinstance(e, Question)] == []
    for text in round_.plays[fed:]:
        table.feed(table.sim.play(parse_play(text, state), 2.5))
        state = state.apply(parse_play(text, state)).state
    assert fresh.snapshot().state == state


def test_resume_needs_a_fresh_session() -> None:
    table = Table(Rules.basic())
    with pytest.raises(ValueError, match="fresh session"):
        table.session.resume([])


def test_a_changed_table_withdraws_the_question() -> None:
    table = Table(Rules.basic())
    x, y = table.sim._next_place(Seat.NEAR)
    thing = table.sim.find(Seat.NEAR, Piece(Size.LARGE, Colour.BLUE))
    home = thing.x, thing.y
    table.feed(table.sim.hand(x, y))
    thing.x, thing.y, thing.lookalikes = x, y, ((Colour.GREEN, Size.LARGE),)
    table.sim.noise = Noise(bias_share=20.0)
    assert kinds(table.feed(table.sim.still(3.0))) == ["question"]
    assert table.session.snapshot().question is not None
    table.feed(table.sim.hand(x, y))
    thing.x, thing.y, thing.lookalikes = *home, ((Colour.BLUE, Size.LARGE),)
    assert kinds(table.feed(table.sim.still(3.0))) == ["question_withdrawn"]
    assert table.session.snapshot().question is None


def test_stack_moved_in_the_same_visit_is_part_of_the_play() -> None:
    table = Table(Rules.advanced())
    state = table.session.snapshot().state
    assert state is not None
    play = parse_play("near: Mred/Lred+3", state)
    frames = list(table.sim.play(play, 0.1))
    order = ("blue", "red", "green", "black", "yellow")
    hidden = [replace(frame, still=False) for frame in frames if frame.still]
    table.feed(frame for frame in frames if not frame.still)
    table.feed(hidden)
    (move,) = table.feed(table.sim.still(2.0))
    assert isinstance(move, MoveSeen) and not move.provisional
    assert move.text == "Mred/Lred+3" and move.stack == order
    assert table.feed(table.sim.still(3.0)) == []


@given(st.permutations(SETUP.stack), st.integers(0, 3))
def test_from_a_wrong_stack_no_move_is_read_that_the_right_one_cannot_make(
    told: list[Colour], number: int
) -> None:
    table = table_at_play()
    state = table.session.snapshot().state
    plays = [p for p in state.legal_moves() if p.sacrifice and not p.call]
    play = random.Random(number).choice(plays)
    book = table.session._play
    assert book is not None
    book.watch = replace(book.watch, reported=tuple(told))
    for shift in book._orders(state.stack, play).values():
        state.force(replace(play, shift=shift))


@cache
def table_at_play() -> Table:
    """A round of the advanced game before its first play."""
    return Table(Rules.advanced())


def test_a_pyramid_overlooked_on_a_larger_one_of_its_colour_is_known_by_the_stack() -> None:
    """Of a medium red on a large red only the large one is detected. Red moves by three, which a medium
    sacrifice does not allow (I5)."""
    table = Table(Rules.advanced())
    put, state = table.sim._put, table.session.snapshot().state
    table.sim._put = (
        lambda name, pieces, *rest: put(  # type: ignore[method-assign]
            name, pieces[-1:] if name.endswith("row") else pieces, *rest
        )
    )
    frames = list(table.sim.play(parse_play("near: Mred/Lred+3", state), 0.1))
    table.feed(frame if not frame.still else replace(frame, still=False) for frame in frames)
    events = table.feed(table.sim.still(3.0))
    told = [event.text for event in events if isinstance(event, MoveSeen)]
    asked = [texts(event.options) for event in events if isinstance(event, Question)]
    assert told == ["Mred/Lred+3"] or (not told and len(asked) == 1 and len(asked[0]) > 2)
