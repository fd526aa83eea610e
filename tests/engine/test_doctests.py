"""The examples in the engine's docstrings hold."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import engine.api
import engine.game
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


def test_what_the_package_hands_out_is_what_its_users_need() -> None:
    assert engine.__all__ == engine.api.__all__ and len(set(engine.__all__)) == len(engine.__all__)
    for name in engine.__all__:
        assert getattr(engine, name) is getattr(engine.api, name)
    with pytest.raises(AttributeError, match="no attribute 'Pawn'"):
        engine.Pawn  # noqa: B018


def test_one_module_does_not_import_them_all() -> None:
    code = "import sys, engine.pieces; print([name for name in sys.modules if name.startswith('engine.')])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['engine.pieces']"


def test_doctests() -> None:
    modules = (
        *(engine, engine.game),
        *(engine.games, engine.initiative.state, engine.initiative.draft, engine.logistics.state),
        *(engine.initiative.notation, engine.initiative.draft_notation),
        *(engine.nickel.state, engine.record.records, engine.sanctum.state),
    )
    for module in modules:
        result = doctest.testmod(module)
        assert result.failed == 0 and result.attempted > 0, module.__name__
