"""A draft from rest to rest: set-up, draws and takes, slips, take-backs, doubt, resuming."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from arbiter.events.types import IllegalStood, MoveSeen, Notice, Question, SessionEvent, SetupSeen, TakeBack
from arbiter.games.initiative.draft.markers import MarkerRow
from arbiter.games.initiative.draft.session import DraftedSession
from arbiter.games.initiative.draft.setup import IN_THE_WAY, DraftTable
from arbiter.games.initiative.setup.reading import NO_STACK
from arbiter.kit.catalog import session_of
from arbiter.table.session import TableSession
from engine.game import Seat
from engine.initiative.draft import Draft
from engine.initiative.draft_model import Draw, Move, Take
from engine.initiative.draft_notation import format_action, parse_action
from engine.initiative.drafting import DRAFT, Stack
from engine.initiative.model import Rules
from engine.notation import format_piece
from engine.pieces import PALETTES, Colour, Piece, Size
from tests.support.simulated.draft_sim import PLACES, DraftSim, stack_of
from vision.observation import TableObservation

RAINBOW = PALETTES["rainbow"]
SMALL = Stack(RAINBOW, Size.SMALL)


class Table:
    """A session at a simulated draft, with everything it reported."""

    def __init__(self, stack: Stack = SMALL, seed: int = 1) -> None:
        self.sim = DraftSim(stack=stack, seed=seed)
        self.session = TableSession(DraftTable(RAINBOW))
        self.events: list[SessionEvent] = []

    def feed(self, frames: Iterable[TableObservation]) -> list[SessionEvent]:
        new = [event for frame in frames for event in self.session.observe(frame)]
        self.events += new
        return new

    def begun(self, text: str = "") -> Table:
        """A table with its set-up read and these actions typed as they are made; near begins."""
        self.feed(self.sim.still(1.5))
        for word in text.split():
            move = self.move(word)
            self.feed(self.sim.act(move, 0.2))
            self.events += self.session.enter(f"{move.seat}: {word.split(':')[-1]}")
        self.feed(self.sim.still(2.2))
        assert self.session.snapshot().question is None
        return self

    def move(self, word: str) -> Move:
        state = self.state()
        named = word if ":" in word or state.mover else f"near:{word}"
        return parse_action(named, state, check=False)

    def act(self, word: str, pause: float = 2.0) -> list[SessionEvent]:
        return self.feed(self.sim.act(self.move(word), pause))

    def state(self) -> Draft:
        ledger = self.session.ledger
        assert ledger is not None
        return ledger.state_if_stood


@pytest.mark.parametrize("seed", range(3))
def test_stack_is_read_and_the_draft_begins(seed: int) -> None:
    table = Table(stack_of(seed), seed)
    (seen,) = table.feed(table.sim.still(1.5))
    assert isinstance(seen, SetupSeen) and not seen.problems
    assert seen.setup == {"game": "Draft", "text": DRAFT.format_setup(table.sim.stack)}


def put(table: Table, x: float, y: float) -> None:
    table.sim._put("stray", (Piece(Size.LARGE, Colour.RED),), x, y)


@pytest.mark.parametrize(
    ("arrange", "told"),
    [
        (lambda table: table.sim.things.clear(), NO_STACK),
        (lambda table: put(table, -40, 120), "only the initiative stack stands on the table"),
        (lambda table: setattr(table.sim.things[0], "x", 100.0), IN_THE_WAY),
    ],
)
def test_what_keeps_a_draft_from_beginning_is_told(arrange: object, told: str) -> None:
    table = Table()
    arrange(table)  # type: ignore[operator]
    (seen,) = table.feed(table.sim.still(7.0))
    assert isinstance(seen, SetupSeen) and str(told) in str(seen.problems[0])


@pytest.mark.parametrize("marker", [1, 2, 3])
def test_a_marker_that_looks_like_a_pyramid_is_asked_about_and_left_alone(marker: int) -> None:
    table = Table()
    put(table, PLACES[marker], 2)
    (question,) = table.feed(table.sim.still(4.0))
    assert isinstance(question, Question) and f"at marker {marker}, the marker itself" in question.text
    (_, seen) = table.session.answer(question.id, question.options.index("the marker itself"))
    assert isinstance(seen, SetupSeen) and not seen.problems
    assert table.feed(table.sim.still(2.0)) == []
    (question,) = table.act(f"Mblue@{marker}")
    assert isinstance(question, Question) and question.options[0].endswith(f"medium blue at marker {marker}")
    table.session.answer(question.id, 0)
    assert table.session.model is not None
    again = DraftTable(PALETTES["rainbow"]).model_of(table.session.model.to_json())
    assert again.to_json() == table.session.model.to_json() and again.papers


@pytest.mark.parametrize("together", [True, False])
def test_a_marker_that_looks_like_a_pyramid_now_and_then_is_learnt(together: bool) -> None:
    """Its paper is first read as a pyramid in the middle of the draft, beside a play or on its own."""
    table = Table().begun("Mred@1")
    if together:
        table.feed(table.sim.act(table.move("Sblue@3"), 0.0))
    table.feed(table.sim.hand(0, 0))
    slip = table.sim._put("slip", (Piece(Size.SMALL, Colour.YELLOW),), *table_xy(2))
    (question,) = table.feed(table.sim.still(4.0))
    assert isinstance(question, Question)
    what = "far puts small blue at marker 3" if together else "nothing was played"
    table.session.answer(question.id, question.options.index(what))
    for shown in (False, True, False, True):
        table.feed(table.sim.hand(0, 0))
        table.sim.things = [thing for thing in table.sim.things if thing is not slip] + [slip] * shown
        assert table.feed(table.sim.still(3.0)) == []
    (move,) = table.act("Sgreen@2" if together else "Lblack@2")
    assert isinstance(move, MoveSeen) and move.legal


def table_xy(marker: int) -> tuple[float, float]:
    """Where a marker was agreed to lie (mm)."""
    return MarkerRow().places[marker - 1], 0.0


def test_a_pyramid_left_at_a_marker_has_to_be_put_away() -> None:
    table = Table()
    put(table, PLACES[2], 2)
    (question,) = table.feed(table.sim.still(4.0))
    table.session.answer(question.id, question.options.index("a pyramid"))
    (seen,) = table.feed(table.sim.still(7.0))
    assert isinstance(seen, SetupSeen) and "put the rest in the bag" in str(seen.problems[0])


def test_pyramids_on_both_sides_of_their_markers_are_told_apart() -> None:
    """Rows of the largest allowed width: marker 3's first pyramid stands on the side towards marker 2."""
    table = Table().begun()
    for text, x in (("near:Lred@3", 88.0), ("Sblue@2", -20.0), ("Mgreen@2", 27.0), ("Lblue@1", -84.0)):
        move = table.move(text)
        assert isinstance(move, Draw)
        table.feed(table.sim.hand(x, 0))
        table.sim._put(f"marker {move.marker}", (move.piece,), x, 0)
        (told,) = table.feed(table.sim.still(2.0))
        if isinstance(told, Question) and not table.state().history:
            (_, told) = table.session.answer(told.id, 0)
        assert isinstance(told, MoveSeen) and told.text == format_action(move)


