"""A second, plain and slow implementation of the rules from the readings alone, to compare counts with.

Nothing here imports the engine. Each game's module has ``start(rules, setup, leader)``, which reads the texts
of a record's tags; ``after(position)``, the positions after each legal move; and ``ends(position)``, the
result and the points, or the current standing.
"""

from __future__ import annotations

SEATS = ("near", "far")


def options(text: str) -> dict[str, str]:
    """The pairs of a Rules tag."""
    return dict(pair.split("=") for pair in text.split())


def pieces(text: str) -> list[tuple[int, str]]:
    """The pyramids of ``2Sred,Mblue`` as pips and colour, in order."""
    found = []
    for word in filter(None, text.split(",")):
        digits = len(word) - len(word.lstrip("0123456789"))
        found += [("SML".index(word[digits]) + 1, word[digits + 1 :])] * int(word[:digits] or 1)
    return found
