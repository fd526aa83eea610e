"""Hundreds of random games over all games and rule sets, checked move by move (`scripts.speed.playouts`)."""

from __future__ import annotations

from random import Random

import pytest

from engine.games import GAMES
from scripts.parts.random_games import RULES, random_start
from scripts.speed.playouts import SLIPS, Fault, check_game, check_state, main

GAMES_A_PART = 100


@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize("name", GAMES)
def test_random_games(name: str, part: int) -> None:
    for number in range(part * GAMES_A_PART, (part + 1) * GAMES_A_PART):
        dice = Random(f"test/{number}")
        start = random_start(name, dice, RULES[name][number % len(RULES[name])])
        played = check_game(start, dice, SLIPS if number % 4 == 3 else 0.0)
        assert played.plies, number


def test_the_rule_sets_are_all_there_are() -> None:
    assert {name: len(rules) for name, rules in RULES.items()} == {
        "Initiative": 2 + 32,
        "Logistics": 8 * 2 * 2,
        "Nickel": 9,
        "Sanctum": 1,
    }


def test_a_fault_is_told() -> None:
    """A position that lost a pyramid is unsound."""
    start = random_start("Nickel", Random(1))
    broken = start.setup.__class__((None, *start.setup.board[1:]))
    with pytest.raises(Fault, match="a fault along the way"):
        check_state(start, start.game.start(broken, start.rules, None), Random(1))


def test_script(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["8", "3"]) == 0
    out = capsys.readouterr().out
    assert "8 games (seed 3)" in out and all(f"{name} games" in out for name in GAMES)
