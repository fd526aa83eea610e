"""A made-up language: every phrase in wide letters, so text that bypasses the message files stands out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arbiter.words import catalogue
from arbiter.words.wording import FOLDER, languages, wording
from engine.message import text_of

CODE, NAME = "xx", "Ｗｉｄｅ"
WIDE = {letter: letter - ord("a") + ord("ａ") for letter in range(ord("a"), ord("z") + 1)}
WIDE |= {letter: letter - ord("A") + ord("Ａ") for letter in range(ord("A"), ord("Z") + 1)}
PLAIN = re.compile(r"[A-Za-z]{2,}")
"""Words in plain letters; single letters are keys and size letters."""
KEPT = re.compile(
    r"""^[a-zA-Z][\w-]*\ *=  # the id
    |^\ +\.[\w-]+\ *=  # a form's name
    |^\ *\*?\[\w+\]  # a variant's key
    |\{\ *\$\w+\ *->  # what is chosen by
    |\{\ *(?!")[^{}"]*(?:"[^"]*"[^{}"]*)?\}  # a variable or a call
    """,
    re.MULTILINE | re.VERBOSE,
)


def widened_file(text: str) -> str:
    """A file of messages with its words in wide letters."""
    made, at = "", 0
    for kept in KEPT.finditer(text):
        made += text[at : kept.start()].translate(WIDE) + kept[0]
        at = kept.end()
    return made + text[at:].translate(WIDE)


@contextmanager
def pseudo_language(folder: Path) -> Iterator[str]:
    """Install the made-up language beside the real ones while the context lasts; yields its code."""
    for path in FOLDER.glob("*.ftl"):
        (folder / path.name).write_bytes(path.read_bytes())
    (folder / f"{CODE}.ftl").touch()

    def text(package: str, language: str) -> str | None:
        found = text_of(package, "en" if language == CODE else language)
        if found is None or language != CODE:
            return found
        wide = re.sub(r"(?m)^name = .*$", f"name = {NAME}", widened_file(found))
        return re.sub(r"(?m)^(language|voice) = .*$", r"\1 = en", wide)

    _forget()
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("arbiter.words.wording.FOLDER", folder)
            patch.setattr("arbiter.words.catalogue.text_of", text)
            yield CODE
    finally:
        _forget()


def _forget() -> None:
    for made in (wording, languages, catalogue.catalogue):
        made.cache_clear()


def left_plain(text: str, allowed: str) -> list[str]:
    """The words of a text that come from no message file; ``allowed`` is a pattern of exceptions."""
    return PLAIN.findall(re.sub(allowed, " ", text))
