"""The sentences of the rules' readings, in words."""

from __future__ import annotations

from collections.abc import Iterable

from arbiter.words.wording import Wording
from engine.game import MoveError
from engine.message import as_sentence
from engine.readings import READINGS, broken, meanings


def meaning(reading: str, words: Wording) -> str:
    """The sentence of a reading (see ``engine.readings``); empty for an unknown id."""
    return words.tell(READINGS[reading]) if reading in READINGS else ""


def meanings_of(readings: Iterable[str], words: Wording) -> dict[str, str]:
    """The sentences of some readings, each once, in the order of the rules; unknown ids are left out."""
    return {reading: meaning(reading, words) for reading in meanings(readings)}


def breaches_of(readings: Iterable[str], words: Wording) -> dict[str, str]:
    """For each reading that has a drawing of a breach, a sentence that says what is wrong in it."""
    sentences = {}
    for reading in meanings(readings):
        if found := broken(reading):
            _, state, move = found
            try:
                state.check(move)
            except MoveError as error:
                sentences[reading] = as_sentence(words.tell(error.message))
    return sentences
