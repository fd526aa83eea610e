"""Where recorded games and settings are kept on this machine, in the platform's usual folders."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import platformdirs

from arbiter.voice.commentary import LEVELS, USUAL
from arbiter.voice.voice import FASTEST, RATE, SLOWEST
from arbiter.words.wording import languages
from calibration.store import APP_FOLDER, user_data_folder
from engine.bounded import read_json
from engine.message import Messages

say = Messages("arbiter")

PORT = 8642
"""The home page's port, unless people choose another."""
TOKEN_BYTES = 24
LONGEST = 80
"""Longest text that is kept, in characters."""


def games_folder() -> Path:
    """The folder of recorded games."""
    return user_data_folder() / "games"


def published_file() -> Path:
    """The file that notes what brokers have confirmed of the games published from this machine."""
    return platformdirs.user_data_path(APP_FOLDER, appauthor=False) / "published.sqlite"


def settings_file() -> Path:
    """The file of the settings."""
    return platformdirs.user_config_path(APP_FOLDER, appauthor=False) / "settings.json"


@dataclass(frozen=True)
class Settings:
    """What is remembered from one evening to the next.

    ``token`` is the secret in the links for other devices, kept so that a phone needs no new code; ``rate``,
    ``volume`` and ``speaker`` set the machine's voice; ``last`` is how the last game was started.
    """

    language: str = "en"
    commentary: str = USUAL
    voice: bool = True
    share: bool = False
    near: str = ""
    far: str = ""
    port: int = PORT
    rate: int = RATE
    volume: float = 1.0
    speaker: str = ""
    token: str = ""
    last: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raises ``ValueError``, in one line, for impossible values."""
        if self.language not in languages():
            raise ValueError(say("no_language", quoted=repr(self.language), raw=", ".join(languages())))
        if self.commentary not in LEVELS:
            raise ValueError(say("no_commentary", quoted=repr(self.commentary), raw=", ".join(LEVELS)))
        if not (SLOWEST <= self.rate <= FASTEST and 0.0 <= self.volume <= 1.0):
            raise ValueError(say("page_sound", n=SLOWEST, most=FASTEST))
        if not 0 < self.port < 1 << 16:
            raise ValueError(say("set_port", n=self.port))

    def changed(self, asked: Mapping[str, Any]) -> Settings:
        """A copy with the values asked for; raises ``ValueError`` or ``TypeError`` for impossible ones."""
        found: dict[str, Any] = {}
        for each in fields(self):
            if each.name in asked:
                usual, value = getattr(self, each.name), asked[each.name]
                if not isinstance(value, dict if each.name == "last" else type(usual)):
                    raise ValueError(say("set_value", raw=each.name, raw2=repr(value)))
                found[each.name] = value[:LONGEST] if isinstance(value, str) else value
        return replace(self, **found)


def read_settings() -> Settings:
    """The settings; whatever is unreadable or invalid gets its default, so that nothing prevents a game."""
    try:
        data = read_json(settings_file().read_text("utf-8"))
    except (OSError, ValueError):
        return Settings()
    found = Settings()
    for name, value in data.items() if isinstance(data, dict) else ():
        try:
            found = found.changed({name: value})
        except (ValueError, TypeError):
            continue
    return found


def write_settings(settings: Settings) -> None:
    """Store settings, readable by their owner only. Raises ``OSError``.

    The token and the voice keep their stored values: they may have changed since ``settings`` were read
    (`kept_token`, `keep_token`, `keep_sound`).
    """
    now = read_settings()
    _write(replace(settings, token=now.token, rate=now.rate, volume=now.volume, speaker=now.speaker))


def _write(settings: Settings) -> None:
    target = settings_file()
    target.parent.mkdir(parents=True, exist_ok=True)
    made = target.with_suffix(".new")
    made.unlink(missing_ok=True)
    with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        json.dump(asdict(settings), file, ensure_ascii=False, indent=1)
    made.replace(target)


def kept_token() -> str:
    """The secret in this machine's links, made once; a new one each time if it cannot be stored."""
    settings = read_settings()
    if settings.token:
        return settings.token
    token = secrets.token_urlsafe(TOKEN_BYTES)
    keep_token(token)
    return token


def keep_token(token: str) -> None:
    """Store a new secret after a link was revoked; an empty one makes `kept_token` create another."""
    with suppress(OSError):
        _write(replace(read_settings(), token=token))


def keep_sound(rate: int, volume: float, voice: str) -> None:
    """Store the settings of the machine's voice for the next games."""
    with suppress(OSError):
        _write(read_settings().changed({"rate": rate, "volume": volume, "speaker": voice}))
