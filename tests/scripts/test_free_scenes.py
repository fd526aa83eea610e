"""Tables without markers, as rendered by ``scripts/freeview.py --render``."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.scene.piles import radius_of
from scripts.parts import free_scenes
from scripts.parts.free_scenes import LEAST_UNITS, PROPS, phone_view, picture, table


@pytest.mark.parametrize("kind", PROPS)
@pytest.mark.parametrize("seed", range(4))
def test_every_kind_of_table_has_its_props_and_units_clear_of_them(kind: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    view = phone_view(rng)
    scene, corners = table(rng, kind, view)
    assert len(scene.units) >= LEAST_UNITS
    assert bool(corners) == (kind != "none") and bool(scene.blocks) == bool(corners)
    if kind == "cards":
        for unit in scene.units:
            away = [np.hypot(*(c.mean(0) - (unit.x_mm, unit.y_mm))) for c in corners]
            assert min(away) > radius_of(unit) + 57 / 2


def test_a_picture_is_rendered_with_its_label(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("mitsuba", reason="needs the extra render")
    pytest.importorskip("pyoidn", reason="needs the extra render")
    monkeypatch.setattr(free_scenes, "SIZES", ((160, 120),))
    monkeypatch.setattr(free_scenes, "SPP", 1)
    shown, label = picture(0)
    assert shown.shape == (120, 160, 3) and shown.std() > 5
    assert label["image"]["file"] == "000000.jpg" and len(label["props"]) >= 1
    assert len(label["units"]) >= 1 and len(label["white"]) == 3
