"""A move of Logistics in words, from the typed form that events have (``engine.notation_logistics``)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from arbiter.happenings import happening
from arbiter.sentences import Names, retell
from arbiter.wording import Wording, sentence
from engine.notation_pieces import pieces_of

_WORDS = {"stop": "{seat} stops", "decline": "{seat} does not use the power"}
_FORMS = (
    (r"card(?P<card>\d+)", "{seat} sows card {card}"),
    (r"(?P<owner>near|far)\.(?P<typed>\w+)>stock", "{seat} takes the {typed} out of {owner}'s vault"),
    (
        r"(?P<owner>near|far)(?P<card>\d+)>stock",
        "{seat} takes the top of {owner}'s card {card} back to the stock",
    ),
    (r"(?P<owner>near|far)(?P<card>\d+)>next", "{seat} moves the top of {owner}'s card {card} forward"),
    (r"(?P<owner>near|far)\S*<>\S+", "{seat} swaps two pyramids on {owner}'s cards"),
    (r"table:.*", "{seat} rearranges the table"),
)


def deed(seat: str, text: str) -> str:
    """Who does what, in English, with the seat for the name; ``text`` is a move in the typed form."""
    if text in _WORDS:
        return _WORDS[text].format(seat=seat)
    for form, told in _FORMS:
        if match := re.fullmatch(form, text):
            facts = match.groupdict()
            if "typed" in facts:
                facts["typed"] = str(*pieces_of(facts["typed"].lower()))
            return told.format(seat=seat, **facts)
    return f"{seat} sows {listed(text)} from the stock"


def listed(text: str) -> str:
    """Typed pyramids in words: ``small red, medium blue``."""
    return ", ".join(str(piece) for word in text.split(",") for piece in pieces_of(word.lower()))


def told(seat: str, text: str, names: Names, words: Wording) -> str:
    """`deed` in the language of ``words`` with the players' names, without the full stop."""
    return retell(deed(seat, text), names, words)


def told_move(event: Any, names: Names, words: Wording) -> str:
    """A legal move (``events.MoveSeen``) and what it set off."""
    items: tuple[Mapping[str, Any], ...] = event.engine_events
    set_off = [text for item in items if (text := happening(item))]
    parts = [told(event.seat, event.text, names, words), *(retell(text, names, words) for text in set_off)]
    return " ".join(sentence(part) for part in parts)
