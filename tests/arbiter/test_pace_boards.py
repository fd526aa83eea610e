"""Board games at people's pace: turns in several gestures, rests of 0.6 s, no question answered."""

from __future__ import annotations

import pytest

from arbiter.events.types import Question
from tests.support.simulated.brisk_boards import BriskLogistics, BriskNickel


def test_every_ply_of_nickel_is_told() -> None:
    """Including slips by either player, which lie there for 1.3 s and are then taken back."""
    game = BriskNickel(8).run()
    assert game.counts["exact"], game.log


@pytest.mark.parametrize("seed", [9, 11, 21])
def test_every_ply_of_logistics_is_told(seed: int) -> None:
    """Seed 9: a slip on top of a sow that is not settled yet; 11: a sow that went on and then moved; 21: a
    half-made sow that looks like two complete ones."""
    game = BriskLogistics(seed).run()
    assert game.counts["exact"], game.log
    assert not [event for event in game.events if isinstance(event, Question)]
