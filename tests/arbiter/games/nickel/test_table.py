"""Nickel from rest to rest: set-up, moves, slips, take-backs, doubt."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from arbiter.events.types import MoveSeen, Notice, Question, RoundOver, SessionEvent, SetupSeen, TakeBack
from arbiter.games.nickel.board_grid import Grid, find_grid
from arbiter.games.nickel.setup import NO_BOARD, NickelTable, by_square
from arbiter.games.nickel.table import OFF, NickelModel
from arbiter.table.session import TableSession
from engine.game import Seat
from engine.nickel.model import SQUARES, Orientation, Place, Pyramid, Rules
from engine.nickel.state import State
from engine.pieces import Colour, Piece, Size
from tests.support.simulated.nickel_sim import GRID, NickelSim, board
from tests.support.simulated.nickel_table import RAINBOW, Table, opening, slip_of
from tests.support.simulated.table_sim import Noise
from tests.support.words import texts
from vision.observation import Glimpse, TableObservation
from vision.track.summing import sum_unit

PYRAMIDS = {Seat.NEAR: Colour.WHITE, Seat.FAR: Colour.PINK}


def kinds(events: Iterable[SessionEvent]) -> list[str]:
    return [event.kind for event in events]


@pytest.mark.parametrize("turn", [-40.0, -10.0, 0.0, 25.0, 41.0])
@pytest.mark.parametrize("lost", [0, 4])
def test_board_is_found_by_its_pieces(turn: float, lost: int) -> None:
    grid = Grid(30.0, -20.0, 31.0, turn)
    places = [grid.place(i % 5, i // 5) for i in range(25)][lost:]
    places += [(x, 150.0) for x in (-60.0, -20.0, 40.0)]
    found = find_grid([(x + (i % 3 - 1), y - (i % 2)) for i, (x, y) in enumerate(places)], 20)
    assert found is not None
    assert abs(found.pitch_mm - 31.0) < 0.5 and abs(found.turn_deg - turn) < 1.5
    assert abs(found.x_mm - 30.0) < 2 and abs(found.y_mm + 20.0) < 2


def test_no_board_in_a_heap_and_corners_of_a_board() -> None:
    assert find_grid([(7.0 * i, (i * i * 13) % 97) for i in range(25)], 20) is None
    corners = [GRID.place(-1, -1), GRID.place(5, -1), GRID.place(5, 5), GRID.place(-1, 5)]
    half = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in zip(corners, corners, strict=True)]
    seven = Grid.of_corners(half, 6)
    assert abs(seven.pitch_mm - GRID.pitch_mm) < 1e-6 and abs(seven.turn_deg - GRID.turn_deg) < 1e-6
    with pytest.raises(ValueError, match="not a square board"):
        Grid.of_corners([(0, 0), (200, 0), (260, 150), (0, 150)])


def test_set_up_is_read_and_accepted() -> None:
    table = Table()
    (seen,) = table.feed(table.sim.still(1.5))
    assert isinstance(seen, SetupSeen) and not seen.problems
    assert table.state().setup == table.sim.setup


def test_a_doubled_and_a_missing_pyramid_are_named() -> None:
    table = Table()
    red = [Pyramid(Colour.RED, way) for way in (Orientation.EAST, Orientation.NORTH)]
    east, north = (SQUARES[table.sim.setup.board.index(pyramid)] for pyramid in red)
    table.sim.things.remove(table.sim.thing(north))
    table.sim.lay(north, red[0])
    asked = table.feed(table.sim.still(4.0))
    for _ in range(2):  # it may be either square
        (question,) = asked
        assert isinstance(question, Question)
        assert "a second red pointing east, and nowhere the red pointing north" in question.text
        _, *asked = table.session.answer(question.id, question.options.index("red pointing east"))
    assert not asked
    (seen,) = table.feed(table.sim.still(6.0))
    assert isinstance(seen, SetupSeen)
    first, second = seen.problems
    assert "red pointing east is there twice" in first and east in first and north in first
    assert "red pointing north is missing: turn one that is red pointing east" in second
    table.feed(table.sim.hand(0, 0))
    table.sim.things.remove(table.sim.thing(north))
    table.sim.lay(north, red[1])
    table.ready()


@pytest.mark.parametrize(("seen_as", "accepted"), [(None, True), (Colour.RED, False)])
def test_a_pyramid_that_hardly_shows_counts_if_the_board_then_lacks_nothing(
    seen_as: Colour | None, accepted: bool
) -> None:
    table = Table()
    square = next(name for name in SQUARES if table.sim.thing(name).pieces[0].colour is Colour.BLUE)
    thing = table.sim.thing(square)
    if seen_as is not None:
        thing.lookalikes, table.sim.noise = ((seen_as, Size.SMALL),), Noise(bias_share=300.0)
    frames = []
    for frame in table.sim.still(3.0):
        faint = [unit for unit in frame.units if math.dist((unit.x_mm, unit.y_mm), (thing.x, thing.y)) < 10]
        units = tuple(unit for unit in frame.units if unit not in faint)
        frames.append(replace(frame, units=units, faint=(replace(faint[0], confidence=0.3),)))
    (event,) = table.feed(frames)
    if accepted:
        assert isinstance(event, SetupSeen) and table.state().setup == table.sim.setup
    else:
        assert isinstance(event, Question)


def test_an_empty_square_and_an_empty_table() -> None:
    table = Table()
    table.sim.things.remove(table.sim.thing("c3"))
    (seen,) = table.feed(table.sim.still(6.0))
    assert isinstance(seen, SetupSeen) and "nothing is on c3" in str(seen.problems[0])
    table.feed(table.sim.hand(0, 0))
    table.sim.things.clear()
    (seen,) = table.feed(table.sim.still(6.0))
    assert isinstance(seen, SetupSeen) and seen.problems == (NO_BOARD,)


@pytest.mark.parametrize(
    ("tokens", "leader"), [({}, Seat.NEAR), (PYRAMIDS, Seat.FAR)], ids=["stones", "pyramids"]
)
def test_a_whole_game(tokens: dict[Seat, Colour], leader: Seat) -> None:
    table = Table(3, tokens).ready()
    state = State.start(table.sim.setup, Rules(), leader)
    while state.outcome is None:
        move = state.legal_moves()[len(state.history) * 5 % len(state.legal_moves())]
        (seen, *rest) = table.feed(table.sim.place(move.seat, move.square))
        state = state.apply(move).state
        assert isinstance(seen, MoveSeen) and seen.legal and seen.text == move.square, seen
        assert seen.seat == move.seat
    (over,) = rest
    assert isinstance(over, RoundOver) and over.outcome["winner"] == state.outcome.winner
    assert table.session.snapshot().match_over


@pytest.mark.parametrize("tokens", [{}, PYRAMIDS], ids=["stones", "pyramids"])
def test_illegal_move_is_told_and_taken_back(tokens: dict[Seat, Colour]) -> None:
    table = Table(1, tokens)
    slip = slip_of(opening(table), "no_match")
    (told,) = table.feed(table.sim.place(slip.seat, slip.square))
    assert isinstance(told, MoveSeen) and (told.legal, told.reading, told.seat) == (False, "N3", slip.seat)
    assert set(told.alternatives) == {move.square for move in table.state().legal_moves()}
    (back,) = table.feed(table.sim.back(slip.square))
    assert isinstance(back, TakeBack) and not back.was_legal and back.text == slip.square
    assert len(table.state().history) == 1


def test_illegal_move_stands_when_the_game_goes_on() -> None:
    table = Table(1)
    slip = slip_of(opening(table), "no_match")
    table.feed(table.sim.place(slip.seat, slip.square))
    after = table.state().force(slip).state
    move = after.legal_moves()[0]
    events = table.feed(table.sim.place(move.seat, move.square))
    assert kinds(events) == ["illegal_stood", "move"] and events[0].to_json()["text"] == slip.square
    assert table.state() == after.apply(move).state


def test_the_first_token_belongs_on_the_edge() -> None:
    table = Table(1).ready()
    (told,) = table.feed(table.sim.place(Seat.NEAR, "c3"))
    assert isinstance(told, MoveSeen) and (told.legal, told.reading) == (False, "N2")


def test_out_of_turn_with_pyramid_tokens() -> None:
    table = Table(1, PYRAMIDS)
    slip = next(
        move for move, error in opening(table).plausible_illegal_moves() if error.code == "out_of_turn"
    )
    (told,) = table.feed(table.sim.place(slip.seat, slip.square))
    assert isinstance(told, MoveSeen) and (told.legal, told.reading, told.seat) == (False, "N8", Seat.NEAR)


def test_legal_move_is_taken_back_and_another_made_at_once() -> None:
    table = Table(1)
    first, second = opening(table).legal_moves()[:2]
    table.feed(table.sim.place(first.seat, first.square))
    (back,) = table.feed(table.sim.back(first.square))
    assert isinstance(back, TakeBack) and back.was_legal
    table.feed(table.sim.place(first.seat, first.square))
    frames = [*table.sim.back(first.square, 0.1), *table.sim.place(second.seat, second.square)]
    events = table.feed(
        frame if not frame.still or frame.time_s > frames[-16].time_s else replace(frame, still=False)
        for frame in frames
    )
    assert kinds(events) == ["take_back", "move"]
    assert table.state().history[-1] == second


def test_two_moves_between_two_still_tables() -> None:
    table = Table(1)
    first = opening(table).legal_moves()[0]
    second = table.state().apply(first).state.legal_moves()[0]
    hidden = [replace(frame, still=False) for frame in table.sim.place(first.seat, first.square, 0.2)]
    events = table.feed([*hidden, *table.sim.place(second.seat, second.square)])
    assert [event.text for event in events if isinstance(event, MoveSeen)] == [first.square, second.square]


def test_a_fallen_pyramid_is_a_notice_and_put_back_all_is_well() -> None:
    table = Table(1)
    opening(table)
    up = next(
        name
        for name, cell in zip(SQUARES, table.state().board, strict=True)
        if isinstance(cell, Pyramid) and cell.orientation is Orientation.UP
    )
    events = table.feed(table.sim.knock_over(up, 6.0))
    fallen, well = (event for event in events if isinstance(event, Notice))
    assert up in fallen.text and "instead of the standing" in fallen.text and well.over
    assert not any(isinstance(event, MoveSeen) for event in events)
    move = table.state().legal_moves()[0]
    (seen,) = table.feed(table.sim.place(move.seat, move.square))
    assert isinstance(seen, MoveSeen) and seen.legal


def test_a_pushed_board_is_the_same_board() -> None:
    table = Table(1)
    opening(table)
    assert table.feed(table.sim.push_board(9.0, -6.0)) == []
    move = table.state().legal_moves()[0]
    (seen,) = table.feed(table.sim.place(move.seat, move.square))
    assert isinstance(seen, MoveSeen) and seen.legal and seen.text == move.square


def test_a_wrong_move_of_earlier_is_put_right_by_a_question() -> None:
    table = Table(1)
    true = opening(table).legal_moves()[0]
    wrong = next(move for move in table.state().legal_moves() if move != true)
    table.feed(table.sim.place(true.seat, true.square))
    table.session.take_back()
    table.session.enter(f"{wrong.seat}: {wrong.square}")
    onward = State.start(table.sim.setup, Rules(), Seat.NEAR)
    for move in (Place(Seat.NEAR, "d1"), true):
        onward = onward.apply(move).state
    believed = table.state()
    next_ = next(m for m in onward.legal_moves() if m not in believed.legal_moves())
    events = table.feed(table.sim.place(next_.seat, next_.square, 5.0))
    (question,) = [event for event in events if isinstance(event, Question)]
    words = f"move 2 was another one: far takes {true.square}, "
    option = next(i for i, text in enumerate(question.options) if words in text)
    table.session.answer(question.id, option)
    assert table.state() == onward.apply(next_).state


def test_going_on_with_a_record() -> None:
    table = Table(2)
    state = opening(table)
    slip = slip_of(state, "no_match")
    table.feed(table.sim.place(slip.seat, slip.square))
    other = TableSession(NickelTable(Rules(), RAINBOW))
    other.resume((event.kind, event.to_json()) for event in table.events)
    assert other.ledger == table.session.ledger
    table.session = other
    assert table.feed(table.sim.still(1.0)) == []
    (back,) = table.feed(table.sim.back(slip.square))
    assert isinstance(back, TakeBack)


@pytest.mark.parametrize("seed", [1, 5])
def test_three_moves_between_two_readable_rests(seed: int) -> None:
    """They are reported as played, or the true order is among those offered."""
    table = Table(seed, PYRAMIDS).ready()
    state, made = table.state(), list[Place]()
    for number in range(3):
        made.append(state.legal_moves()[5 - number])
        state = state.apply(made[-1]).state
        table.feed(table.sim.place(made[-1].seat, made[-1].square, 4.0 if number == 2 else 0.25))
    told = [event.text for event in table.events if isinstance(event, MoveSeen)]
    board = dict(zip(SQUARES, table.sim.setup.board, strict=True))
    words = ", then ".join(f"{move.seat} takes {move.square}, {board[move.square]}" for move in made)
    asked = [option for event in table.events if isinstance(event, Question) for option in event.options]
    assert told == [move.square for move in made] or words in asked, (told, asked)


@pytest.mark.parametrize(("confidence", "crowding"), [(0.5, []), (0.95, ["b2"])])
def test_a_faint_reading_beside_a_pyramid_does_not_crowd_its_square(
    confidence: float, crowding: list[str]
) -> None:
    (frame,) = NickelSim(board(1), 1).still(0.1)
    model = NickelModel(GRID, NickelTable(Rules(), RAINBOW).reader, {})
    seen = [sum_unit([unit], RAINBOW) for unit in frame.units]
    x, y = GRID.place(1, 1)
    second = replace(seen[0], x_mm=x + 8, y_mm=y - 8, confidence=confidence)
    squares, crowded = by_square(model, [*seen, second])
    assert crowded == crowding and len(squares) == len(SQUARES)
    assert (squares["b2"] is second) is (confidence > 0.9)


def test_before_anything_was_handed_over_no_none_is_missed() -> None:
    table = Table().ready()
    model = table.session.model
    assert isinstance(model, NickelModel)
    content = model.contents(table.state())[OFF]
    assert model.describe(OFF, content, ()) == "beside the board I see a pyramid, though none was handed over"
    opening(table)
    content = model.contents(table.state())[OFF]
    assert model.describe(OFF, content, ()) == f"I do not see the {table.state().handed} that was handed over"


@pytest.mark.parametrize("seed", [3, 8])
def test_turns_without_a_rest_are_held_as_what_may_have_been_and_told_with_the_next(seed: int) -> None:
    """Three turns, a rest of half a second that leaves their order open, and one more turn."""
    table, dice = Table(seed).ready(), random.Random(seed)
    state, moves = State.start(table.sim.setup, Rules(), Seat.NEAR), list[Place]()
    for rest_s in (0.0, 0.0, 0.5, 4.0):
        moves.append(dice.choice(state.legal_moves()))
        state = state.force(moves[-1]).state
        table.feed(table.sim.place(moves[-1].seat, moves[-1].square, 0.01))
        table.feed(table.sim.still(rest_s))
    ledger = table.session.ledger
    assert ledger is not None and [ply.play for ply in ledger.plies] == moves
    assert not [event for event in table.events if isinstance(event, Question | Notice)]


def unrested(table: Table, seat: Seat, square: str, flicker: bool, side_mm: float | None = None) -> None:
    """Play a turn between two others: the board is free for one glimpse, or for a rest too short to read.
    The arm comes into the picture ``side_mm`` away from the table's middle."""
    sim = table.sim
    covered = frozenset((i, j) for i in range(-15, 15) for j in range(-15, 15))

    def moving(glimpse: Glimpse | None, frames: int) -> Iterator[TableObservation]:
        for number, frame in enumerate(sim.hand(0, 0, frames / sim.fps)):
            arms = {} if side_mm is None else dict.fromkeys(frame.hands, (40.0, side_mm))
            yield replace(frame, units=(), glimpse=None if number else glimpse, arms=arms)

    table.feed(moving(Glimpse((), covered), 6))
    for _ in sim.place(seat, square, 0.0):
        pass
    seen = tuple(sim._see(thing) for thing in sim.things)
    table.feed(moving(Glimpse(seen, frozenset({(9, 9)})), 1))
    table.feed(sim.still(1 / sim.fps) if flicker else moving(None, 2))
    table.feed(moving(Glimpse((), covered), 6))


