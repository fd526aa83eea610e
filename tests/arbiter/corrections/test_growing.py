"""A story extended while its record grows is always the same as one told from the beginning."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from arbiter.corrections.corrections import corrected
from arbiter.corrections.growing import GrowingGame
from arbiter.record.record import Entry, Record
from arbiter.record.replay import replay
from engine.initiative.state import State
from tests.support.events_of_rounds import BASIC, entries, move, setup
from tests.support.recorded_games import write_game


def recorded(path: Path) -> tuple[dict[str, Any], list[Entry]]:
    with Record.open(path, readonly=True) as record:
        return record.header_at(0), list(record.entries())


def numbered(told: Sequence[tuple[str, dict[str, Any]]], header: dict[str, Any]) -> Any:
    return header, [Entry(at, kind, float(at), "", data) for at, (kind, data) in enumerate(told, start=1)]


def drafted() -> Any:
    stack = {"game": "Draft", "text": "stack=blue,green,black,yellow,red;size=small"}
    draw = {"game": "Draft", "seat": "near", "move": "near: Lred>1"}
    told: list[tuple[str, dict[str, Any]]] = [
        ("said", {"text": "Draw."}),
        ("setup", {"round": 0, "setup": stack}),
        ("move", {"round": 0, "ply": 1, "play": draw, "legal": True, "seat": "near"}),
        ("said", {"text": "Drawn."}),
        *((each.kind, each.data) for each in entries([setup(), move(1, "Mblue", "near")])),
        ("correction", {"round": 0, "op": "delete", "move": 1}),
        *((each.kind, each.data) for each in entries([move(2, "Mblue", "far")])),
    ]
    return numbered(told, {**BASIC, "table": {"draft": True}})


def put_right(path: Path) -> Any:
    header, told = recorded(write_game(path / "a.game", "illegal"))
    more = [
        ("correction", {"round": 1, "op": "replace", "move": 1, "text": "Mred"}),
        ("header", {"language": "de"}),
        ("dispute", {"round": 1, "move": 1}),
        ("correction", {"round": 1, "op": "undo"}),
    ]
    return numbered([*((each.kind, dict(each.data)) for each in told[:14]), *more], header)


@pytest.mark.parametrize("which", ["basic", "put right", "drafted"])
def test_it_is_told_as_if_from_the_beginning(which: str, tmp_path: Path) -> None:
    if which == "basic":
        header, told = recorded(write_game(tmp_path / "a.game"))
    else:
        header, told = put_right(tmp_path) if which == "put right" else drafted()
    growing, changing = GrowingGame(header), dict(header)
    for count, entry in enumerate(told, start=1):
        growing.take(entry)
        changing |= entry.data if entry.kind == "header" else {}
        game, steps = growing.steps(ends=False)
        anew = corrected(changing, told[:count], ends=False)
        assert (game.header, game.entries) == (anew.header, anew.entries)
        assert steps == replay(anew.header, anew.entries)
    assert any(step.play is not None for step in steps)


def test_nothing_is_played_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    header, told = recorded(write_game(tmp_path / "a.game"))
    played, original = [0], State.force

    def counted(state: State, play: Any) -> Any:
        played[0] += 1
        return original(state, play)

    monkeypatch.setattr(State, "force", counted)
    growing = GrowingGame(header)
    for entry in told:
        growing.take(entry)
        growing.steps(ends=False)
    moves = sum(entry.kind == "move" for entry in told)
    assert 0 < moves <= played[0] <= 6 * moves
