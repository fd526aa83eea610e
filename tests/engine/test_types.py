"""The engine is strictly typed, and its doctests hold."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import engine.games
import engine.initiative.draft
import engine.initiative.draft_notation
import engine.initiative.notation
import engine.initiative.state
import engine.logistics.state
import engine.nickel.state
import engine.record.records
import engine.sanctum.state

ROOT = Path(__file__).parents[2]


def test_mypy_strict() -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "engine"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_doctests() -> None:
    modules = (
        *(engine.games, engine.initiative.state, engine.initiative.draft, engine.logistics.state),
        *(engine.initiative.notation, engine.initiative.draft_notation),
        *(engine.nickel.state, engine.record.records, engine.sanctum.state),
    )
    for module in modules:
        result = doctest.testmod(module)
        assert result.failed == 0 and result.attempted > 0, module.__name__
