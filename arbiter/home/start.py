"""The game that people want to play: from the home page's request to a command line."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arbiter.kit.kit import Kit
from arbiter.telling.found import found
from arbiter.words.exits import UsageError
from arbiter.words.wording import Wording
from engine.message import Messages
from vision.source.opening import cameras
from vision.source.phone import PAGE
from vision.source.several import MOST

say = Messages("arbiter")

SAMPLES = Path(__file__).resolve().parents[1] / "samples"
SAMPLE = "sample"
LONGEST = 400
Json = dict[str, Any]


@dataclass(frozen=True)
class Wish:
    """A game to be watched, as the words of a command line. ``noted``: rules and table are taken from the
    film's notes; ``asked`` is the page's request, to be offered again."""

    words: tuple[str, ...]
    noted: bool = False
    asked: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Wish:
        """The wish for a new game; raises ``UsageError``, ``KeyError``, ``TypeError`` or ``ValueError``."""
        kit = kits()[str(data["game"])]
        near, far = (str(data["players"][seat])[:LONGEST].strip() for seat in ("near", "far"))
        source, noted = _source(str(data["source"])[:LONGEST], str(data["game"]))
        words = ["watch", str(data["game"]), *source]
        for other in [] if data["source"] == SAMPLE else list(data.get("others") or ())[: MOST - 1]:
            words += _source(str(other)[:LONGEST], "")[0]
        if near or far:
            words += ["--players", near, far]
        noted = noted or bool(data.get("noted"))
        options = {} if noted else dict(data.get("options") or {})
        for asked in kit.asked:
            value = str(options.get(asked.key, asked.values[0][0]))
            words += dict(asked.values)[value]
        return cls(tuple(words), noted, dict(data))

    @classmethod
    def going_on(cls, path: Path, source: Any = None) -> Wish:
        """The wish to resume a recorded game."""
        more = ["--source", str(source)[:LONGEST]] if source else []
        return cls(("watch", "", "--resume", str(path), *more))


def kits() -> dict[str, Kit]:
    """The kits of the games that can be watched, by the name in commands."""
    known = found()[0].values()
    return {kit.game.name.lower(): kit for kit in known if isinstance(kit, Kit)}


def _source(asked: str, game: str) -> tuple[list[str], bool]:
    """The source in the command line's words, and whether its notes give the rules."""
    if asked == SAMPLE:
        return ["--source", sample_of(game)], True
    if asked == PAGE:
        return ["--source", PAGE, "--share"], False
    if not asked.strip():
        raise UsageError(say("home_choose"))
    return ["--source", asked.strip()], False


def sample_of(game: str) -> str:
    """The sample film of a game; raises ``ValueError`` if there is none."""
    for path in sorted(SAMPLES.glob("*.mp4")):
        if path.stem.split("-")[0] == game:
            return str(path)
    raise ValueError(say("home_no_sample", raw=game))


def games_json(words: Wording) -> list[Json]:
    """The games, each with what people agree on before it, in a language."""
    return [
        {
            "key": name,
            "name": kit.game.name,
            "sample": any(path.stem.split("-")[0] == name for path in SAMPLES.glob("*.mp4")),
            "options": [
                {
                    "key": asked.key,
                    "title": words.page(f"opt_{asked.key}"),
                    "values": [
                        [value, words.page(f"opt_{asked.key}-{value.replace('+', '_')}")]
                        for value, _ in asked.values
                    ],
                }
                for asked in kit.asked
            ],
        }
        for name, kit in sorted(kits().items())
    ]


def sources_json() -> list[Json]:
    """The cameras of this machine; only the first on platforms that don't list them."""
    there = [{"key": str(camera.index), "name": camera.name} for camera in cameras()]
    return there if there or sys.platform.startswith("linux") else [{"key": "0", "name": ""}]
