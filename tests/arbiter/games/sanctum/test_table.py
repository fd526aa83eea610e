"""Sanctum's tracker on a simulated table: structures by colour, turns by marker or by typed line."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import pytest

from arbiter.events.types import MoveSeen, Question, SessionEvent, SetupSeen, TakeBack
from arbiter.games.sanctum.setup import NOTHING_THERE, SanctumTable
from arbiter.games.sanctum.table import AT_ONCE_S
from arbiter.pages.beliefs import marks
from arbiter.table.model import Seen
from arbiter.table.session import TableSession
from arbiter.table.sites import Looks, with_unseen
from engine.game import MoveError
from engine.pieces import PALETTES, Colour, Size
from engine.sanctum.model import Owner
from tests.support.cameras import look_at
from tests.support.simulated.sanctum_sim import Table
from tests.support.simulated.table_sim import Noise, NoPictures, Thing
from vision.observation import SQUARE_MM, Glimpse, Lab, LevelReading, TableObservation
from vision.track.tracks import Tracks

RED = {colour: 0.96 if colour is Colour.RED else 0.01 for colour in PALETTES["rainbow"]}
TABLE_PX = (0.0, 0.0, 1280.0, 720.0)
"""A hand over the whole table."""
AWAY = (600.0, 600.0)
"""Where a hand (mm) is over nothing."""
RED_LEVEL = LevelReading(RED, {Size.MEDIUM: 1.0})


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


def test_a_marker_put_back_within_moments_is_told_so() -> None:
    """No turn is over in two seconds, so the marker was turned by mistake."""
    table = Table(2, marker=True)
    table.feed(table.sim.change("town3", Colour.RED))
    table.feed(table.sim.turn(0.6))
    (back,) = table.feed(table.sim.turn(0.6))
    assert isinstance(back, TakeBack) and (back.text, table.state().turn) == ("turn", 1)


def test_a_marker_put_back_soon_is_asked_about() -> None:
    table = Table(2, marker=True)
    table.feed(table.sim.change("town3", Colour.RED))
    table.feed(table.sim.turn(6.0))
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
    assert isinstance(question, Question) and "Whose is town 1" in question.text
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


def test_which_changes_came_before_a_turn_is_told_by_the_hands() -> None:
    table = Table(marker=True)
    visits = [
        table.sim.change("town1", Colour.RED),
        table.sim.turn(),
        table.sim.change("town3", Colour.GREEN),
    ]
    frames = [frame for visit in visits for frame in visit if not frame.still]
    told = table.feed([*frames, *table.sim.still(2.0)])
    assert texts(told) == ["red>town1", "turn", "neutral>town3"]


@pytest.mark.parametrize("first", ["turn", "build"])
def test_of_two_hands_at_once_the_one_that_came_first_most_likely_moved_first(first: str) -> None:
    table = Table(marker=True)
    visits = [list(table.sim.change("new", Colour.RED, 20, -150)), list(table.sim.turn())]
    build, turn = ([frame for frame in visit if not frame.still] for visit in visits)
    one, other = (build, turn) if first == "build" else (turn, build)
    half = len(one) // 2
    start_s, frames = build[0].time_s, (*build, *turn)[: half + len(other)]
    for n, frame in enumerate(frames):
        there = [
            visit[n - since] for visit, since in ((one, 0), (other, half)) if 0 <= n - since < len(visit)
        ]
        hands = tuple((x, y - n, right, low) for each in there for x, y, right, low in each.hands)
        table.feed([replace(frame, time_s=start_s + n / 8, hands=hands)])
    (asked,) = [event for event in table.feed(table.sim.still(2.0)) if isinstance(event, Question)]
    words = [str(option) for option in asked.options]
    assert (words[0].find("town") < words[0].find("turn")) is (first == "build")
    assert asked.probabilities[0] > 0.8


def test_a_turn_that_starts_between_two_changes_is_offered() -> None:
    """All in one visit: nobody can see which capture came before the turn, so it is asked about."""
    table = Table(marker=True)
    visits = [
        table.sim.change("town1", Colour.RED),
        table.sim.turn(),
        table.sim.change("town3", Colour.GREEN),
    ]
    moving = (frame for visit in visits for frame in visit if not frame.still)
    table.feed(replace(frame, hands=(TABLE_PX,)) for frame in moving)
    table.feed(table.sim.still(2.0))
    offered = set[str]()
    while table.session.snapshot().question is not None:
        asked = table.session.snapshot().question
        assert asked is not None
        offered |= set(asked.options)
        table.session.answer(asked.id, len(asked.options) - 1)
    assert len([option for option in offered if "turn" in option]) == 4, offered


def faint(frames: Iterable[TableObservation], place: tuple[float, float]) -> Iterable[TableObservation]:
    """The same observations with a red thing at a place (mm) that looks a little like a pyramid."""
    for frame in frames:
        like = next(unit for unit in frame.units if Colour.RED in unit.levels[0].p_colour)
        ghost = replace(like, x_mm=place[0], y_mm=place[1], levels=(RED_LEVEL,), confidence=0.5)
        yield replace(frame, units=(*frame.units, ghost))


def test_a_turn_marker_that_is_hardly_seen_is_the_turn_marker() -> None:
    table, frames = Table(2, marker=True), []
    for frame in table.sim.still(3.0):
        (marker,) = [unit for unit in frame.units if unit.levels[0].p_colour.get(Colour.YELLOW, 0) > 0.5]
        others = tuple(unit for unit in frame.units if unit is not marker)
        frames.append(replace(frame, units=others, faint=(replace(marker, confidence=0.3),)))
    session = TableSession(SanctumTable(PALETTES["rainbow"], Colour.YELLOW))
    (begun,) = [event for frame in frames for event in session.observe(frame)]
    assert (
        isinstance(begun, SetupSeen) and not begun.problems and len(session.snapshot().state.structures) == 6
    )


def test_what_may_be_a_die_is_asked_about_and_then_left_alone() -> None:
    table = Table()
    die = (230.0, 140.0)
    session = TableSession(SanctumTable(PALETTES["rainbow"]))
    events = [event for frame in faint(table.sim.still(6.0), die) for event in session.observe(frame)]
    (asked,) = events
    assert isinstance(asked, Question) and asked.options[:2] == ("red", "nothing")
    (_, begun) = session.answer(asked.id, 1)
    assert isinstance(begun, SetupSeen) and len(session.snapshot().state.structures) == 6
    change = table.sim.change("town1", Colour.BLUE)
    told = [event for frame in faint(change, die) for event in session.observe(frame)]
    assert texts(told) == ["blue>town1"] and not [e for e in told if isinstance(e, Question)]


def test_a_print_that_is_hardly_seen_as_a_pyramid_is_not_built() -> None:
    table = Table()
    told = table.feed(faint(table.sim.change("town1", Colour.BLUE), (100.0, -140.0)))
    assert texts(told) == ["blue>town1"] and not [e for e in told if isinstance(e, Question)]


def test_what_changed_out_of_sight_is_looked_at_again() -> None:
    """Where a held look saw nothing, things may have changed again since it was explained."""
    table = Table()
    play = table.session._play
    assert play is not None
    before, model = play.ledger, play.model
    table.session.enter("-town2")
    for hidden, doubted in (({"town2"}, {"town2"}), ({"town1"}, set()), (set(), set())):
        seen = Seen(units={}, hidden=frozenset(hidden))
        assert with_unseen(Looks(), model, before, play.ledger, seen).doubted == doubted


def test_a_structure_whose_place_is_hidden_when_the_captor_may_be_back_is_not_destroyed() -> None:
    """The place is bare for a moment, then another player's hand is near; there is no rest."""
    table = Table()
    town = next(thing for thing in table.sim.things if thing.name == "town4")
    table.sim.things.remove(town)
    events = table.feed(glimpsed(table, AWAY, [], 1.0))
    events += table.feed(glimpsed(table, AWAY, [town], 1.0))
    table.sim.things.remove(next(thing for thing in table.sim.things if thing.name == "town1"))
    events += table.feed(glimpsed(table, AWAY, [town], 1.0))
    table.sim.put("town4", Colour.BLUE, town.x, town.y)
    events += table.feed(glimpsed(table, AWAY, [], 0.6)) + table.feed(table.sim.still(2.0))
    assert sorted(texts(events)) == ["-town1", "blue>town4"]


