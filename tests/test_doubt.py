"""A play was booked wrong: later the one earlier correction that explains the table is proposed and made."""

from __future__ import annotations

import pytest
from support.parted import Parted

CASES = [("basic", 4), ("basic", 9), ("call", 2), ("basic", 1)]


@pytest.mark.parametrize(("name", "at"), CASES)
def test_the_earlier_play_is_proposed_and_the_game_comes_back(name: str, at: int) -> None:
    """Asked once, answered truly: the round ends as it was really played, nothing typed."""
    counts = Parted(name, at, at).run()
    assert counts["planted"] == counts["proposed"] == counts["asked"] == counts["back"] == 1
    assert counts["typed"] == counts["stuck"] == 0
