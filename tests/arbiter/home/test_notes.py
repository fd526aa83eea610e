"""What the file beside a film says of how it was played, and how to play it so by the command line."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import pytest

from arbiter.cli.commands.watch import noted, rules_of
from arbiter.cli.main import build_parser
from arbiter.words.wording import wording

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

    (line,) = noted(parsed(), rules_of(parsed()), wording("en"))
    assert line.endswith(f"to play it so, add {options}")
    as_told = parsed(*options.split())
    assert noted(as_told, rules_of(as_told), wording("en")) == ()