def _apart(square: tuple[int, int], thing: Thing) -> float:
    """Distance from the middle of a square to a thing, mm."""
    return math.dist([(number + 0.5) * SQUARE_MM for number in square], (thing.x, thing.y))


def glimpsed(
    table: Table, hand: tuple[float, float], hidden: Sequence[Thing], seconds: float = 0.8
) -> Iterator[TableObservation]:
    """A hand over a place, and glimpses of all but some hidden things."""
    over = frozenset(
        place
        for place in product(range(-30, 30), repeat=2)
        if any(_apart(place, each) < 40 for each in hidden)
    )
    for frame in table.sim.hand(*hand, seconds):
        shown = (u for u in frame.units if all(math.dist((u.x_mm, u.y_mm), (h.x, h.y)) > 40 for h in hidden))
        yield replace(frame, units=(), glimpse=Glimpse(tuple(shown), over))


def test_a_turn_does_not_start_within_a_capture_that_has_visibly_begun() -> None:
    """The place is bare while the marker has not moved; next, a hand is over the marker."""
    table = Table(marker=True)
    town, marker = (
        next(thing for thing in table.sim.things if thing.name == name) for name in ("town4", "marker")
    )
    table.sim.things.remove(town)
    events = table.feed(glimpsed(table, AWAY, [], 0.6))
    table.sim.put("town4", Colour.BLUE, town.x, town.y)
    events += table.feed(glimpsed(table, AWAY, [marker], 0.6))
    marker.heading = 40.0 if marker.heading is None else None
    events += table.feed(glimpsed(table, AWAY, [marker], 0.6)) + table.feed(table.sim.still(2.0))
    assert texts(events) == ["blue>town4", "turn"]


