"""Board games at the pace of people: turns in several gestures, 0.6 s of rest, nobody answers a question."""

from __future__ import annotations

import pytest

from arbiter.events.types import Question
from tests.support.simulated.brisk_boards import BriskLogistics, BriskNickel


def test_every_ply_of_nickel_is_told() -> None:
    """Slips too, by whichever player they may be: they lie there for 1.3 s and are taken back."""
    game = BriskNickel(8).run()
    assert game.counts["exact"], game.log


@pytest.mark.parametrize("seed", [9, 11, 21])
def test_every_ply_of_logistics_is_told(seed: int) -> None:
    """9: a slip on top of a sow that still has to stand; 11: a sow that went on and then moved; 21: a sow
    that is half made and looks like two whole ones."""
    game = BriskLogistics(seed).run()
    assert game.counts["exact"], game.log
    assert not [event for event in game.events if isinstance(event, Question)]
