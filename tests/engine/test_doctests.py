"""The examples in the engine's docstrings hold."""

from __future__ import annotations

import doctest

import engine.games
import engine.initiative.draft
import engine.initiative.draft_notation
import engine.initiative.notation
import engine.initiative.state
import engine.logistics.state
import engine.nickel.state
import engine.record.records
import engine.sanctum.state


def test_doctests() -> None:
    modules = (
        *(engine.games, engine.initiative.state, engine.initiative.draft, engine.logistics.state),
        *(engine.initiative.notation, engine.initiative.draft_notation),
        *(engine.nickel.state, engine.record.records, engine.sanctum.state),
    )
    for module in modules:
        result = doctest.testmod(module)
        assert result.failed == 0 and result.attempted > 0, module.__name__