@dataclass(frozen=True)
class Picture(NoPictures):
    """The colours of a grey table of which the part nearer than ``low_mm`` is out of the picture."""

    low_mm: float

    def lab(self, x_mm: float, y_mm: float) -> Lab | None:
        return (50.0, 0.0, 0.0) if y_mm > self.low_mm else None


def done_at_once(table: Table) -> None:
    """A turn starts and a structure is built while a hand hides the whole table."""
    visits = [table.sim.turn(), table.sim.change("new", Colour.BLUE, 200.0, 60.0)]
    moving = (frame for visit in visits for frame in visit if not frame.still)
    table.feed(replace(frame, hands=(TABLE_PX,)) for frame in moving)


def test_what_a_rest_showed_is_known_though_a_glimpse_hid_it_since() -> None:
    """The structure was plainly there after the turn and the building; a glimpse saw a hand beside it before
    it was gone."""
    table = Table(marker=True)
    done_at_once(table)
    table.feed(table.sim.still(1.0))
    ruin = next(thing for thing in table.sim.things if thing.name == "town3")
    moving, places = list(table.sim.hand(ruin.x, ruin.y)), ((ruin.x, ruin.y), (200.0, 60.0))
    shown = tuple(
        unit for unit in moving[0].units if all(math.dist((unit.x_mm, unit.y_mm), at) > 20 for at in places)
    )
    middles = [[math.floor(along / SQUARE_MM) for along in at] for at in places]
    hidden = frozenset((i + di, j + dj) for i, j in middles for di, dj in product(range(-1, 2), repeat=2))
    glimpse = Glimpse(shown, hidden)
    table.feed(replace(frame, glimpse=glimpse if n in (2, 4) else None) for n, frame in enumerate(moving))
    table.sim.things.remove(ruin)
    (asked,) = (e for e in table.feed(table.sim.still(3.0)) if isinstance(e, Question))
    first = [asked.options[at] for at in range(2)]
    assert all(option.endswith("town 3 is destroyed") for option in first), asked.options


