"""Possible corrections at a place in the drawing: the pages' requests and responses.

A page sends ``place``, or ``place`` and ``to`` for something dragged, or the number of a ``move``, or the
point ``at`` in the picture (fractions of its width and height); the review also sends the ``round`` and the
move ``until`` which it shows the game. The response has ``round``, ``number``, ``title``, ``newest`` and
lists of possible corrections (see `arbiter.corrections.touched.Touched`), each with the ``op``, ``move`` and
``text`` to send back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from aiohttp import web

from arbiter.corrections.corrections import GameSoFar
from arbiter.corrections.touched import Offer, touched
from arbiter.pages.refusal import Refused
from arbiter.words.wording import titled
from engine.message import Message, Messages

say = Messages("arbiter")

LONGEST_PLACE, MOST_MOVES = 60, 100_000
Asked = Mapping[str, Any]
Place = tuple[float, float]
Corners = tuple[Place, ...]


def asked_of(data: Mapping[str, Any]) -> Asked:
    """The request in a page's data; raises `Refused` if it is invalid."""
    words = {name: data.get(name, "") for name in ("place", "to")}
    counts = {"move": data.get("move", 0), "round": data.get("round", 0), "until": data.get("until")}
    sound = all(isinstance(each, str) and len(each) <= LONGEST_PLACE for each in words.values())
    numbers = [each for each in counts.values() if each is not None]
    whole = all(isinstance(n, int) and 0 <= n <= MOST_MOVES for n in numbers) and len(numbers) > 1
    at = data.get("at")
    pair = (
        isinstance(at, list) and len(at) == 2 and all(isinstance(v, float | int) and 0 <= v <= 1 for v in at)
    )
    if not (sound and whole) or not (words["place"] or counts["move"] or pair):
        raise Refused(web.HTTPBadRequest, say("send_touch"))
    return {**words, **counts, "at": tuple(at) if isinstance(at, list) and pair else None}


def touched_json(game: GameSoFar | None, asked: Asked, translate: Callable[[Message], str]) -> dict[str, Any]:
    """The response to a request, in words; empty before there is a game.

    Raises ``CorrectionError`` for a round that does not exist.
    """
    if game is None or not (asked["place"] or asked["move"]):
        return {"number": 0, "title": "", "instead": [], "now": [], "misread": []}
    when = {"number": asked["move"], "round_number": asked["round"], "until": asked["until"]}
    found = touched(game, asked["place"], asked["to"], **when)
    return {
        "round": found.round,
        "number": found.number,
        "title": titled(translate(found.title)) if found.title else "",
        "newest": found.newest,
        "instead": [_offer(each, translate) for each in found.instead],
        "now": [_offer(each, translate) for each in found.now],
        "misread": [_offer(each, translate) for each in found.misread],
    }


def _offer(offer: Offer, translate: Callable[[Message], str]) -> dict[str, Any]:
    return {
        "op": offer.op,
        "move": offer.move,
        "text": offer.text,
        "words": translate(offer.words),
        "pictures": list(offer.pictures),
        "legal": offer.legal,
    }


def four_corners(data: Mapping[str, Any]) -> Corners:
    """The four corners in a page's data, as fractions of the picture's width and height."""
    try:
        corners = tuple((float(x), float(y)) for x, y in data["corners"])
    except (KeyError, TypeError, ValueError):
        raise Refused(web.HTTPBadRequest, say("page_corners")) from None
    if len(corners) != 4 or not all(0 <= part <= 1 for spot in corners for part in spot):
        raise Refused(web.HTTPBadRequest, say("page_inside"))
    return corners
