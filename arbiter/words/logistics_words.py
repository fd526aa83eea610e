"""A move of Logistics in English words, from the typed form that events have (``engine.logistics.notation``).

Other languages retell these (``arbiter.words.sentences``).
"""

from __future__ import annotations

import re

from engine.notation import pieces_of
from engine.pieces import Colour

_WORDS = {"stop": ("{seat} stops", "stop"), "decline": ("{seat} does not use the power", "no power")}
_FORMS = (
    (r"card(?P<card>\d+)", "{seat} sows card {card}", "card {card}"),
    (
        r"(?P<owner>near|far)\.(?P<typed>\w+)>stock",
        "{seat} takes the {typed} out of {owner}'s vault",
        "{typed} out of {owner}'s vault",
    ),
    (
        r"(?P<owner>near|far)(?P<card>\d+)>stock",
        "{seat} takes the top of {owner}'s card {card} back to the stock",
        "top of {owner}'s card {card} back to the stock",
    ),
    (
        r"(?P<owner>near|far)(?P<card>\d+)>next",
        "{seat} moves the top of {owner}'s card {card} forward",
        "top of {owner}'s card {card} one card on",
    ),
    (
        r"(?P<owner>near|far)(?P<card>\d+)\.(?P<level>\d+)<>(?P<card2>\d+)\.(?P<level2>\d+)",
        "{seat} swaps two pyramids on {owner}'s cards",
        "{owner}'s card {card} level {level} and card {card2} level {level2} change places",
    ),
    (r"table:.*", "{seat} rearranges the table", "another table"),
)
_SOWN = re.compile(rf"[SML](?:{'|'.join(Colour)})(?:,[SML](?:{'|'.join(Colour)}))*")


def deed(seat: str, text: str) -> str:
    """Who does what, in English, with the seat for the name; ``text`` is a move in the typed form."""
    told = _told(text, 0)
    return told.format(seat=seat) if told else f"{seat} sows {listed(text)} from the stock"


def exact_deed(seat: str, text: str) -> str:
    """`deed`, with what a swap exchanges: card and level, so that no two swaps read the same."""
    spots = re.fullmatch(r"\w+?(\d+)\.(\d+)<>(\d+)\.(\d+)", text)
    which = " (card {}, level {} and card {}, level {})".format(*spots.groups()) if spots else ""
    return deed(seat, text) + which


def phrase(text: str) -> str:
    """What a move is about in a few words, with the seats for the players: ``card 3``; what is no move of
    Logistics stays as it is."""
    if told := _told(text, 1):
        return told
    return listed(text) if _SOWN.fullmatch(text) else text


def listed(text: str) -> str:
    """Typed pyramids in words: ``small red, medium blue``."""
    return ", ".join(str(piece) for word in text.split(",") for piece in pieces_of(word.lower()))


def known(text: str) -> bool:
    """Whether a text is a move of Logistics in the typed form."""
    return bool(_told(text, 0) or _SOWN.fullmatch(text))


def _told(text: str, way: int) -> str:
    """The deed (``way`` 0, with a slot for the seat) or phrase (1); empty for a sow from the stock."""
    if text in _WORDS:
        return _WORDS[text][way]
    for form, *told in _FORMS:
        if match := re.fullmatch(form, text):
            facts = {"seat": "{seat}", **match.groupdict()}
            if "typed" in facts:
                facts["typed"] = str(*pieces_of(facts["typed"].lower()))
            return told[way].format(**facts)
    return ""
