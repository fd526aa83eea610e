"""A typed move of Logistics (``engine.logistics.notation``) as a message."""

from __future__ import annotations

import re

from arbiter.words.pieces import pieces_in
from engine.message import Message, Messages, in_a_row
from engine.notation import pieces_of
from engine.pieces import Colour, Piece
from engine.seats import Seat

say = Messages("arbiter.games.logistics")
_FORMS = (
    (r"stop", "stops", "stop"),
    (r"decline", "declines", "no_power_used"),
    (r"card(?P<card>\d+)", "sows_card", "a_card"),
    (r"(?P<other>near|far)\.(?P<piece>\w+)>stock", "takes_out", "taken_out"),
    (r"(?P<other>near|far)(?P<card>\d+)>stock", "takes_back", "top_back"),
    (r"(?P<other>near|far)(?P<card>\d+)>next", "moves_on", "top_on"),
    (
        r"(?P<other>near|far)(?P<card>\d+)\.(?P<n>\d+)<>(?P<card2>\d+)\.(?P<n2>\d+)",
        "swaps",
        "change_places",
    ),
    (r"table:.*", "rearranges", "another_table"),
)
"""Each typed form, the message for doing it, and the message for the move itself."""
_SOWN = re.compile(rf"[SML](?:{'|'.join(Colour)})(?:,[SML](?:{'|'.join(Colour)}))*")


def deed(seat: Seat, text: str, exact: bool = False) -> Message:
    """Who does what; ``text`` is a typed move. An ``exact`` message says which pyramids are swapped."""
    found = _found(text, 1)
    if found is None:
        return say("sows_stock", who=seat, list=pieces_in(text))
    name, facts = found
    if name == "swaps" and exact:
        return say("swaps_which", who=seat, **facts)
    if name == "swaps":
        return say("swaps", who=seat, other=facts["other"])
    return say(name, who=seat, **facts)


def phrase(text: str) -> Message | None:
    """A move as a short phrase: ``card 3``; ``None`` if it is no move of Logistics."""
    found = _found(text, 2)
    if found is not None:
        return say(found[0], **found[1])
    return in_a_row(pieces_in(text)) if _SOWN.fullmatch(text) else None


def known(text: str) -> bool:
    """Whether a text is a typed move of Logistics."""
    return _found(text, 1) is not None or _SOWN.fullmatch(text) is not None


def _found(text: str, way: int) -> tuple[str, dict[str, Seat | Piece | int]] | None:
    """The message of a typed form, for doing it (``way`` 1) or for the move itself (2), and its arguments."""
    for form in _FORMS:
        if match := re.fullmatch(form[0], text):
            return form[way], {name: _value(name, word) for name, word in match.groupdict().items()}
    return None


def _value(name: str, word: str) -> Seat | Piece | int:
    if name == "other":
        return Seat(word)
    return pieces_of(word.lower())[0] if name == "piece" else int(word)
