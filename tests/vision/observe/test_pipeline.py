"""The whole pipeline from frames to observations with the committed models, on the sample video."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from calibration import drift
from calibration.camera import CalibrationError
from calibration.markers import find_markers
from calibration.pose import solve
from calibration.store import Calibration
from calibration.white import WhiteReference
from engine.initiative.examples import ROUNDS
from engine.initiative.notation import parse_play
from engine.pieces import PALETTES, Piece, Posture
from vision.detect.finder import DETECTION_WIDTH, Found, Kind
from vision.observation import TableObservation, UnitObservation
from vision.observe import pipeline
from vision.observe.pipeline import Pace, TableWatcher
from vision.observe.see import see
from vision.observe.units import FAINT, LEAST_SCORE, LEAST_SURE, Models, apart, white_of
from vision.observe.white import Candidate
from vision.read.crops import CROP_HEIGHT, CROP_WIDTH
from vision.read.reader import Reader, Reading, View, joined
from vision.runtime import ModelError
from vision.source.frames import Frame
from vision.track.summing import sum_unit
from vision.track.tracks import Tracks

FILM = Path(__file__).parents[3] / "arbiter" / "samples" / "initiative-basic.mp4"
ROUND = ROUNDS["basic"]


@pytest.fixture(scope="module")
def models() -> Models:
    return Models.load()


@pytest.fixture(scope="module")
def frames() -> list[Frame]:
    """The opening and the first play of the sample video."""
    return list(_film(72))


def _film(count: int) -> Iterator[Frame]:
    video = cv2.VideoCapture(str(FILM))
    fps = video.get(cv2.CAP_PROP_FPS)
    for i in range(count):
        yield Frame(video.read()[1], i / fps, i)


@pytest.fixture(scope="module")
def calibration(frames: list[Frame]) -> Calibration:
    return solve(find_markers(frames[0].image_bgr), 1280, 720).calibration


@pytest.fixture(scope="module")
def observed(models: Models, frames: list[Frame], calibration: Calibration) -> list[TableObservation]:
    watcher = TableWatcher(calibration, models, PALETTES["rainbow"])
    return [watcher.process(frame) for frame in frames]


def pieces(units: tuple[UnitObservation, ...]) -> Counter[Piece]:
    """The single pieces among the units."""
    return Counter(Piece(u.levels[0].size, u.levels[0].colour) for u in units if len(u.levels) == 1)


def test_white_needs_no_second_look_for_markers(frames: list[Frame], calibration: Calibration) -> None:
    image = frames[0].image_bgr
    placed = drift.check(calibration, image).visible
    told, looked = white_of(image, calibration, placed), white_of(image, calibration)
    assert told is not None and looked is not None
    assert told.gain_bgr == pytest.approx(looked.gain_bgr)
    assert white_of(image, calibration, ()) is None


def test_the_opening_is_read_in_full(observed: list[TableObservation]) -> None:
    opening = next(o for o in observed if o.units and o.still)
    assert opening.registered and not opening.hands
    assert pieces(opening.units) == Counter(ROUND.setup.near + ROUND.setup.far)
    near = pieces(tuple(u for u in opening.units if u.y_mm < 0 and abs(u.x_mm) < 200))
    assert near == Counter(ROUND.setup.near)
    assert all(u.posture is Posture.UPRIGHT and u.heading_deg is None for u in opening.units)


def test_a_piece_that_is_faint_at_first_sight_is_still_there(
    models: Models, frames: list[Frame], calibration: Calibration, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second look sees it plainly; doubt in the first ones does not make it disappear."""
    find, faint = models.finder.find, 0.08

    def dim(image: np.ndarray, width: int = DETECTION_WIDTH, least: float = LEAST_SCORE) -> tuple[Found, ...]:
        found = find(image, width, least)
        if image.shape != frames[0].image_bgr.shape:
            return found
        target = min((one for one in found if one.kind is Kind.UPRIGHT), key=lambda one: one.box[0])
        rest = [one for one in found if one is not target]
        return tuple(rest + [replace(target, score=faint)] * (faint >= least))

    monkeypatch.setattr(models.finder, "find", dim)
    watcher = TableWatcher(calibration, models, PALETTES["rainbow"])
    seen = [watcher.process(frame) for frame in frames[:12]]
    assert sum(pieces(seen[-1].units).values()) == 20


