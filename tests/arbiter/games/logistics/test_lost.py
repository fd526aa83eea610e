"""Logistics at people's pace: overlapping turns come as one chain; a lost game can resume from the table."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arbiter.events.types import IllegalStood, MoveSeen, Question, QuestionWithdrawn, SessionEvent
from arbiter.games.logistics.turns import FOR_CHAINS, find_turns
from arbiter.table.budget import Search
from arbiter.table.explanations import read_change
from arbiter.table.reports import LOST
from arbiter.table.session import TableSession
from arbiter.table.stack_scoring import stack_log
from arbiter.table.thresholds import ACCEPT
from arbiter.voice.phrases import say
from engine.game import MoveError, Seat
from engine.logistics.game import GAME
from engine.logistics.model import Arrange, Decline, Layout, Reclaim, Side
from engine.logistics.notation import parse_move
from engine.pieces import Colour, Piece, Size
from tests.support.simulated.logistics_play import Play
from tests.support.simulated.logistics_table import TABLE, table_of
from vision.track.summing import SIZES, LevelEvidence, Unit


def told(events: list[SessionEvent]) -> list[str]:
    """The moves among the events, with illegal ones marked."""
    return [f"{e.text}{'' if e.legal else ' ' + e.reading}" for e in events if isinstance(e, MoveSeen)]


@pytest.mark.parametrize(
    "first, turns",
    [
        ("near: Mblack", ("far: Lgreen", "near: Sred,Lblue")),
        ("near: Mblack", ("far: Lgreen", "near: Sred", "far: Sblue")),
        (None, ("near: Lred,Mblue,Mred", "far: Mred", "far: near2>next")),  # what was sown moves on
    ],
)
def test_turns_that_overlap_are_told_as_one_chain(first: str | None, turns: tuple[str, ...]) -> None:
    """There is no rest between them."""
    table = Play()
    if first:
        table.play(first)
    for text in turns:
        move = parse_move(text, table.state)
        table.state = table.state.apply(move).state
    events = [*table.lay(table.state.layout), *table.feed(3.0)]
    assert told(events) == [text.partition(": ")[2] for text in turns]


def test_turns_that_overlap_are_told_though_single_ones_take_all_their_steps() -> None:
    table = Play()
    state = table.state
    for text in ("near: Mblack,Syellow", "far: Lgreen,Sred"):
        state = state.apply(parse_move(text, state)).state
    table.sim.lay(state.layout)
    believed = table.session._play._believed
    seen = believed.table(table.sim.rested())
    while seen.budget.take(Search.TURNS, kept=FOR_CHAINS):
        pass
    assert not find_turns(table.state, believed.model._fit_of(seen))
    best = read_change(believed.ledger, believed.model, seen, False).best
    assert best.ledger.state_if_stood.layout == state.layout and len(best.made) == 2


@pytest.mark.parametrize("sown", ["Sred,Sgreen,Lyellow,Mblack", "Sred,Sgreen,Syellow,Mblack"])
def test_what_was_done_before_another_turn_covered_it_is_no_power_let_go(sown: str) -> None:
    """A capture is reported at once, but not its power: the next sow covers the change before any rest, so
    the recalled pyramid shows only in the stock, or nowhere if it is sown on its card again."""
    table = Play(table_of(4))
    table.play("far: Lblue,Lred,Syellow,Lblack")
    table.play("near: Mred,Lgreen,Lblue,Syellow")
    turns = ("near: far3>stock", f"far: {sown}")
    for text in turns:
        table.state = table.state.apply(parse_move(text, table.state)).state
    events = [*table.lay(table.state.layout), *table.feed(3.0)]
    assert told(events) == [text.partition(": ")[2] for text in turns]


def test_a_reclaim_out_of_sight_may_have_been_made_or_passed_over() -> None:
    """The next sow lies there; near's stock and vault are at the edge of the picture."""
    table = Play()
    table.play("far: Lblue,Syellow,Sred")
    table.play("near: Lgreen,Mblack,Sgreen")
    state = table.state
    for text in ("near: near.Lblue>stock", "far: Lred,Sblue,Lyellow"):
        state = state.apply(parse_move(text, state)).state
    table.sim.lay(state.layout)
    window = table.sim.rested()
    believed = table.session._play._believed
    seen, heaps = believed.table(window), frozenset({"near stock", "near vault"})
    seen = replace(seen, hidden=seen.hidden | heaps, changed=seen.changed - heaps)
    readings = read_change(believed.ledger, believed.model, seen, False)
    shares = {type(each.made[0]): each.probability for each in readings.ranked[:2]}
    assert shares.keys() == {Reclaim, Decline} and max(shares.values()) < ACCEPT


def strewn(table: Play) -> Layout:
    """A table that no rule explains: pyramids of each stock are on the other player's cards."""
    sides = {}
    for seat in Seat:
        own, other = table.state.layout.side(seat), table.state.layout.side(seat.other)
        cards = (other.stock[:2], (other.stock[5],), own.stock[8:9])
        sides[seat] = cards
    layouts = {}
    for seat in Seat:
        left = list(table.state.layout.side(seat).stock)
        gone = [*sides[seat.other][0], *sides[seat.other][1], *sides[seat][2]]
        for piece in gone:
            left.remove(piece)
        layouts[seat] = Side(tuple(left), sides[seat], ())
    return Layout(layouts[Seat.NEAR], layouts[Seat.FAR])


