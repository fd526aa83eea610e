"""A move of Logistics as it is announced and listed, in any language (see ``logistics_words``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arbiter.happenings import happening
from arbiter.logistics_words import deed, exact_deed
from arbiter.sentences import Names, retell
from arbiter.wording import Wording, sentence


def told(seat: str, text: str, names: Names, words: Wording) -> str:
    """`deed` in the language of ``words`` with the players' names, without the full stop."""
    return retell(deed(seat, text), names, words)


def told_exactly(seat: str, text: str, names: Names, words: Wording) -> str:
    """`told` so that no two moves read the same, for lists and titles."""
    return retell(exact_deed(seat, text), names, words)


def told_move(event: Any, names: Names, words: Wording) -> str:
    """A legal move (``events.MoveSeen``) and what it set off."""
    items: tuple[Mapping[str, Any], ...] = event.engine_events
    set_off = [text for item in items if (text := happening(item))]
    parts = [told(event.seat, event.text, names, words), *(retell(text, names, words) for text in set_off)]
    return " ".join(sentence(part) for part in parts)
