"""Unreadable set-ups: within seconds people hear why and get a question with keys, and the game goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import pytest

from arbiter.events.types import MoveSeen, Notice, Question, SessionEvent, SetupSeen
from arbiter.games.initiative.session import GameSession
from arbiter.games.initiative.setup.worlds import levels_shown
from arbiter.games.nickel.setup import NickelTable
from arbiter.table.session import TableSession
from arbiter.table.setup.waiting import HANDS_S, WAIT_S
from engine.game import Seat
from engine.initiative.examples import SETUP
from engine.initiative.model import Play, Rules
from engine.nickel.model import SQUARES, Pyramid
from engine.nickel.model import Rules as NickelRules
from engine.pieces import PALETTES, Colour, Piece, Size
from tests.support.simulated.nickel_sim import NickelSim, board
from tests.support.simulated.table_session import Table
from tests.support.simulated.table_sim import Noise, TableSim, Thing
from tests.support.words import texts
from vision.observation import TableObservation, UnitObservation

ORDER = [colour.value for colour in SETUP.stack]
NONE = "none of these, keep waiting"
Change = Callable[[UnitObservation], UnitObservation]


def changed(frames: Iterable[TableObservation], change: Change) -> Iterator[TableObservation]:
    """The frames with every unit altered."""
    for frame in frames:
        yield replace(frame, units=tuple(map(change, frame.units)))


def shifted(unit: UnitObservation) -> UnitObservation:
    """The stack with its top read twice and its bottom missing."""
    return unit if len(unit.levels) < 5 else replace(unit, levels=(unit.levels[0], *unit.levels[:4]))


def shortened(unit: UnitObservation) -> UnitObservation:
    """The stack with its second piece overlooked."""
    if len(unit.levels) < 5:
        return unit
    p_levels = {n: 0.9 if n == 4 else 0.025 for n in range(1, 6)}
    return replace(unit, levels=(unit.levels[0], *unit.levels[2:]), p_levels=p_levels)


def low(unit: UnitObservation) -> UnitObservation:
    """The stack read as just two pyramids."""
    if len(unit.levels) < 5:
        return unit
    return replace(unit, levels=unit.levels[:2], p_levels={n: 0.9 if n == 2 else 0.025 for n in range(1, 6)})


def blurred(unit: UnitObservation) -> UnitObservation:
    """The stack with its two lowest pieces read alike."""
    if len(unit.levels) < 5:
        return unit
    either = {SETUP.stack[3]: 0.5, SETUP.stack[4]: 0.5}
    return replace(
        unit, levels=(*unit.levels[:3], *(replace(each, p_colour=either) for each in unit.levels[3:]))
    )


def questions(events: Iterable[SessionEvent]) -> list[Question]:
    return [event for event in events if isinstance(event, Question)]


def choose(table: Table, asked: Question, answer: str) -> list[SessionEvent]:
    events = list(table.session.answer(asked.id, asked.options.index(answer)))
    table.events += events
    return events


def started(table: Table) -> bool:
    """Whether the round began with the true set-up."""
    state = table.session.snapshot().state
    if state is None:
        return False
    same = all(Counter(state.setup.inventory(seat)) == Counter(SETUP.inventory(seat)) for seat in Seat)
    return same and state.setup.stack == SETUP.stack


def test_what_levels_may_show_of_a_stack() -> None:
    assert levels_shown(4) == tuple((levels, levels_shown(4)[0][1]) for levels, _ in levels_shown(4))
    assert len(levels_shown(5)) == 21 and levels_shown(5)[0][0] == (0, 1, 2, 3, 4)


def test_a_stack_read_one_off_is_asked_about_and_its_order_is_offered() -> None:
    table = Table(Rules.basic(), set_up=False)
    asked = questions(table.feed(changed(table.sim.still(4.0), shifted)))
    assert len(asked) == 1 and asked[0].text.startswith("I cannot read the order of the initiative stack.")
    choose(table, asked[0], ", ".join(ORDER))
    assert started(table)


def test_an_answer_does_for_the_table_that_was_asked_about() -> None:
    """They play on without answering: the play is reported once the question is answered."""
    table = Table(Rules.basic(), set_up=False)
    (asked,) = questions(table.feed(changed(table.sim.still(4.0), shifted)))
    table.feed(changed(table.sim.play(Play(Seat.NEAR, Piece(Size.SMALL, Colour.BLUE)), 4.0), shifted))
    told = choose(table, asked, ", ".join(ORDER))
    assert started(table)
    told += table.feed(changed(table.sim.still(2.0), shifted))
    assert [event.text for event in told if isinstance(event, MoveSeen)] == ["Sblue"]


@pytest.mark.parametrize("change", [shortened, low])
def test_a_stack_that_shows_too_little_is_named_from_the_top(change: Change) -> None:
    table = Table(Rules.basic(), set_up=False)
    asked = questions(table.feed(changed(table.sim.still(10.0), change)))[-1]
    texts = []
    asking = choose(table, asked, NONE)
    for colour in ORDER[:4]:
        (asked,) = questions(asking)
        texts.append(asked.text)
        asking = choose(table, asked, colour)
    assert started(table)
    assert texts[1] == "What is the second colour of the initiative stack, from the top?"


def test_the_surely_read_top_of_a_stack_is_not_asked_about_unless_people_say_that_it_is_wrong() -> None:
    table = Table(Rules.basic(), set_up=False)
    (asked,) = questions(table.feed(changed(table.sim.still(4.0), blurred)))
    orders = [option.split(", ") for option in asked.options[:-1]]
    shared = len([level for level in zip(*orders, strict=True) if len(set(level)) == 1])
    assert shared >= 2
    (asked,) = questions(choose(table, asked, NONE))
    assert "first" not in asked.text and not {asked.options[0]} & set(orders[0][:shared])
    (asked,) = questions(choose(table, asked, NONE))
    assert "first" in asked.text
    for colour in ORDER[:4]:
        assert colour in asked.options
        asked = next(iter(questions(choose(table, asked, colour))), asked)
    assert started(table)


def doubled() -> tuple[Table, Thing]:
    """A table on which a large red permanently looks like a third medium yellow."""
    table = Table(Rules.basic(), set_up=False)
    table.sim.noise = Noise(bias_share=20.0)
    thing = table.sim.find(Seat.NEAR, Piece(Size.LARGE, Colour.RED))
    thing.lookalikes = ((Colour.YELLOW, Size.MEDIUM),)
    return table, thing


def test_a_third_of_a_kind_is_told_first_and_asked_about_when_nobody_stirs() -> None:
    table, thing = doubled()
    (told,) = table.feed(table.sim.still(4.6))
    assert isinstance(told, SetupSeen)
    assert texts(told.problems) == ("there seem to be more than two medium yellow pyramids",)
    assert "more than two" in table.session.snapshot().notices["setup"]
    asked = questions(table.feed(table.sim.still(4.0)))
    while not started(table):
        assert len(asked) == 1, "a question must lead on"
        x = (asked[0].boxes[0][0] + 14 - 640) / 1.6
        real = min((t for t in table.sim.things if t.y < -100), key=lambda t: abs(t.x - x)).pieces[0]
        words = [str(real), real.colour.value, real.size.word, NONE]
        answer = next(word for word in words if word in asked[0].options)
        asked = questions(choose(table, asked[0], answer) + table.feed(table.sim.still(1.0)))
    assert thing.pieces[0] in table.session.snapshot().state.setup.near  # type: ignore[union-attr]


def test_what_nobody_can_name_is_told_and_asked_anew_once_the_table_was_touched() -> None:
    table = Table(Rules.basic(), set_up=False)
    thing = table.sim.find(Seat.NEAR, Piece(Size.LARGE, Colour.RED))
    thing.lookalikes, table.sim.noise = ((Colour.BLUE, Size.LARGE),), Noise(bias_share=1.0)
    asked = questions(table.feed(table.sim.still(3.0)))
    for _ in range(2):
        asked = questions(choose(table, asked[0], NONE))
    assert not asked
    told = [event for event in table.feed(table.sim.still(6.0)) if isinstance(event, SetupSeen)]
    assert len(told) == 1 and str(told[0].problems[0]).startswith("I cannot go on without the")
    table.feed(table.sim.hand(0, -190))
    assert len(questions(table.feed(table.sim.still(3.0)))) == 1


def test_hands_in_the_way_and_a_flickering_piece_are_told() -> None:
    table = Table(Rules.basic(), set_up=False)
    events = table.feed(table.sim.hand(0, -190, HANDS_S + 1))
    assert [event.text for event in events if isinstance(event, Notice)] == [
        "hands are in the way: take them off the table, and I read the set-up"
    ]
    assert "waiting" in table.session.snapshot().notices
    frames = list(table.sim.still(WAIT_S + 2))
    for k, frame in enumerate(frames):
        if k % 5 > 1:
            frames[k] = replace(frame, units=frame.units[1:])
    told = {event.topic: event for event in table.feed(frames) if isinstance(event, Notice)}
    assert set(told) == {"waiting", "offer"}  # what is wrong, and that play may start as shown
    event = told["waiting"]
    assert event.text.startswith("a pyramid comes and goes on near's side")
    table.feed(table.sim.still(2.0))
    assert started(table) and "waiting" not in table.session.snapshot().notices


def test_hands_that_come_and_go_over_a_table_that_was_never_read_are_told_of_once() -> None:
    """People play on though nothing was accepted: a second of a hand, then a second of the changed table."""
    table = Table(Rules.basic(), set_up=False)
    events = table.feed(
        replace(frame, hands=frame.hands if frame.time_s % 2 < 1 else (), still=False)
        for frame in table.sim.hand(0, -190, HANDS_S + 8)
    )
    told = [str(event.text).partition(":")[0] for event in events if isinstance(event, Notice)]
    assert sorted(told) == ["hands are in the way", "something keeps moving"]


def _no_stack(sim: TableSim) -> None:
    sim.things = [thing for thing in sim.things if thing.name != "stack"]


def _pile(sim: TableSim) -> None:
    one, other = (sim.find(Seat.FAR, Piece(Size.LARGE, c)) for c in (Colour.BLACK, Colour.YELLOW))
    one.pieces, one.lookalikes = (one.pieces[0], other.pieces[0]), (one.lookalikes[0], other.lookalikes[0])
    sim.things.remove(other)


def _row(sim: TableSim) -> None:
    sim.find(Seat.NEAR, Piece(Size.LARGE, Colour.RED)).y = -40.0


def _more(sim: TableSim) -> None:
    sim._put("far-inventory", (Piece(Size.SMALL, Colour.RED),), 205, 190)


@pytest.mark.parametrize(
    ("wrong", "restless"), [(_no_stack, False), (_pile, True), (_row, False), (_more, True), (_more, False)]
)
def test_no_wrong_setup_waits_in_silence(wrong: Callable[[TableSim], None], restless: bool) -> None:
    """Even if somebody reaches in every two seconds."""
    table = Table(Rules.basic(), set_up=False)
    wrong(table.sim)
    for _ in range(11):
        table.feed(table.sim.still(1.6))
        if restless:
            table.feed(table.sim.hand(0, 0, 0.4))
    told = [event for event in table.events if isinstance(event, SetupSeen | Question)]
    assert told and table.session.snapshot().state is None


def test_a_later_round_leans_on_what_must_be_there() -> None:
    """Between look-alikes the set-up of the first round decides, including its stack."""
    table = Table(Rules.basic(), rounds=2)
    session = GameSession(Rules.basic(), rounds=2)
    session.resume([(event.kind, event.to_json()) for event in table.events])
    watch = session._setup
    assert watch is None
    from arbiter.games.initiative.setup.watch import SetupWatch

    second = TableSim(SETUP.swapped(), 9, Noise(bias_share=1.5))
    stack = next(thing for thing in second.things if thing.name == "stack")
    stack.lookalikes = (*stack.lookalikes[:1], (Colour.BLACK, Size.SMALL), *stack.lookalikes[2:])
    second.find(Seat.FAR, Piece(Size.SMALL, Colour.BLUE)).lookalikes = ((Colour.RED, Size.SMALL),)
    session._setup = SetupWatch(session._reader, session._rules, 2, SETUP.swapped())
    events = [event for frame in second.still(3.0) for event in session.observe(frame)]
    assert [e.problems for e in events if isinstance(e, SetupSeen)] == [()]


# ----- the other games


def nickel(looks: dict[str, Pyramid]) -> tuple[TableSession, NickelSim]:
    """A board of Nickel on which some pyramids permanently look like others."""
    sim = NickelSim(board(5), 5, Noise(bias_share=30.0))
    for square, look in looks.items():
        thing = next(each for each in sim.things if each.name == square)
        thing.lookalikes = ((look.colour, Size.SMALL),)
    return TableSession(NickelTable(NickelRules(), PALETTES["rainbow"])), sim


def test_a_misread_board_is_asked_about_until_it_is_right() -> None:
    setup = board(5)
    other = {colour: PALETTES["rainbow"][k - 1] for k, colour in enumerate(PALETTES["rainbow"])}
    cell = setup.board[0]
    assert isinstance(cell, Pyramid)
    session, sim = nickel({SQUARES[0]: Pyramid(other[cell.colour], cell.orientation)})
    events = [event for frame in sim.still(10.0) for event in session.observe(frame)]
    for _ in range(10):
        question = session.snapshot().question
        if question is None:
            break
        where = next(name for name in SQUARES if f" {name}" in question.text.replace("?", " "))
        real = str(setup.board[SQUARES.index(where)])
        choice = question.options.index(real if real in question.options else NONE)
        events += session.answer(question.id, choice)
        events += [event for frame in sim.still(3.0) for event in session.observe(frame)]
    state = session.snapshot().state
    assert state is not None and state.setup == setup and questions(events)


def test_answers_of_another_page_and_what_is_left_open() -> None:
    session, sim = nickel({})
    where = [(thing.x, thing.y) for thing in sim.things if thing.heading is None][:2]
    blur = dict.fromkeys(PALETTES["rainbow"], 0.2)

    def blurred(unit: UnitObservation) -> UnitObservation:
        near = any(abs(unit.x_mm - x) + abs(unit.y_mm - y) < 15 for x, y in where)
        return replace(unit, levels=(replace(unit.levels[0], p_colour=blur),)) if near else unit

    pages: list[tuple[str, ...]] = []
    events: list[SessionEvent] = []
    while not any(isinstance(event, SetupSeen) for event in events):
        events = [e for frame in changed(sim.still(5.0), blurred) for e in session.observe(frame)]
        question = session.snapshot().question
        if question is not None:
            pages.append(question.options[:-1])
            session.answer(question.id, len(question.options) - 1)
            while (question := session.snapshot().question) is not None:
                pages.append(question.options[:-1])
                session.answer(question.id, len(question.options) - 1)
    offered = [answer for page in pages for answer in page]
    assert [len(page) for page in pages] == [4, 8, 8, 5, 4, 8, 8, 5] and Counter(offered[:25]) == Counter(
        offered[25:]
    )
    (told,) = [event for event in events if isinstance(event, SetupSeen)]
    assert str(told.problems[0]).startswith("I cannot go on: ") and session.snapshot().state is None
