"""The engine is strictly typed, and its doctests hold."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import engine.games
import engine.initiative
import engine.initiative_draft
import engine.logistics
import engine.nickel
import engine.notation_draft
import engine.notation_initiative
import engine.records
import engine.sanctum

ROOT = Path(__file__).parent.parent


def test_mypy_strict() -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "engine"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_doctests() -> None:
    modules = (
        *(engine.games, engine.initiative, engine.initiative_draft, engine.logistics),
        *(engine.nickel, engine.notation_draft, engine.notation_initiative, engine.records, engine.sanctum),
    )
    for module in modules:
        result = doctest.testmod(module)
        assert result.failed == 0 and result.attempted > 0, module.__name__
