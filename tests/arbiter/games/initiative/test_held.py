"""What a rest showed too briefly to be told: weighed with the next rest, and with the stack moved since."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from arbiter.events.types import SessionEvent, StackMismatch
from arbiter.games.initiative.round.inference import Explanation, Verdicts
from arbiter.games.initiative.round.play import RoundPlay
from arbiter.games.initiative.scene import Scene
from arbiter.table.window import Window
from engine.initiative.model import Play, Rules
from engine.initiative.stack import move_colour
from engine.initiative.state import State
from engine.pieces import Piece
from tests.support.simulated.table_session import Table, kinds


def stack_in_hand(table: Table, play: Play, after: Play) -> list[SessionEvent]:
    """The events of the second play: the first rests for half a second while the stack is in hand, and the
    stack comes back in its new order as the other player plays on."""
    stack = next(thing for thing in table.sim.things if thing.name == "stack")
    table.feed(table.sim.hand(stack.x, stack.y, 0.5))
    table.sim.things.remove(stack)
    order = move_colour(tuple(piece.colour for piece in stack.pieces), play.piece.colour, play.shift)
    table.feed(table.sim.play(replace(play, shift=0), 0.5))
    stack.pieces = tuple(Piece(stack.pieces[0].size, colour) for colour in order)
    table.feed(table.sim.hand(stack.x, stack.y, 0.3))
    table.sim.things.append(stack)
    return table.feed(table.sim.play(after, 4.0))


@pytest.mark.parametrize("number", range(2))
def test_a_stack_that_was_in_hand_at_a_rest_is_read_before_the_next_play_is_told(number: int) -> None:
    table = Table(Rules.advanced())
    state = table.session.snapshot().state
    plays = [p for p in state.legal_moves() if p.sacrifice and p.shift and not p.call]
    play = random.Random(number).choice(plays)
    then = state.force(play).state
    after = next(p for p in then.legal_moves() if not p.sacrifice and not p.call)
    events = stack_in_hand(table, play, after)
    assert table.session.snapshot().state == then.force(after).state
    assert StackMismatch.kind not in kinds(events)


@pytest.mark.parametrize("number", range(3))
def test_a_play_that_the_moved_stack_allows_is_never_likeliest_to_be_illegal(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sacrifice is hidden, so that it is not told within a short rest but held until the next one."""
    likeliest, weigh = list[Explanation](), RoundPlay._weighed

    def weighed(self: RoundPlay, scene: Scene, window: Window) -> Verdicts:
        verdicts = weigh(self, scene, window)
        likeliest.append(verdicts.best)
        return verdicts

    monkeypatch.setattr(RoundPlay, "_weighed", weighed)
    table, rng = Table(Rules.advanced()), random.Random(number)
    state = table.session.snapshot().state
    while not (pairs := allowed_by_a_move(state)):
        before = rng.choice([p for p in state.legal_moves() if not p.sacrifice and not p.call])
        table.feed(table.sim.play(before))
        state = state.force(before).state
    play, after = rng.choice(pairs)
    stack_in_hand(table, play, after)
    assert all(verdict.legal for best in likeliest for _, verdict in best.candidate.plays)
    assert table.session.snapshot().state == state.force(play).state.force(after).state


def test_what_is_read_on_after_a_held_play_is_told_has_the_steps_of_a_frame(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The search for what continues from it had used them up: of the two plays since only one was found, with
    the other one's pyramid pushed from the inventory into the row."""
    steps, weigh, told = list[int](), RoundPlay._weighed, RoundPlay._accept_held

    def weighed(self: RoundPlay, scene: Scene, window: Window) -> Verdicts:
        steps.append(window.budget.made.total())
        return weigh(self, scene, window)

    def accepted(self: RoundPlay, before: Explanation, window: Window) -> list[SessionEvent]:
        assert window.budget.cut
        steps.clear()
        events = told(self, before, window)
        assert steps == [0]
        return events

    monkeypatch.setattr(RoundPlay, "_weighed", weighed)
    monkeypatch.setattr(RoundPlay, "_accept_held", accepted)
    table, rng = Table(Rules.advanced()), random.Random(0)
    state = table.session.snapshot().state
    for rest_s in (0.5, 0.0, 0.0):
        hidden = rest_s > 0
        plays = [p for p in state.legal_moves() if not p.call and not p.shift and bool(p.sacrifice) is hidden]
        play = rng.choice([p for p in plays if not hidden or p.sacrifice.size < p.piece.size])
        table.feed(frame for frame in table.sim.play(play, rest_s) if hidden or not frame.still)
        state = state.force(play).state
    table.feed(table.sim.still(4.0))
    assert steps and table.session.snapshot().state == state


def allowed_by_a_move(state: State) -> list[tuple[Play, Play]]:
    """Hidden sacrifices, each with an answer that its move of the stack makes legal."""
    return [
        (play, after)
        for play in state.legal_moves()
        if play.sacrifice and play.shift and not play.call and play.sacrifice.size < play.piece.size
        for after in state.force(play).state.legal_moves()
        if not after.sacrifice and not after.call
        if after not in state.force(replace(play, shift=0)).state.legal_moves()
    ]