@pytest.mark.parametrize("before", ["Lred@1", "Lred@1 Sblue@2"])
def test_a_pyramid_put_and_at_once_taken_with_its_row_is_asked_about(before: str) -> None:
    table = Table().begun(before)
    draw = table.move("Mgreen@2")
    assert table.feed(table.sim.act(draw, 0.2)) == []
    after = table.state().force(draw).state
    take = parse_action("take2", after)
    (question,) = table.feed(table.sim.act(take))
    assert isinstance(question, Question)
    words = f"{draw.seat} puts medium green at marker 2, then {take.seat} takes the row of marker 2"
    events = table.session.answer(question.id, question.options.index(words))
    assert [each.text for each in events if isinstance(each, MoveSeen)] == ["Mgreen@2", "take2"]
    assert table.state() == after.force(take).state


def test_who_begins_is_asked_once() -> None:
    table = Table().begun()
    (question,) = table.act("Lred@2")
    assert isinstance(question, Question)
    assert question.options[:2] == ("near puts large red at marker 2", "far puts large red at marker 2")
    (_, seen) = table.session.answer(question.id, 1)
    assert isinstance(seen, MoveSeen) and (seen.seat, seen.text, seen.to_move) == ("far", "Lred@2", "near")
    (seen,) = table.act("Mblue@2")
    assert isinstance(seen, MoveSeen) and seen.seat == "near" and seen.legal


PLAYED = [
    ("Lred@1 Mred@1", "Sblue@2", ("drawn",), "far"),
    ("Lred@1 Mred@1", "take1", ("taken", "marker_closed"), "far"),
    ("Lred@1 take1", "Mblue@3", ("drawn",), "near"),
    ("Lred@1 Mred@2 take2", "take1", ("taken", "markers_opened"), "near"),
]


