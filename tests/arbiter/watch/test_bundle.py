"""A bug report contains what is needed to see what happened, and nothing private."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from arbiter.cli.main import main
from arbiter.record.examination import examine
from arbiter.record.record import Record
from arbiter.watch.bundle import bundle
from engine.message import Messages
from tests.support.recorded_games import write_game

say = Messages("vision")
JPEG = b"\xff\xd8" + bytes(200) + b"\xff\xd9"


def opened(made: bytes) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(made))


def test_a_report_has_versions_and_the_last_lines_and_no_pictures(tmp_path: Path) -> None:
    zipped = opened(bundle(write_game(tmp_path / "a.game", "illegal"), settings={"language": "en"}))
    assert set(zipped.namelist()) == {"about.json", "log.txt"}
    about = json.loads(zipped.read("about.json"))
    assert about["versions"]["python"] and about["record"]["game"] == "initiative"
    assert "players" not in about["record"] and "source" not in about["record"]
    log = zipped.read("log.txt").decode()
    assert " move " in log and str(Path.home()) not in log and "Alison" not in log


def test_pictures_and_the_record_come_with_consent_only(tmp_path: Path) -> None:
    names = opened(bundle(write_game(tmp_path / "a.game", "illegal"), pictures=True)).namelist()
    assert "record.game" in names and sum(name.startswith("pictures/") for name in names) == 6


def test_the_record_that_comes_along_has_all_but_passwords_and_folders(tmp_path: Path) -> None:
    stream, home, still = "rtsp://ann:secret@attic.local/1", str(Path.home() / "set.json"), {"now": JPEG}
    header = {"game": "nickel", "players": {"near": "Ann"}, "source": stream, "colours": home}
    with Record.create(tmp_path / "a.game", header) as record:
        record.append("notice", 1.0, {"text": f"no picture from {stream}"}, still)
        record.amend_header(2.0, {"sources": [stream, "/films/of Kory/b.mp4"]})
        record.append("move", 3.0, {"n": 1}, still)
        made = opened(bundle(tmp_path / "a.game", pictures=True))
        (tmp_path / "report.game").write_bytes(made.read("record.game"))
        whole = [(entry.id, entry.kind, entry.time_s, entry.wall, entry.frames) for entry in record.entries()]
    everything = b"".join(made.read(name) for name in made.namelist())
    for secret in (b"secret", b"attic", b"of Kory", str(Path.home()).encode()):
        assert secret not in everything
    assert not examine(tmp_path / "report.game").wrong
    with Record.open(tmp_path / "report.game", readonly=True) as told:
        there = [(entry.id, entry.kind, entry.time_s, entry.wall, entry.frames) for entry in told.entries()]
        assert there == whole and told.header["sources"] == ["rtsp://…", "b.mp4"]
        assert told.frame(whole[0][0], "now") == JPEG


def test_a_record_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.game").write_bytes(b"nothing")
    about = json.loads(opened(bundle(tmp_path / "a.game")).read("about.json"))
    assert about["record"]["problem"]


def test_notices_are_told_and_neither_people_nor_folders_nor_machines(tmp_path: Path) -> None:
    stream, film = "http://attic.local:8080/video", r"C:\films of Kory\a.mp4"
    home = str(Path.home() / "notes")
    header = {"game": "nickel", "players": {"near": 'Al "Ace"', "far": "Ann"}, "source": stream}
    with Record.create(tmp_path / "a.game", {**header, "calibration": {"source": film}}) as record:
        said = say("cam_silent", raw=stream, raw2="3")
        record.append("notice", 1.0, {"text": said, "topic": "camera", "layout": "x" * 400})
        record.append("said", 2.0, {"text": f'Al "Ace" asks Ann about {home} and {film}'})
    zipped = opened(bundle(tmp_path / "a.game"))
    log, about = (zipped.read(name).decode() for name in ("log.txt", "about.json"))
    assert str(said).replace(stream, "http://…") in log and "layout" not in log
    assert "near asks far about ~" in log and "and a.mp4" in log
    for secret in ("attic", "Ace", "Ann", "Kory", str(Path.home())):
        assert secret not in log + about


def test_names_in_a_row_are_hidden_too(tmp_path: Path) -> None:
    with Record.create(tmp_path / "a.game", {"game": "nickel", "players": ["Kory", "Ann"]}) as record:
        record.append("said", 1.0, {"text": "Kory asks Ann"})
    log = opened(bundle(tmp_path / "a.game")).read("log.txt").decode()
    assert "near asks far" in log


def test_the_command_writes_it_and_says_what_is_in_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, target = write_game(tmp_path / "a.game"), tmp_path / "report.zip"
    film = Path(__file__).parents[3] / "arbiter" / "samples" / "nickel.mp4"
    assert main(["doctor", str(game), "--source", str(film), "--bundle", str(target)]) == 0
    assert "no pictures" in capsys.readouterr().out
    checks = zipfile.ZipFile(target).read("doctor.txt").decode()
    assert "nickel.mp4 gives 1280x720" in checks and str(film.parent) not in checks
    assert main(["doctor", "--source", str(film), "--bundle", str(target)]) != 0  # it never overwrites


def test_a_misspelt_command_gets_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["wach", "nickel"])
    assert "did you mean watch?" in capsys.readouterr().err
