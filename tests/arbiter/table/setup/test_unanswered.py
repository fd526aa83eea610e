"""A set-up question that stays unanswered while people play on: play settles it and is reported."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

import pytest

from arbiter.events.types import Answer, MoveSeen, Question, QuestionWithdrawn, SessionEvent, SetupSeen
from arbiter.games.initiative.session import GameSession
from arbiter.games.nickel.setup import NickelTable
from arbiter.games.sanctum.setup import SanctumTable
from arbiter.table.session import TableSession
from arbiter.table.setup.unanswered import SetupBranch, SetupBranches, UnansweredSetup
from engine.game import Seat
from engine.initiative.examples import ROUNDS, SETUP
from engine.initiative.model import Rules
from engine.initiative.notation import parse_play
from engine.logistics.notation import parse_move
from engine.logistics.state import State
from engine.nickel.model import SQUARES, Orientation
from engine.nickel.model import Rules as NickelRules
from engine.nickel.state import State as NickelState
from engine.pieces import PALETTES, Colour
from tests.support.simulated.logistics_sim import LogisticsSim
from tests.support.simulated.logistics_table import FULL
from tests.support.simulated.logistics_table import RULES as CARD_RULES
from tests.support.simulated.logistics_table import TABLE as CARDS
from tests.support.simulated.nickel_sim import NickelSim, board
from tests.support.simulated.sanctum_sim import SanctumSim
from tests.support.simulated.table_sim import CLEAN, TableSim, act_out
from vision.observation import TableObservation, UnitObservation

RAINBOW = PALETTES["rainbow"]
Change = Callable[[UnitObservation], UnitObservation]


@dataclass
class Played:
    """A film in which nobody answers, and the moves that must be reported."""

    session: Any
    frames: Iterator[TableObservation]
    moves: Sequence[str]
    events: list[SessionEvent] = field(default_factory=list)

    def watch(self, change: Change) -> list[str]:
        """The moves reported without any answer."""
        for frame in self.frames:
            units = tuple(change(unit) for unit in frame.units)
            self.events += self.session.observe(replace(frame, units=units))
        assert not any(isinstance(event, Answer) for event in self.events)
        return [event.text for event in self.events if isinstance(event, MoveSeen) and event.legal]


def at(x: float, y: float, change: Change) -> Change:
    """A change of the unit at a place."""
    return lambda unit: change(unit) if abs(unit.x_mm - x) + abs(unit.y_mm - y) < 15 else unit


def coloured(**shares: float) -> Change:
    """A change that makes a unit look like any of these colours."""
    looks = {colour: shares.get(colour.value, 1e-4) for colour in RAINBOW}
    return lambda unit: replace(unit, levels=(replace(unit.levels[0], p_colour=looks),))


def standing(unit: UnitObservation) -> UnitObservation:
    return replace(unit, p_upright=0.96, heading_deg=None)


def initiative() -> tuple[Played, TableSim]:
    sim, round_ = TableSim(SETUP, 5, CLEAN), ROUNDS["basic"]
    moves = [step.text for step in round_.steps if step.kind == "play"]
    frames = chain(sim.still(3.0), act_out(round_, sim))
    return Played(GameSession(Rules.basic(), rounds=1), frames, moves), sim


def nickel() -> tuple[Played, NickelSim]:
    sim, state, moves = NickelSim(board(5), 5), NickelState.start(board(5), NickelRules()), []
    for _ in range(5):
        moves.append(next(iter(state.legal_moves())))
        state = state.force(moves[-1]).state

    def frames() -> Iterator[TableObservation]:
        yield from sim.still(4.0)
        for move in moves:
            yield from sim.place(move.seat, move.square)

    session = TableSession(NickelTable(NickelRules(), RAINBOW))
    return Played(session, frames(), [move.square for move in moves]), sim


def sanctum() -> tuple[Played, SanctumSim]:
    sim = SanctumSim(seed=2, marker=True)

    def frames() -> Iterator[TableObservation]:
        yield from sim.still(4.0)
        for name, colour in (("town3", Colour.RED), ("town1", Colour.BLUE), ("town4", Colour.RED)):
            yield from sim.change(name, colour)
            yield from sim.turn()

    told = ["red>town3", "turn", "blue>town1", "turn", "red>town4", "turn"]
    return Played(TableSession(SanctumTable(RAINBOW, Colour.YELLOW)), frames(), told), sim


def logistics() -> Played:
    sim, state = LogisticsSim(seed=3, noise=CLEAN, fps=5.0, layout=FULL), State.start(FULL, CARD_RULES)
    turns = ("near: Mblack", "far: Lgreen", "near: Lblue")

    def frames() -> Iterator[TableObservation]:
        yield from sim.still(7.0)
        now = state
        for turn in turns:
            now = now.apply(parse_move(turn, now)).state
            yield from sim.hand(0.0, 0.0, 0.4)
            sim.lay(now.layout)
            yield from sim.still(3.0)

    return Played(TableSession(CARDS), frames(), [turn.partition(": ")[2] for turn in turns])


def settled(played: Played, told: Iterable[str]) -> None:
    """The question was withdrawn in favour of an assumption, and all plays are reported."""
    first = next(event for event in played.events if isinstance(event, Question))
    gone = [event for event in played.events if isinstance(event, QuestionWithdrawn) and event.taken]
    assert [(event.id, event.assumed) for event in gone] == [(first.id, True)]
    assert gone[0].taken in first.options[:-1]
    assert list(told) == list(played.moves)
    assert played.session.snapshot().question is None


def test_initiative_goes_on_from_the_likeliest() -> None:
    played, sim = initiative()
    thing = sim.find(Seat.NEAR, SETUP.near[0])
    wrong = next(c for c in RAINBOW if c is not thing.pieces[0].colour)
    shares = {thing.pieces[0].colour.value: 0.6, wrong.value: 0.4}
    settled(played, played.watch(at(thing.x, thing.y, coloured(**shares))))


def test_nickel_goes_on_from_the_likeliest() -> None:
    played, sim = nickel()
    south = [c for c in sim.setup.board if c.orientation is Orientation.SOUTH]  # type: ignore[union-attr]
    squares = (SQUARES[sim.setup.board.index(c)] for c in south)
    square = next(square for square in squares if square not in played.moves)
    thing = sim.thing(square)
    settled(played, played.watch(at(thing.x, thing.y, standing)))


def test_nickel_asks_nothing_of_what_points_away() -> None:
    """It looks as if it stood, and the other pyramids leave it no other orientation."""
    played, sim = nickel()
    north = [c for c in sim.setup.board if c.orientation is Orientation.NORTH]  # type: ignore[union-attr]
    thing = sim.thing(next(SQUARES[sim.setup.board.index(c)] for c in north))
    told = played.watch(at(thing.x, thing.y, standing))
    assert not any(isinstance(event, Question) for event in played.events)
    assert list(told) == list(played.moves)


def test_sanctum_goes_on_where_it_makes_no_difference() -> None:
    played, sim = sanctum()
    thing = sim.things[5]
    settled(played, played.watch(at(thing.x, thing.y, coloured(red=0.5, black=0.5))))


def test_what_may_be_no_structure_and_is_never_touched_is_left_out() -> None:
    """By its looks alone it is more likely there than not, but not once play is considered as well."""
    played, sim = sanctum()
    thing = sim.things[5]
    told = played.watch(at(thing.x, thing.y, lambda unit: replace(unit, confidence=0.56)))
    settled(played, told)
    (begun,) = [event for event in played.events if isinstance(event, SetupSeen) and not event.problems]
    assert len(begun.setup["text"].split(",")) == len(sim.things) - 2, "without it, and without the marker"
    over = next(event for event in played.events if isinstance(event, MoveSeen))
    over = replace(over, replies=())
    assert SetupBranch(None, 0.5, since=[over, over]).weight == 0.5, "where nothing can be played on"


def test_logistics_goes_on_with_a_stock_of_which_some_is_not_seen() -> None:
    played = logistics()
    hidden = next(iter(played.frames)).units[0]
    gone = replace(hidden, confidence=0.0)
    frames = played.frames

    def left() -> Iterator[TableObservation]:
        for frame in frames:
            near = (u for u in frame.units if abs(u.x_mm - gone.x_mm) + abs(u.y_mm - gone.y_mm) >= 15)
            yield replace(frame, units=tuple(near))

    played.frames = left()
    told = played.watch(lambda unit: unit)  # so few units are assumed without a question
    assert list(told) == list(played.moves)
    assert not any(isinstance(event, Question) for event in played.events)


def test_what_was_assumed_is_corrected_once_play_shows_it() -> None:
    """At first the pyramid looks more like another colour; later it is played."""
    played, sim = initiative()
    step = [step for step in ROUNDS["basic"].steps if step.kind == "play"][2]
    piece = parse_play(step.text, ROUNDS["basic"].start(), check=False).piece
    thing = sim.find(step.seat, piece)
    assert piece.colour is Colour.GREEN
    told = played.watch(at(thing.x, thing.y, coloured(green=0.3, blue=0.7)))
    assert told == list(played.moves)
    assert any(isinstance(event, SetupSeen) and event.corrected for event in played.events)


class Assumed(UnansweredSetup):
    """A session that has assumed one reading of its set-up and also follows another."""

    setting_up, _question, _time = False, None, 0.0

    def __init__(self, other: SetupBranch) -> None:
        self._other, self.became = other, None

    def _become(self, other: Any) -> None:
        self.became = other


class Silent:
    """The session of the other reading, which has nothing more to report."""

    def observe(self, frame: TableObservation, later: bool = False) -> list[SessionEvent]:
        return []

    def snapshot(self) -> Any:
        return replace(GameSession(Rules.basic()).snapshot(), question=None)


def told(text: str, confidence: float) -> MoveSeen:
    return MoveSeen(
        time_s=1.0, round=1, ply=1, seat="near", text=text, play={}, legal=True, confidence=confidence
    )


@pytest.mark.parametrize(
    ("share", "own", "other", "given_up"),
    [
        (0.9, 0.87, 0.9996, True),  # it fits badly, and the other reading explains it plainly
        (0.9, 0.9996, 0.87, False),
        (0.001, 0.87, 0.9996, False),
    ],
)
def test_of_two_readings_that_part_by_legal_moves_the_likelier_stays(
    share: float, own: float, other: float, given_up: bool
) -> None:
    since = [SetupSeen(time_s=0.0, round=1, setup={}), told("Sgreen", other)]
    session = Assumed(SetupBranch(Silent(), share, since=since, deeds=[("move", "near", "Sgreen")]))
    frame = TableObservation(1.0, 30, (), (), True, True)
    events = session._second_thoughts(frame, [told("Sblack", own)])
    assert [event.text for event in events if isinstance(event, MoveSeen)] == [
        "Sgreen" if given_up else "Sblack"
    ]
    assert (session.became is not None) is given_up and session._other is None


def test_the_readings_of_a_set_up_read_a_table_at_rest_by_turns() -> None:
    read: list[list[str]] = []

    @dataclass
    class Watching(Silent):
        name: str = ""

        def observe(self, frame: TableObservation, later: bool = False) -> list[SessionEvent]:
            read[-1] += [] if later else [self.name]
            return []

    branches = SetupBranches(1, [SetupBranch(Watching(name=name)) for name in "abc"], True)
    for number, still in enumerate((True, True, True, True, False)):
        read.append([])
        branches.observe(TableObservation(number / 30, number, (), (), still, True))
    assert read == [["b"], ["c"], ["a"], ["b"], ["a", "b", "c"]]


def test_an_answer_that_comes_late_takes_what_was_played_with_it() -> None:
    played, sim = initiative()
    thing = sim.find(Seat.NEAR, SETUP.near[0])
    wrong = next(c for c in RAINBOW if c is not thing.pieces[0].colour)
    change = at(thing.x, thing.y, coloured(**{thing.pieces[0].colour.value: 0.6, wrong.value: 0.4}))
    asked, since = None, list[SessionEvent]()
    for frame in played.frames:
        since += played.session.observe(replace(frame, units=tuple(map(change, frame.units))))
        asked = asked or next((event for event in since if isinstance(event, Question)), None)
        if played.session.plays_on:
            break
    assert asked is not None
    said, *told = played.session.answer(asked.id, 0)
    assert isinstance(said, Answer) and any(isinstance(event, SetupSeen) for event in told)
    assert [event.text for event in told if isinstance(event, MoveSeen)] == [played.moves[0]]
