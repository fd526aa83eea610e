"""An example of breaking the only rule that an action in Sanctum can break, as data."""

from __future__ import annotations

from engine.definition import Breach

BROKEN = {"S6": Breach("town=red,tower=blue,colony=neutral", ("red>town",))}
