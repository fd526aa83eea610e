"""Set-up always ends, in every game: shown within seconds, corrected by hand, or accepted as shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from arbiter.events.types import MoveSeen, Notice, Question, SessionEvent, SetByHand, SetupSeen
from arbiter.games.initiative.draft.setup import DraftTable
from arbiter.games.initiative.session import GameSession
from arbiter.games.initiative.setup.reading import IN_ROW
from arbiter.games.nickel.setup import NickelTable
from arbiter.games.sanctum.setup import SanctumTable
from arbiter.pages.live_setup import setup_fields
from arbiter.table.session import TableSession
from arbiter.table.setup.by_hand import changed_order
from arbiter.table.setup.offer import CALM_S, free_places
from arbiter.voice.phrases import say
from engine.game import MoveError, Seat
from engine.initiative.examples import SETUP
from engine.initiative.game import GAME as INITIATIVE
from engine.initiative.model import Play, Rules
from engine.nickel.model import SQUARES
from engine.nickel.model import Rules as NickelRules
from engine.pieces import PALETTES, Colour, Piece, Size
from tests.support.simulated.draft_sim import DraftSim, stack_of
from tests.support.simulated.logistics_sim import LogisticsSim
from tests.support.simulated.logistics_table import FULL
from tests.support.simulated.logistics_table import TABLE as CARDS
from tests.support.simulated.nickel_sim import NickelSim, board
from tests.support.simulated.sanctum_sim import SanctumSim
from tests.support.simulated.table_sim import CLEAN, Noise, TableSim
from tests.support.words import texts
from vision.observation import TableObservation, UnitObservation

SOON_S = 5.0
"""Within this time a still table starts play, or its doubts are shown and said."""
RAINBOW = PALETTES["rainbow"]
RED, GHOST = Piece(Size.LARGE, Colour.RED), Piece(Size.SMALL, Colour.GREEN)
Change = Callable[[UnitObservation], UnitObservation]


class Desk:
    """A session at a simulated table, with its reports."""

    def __init__(self, session: Any, sim: TableSim, change: Change = lambda unit: unit) -> None:
        self.session, self.sim, self.change = session, sim, change
        self.events: list[SessionEvent] = []

    def feed(self, frames: Iterator[TableObservation]) -> list[SessionEvent]:
        new: list[SessionEvent] = []
        for frame in frames:
            new += self.session.observe(replace(frame, units=tuple(map(self.change, frame.units))))
        self.events += new
        return new

    def wait(self, seconds: float = SOON_S) -> list[SessionEvent]:
        return self.feed(self.sim.still(seconds))

    @property
    def started(self) -> bool:
        return any(isinstance(each, SetupSeen) and not each.problems for each in self.events)

    def says(self, text: str) -> None:
        """Type a line at set-up."""
        self.events += self.session.enter(text)

    def accepts(self) -> list[SessionEvent]:
        new = list(self.session.accept())
        self.events += new
        return new

    def name_at(self, x: float, y: float) -> str:
        """The name of the unit shown nearest to a place."""
        things = self.session.set_up.things
        return min(things, key=lambda t: abs(t.place[0] - x) + abs(t.place[1] - y)).name


def initiative(noise: Noise = CLEAN) -> Desk:
    return Desk(GameSession(Rules.basic(), rounds=1), TableSim(SETUP, 5, noise))


def nickel() -> Desk:
    return Desk(TableSession(NickelTable(NickelRules(), RAINBOW)), NickelSim(board(5), 5))


def logistics() -> Desk:
    return Desk(TableSession(CARDS), LogisticsSim(seed=3, layout=FULL))


def sanctum() -> Desk:
    return Desk(TableSession(SanctumTable(RAINBOW)), SanctumSim(seed=2))


def draft() -> Desk:
    return Desk(TableSession(DraftTable(RAINBOW)), DraftSim(stack=stack_of(3), seed=3))


def blurred(at: tuple[float, float]) -> Change:
    """The unit at a place looks equally like any colour."""
    shares = dict.fromkeys(RAINBOW, 0.2)

    def change(unit: UnitObservation) -> UnitObservation:
        if abs(unit.x_mm - at[0]) + abs(unit.y_mm - at[1]) > 15:
            return unit
        return replace(unit, levels=tuple(replace(level, p_colour=shares) for level in unit.levels))

    return change


# ----- in doubt, and accepted as shown

DOUBTFUL: dict[str, Callable[[], Desk]] = {
    "initiative": initiative,
    "nickel": nickel,
    "sanctum": sanctum,
    "draft": draft,
}


@pytest.mark.parametrize("game", DOUBTFUL)
def test_what_is_in_doubt_is_shown_within_seconds_and_played_as_shown(game: str) -> None:
    desk = DOUBTFUL[game]()
    things = [thing for thing in desk.sim.things if thing.heading is None]
    desk.change = blurred((things[0].x, things[0].y))
    other = blurred((things[1].x, things[1].y)) if len(things) > 1 else desk.change
    once = desk.change
    desk.change = lambda unit: other(once(unit))
    events = desk.wait()
    assert not desk.started and any(isinstance(each, Question | Notice | SetupSeen) for each in events)
    shown = desk.session.set_up
    assert shown.unsure and not shown.refusal
    said, *_, seen = desk.accepts()
    assert isinstance(said, SetByHand) and said.what == "as shown"
    assert isinstance(seen, SetupSeen) and seen.accepted and not seen.problems and not seen.said
    assert desk.session.snapshot().phase == "play" and desk.session.set_up is None


@pytest.mark.parametrize("game", [initiative, nickel, logistics, sanctum, draft])
def test_a_table_without_doubt_begins_by_itself(game: Callable[[], Desk]) -> None:
    desk = game()
    desk.wait()
    assert desk.started
    for refused in (lambda: desk.session.say("Lred", "near.1"), desk.session.accept):
        with pytest.raises(ValueError, match="set up already"):
            refused()


def test_a_piece_that_comes_and_goes_is_shown_as_unsure_and_played_as_shown() -> None:
    desk = initiative()
    frames = list(desk.sim.still(SOON_S))
    for k, frame in enumerate(frames):
        if k % 5 > 1:
            frames[k] = replace(frame, units=frame.units[1:])
    (told,) = desk.feed(iter(frames))
    assert isinstance(told, Notice) and told.topic == "offer"
    assert [thing.name for thing in desk.session.set_up.unsure] == ["near.1"]
    desk.accepts()
    assert desk.session.snapshot().state.setup == setup_played(desk)


def setup_played(desk: Desk) -> Any:
    """The set-up that play started from; it has the pyramids of the table."""
    setup = desk.session.snapshot().state.setup
    assert all(sorted(setup.inventory(seat)) == sorted(SETUP.inventory(seat)) for seat in Seat)
    return setup


# ----- corrected by hand


def test_pieces_are_counted_not_places() -> None:
    """Two pyramids on each other count as two: nothing is missing, but they should be set apart."""
    desk = initiative()
    one, other = (desk.sim.find(Seat.FAR, Piece(Size.LARGE, c)) for c in (Colour.BLACK, Colour.YELLOW))
    one.pieces, one.lookalikes = (*one.pieces, *other.pieces), (*one.lookalikes, *other.lookalikes)
    desk.sim.things.remove(other)
    (told,) = desk.wait()
    assert isinstance(told, SetupSeen)
    assert texts(told.problems) == ("far has pyramids on top of each other: set them apart",)
    with pytest.raises(ValueError, match="on top of each other"):
        desk.session.accept()


@pytest.mark.parametrize("typed", [True, False])
def test_a_pyramid_that_nobody_sees_is_added(typed: bool) -> None:
    """Play continues with it: a play of another pyramid is reported, and so is one of the unseen pyramid."""
    desk = initiative()
    lost = desk.sim.find(Seat.NEAR, RED)
    desk.sim.things.remove(lost)
    (told,) = desk.wait()
    assert isinstance(told, SetupSeen) and texts(told.problems) == ("near has 9 pyramids instead of 10",)
    assert str(told.how).startswith("Tap on the page")
    with pytest.raises(ValueError, match="near has 9 pyramids instead of 10"):
        desk.session.accept()
    (missing,) = desk.session.set_up.unsure
    assert not missing.pieces and abs(missing.place[0] - lost.x) < 20
    if typed:
        desk.says(f"{missing.name}=Lred")
    else:
        desk.events += desk.session.say("Lred", (lost.x, lost.y), (600.0, 600.0, 630.0, 640.0))
    assert not desk.session.set_up.unsure and not desk.session.set_up.problems
    desk.accepts()
    setup_played(desk)
    (move,) = desk.feed(desk.sim.play(Play(Seat.NEAR, Piece(Size.SMALL, Colour.BLUE)), 2.0))
    assert isinstance(move, MoveSeen) and move.text == "Sblue"


def test_a_ghost_is_taken_away_and_does_not_hinder_play() -> None:
    desk = initiative()
    ghost = desk.sim._put("far-inventory", (GHOST,), 205, 190)
    desk.wait()
    assert str(desk.session.set_up.refusal) == "far has 11 pyramids instead of 10"
    desk.says(f"{desk.name_at(ghost.x, ghost.y)}=nothing")
    desk.accepts()
    setup_played(desk)
    moves = desk.feed(desk.sim.play(Play(Seat.NEAR, Piece(Size.SMALL, Colour.BLUE)), 2.0))
    assert [move.text for move in moves if isinstance(move, MoveSeen)] == ["Sblue"]


def test_a_tower_that_is_none_is_named_and_the_stack_put_in_order() -> None:
    """A false reading of six levels over a single pyramid passes for the stack until people correct it."""
    desk = initiative()
    single = desk.sim.find(Seat.FAR, Piece(Size.LARGE, Colour.GREEN))
    single.pieces, single.lookalikes = (single.pieces[0],) * 5, (single.lookalikes[0],) * 5
    stack = next(thing for thing in desk.sim.things if thing.name == "stack")
    stack.pieces, stack.lookalikes = stack.pieces[:4], stack.lookalikes[:4]
    desk.wait()
    desk.says(f"{desk.name_at(single.x, single.y)}=Lgreen")
    assert desk.name_at(stack.x, stack.y) == "stack"
    desk.says(f"stack={','.join(colour.value for colour in SETUP.stack)}")
    assert not desk.session.set_up.refusal
    desk.accepts()
    assert setup_played(desk).stack == SETUP.stack


def test_a_misread_pyramid_is_named_and_the_game_begins_once_nobody_says_more() -> None:
    desk = initiative(Noise(bias_share=20.0))
    wrong = desk.sim.find(Seat.NEAR, RED)
    wrong.lookalikes = ((Colour.YELLOW, Size.MEDIUM),)
    desk.wait()
    desk.says(f"{desk.name_at(wrong.x, wrong.y)}=Lred")
    desk.wait(CALM_S - 2.0)
    assert not desk.started
    desk.wait(3.0)
    assert desk.started
    setup_played(desk)
    seen = next(each for each in desk.events if isinstance(each, SetupSeen) and not each.problems)
    assert not seen.accepted and [each["what"] for each in seen.said] == ["Lred"]


def test_a_question_that_was_settled_by_hand_is_withdrawn() -> None:
    desk = initiative()
    thing = desk.sim.find(Seat.NEAR, RED)
    thing.lookalikes, desk.sim.noise = ((Colour.BLUE, Size.LARGE),), Noise(bias_share=1.0)
    (asked,) = [each for each in desk.wait(3.5) if isinstance(each, Question)]
    desk.says(f"{desk.name_at(thing.x, thing.y)}=Lred")
    assert desk.session.snapshot().question is None and desk.events[-1].kind == "question_withdrawn"
    with pytest.raises(ValueError, match="not open any more"):
        desk.session.answer(asked.id, 0)


def test_nickel_is_completed_and_turned_by_hand() -> None:
    setup = board(5)
    desk = Desk(TableSession(NickelTable(NickelRules(), RAINBOW)), NickelSim(setup, 5))
    sim = desk.sim
    assert isinstance(sim, NickelSim)
    sim.things.remove(sim.thing("c3"))
    turned = next(name for name in SQUARES if setup.board[SQUARES.index(name)].orientation == "north")  # type: ignore[union-attr]
    sim.thing(turned).heading = 270.0 + sim.grid.turn_deg
    (told,) = [each for each in desk.wait() if isinstance(each, SetupSeen)]
    assert any("nothing is on c3" in line for line in texts(told.problems))
    for name in ("c3", turned):
        cell = setup.board[SQUARES.index(name)]
        desk.says(f"{name}={cell.orientation[0].upper()}{cell.colour}")  # type: ignore[union-attr]
    desk.accepts()
    assert desk.session.snapshot().state.setup == setup


def test_logistics_is_played_as_shown_and_a_picture_on_a_card_is_none() -> None:
    desk = logistics()
    sim = desk.sim
    assert isinstance(sim, LogisticsSim)
    sim.unseen = {thing.name for thing in sim.things if "stock" in thing.name and thing.pieces == (RED,)}
    picture = sim._put("picture", (GHOST,), 0.0, 55.0)
    told = desk.wait()
    assert not desk.started and any(isinstance(each, SetupSeen) for each in told)
    with pytest.raises(ValueError, match="take the pyramids off"):
        desk.session.accept()
    desk.says(f"{desk.name_at(picture.x, picture.y)}=nothing")
    desk.accepts()
    assert desk.session.snapshot().state.layout == FULL
    assert not any(isinstance(each, MoveSeen) for each in desk.wait(3.0))


def test_sanctums_structures_are_named_added_and_taken_away() -> None:
    desk = sanctum()
    ghost, wrong = desk.sim.things[5], desk.sim.things[0]
    desk.change = blurred((wrong.x, wrong.y))
    desk.wait()
    desk.says(f"{desk.name_at(wrong.x, wrong.y)}=red")
    desk.says(f"{desk.name_at(ghost.x, ghost.y)}=nothing")
    desk.events += desk.session.say("blue", (0.0, 120.0))
    desk.accepts()
    owners = [each.owner.value for each in desk.session.snapshot().state.structures]
    assert sorted(owners) == ["blue", "blue", "neutral", "red", "red", "red"]
    assert not any(isinstance(each, MoveSeen) for each in desk.wait(4.0))


def test_a_drafts_stack_is_named_and_its_size() -> None:
    desk = draft()
    thing = desk.sim.things[0]
    desk.change = blurred((thing.x, thing.y))
    desk.wait()
    stack = stack_of(3)
    desk.says(f"stack={','.join(stack.colours)}")
    desk.says(f"stack=size={stack.size.word}")
    desk.accepts()
    assert desk.session.ledger.setup == stack


REFUSED = (
    (initiative, "near.1=Xred", "is not a pyramid"),
    (initiative, "near.77=Lred", "there is no 'near.77'"),
    (initiative, "stack=blue,blue,red,green,black", "5 different colours"),
    (initiative, "stack=9=green", "cannot read"),
    (nickel, "c3=Lred", "is not a pyramid of the board"),
    (logistics, "near.stock.1=town", "is not a pyramid"),
    (sanctum, "town1=yellow", "is nobody"),
    (draft, "stack=size=huge", "a size is small, medium or large"),
)


@pytest.mark.parametrize(("game", "text", "why"), REFUSED)
def test_what_cannot_be_said_is_refused_in_one_line(game: Callable[[], Desk], text: str, why: str) -> None:
    desk = game()
    with pytest.raises(ValueError, match="not seen the set-up yet"):
        desk.session.say("Lred", "near.1")
    desk.wait(0.95)  # seen, but not started yet
    if desk.session.set_up is None:
        desk = game()
        desk.session._setup.offer.said_s = 0.0  # somebody has just typed a line, so it waits
        desk.wait(1.2)
    with pytest.raises(ValueError, match=why) as error:
        desk.says(text)
    assert "\n" not in str(error.value)
    with pytest.raises(MoveError, match="at set-up: write like"):
        desk.says("Lred")


def test_changed_order_swaps_levels() -> None:
    order = SETUP.stack
    assert changed_order(order, "1=green")[:2] == (order[1], order[0])
    assert changed_order(order, "1=white") == (Colour.WHITE, *order[1:])


def test_free_places_are_gaps_first() -> None:
    rank = [(0.0, -190.0), (35.0, -188.0), (105.0, -190.0)]
    assert free_places(rank, 2) == ((70.0, -190.0), (140.0, -190.0))
    assert free_places([], 3) == ()


# ----- recorded and retold


def test_what_was_said_resumes_with_the_game() -> None:
    desk = initiative(Noise(bias_share=20.0))
    desk.sim.find(Seat.NEAR, RED).lookalikes = ((Colour.YELLOW, Size.MEDIUM),)
    desk.wait()
    wrong = desk.sim.find(Seat.NEAR, RED)
    desk.says(f"{desk.name_at(wrong.x, wrong.y)}=Lred")
    desk.accepts()
    again = GameSession(Rules.basic(), rounds=1)
    again.resume([(event.kind, event.to_json()) for event in desk.events])
    assert again.snapshot().state == desk.session.snapshot().state


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        ("en", "I am not sure of the first pyramid from the left of Ann's inventory"),
        ("de", "Nicht sicher ist mir die erste Pyramide von links im Vorrat von Ann"),
    ],
)
def test_what_is_in_doubt_and_how_to_settle_it_is_spoken(language: str, wanted: str) -> None:
    desk = initiative()
    frames = list(desk.sim.still(SOON_S))
    for k, frame in enumerate(frames):
        frames[k] = replace(frame, units=frame.units[1:]) if k % 5 > 1 else frame
    (told,) = desk.feed(iter(frames))
    spoken = say(told, INITIATIVE, {"near": "Ann", "far": "Bob"}, language)
    assert spoken is not None and wanted in spoken.text and " p " in spoken.text
    fields = setup_fields(desk.session.set_up, str, (1280, 720))
    assert fields is not None and fields["refusal"] == "" and "unsure" in fields["svg"]


def test_rows_that_cannot_be_made_out_are_the_reason_why_not() -> None:
    desk = initiative()
    desk.sim.find(Seat.NEAR, RED).y = -40.0
    desk.wait()
    shown = desk.session.set_up
    assert (IN_ROW in str(shown.refusal)) == (desk.session.snapshot().question is None)
