"""Merging observations of several cameras: which one counts, what hands hide, late and lost cameras."""

from __future__ import annotations

from dataclasses import replace

from calibration.camera import Camera
from engine.pieces import Colour, Size
from tests.support.cameras import look_at
from tests.support.measured_units import observed, seen
from vision.observation import Box, Glimpse, TableObservation, UnitObservation
from vision.several.joined import box_of
from vision.several.together import WAIT_S, Together

NEAR = look_at([0, -520, 480], [0, 0, 0], 60)
SIDE = look_at([560, 60, 380], [0, 0, 0], 60)
PLACES = [(-90, 0), (-30, 40), (30, -40), (90, 0), (0, 90)]
HAND: Box = (300.0, 200.0, 700.0, 600.0)


def table(camera: Camera, places: list[tuple[float, float]] = PLACES) -> tuple[UnitObservation, ...]:
    return tuple(seen(camera, x, y) for x, y in places)


class Pair:
    """Two cameras over a table, frame by frame."""

    def __init__(self) -> None:
        self.together = Together()
        self.near, self.side = table(NEAR), table(SIDE)
        self.time_s = 0.0

    def step(
        self,
        seconds: float = 1 / 15,
        near: bool = True,
        side: bool | None = True,
        hands: tuple[Box, ...] = (),
        late_s: float = 0.0,
        slack_s: float = 0.1,
    ) -> TableObservation:
        """Advance the time; for each camera: does it show a resting table (``None``: no picture)."""
        end = self.time_s + seconds
        while self.time_s < end - 1e-9:
            self.time_s += 1 / 15
            if side is not None:
                shown = observed(self.time_s, self.side, side)
                self.together.see(1, shown, SIDE, self.time_s - late_s, slack_s)
            own = replace(
                observed(self.time_s, self.near, near, hands), arms=dict.fromkeys(hands, (0.0, -400.0))
            )
            self.together.see(0, own, NEAR, self.time_s, 0.0)
            found = self.together.observation(0)
        return found


def places(found: TableObservation) -> set[tuple[int, int]]:
    return {(round(unit.x_mm), round(unit.y_mm)) for unit in found.units}


def test_alone_a_camera_says_what_it_says() -> None:
    pair = Pair()
    found = pair.step(1.0, side=None)
    assert found.units is pair.near and found.still
    hands = pair.step(1.0, side=None, hands=(HAND,))
    assert hands.hands == (HAND,) and hands.units is pair.near
    assert not pair.step(0.1, near=False, side=None).still


def test_the_same_table_gives_the_same_units_again() -> None:
    pair = Pair()
    first = pair.step(1.0)
    assert places(first) == set(PLACES) and pair.together.counted == (0, 1)
    assert pair.step().units is first.units


def test_what_one_camera_cannot_see_the_other_shows() -> None:
    pair = Pair()
    pair.near = table(NEAR, PLACES[:3])
    far = replace(seen(SIDE, 0, 90, Colour.BLUE), confidence=0.95)
    tower = seen(NEAR, 0, 60, *[Colour.RED] * 5, size=Size.LARGE)
    pair.near, pair.side = (
        (*pair.near, tower),
        (*table(SIDE, PLACES[:3]), far, seen(SIDE, 0, 60, *[Colour.RED] * 5, size=Size.LARGE)),
    )
    assert (0, 90) in places(pair.step(1.0))


def test_a_hand_before_one_camera_hides_nothing_that_the_other_shows() -> None:
    pair = Pair()
    pair.step(1.0)
    covered = pair.step(0.5, hands=(HAND,))
    assert covered.still and covered.hands == () and places(covered) == set(PLACES)
    moving = pair.step(0.5, near=False, hands=(HAND,))
    assert moving.still and moving.hands == () and pair.together.counted == (1,)
    assert places(moving) == set(PLACES)


def test_a_hand_over_the_table_hides_it_from_all() -> None:
    pair = Pair()
    pair.step(1.0)
    both = pair.step(0.3, near=False, side=False, hands=(HAND,))
    assert not both.still and {*both.hands} <= {*both.arms}


def test_what_changes_while_one_camera_is_blind_is_seen_by_the_other() -> None:
    pair = Pair()
    pair.step(1.0)
    pair.step(0.4, near=False, side=False)
    pair.side = table(SIDE, [*PLACES[1:], (60, 60)])
    moved = pair.step(0.4, near=False, hands=(HAND,))
    assert moved.still and places(moved) == {*PLACES[1:], (60, 60)}


