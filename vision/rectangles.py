"""stub"""
from __future__ import annotations
from dataclasses import dataclass
@dataclass(frozen=True, eq=False)
class Rectangle:
    corners: object
def fit_log(*a): return 0.0
