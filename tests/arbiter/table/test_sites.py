"""Which sites look different from before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from numpy.typing import NDArray

from arbiter.events.ledger import Ledger
from arbiter.games.logistics.card_grid import CardGrid
from arbiter.table.budget import Budget
from arbiter.table.explanations import played
from arbiter.table.model import Seen
from arbiter.table.sites import Looks, accepted_looks, see, with_unseen
from arbiter.table.window import Window
from engine.game import Seat
from engine.games import GAMES
from engine.logistics.model import Sow
from engine.logistics.notation import parse_layout
from tests.support.simulated.logistics_sim import LogisticsSim
from tests.support.simulated.logistics_table import FULL, RULES, TABLE
from tests.support.simulated.table_sim import CLEAN, NoPictures
from vision.observation import Box, Lab
from vision.track.summing import Unit

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


class Drawn(NoPictures):
    """Pictures of one grey each, by their place or box."""

    def __init__(self, greys: Mapping[tuple[float, ...], float], elsewhere: float = 0.5) -> None:
        self.greys, self.elsewhere = greys, elsewhere

    def lab(self, x_mm: float, y_mm: float) -> Lab | None:
        return None

    def patch(self, x_mm: float, y_mm: float) -> NDArray:
        return self._spotted((x_mm, y_mm))

    def crop(self, box_px: Box) -> NDArray:
        return self._spotted(box_px)

    def _spotted(self, at: tuple[float, ...]) -> NDArray:
        picture = np.full((12, 12, 3), 0.5, np.float32)
        picture[3:6, 3:6] = self.greys.get(at, self.elsewhere)
        return picture


MODEL = TABLE.model_of({"cards": CardGrid(3, 0.0, 0.0, 72.0, 104.0, 88.0).to_json(), "heaps": {}})
PLACES = MODEL.fixed_places
NEAR3 = PLACES["near3"]


def of_bare_table(tints: Drawn, hidden: tuple[tuple[float, float], ...] = (), *units: Unit) -> Seen:
    """A table that was bare of everything and grey all over, as it is with these tints."""
    before = dict.fromkeys(PLACES, Drawn({}))
    looks = Looks(pictured=before)
    window = SimpleNamespace(
        present=lambda: [SimpleNamespace(unit=lambda _, unit=unit: unit) for unit in units],
        hides=lambda box: False, glimpse=bool(hidden), hidden=hidden, covers=(), touches=(), budget=Budget(),
        tints=tints,
    )  # fmt: skip
    return see(cast(Window, window), MODEL, looks)


def test_a_card_with_another_picture_is_noticed_though_nothing_is_read_there() -> None:
    seen = of_bare_table(Drawn({NEAR3: 0.7}))
    assert seen.altered == {"near3"} and not seen.changed
    assert seen.overlooked("near3", ()) and not seen.overlooked("near2", ())


def test_a_camera_that_hunts_for_focus_changes_no_card_and_beside_a_hand_nothing_is_known() -> None:
    assert not of_bare_table(Drawn({NEAR3: 0.8}, elsewhere=0.6)).altered
    beside = NEAR3[0] + 30.0, NEAR3[1]
    assert not of_bare_table(Drawn({NEAR3: 0.7}), (beside,)).altered


@pytest.mark.parametrize("grey", [0.5, 0.9])
def test_what_is_read_on_a_card_with_the_same_picture_is_not_there(grey: float) -> None:
    first, *_ = LogisticsSim(seed=8, noise=CLEAN, layout=FULL).units()
    unit = replace(first, x_mm=NEAR3[0], y_mm=NEAR3[1])
    seen = of_bare_table(Drawn({NEAR3: grey}), (), unit)
    assert ("near3" in seen.changed) is (grey != 0.5)


@pytest.mark.parametrize("grey", [0.5, 0.9])
def test_what_is_read_otherwise_in_the_same_picture_has_not_changed(grey: float) -> None:
    one, *others = LogisticsSim(seed=8, noise=CLEAN, layout=FULL).units()
    other = next(each for each in others if TABLE.reader.best(each) != TABLE.reader.best(one))
    before = Looks.of(Seen({"near1": (one,)}, tints=Drawn({})), TABLE.reader)
    now, read = Drawn({}, elsewhere=grey), replace(other, x_mm=one.x_mm, y_mm=one.y_mm, bbox_px=one.bbox_px)
    assert before.differs("near1", (read,), TABLE.reader, now) is (grey != 0.5)
    assert before.differs("near1", (), TABLE.reader, now) is (grey != 0.5)
    assert before.differs("near1", (read,), TABLE.reader)


def test_what_stood_at_a_site_and_is_put_back_there_has_changed_it() -> None:
    """Its picture is as it was once, but not as it was last."""
    one, *_ = LogisticsSim(seed=8, noise=CLEAN, layout=FULL).units()
    before = Looks.of(Seen({"near1": (one,)}, tints=Drawn({})), TABLE.reader)
    gone = Looks.of(Seen({}, tints=Drawn({}, elsewhere=0.9)), TABLE.reader, before)
    assert gone.differs("near1", (one,), TABLE.reader, Drawn({}))


def test_a_hidden_site_keeps_the_picture_in_which_it_was_seen() -> None:
    old, new = Drawn({}), Drawn({}, elsewhere=0.9)
    known = Looks(pictured={"near3": old, "near2": old})
    seen = Seen({}, hidden=frozenset({"near3"}), pictured={"near3": new, "near2": new})
    assert Looks.of(seen, TABLE.reader, known).pictured == {"near3": old, "near2": new}


@pytest.mark.parametrize("moved", [True, False])
def test_a_card_out_of_sight_is_doubted_if_what_was_played_changed_it(moved: bool) -> None:
    """It lies under a hand, and was not read before that either."""
    layout = parse_layout("near(stock=Sred;1=Lblue;3=Sgreen)far(stock=Sred)", 3)
    before = Ledger(layout, RULES, Seat.NEAR, game=GAMES["Logistics"])
    made = played(before, [Sow(Seat.NEAR, 1)])
    assert made is not None
    card = "near2" if moved else "near3"
    seen = Seen({}, stale=frozenset({card}))
    looks = accepted_looks(seen, MODEL, made[0].state_if_stood, None, frozenset())
    doubted = with_unseen(looks, MODEL, before, made[0], seen).doubted
    assert doubted == ({card} if moved else set())
