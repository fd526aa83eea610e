"""Rounds that begin before the set-up is read: the arbiter catches up, asks, or says what is wrong."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

from arbiter.events.types import MoveSeen, Question, QuestionWithdrawn, SessionEvent, SetupSeen, TakeBack
from arbiter.games.initiative.session import GameSession
from arbiter.games.initiative.setup.late_start import RowsSeen
from arbiter.games.initiative.setup.questions import BEGUN
from arbiter.games.initiative.setup.watch import SetupWatch
from datasets.acting.films import filmed
from datasets.film.beats import storyboard
from engine.game import Seat
from engine.initiative.examples import ROUNDS, SETUP
from engine.initiative.model import Play, Rules
from engine.initiative.notation import format_play, parse_play
from engine.initiative.state import State
from engine.pieces import Colour, Piece, Size
from tests.support.simulated.acted_sim import ActedSim
from tests.support.simulated.table_session import Table, kinds
from tests.support.simulated.table_sim import CLEAN, TableSim

BASIC = tuple(ROUNDS["basic"].plays)
PUT_BACK = tuple(
    f"{seat} has pyramids in the row already: put them back till I have read the set-up" for seat in Seat
)


def begun(count: int, rules: Rules | None = None) -> Table:
    """A table on which this many plays of the basic example are made before anybody watches."""
    table = Table(rules or Rules.basic(), set_up=False)
    state = ROUNDS["basic"].start()
    for text in BASIC[:count]:
        play = parse_play(text, state)
        for _ in table.sim.play(play):
            pass
        state = state.apply(play).state
    return table


def questions(events: list[SessionEvent]) -> list[Question]:
    return [event for event in events if isinstance(event, Question)]


def moves(events: list[SessionEvent]) -> list[str]:
    return [event.text for event in events if isinstance(event, MoveSeen)]


def history(session: GameSession) -> list[str]:
    return [format_play(play) for play in session.snapshot().state.history]


def bare(texts: tuple[str, ...]) -> list[str]:
    return [text.partition(": ")[2] or text for text in texts]


@pytest.mark.parametrize("count", [1, 4, 7])
def test_plays_that_are_there_already_are_asked_about_once_and_told(count: int) -> None:
    table = begun(count)
    (asked,) = questions(table.feed(table.sim.still(3.0)))
    assert asked.text == BEGUN and asked.options[0] == "near plays small blue"
    events = list(table.session.answer(asked.id, 0))
    assert kinds(events) == ["answer", "setup", *["move"] * count]
    assert all(event.answered for event in events if isinstance(event, MoveSeen))
    assert history(table.session) == bare(BASIC[:count])
    setup = table.session.snapshot().state.setup
    assert Counter(setup.near) == Counter(SETUP.near) and Counter(setup.far) == Counter(SETUP.far)
    assert moves(table.play(BASIC[count])) == bare(BASIC[count : count + 1])


def test_a_play_caught_up_with_can_be_taken_back_and_is_in_the_record() -> None:
    table = begun(3)
    (asked,) = questions(table.feed(table.sim.still(3.0)))
    table.events += table.session.answer(asked.id, 0)
    again = GameSession(Rules.basic(), rounds=1)
    again.resume([(event.kind, event.to_json()) for event in table.events])
    assert history(again) == history(table.session) == bare(BASIC[:3])
    seat = table.session.snapshot().last.play.seat
    back = [each for each in table.feed(table.sim.take_back(seat)) if isinstance(each, TakeBack)]
    assert len(back) == 1 and history(table.session) == bare(BASIC[:2])


def test_they_play_on_while_they_are_asked() -> None:
    """The plays made meanwhile are reported once later play leaves only one possible beginning."""
    table = begun(1)
    (asked,) = questions(table.feed(table.sim.still(3.0)))
    state, told = ROUNDS["basic"].start(), list[SessionEvent]()
    for number, text in enumerate(BASIC[:6]):
        play = parse_play(text, state)
        if number:
            told += table.feed(table.sim.play(play, 1.5))
        state = state.apply(play).state
    (gone,) = (event for event in told if isinstance(event, QuestionWithdrawn))
    assert (gone.id, gone.taken, gone.assumed) == (asked.id, asked.options[0], True)
    assert moves(told) == bare(BASIC[:6])


def test_where_either_may_have_led_both_are_offered() -> None:
    table = Table(Rules.basic(), set_up=False)
    for seat, text in ((Seat.NEAR, "Mred"), (Seat.FAR, "Mblue")):
        for _ in table.sim.play(Play(seat, piece(text))):
            pass
    (asked,) = questions(table.feed(table.sim.still(3.0)))
    assert asked.options[:2] == ("near plays medium red", "far plays medium blue")
    events = list(table.session.answer(asked.id, 1))
    assert moves(events) == ["Mblue", "Mred"]


def piece(text: str) -> Piece:
    """A piece of the example, in typed form."""
    return parse_play(f"near: {text}", State.start(SETUP, Rules.basic()), check=False).piece


def test_with_none_of_these_people_are_told_to_put_back_what_they_played() -> None:
    table = begun(2)
    (asked,) = questions(table.feed(table.sim.still(3.0)))
    table.session.answer(asked.id, len(asked.options) - 1)
    events = table.feed(table.sim.still(6.0))
    told = [event for event in events if isinstance(event, SetupSeen)]
    assert [event.problems for event in told] == [PUT_BACK]
    for seat in (Seat.FAR, Seat.NEAR):
        events = table.feed(table.sim.take_back(seat))
    assert [event.problems for event in events if isinstance(event, SetupSeen)] == [()]
    assert history(table.session) == []


def test_plays_that_the_rules_do_not_allow_are_not_guessed_at() -> None:
    table = Table(Rules.basic(), set_up=False)
    for seat, text in ((Seat.NEAR, "Mred"), (Seat.NEAR, "Myellow")):
        for _ in table.sim.play(Play(seat, piece(text))):
            pass
    events = table.feed(table.sim.still(8.0))
    assert not questions(events) and table.session.snapshot().state is None
    assert [kinds([event]) for event in events] == [["setup"]]


def test_sacrifices_made_too_early_are_told_of_while_they_play_on() -> None:
    """What the rows hide cannot be worked out. That is said once, however the table changes meanwhile."""
    table, state = Table(Rules.advanced(), set_up=False), State.start(SETUP, Rules.advanced())
    events = list[SessionEvent]()
    for text in ("near: Lred/Sblue", "far: Lgreen/Mblue", "near: Mred", "far: Mgreen/Lblack"):
        events += table.feed(table.sim.play(parse_play(text, state, check=False)))
    told = [event.problems for event in events if isinstance(event, SetupSeen)]
    assert told and told[-1] == PUT_BACK
    assert len(told) == len(set(told)) and not questions(events) and table.session.snapshot().state is None


def test_the_second_round_begins_as_it_must() -> None:
    """The leader is known (I11), and so is the set-up."""
    table = Table(Rules.basic(), rounds=2)
    for play in ROUNDS["basic"].plays:
        table.play(play)
    table.feed(table.sim.hand(0, 0))
    table.sim = TableSim(SETUP.swapped(), 9, CLEAN, time=table.sim.time)
    for seat, text in ((Seat.FAR, "Mred"), (Seat.NEAR, "Mblue")):
        for _ in table.sim.play(Play(seat, piece(text))):
            pass
    (asked,) = questions(table.feed(table.sim.still(3.0)))
    assert asked.options[:-1] == ("far plays medium red",)
    assert moves(list(table.session.answer(asked.id, 0))) == ["Mred", "Mblue"]


def test_what_stood_there_first_and_what_came_since() -> None:
    seen = RowsSeen().seen([(0.0, 0.0)], 1.0, whole=True)
    seen = seen.seen([(1.0, 2.0), (50.0, 0.0)], 3.0, whole=True)
    assert list(seen.since.values()) == [float("-inf"), 3.0]
    assert seen.seen([(0.0, 0.0)], 4.0, whole=False).since.keys() >= {(50.0, 0.0)}
    assert list(seen.seen([(50.0, 0.0)], 5.0, whole=True).since.values()) == [3.0]


@pytest.mark.parametrize("late_s", [2.0, 9.0])
def test_a_film_whose_players_do_not_wait_is_followed(late_s: float) -> None:
    """Played as acted for the camera; nothing is seen in the first seconds, while the camera is located."""
    film = filmed("initiative-1")
    beats, shown = storyboard(film.acted.opening, film.acted.happenings, replace(film.pace, start=6))
    session, sim, found = GameSession(Rules.basic(), rounds=1), ActedSim(1), list[str]()
    for beat in islice(beats, shown[6].first):
        frame = sim.see(beat)
        for event in session.observe(frame) if frame.time_s > late_s else ():
            if isinstance(event, Question):
                found += moves(list(session.answer(event.id, 0)))
            found += moves([event])
    assert found == [ply for each in shown[:6] for ply in each.happening.plies]  # type: ignore[union-attr]


# ----- with sacrifices

SMALL_BLUE, MEDIUM_RED = Piece(Size.SMALL, Colour.BLUE), Piece(Size.MEDIUM, Colour.RED)


def acted(*plays: Play, seen_first: bool) -> Table:
    """A table on which these legal plays were made before the set-up could be read.

    ``seen_first``: the whole table was in view for a moment before the first of them.
    """
    table = Table(Rules(), set_up=False)
    if seen_first:
        table.feed(table.sim.still(0.6))
        assert isinstance(table.session._setup, SetupWatch)
        table.session._setup.offer.said_s = 0.0  # no round starts on its own yet
        table.feed(table.sim.still(0.8))
    state = State.start(SETUP, Rules(), Seat.NEAR)
    for play in plays:
        state = state.apply(play).state
        for _ in table.sim.play(play):
            pass
    table.feed(table.sim.hand(0, 0))
    return table


def sacrifices() -> list[tuple[Play, ...]]:
    """Leads whose sacrifice shows under the play, with and without a stack move, each followed by a parry."""
    found = []
    state = State.start(SETUP, Rules(), Seat.NEAR)
    leads = [
        play
        for play in state.legal_moves()
        if play.sacrifice is not None and play.sacrifice.size > play.piece.size and not play.call
    ]
    shown = [play for play in leads if play.piece == SMALL_BLUE and play.sacrifice == MEDIUM_RED]
    for lead in shown[:2]:
        parries = [play for play in state.apply(lead).state.legal_moves() if play.sacrifice is None]
        found += [(lead,), (lead, next(play for play in parries if not play.call))]
    return found


@pytest.mark.parametrize("seen_first", [True, False])
@pytest.mark.parametrize("plays", sacrifices(), ids=lambda plays: "+".join(map(format_play, plays)))
def test_plays_with_a_sacrifice_are_caught_up_with(plays: tuple[Play, ...], seen_first: bool) -> None:
    table = acted(*plays, seen_first=seen_first)
    events = table.feed(table.sim.still(6.0))
    for asked in questions(events)[:1]:
        lead = next(k for k, text in enumerate(asked.options) if "small blue sacrificing medium red" in text)
        events += table.session.answer(asked.id, lead)
        events += table.feed(table.sim.still(2.0))
    state = table.session.snapshot().state
    assert state is not None
    made = state.history[: len(plays)]
    assert [play.pieces for play in made] == [play.pieces for play in plays]
    stack = next(thing for thing in table.sim.things if thing.name == "stack")
    assert state.stack == tuple(piece.colour for piece in stack.pieces)
    if seen_first:
        assert made == plays and state.setup.stack == SETUP.stack
