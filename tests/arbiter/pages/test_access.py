"""Who comes in to the live page: this machine, and with --share whoever has the token."""

from __future__ import annotations

import http.client
import re
import ssl
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest

from arbiter.pages import access as doors
from arbiter.pages.access import Door, PageError, network_address, self_signed, shared_door
from arbiter.pages.live import LiveServer
from arbiter.watch.inviting import scannable

TOKEN = "a-token-made-for-this-test"
JSON = {"Content-Type": "application/json"}


@pytest.fixture
def server() -> Iterator[LiveServer]:
    made = LiveServer(0, door=Door(TOKEN, "table.local"))
    yield made
    made.close()


def ask(
    server: LiveServer, method: str, path: str, headers: dict[str, str] | None = None, body: str = ""
) -> http.client.HTTPResponse:
    """A request as another device makes it: under the machine's name in the network."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    host = {"Host": f"table.local:{server.port}"}
    connection.request(method, path, body or None, {**host, **(headers or {})})
    return connection.getresponse()


@pytest.mark.parametrize("path", ["/", "/events", "/frame.jpg", "/camera", "/static/live.js", "/words.json"])
@pytest.mark.parametrize("given", ["", "?token=", "?token=wrong", f"?token={TOKEN}x"])
def test_without_the_token_nothing_is_served(server: LiveServer, path: str, given: str) -> None:
    reply = ask(server, "GET", path + given)
    assert reply.status == 403 and TOKEN not in reply.read().decode()


def test_link_becomes_a_cookie_and_leaves_the_address(server: LiveServer) -> None:
    reply = ask(server, "GET", f"/?token={TOKEN}")
    cookie = reply.headers["Set-Cookie"]
    assert (reply.status, reply.headers["Location"]) == (303, "/")
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie
    mine = {"Cookie": cookie.split(";")[0]}
    assert ask(server, "GET", "/", mine).status == 200
    assert ask(server, "POST", "/mute", {**mine, **JSON}, '{"muted": true}').status == 200
    foreign = {"Origin": "http://evil.example"}
    assert ask(server, "POST", "/mute", {**mine, **JSON, **foreign}, '{"muted": true}').status == 403
    other_port = {"Cookie": mine["Cookie"].replace(str(server.port), "1")}
    assert ask(server, "GET", "/", other_port).status == 403
    assert ask(server, "POST", f"/mute?token={TOKEN}", JSON, '{"muted": true}').status == 403


def test_this_machine_needs_no_token(server: LiveServer) -> None:
    assert ask(server, "GET", "/", {"Host": f"127.0.0.1:{server.port}"}).status == 200
    assert ask(server, "GET", "/", {"Host": f"evil.example:{server.port}"}).status == 403


def test_unshared_page_listens_here_only_and_token_opens_nothing() -> None:
    with LiveServer(0) as server:
        assert server.door.host == "127.0.0.1" and "token" not in server.url
        assert ask(server, "GET", "/?token=").status == 403


def test_tokens_are_long_and_new_each_time() -> None:
    first, second = shared_door(), shared_door()
    assert first.token != second.token and len(first.token) >= 32
    assert first.host == "0.0.0.0"
    assert re.fullmatch(r"http://[\d.]+:80/camera\?token=[\w-]{32,}", first.url(80, "camera"))


def test_encrypted_page_has_a_certificate_of_its_own() -> None:
    door = replace(Door(TOKEN, network_address()), certificate=self_signed("127.0.0.1"))
    with LiveServer(0, door=door) as server:
        assert server.url.startswith("https://")
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        connection = http.client.HTTPSConnection("127.0.0.1", server.port, context=context, timeout=10)
        connection.request("GET", f"/?token={TOKEN}", headers={"Host": f"table.local:{server.port}"})
        reply = connection.getresponse()
        assert reply.status == 303 and "Secure" in reply.headers["Set-Cookie"]


def test_without_openssl_one_line_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors.shutil, "which", lambda name: None)
    with pytest.raises(PageError, match=r"install openssl, or run a camera app.*--source"):
        self_signed("127.0.0.1")


def test_code_to_scan_holds_the_link() -> None:
    link = Door("x" * 32, "192.168.178.20").url(40123, "camera")
    lines = list(scannable(link))
    light = {"█": (255, 255), "▀": (255, 0), "▄": (0, 255), " ": (0, 0)}
    rows = [[light[sign][half] for sign in line] for line in lines for half in (0, 1)]
    picture = np.pad(np.kron(np.array(rows, np.uint8), np.ones((8, 8), np.uint8)), 40, constant_values=255)
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == link