def test_hands_count_for_later_moves_from_when_an_earlier_one_lay_there() -> None:
    """A structure is built before a turn starts; only once it stands is the capture before it told."""
    table = Table(marker=True)
    town, marker = (next(t for t in table.sim.things if t.name == name) for name in ("town4", "marker"))
    table.sim.things.remove(town)
    table.sim.put("town4", Colour.BLUE, town.x, town.y)
    events = table.feed([*glimpsed(table, AWAY, []), *table.sim.hand(20.0, -150.0)])
    table.sim.put("new", Colour.BLUE, 20.0, -150.0)
    events += table.feed([*glimpsed(table, AWAY, [marker])][-1:])
    marker.heading = 40.0
    events += table.feed(glimpsed(table, (marker.x, marker.y), [marker])) + table.feed(table.sim.still(2.0))
    assert texts(events) == ["blue>town4", "+blue.town7", "turn"]


@pytest.mark.parametrize("later", ["town1", "marker"])
def test_an_arm_over_both_places_does_not_tell_what_was_changed_first(later: str) -> None:
    table = Table(marker=True)
    visits = [table.sim.change("town1", Colour.BLUE), table.sim.turn()]
    moving = [replace(f, hands=(TABLE_PX,)) for visit in visits for f in visit if not f.still]
    thing = next(each for each in table.sim.things if each.name == later)
    table.feed([*moving, *table.sim.hand(thing.x, thing.y, 0.4)])
    (asked,) = [event for event in table.feed(table.sim.still(2.0)) if isinstance(event, Question)]
    assert asked.probabilities[0] < 0.7


@pytest.mark.parametrize("edge", [True, False])
def test_a_marker_turned_at_the_edge_of_the_picture_may_be_out_of_it(edge: bool) -> None:
    table = Table(marker=True)
    marker = next(each for each in table.sim.things if each.name == "marker")
    visit = list(table.sim.hand(marker.x, marker.y))
    table.sim.things.remove(marker)
    tints = Picture(marker.y - 30.0 if edge else -math.inf)
    told = table.feed(replace(frame, tints=tints) for frame in (*visit, *table.sim.still(2.0)))
    assert texts(told) == (["turn"] if edge else [])
    assert any(isinstance(event, Question) for event in told) is not edge


def test_an_order_that_nobody_tells_is_taken_once_much_was_played() -> None:
    """Once another turn has started, the order of the turn and the building makes no difference."""
    table = Table(marker=True)
    done_at_once(table)
    (asked,) = (e for e in table.feed(table.sim.still(3.0)) if isinstance(e, Question))
    odds = asked.probabilities
    assert odds[1] > odds[0] / 1.4
    told = table.feed(table.sim.change("town1", None)) + table.feed(table.sim.turn())
    told += [event for town in ("town2", "town3") for event in table.feed(table.sim.change(town, None))]
    moves = texts(told)
    assert sorted(moves[:2]) == ["+blue.town7", "turn"]
    assert moves[2:] == ["-town1", "turn", "-town2", "-town3"]


def test_structures_in_the_picture_go_by_the_names_that_are_announced() -> None:
    table = Table()
    table.feed(table.sim.change("town1", Colour.BLUE))
    found = marks(table.session.snapshot(), Tracks(), look_at((0, -900, 900), (0, 0, 0), 70), str)
    assert {f"town {number}" for number in range(1, 7)} <= {word for mark in found for word in mark["words"]}
