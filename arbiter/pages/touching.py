"""What pointing at a place of the drawing may mean, as pages ask for it and get it.

A page sends ``place``, or ``place`` and ``to`` for what was dragged, or the ``move`` of a number, or where in
the picture ``at`` (parts of its width and height); the review besides the ``round`` and ``until`` which move
it shows. It gets ``round``, ``number``, ``title``, ``newest`` and lists of what may be meant (see
`arbiter.corrections.touched.Touched`), each with what to send back as a correction: ``op``, ``move`` and
``text``.
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
    """What a page asks for; a refusal for anything else."""
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


def touched_json(game: GameSoFar | None, asked: Asked, told: Callable[[Message], str]) -> dict[str, Any]:
    """What is offered for what was asked, in words; nothing before there is a game.

    Raises ``CorrectionError`` for a round that there is not.
    """
    if game is None or not (asked["place"] or asked["move"]):
        return {"number": 0, "title": "", "instead": [], "now": [], "misread": []}
    found = touched(
        game,
        asked["place"],
        asked["to"],
        number=asked["move"],
        round_number=asked["round"],
        until=asked["until"],
    )
    return {
        "round": found.round,
        "number": found.number,
        "title": titled(told(found.title)) if found.title else "",
        "newest": found.newest,
        "instead": [_offer(each, told) for each in found.instead],
        "now": [_offer(each, told) for each in found.now],
        "misread": [_offer(each, told) for each in found.misread],
    }


def _offer(offer: Offer, told: Callable[[Message], str]) -> dict[str, Any]:
    return {
        "op": offer.op,
        "move": offer.move,
        "text": offer.text,
        "words": told(offer.words),
        "pictures": list(offer.pictures),
        "legal": offer.legal,
    }


def four_corners(data: Mapping[str, Any]) -> Corners:
    """The four corners that a page sends, as parts of the picture's width and height."""
    try:
        corners = tuple((float(x), float(y)) for x, y in data["corners"])
    except (KeyError, TypeError, ValueError):
        raise Refused(web.HTTPBadRequest, say("page_corners")) from None
    if len(corners) != 4 or not all(0 <= part <= 1 for spot in corners for part in spot):
        raise Refused(web.HTTPBadRequest, say("page_inside"))
    return corners
