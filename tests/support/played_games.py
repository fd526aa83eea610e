"""Games besides Initiative with a take-back, and an illegal move that stands or is taken back."""

from __future__ import annotations

from engine.logistics.model import Layout, Rules
from engine.logistics.notation import format_layout
from engine.nickel.examples import SETUP
from engine.nickel.notation import format_setup

GAMES: dict[str, tuple[str, tuple[str, ...], str]] = {
    "Nickel": (format_setup(SETUP), ("near: a1", "c1", "b1", "back", "d1", "a3!", "b2"), ""),
    "Logistics": (
        format_layout(Layout.standard(Rules(cards=3, trios=1))),
        ("near: Sred,Mblue", "Sgreen", "card1", "near: Lblack!", "back", "Myellow"),
        "cards=3 trios=1",
    ),
    "Sanctum": (
        "town1=red,town2=blue,town3=neutral",
        ("red>town3", "blue>town1", "-town2", "turn", "blue>town1!", "+red.town9"),
        "",
    ),
}
"""Games with a take-back, and an illegal move that stands or is taken back."""