def test_a_late_stream_never_turns_the_table_back() -> None:
    pair = Pair()
    pair.step(1.0, late_s=0.5)
    pair.step(0.5, near=False, late_s=0.5)
    pair.near = table(NEAR, [*PLACES[1:], (60, 60)])
    after = pair.step(0.3, late_s=0.5)  # the other camera still shows the old state
    assert after.still and places(after) == {*PLACES[1:], (60, 60)} and pair.together.counted == (0,)
    assert not pair.step(0.1, near=False, late_s=0.5).still


def test_before_the_clocks_are_known_only_a_long_rest_counts() -> None:
    pair = Pair()
    pair.step(2.0, slack_s=3.0)
    assert pair.together.counted == (0,)
    pair.step(1.5, slack_s=3.0)
    assert pair.together.counted == (0, 1)


def test_a_camera_that_drops_out_costs_evidence_not_the_game() -> None:
    pair = Pair()
    pair.near = table(NEAR, PLACES[:4])  # it always misses one unit
    hidden = seen(SIDE, 0, 90, sure=0.99)
    pair.side = (*table(SIDE, PLACES[:4]), hidden)
    assert places(pair.step(1.0)) == set(PLACES)
    pair.together.forget(1)
    pair.near = table(NEAR, [*PLACES[1:4], (60, 60)])
    gone = pair.step(1.0, side=None)
    assert gone.still and places(gone) == {*PLACES[1:], (60, 60)}  # its last observation is still valid
    pair.side = table(SIDE, [*PLACES[1:4], (60, 60)])
    back = pair.step(1.0)
    assert pair.together.counted == (0, 1) and (0, 90) not in places(back)


def test_where_only_another_camera_knows_the_table_waits_for_it_a_while() -> None:
    pair = Pair()
    pair.near = table(NEAR, PLACES[:4])
    pair.side = (*table(SIDE, PLACES[:4]), seen(SIDE, 0, 90, sure=0.99))
    pair.step(1.0)
    pair.step(0.4, near=False, side=False)
    assert pair.step(0.5, side=False, slack_s=3.0).still  # its clock is unknown: it could not count in time
    pair.step(0.4, near=False, side=False)
    assert not pair.step(0.5, side=False).still
    assert pair.step(WAIT_S, side=False).still


def test_a_camera_that_sees_another_table_does_not_count() -> None:
    pair = Pair()
    pair.side = table(SIDE, [(x + 25, y + 25) for x, y in PLACES])
    assert places(pair.step(1.0)) == set(PLACES) and pair.together.counted == (0,)


def test_a_glimpse_knows_nothing_of_what_only_others_saw() -> None:
    pair = Pair()
    pair.near = table(NEAR, PLACES[:4])
    pair.side = (*table(SIDE, PLACES[:4]), seen(SIDE, 0, 90, sure=0.99))
    pair.step(1.0)
    pair.step(0.2, near=False, side=False)
    shown = replace(observed(2.0, pair.near, False), glimpse=Glimpse(pair.near, frozenset()))
    pair.together.see(0, shown, NEAR, pair.time_s + 0.1, 0.0)
    found = pair.together.observation(0)
    assert found.glimpse is not None and (0, 4) in found.glimpse.hidden


def test_another_leads_with_boxes_in_its_own_picture() -> None:
    pair = Pair()
    pair.step(1.0)
    pair.together.pass_on()
    pair.together.see(1, observed(2.0, pair.side), SIDE, 2.0, 0.0)
    found = pair.together.observation(1)
    assert places(found) == set(PLACES)
    unit = next(unit for unit in found.units if round(unit.x_mm) == 90)
    assert unit.bbox_px == box_of(seen(SIDE, 90, 0), SIDE)


def test_where_a_camera_that_counts_at_last_sees_bare_table_nothing_stands_any_more() -> None:
    pair = Pair()
    pair.step(1.0, slack_s=9.0)  # its clock offset is unknown
    assert pair.together.counted == (0,)
    pair.together.forget(0)
    pair.together.pass_on()
    moved = [*PLACES[:-1], (0, -90)]
    pair.together.see(1, observed(3.0, table(SIDE, moved), True), SIDE, 3.0, 0.0)
    assert places(pair.together.observation(1)) == set(moved)
