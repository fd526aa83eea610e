"""Which sites look different from before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.table.model import Seen
from arbiter.table.sites import Looks
from tests.support.simulated.logistics_sim import LogisticsSim
from tests.support.simulated.logistics_table import FULL, TABLE
from tests.support.simulated.table_sim import CLEAN
from vision.observation import Box

WAS: Box = (100.0, 200.0, 156.0, 263.0)


@pytest.mark.parametrize(
    ("now", "reshaped"),
    [
        (WAS, False),
        ((101.0, 199.0, 157.0, 262.0), False),
        ((98.0, 195.0, 156.6, 260.5), True),
        ((100.0, 200.0, 162.0, 263.0), True),
        ((100.0, 200.0, 156.0, 270.0), False),
    ],
    ids=["the same", "a reading's noise", "higher", "wider", "a shadow below"],
)
def test_a_unit_with_another_outline_is_noticed(now: Box, reshaped: bool) -> None:
    before, *_ = LogisticsSim(seed=8, noise=CLEAN, layout=FULL).units()
    before = replace(before, bbox_px=WAS)
    looks = Looks.of(Seen({"near1": (before,)}), TABLE.reader)
    unit = replace(before, bbox_px=now)
    assert looks.reshaped("near1", (unit,)) is reshaped
    assert not looks.differs("near1", (unit,), TABLE.reader)
    assert not looks.reshaped("near1", (replace(unit, x_mm=unit.x_mm + 40.0),))
