"""The notes in a file beside a film (``FILM.json``): the game, rules and table that it was played with."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arbiter.kit.catalog import kit_named
from arbiter.kit.kit import Kit
from engine.bounded import read_json
from engine.game import plain

LARGEST = 4 << 20
Json = dict[str, Any]


def notes_of(film: str) -> Json | None:
    """The game in a film's notes, and the ``rules`` with what else people agree on before a game; ``other``
    are those that differ from the default. ``None`` without notes."""
    try:
        path = Path(os.path.expanduser(film)).with_suffix(".json") if film else None
        if path is None or not path.is_file() or path.stat().st_size > LARGEST:
            return None
        data = read_json(path.read_text("utf-8"))
        kit = kit_named(str(data["game"]))
        usual: Mapping[str, Any] = plain(kit.game.rules)
        rules = {**plain(type(kit.game.rules).from_json(data["rules"])), **_of_table(kit, data)}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    other = {name: value for name, value in rules.items() if value != usual.get(name)}
    return {"file": path.name, "game": kit.game.name.lower(), "rules": rules, "other": other}


def _of_table(kit: Kit, data: Mapping[str, Any]) -> Json:
    """The facts about the table in the notes that people agree on before a game."""
    table = dict(data.get("table") or {})
    known = {asked.key: dict(asked.values) for asked in kit.asked}
    return {name: value for name, value in table.items() if str(value) in known.get(name, ())}


def unlike(film: str, game: str, asked: Mapping[str, Any]) -> tuple[str, Json] | None:
    """The notes' file name and the rules that differ from those asked for; ``None`` if there are none."""
    notes = notes_of(film)
    if notes is None or notes["game"] != game:
        return None
    other = {name: value for name, value in notes["rules"].items() if value != asked.get(name)}
    return (notes["file"], other) if other else None
