"""What glimpses between two hands show: both moves of the stack, and which of two plays was first."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from arbiter.events.types import SessionEvent, StackMismatch
from engine.game import Seat
from engine.initiative.model import Play, Rules
from engine.initiative.stack import move_colour
from engine.initiative.state import State
from engine.pieces import Colour, Piece
from tests.support.simulated.table_session import Table, kinds
from tests.support.simulated.table_sim import Thing
from vision.observation import Glimpse, TableObservation

ADVANCED = Rules.advanced()


def glimpsed(frames: Iterable[TableObservation]) -> Iterator[TableObservation]:
    """Something moves at the edge of the table, and nothing is hidden."""
    for frame in frames:
        yield replace(frame, still=False, glimpse=Glimpse(frame.units, frozenset()))


def order_of(stack: Thing) -> tuple[Colour, ...]:
    return tuple(piece.colour for piece in stack.pieces)


def play(table: Table, made: Play, rest_s: float = 0.0) -> list[SessionEvent]:
    """A player makes a play, with the stack in hand, and puts the stack back in its new order."""
    stack = next(thing for thing in table.sim.things if thing.name == "stack")
    order = move_colour(order_of(stack), made.piece.colour, made.shift)
    table.sim.things.remove(stack)
    frames = table.sim.play(replace(made, shift=0), rest_s)
    events = table.feed(frame for frame in frames if rest_s or not frame.still)
    pieces = tuple(Piece(stack.pieces[0].size, colour) for colour in order)
    table.sim._put("stack", pieces, 260, 0)
    return events


def shifts(state: State, rng: random.Random, plays: int = 2) -> tuple[Play, ...]:
    """Sacrifices in turn that show below the pyramids played, each with a move of the stack."""
    while True:
        found, after = list[Play](), state
        while len(found) < plays and (further := [each for each in after.legal_moves() if moves_stack(each)]):
            found.append(rng.choice(further))
            after = after.force(found[-1]).state
        if len(found) == plays:
            return tuple(found)


def moves_stack(play: Play) -> bool:
    return bool(play.sacrifice and play.sacrifice.size >= play.piece.size and play.shift and not play.call)


@pytest.mark.parametrize("rest_s", [2.0, 0.0])
@pytest.mark.parametrize("number", range(4))
def test_the_stack_is_read_between_two_players_hands(number: int, rest_s: float) -> None:
    """Whether or not the first play was told at a rest, while its player held the stack."""
    table = Table(ADVANCED)
    state = table.session.snapshot().state
    assert state is not None and table.session.glimpses
    first, second = shifts(state, random.Random(number))
    events = play(table, first, rest_s)
    events += table.feed(glimpsed(table.sim.still(1.0)))
    events += play(table, second)
    events += table.feed(table.sim.still(4.0))
    assert table.session.snapshot().state == state.force(first).state.force(second).state
    assert StackMismatch.kind not in kinds(events)


@pytest.mark.parametrize("number", range(3))
def test_an_order_that_a_rest_showed_before_does_not_undo_what_a_glimpse_has_shown_since(number: int) -> None:
    """The next player plays with the stack in hand, so that it is not in sight when that play is told."""
    table = Table(ADVANCED)
    state = table.session.snapshot().state
    assert state is not None
    for ply, made in enumerate(shifts(state, random.Random(number), 3)):
        play(table, made, 2.0)
        table.feed(glimpsed(table.sim.still(1.0)) if ply == 1 else table.sim.still(3.0))
        state = state.force(made).state
    assert table.session.snapshot().state == state


def test_a_stack_that_shows_for_a_moment_is_not_read() -> None:
    """Half of a move may be done."""
    table = Table(ADVANCED)
    state = table.session.snapshot().state
    assert state is not None
    first, _ = shifts(state, random.Random(1))
    play(table, first, 2.0)
    told = table.session.snapshot().last
    table.feed(glimpsed(table.sim.still(0.3)))
    assert told is not None and table.session.snapshot().last == told and told.play.shift == 0


def test_what_rests_counts_more_than_what_was_glimpsed_before() -> None:
    """A player who has moved the stack moves it once more, before the play at which it was moved is read."""
    table = Table(ADVANCED)
    state = table.session.snapshot().state
    assert state is not None
    first = next(p for p in state.legal_moves() if moves_stack(p) and abs(p.shift) == 2)
    play(table, replace(first, shift=first.shift // 2), 2.0)
    table.feed(glimpsed(table.sim.still(1.0)))
    held = next(thing for thing in table.sim.things if thing.name == f"{first.seat.other}-inventory")
    table.sim.things.remove(held)  # the other player has taken something, so the table is not as expected
    table.feed(table.sim.move_stack(first.piece.colour, first.shift // 2, 1.2))
    table.feed(table.sim.hand(held.x, held.y, 1.0))
    table.sim.things.append(held)
    table.feed(table.sim.hand(held.x, held.y, 0.4))
    assert table.session.snapshot().state == state.force(first).state


@pytest.mark.parametrize("leader", Seat)
def test_which_of_two_plays_was_made_first_is_glimpsed(leader: Seat) -> None:
    """Nobody saw the hands, and either player may have led."""
    table = Table(ADVANCED)
    state = table.session.snapshot().state
    assert state is not None
    plain = [each for each in state.legal_moves() if each.sacrifice is None and not each.call]
    first, second = next(
        pair
        for pair in itertools.permutations(plain, 2)
        if pair[0].seat is leader and pair[1].seat is not leader
        if all(other in state.force(one).state.legal_moves() for one, other in (pair, pair[::-1]))
    )
    for made in (first, second):
        assert list(table.sim.play(made))
        table.feed(glimpsed(table.sim.still(0.5)))
    table.feed(table.sim.still(4.0))
    assert table.session.snapshot().state == state.force(first).state.force(second).state


def test_games_without_sacrifices_want_no_glimpses() -> None:
    assert not Table(Rules.basic()).session.glimpses
