"""Frame sources: small real videos, a real HTTP stream, and a camera that can be unplugged."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest

from vision.source.file import FileSource
from vision.source.frames import Frame, SourceError
from vision.source.live import MOST_STUCK, CameraAway, LiveSource, thinned
from vision.source.opening import Camera, _plugged_in_again, cameras, open_source, refusals

COUNT = 60


def picture(number: int) -> np.ndarray:
    """A picture whose grey level encodes its number."""
    return np.full((120, 160, 3), 4 * (number % COUNT), np.uint8)


def number_of(image: np.ndarray) -> int:
    return round(float(image.mean()) / 4)


def video(path: Path, codec: str = "MJPG", count: int = COUNT) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*codec), 25.0, (160, 120))
    assert writer.isOpened()
    for number in range(count):
        writer.write(picture(number))
    writer.release()
    return path


@pytest.mark.parametrize(("name", "codec"), [("a.avi", "MJPG"), ("a.mp4", "mp4v"), ("a.mkv", "MJPG")])
def test_file_gives_every_frame_however_slowly_it_is_read(tmp_path: Path, name: str, codec: str) -> None:
    with open_source(str(video(tmp_path / name, codec))) as source:
        assert isinstance(source, FileSource) and not source.live
        assert source.size == (160, 120)
        frames = []
        for frame in source:
            frames.append(frame)
            if frame.index % 20 == 0:
                time.sleep(0.1)
    assert [frame.index for frame in frames] == list(range(COUNT))
    assert [number_of(frame.image_bgr) for frame in frames] == pytest.approx(list(range(COUNT)), abs=1)
    assert [frame.time_s for frame in frames] == pytest.approx([n / 25 for n in range(COUNT)], abs=0.005)


def cut_short(path: Path, part: float) -> Path:
    data = path.read_bytes()
    path.write_bytes(data[: int(part * len(data))])
    return path


@pytest.mark.parametrize("name", ["a.avi", "a.mkv"])
def test_truncated_video_gives_what_there_is_and_then_one_line(tmp_path: Path, name: str) -> None:
    path = cut_short(video(tmp_path / name), 0.5)
    source = open_source(str(path))
    frames = 0
    with pytest.raises(SourceError, match=r"breaks off after \d+ of \d+ frames \(truncated") as told:
        for _ in source:
            frames += 1
    assert 20 < frames < 40
    assert "\n" not in str(told.value)


def write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def image(path: Path) -> Path:
    cv2.imwrite(str(path), picture(3))
    return path


BAD_FILES = (
    (lambda folder: folder, "is a folder"),
    (lambda folder: write(folder / "empty.mp4", b""), "is empty"),
    (lambda folder: write(folder / "text.mp4", b"no video at all" * 99), "cannot be read as a video"),
    (lambda folder: cut_short(video(folder / "cut.mp4", "mp4v"), 0.6), "broken, truncated"),
    (lambda folder: image(folder / "picture.png"), "is a picture, not a video: use `arbiter see"),
    (lambda folder: image(folder / "picture.jpg"), "is a picture, not a video"),
    (lambda folder: folder / "missing.mp4", "there is no file and no camera called"),
)


@pytest.mark.parametrize(("make", "line"), BAD_FILES)
def test_bad_file_is_one_clear_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], make: Any, line: str
) -> None:
    with pytest.raises(SourceError, match=line) as told:
        open_source(str(make(tmp_path)))
    assert "\n" not in str(told.value)
    assert capfd.readouterr() == ("", "")


def test_missing_camera_is_one_clear_line(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SourceError, match="camera 97 cannot be opened: plug it in"):
        open_source("97")
    assert capfd.readouterr() == ("", "")


def named_cameras(folder: Path) -> Path:
    for index, name in ((0, "HD Webcam"), (1, "HD Webcam"), (2, "Document Camera"), (10, "HD Front")):
        (folder / f"video{index}").mkdir()
        (folder / f"video{index}" / "name").write_text(name + "\n")
    return folder


def test_cameras_are_listed_by_index_with_their_names(tmp_path: Path) -> None:
    assert cameras(named_cameras(tmp_path))[1:] == (
        Camera(1, "HD Webcam"),
        Camera(2, "Document Camera"),
        Camera(10, "HD Front"),
    )
    assert cameras(tmp_path / "nowhere") == ()


@pytest.mark.parametrize(
    ("spec", "line"),
    [
        ("hd", "'hd' fits several cameras: HD Front, HD Webcam; give more of the name"),
        ("document", "camera document cannot be opened"),
        ("phone", r"no camera called 'phone'; cameras here: 0 \(HD Webcam\), 1 "),
    ],
)
def test_device_names(tmp_path: Path, spec: str, line: str) -> None:
    with pytest.raises(SourceError, match=line):
        open_source(spec, names=named_cameras(tmp_path))


class PacedCamera:
    """A camera that takes a picture every ``pace_s``; ``plugged`` is whether its cable is in."""

    def __init__(self, pace_s: float) -> None:
        self.pace_s, self.taken, self.plugged, self.released = pace_s, 0, True, False

    def read(self) -> tuple[bool, Any]:
        time.sleep(self.pace_s)
        if not self.plugged:
            return False, None
        self.taken += 1
        return True, picture(self.taken - 1)

    def get(self, prop: int) -> float:
        return {cv2.CAP_PROP_FRAME_WIDTH: 160.0, cv2.CAP_PROP_FRAME_HEIGHT: 120.0}.get(prop, 0.0)

    def release(self) -> None:
        self.released = True


def test_slow_reader_always_gets_the_newest_frame() -> None:
    camera = PacedCamera(0.005)
    with LiveSource("camera 0", camera) as source:
        assert source.live and source.size == (160, 120)
        indexes = []
        for _ in range(6):
            time.sleep(0.06)
            before = camera.taken
            frame = source.read()
            assert frame is not None
            assert frame.index >= before - 2
            assert number_of(frame.image_bgr) == frame.index % COUNT
            indexes.append(frame.index)
    assert all(after - before > 2 for before, after in itertools.pairwise(indexes))
    assert camera.released


def test_who_follows_a_game_gets_what_a_slow_look_has_kept_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.source.live.HELD", 8)
    camera = PacedCamera(0.005)
    with LiveSource("camera 0", camera) as source:
        assert source.read() is not None
        source.hold()
        end = time.monotonic() + 10
        while camera.taken < 40 and time.monotonic() < end:
            time.sleep(0.01)
        held = [frame for frame, _ in zip(source, range(4), strict=False)]
    gaps = [after.index - before.index for before, after in itertools.pairwise(held)]
    assert all(frame.late for frame in held) and sorted(gaps, reverse=True) == gaps and gaps[0] > 1


def test_of_too_many_frames_every_second_one_goes_and_the_newest_stays() -> None:
    frames = tuple(Frame(picture(0), float(number), number) for number in range(6))
    kept = {room: [frame.index for frame in thinned(frames, room)] for room in (6, 5, 1)}
    assert kept == {6: [0, 1, 2, 3, 4, 5], 5: [1, 3, 5], 1: [1, 3, 5]}
    assert [frame.index for frame in thinned(frames[:2], 1)] == [1]


def test_fast_reader_gets_no_frame_twice() -> None:
    with LiveSource("camera 0", PacedCamera(0.01)) as source:
        indexes = [frame.index for frame, _ in zip(source, range(10), strict=False)]
    assert indexes == sorted(set(indexes))


def test_unplugged_camera_is_one_line_after_the_silence() -> None:
    camera = PacedCamera(0.005)
    with LiveSource("camera 0", camera, silence_s=0.3) as source:
        assert source.read() is not None
        camera.plugged = False
        began = time.monotonic()
        with pytest.raises(
            SourceError, match=r"camera 0 has sent no picture for 0.3 s: is it still connected\?"
        ):
            while source.read():
                pass
        assert 0.2 < time.monotonic() - began < 10


@pytest.mark.parametrize(
    ("size", "fps", "lines"),
    [
        ((1280, 720), 30.0, ()),
        ((1280, 720), 0.0, ()),
        ((640, 480), 30.0, ("the camera gives 640x480 pixels, not 1280x720",)),
        ((1280, 720), 10.0, ("the camera gives 10 pictures a second, not 30: more light may help",)),
    ],
)
def test_what_the_camera_refused_is_told(size: tuple[int, int], fps: float, lines: tuple[str, ...]) -> None:
    assert refusals(size, fps) == lines


@contextmanager
def phone(pictures: int, port: int = 0) -> Iterator[str]:
    """A phone's MJPEG stream that goes silent after a number of pictures; yields its address."""
    quiet = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            for number in range(pictures):
                data = cv2.imencode(".jpg", picture(number))[1].tobytes()
                head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
                self.wfile.write(head.encode() + data + b"\r\n")
                time.sleep(0.01)
            quiet.wait(20)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/video"
    finally:
        quiet.set()
        server.shutdown()
        server.server_close()


