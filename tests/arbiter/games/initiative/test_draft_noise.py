"""Noisy random drafts: whatever is not read right is asked about or left unread, never silently wrong."""

from __future__ import annotations

import pytest

from tests.support.simulated.draft_trial import DraftTrial
from tests.support.simulated.table_sim import CLEAN, ROUGH, Noise


@pytest.mark.parametrize(("seed", "noise", "asked"), [(0, CLEAN, 1), (2, ROUGH, 4)], ids=["clean", "rough"])
def test_readers_are_never_silently_wrong(seed: int, noise: Noise, asked: int) -> None:
    """At most ``asked`` actions are asked about, not counting the first question (who begins)."""
    counts = DraftTrial(seed, noise).run(25).counts
    assert counts["silently wrong"] == counts["set-up wrong"] == counts["stuck"] == 0, counts
    told = counts["slips told at once"] + counts["slip asked"]
    assert counts["false alarms"] == 0 and told == counts["slips"] > 0, counts
    unsure = sum(count for key, count in counts.items() if key.endswith((" asked", " unread")))
    assert unsure <= 1 + asked and counts["action right"] > 10, counts
