"""The game survives camera trouble: silent cameras, pictures of another size, rotated phones."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from arbiter.camera.framing import Framing, fitted, recorded
from arbiter.camera.placing import Placed
from arbiter.record.record import Record, RecordError
from arbiter.watch.registration import (
    BACK,
    CUT,
    MOVED,
    RESIZED,
    SILENT,
    UNKNOWN,
    EdgeWatch,
    SignalWatch,
)
from arbiter.watch.watch import Parts, run
from arbiter.words.wording import sentence
from calibration.store import Calibration
from calibration.turning import quarter_turns, turned
from engine.initiative.examples import ROUNDS
from engine.pieces import Posture
from tests.support.calibration_views import LAYOUT, placed, render
from tests.support.cameras import look_at
from tests.support.simulated import strewn_table as strewn
from tests.support.watched_rounds import entries, standing
from tests.support.watched_table import SimEyes, SimSource, calibration, options, parts, round_frames
from vision.observation import Box, TableObservation, UnitObservation
from vision.observe.units import Models
from vision.source.frames import Frame, FrameSource

CAMERA = look_at((0, -480, 420), (0, 0, 0), 62.0)
PLACES = np.array([(x, y, 0.0) for x in (-120, 0, 120) for y in (-90, 60)])


class Interrupted(SimSource):
    """A live source that goes silent before some of its frames, for a number of polls."""

    def __init__(self, gaps: dict[int, int]) -> None:
        super().__init__(round_frames(), live=True, before=self._count)
        self._gaps, self._number = gaps, -1

    def _count(self, number: int) -> None:
        self._number = number

    @property
    def silent(self) -> bool:
        return self._gaps.get(self._number + 1, 0) > 0

    def ready(self) -> bool:
        if not self.silent:
            return True
        self._gaps[self._number + 1] -= 1
        return False


SIZE = (1280, 720)
WHOLE, LEFT, RIGHT = (3.5, 300.0, 60.0, 380.0), (0.0, 300.0, 40.0, 380.0), (1200.0, 640.0, 1280.0, 700.0)


@pytest.mark.parametrize(
    ("boxes", "confidence", "told"),
    [([WHOLE], 0.9, 0), ([WHOLE, LEFT], 0.9, 1), ([RIGHT], 0.9, 1), ([WHOLE, LEFT], 0.5, 0), ([], 0.9, 0)],
)
def test_a_pyramid_that_the_pictures_edge_cuts_is_told_once(
    boxes: list[Box], confidence: float, told: int
) -> None:
    watch, notices = EdgeWatch(), []
    for at in range(20):
        units = tuple(at_box(box, confidence) for box in boxes)
        notices += watch.step(TableObservation(0.5 * at, at, units, (), True, True), SIZE)
    assert [(notice.text, notice.time_s) for notice in notices] == [(CUT, 2.0)] * told


def test_a_pyramid_that_is_just_being_laid_in_is_none_that_the_edge_cuts() -> None:
    watch, seen = EdgeWatch(), [at_box(LEFT)]
    for at, (units, still) in enumerate(
        [(seen, True), (seen, True), ([], True), (seen, True), (seen, False)]
    ):
        assert not watch.step(TableObservation(1.5 * at, at, tuple(units), (), still, True), SIZE)


def at_box(box: Box, confidence: float = 0.9) -> UnitObservation:
    """A unit visible in this box, px."""
    return UnitObservation(0.0, 0.0, Posture.UPRIGHT, 1.0, None, (), {1: 1.0}, box, confidence)


def test_it_is_told_once_that_the_camera_is_silent_and_once_that_it_is_back() -> None:
    watch = SignalWatch()
    told = [watch.step(silent, float(k)) for k, silent in enumerate((False, True, True, False, False, True))]
    assert [[one.text for one in each] for each in told] == [[], [SILENT], [], [BACK], [], [SILENT]]
    assert [one.over for each in told for one in each] == [False, True, False]


def test_a_game_outlives_a_camera_that_goes_twice(tmp_path: Path) -> None:
    source = Interrupted({40: 5, 90: 3})
    lines: list[str] = []
    assert run(options(source, ROUNDS["basic"], tmp_path / "a.game"), parts(source, lines)) == 0
    found = entries(tmp_path / "a.game")
    assert standing(found) == list(ROUNDS["basic"].plays)
    notices = [entry.data["text"] for entry in found if entry.kind == "notice"]
    assert notices.count(SILENT) == 2
    assert notices.count(BACK) == 2
    assert sum(sentence(str(SILENT)) in line for line in lines) == 2


def test_orders_are_carried_out_while_no_picture_comes(tmp_path: Path) -> None:
    lines: list[str] = []
    gone = threading.Event()

    class Waiting(Interrupted):
        """Stays silent until the typed command has been carried out."""

        def ready(self) -> bool:
            if not self.silent:
                return True
            gone.set()
            time.sleep(0.02)
            if any("disputed" in line for line in lines):
                self._gaps.clear()
            return super().ready()

    def keys() -> Iterator[str]:
        gone.wait(20)
        yield "d"

    source = Waiting({60: 500})
    assert run(options(source, ROUNDS["basic"], tmp_path / "a.game"), parts(source, lines, keys=keys)) == 0
    assert gone.is_set()
    assert not source._gaps
    found = entries(tmp_path / "a.game")
    disputed = next(entry for entry in found if entry.kind == "dispute")
    assert disputed.data["move"] > 0
    assert standing(found) == list(ROUNDS["basic"].plays)


@pytest.fixture(scope="module")
def view() -> np.ndarray:
    return render(CAMERA, placed(LAYOUT))


@pytest.fixture(scope="module")
def known(view: np.ndarray) -> Calibration:
    from calibration.markers import find_markers
    from calibration.pose import solve

    return solve(find_markers(view), view.shape[1], view.shape[0], source="page").calibration


def test_a_smaller_picture_of_the_same_shape_is_the_same_camera(view: np.ndarray, known: Calibration) -> None:
    small = cv2.resize(view, (960, 540), interpolation=cv2.INTER_AREA)
    found = fitted(known, small)
    assert found is not None
    assert (found.camera.width, found.camera.height) == (960, 540)
    seen = found.camera.project(PLACES)
    assert np.abs(seen - ((known.camera.project(PLACES) + 0.5) * 0.75 - 0.5)).max() < 1.5


def test_a_turned_phone_is_found_by_the_markers(view: np.ndarray, known: Calibration) -> None:
    turned = cv2.rotate(view, cv2.ROTATE_90_CLOCKWISE)
    found = fitted(known, turned)
    assert found is not None
    x, y = known.camera.project(PLACES).T
    there = np.stack([view.shape[0] - 1 - y, x], 1)  # where a pixel moves with this rotation
    assert np.abs(found.camera.project(PLACES) - there).max() < 2.5


def test_without_markers_in_a_turned_picture_nothing_is_guessed(known: Calibration) -> None:
    grey = np.full((1280, 720, 3), 120, np.uint8)
    _, placed = Framing(known).step(Frame(grey, 0.0, 0), known)
    assert placed is None
    assert fitted(known, grey) is None


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_pictures_are_turned_so_that_up_is_up(view: np.ndarray, known: Calibration, turns: int) -> None:
    sent = Frame(np.ascontiguousarray(np.rot90(view, turns)), 0.0, 0)
    by_markers = fitted(known, sent.image_bgr)
    assert by_markers is not None
    framing = Framing(by_markers)  # a camera mounted like this from the start
    shown, placed = framing.step(sent, framing.calibration)
    assert placed is framing.calibration
    assert (shown.image_bgr == view).all()
    assert np.abs(placed.camera.project(PLACES) - known.camera.project(PLACES)).max() < 1.5
    if turns != 2:  # a phone that is rotated during the game, and back
        turning = Framing(known)
        shown, placed = turning.step(sent, known)
        assert placed is not None
        assert (shown.image_bgr == view).all()
        assert np.abs(placed.camera.project(PLACES) - known.camera.project(PLACES)).max() < 1.5
        shown, again = turning.step(Frame(view, 9.0, 9), placed)
        assert again is not None
        assert (shown.image_bgr == view).all()


def test_a_camera_found_turned_by_drifted_markers_is_turned_upright(
    view: np.ndarray, known: Calibration
) -> None:
    """Half a turn leaves the size of pictures unchanged, but the markers show it."""
    sent = Frame(np.ascontiguousarray(np.rot90(view, 2)), 1.0, 30)
    drifted = fitted(known, sent.image_bgr)
    assert drifted is not None
    framing = Framing(known)
    shown, placed = framing.step(sent, drifted)
    assert placed is not None
    assert framing.turns == 2
    assert (shown.image_bgr == view).all()
    assert np.abs(placed.camera.project(PLACES) - known.camera.project(PLACES)).max() < 1.5
    again, same = framing.step(sent, placed)
    assert same is placed
    assert (again.image_bgr == view).all()


def test_from_above_no_way_is_up() -> None:
    above = look_at((0, -60, 640), (0, 0, 0), 62.0)
    assert quarter_turns(above) == 0


PRISM = (-0.2, 0.05, 0.004, -0.007, 0.0, 0.01, 0.0, 0.0, 0.003, -0.001, 0.002, 0.004)


@pytest.mark.parametrize("bend", [PRISM[:4], PRISM[:5], PRISM])
@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_a_turned_camera_sees_what_its_turned_pictures_show(turns: int, bend: tuple[float, ...]) -> None:
    bent = replace(CAMERA, distortion=np.array(bend))
    x, y = bent.project(PLACES).T
    width, height = bent.size
    there = {0: (x, y), 1: (y, width - 1 - x), 2: (width - 1 - x, height - 1 - y), 3: (height - 1 - y, x)}
    seen = turned(Calibration(bent), turns).camera
    assert np.abs(seen.project(PLACES) - np.stack(there[turns], 1)).max() < 1e-6
    assert quarter_turns(seen) == (4 - turns) % 4


class OtherSize(SimSource):
    """Pictures have another shape between two frames."""

    def read(self) -> Frame | None:
        frame = super().read()
        if frame is None or not 50 <= frame.index < 60:
            return frame
        return Frame(np.zeros((50, 50, 3), np.uint8), frame.time_s, frame.index)


def test_pictures_that_do_not_fit_are_told_once_and_the_game_goes_on(tmp_path: Path) -> None:
    source = OtherSize(round_frames())
    eyes, lines = SimEyes(source), list[str]()
    world = parts(source, lines, eyes=lambda calibration, palette: eyes)
    assert run(options(source, ROUNDS["basic"], tmp_path / "a.game"), world) == 0
    found = entries(tmp_path / "a.game")
    assert [entry.data["text"] for entry in found if entry.kind == "notice"].count(RESIZED) == 1
    assert standing(found) == list(ROUNDS["basic"].plays)
    assert eyes.calibration.camera == calibration().camera or eyes.calibration.camera.width == 64


class Shown(FrameSource):
    """Pictures, each repeated a number of times."""

    def __init__(self, *pictures: tuple[np.ndarray, int]) -> None:
        super().__init__("camera 9", (1280, 720))
        self._pictures, self._number = [image for image, times in pictures for _ in range(times)], -1

    def read(self) -> Frame | None:
        self._number += 1
        if self._number >= len(self._pictures):
            return None
        return Frame(self._pictures[self._number], self._number / 12, self._number)

    def close(self) -> None:
        self._pictures = []


def watched(source: Shown, path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The messages while vision's real watcher, without its networks, runs on a table without markers."""
    blind: Any = SimpleNamespace(
        find=lambda *picture, **how: [], read=lambda image, camera, white, units: units
    )
    monkeypatch.setattr(Models, "load", staticmethod(lambda **_: Models(blind, blind, blind)))
    lines: list[str] = []
    placed_so = Placed(Calibration(strewn.BEFORE), (), iter(source))
    world = Parts(tell=lines.append, keys=lambda: (), place=lambda *_: placed_so)
    assert run(options(source, ROUNDS["basic"], path), world) == 0
    return lines