def test_stream_is_read_until_it_falls_silent() -> None:
    with phone(COUNT) as address:
        source = open_source(address, silence_s=0.5)
        seen = []
        with pytest.raises(SourceError, match="has sent no picture"):
            for frame in source:
                seen.append(number_of(frame.image_bgr))
        assert len(seen) > 10
        assert seen == sorted(seen)
    source.close()


def test_a_cameras_password_is_in_no_name_of_it() -> None:
    """A record keeps the name of a source."""
    with phone(COUNT) as address, open_source(address.replace("http://", "http://ann:secret@")) as source:
        assert source.read() is not None
        assert "secret" not in source.spec and source.spec.endswith("/video")


def test_address_without_a_stream_is_one_line() -> None:
    with pytest.raises(SourceError, match=r"no pictures come from http://127\.0\.0\.1:9/video: check the"):
        open_source("http://127.0.0.1:9/video")


class Unplugged(PacedCamera):
    """A camera that delivers a number of pictures and then none, or hangs in the middle of a read."""

    def __init__(self, pictures: int, hangs: threading.Event | None = None) -> None:
        super().__init__(0.005)
        self._pictures, self._hangs = pictures, hangs

    def read(self) -> tuple[bool, Any]:
        if self.taken >= self._pictures:
            if self._hangs is not None:
                self._hangs.wait(20)
            self.plugged = False
        return super().read()


