"""The drawing for each rule shows a position in which exactly that rule is broken."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import engine
from engine.game import IllegalMove
from engine.games import PLAYED
from engine.readings import READINGS, broken

BROKEN = sorted(reading for game in PLAYED for reading in game.broken)
CODE = Path(engine.__file__).parent
NAMED = {
    found
    for path in CODE.glob("*/*.py")
    for found in re.findall(r'Fault\(\s*"([A-Z]\d+)"', path.read_text("utf-8"))
}


def test_every_rule_that_a_move_can_break_has_a_position() -> None:
    assert {"I1", "I14", "N2", "L15", "S6"} <= NAMED
    assert set(BROKEN) == NAMED and set(BROKEN) <= set(READINGS)
    assert broken("I2") is None


@pytest.mark.parametrize("reading", BROKEN)
def test_the_move_breaks_that_rule_and_may_stand(reading: str) -> None:
    found = broken(reading)
    assert found is not None
    _, state, move = found
    with pytest.raises(IllegalMove) as refused:
        state.check(move)
    assert refused.value.reading == reading
    state.force(move)