@pytest.mark.parametrize(("before", "word", "happened", "next_"), PLAYED)
def test_legal_actions_are_read(before: str, word: str, happened: tuple[str, ...], next_: str) -> None:
    table = Table().begun(before)
    (seen,) = table.act(word)
    assert isinstance(seen, MoveSeen) and seen.legal and seen.text == word
    assert tuple(event["kind"] for event in seen.engine_events) == happened and seen.to_move == next_


FULL = "Lred@1 Mred@1 Lblue@2 Mblue@2 Lgreen@3 Mgreen@3"
SLIPS = [
    ("Lred@1 Mred@1", "Sblue@1", "marker 1 has two pyramids"),
    ("Lred@1 take1", "Sblue@1", "marker 1 is closed until both players have taken a row"),
    (FULL, "Sblue@1", "no marker has room: near must take a row"),
    ("Lred@1 Mred@1", "far:take1", "far must wait: it is near's turn"),
    ("Lred@1 take1 Mblue@2", "far:take2", "far has taken a row and must wait: it is near's turn"),
    ("Lred@1 Mred@1", "take1=Lred", "the row at marker 1 must be taken whole"),
]


@pytest.mark.parametrize(("before", "word", "reason"), SLIPS)
def test_slips_are_told_at_once_and_taken_back(before: str, word: str, reason: str) -> None:
    table = Table().begun(before)
    state, move = table.state(), table.move(word)
    (told,) = table.feed(table.sim.act(move, 2.6))
    assert isinstance(told, MoveSeen) and (told.legal, told.reading) == (False, "I14"), told
    assert reason in str(told.reason) and told.seat == move.seat
    count = max(1, len(getattr(move, "keep", ())) or len(state.rows[move.marker - 1]))
    (back,) = table.feed(table.sim.undo(move, 1 if move.kind == "draw" else count))
    assert isinstance(back, TakeBack) and not back.was_legal and back.text == told.text
    assert table.state() == state


def nearly_ten(stack: Stack) -> tuple[list[str], Draft]:
    """Actions of a random draft until the player to move has nine pyramids and finds a row of two."""
    dice = random.Random(3)
    while True:
        draft, words = DRAFT.start(stack, None, Seat.NEAR), list[str]()
        while draft.setup is None:
            seat = draft.mover
            long = any(len(draft.rows[m - 1]) == 2 for m in draft.rows_to_take)
            if seat and draft.room(seat) == 1 and long:
                return words, draft
            takes = [move for move in draft.legal_moves() if isinstance(move, Take)]
            move = dice.choice(takes if takes and dice.random() < 0.4 else draft.legal_moves())
            words.append(f"{move.seat}:{format_action(move)}")
            draft = draft.apply(move).state


def test_a_row_too_long_stops_at_ten_and_the_taker_chooses() -> None:
    words, draft = nearly_ten(SMALL)
    table = Table().begun(" ".join(words))
    assert table.state() == draft
    marker = next(m for m in draft.rows_to_take if len(draft.rows[m - 1]) == 2)
    both = tuple(sorted(draft.rows[marker - 1]))
    (told,) = table.feed(table.sim.act(Take(draft.mover, marker, both), 2.6))
    assert isinstance(told, MoveSeen) and "ten are the limit" in str(told.reason)
    table.feed(table.sim.undo(Take(draft.mover, marker), 2))
    seen, *rest = table.feed(table.sim.act(Take(draft.mover, marker, both[1:])))
    assert [event.kind for event in rest] in ([], ["round_over"])
    assert isinstance(seen, MoveSeen) and seen.legal and seen.text == f"take{marker}={format_piece(both[1])}"
    assert seen.engine_events[0]["now"] == 10 and len(seen.engine_events[0]["left"]) == 1


def test_slip_stands_when_the_draft_goes_on() -> None:
    table = Table().begun("Lred@1 take1")
    table.act("Sblue@1")
    stood, seen = table.act("Mblue@2")
    assert isinstance(stood, IllegalStood) and stood.text == "Sblue@1"
    assert isinstance(seen, MoveSeen) and seen.text == "Mblue@2" and len(table.state().history) == 4


@pytest.mark.parametrize(("before", "word"), [("Lred@1", "Mred@1"), ("Lred@1 Mred@1", "take1")])
def test_legal_actions_are_taken_back(before: str, word: str) -> None:
    table = Table().begun(before)
    state, move = table.state(), table.move(word)
    table.act(word)
    (back,) = table.feed(table.sim.undo(move, 2 if word == "take1" else 1))
    assert isinstance(back, TakeBack) and back.was_legal and table.state() == state


