"""Who may open the live page: this machine, and with --share whoever has the token."""

from __future__ import annotations

import contextlib
import hashlib
import http.client
import json
import re
import ssl
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from arbiter.cli.commands.home import Evening
from arbiter.events.orders import Renew, parse_line
from arbiter.pages.access import Door, network_address, shared_door
from arbiter.pages.certificate import self_signed
from arbiter.pages.live import LiveServer
from arbiter.pages.server import HEADERS, code_of
from arbiter.watch.inviting import links, scannable
from arbiter.watch.places import Settings, keep_token, kept_token, read_settings, write_settings

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
    """A request as from another device, which uses the machine's name in the network."""
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
        assert server.door.host == "127.0.0.1" and "token" not in server.door.url(server.port)
        assert ask(server, "GET", "/?token=").status == 403


def test_tokens_are_long_and_new_each_time() -> None:
    first, second = shared_door(), shared_door()
    tokens = {first.token, first.viewers, second.token, second.viewers}
    assert len(tokens) == 4 and all(len(token) >= 32 for token in tokens)
    assert first.host == "0.0.0.0"
    assert re.fullmatch(r"https://[\d.]+:80/camera\?token=[\w-]{32,}", first.url(80, "camera"))


def test_who_shares_gets_a_certificate_and_two_links() -> None:
    door, again = shared_door(), shared_door(TOKEN)
    assert door.certificate is not None and again.token == TOKEN != door.token
    assert len({door.token, door.viewers, again.viewers, TOKEN}) == 4 and all((door.viewers, door.token))


def test_shared_page_is_encrypted_and_its_certificate_is_known_by_its_fingerprint() -> None:
    door = replace(Door(TOKEN, network_address()), certificate=self_signed("127.0.0.1"))
    assert door.certificate is not None
    with LiveServer(0, door=door) as server:
        assert server.url == f"https://127.0.0.1:{server.port}/"
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        connection = http.client.HTTPSConnection("127.0.0.1", server.port, context=context, timeout=10)
        connection.request("GET", f"/?token={TOKEN}", headers={"Host": f"table.local:{server.port}"})
        reply = connection.getresponse()
        reply.read()
        assert reply.status == 303 and "Secure" in reply.headers["Set-Cookie"]
        sent = connection.sock.getpeercert(binary_form=True)
        assert hashlib.sha256(sent).hexdigest() == door.certificate.fingerprint.replace(":", "").lower()
        connection.request("GET", "/whereami.json", headers={"Host": f"127.0.0.1:{server.port}"})
        assert json.loads(connection.getresponse().read())["fingerprint"] == door.certificate.fingerprint
        lines = list(links(server))
        assert f"SHA-256 {door.certificate.fingerprint}" in lines
    strict = ssl.create_default_context(cadata=ssl.DER_cert_to_PEM_cert(sent))
    assert strict.verify_mode is ssl.CERT_REQUIRED


def test_address_and_secret_stay_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    first = kept_token()
    assert len(first) >= 32 and kept_token() == first
    write_settings(Settings(language="de"))  # from before there was a secret
    assert kept_token() == first and read_settings().language == "de"
    before = read_settings()
    keep_token("")
    write_settings(before)
    assert kept_token() != first  # revoked links stay revoked


def test_a_revoked_link_opens_no_page_of_the_same_evening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    evening = Evening(Settings(share=True), tmp_path, 0)
    first = evening.door
    assert evening.door == first  # and its certificate
    keep_token("another")
    assert evening.door.token == "another" and evening.door.certificate is first.certificate


def mine(server: LiveServer, token: str) -> dict[str, str]:
    """The cookie that a link sets."""
    return {"Cookie": ask(server, "GET", f"/?token={token}").headers["Set-Cookie"].split(";")[0]}


def test_viewers_look_on_and_give_no_orders() -> None:
    with LiveServer(0, door=Door(TOKEN, "table.local", viewers="for-viewers")) as server:
        viewer, player = mine(server, "for-viewers"), mine(server, TOKEN)
        for path in ("/", "/words.json", "/static/live.js"):
            assert ask(server, "GET", path, viewer).status == 200
        reply = ask(server, "POST", "/mute", {**viewer, **JSON}, '{"muted": true}')
        assert (reply.status, "looking on" in reply.read().decode()) == (403, True)
        assert ask(server, "POST", "/mute", {**player, **JSON}, '{"muted": true}').status == 200


def test_who_looks_on_hands_on_no_players_link() -> None:
    with LiveServer(0, door=Door(TOKEN, "table.local", viewers="for-viewers")) as server:
        for token in (TOKEN, "for-viewers"):
            code = ask(server, "GET", "/qr.svg", mine(server, token)).read()
            link = f"http://table.local:{server.port}/?token={token}"
            assert code == code_of(link).body


@pytest.mark.parametrize("looking_on", [True, False])
def test_each_link_can_be_made_worthless_by_itself(looking_on: bool) -> None:
    with LiveServer(0, door=Door(TOKEN, "table.local", viewers="for-viewers")) as server:
        viewer, player = mine(server, "for-viewers"), mine(server, TOKEN)
        gone, stays = (viewer, player) if looking_on else (player, viewer)
        stream = ask(server, "GET", "/events", gone)
        assert stream.status == 200
        server.renew(looking_on)
        server.publish({"say": "something new"})
        with contextlib.suppress(http.client.HTTPException, ConnectionError):  # the connection is cut off
            assert b"something new" not in stream.read()
        assert ask(server, "GET", "/", gone).status == 403
        assert ask(server, "GET", "/", stays).status == 200
        new = server.door.viewers if looking_on else server.door.token
        assert ask(server, "GET", "/", mine(server, new)).status == 200


def test_orders_for_new_links_are_typed() -> None:
    assert parse_line("revoke viewers") == Renew(True)
    assert parse_line("Revoke Players") == Renew(False)


@pytest.mark.parametrize("path", ["/", "/nothing", "/static/nothing", "/events", "/piece/none.svg", "/%00"])
def test_every_answer_has_the_security_headers(server: LiveServer, path: str) -> None:
    for headers in ({}, {"Host": f"127.0.0.1:{server.port}"}):
        reply = ask(server, "GET", path, headers)
        for name in HEADERS:
            assert reply.headers[name] == HEADERS[name], (path, reply.status, name)


def test_code_to_scan_holds_the_link() -> None:
    link = Door("x" * 32, "192.168.178.20").url(40123, "camera")
    lines = list(scannable(link))
    light = {"█": (255, 255), "▀": (255, 0), "▄": (0, 255), " ": (0, 0)}
    rows = [[light[sign][half] for sign in line] for line in lines for half in (0, 1)]
    picture = np.pad(np.kron(np.array(rows, np.uint8), np.ones((8, 8), np.uint8)), 40, constant_values=255)
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == link