@pytest.mark.parametrize("number", [1, 2, 4])
def test_a_turned_phone_is_calibrated_anew_without_markers(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = Shown((strewn.shown(0, 1), 30), (strewn.shown(number, 1), 30))
    lines = watched(source, tmp_path / "a.game", monkeypatch)
    assert sum(sentence(str(MOVED)) in line for line in lines) == 1
    assert not any(sentence(str(UNKNOWN)) in line for line in lines)
    with Record.open(tmp_path / "a.game", readonly=True) as record:
        found = recorded(record.header_at(10**6), sent=True)
    assert found is not None
    assert found.camera.size == strewn.CAMERAS[number].size
    assert strewn.off_mm(found.camera, strewn.CAMERAS[number]) < 4.0


def test_where_a_turned_phone_shows_nothing_known_people_are_asked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grey = np.full((1280, 720, 3), 120, np.uint8)
    source = Shown((strewn.shown(0, 1), 30), (grey, 90), (strewn.shown(0, 1), 20))
    lines = watched(source, tmp_path / "a.game", monkeypatch)
    assert sum(sentence(str(RESIZED)) in line for line in lines) == 1
    assert sum(sentence(str(UNKNOWN)) in line for line in lines) == 1
    assert not any(sentence(str(MOVED)) in line for line in lines)


def test_a_record_is_not_gone_on_with_as_another_game(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    source = SimSource(round_frames())
    assert run(options(source, ROUNDS["basic"], path), parts(source, [])) == 0
    before = path.read_bytes()
    asked = options(SimSource(round_frames()), ROUNDS["basic"], path, game="nickel", resume=path)
    with pytest.raises(RecordError, match=r"is a game of Initiative: .* arbiter watch initiative --resume"):
        run(asked, parts(source, []))
    assert path.read_bytes() == before
