"""Where the cards of Logistics lie, looked for in the first pictures of a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice

from arbiter.card_grid import CardsUnclear, find_card_grid
from arbiter.exits import UserError
from arbiter.options import WatchOptions
from arbiter.placing import Placed
from vision.cards import find_cards
from vision.source import Frame

PICTURES = 12
"""So many pictures are searched before giving up."""


SHOW = "show them on the page: Corners, all cards together"


def with_cards(options: WatchOptions, placed: Placed) -> tuple[WatchOptions, Placed]:
    """The options with the ``grid`` of the cards among the facts of the table, where the game has cards and
    nobody has told where they lie. When they are not found people may show them on the page; without one
    ``UserError`` is raised.

    Frames looked at come again, except from live sources.
    """
    if options.game != "logistics" or options.resume is not None or "outline" in options.table:
        return options, placed
    looked, said = [], "there are no pictures"
    for frame in islice(placed.frames, PICTURES):
        looked.append(frame)
        try:
            found = find_cards(frame.image_bgr, placed.calibration.camera)
            grid = find_card_grid(found, options.rules.cards)
        except CardsUnclear as error:
            said = str(error)
            continue
        again = _again(options, placed, looked)
        known = {**options.table, "grid": grid.to_json()}
        return replace(options, table=known), replace(placed, frames=again)
    if options.headless:
        raise UserError(f"{said} (or tell where their outline lies with --cards-at)")
    told = (*placed.remarks, f"{said}, or {SHOW}")
    return options, replace(placed, remarks=told, frames=_again(options, placed, looked))


def _again(options: WatchOptions, placed: Placed, looked: list[Frame]) -> Iterator[Frame]:
    return placed.frames if options.source.live else chain(looked, placed.frames)
