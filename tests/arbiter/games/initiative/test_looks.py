"""Plays that look like other plays: what seems to lie under a pyramid or shows through one."""

from __future__ import annotations

from arbiter.events.types import MoveSeen, Question, QuestionWithdrawn, SessionEvent, TakeBack
from engine.game import Seat
from engine.initiative.examples import SETUP
from engine.initiative.model import Rules
from engine.pieces import Colour, Piece, Size
from tests.support.simulated.table_session import Table
from tests.support.simulated.table_sim import Noise

BLUE, RED = (Piece(Size.LARGE, colour) for colour in (Colour.BLUE, Colour.RED))
BLACK = Piece(Size.MEDIUM, Colour.BLACK)


def put(table: Table, seat: Seat, taken: tuple[Piece, ...], shown: tuple[Piece, ...]) -> list[SessionEvent]:
    """Put a play with these pieces on the table; its unit has one level for each of the looks ``shown``."""
    sim = table.sim
    x, y = sim._next_place(seat)
    events = table.feed(sim.hand(x, 2 * y))
    for piece in taken:
        sim.things.remove(sim.find(seat, piece))
    thing = sim._put(f"{seat}-row", (taken + shown[len(taken) :])[: len(shown)], x, y)
    thing.lookalikes = tuple((piece.colour, piece.size) for piece in shown)
    sim.columns[seat] += 1
    return events + table.feed(sim.still(3.0))


def moves(events: list[SessionEvent]) -> list[str]:
    return [event.text for event in events if isinstance(event, MoveSeen | TakeBack)]


def asked_about_a_print() -> tuple[Table, Question]:
    """A table on which a print at the foot of a large blue pyramid was read as a large red one."""
    table = Table(Rules.advanced())
    assert RED in SETUP.near
    (asked,) = put(table, Seat.NEAR, (BLUE,), (BLUE, RED))
    assert isinstance(asked, Question)
    return table, asked


def test_what_still_stands_beside_the_rows_lies_under_nothing() -> None:
    """However consistently the print is misread, all red pyramids are still in the inventory."""
    _, asked = asked_about_a_print()
    plain, sacrificing, _ = asked.probabilities
    assert asked.options[:2] == ("near plays large blue", "near plays large blue sacrificing large red")
    assert plain > 5 * sacrificing


def test_a_play_taken_back_under_an_open_question_speaks_for_no_answer() -> None:
    """Nobody answers, and later play fits both readings, so the likelier one is taken."""
    table, asked = asked_about_a_print()
    events = table.play("far: Lblack") + table.feed(table.sim.take_back(Seat.FAR))
    assert not moves(events)
    events += table.play("far: Lgreen") + table.play("far: Mblack")
    (withdrawn,) = (event for event in events if isinstance(event, QuestionWithdrawn))
    assert withdrawn.taken == asked.options[0] and withdrawn.assumed
    assert moves(events) == ["Lblue", "Lblack", "Lblack", "Lgreen", "Mblack"]


def test_a_pyramid_seen_through_another_is_not_the_one_on_top() -> None:
    """A clear large pyramid over a medium one can make the medium one look large."""
    table = Table(Rules.advanced())
    table.sim.noise = Noise(bias_share=30.0)
    inside = Piece(Size.MEDIUM, BLUE.colour)
    (move,) = put(table, Seat.NEAR, (BLUE, BLACK), (inside,))
    assert isinstance(move, MoveSeen) and move.text == "Lblue/Mblack"
