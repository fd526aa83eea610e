"""How the one rule that a happening of Sanctum can break is broken, as plain data."""

from __future__ import annotations

from engine.definition import Breach

BROKEN = {"S6": Breach("town=red,tower=blue,colony=neutral", ("red>town",))}
