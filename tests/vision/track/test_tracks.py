"""Tracks over frame sequences: hands, occlusion, pushes, bumps, misreadings, swaps, removed units."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.camera import Camera
from engine.initiative.examples import ROUNDS
from engine.pieces import Colour, Piece, Posture, Size
from scripts import flicker
from tests.support.cameras import look_at
from tests.support.simulated.table_sim import ROUGH, TableSim
from vision.fit.solids import hidden_share, silhouette, solids
from vision.observation import Box, LevelReading, TableObservation, UnitObservation
from vision.track.tracks import Persistence, Sight, Tracks

CAMERA = look_at([0, -600, 250], [0, 0, 0], 60, 1280, 720)
BUMPED = look_at([30, -590, 260], [8, 5, 0], 60, 1280, 720)
RED, BLUE = Piece(Size.SMALL, Colour.RED), Piece(Size.MEDIUM, Colour.BLUE)
GREEN, BIG = Piece(Size.LARGE, Colour.GREEN), Piece(Size.LARGE, Colour.YELLOW)


@dataclass(frozen=True)
class Thing:
    """A piece as read: its place, certainty, and heading if it lies."""

    piece: Piece
    x: float
    y: float
    sure: float = 0.97
    heading: float | None = None

    def moved(self, dx: float, dy: float = 0.0) -> Thing:
        return replace(self, x=self.x + dx, y=self.y + dy)

    def unit(self, camera: Camera = CAMERA) -> UnitObservation:
        rest = (1 - self.sure) / 2
        colours = dict.fromkeys((Colour.RED, Colour.BLUE, Colour.GREEN), rest)
        level = LevelReading(
            {**colours, self.piece.colour: self.sure},
            {size: self.sure if size is self.piece.size else rest for size in Size},
        )
        flat = self.heading is not None
        unit = UnitObservation(
            self.x,
            self.y,
            Posture.FLAT if flat else Posture.UPRIGHT,
            0.02 if flat else 0.98,
            self.heading,
            (level,),
            {1: 0.96, 2: 0.04},
            (0, 0, 1, 1),
            1.0,
        )
        outline = silhouette(solids(unit, camera), camera)
        return replace(unit, bbox_px=(*outline.min(0).tolist(), *outline.max(0).tolist()))


A, B = Thing(RED, 0, 0), Thing(BLUE, 60, 0)
Frame = tuple[TableObservation, Camera]


def look(*things: Thing, camera: Camera = CAMERA, **more: object) -> Frame:
    """One reading of the table."""
    facts = {"hands": (), "still": True, "registered": True, **more}
    return TableObservation(0.0, 0, tuple(thing.unit(camera) for thing in things), **facts), camera


def looks(count: int, *things: Thing, **more: object) -> list[Frame]:
    return [look(*things, **more) for _ in range(count)]


def hand(*over: Thing, still: bool = False, shown: Sequence[Thing] = ()) -> Frame:
    """A frame with a hand right over some things; ``shown`` are its units."""
    return look(*shown, hands=tuple(box_of(thing) for thing in over), still=still)


def box_of(thing: Thing) -> Box:
    x0, y0, x1, y1 = thing.unit().bbox_px
    return x0 - 5, y0 - 5, x1 + 5, y1 + 5


def follow(frames: Iterable[Frame], tracks: Tracks | None = None) -> Tracks:
    tracks = tracks or Tracks()
    for frame, camera in frames:
        tracks = tracks.step(frame, camera)
    return tracks


def summary(tracks: Tracks) -> dict[int, tuple[str, str, int, int]]:
    """Number -> name, sight and place of the tracks that still exist."""
    return {
        t.id: (" ".join(map(str, t.name.pieces)), t.sight.value, round(t.x_mm), round(t.y_mm))
        for t in tracks.present
    }


BOTH = looks(3, A, B)
RED_1, BLUE_2 = ("small red", "seen", 0, 0), ("medium blue", "seen", 60, 0)
BEHIND = A.moved(0, 22)
FRONT = Thing(BIG, 0, 0)


CASES: dict[str, tuple[list[Frame], dict[int, tuple[str, str, int, int]]]] = {
    "nothing happens": (BOTH, {1: RED_1, 2: BLUE_2}),
    "hand over": ([*BOTH, *[hand(A)] * 5, *looks(3, A, B)], {1: RED_1, 2: BLUE_2}),
    "hand rests": (
        [*BOTH, hand(A), *[hand(A, still=True, shown=(B,)) for _ in range(12)]],
        {1: RED_1, 2: BLUE_2},
    ),
    "hidden": (
        [*looks(3, BEHIND), *looks(12, FRONT)],
        {1: ("small red", "hidden", 0, 22), 2: ("large yellow", "seen", 0, 0)},
    ),
    "hidden and shown again": (
        [*looks(3, BEHIND), *looks(12, FRONT), hand(FRONT), *looks(3, BEHIND)],
        {1: ("small red", "seen", 0, 22)},
    ),
    "hidden and taken": ([*looks(3, BEHIND), *looks(12, FRONT), hand(FRONT, BEHIND), *looks(3)], {}),
    "pushed a little": (
        [*BOTH, hand(A), *looks(3, A.moved(7), B)],
        {1: ("small red", "seen", 7, 0), 2: BLUE_2},
    ),
    "pushed": ([*BOTH, hand(A), *looks(3, A.moved(25), B)], {1: ("small red", "seen", 25, 0), 2: BLUE_2}),
    "carried": (
        [*BOTH, hand(A), *looks(3, A.moved(-150, 90), B)],
        {1: ("small red", "seen", -150, 90), 2: BLUE_2},
    ),
    "bumped and registered again": (
        [*BOTH, *looks(3, A.moved(300), registered=False), *looks(3, A.moved(2), B.moved(2), camera=BUMPED)],
        {1: ("small red", "seen", 1, 0), 2: ("medium blue", "seen", 61, 0)},
    ),
    "bumped unnoticed": (
        [*BOTH, *looks(3, A.moved(25, 8), B.moved(25, 8))],
        {1: ("small red", "seen", 25, 8), 2: ("medium blue", "seen", 85, 8)},
    ),
    "misread once": ([*BOTH, look(replace(A, piece=GREEN), B)], {1: RED_1, 2: BLUE_2}),
    "misread once after a hand": (
        [*BOTH, hand(A), look(replace(A, piece=GREEN), B), *looks(2, A, B)],
        {1: RED_1, 2: BLUE_2},
    ),
    "misread for one change": ([*BOTH, *looks(3, replace(A, piece=GREEN), B)], {1: RED_1, 2: BLUE_2}),
    "misread for good": (
        [*BOTH, *looks(4, replace(A, piece=GREEN), B)],
        {1: ("large green", "seen", 0, 0), 2: BLUE_2},
    ),
    "misplaced once": ([*BOTH, look(A.moved(8), B)], {1: RED_1, 2: BLUE_2}),
    "missed once": ([*BOTH, look(B), look(A, B)], {1: RED_1, 2: BLUE_2}),
    "missed after a hand": ([*BOTH, hand(A), *looks(2, B)], {1: ("small red", "missed", 0, 0), 2: BLUE_2}),
    "gone": ([*BOTH, hand(A), *looks(3, B)], {2: BLUE_2}),
    "gone and back": ([*BOTH, hand(A), *looks(3, B), hand(A), *looks(2, A, B)], {1: RED_1, 2: BLUE_2}),
    "nothing leaves by itself": ([*BOTH, *looks(8, B)], {1: ("small red", "missed", 0, 0), 2: BLUE_2}),
    "gone, the hand not seen": ([*BOTH, *looks(9, B)], {2: BLUE_2}),
    "swapped": (
        [*BOTH, hand(A, B), *looks(3, replace(A, piece=BLUE), replace(B, piece=RED))],
        {1: ("small red", "seen", 60, 0), 2: ("medium blue", "seen", 0, 0)},
    ),
    "another in its place": (
        [*BOTH, hand(A), *looks(3, replace(A, piece=GREEN), B)],
        {2: BLUE_2, 3: ("large green", "seen", 0, 0)},
    ),
    "knocked over": (
        [*BOTH, hand(A), *looks(3, replace(A, heading=40.0).moved(6), B)],
        {1: ("small red", "seen", 6, 0), 2: BLUE_2},
    ),
    "false once": ([*BOTH, look(A, B, Thing(GREEN, -80, 0)), *looks(2, A, B)], {1: RED_1, 2: BLUE_2}),
    "through fingers": (
        [*BOTH, *[hand(A, still=True, shown=(replace(A, piece=GREEN), B)) for _ in range(5)]],
        {1: RED_1, 2: BLUE_2},
    ),
    "table cleared": ([*BOTH, hand(A, B), *looks(3)], {}),
}


@pytest.mark.parametrize("name", CASES)
def test_sequences(name: str) -> None:
    frames, wanted = CASES[name]
    assert summary(follow(frames)) == wanted


def test_the_same_reading_counts_once() -> None:
    frame = look(A, B)
    repeated = follow([frame] * 6)
    assert repeated.readings == 1 and repeated.present == ()
    moving = [(replace(frame[0], still=False), CAMERA)] * 3
    assert follow([*moving, frame]).readings == 1


def test_evidence_is_summed_and_doubt_falls() -> None:
    unsure = replace(A, sure=0.6)
    sure = [follow(looks(count, unsure)).present[0].name.sure[0] for count in (2, 3)]
    assert 0.3 < sure[0] < sure[1] < 0.99
    many = follow(looks(16, unsure)).present[0].unit
    few = follow(looks(3, unsure)).present[0].unit
    assert many.levels[0].colour == pytest.approx(few.levels[0].colour)


@pytest.mark.parametrize("share, wanted", [(0.48, "small red"), (0.8, "small blue")])
def test_a_name_changes_only_past_the_margin(share: float, wanted: str) -> None:
    def reading(blue: float) -> Frame:
        unit = replace(
            A.unit(), levels=(LevelReading({Colour.RED: 1 - blue, Colour.BLUE: blue}, {Size.SMALL: 1.0}),)
        )
        return TableObservation(0.0, 0, (unit,), (), True, True), CAMERA

    tracks = follow([*(reading(0.45) for _ in range(3)), *(reading(share) for _ in range(13))])
    assert summary(tracks)[1][0] == wanted


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [([10, 14], 12), ([88, 4], 1), ([20, None], 20), ([None, None], None), ([44, 46, 45], 45)],
)
def test_a_standing_piece_is_turned_as_its_readings_are_in_the_mean(
    turns: list[float | None], wanted: float | None
) -> None:
    def reading(turn: float | None) -> Frame:
        return replace(look(A)[0], units=(replace(A.unit(), turns_deg=(turn,)),)), CAMERA

    (track,) = follow([*map(reading, turns), reading(None), reading(None)]).present
    (found,) = track.turns_deg
    assert found == wanted if wanted is None else found == pytest.approx(wanted)
    (solid,) = track.parts(CAMERA)
    side = solid[1] - solid[0]
    way = math.degrees(math.atan2(side[1], side[0])) % 90
    assert wanted is None or way == pytest.approx(wanted)


def test_a_track_under_a_resting_hand_shows_as_hidden() -> None:
    passing = follow([*BOTH, hand(A)])
    resting = follow([hand(A, still=True, shown=(B,))], passing)
    assert [track.hidden for track in passing.present] == [False, False]
    assert [track.hidden for track in resting.present] == [True, False]
    assert not any(track.hidden for track in follow([look(A, B)], resting).present)


@pytest.mark.parametrize(
    "place, least, most",
    [((0, -22), 0.6, 1.0), ((0, 22), 0.0, 0.0), ((60, -22), 0.0, 0.0), ((9, -22), 0.1, 0.6)],
)
def test_hidden_share(place: tuple[float, float], least: float, most: float) -> None:
    small, big = solids(A.unit(), CAMERA), solids(Thing(BIG, *place).unit(), CAMERA)
    assert least <= hidden_share(small, [big], CAMERA) <= most


def test_outside_the_picture_is_hidden() -> None:
    assert hidden_share(solids(Thing(RED, 900, 0).unit(), CAMERA), [], CAMERA) == 1.0


@pytest.mark.parametrize(
    "values",
    [
        {"appear": 0},
        {"appear": 4},
        {"vanish": 10},
        {"reread": 2},
        {"hidden_share": 0.0},
        {"doubt_step": 1.0},
        {"margin": -1.0},
        {"agreement": -0.1},
        {"push_mm": 5.0},
    ],
)
def test_senseless_persistence_is_refused(values: dict[str, float]) -> None:
    with pytest.raises(ValueError):
        Persistence(**values)


# ----- invariants

PIECES = [Piece(size, colour) for size in Size for colour in (Colour.RED, Colour.BLUE, Colour.GREEN)]
SPOTS = [(x, y) for y in (-60, 0, 60) for x in (-80, -40, 0, 40, 80)]
things = st.dictionaries(st.sampled_from(SPOTS), st.sampled_from(PIECES), max_size=8).map(
    lambda placed: [Thing(piece, *spot) for spot, piece in placed.items()]
)
hands = st.lists(st.sampled_from(SPOTS), max_size=3).map(lambda spots: [Thing(BIG, *spot) for spot in spots])
steps = st.lists(st.tuples(things, hands, st.booleans()), min_size=1, max_size=8)
Step = tuple[list[Thing], list[Thing], bool]


def frames_of(story: list[Step], order: Callable[[list[Thing]], list[Thing]] = list) -> list[Frame]:
    return [hand(*over, still=still, shown=order(shown)) for shown, over, still in story for _ in range(2)]


def facts(tracks: Tracks) -> list[tuple[object, ...]]:
    return [(t.id, t.sight, t.x_mm, t.y_mm, t.name, t.missed, len(t.hits)) for t in tracks.known]


@settings(max_examples=25, deadline=None)
@given(steps)
def test_numbers_are_unique_and_no_two_stand_in_one_place(story: list[Step]) -> None:
    tracks = Tracks()
    for frame, camera in frames_of(story):
        tracks = tracks.step(frame, camera)
        numbers = [track.id for track in tracks.known]
        assert len(set(numbers)) == len(numbers) and all(0 < n <= tracks.numbered for n in numbers)
        seen = [track for track in tracks.known if track.sight is Sight.SEEN and track.missed == 0]
        spots = [(track.x_mm, track.y_mm) for track in seen if not track.touched]
        assert len(set(spots)) == len(spots)


@settings(max_examples=25, deadline=None)
@given(steps, st.randoms(use_true_random=False))
def test_the_order_of_listing_does_not_matter(story: list[Step], random: object) -> None:
    shuffled = frames_of(story, lambda shown: random.sample(shown, len(shown)))  # type: ignore[attr-defined]
    assert facts(follow(frames_of(story))) == facts(follow(shuffled))


@settings(max_examples=25, deadline=None)
@given(things.filter(bool), st.lists(hands, min_size=1, max_size=5), st.booleans())
def test_no_hand_takes_evidence_away(table: list[Thing], visits: list[list[Thing]], still: bool) -> None:
    before = follow(looks(3, *table))
    after = follow([hand(*over, still=still, shown=table) for over in visits], before)
    hits = {track.id: len(track.hits) for track in after.present}
    assert all(hits[track.id] >= len(track.hits) for track in before.present)
    assert {t.id: t.name.pieces for t in after.present} == {t.id: t.name.pieces for t in before.present}


def test_places_are_steadier_than_readings() -> None:
    rng = np.random.default_rng(3)
    tracks, apart, last = Tracks(), [], None
    for _ in range(40):
        tracks = tracks.step(*look(A.moved(*rng.normal(0, 1.5, 2))))
        now = next(((t.x_mm, t.y_mm) for t in tracks.present), None)
        if last and now:
            apart.append(math.dist(last, now))
        last = now
    assert np.median(apart) < 0.5 and max(apart) < 3.0


def test_the_overlay_is_calm_under_a_rough_reader() -> None:
    """A still table; every frame is read with wrong labels, missing units and false ones (``ROUGH``)."""
    sim = TableSim(ROUNDS["basic"].setup, seed=1, noise=ROUGH)
    above = look_at([0, -0.001, 800], [0, 0, 0], 53, 1280, 720)
    counts, before = (Counter[str](), Counter[str]()), None
    for time_s, *drawn in flicker.overlays((frame, above) for frame in sim.still(6)):
        if before and time_s > 1.5:
            for count, old, new in zip(counts, before, drawn, strict=True):
                count.update(event.kind for event in flicker.events(time_s, old, new))
        before = drawn
    single, followed = counts
    assert single["label changes"] > 300 and followed["label changes"] == 0
    assert single["appears or disappears"] > 20 and followed["appears or disappears"] == 0
    assert followed["outline jumps"] < single["outline jumps"] / 5
    assert followed["label jumps"] < single["label jumps"] / 20
