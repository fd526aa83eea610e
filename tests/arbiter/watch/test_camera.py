"""The camera during a watch: locating the table, a bumped camera, a slow detector, pace and voice."""

from __future__ import annotations

import json
import time
import wave
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from arbiter.camera import placing
from arbiter.camera.placing import place
from arbiter.cli.commands.watch import SAMPLES
from arbiter.voice.voice import Voice
from arbiter.watch.options import WatchOptions
from arbiter.watch.preparation import in_real_time, settle
from arbiter.watch.registration import MOVED, PlaceWatch, shift_px
from arbiter.watch.timing import Stats
from arbiter.watch.watch import Parts, run
from arbiter.words.wording import sentence
from calibration.camera import CalibrationError
from calibration.store import Calibration, write
from engine.game import plain
from engine.games import find_game
from engine.initiative.examples import ROUNDS
from tests.support.calibration_views import LAYOUT, placed, render
from tests.support.cameras import look_at
from tests.support.watched_rounds import entries, standing
from tests.support.watched_table import SimEyes, SimSource, calibration, options, parts, round_frames
from vision.observation import TableObservation
from vision.observe.units import Models
from vision.pose.freeview import NotEnoughUnits
from vision.source.frames import Frame, FrameSource, SourceError
from vision.source.live import HELD, LiveSource

CAMERA = look_at((0, -480, 420), (0, 0, 0), 62.0)
CARD_VIEW = look_at((0, -420, 400), (0, 0, 0), 62.0)
BUMPED = look_at((25, -480, 420), (20, 0, 0), 62.0)
EMPTY = np.full((720, 1280, 3), 110, np.uint8)


class Pictures(FrameSource):
    """A source of given pictures."""

    def __init__(self, *pictures: np.ndarray, live: bool = False) -> None:
        super().__init__("camera 9" if live else "table.mp4", (1280, 720))
        self.live, self._pictures = live, pictures
        self.rewind()

    def rewind(self) -> None:
        self._left, self._number = list(self._pictures), -1

    def read(self) -> Frame | None:
        self._number += 1
        return Frame(self._left.pop(0), self._number / 30, self._number) if self._left else None

    def close(self) -> None:
        self._left = []


@pytest.fixture(scope="module")
def view() -> np.ndarray:
    return render(CAMERA, placed(LAYOUT))


@pytest.fixture(scope="module")
def solved(view: np.ndarray) -> Calibration:
    return place(Pictures(view)).calibration


