"""Structures numbered from the other side are compared by position."""

from __future__ import annotations

import math
from random import Random

import pytest

from scripts.parts.renumbered import in_truths_names

OWNERS = ("red", "neutral", "red", "neutral", "blue", "blue")


@pytest.mark.parametrize("seed", range(5))
def test_moves_are_told_by_the_truths_names(seed: int) -> None:
    rng = Random(seed)
    places = [(rng.uniform(-200, 200), rng.uniform(-150, 150)) for _ in OWNERS]
    turn, order = rng.uniform(0, 2 * math.pi), rng.sample(range(6), 6)
    cos, sin = math.cos(turn), math.sin(turn)
    seen = [(x * cos - y * sin + 40 + rng.gauss(0, 3), x * sin + y * cos - 9) for x, y in places]
    wanted = ",".join(f"town{n}={owner}" for n, owner in enumerate(OWNERS, 1))
    truth = {
        "setup": wanted,
        "pieces": [*({"x_mm": x, "y_mm": y} for x, y in places), {"x_mm": 0.0, "y_mm": 0.0}],
    }
    told = {f"town{k}": n for k, n in enumerate(order, 1)}
    setup = {
        "problems": [],
        "setup": {"text": ",".join(f"{name}={OWNERS[n]}" for name, n in told.items())},
        "layout": {"places": [[name, *seen[n]] for name, n in told.items()]},
    }
    moves = [("move", {"text": f"blue>{name}"}) for name in told] + [("move", {"text": "+red.town7"})]
    (_, begun), *renamed = in_truths_names(truth, [("setup", setup), *moves])
    assert begun["setup"]["text"] == wanted
    assert [move["text"] for _, move in renamed] == [f"blue>town{n + 1}" for n in order] + ["+red.town7"]
    setup["setup"]["text"] = setup["setup"]["text"].replace("blue", "red")
    (_, other), *_ = in_truths_names(truth, [("setup", setup)])
    assert other["setup"]["text"] == setup["setup"]["text"], "other owners: nothing is made right"
