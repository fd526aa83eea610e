"""Video files and streams: every picture in its own size, upright, and size-checked before decoding."""

from __future__ import annotations

import io
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from vision.source.frames import Frame, SourceError
from vision.source.opening import capture_of, open_source
from vision.source.video import FILE, Video

WIDE, TALL = (96, 64), (64, 96)


class Spoilt:
    """A frame that cannot be converted to a picture."""

    pts = dts = time_base = None

    def to_ndarray(self, format: str) -> np.ndarray:
        raise av.FFmpegError(95, "Operation not supported")


def halves(size: tuple[int, int]) -> np.ndarray:
    """A picture whose upper half is white."""
    image = np.zeros((size[1], size[0], 3), np.uint8)
    image[: size[1] // 2] = 255
    return image


def film(size: tuple[int, int], form: str, count: int = 12) -> bytes:
    made = io.BytesIO()
    with av.open(made, "w", format=form) as container:
        stream = container.add_stream("mpeg4" if form == "mp4" else "mpeg2video", rate=12)
        stream.width, stream.height, stream.pix_fmt = *size, "yuv420p"
        for _ in range(count):
            container.mux(stream.encode(av.VideoFrame.from_ndarray(halves(size), format="bgr24")))
        container.mux(stream.encode())
    return made.getvalue()


def jpegs(size: tuple[int, int], count: int = 12) -> bytes:
    data = cv2.imencode(".jpg", halves(size))[1].tobytes()
    return (b"--b\r\nContent-Length: %d\r\n\r\n" % len(data) + data + b"\r\n") * count


STREAMS = {
    "multipart/x-mixed-replace; boundary=b": jpegs(WIDE) + jpegs(TALL),
    "video/mp2t": film(WIDE, "mpegts") + film(TALL, "mpegts"),
}


@contextmanager
def sending(kind: str, data: bytes) -> Iterator[str]:
    """The address of a server that sends these bytes and nothing else."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/video"
        server.shutdown()


@pytest.mark.parametrize("kind", STREAMS)
def test_the_pictures_of_a_phone_that_is_turned_come_in_their_own_size(kind: str) -> None:
    with sending(kind, STREAMS[kind]) as address:
        stream, sizes = capture_of(address), []
        while (read := stream.read())[0]:
            sizes.append((read[1].shape[1], read[1].shape[0]))
        stream.release()
    assert set(sizes) == {WIDE, TALL} and sizes.count(TALL) >= 10


def turned(data: bytes) -> bytes:
    """A film with metadata that rotates its pictures by 90 degrees clockwise."""
    at = data.index(b"tkhd") + 44
    return data[:at] + struct.pack(">9i", 0, 1 << 16, 0, -1 << 16, 0, 0, 0, 0, 1 << 30) + data[at + 36 :]


def test_a_film_is_shown_as_it_was_held_up(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    path.write_bytes(turned(film(WIDE, "mp4")))
    with open_source(str(path)) as source:
        frame = source.read()
    assert source.size == TALL and frame is not None
    left, right = np.split(frame.image_bgr, 2, axis=1)
    assert left.mean() < 20 and right.mean() > 235


def test_a_broken_picture_in_a_film_is_passed_over(tmp_path: Path) -> None:
    path, good = tmp_path / "a.avi", cv2.imencode(".jpg", halves(WIDE))[1].tobytes()
    with av.open(str(path), "w") as container:
        stream = container.add_stream("mjpeg", rate=12)
        stream.width, stream.height, stream.pix_fmt = *WIDE, "yuvj420p"
        for number in range(60):
            packet = av.Packet(b"\0" * 300 if number == 30 else good)
            packet.stream, packet.pts, packet.dts = stream, number, number
            container.mux(packet)
    with open_source(str(path)) as source:
        frames: list[Frame] = list(source)
    assert len(frames) == 59
    assert frames[30].time_s == pytest.approx(31 / 12)


def test_a_picture_that_cannot_be_made_into_one_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    path.write_bytes(film(WIDE, "mp4"))
    video = Video(str(path), FILE)
    video._waiting.extend([Spoilt(), Spoilt()])  # type: ignore[list-item]
    seen = 0
    while video.read()[0]:
        seen += 1
    video.release()
    assert seen == 12


def test_a_film_packed_in_an_unknown_way_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "a.avi"
    path.write_bytes(film(WIDE, "avi").replace(b"mpg2", b"zzzz"))
    with pytest.raises(SourceError, match="cannot be read as a video"):
        open_source(str(path))


def test_what_is_no_video_is_one_line() -> None:
    none = pytest.raises(SourceError, match="no pictures come from")
    with sending("text/html", b"<p>no video</p>" * 99) as address, none as told:
        open_source(address.replace("http://", "http://ann:secret@"))
    assert "\n" not in str(told.value) and "secret" not in str(told.value)


def test_a_film_goes_on_from_any_time_with_the_pictures_it_has_there() -> None:
    sample = str(Path(__file__).parents[3] / "arbiter/samples/initiative-basic.mp4")
    with open_source(sample) as film:
        all_of_it = {frame.time_s: int(frame.image_bgr.sum()) for frame in film}
    last_s = max(all_of_it)
    with open_source(sample) as film:
        for from_s in (37.3, 2.0, last_s - 1, last_s + 60):
            film.seek(from_s)
            found = [
                (frame.time_s, int(frame.image_bgr.sum())) for _, frame in zip(range(4), film, strict=False)
            ]
            assert found[0][0] <= min(from_s, last_s) and found == [(at, all_of_it[at]) for at, _ in found]
            assert sum(1 for _ in film) < len(all_of_it)  # its end does not count as a broken film
        film.rewind()
        assert len(list(film)) == len(all_of_it)
