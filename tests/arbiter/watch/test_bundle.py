"""A bug report holds what is needed to see what happened, and nothing that is nobody's business."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from arbiter.cli.main import main
from arbiter.watch.bundle import bundle, scrubbed
from tests.support.recorded_games import write_game


def opened(made: bytes) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(made))


def test_a_report_has_versions_and_the_last_lines_and_no_pictures(tmp_path: Path) -> None:
    zipped = opened(bundle(write_game(tmp_path / "a.game", "illegal"), settings={"language": "en"}))
    assert set(zipped.namelist()) == {"about.json", "doctor.txt", "log.txt"}
    about = json.loads(zipped.read("about.json"))
    assert about["versions"]["python"] and about["record"]["game"] == "initiative"
    assert "players" not in about["record"] and "source" not in about["record"]
    log = zipped.read("log.txt").decode()
    assert " move " in log and str(Path.home()) not in log and "Alison" not in log


def test_pictures_and_the_record_come_with_consent_only(tmp_path: Path) -> None:
    names = opened(bundle(write_game(tmp_path / "a.game", "illegal"), pictures=True)).namelist()
    assert "record.game" in names and sum(name.startswith("pictures/") for name in names) == 6


def test_a_record_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.game").write_bytes(b"nothing")
    about = json.loads(opened(bundle(tmp_path / "a.game")).read("about.json"))
    assert about["record"]["problem"]


def test_folders_of_the_sender_are_left_out() -> None:
    assert scrubbed(f"{Path.home()}/films/a.mp4") == "~/films/a.mp4"


def test_the_command_writes_it_and_says_what_is_in_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, target = write_game(tmp_path / "a.game"), tmp_path / "report.zip"
    film = Path(__file__).parents[3] / "arbiter" / "samples" / "nickel.mp4"
    assert main(["doctor", str(game), "--source", str(film), "--bundle", str(target)]) == 0
    assert "no pictures" in capsys.readouterr().out and zipfile.is_zipfile(target)
    assert main(["doctor", "--source", str(film), "--bundle", str(target)]) != 0  # never over what is there


def test_a_misspelt_command_gets_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["wach", "nickel"])
    assert "did you mean watch?" in capsys.readouterr().err