def test_a_camera_that_has_gone_is_opened_again_until_it_is_back() -> None:
    tries: list[float] = []
    first = Unplugged(3)

    def reopen() -> PacedCamera | None:
        tries.append(time.monotonic())
        return PacedCamera(0.005) if len(tries) == 3 else None

    with LiveSource("camera 0", first, silence_s=0.2, reopen=reopen) as source:
        indexes, silent = [], False
        end = time.monotonic() + 8
        while len(indexes) < 20 and time.monotonic() < end:
            silent = silent or source.silent
            if source.ready():
                frame = source.read()
                assert frame is not None
                indexes.append(frame.index)
        assert silent and not source.silent
    assert len(indexes) == 20 and indexes == sorted(set(indexes))
    assert first.released
    assert tries[1] - tries[0] < tries[2] - tries[1]  # increasing pauses


def test_a_read_that_hangs_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.source.live.STUCK_S", 0.3)
    free = threading.Event()
    stuck = Unplugged(2, free)
    with LiveSource("camera 0", stuck, silence_s=0.2, reopen=lambda: PacedCamera(0.005)) as source:
        seen, end = 0, time.monotonic() + 8
        while seen < 10 and time.monotonic() < end:
            if source.ready() and source.read() is not None:
                seen += 1
        assert seen == 10
        free.set()
        end = time.monotonic() + 5
        while not stuck.released and time.monotonic() < end:
            time.sleep(0.01)
    assert stuck.released  # and a picture read too late was not delivered


def test_of_reads_that_hang_only_some_are_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.source.live.STUCK_S", 0.0)
    monkeypatch.setattr("vision.source.live.READY_S", 0.01)
    free = threading.Event()
    before = threading.active_count()
    with LiveSource(
        "camera 0", Unplugged(0, free), silence_s=0.0, reopen=lambda: Unplugged(0, free)
    ) as source:
        for _ in range(40):
            assert not source.ready()
        assert before < threading.active_count() <= before + MOST_STUCK + 1
        free.set()


def test_a_stream_is_found_again_after_its_phone_has_restarted() -> None:
    with phone(8) as address:
        source = open_source(address, silence_s=0.4)
        gone, seen = False, 0
        end = time.monotonic() + 15
        while not (gone and seen > 12) and time.monotonic() < end:
            gone = gone or source.silent
            if source.ready() and source.read() is not None:
                seen += 1
        source.close()
    assert gone and seen > 12


def test_a_phone_that_is_not_there_at_first_is_found_later() -> None:
    with phone(1) as address:
        port = urlsplit(address).port or 0
    with pytest.raises(CameraAway, match="no pictures come from") as away:
        open_source(address)
    with away.value.awaited() as source:
        assert source.silent and not source.due() and source.size == (0, 0)
        with phone(8, port):
            end = time.monotonic() + 15
            while not source.ready() and time.monotonic() < end:
                pass
            assert source.read() is not None and not source.silent


def test_a_webcam_is_found_under_its_name_at_another_index(tmp_path: Path) -> None:
    named = named_cameras(tmp_path)
    camera = cameras(named)[0]
    assert _plugged_in_again((97,), camera.name, named)[0] == camera.index
    assert _plugged_in_again((97,), "gone", named) == (97,)
    assert _plugged_in_again((97,), None, named) == (97,)


def test_a_film_in_the_folder_of_nobody_is_not_there() -> None:
    with pytest.raises(SourceError):
        open_source("~nobody-at-all/film.mp4")


@pytest.mark.parametrize("spec", ["9" * 5000, "4294967296", "x" * 5000, "\0"])
def test_what_can_be_no_camera_is_one_line(spec: str) -> None:
    with pytest.raises(SourceError) as found:
        open_source(spec)
    assert "\n" not in str(found.value)
