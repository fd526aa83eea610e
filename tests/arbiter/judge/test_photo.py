"""What one picture tells about a position of Initiative, from simulated observations."""

from __future__ import annotations

import pytest

from arbiter.cli.main import main
from arbiter.games.initiative.photo import Position, read_position, shown
from arbiter.home.start import SAMPLES
from arbiter.judge.photo_games import shown_lines
from arbiter.words.wording import wording
from engine.pieces import PALETTES
from tests.support.simulated.photographed import ROUND, seen
from tests.support.simulated.table_sim import CLEAN, TableSim


def lines_of(position: Position) -> list[str]:
    return list(shown_lines(shown(position), wording()))


def test_a_set_up_is_legal_and_either_may_lead() -> None:
    position = seen(0)
    lines = lines_of(position)
    assert position.problems == () and not position.illegal
    assert "a legal set-up: either player may lead" in lines
    assert "stack from the top: blue, green, black, yellow, red" in lines


def test_a_position_tells_who_has_the_initiative_and_what_is_legal() -> None:
    """After Sblue, Mblue, Lgreen, Lblue: near has gained the initiative."""
    position = seen(4)
    assert position.setup is not None and not position.illegal
    assert [str(piece) for piece in position.rows[next(iter(position.rows))]] == ["small blue", "large blue"]
    lines = lines_of(position)
    assert any("near leads; near has the initiative [I2]" in line for line in lines)
    assert any("not sure: the rows are taken as laid" in line for line in lines)


def test_an_attack_shows_the_legal_parries() -> None:
    lines = lines_of(seen(3))
    assert any("near must parry the large green" in line for line in lines)
    assert any(line.strip() == "legal: large blue, large red" for line in lines)


def test_an_illegal_parry_is_named_with_its_rule() -> None:
    position = seen(3, "near: Mred")
    assert position.illegal
    assert any("near medium red" in line and "[I1]" in line for line in lines_of(position))


def test_a_good_photograph_is_told_without_a_doubt_of_each_pyramid(
    capsys: pytest.CaptureFixture[str],
) -> None:
    picture = str(SAMPLES / "table.jpg")
    assert main(["judge", picture, "--game", "Initiative"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any("far has the initiative" in line for line in lines)
    assert [line for line in lines if line.startswith("not sure: pyramid")] == []


def test_no_stack_no_position() -> None:
    sim = TableSim(ROUND.setup, 3, CLEAN, fps=4.0)
    frame = list(sim.still(1.0))[-1]
    units = [unit for unit in frame.units if len(unit.levels) < 3]
    position = read_position(units, PALETTES["rainbow"], ROUND.rules)
    assert position.setup is None and "no initiative stack" in lines_of(position)[0]


@pytest.mark.parametrize(
    "words", [["--game", "Chess"], ["--game", "Initiative", "--move", "2"], ["--rules", "a=1"]]
)
def test_other_questions_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "table.jpg", *words]) == 2
    assert capsys.readouterr().err.startswith("arbiter: ")