def test_the_initiative_stack_is_seen_five_high(observed: list[TableObservation]) -> None:
    (stack,) = [u for u in next(o for o in observed if o.units).units if len(u.levels) > 1]
    assert len(stack.levels) == 5 and stack.x_mm > 100
    assert tuple(level.colour for level in stack.levels) == ROUND.setup.stack


def test_a_hand_is_seen_as_a_hand_and_the_table_is_not_still(observed: list[TableObservation]) -> None:
    reaching = [o for o in observed if 3.4 < o.time_s < 4.5]
    assert sum(bool(o.hands) for o in reaching) > len(reaching) / 2
    assert not any(o.still for o in reaching)


def test_the_first_play_is_seen_where_it_was_made(observed: list[TableObservation]) -> None:
    before = next(o for o in observed if o.units)
    after = observed[-1]
    assert after.still and not after.hands
    assert pieces(after.units) == pieces(before.units)
    moved = [
        u for u in after.units if all(np.hypot(u.x_mm - b.x_mm, u.y_mm - b.y_mm) > 15 for b in before.units)
    ]
    assert [str(u.levels[0].size.word[0].upper() + u.levels[0].colour.value) for u in moved] == ["Sblue"]


def test_tracks_follow_every_unit_through_the_first_play(
    observed: list[TableObservation], calibration: Calibration
) -> None:
    tracks, shown = Tracks(), []
    for observation in observed:
        tracks = tracks.step(observation, calibration.camera)
        assert not any(track.hidden for track in tracks.present)  # the hand passes without resting
        if tracks.present:
            shown.append({track.id: track.name.pieces for track in tracks.present})
    assert len(shown[0]) == tracks.numbered == 21  # every unit at once, and none of them counted as new
    assert all(names == shown[0] for names in shown)
    played = [track for track in tracks.present if track.settled > 0]
    assert [track.name.pieces for track in played] == [(parse_play(ROUND.plays[0], ROUND.start()).piece,)]


def test_a_still_table_is_read_a_few_times_and_then_left_alone(observed: list[TableObservation]) -> None:
    opening = [o for o in observed if o.still and not o.unread and o.time_s < 3.0]
    readings = {id(o.units) for o in opening}
    assert len(readings) == Pace().readings
    assert opening[-1].units is opening[Pace().readings].units


