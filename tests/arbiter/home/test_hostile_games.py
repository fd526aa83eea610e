"""Games in the folder with hostile names, and requests for games that do not exist."""

from __future__ import annotations

import http.client
import json
import os
import shutil
from pathlib import Path
from urllib.parse import quote

from arbiter.home.server import Home, HomeServer
from arbiter.home.start import SAMPLES
from arbiter.watch.places import Settings
from tests.support.recorded_games import write_game

NAME = b'a\x1b[2J\nb"<img src=x>\xe2\x80\xae.game'
"""A name with an escape sequence, a new line, markup, and a mark that turns what follows round."""


def asked(server: HomeServer, path: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", path)
    return connection.getresponse()


def test_a_game_of_any_name_is_shared(tmp_path: Path) -> None:
    write_game(tmp_path / os.fsdecode(NAME), plies=2)
    with HomeServer(Home(tmp_path, Settings())) as server:
        reply = asked(server, f"/share/{quote(NAME)}")
        told = reply.headers["Content-Disposition"]
        assert reply.status == 200 and len(reply.read()) > 1000
    assert told == f"attachment; filename*=UTF-8''{quote(NAME.replace(b'.game', b'.html'), safe='')}"


def test_a_name_that_is_no_text_costs_its_game_alone(tmp_path: Path) -> None:
    shutil.copy(SAMPLES / "friday.game", tmp_path / "good.game")
    shutil.copy(SAMPLES / "friday.game", tmp_path / os.fsdecode(b"bad\xff.game"))
    with HomeServer(Home(tmp_path, Settings())) as server:
        text = asked(server, "/home.json").read().decode()
        games = {each["file"]: each for each in json.loads(text)["library"]}
    assert "\\ud" not in text  # no browser can ask for that
    assert games["good.game"]["plies"] and "another" in games["bad?.game"]["problem"]


def test_a_sample_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with HomeServer(Home(tmp_path, Settings())) as server:
        assert asked(server, "/preview.json?source=sample:none").status == 404
