"""A made-up language: every phrase in wide letters, so that what bypasses the resources stays plain."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from arbiter.words.sentences import templates
from arbiter.words.wording import FOLDER, languages, wording
from engine.readings import READINGS

CODE, NAME = "xx", "Ｗｉｄｅ"
WIDE = {letter: letter - ord("a") + ord("ａ") for letter in range(ord("a"), ord("z") + 1)}
WIDE |= {letter: letter - ord("A") + ord("Ａ") for letter in range(ord("A"), ord("Z") + 1)}
PLAIN = re.compile(r"[A-Za-z]{2,}")
"""Words in plain letters; single ones are keys and the letters of the sizes."""


def widened(text: str) -> str:
    """A phrase in wide letters, its slots as they are."""
    made = ""
    for literal, slot, form, _ in Formatter().parse(text):
        made += literal.translate(WIDE).replace("{", "{{").replace("}", "}}")
        if slot is not None:
            made += "{" + slot + (f":{form}" if form else "") + "}"
    return made


def _wide(texts: Any) -> Any:
    if isinstance(texts, str):
        return widened(texts)
    if isinstance(texts, list):
        return [_wide(each) for each in texts]
    return {key: _wide(each) for key, each in texts.items()}


@contextmanager
def pseudo_language(folder: Path) -> Iterator[str]:
    """Have one language more, the made-up one, by one more file; gives its code."""
    for path in FOLDER.glob("*.json"):
        (folder / path.name).write_bytes(path.read_bytes())
    english = json.loads((folder / "en.json").read_text("utf-8"))
    made = _wide({**english, "readings": READINGS}) | {"language": CODE, "name": NAME, "voice": "en"}
    (folder / f"{CODE}.json").write_text(json.dumps(made, ensure_ascii=False), "utf-8")
    caches = (wording, languages, templates)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("arbiter.words.wording.FOLDER", folder)
        for cache in caches:
            cache.cache_clear()
        try:
            yield CODE
        finally:
            patch.undo()
            for cache in caches:
                cache.cache_clear()


def left_plain(text: str, allowed: str) -> list[str]:
    """The words of a text that come from no resource; ``allowed`` is a pattern of what may stand there."""
    return PLAIN.findall(re.sub(allowed, " ", text))