def test_the_readings_of_a_table_take_all_views(
    models: Models, frames: list[Frame], calibration: Calibration, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[View] = []

    def read(crops: np.ndarray, elevations: np.ndarray, view: View) -> list[Reading]:
        looked.append(view)
        return Reader.read(models.reader, crops, elevations, view)

    monkeypatch.setattr(models.reader, "read", read)
    watcher = TableWatcher(calibration, models, PALETTES["rainbow"])
    for frame in frames[:12]:
        watcher.process(frame)
    assert looked == [View.PLAIN, View.MIRRORED, View.AGAIN]


def test_a_frame_searches_the_whole_picture_or_reads_what_was_found(
    models: Models, frames: list[Frame], calibration: Calibration
) -> None:
    """Thirty frames a second; the hand that comes is looked for, too."""
    ran: list[list[str]] = []

    def counted(network: object, name: str) -> object:
        def run(*all_: object, **named: object) -> object:
            ran[-1].append(name)
            return getattr(network, name)(*all_, **named)

        return SimpleNamespace(**{name: run})

    both = replace(models, finder=counted(models.finder, "find"), reader=counted(models.reader, "read"))
    watcher, seen = TableWatcher(calibration, both, PALETTES["rainbow"]), list[TableObservation]()
    for number, frame in enumerate(frames):
        ran.append([])
        seen.append(watcher.process(replace(frame, time_s=number / 30)))
    assert ran.count(["read"]) >= 3 and max(map(len, ran)) == 1
    resting = [number for number, each in enumerate(seen) if each.still and not each.unread]
    assert seen[resting[0]].units and seen[resting[3]].units is seen[resting[3] + 1].units
    assert resting[3] <= 6 + 3  # at rest after 0.2 s, and then not later than if all were done at once


def test_many_detections_are_read_in_several_frames(
    models: Models, frames: list[Frame], calibration: Calibration, monkeypatch: pytest.MonkeyPatch
) -> None:
    most: list[int] = []

    def read(crops: np.ndarray, *more: object) -> object:
        most.append(len(crops))
        return models.reader.read(crops, *more)  # type: ignore[arg-type]

    def watched(at_a_look: int) -> tuple[UnitObservation, ...]:
        monkeypatch.setattr(pipeline, "AT_A_LOOK", at_a_look)
        most.clear()
        counted = replace(models, reader=SimpleNamespace(read=read))
        watcher, found = TableWatcher(calibration, counted, PALETTES["rainbow"]), list[TableObservation]()
        for number, frame in enumerate(frames[:20]):
            found.append(watcher.process(replace(frame, time_s=number / 30)))
        return found[-1].units

    at_once, often = watched(1000), max(most)
    spread = watched(7)
    assert often > 7 and max(most) == 7
    for unit in spread:
        up = calibration.camera.elevation_deg(unit.x_mm, unit.y_mm)
        assert sum_unit([unit], PALETTES["rainbow"]).elevation_deg == pytest.approx(up, abs=0.1)
    kinds = [
        Counter((unit.levels[0].colour, unit.levels[0].size) for unit in each) for each in (spread, at_once)
    ]
    assert kinds[0] == kinds[1]


def test_a_frame_reads_all_detections_with_one_white_only(
    models: Models, frames: list[Frame], calibration: Calibration, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What white is is in doubt: the second one is tried in the frame after, but for small parts and the last
    reading, of which a short rest leaves no time."""
    most: list[int] = []

    def read(crops: np.ndarray, *more: object) -> object:
        most[-1] += len(crops)
        return models.reader.read(crops, *more)  # type: ignore[arg-type]

    unsure = Candidate(WhiteReference(np.array([1.1, 1.0, 0.9])), 0.3)
    one, weighed = Candidate(WhiteReference(np.ones(3)), 0.7), "_weighed"
    monkeypatch.setattr(TableWatcher, weighed, lambda self, image_bgr: (one, unsure))
    watcher = TableWatcher(
        calibration, replace(models, reader=SimpleNamespace(read=read)), PALETTES["rainbow"]
    )
    for number, frame in enumerate(frames[:20]):
        most.append(0)
        seen = watcher.process(replace(frame, time_s=number / 30))
    first, *whole, last = (many for many in most if many)
    assert seen.units and len(whole) == 2 and max(whole) <= pipeline.AT_A_LOOK < min(first, last)


def test_the_mirrored_view_of_a_crop_is_the_plain_one_of_its_mirror_image(models: Models) -> None:
    crops = np.random.default_rng(3).integers(0, 255, (4, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    turned, elevations = np.ascontiguousarray(crops[:, :, ::-1]), np.full(4, 0.8)
    there = models.reader.read(crops, elevations, View.MIRRORED)
    back = models.reader.read(turned, elevations, View.PLAIN_AGAIN)
    for one, other in zip(there, back, strict=True):
        assert one.points[:, 0] + other.points[:, 0] == pytest.approx([CROP_WIDTH - 1] * 2)
        assert one.p_flat == other.p_flat and (one.p_colours == other.p_colours).all()
        assert one.heading * (1, -1) == pytest.approx(other.heading)


def test_all_views_together_are_the_mean_of_each(models: Models) -> None:
    crops = np.random.default_rng(3).integers(0, 255, (4, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    elevations = np.full(4, 0.8)
    halves = (models.reader.read(crops, elevations, view) for view in (View.BOTH, View.AGAIN))
    single = [models.reader.read(crops, elevations, view) for view in View]
    assert len({readings[0].p_flat for readings in single}) == len(single) == 4
    for whole, one, other in zip(models.reader.read(crops, elevations), *halves, strict=True):
        assert whole.p_levels == pytest.approx(joined(one, other).p_levels, rel=0.02)


def test_one_picture_gives_the_same_pieces(models: Models, frames: list[Frame]) -> None:
    sight = see(frames[0].image_bgr, models, None, PALETTES["rainbow"])
    assert sight.source == "markers" and sight.error_px < 1
    assert pieces(sight.units) == Counter(ROUND.setup.near + ROUND.setup.far)
    assert [u.bbox_px[0] for u in sight.units] == sorted(u.bbox_px[0] for u in sight.units)


def test_the_pieces_alone_place_the_camera(
    models: Models, frames: list[Frame], calibration: Calibration, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same picture with its markers ignored: every piece has its size and colour."""
    monkeypatch.setattr("vision.observe.see.find_markers", lambda *given, **options: {})
    sight = see(frames[0].image_bgr, models, None, PALETTES["rainbow"])
    assert sight.source == "pieces" and "99% sure" in sight.remarks[0]
    assert pieces(sight.units) == Counter(ROUND.setup.near + ROUND.setup.far)
    assert sight.doubt is not None and sight.doubt.scale is not None and sight.doubt.scale < 0.05
    true, seen = calibration.camera, sight.camera
    assert abs(np.log(seen.focal_px / true.focal_px)) < 2 * sight.doubt.focal
    assert abs(np.log(np.linalg.norm(seen.position) / np.linalg.norm(true.position))) < 0.15


def test_frames_of_another_size_are_refused(models: Models, calibration: Calibration) -> None:
    watcher = TableWatcher(calibration, models)
    with pytest.raises(CalibrationError, match="calibrate again"):
        watcher.process(Frame(np.zeros((480, 640, 3), np.uint8), 0.0, 0))


def test_pictures_of_another_size_show_the_same_table(
    models: Models, frames: list[Frame], calibration: Calibration
) -> None:
    watcher = TableWatcher(calibration, models, PALETTES["rainbow"])
    before = [watcher.process(frame) for frame in frames[:14]][-1]
    smaller = [
        Frame(cv2.resize(frame.image_bgr, (960, 540), interpolation=cv2.INTER_AREA), 5 + frame.time_s, 50)
        for frame in frames[:20]
    ]
    watcher.place(calibration.for_size(960, 540))
    after = [watcher.process(frame) for frame in smaller]
    assert not after[0].units  # nothing is carried over
    assert pieces(after[-1].units) == pieces(before.units)


def test_a_missing_model_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="install the package again"):
        Models.load(tmp_path)
    (tmp_path / "finder.onnx").write_bytes(b"no model")
    with pytest.raises(ModelError, match="cannot be read"):
        Models.load(tmp_path)


def test_units_that_share_a_footprint_are_one() -> None:
    def at(x: float, confidence: float) -> UnitObservation:
        return UnitObservation(x, 0.0, Posture.UPRIGHT, 1.0, None, (), {1: 1.0}, (0, 0, 1, 1), confidence)

    assert [u.confidence for u in apart([at(0, 0.5), at(5, 0.9), at(20, 0.7)])] == [0.9, 0.7]


def test_a_bumped_camera_is_registered_again(
    models: Models, frames: list[Frame], calibration: Calibration
) -> None:
    watcher = TableWatcher(calibration, models, PALETTES["rainbow"])
    bump = np.array([[1.0, 0.0, 14.0], [0.0, 1.0, 9.0]])
    seen = []
    for i in range(24):
        image = frames[i].image_bgr
        shown = image if i < 10 else cv2.warpAffine(image, bump, (1280, 720), borderMode=cv2.BORDER_REPLICATE)
        seen.append(watcher.process(Frame(shown, i / 12, i)))
    before, after = seen[9], seen[-1]
    assert watcher.calibration is not calibration and after.registered and after.still
    for unit in after.units:
        off = min(np.hypot(unit.x_mm - b.x_mm, unit.y_mm - b.y_mm) for b in before.units)
        assert off < 5


def test_what_is_hardly_seen_is_told_apart_from_what_counts(
    models: Models, frames: list[Frame], calibration: Calibration, observed: list[TableObservation]
) -> None:
    """The smallest piece fades into the table: first it counts, then it is faint, then it is not found.

    The networks decide at which fading it is faint, but that stage always lies between the other two.
    """
    plain = next(each.units for each in observed if each.units)
    piece = min(plain, key=lambda unit: unit.bbox_px[2] - unit.bbox_px[0])
    x0, y0, x1, y1 = (round(v) for v in piece.bbox_px)
    shown = []
    for kept in (0.3, 0.14, 0.13, 0.12, 0.11, 0.1, 0.09, 0.02):
        image = frames[0].image_bgr.copy()
        part = image[y0 - 4 : y1 + 4, x0 - 4 : x1 + 4]
        rim = np.concatenate([part[0], part[-1], part[:, 0], part[:, -1]]).mean(0)
        part[:] = (kept * part + (1 - kept) * rim).astype(np.uint8)
        watcher = TableWatcher(calibration, models, PALETTES["rainbow"])
        last = [watcher.process(Frame(image, i / 8, i)) for i in range(10)][-1]
        for faint in last.faint:
            assert math.hypot(faint.x_mm - piece.x_mm, faint.y_mm - piece.y_mm) < 5
            assert FAINT <= faint.confidence < LEAST_SURE
        shown.append((len(last.units) - len(plain), len(last.faint)))
    assert shown[0] == (0, 0) and shown[-1] == (-1, 0) and (-1, 1) in shown
    assert shown == sorted(shown, key=lambda state: ((0, 0), (-1, 1), (-1, 0)).index(state))
    assert not observed[-1].faint