def test_who_is_lost_may_go_on_from_how_it_lies() -> None:
    table = Play()
    layout = strewn(table)
    events = [*table.lay(layout), *table.feed(5.0)]
    assert not told(events)
    asked = next(event for event in events if isinstance(event, Question))
    while asked.text != LOST:
        events += (more := table.session.answer(asked.id, len(asked.options) - 1))
        asked = next(event for event in more if isinstance(event, Question))
    assert asked.text == LOST and asked.options[:2] == (
        "go on from how it lies, near to move",
        "go on from how it lies, far to move",
    )
    answered = list(table.session.answer(asked.id, 1))
    assert [event.kind for event in answered] == ["answer", "move", "illegal_stood"]
    shown = table.session.snapshot().state
    assert shown is not None and shown.layout == layout and shown.to_move is Seat.FAR
    table.state = shown
    assert told(table.play("far: card3")) == ["card3"]
    again = TableSession(TABLE)
    again.resume([(e.kind, e.to_json()) for e in (*table.events, *events, *answered)])
    resumed = again.snapshot().state
    assert resumed is not None and resumed.layout == layout and resumed.to_move is Seat.FAR


def lost(table: Play) -> Question:
    """A table that no rule explains, with the question how to continue."""
    events = [*table.lay(strewn(table)), *table.feed(5.0)]
    asked = next(event for event in events if isinstance(event, Question))
    while asked.text != LOST:
        more = table.session.answer(asked.id, len(asked.options) - 1)
        asked = next(event for event in more if isinstance(event, Question))
    return asked


def test_who_plays_on_from_how_it_lies_has_answered() -> None:
    """One legal move may be chance; after the second the game continues from there, and nobody is accused."""
    other, table = Play(), Play()
    other.session.answer(lost(other).id, 1)
    asked, shown = lost(table), other.session.snapshot().state
    assert shown is not None and shown.to_move is Seat.FAR
    table.state = shown
    assert not told(table.play("far: card3"))
    withdrawn, agreed, stood, *moves = [*table.play("near: Lgreen"), *table.feed(2.0)]
    assert isinstance(withdrawn, QuestionWithdrawn)
    assert withdrawn.assumed and withdrawn.taken == asked.options[1]
    assert isinstance(agreed, MoveSeen) and agreed.agreed and isinstance(stood, IllegalStood) and stood.agreed
    assert told(moves) == ["card3", "stop", "Lgreen"]
    heard = [say(event, GAME, {"near": "Ann", "far": "Bo"}) for event in (agreed, stood)]
    assert [each and each.text for each in heard] == ["We go on from how the table lies.", None]


def test_who_is_lost_again_is_asked_once_and_may_play_on_from_how_it_lies_then() -> None:
    table = Play()
    asked = lost(table)
    shown = strewn(table)
    near, far = shown.near, shown.far
    again = Layout(replace(near, cards=near.cards[::-1]), replace(far, cards=far.cards[1:] + far.cards[:1]))
    events = [*table.lay(again), *table.feed(5.0)]
    assert not [event for event in events if isinstance(event, Question | MoveSeen)]
    table.state = table.state.force(Arrange(Seat.NEAR, again)).state
    assert not told(table.play("far: card1"))
    events = [*table.play("near: Lgreen"), *table.feed(2.0)]
    assert isinstance(events[0], QuestionWithdrawn) and events[0].taken == asked.options[1]
    (agreed,) = [event for event in events if isinstance(event, MoveSeen) and event.agreed]
    assert told(events)[-1] == "Lgreen" and agreed.text.startswith("table:")


def test_people_may_say_so_too() -> None:
    table = Play()
    with pytest.raises(MoveError, match="as the game says"):
        table.session.enter("lies near")
    layout = strewn(table)
    table.lay(layout)
    (move, stood) = (e for e in table.session.enter("lies near") if isinstance(e, MoveSeen | IllegalStood))
    assert isinstance(move, MoveSeen) and move.answered and isinstance(stood, IllegalStood)
    shown = table.session.snapshot().state
    assert shown is not None and shown.layout == layout and shown.to_move is Seat.NEAR


def test_what_is_inside_may_show_through() -> None:
    """A large yellow pyramid over a medium green one looks greenish; that does not indicate another stack."""
    reader = TABLE.reader
    green = np.array([3.0 if colour is Colour.GREEN else -3.0 for colour in reader.palette])
    large = np.array([2.0 if size is Size.LARGE else -3.0 for size in SIZES])
    unit = Unit(
        0.0, 0.0, 1.0, None, (LevelEvidence(green, large),), (0.96, 0.01, 0.01, 0.01, 0.01), (0, 0, 1, 1), 4
    )
    over = Piece(Size.MEDIUM, Colour.GREEN), Piece(Size.LARGE, Colour.YELLOW)
    black = Piece(Size.MEDIUM, Colour.GREEN), Piece(Size.LARGE, Colour.BLACK)
    alone = (Piece(Size.LARGE, Colour.YELLOW),)
    assert stack_log(reader, unit, over) > stack_log(reader, unit, alone) + 2
    assert abs(stack_log(reader, unit, black) - stack_log(reader, unit, alone)) < 0.1


def test_a_stock_of_which_nearly_all_shows_is_whole_after_some_seconds() -> None:
    """One of its pyramids is not seen, and players go on without waiting for a question."""
    table = Play()
    session = TableSession(TABLE)
    hidden = next(thing.name for thing in table.sim.things if thing.name.startswith("near stock"))
    table.sim.unseen = {hidden}
    events = [event for frame in table.sim.still(2.0) for event in session.observe(frame)]
    assert session.snapshot().phase == "setup" and not [e for e in events if isinstance(e, Question)]
    events = [event for frame in table.sim.still(2.0) for event in session.observe(frame)]
    assert session.snapshot().phase == "play" and not [e for e in events if isinstance(e, Question)]
