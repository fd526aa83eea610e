"""The notes beside a film: how it was played, and the command line that plays it that way."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arbiter.cli.commands.watch import noted, rules_of, table_facts
from arbiter.cli.main import build_parser, main
from arbiter.home.notes import notes_of, unlike
from arbiter.home.start import SAMPLES, kits
from arbiter.words.wording import wording
from engine.game import plain


def agreed(options: argparse.Namespace) -> dict[str, Any]:
    """The options that a command line asks for."""
    return {**plain(rules_of(options)), **table_facts(options)}


BASIC = {"variant": "basic", "sacrifice": False, "pummeling": False, "calling": False}


@pytest.mark.parametrize(
    ("game", "rules", "options"),
    [
        ("initiative", BASIC, "--rules basic"),
        ("initiative", {"sacrifice": False, "calling": False}, "--without sacrifice --without calling"),
        ("initiative", {"swap": "exact", "exhaustion": "initiative"}, "--swap exact --exhaustion initiative"),
        ("logistics", {"cards": 3, "trios": 1}, "--option cards=3 --option trios=1"),
        ("nickel", {"l_shape": "both"}, "--option l_shape=both"),
    ],
)
def test_a_films_rules_are_told_in_words_that_the_command_takes(
    game: str, rules: dict[str, Any], options: str, tmp_path: Path
) -> None:
    film = tmp_path / "film.mp4"
    film.with_suffix(".json").write_text(json.dumps({"game": game, "rules": rules}))

    def parsed(*more: str) -> argparse.Namespace:
        return build_parser().parse_args(["watch", game, "--source", str(film), *more])

    (line,) = noted(parsed(), agreed(parsed()), wording("en"))
    assert line.endswith(f"to play it so, add {options}")
    as_told = parsed(*options.split())
    assert noted(as_told, agreed(as_told), wording("en")) == ()


def test_a_films_turn_marker_is_told_too() -> None:
    asked = build_parser().parse_args(["watch", "sanctum", "--source", str(SAMPLES / "sanctum.mp4")])
    (line,) = noted(asked, agreed(asked), wording("en"))
    assert line.endswith("was played with marker=yellow: to play it so, add --turn-marker yellow")


def test_notes_beside_a_film_are_found_and_offered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    film = SAMPLES / "logistics.mp4"
    notes = notes_of(str(film))
    assert notes is not None and notes["other"] == {"cards": 3, "trios": 1}
    rules = kits()["logistics"].game.rules
    assert unlike(str(film), "logistics", plain(rules)) == ("logistics.json", {"cards": 3, "trios": 1})
    assert unlike(str(film), "logistics", plain(replace(rules, cards=3, trios=1))) is None
    assert unlike(str(film), "nickel", plain(rules)) is None
    marked = str(SAMPLES / "sanctum.mp4")
    assert unlike(marked, "sanctum", {}) == ("sanctum.json", {"marker": "yellow"})
    assert unlike(marked, "sanctum", {"marker": "yellow"}) is None
    for text in ("{", "[]", '{"game": "chess"}', '{"game": "nickel", "rules": {"x": 1}}'):
        (tmp_path / "film.json").write_text(text)
        assert notes_of(str(tmp_path / "film.mp4")) is None
    gone = str(tmp_path / "gone.mp4")
    assert (
        main(["watch", "logistics", "--source", str(film), "--record", str(tmp_path / "no" / "a.game")]) != 0
    )
    assert main(["watch", "logistics", "--source", gone, "--headless"]) != 0
    capsys.readouterr()


@pytest.mark.parametrize(
    "odd", ['{"game": "nickel", "rules": ' + "[" * 100_000 + "]" * 100_000 + "}", "[1]", "\0"]
)
def test_notes_that_are_none_are_as_good_as_none(odd: str, tmp_path: Path) -> None:
    (tmp_path / "film.json").write_text(odd)
    assert notes_of(str(tmp_path / "film.mp4")) is None


@pytest.mark.parametrize("film", ["/", ".", "~nobody-at-all/film.mp4", "\0.mp4", "x" * 5000])
def test_what_cannot_be_a_film_has_no_notes(film: str) -> None:
    assert notes_of(film) is None
