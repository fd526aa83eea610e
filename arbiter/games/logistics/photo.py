"""Logistics from one photograph: cards with what shows on them, vaults and stocks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from arbiter.games.logistics.card_grid import FEWEST, MOST, CardGrid, CardsUnclear, find_card_grid
from arbiter.games.logistics.look import card_site, heap_site
from arbiter.games.logistics.setup import LogisticsTable
from arbiter.kit.photo import Shown, doubt_sentences
from arbiter.table.scoring import Reader
from engine.game import Seat
from engine.logistics.model import Layout, Rules, Side
from engine.logistics.state import State as LogisticsState
from engine.message import Message, Messages, message_of
from vision.cards.cards import CardsSeen
from vision.track.summing import Unit

say, arbiter = Messages("arbiter.games.logistics"), Messages("arbiter")


def read_logistics(table: LogisticsTable, units: Sequence[Unit], cards: CardsSeen) -> Shown:
    """The position in a photograph: the cards with what shows on them, vaults and stocks."""
    try:
        grid = table.grid or _any_grid(cards, table.rules.cards)
    except CardsUnclear as error:
        return Shown(table.game, problems=(message_of(error),))
    rules = Rules(**{**vars(table.rules), "cards": grid.count})
    known = LogisticsTable(rules, table.near, table.far, grid)
    notes = () if grid.count == table.rules.cards else (say("photo_cards", n=grid.count),)
    sites = {name: there for name, there in _sites(grid, units).items() if there}
    if all(name.endswith("stock") for name in sites):
        found = known.read_setup(units, {})
        start = ((arbiter("x_either"), LogisticsState.start(found.setup, rules)),) if found.setup else ()
        doubts = [*doubt_sentences(found.doubts), *_unseen_stocks(sites)]
        return Shown(table.game, start, found.problems, tuple(doubts), notes)
    layout = Layout(*(_side(table.reader, sites, seat, grid.count) for seat in (Seat.NEAR, Seat.FAR)))
    states = tuple(
        (say("photo_turn_of", who=seat), LogisticsState.start(layout, rules, seat)) for seat in Seat
    )
    doubts = [say("photo_apart", raw=name) for name, there in sites.items() if _apart(name, there)]
    hidden = rules.trios * 30 - layout.pieces.total()
    if hidden > 0:
        doubts.append(say("photo_not_seen", n=hidden, most=rules.trios * 30))
    doubts.append(say("photo_whose"))
    return Shown(table.game, states, (), tuple(doubts), notes)


def _any_grid(cards: CardsSeen, usual: int) -> CardGrid:
    """The grid of the cards, of the ``usual`` number if possible."""
    first: CardsUnclear | None = None
    for count in dict.fromkeys((usual, *range(FEWEST, MOST + 1))):
        try:
            return find_card_grid(cards, count)[0]
        except CardsUnclear as error:
            first = first or error
    assert first is not None
    raise first


def _sites(grid: CardGrid, units: Sequence[Unit]) -> Mapping[str, list[Unit]]:
    found: dict[str, list[Unit]] = {}
    for unit in units:
        found.setdefault(grid.site(unit.x_mm, unit.y_mm) or "", []).append(unit)
    found.pop("", None)
    return found


def _side(reader: Reader, sites: Mapping[str, Sequence[Unit]], seat: Seat, count: int) -> Side:
    """What shows on a side; on each card its tallest stack, bottom to top."""
    stacks = []
    for card in range(1, count + 1):
        there = sites.get(card_site(seat, card), ())
        tallest = max(there, key=lambda unit: len(unit.levels), default=None)
        stacks.append(() if tallest is None else reader.pieces(tallest)[::-1])
    heaps = (
        tuple(sorted(p for unit in sites.get(heap_site(seat, heap), ()) for p in reader.pieces(unit)))
        for heap in ("stock", "vault")
    )
    stock, vault = heaps
    return Side(stock, tuple(stacks), vault)


def _apart(name: str, there: Sequence[Unit]) -> bool:
    return len(there) > 1 and " " not in name


def _unseen_stocks(sites: Mapping[str, Any]) -> Iterator[Message]:
    for seat in Seat:
        if heap_site(seat, "stock") not in sites:
            yield say("photo_stock", who=seat)