@pytest.mark.parametrize("flicker", [False, True])
def test_turns_without_a_rest_are_told_apart_by_one_glimpse_each(flicker: bool) -> None:
    table = Table(fps=15.0).ready()
    made = list[str]()
    state = table.state()
    for _ in range(4):
        move = next(move for move in state.legal_moves() if move.seat is (Seat.NEAR, Seat.FAR)[len(made) % 2])
        state = state.apply(move).state
        made.append(move.square)
        unrested(table, move.seat, move.square, flicker)
    table.feed(table.sim.still(3.0))
    asked = table.session.snapshot().question
    assert asked is not None and not any(isinstance(event, MoveSeen) for event in table.events)
    likeliest = [re.findall(r"takes (\w\d)", text) for text in texts(asked.options[:2])]
    assert likeliest == [made, made], "only who began is open"
    table.events += table.session.answer(asked.id, 0)
    assert [event.text for event in table.events if isinstance(event, MoveSeen)] == made


@pytest.mark.parametrize("first", Seat)
def test_arms_show_who_began(first: Seat) -> None:
    """Nobody answers, and what is played suits either player as the first one."""
    table = Table(fps=15.0).ready()
    state, made = table.state(), list[tuple[str, str]]()
    for seat in (first, first.other) * 3:
        move = next(move for move in state.legal_moves() if move.seat is seat)
        state = state.apply(move).state
        made.append((seat.value, move.square))
        unrested(table, seat, move.square, False, -400.0 if seat is Seat.NEAR else 400.0)
    table.feed(table.sim.still(6.0))
    assert [(event.seat, event.text) for event in table.events if isinstance(event, MoveSeen)] == made


@pytest.mark.parametrize("known", [True, False])
def test_what_looked_like_pyramids_beside_the_board_from_the_start_is_no_sign_of_anything(
    known: bool,
) -> None:
    """Veins of a marble top, read as black pyramids; others that come later are strange."""
    table = Table()

    def vein() -> None:
        for number in range(-4, 5):
            table.sim._put(f"vein {number}", (Piece(Size.SMALL, Colour.BLACK),), 200.0, 30.0 * number, 0.0)

    if known:
        vein()
    table.ready()
    if not known:
        vein()
    move = next(move for move in table.state().legal_moves() if move.seat is Seat.NEAR)
    table.feed(table.sim.place(Seat.NEAR, move.square))
    told = [event.text for event in table.events if isinstance(event, MoveSeen)]
    assert told == ([move.square] if known else [])
