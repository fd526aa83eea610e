"""Cameras over http and https: read with Python's own client, certificates checked, OpenCV not involved."""

from __future__ import annotations

import http.server
import io
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from arbiter.pages.certificate import self_signed
from vision.source import web
from vision.source.frames import SourceError, without_secrets
from vision.source.opening import open_source
from vision.source.web import WebCapture, whole

NOWHERE = "http://127.0.0.1:9/video"


def jpeg(grey: int) -> bytes:
    made = io.BytesIO()
    Image.fromarray(np.full((24, 32, 3), grey, np.uint8)).save(made, "JPEG")
    return made.getvalue()


class Camera(http.server.BaseHTTPRequestHandler):
    """Sends three pictures as motion JPEG, a single picture, or something else."""

    asked: list[str | None] = []  # noqa: RUF012 (of the test's server alone)

    def do_GET(self) -> None:
        """Answer."""
        self.asked.append(self.headers.get("Authorization"))
        self.send_response(200)
        if self.path.startswith("/stream"):
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=b")
            self.end_headers()
            for grey in (50, 100, 150):
                self.wfile.write(b"--b\r\nContent-Type: image/jpeg\r\n\r\n" + jpeg(grey) + b"\r\n")
        elif self.path == "/still.jpg":
            self.send_header("Content-Type", "image/jpeg")
            self.end_headers()
            self.wfile.write(jpeg(200))
        else:
            self.send_header("Content-Type", "text/html")
            self.end_headers()

    def log_message(self, *what: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Camera)
    server.socket = self_signed("127.0.0.1").context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()


@pytest.fixture
def trusting(port: int) -> ssl.SSLContext:
    """An SSL context that trusts only the camera's own certificate."""
    return ssl.create_default_context(cadata=ssl.get_server_certificate(("127.0.0.1", port)))


def test_motion_jpeg_and_stills_are_read(port: int, trusting: ssl.SSLContext) -> None:
    stream = WebCapture(f"https://ann:se%20cret@127.0.0.1:{port}/stream?fps=5", trusting)
    greys = [int(stream.read()[1].mean()) for _ in range(3)]
    assert greys == pytest.approx([50, 100, 150], abs=2)
    assert stream.read() == (False, None)
    assert Camera.asked[-1] == "Basic YW5uOnNlIGNyZXQ="
    still = WebCapture(f"https://127.0.0.1:{port}/still.jpg", trusting)
    assert [still.read()[0] for _ in range(3)] == [True] * 3
    still.release()


def test_what_is_not_trusted_or_no_picture_is_one_line(port: int, trusting: ssl.SSLContext) -> None:
    address = f"https://ann:secret@127.0.0.1:{port}"
    with pytest.raises(SourceError, match="does not trust") as caught:
        open_source(f"{address}/stream")
    assert "secret" not in str(caught.value)
    with pytest.raises(SourceError, match=r"no motion JPEG over https, but 200 text/html"):
        WebCapture(f"{address}/page", trusting)
    with pytest.raises(SourceError, match="no pictures come from"):
        WebCapture("https://127.0.0.1:1/stream", trusting)
    with pytest.raises(SourceError, match="encrypted in a way that is not read"):
        open_source("rtsps://ann:secret@127.0.0.1/stream")


def test_opencv_is_never_asked_for_an_address(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*given: object) -> None:
        raise AssertionError(given)

    monkeypatch.setattr(cv2, "VideoCapture", refused)
    sealed = f"https://127.0.0.1:{port}/stream", f"HTTPS://127.0.0.1:{port}/", "rtsps://127.0.0.1/x"
    for spec in (*sealed, NOWHERE, "rtsp://127.0.0.1:9/x"):
        with pytest.raises(SourceError):
            open_source(spec)


def test_a_redirection_to_an_encrypted_address_is_not_followed(port: int) -> None:
    class Elsewhere(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(302)
            self.send_header("Location", f"https://127.0.0.1:{port}/stream")
            self.end_headers()

        def log_message(self, *what: object) -> None:
            """Say nothing."""

    before = len(Camera.asked)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with pytest.raises(SourceError, match="no pictures come from"):
            open_source(f"http://127.0.0.1:{server.server_address[1]}/live.mjpg")
        server.shutdown()
    assert len(Camera.asked) == before


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("rtsp://ann:se@cret@10.0.0.2:554/live/1", "rtsp://10.0.0.2:554/live/1"),
        ("http://cam/video?user=a&pwd=b#x", "http://cam/video"),
        ("http://cam", "http://cam"),
        ("0", "0"),
        (str(Path("a") / "b?.mp4"), str(Path("a") / "b?.mp4")),
    ],
)
def test_addresses_are_shown_without_secrets(address: str, shown: str) -> None:
    assert without_secrets(address) == shown


def test_a_picture_ends_where_its_part_says_not_with_a_smaller_picture_in_it() -> None:
    picture = jpeg(90)
    framed = picture[:2] + b"\xff\xe1\x00\x20" + jpeg(10) + picture[2:]
    head = f"--b\r\ncontent-length: {len(framed)}\r\n\r\n".encode()
    assert whole(head + framed + b"\r\n--b") == (framed, b"\r\n--b")
    assert whole(head + framed[:-1]) is None
    assert whole(b"--b\r\n\r\n" + picture + b"\r\n--b") == (picture, b"\r\n--b")
    assert whole(b"--b\r\nContent-Length: 999999999\r\n\r\n" + picture) == (picture, b"")


@pytest.mark.parametrize("path", ["/stream", "/still.jpg"])
def test_a_picture_that_comes_a_byte_at_a_time_is_given_up(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "TIMEOUT_S", 0.5)
    given_up, patient = threading.Event(), threading.Event()

    class Dripping(Camera):
        def do_GET(self) -> None:
            self.send_response(200)
            kind = "image/jpeg" if path == "/still.jpg" else "multipart/x-mixed-replace; boundary=b"
            self.send_header("Content-Type", kind)
            self.end_headers()
            for byte in jpeg(200)[:200]:
                self.wfile.write(bytes([byte]))
                if given_up.wait(0.1):
                    return
            patient.set()

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Dripping) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        capture = WebCapture(f"http://127.0.0.1:{server.server_address[1]}{path}")
        assert capture.read() == (False, None) and not patient.is_set()
        given_up.set()
        server.shutdown()