@pytest.fixture(autouse=True)
def nothing_stored(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Use a separate, empty store of calibrations."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


# ----- placing the table


def test_placed_by_the_markers_without_losing_a_frame(view: np.ndarray) -> None:
    source = Pictures(EMPTY, EMPTY, *[view] * 9)
    found = place(source)
    assert len(found.calibration.markers) == 4 and "4 markers" in found.remarks[0]
    assert [frame.index for frame in found.frames] == [2, 3, 4, 5, 6, 7, 8, 9, 10]


def test_a_film_is_watched_from_its_beginning_however_long_markers_are_looked_for() -> None:
    """One marker is never seen, and the set-up is at the beginning."""
    three = render(CAMERA, placed({name: at for name, at in LAYOUT.items() if name}))
    found = place(Pictures(*[three] * 30))
    assert len(found.calibration.markers) == 3
    assert [frame.index for frame in found.frames] == list(range(30))


def test_a_camera_goes_on_with_its_newest_frame(view: np.ndarray) -> None:
    found = place(Pictures(*[view] * 9, live=True))
    assert [frame.index for frame in found.frames] == [6, 7, 8]


def test_no_markers() -> None:
    with pytest.raises(NotEnoughUnits, match="lay a playing card"):
        place(Pictures(EMPTY, EMPTY))


def with_card(picture: np.ndarray) -> np.ndarray:
    """The picture with a poker card in the middle of the table."""
    picture = picture.copy()
    flat = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * (31.5, 44.0)
    corners = CARD_VIEW.project(np.column_stack([flat, np.zeros(4)]))
    cv2.fillConvexPoly(picture, np.round(corners * 16).astype(np.int32), (240, 240, 240), cv2.LINE_AA, 4)
    return picture


def test_markers_that_contradict_each_other_are_named_and_the_card_is_used() -> None:
    """A corner of one is bent up; without a card that is all that can be said."""
    corners = placed({2: LAYOUT[2], 3: LAYOUT[3]})
    corners[3][0] += (10.0, -10.0)
    wrong = render(CARD_VIEW, corners, table_bgr=(0.15, 0.15, 0.15))
    with pytest.raises(CalibrationError, match="do not fit one flat table"):
        place(Pictures(wrong, wrong))
    found = place(Pictures(*[with_card(wrong)] * 2))
    flat, placed_by = map(str, found.remarks)
    assert "do not fit one flat table" in flat and "1 poker card" in placed_by
    assert not found.calibration.markers
    assert found.calibration.camera.focal_px == pytest.approx(CARD_VIEW.focal_px, rel=0.1)


def test_a_card_in_view_stands_in_for_the_markers() -> None:
    """Near is then the camera's side, and drift is not checked because there are no markers."""
    picture = with_card(EMPTY)
    found = place(Pictures(picture, picture))
    assert not found.calibration.markers and found.calibration.near_by == "camera"
    assert "1 poker card" in found.remarks[0] and "all may be off" in found.remarks[0]
    assert found.calibration.camera.position[1] < 0
    assert len(list(found.frames)) == 2


def test_no_pictures() -> None:
    with pytest.raises(SourceError, match="holds no pictures"):
        place(Pictures())


def test_given_calibration_needs_no_markers(tmp_path: Path, solved: Calibration) -> None:
    write(tmp_path / "c.json", solved)
    found = place(Pictures(EMPTY, EMPTY), tmp_path / "c.json")
    assert found.calibration.camera.tvec == pytest.approx(solved.camera.tvec)
    assert len(list(found.frames)) == 2
    with pytest.raises(CalibrationError, match=r"absent\.json"):
        place(Pictures(EMPTY), tmp_path / "absent.json")


def test_a_known_calibration_is_kept_while_the_markers_agree(view: np.ndarray, solved: Calibration) -> None:
    known = replace(solved, camera=replace(solved.camera))
    assert place(Pictures(view), known=known).calibration is known
    moved = place(Pictures(render(BUMPED, placed(LAYOUT))), known=known).calibration
    np.testing.assert_array_equal(moved.camera.K, known.camera.K)
    assert shift_px(known, moved) > 10
    for name, corners in known.markers.items():
        np.testing.assert_array_equal(moved.markers[name], corners)
    assert place(Pictures(EMPTY), known=known).calibration is known


def test_the_stored_calibration_of_the_camera(view: np.ndarray, solved: Calibration, tmp_path: Path) -> None:
    write(placing.default_path("9", 1280, 720), solved)
    found = place(Pictures(view, live=True))
    assert found.remarks == ("table placed by this camera's calibration",)


def test_a_contradicting_calibration_is_solved_anew(solved: Calibration) -> None:
    layout = {name: (0.6 * x, 0.7 * y + 30, turn + 40 * name) for name, (x, y, turn) in LAYOUT.items()}
    found = place(Pictures(render(CAMERA, placed(layout))), known=solved)
    assert "placed by 4 markers" in found.remarks[0]


# ----- a bumped camera


def test_place_watch() -> None:
    here, nudged, there = (Calibration(camera) for camera in (CAMERA, replace(CAMERA), BUMPED))
    watch = PlaceWatch(here)
    assert watch.step(here, True, 0.0) == (False, ())
    assert watch.step(nudged, True, 1.0) == (True, ())
    anew, notices = watch.step(there, True, 2.0)
    assert anew and [notice.text for notice in notices] == [MOVED]
    assert watch.step(there, True, 3.0) == (False, ())
    assert watch.step(here, True, 4.0) == (True, ())  # still being corrected, and already reported
    assert watch.step(here, False, 20.0) == (False, ())
    assert watch.step(there, True, 22.0) == (True, ())  # the session reports that the table is back
    assert len(watch.step(here, True, 40.0)[1]) == 1


def test_a_camera_that_takes_over_and_places_itself_better_was_not_moved() -> None:
    here, there, back = (Calibration(camera) for camera in (CAMERA, BUMPED, replace(CAMERA)))
    watch = PlaceWatch(here, taken_over=True)
    assert watch.step(there, True, 1.0) == (True, ())
    assert [notice.text for notice in watch.step(back, True, 2.0)[1]] == [MOVED]


def test_bumped_in_the_middle_of_a_game(tmp_path: Path) -> None:
    source = SimSource(round_frames())
    moved = Calibration(calibration().camera.with_pose((np.pi, 0, 0), (60, 0, 900), 0.2))
    eyes = SimEyes(source, moves={66: moved})
    lines: list[str] = []
    world = parts(source, lines, eyes=lambda calibration, palette: eyes)
    eyes.calibration = calibration()
    assert run(options(source, ROUNDS["basic"], tmp_path / "a.game"), world) == 0
    found = entries(tmp_path / "a.game")
    assert sum("camera was moved" in line for line in lines) == 1
    assert standing(found) == list(ROUNDS["basic"].plays)
    anew = next(entry for entry in found if entry.kind == "header")
    assert anew.data["calibration"]["tvec"][0] == 60


# ----- time


class Camera30:
    """A camera that sends a picture every 5 ms."""

    taken = 0

    def read(self) -> tuple[bool, Any]:
        time.sleep(0.005)
        self.taken += 1
        return True, np.full((36, 64, 3), self.taken % 256, np.uint8)

    def get(self, prop: int) -> float:
        return {cv2.CAP_PROP_FRAME_WIDTH: 64.0, cv2.CAP_PROP_FRAME_HEIGHT: 36.0}.get(prop, 0.0)

    def release(self) -> None:
        pass


def test_a_slow_detector_lags_behind_the_camera_by_so_much_and_no_more(tmp_path: Path) -> None:
    camera, late = Camera30(), []
    source = LiveSource("camera 0", camera)

    def look(frame: Frame) -> TableObservation:
        late.append(camera.taken - frame.index)
        time.sleep(0.05)
        return TableObservation(frame.time_s, frame.index, (), (), True, True)

    def frames() -> Iterator[Frame]:
        end = time.monotonic() + 1.0  # a second from the first look, however long start-up takes
        yield from takewhile(lambda frame: time.monotonic() < end, source)

    eyes = SimpleNamespace(look=look, glimpse=lambda wanted: None, detected=True, calibration=calibration())
    world = parts(
        SimSource(()),
        [],
        eyes=lambda *_: eyes,
        place=lambda *_: placing.Placed(calibration(), (), frames()),
    )
    with source:
        run(options(source, ROUNDS["basic"], tmp_path / "a.game"), world)
    assert 8 <= len(late) <= 21
    assert sorted(late)[-2] <= 4 * HELD, "more and more frames waited"


@pytest.mark.parametrize(
    ("live", "headless", "voice", "wav", "can_speak", "paced"),
    [
        (True, False, True, False, True, False),
        (False, False, False, False, False, True),
        (False, True, False, False, False, False),
        (False, True, True, False, True, True),
        (False, True, True, False, False, False),
        (False, True, True, True, True, False),
    ],
)
def test_pace(
    live: bool, headless: bool, voice: bool, wav: bool, can_speak: bool, paced: bool, tmp_path: Path
) -> None:
    source = SimSource((), live=live)
    out = tmp_path / "a.wav" if wav else None
    asked = options(source, ROUNDS["basic"], tmp_path, headless=headless, voice=voice, voice_out=out)
    speaker: Any = SimpleNamespace(wait_ready=lambda: can_speak) if voice else None
    assert in_real_time(asked, speaker) is paced


def test_a_video_with_a_page_runs_at_its_own_pace(tmp_path: Path) -> None:
    source = SimSource(takewhile(lambda seen: seen.time_s < 1.5, round_frames()))
    began = time.monotonic()
    stats = Stats()
    run(options(source, ROUNDS["basic"], tmp_path / "a.game", headless=False), parts(source, []), stats)
    assert 1.2 < time.monotonic() - began < 30


@pytest.mark.parametrize("film", sorted(SAMPLES.glob("*.mp4")), ids=lambda film: film.stem)
def test_a_sample_brings_its_own_rules_and_table(film: Path, tmp_path: Path) -> None:
    game, truth = film.stem.partition("-")[0], json.loads(film.with_suffix(".json").read_text("utf-8"))
    asked = options(SimSource((), spec=str(film)), ROUNDS["call"], tmp_path, sample=True, rounds=2)
    settled: WatchOptions = settle(replace(asked, game=game, rules=find_game(game).rules))
    assert (plain(settled.rules), settled.rounds) == (truth["rules"], 1)
    assert settled.table == truth.get("table", {})
    assert settle(replace(asked, sample=False)).rounds == 2


# ----- voice


def test_what_is_said_goes_to_the_sound_file(tmp_path: Path) -> None:
    out, source = tmp_path / "said.wav", SimSource(takewhile(lambda seen: seen.time_s < 5, round_frames()))
    lines: list[str] = []
    asked = options(source, ROUNDS["basic"], tmp_path / "a.game", voice=True, voice_out=out)
    assert run(asked, parts(source, lines)) == 0
    said = [entry for entry in entries(tmp_path / "a.game") if entry.kind == "said"]
    assert [entry.data["about"] for entry in said] == ["setup", "move"]
    assert all(entry.data["spoken"] for entry in said)
    with wave.open(str(out)) as sound:
        assert sound.getnframes() / sound.getframerate() > 6


def test_no_voice_is_one_line_and_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start: Callable[..., Voice] = Voice.start
    monkeypatch.setattr(Voice, "start", lambda **more: start(**{**more, "driver": "no-such-driver"}))
    source = SimSource(takewhile(lambda seen: seen.time_s < 5, round_frames()))
    told: list[str] = []
    warned: list[str] = []
    asked = options(source, ROUNDS["basic"], tmp_path / "a.game", voice=True)
    world: Parts = parts(source, told, warn=warned.append)
    assert run(asked, world) == 0
    assert len(warned) == 1 and warned[0].startswith("no voice: ")
    assert any("Alison leads a small blue" in line for line in told)
    said = [entry for entry in entries(tmp_path / "a.game") if entry.kind == "said"]
    assert said and not any(entry.data["spoken"] for entry in said)


def test_the_real_table_watcher_follows_a_bumped_camera(
    view: np.ndarray, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The real watcher of vision, without its networks, in the watch loop."""
    blind: Any = SimpleNamespace(
        find=lambda *picture, **how: [], read=lambda image, camera, white, units: units
    )
    monkeypatch.setattr(Models, "load", staticmethod(lambda **_: Models(blind, blind, blind)))
    bumped = render(BUMPED, placed(LAYOUT))
    source, stats, lines = Pictures(*[view] * 30, *[bumped] * 45, *[view] * 45), Stats(), []
    world = Parts(tell=lines.append, keys=lambda: ())
    assert run(options(source, ROUNDS["basic"], tmp_path / "a.game"), world, stats) == 0
    assert sum(sentence(str(MOVED)) in line for line in lines) == 1
    placed_anew = [entry for entry in entries(tmp_path / "a.game") if entry.kind == "header"]
    assert len(placed_anew) == 2
    assert len(stats.frames) == 120
    assert 3 <= sum(frame.detected for frame in stats.frames) < 60
