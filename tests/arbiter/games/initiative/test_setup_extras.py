"""False units at set-up: dropped where that is certain, reported where it is not."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from arbiter.events.types import SetupSeen
from arbiter.games.initiative.setup.reading import SetupReading, find_stack, read_setup
from engine.game import Seat
from engine.initiative.examples import BASIC_PLAYS, SETUP
from engine.initiative.model import Rules
from engine.initiative.notation import parse_play
from engine.pieces import PALETTES, Colour, Piece, Posture, Size
from tests.support.simulated.table_session import Table, kinds
from tests.support.simulated.table_sim import TableSim
from tests.support.words import texts
from vision.observation import LevelReading, TableObservation, UnitObservation
from vision.track.summing import Unit, sum_unit

RAINBOW = PALETTES["rainbow"]


def ghost(y: float, sure: float, levels: int = 1, x: float = -140.0) -> UnitObservation:
    """A faint reading of a large black pyramid over apparent yellow ones."""
    sizes = {Size.SMALL: 0.1, Size.MEDIUM: 0.2, Size.LARGE: 0.7}
    every = dict.fromkeys(RAINBOW, 0.1)
    read = [LevelReading({**every, Colour.BLACK: 0.6}, sizes)]
    read += [LevelReading({**every, Colour.YELLOW: 0.6}, sizes) for _ in range(levels - 1)]
    shares = {n: 0.8 if n == levels else 0.05 for n in range(1, 6)}
    return UnitObservation(x, y, Posture.UPRIGHT, 0.98, None, tuple(read), shares, (0.0, 0.0, 9.0, 9.0), sure)


def haunted(frames: Iterable[TableObservation], *ghosts: UnitObservation) -> Iterator[TableObservation]:
    for frame in frames:
        yield replace(frame, units=(*frame.units, *ghosts))


def summed(*more: UnitObservation, lost: int = 0) -> list[Unit]:
    """The units of the example's set-up plus ``more``, with ``lost`` of far's pieces unseen."""
    (frame,) = TableSim(SETUP, 3).still(0.1)
    far = [unit for unit in frame.units if unit.y_mm > 100]
    seen = [unit for unit in frame.units if unit not in far[:lost]]
    return [sum_unit([unit], RAINBOW) for unit in (*seen, *more)]


@pytest.mark.parametrize("levels", [1, 3, 5])
@pytest.mark.parametrize("where", [150.0, -170.0, 20.0])
def test_a_faint_reading_more_forbids_no_set_up(levels: int, where: float) -> None:
    table = Table(Rules.basic(), set_up=False)
    table.feed(haunted(table.sim.still(2.0), ghost(where, 0.55, levels)))
    state = table.session.snapshot().state
    assert state is not None and state.setup.stack == SETUP.stack
    for seat in Seat:
        assert sorted(state.setup.inventory(seat)) == sorted(SETUP.inventory(seat))


def read(*more: UnitObservation, lost: int = 0) -> SetupReading:
    return read_setup(summed(*more, lost=lost), RAINBOW)


@pytest.mark.parametrize(
    ("ghosts", "lost", "problems", "left_out"),
    [
        ([ghost(150, 0.5), ghost(-150, 0.5)], 0, (), 2),
        ([ghost(150, 0.5, x=-150 + 50 * i) for i in range(7)], 0, (), 7),
        ([ghost(150, 0.95)], 0, ("far has 11 pyramids instead of 10",), 0),  # certainly there: players see it
        ([ghost(150, 0.5)], 2, ("far has 9 pyramids instead of 10",), 0),  # players must say what it is
    ],
)
def test_what_is_left_out(
    ghosts: list[UnitObservation], lost: int, problems: tuple[str, ...], left_out: int
) -> None:
    reading = read(*ghosts, lost=lost)
    assert (reading.problems, len(reading.extras)) == (problems, left_out)


def test_of_two_that_may_both_be_the_one_too_many_none_is_left_out() -> None:
    units = summed(ghost(150, 0.5))
    far = next(i for i, unit in enumerate(units) if unit.y_mm > 100)
    units[far] = replace(units[far], confidence=0.45)
    reading = read_setup(units, RAINBOW)
    assert texts(reading.problems) == ("far has 11 pyramids instead of 10",)
    assert [each.probability < 0.9 for each in reading.extras] == [True]


def test_a_named_pyramid_is_no_extra() -> None:
    (named,) = [unit for unit in summed(ghost(150, 0.5)) if unit.confidence == 0.5]
    piece = SETUP.far[0]
    reading = read_setup(summed(ghost(150, 0.5)), RAINBOW, {(named.x_mm, named.y_mm): piece})
    assert reading.problems[0] == "far has 11 pyramids instead of 10" and not reading.extras


def test_a_faint_tower_is_not_the_stack() -> None:
    units = summed(ghost(150, 0.55, 5))
    found = find_stack([replace(unit, p_levels=(0, 0, 0, 0, 1.0)) for unit in units if unit.levels[1:]])
    assert found is not None and found.confidence > 0.8


def hardly_seen(
    frames: Iterable[TableObservation], sure: float, *spots: tuple[float, float]
) -> Iterator[TableObservation]:
    """Frames in which the units at some spots are too faint to count."""
    for frame in frames:
        lost = [
            unit for unit in frame.units if any(math.dist((unit.x_mm, unit.y_mm), at) < 12 for at in spots)
        ]
        faint = tuple(replace(unit, confidence=sure) for unit in lost)
        yield replace(frame, units=tuple(unit for unit in frame.units if unit not in lost), faint=faint)


@pytest.mark.parametrize("many", [1, 2])
def test_what_is_hardly_seen_in_a_rank_that_lacks_it_is_there(many: int) -> None:
    table = Table(Rules.basic(), set_up=False)
    things = [table.sim.find(Seat.NEAR, SETUP.near[3]), table.sim.find(Seat.NEAR, SETUP.near[7])][:many]
    spots = [(thing.x, thing.y) for thing in things]
    assert not table.feed(hardly_seen(table.sim.still(2.0), 0.4, *spots)), "they may be getting the last one"
    table.feed(hardly_seen(table.sim.still(3.0), 0.4, *spots))
    for thing in things:
        asked = table.session.snapshot().question
        assert asked is not None and asked.options[0] == str(thing.pieces[0]), (
            "what is hardly seen is hardly sure"
        )
        table.events += table.session.answer(asked.id, 0)
    state = table.session.snapshot().state
    assert state is not None and state.setup.near == SETUP.near and state.setup.far == SETUP.far
    for text in BASIC_PLAYS[:3]:
        state = table.session.snapshot().state
        assert state is not None
        told = table.feed(hardly_seen(table.sim.play(parse_play(text, state), 2.0), 0.4, *spots))
        assert kinds(told) == ["move"], "what stands there is not missed"


def leaf_at(x: float, y: float, sure: float, piece: Piece, p: float = 0.98) -> UnitObservation:
    """A faint unit that, if it is one, is of the kind ``piece``; ``p``: the probability of its colour."""
    rest = (1 - p) / (len(RAINBOW) - 1)
    colours = {**dict.fromkeys(RAINBOW, rest), piece.colour: p}
    read = LevelReading(colours, {**dict.fromkeys(Size, 0.01), piece.size: 0.98})
    box = (0.0, 0.0, 9.0, 9.0)
    return UnitObservation(x, y, Posture.UPRIGHT, 0.98, None, (read,), {1: 0.96, 2: 0.04}, box, sure)


@pytest.mark.parametrize(("p", "sure"), [(0.98, 0.36), (0.6, 0.2)])
def test_of_what_is_hardly_seen_that_is_there_which_the_inventory_lacks(p: float, sure: float) -> None:
    """A leaf is a little surer than a pyramid at the edge of the picture, but no more of its kind exist."""
    table = Table(Rules.basic(), set_up=False)
    dealt = [*SETUP.near, *SETUP.far]
    taken = next(piece for piece in dealt if dealt.count(piece) == 2 and piece not in (SETUP.near[3],))
    thing = table.sim.find(Seat.NEAR, SETUP.near[3])
    leaf = leaf_at(thing.x + 20, thing.y + 12, 0.42, taken, p)
    for frame in hardly_seen(table.sim.still(6.0), sure, (thing.x, thing.y)):
        table.feed([replace(frame, faint=(leaf, *frame.faint))])
    asked = table.session.snapshot().question
    if asked is not None:
        assert asked.options[0] == str(thing.pieces[0]) and asked.boxes != (leaf.bbox_px,)
        table.events += table.session.answer(asked.id, 0)
    state = table.session.snapshot().state
    assert state is not None and state.setup.near == SETUP.near


def test_what_people_say_is_no_pyramid_gives_way_to_the_next_that_is_hardly_seen() -> None:
    table = Table(Rules.basic(), set_up=False)
    thing = table.sim.find(Seat.NEAR, SETUP.near[3])
    (piece,) = thing.pieces
    leaf = leaf_at(thing.x + 20, thing.y + 12, 0.42, piece)
    for frame in hardly_seen(table.sim.still(6.0), 0.3, (thing.x, thing.y)):
        table.feed([replace(frame, faint=(leaf, *frame.faint))])
    asked = table.session.snapshot().question
    while asked is not None and asked.boxes == (leaf.bbox_px,):
        table.events += table.session.answer(asked.id, len(asked.options) - 1)
        asked = table.session.snapshot().question
    assert asked is not None and asked.options[0] == str(piece)


@pytest.mark.parametrize("sure", [None, 0.4])
def test_what_stands_apart_from_the_ranks_makes_none_whole(sure: float | None) -> None:
    table = Table(Rules.basic(), set_up=False)
    table.sim.things.remove(table.sim.find(Seat.NEAR, SETUP.near[3]))
    frames = [replace(frame, faint=(ghost(-95, sure or 0.4),)) for frame in table.sim.still(6.0)]
    table.feed(frames if sure else (replace(frame, faint=()) for frame in frames))
    (seen,) = table.events
    assert isinstance(seen, SetupSeen) and seen.problems == ("near has 9 pyramids instead of 10",)


def test_one_read_as_several_is_one_where_all_places_are_taken() -> None:
    """A single pyramid on a chequered cloth, read as one on another; its size is that of the whole unit."""
    table = Table(Rules.basic(), set_up=False)
    thing = table.sim.find(Seat.NEAR, SETUP.near[3])
    (piece,) = thing.pieces

    def two(unit: UnitObservation) -> UnitObservation:
        (single,) = unit.levels
        tip = LevelReading(single.p_colour, {Size.SMALL: 0.98, Size.MEDIUM: 0.01, Size.LARGE: 0.01})
        alone = LevelReading(single.p_colour, {size: 0.98 if size is piece.size else 0.01 for size in Size})
        return replace(unit, levels=(tip, single), p_levels={1: 0.02, 2: 0.95, 3: 0.03}, alone=alone)

    for frame in table.sim.still(3.0):
        there = [math.dist((unit.x_mm, unit.y_mm), (thing.x, thing.y)) < 12 for unit in frame.units]
        units = tuple(two(unit) if at else unit for unit, at in zip(frame.units, there, strict=True))
        table.feed([replace(frame, units=units)])
    state = table.session.snapshot().state
    assert state is not None and state.setup.near == SETUP.near