def test_a_row_that_lies_nowhere_is_asked_for() -> None:
    table = Table().begun("Lred@1 Mred@1 Lblue@2 Mblue@2")
    row = table.sim.lying("marker 1")
    table.feed(table.sim.hand(PLACES[1], 0))
    table.sim.things = [thing for thing in table.sim.things if thing not in row]
    (notice,) = table.feed(table.sim.still(6.0))
    assert isinstance(notice, Notice)
    assert "the row of marker 1 is gone: put it on the side of whoever takes it" in notice.text
    table.sim.things += row
    for thing in row:
        table.sim.stow(thing, Seat.NEAR)
    table.feed(table.sim.hand(0, -190))
    seen = [event for event in table.feed(table.sim.still(2.0)) if isinstance(event, MoveSeen)]
    assert [event.text for event in seen] == ["take1"]


def test_between_two_markers_it_is_asked() -> None:
    table = Table().begun("Lred@1 Lblue@2")
    x = sum(thing.x for number in (1, 2) for thing in table.sim.lying(f"marker {number}")) / 2
    table.feed(table.sim.hand(x, 0))
    table.sim._put("marker 2", (Piece(Size.LARGE, Colour.GREEN),), x + 4, 0)
    (question,) = table.feed(table.sim.still(4.5))
    assert isinstance(question, Question) and "large green at marker" in question.options[0]


def test_two_actions_between_two_still_tables() -> None:
    table = Table().begun("Lred@1 Mred@2")
    take, draw = table.move("take2"), "Lblue@3"
    frames = list(table.sim.act(take, 0.2))
    after = table.state().apply(take).state
    frames += table.sim.act(parse_action(draw, after), 2.5)
    moving = [frame for frame in frames if not frame.still or frame.time_s > frames[-17].time_s]
    seen = [event for event in table.feed(moving) if isinstance(event, MoveSeen)]
    assert [(event.seat, event.text) for event in seen] == [("near", "take2"), ("far", "Lblue@3")]


def test_going_on_with_a_record_in_the_middle() -> None:
    table = Table().begun("Lred@1 Mred@1 take1")
    table.act("Sblue@1")
    assert table.session.snapshot().waiting is not None
    other = TableSession(DraftTable(RAINBOW))
    other.resume((event.kind, event.to_json()) for event in table.events)
    assert other.ledger == table.session.ledger
    table.session = other
    assert table.feed(table.sim.still(1.0)) == []
    (back,) = table.feed(table.sim.undo(table.move("Sblue@1")))
    assert isinstance(back, TakeBack)


def test_a_misread_pyramid_is_put_right_by_word() -> None:
    table = Table().begun("Lred@1 Mred@1 take1")
    table.session.correct("replace", 2, "Mblue@1")
    assert Piece(Size.MEDIUM, Colour.BLUE) in table.state().near
    table.session.correct("set", 0, "size=medium")
    assert table.state().stack_size is Size.MEDIUM


def test_the_markers_lie_where_people_show_them() -> None:
    table = Table()
    facts = table.session.mark([(-200, -80), (40, -80), (40, 80), (-200, 80)])
    assert facts == {"grid": [-160.0, -80.0, 0.0]}
    (asked,) = [event for event in table.begun().act("near:Lred@2") if isinstance(event, Question)]
    assert "at marker 3" in asked.options[0]  # the simulation puts it 9 mm left of the middle
    session = session_of("initiative", Rules.basic(), "rainbow", 2, {"draft": True, **facts})
    assert isinstance(session, DraftedSession)
    assert session.mark([(-180, -80), (180, -80), (180, 80), (-180, 80)]) == {"grid": [-120.0, 0.0, 120.0]}


@pytest.mark.parametrize(
    "corners",
    [
        [(240, -80), (-60, -80), (-60, 80), (240, 80)],
        [(-60, 20), (240, 20), (240, 80), (-60, 80)],
        [(-10, -80), (20, -80), (20, 80), (-10, 80)],
    ],
    ids=["mirrored", "not across the middle", "too narrow"],
)
def test_corners_that_are_no_row_of_markers_are_refused(corners: list[tuple[float, float]]) -> None:
    with pytest.raises(ValueError, match="not a row of markers"):
        Table().session.mark(corners)
