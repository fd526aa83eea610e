"""A move as it is announced and listed, in any language (see ``typed_words``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arbiter.words.happenings import happening
from arbiter.words.logistics_words import deed as sown
from arbiter.words.logistics_words import known
from arbiter.words.sentences import Names
from arbiter.words.typed_words import deed, title
from arbiter.words.wording import Wording
from engine.message import as_sentence as sentence
from engine.seats import Seat


def told(seat: str, text: str, names: Names, words: Wording) -> str:
    """What a move of Logistics, Nickel or Sanctum is, in the language of ``words`` with the players' names
    and without the full stop; ``text`` is the move in the typed form, ``seat`` empty in Sanctum.
    """
    made = sown(Seat(seat), text) if seat and known(text) else deed(seat, text)
    return words.tell(made, names) if made is not None else text


def listed(game: str, seat: str, text: str, names: Names, words: Wording) -> str:
    """A move of the game of that name as lists have it: no two moves read the same."""
    shown = words.tell(title(game, seat, text), names)
    return shown[:1].upper() + shown[1:] if not seat else shown


def told_move(event: Any, names: Names, words: Wording) -> str:
    """A legal move of Logistics (``events.MoveSeen``) and what it set off."""
    items: tuple[Mapping[str, Any], ...] = event.engine_events
    set_off = [text for item in items if (text := happening(item))]
    parts = [told(event.seat, event.text, names, words), *(words.tell(text, names) for text in set_off)]
    return " ".join(sentence(part) for part in parts)
