"""Renames the structures in a record to the truth's numbers, because numbering depends on the camera's
side."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import islice, permutations, product
from typing import Any

import numpy as np

from calibration.table_frame import laid_onto, rotation_of

MOST = 50_000
"""The number of matchings of structures that are tried at most."""
NAME = re.compile(r"town\d+")


def truth_names(truth: Mapping[str, Any], setup: Mapping[str, Any]) -> dict[str, str]:
    """The truth's name for each structure in a record's set-up entry; empty if the owners differ.

    Structures are matched by owner and place; both tables are in mm, but rotated and shifted relative to each
    other. ``truth`` names the structures in the order of its ``pieces``.
    """
    wanted = dict(part.split("=") for part in truth["setup"].split(","))
    owners = dict(part.split("=") for part in setup["setup"]["text"].split(","))
    if sorted(wanted.values()) != sorted(owners.values()):
        return {}
    there = np.array([(piece["x_mm"], piece["y_mm"]) for piece in truth["pieces"][: len(wanted)]])
    places = {name: (x, y) for name, x, y in setup["layout"]["places"]}
    seen = np.array([places[name] for name in owners])
    kinds = [[name for name in wanted if wanted[name] == owner] for owner in sorted(set(wanted.values()))]
    ours = [[name for name in owners if owners[name] == owner] for owner in sorted(set(wanted.values()))]
    rows, order = list(owners), [list(wanted).index(name) for kind in kinds for name in kind]
    ways = islice(product(*(permutations(kind) for kind in ours)), MOST)
    stood = ([name for kind in way for name in kind] for way in ways)  # the structure at each place
    best = min(stood, key=lambda way: _misfit(there[order], seen[[rows.index(name) for name in way]]))
    return dict(zip(best, (name for kind in kinds for name in kind), strict=True))


def with_names(text: str, names: Mapping[str, str]) -> str:
    """A move or a set-up with the truth's names; a set-up is sorted by them."""
    result = NAME.sub(lambda found: names.get(found[0], found[0]), text)
    return ",".join(sorted(result.split(","))) if "=" in result else result


def _misfit(one: np.ndarray, other: np.ndarray) -> float:
    """The sum of squared distances (mm²) between corresponding places after the best shift and rotation."""
    laid = laid_onto(one, other)
    rest = one - (laid.x_mm, laid.y_mm) - other @ rotation_of(laid.turn_rad).T
    return float((rest**2).sum())


def with_truth_names(
    truth: Mapping[str, Any], entries: Sequence[tuple[str, dict[str, Any]]]
) -> list[tuple[str, dict[str, Any]]]:
    """A record's entries, with the truth's names in the texts of moves and set-ups."""
    setups = [data for kind, data in entries if kind == "setup" and not data["problems"]]
    names = truth_names(truth, setups[-1]) if setups else {}
    found = []
    for kind, data in entries:
        if kind in ("move", "take_back", "amended"):
            data = {**data, "text": with_names(data["text"], names)}
        elif kind == "setup" and data.get("setup"):
            data = {**data, "setup": {**data["setup"], "text": with_names(data["setup"]["text"], names)}}
        found.append((kind, data))
    return found
