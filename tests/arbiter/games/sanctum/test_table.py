"""Sanctum's tracker on a simulated table: structures by colour, turns by marker or by word."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import pytest

from arbiter.events.types import MoveSeen, Question, SessionEvent, SetupSeen, TakeBack
from arbiter.games.sanctum.table import AT_ONCE_S, NOTHING_THERE, SanctumTable
from arbiter.table.session import TableSession
from engine.game import MoveError
from engine.pieces import PALETTES, Colour, Piece, Size
from engine.sanctum.state import Owner, State
from tests.support.simulated.table_sim import CLEAN, Noise, TableSim
from vision.observation import TableObservation

TOWNS = (Colour.GREEN, Colour.RED, Colour.BLUE, Colour.GREEN, Colour.RED, Colour.BLUE)


@dataclass
class SanctumSim(TableSim):
    """Six structures in a row, and perhaps a yellow turn marker."""

    setup: tuple[Colour, ...] = TOWNS  # type: ignore[assignment]
    noise: Noise = CLEAN
    marker: bool = False

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        for i, colour in enumerate(self.setup):
            self.put(f"town{i + 1}", colour, -150 + 60 * i, 40 * (-1) ** i)
        if self.marker:
            self.put("marker", Colour.YELLOW, 250, -150)

    def put(self, name: str, colour: Colour, x: float, y: float) -> None:
        self._put(name, (Piece(Size.MEDIUM, colour),), x, y)

    def change(
        self, name: str, colour: Colour | None, x: float = 0, y: float = 0
    ) -> Iterator[TableObservation]:
        """A structure is exchanged, removed (no colour), or newly built at a place."""
        old = next((thing for thing in self.things if thing.name == name), None)
        if old is not None:
            self.things.remove(old)
            x, y = old.x, old.y
        yield from self.hand(x, y)
        if colour is not None:
            self.put(name, colour, x, y)
        yield from self.still(2.0)

    def fetch(self, name: str, colour: Colour, seconds: float) -> Iterator[TableObservation]:
        """A structure is taken away, and only after a while another one put in its place."""
        old = next(thing for thing in self.things if thing.name == name)
        yield from self.hand(old.x, old.y)
        self.things.remove(old)
        yield from self.still(seconds)
        yield from self.hand(old.x, old.y)
        self.put(name, colour, old.x, old.y)
        yield from self.still(2.0)

    def turn(self) -> Iterator[TableObservation]:
        """The marker is laid down or stood up."""
        marker = next(thing for thing in self.things if thing.name == "marker")
        yield from self.hand(marker.x, marker.y)
        marker.heading = 40.0 if marker.heading is None else None
        yield from self.still(2.0)


class Table:
    """A session with everything it reported."""

    def __init__(self, seed: int = 1, marker: bool = False) -> None:
        self.sim = SanctumSim(seed=seed, marker=marker)
        colour = Colour.YELLOW if marker else None
        self.session = TableSession(SanctumTable(PALETTES["rainbow"], colour))
        self.events: list[SessionEvent] = []
        self.feed(self.sim.still(1.5))

    def feed(self, frames: Iterable[TableObservation]) -> list[SessionEvent]:
        new = [event for frame in frames for event in self.session.observe(frame)]
        self.events += new
        return new

    def state(self) -> State:
        state = self.session.snapshot().state
        assert isinstance(state, State)
        return state


def texts(events: Iterable[SessionEvent]) -> list[str]:
    return [event.text for event in events if isinstance(event, MoveSeen)]


def test_structures_are_named_from_the_left_and_owned_by_colour() -> None:
    table = Table()
    owners = [table.state().owner_of(f"town{n}") for n in range(1, 7)]
    neutral, red, blue = Owner.NEUTRAL, Owner.RED, Owner.BLUE
    assert owners == [neutral, red, blue, neutral, red, blue]


def test_an_empty_table_is_told() -> None:
    table = Table()
    session = TableSession(SanctumTable(PALETTES["rainbow"]))
    table.sim.things.clear()
    (seen,) = [event for frame in table.sim.still(6.0) for event in session.observe(frame)]
    assert isinstance(seen, SetupSeen) and seen.problems == (NOTHING_THERE,)


def test_captures_buildings_and_ruins_are_read_and_turns_typed() -> None:
    table = Table()
    assert texts(table.feed(table.sim.change("town1", Colour.BLUE))) == ["blue>town1"]
    assert texts(table.feed(table.sim.change("town2", None))) == ["-town2"]
    (turn,) = table.session.enter("turn")
    assert isinstance(turn, MoveSeen) and turn.text == "turn"
    assert table.state().holder is Owner.BLUE
    assert texts(table.feed(table.sim.change("new", Colour.RED, 20, -150))) == ["+red.town7"]
    assert texts(table.feed(table.sim.change("town3", Colour.RED))) == ["red>town3"]
    assert texts(table.feed(table.sim.change("town3", Colour.BLUE))) == ["blue>town3"]
    assert texts(table.feed(table.sim.change("new", Colour.BLUE))) == ["blue>town7"]
    table.session.enter("timepiece")
    assert table.state().holder is Owner.RED
    table.session.take_back()
    assert table.state().holder is Owner.BLUE
    with pytest.raises(MoveError):
        table.session.enter("red>town99")


def test_a_captor_may_fetch_the_pyramid_from_beside_the_table() -> None:
    table = Table()
    assert texts(table.feed(table.sim.fetch("town1", Colour.BLUE, 1.0))) == ["blue>town1"]
    assert texts(table.feed(table.sim.fetch("town4", Colour.RED, 3.0))) == ["-town4", "+red.town4"]


def test_the_marker_starts_turns() -> None:
    table = Table(2, marker=True)
    assert texts(table.feed(table.sim.turn())) == ["turn"]
    assert texts(table.feed(table.sim.change("town3", Colour.RED))) == ["red>town3"]
    assert texts(table.feed(table.sim.turn())) == ["turn"]
    assert table.state().turn == 3 and table.state().holder is Owner.RED


def test_a_marker_put_back_at_once_is_asked_about() -> None:
    table = Table(2, marker=True)
    table.feed(table.sim.change("town3", Colour.RED))
    table.feed(table.sim.turn())
    begun = table.state()
    (question,) = table.feed(table.sim.turn())
    assert isinstance(question, Question)
    assert question.options[:2] == ("the last move is taken back", "a turn starts")
    (_, back) = table.session.answer(question.id, 0)
    assert isinstance(back, TakeBack) and (back.text, table.state().turn) == ("turn", 1)
    assert table.feed(table.sim.still(3.0)) == []
    assert texts(table.feed(table.sim.turn())) == ["turn"] and table.state() == begun


def test_a_turn_in_which_nothing_changed_is_a_turn() -> None:
    table = Table(2, marker=True)
    for turn in (2, 3):
        assert texts(table.feed(table.sim.turn())) == ["turn"] and table.state().turn == turn
        table.feed(table.sim.still(AT_ONCE_S))


def test_a_doubtful_colour_is_asked_about() -> None:
    table = Table(3)
    thing = next(thing for thing in table.sim.things if thing.name == "town1")
    thing.lookalikes = ((Colour.RED, Size.MEDIUM),)
    table.sim.noise = Noise(bias_share=1.0)
    table.session = TableSession(SanctumTable(PALETTES["rainbow"]))
    (question,) = table.feed(table.sim.still(4.0))
    assert isinstance(question, Question) and "Whose is town1" in question.text
    table.session.answer(question.id, question.options.index("neutral"))
    table.feed(table.sim.still(2.0))
    assert table.state().owner_of("town1") is Owner.NEUTRAL


def test_going_on_with_a_record() -> None:
    table = Table(4)
    table.feed(table.sim.change("new", Colour.RED, 20, -150))
    table.feed(table.sim.change("town1", Colour.BLUE))
    other = TableSession(SanctumTable(PALETTES["rainbow"]))
    other.resume((event.kind, event.to_json()) for event in table.events)
    assert other.snapshot().state == table.state()
    table.session = other
    assert table.feed(table.sim.still(1.0)) == []
    assert texts(table.feed(table.sim.change("new", Colour.BLUE))) == ["blue>town7"]


def test_a_turn_that_starts_between_two_changes_is_offered() -> None:
    """All in one visit: which capture came before the turn nobody can see, so it is asked about."""
    table = Table(marker=True)
    table.feed(frame for frame in table.sim.change("town1", Colour.RED) if not frame.still)
    table.feed(frame for frame in table.sim.turn() if not frame.still)
    table.feed([*table.sim.change("town3", Colour.GREEN), *table.sim.still(2.0)])
    offered = set[str]()
    while table.session.snapshot().question is not None:
        asked = table.session.snapshot().question
        assert asked is not None
        offered |= set(asked.options)
        table.session.answer(asked.id, len(asked.options) - 1)
    assert len([option for option in offered if "turn" in option]) == 4, offered
