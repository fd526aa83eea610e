"""A table of Logistics before play: empty cards in two rows, empty vaults, and both stocks (L1).

A stock that is wholly outside the picture is assumed to be complete, since nothing is known about it. In a
visible one every pyramid is accounted for, except those that may be inside larger ones.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Container, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import numpy as np

from arbiter.camera.cards_watch import Outline
from arbiter.games.logistics.card_grid import CardGrid, CardsUnclear, cards_missing, search_card_grid
from arbiter.games.logistics.card_pictures import Picture, with_looks
from arbiter.games.logistics.card_rows import CLEAR
from arbiter.games.logistics.heap import HeapLook
from arbiter.games.logistics.look import heap_site, is_heap, site_parts
from arbiter.games.logistics.table import LogisticsModel
from arbiter.table.inventories import may_be_hidden, piece_scores, problems
from arbiter.table.model import Doubt, MarkedTable, Pins, Seen, TableSetup
from arbiter.table.scoring import Reader
from arbiter.table.setup.by_hand import (
    NOTHING,
    NOTHING_WORDS,
    PIECE,
    Choices,
    Thing,
    one_piece,
    piece_choices,
    standing,
    thing_of,
    unplaced,
)
from arbiter.table.setup.offer import some_of
from calibration.camera import Camera
from engine.definition import AnyGame
from engine.game import Seat
from engine.logistics.game import GAME
from engine.logistics.model import Layout, Rules
from engine.logistics.state import State
from engine.message import Message, Messages, just, message_of
from engine.pieces import PALETTES, Piece
from vision.cards.cards import CardsSeen
from vision.detect.boxes import joined
from vision.labelling.account import Account, account
from vision.labelling.inventory import Inventory, Problem
from vision.observation import Box
from vision.track.summing import LevelEvidence, Unit

say = Messages("arbiter.games.logistics")

PINNED = 12.0
"""Log units in favour of a piece that a person named."""
PIN_MM = 15.0
ALL_THERE = say("is_there")
AS_SHOWN = "shown"
"""The pin instead of that while testing whether the set-up can be played as shown."""
EMPTY = say("are_bare")
CARDS_PLACE = (1e4, 0.0)
"""The place of the pin that nothing stands on the cards: far from everything on the table."""
ROWS_PLACE = (-1e4, 0.0)
"""The same for the pin that the cards lie as drawn."""
SO = say("they_lie_so")
MOST_FAINT = 4
"""The most doubtful units left out of a stock with too many pieces."""
MAY_BE_ONE = 0.03
"""Least probability that several pyramids were really one, to treat them as one."""
HARDLY_ONE = 0.005
"""The same if the whole stock then shows, each pyramid once, which is no coincidence."""
MOST_SPLIT = 8
"""The most pyramids of a stock treated as misread as several."""
SURELY = 0.9
"""Share of a stock that must show, with nothing wrong, before the rest is presumed to be there."""
MOSTLY = 0.8
"""Share of a stock that must show before people are asked whether the rest is there too, as they tidy up
first. In a piled stock this share is enough to presume it: a pyramid in a tree shows little more than an
edge."""


@dataclass(frozen=True)
class LogisticsTable(MarkedTable):
    """A `TableGame`. ``near`` and ``far`` name the palettes of the stocks. The cards' grid is ``found`` in
    pictures unless somebody has marked it (``grid``); until then ``unclear`` says what is seen, and
    ``outlines`` show it. An uncertain grid is asked about, and ``guessed`` is its box in the picture."""

    complete = True

    rules: Rules
    near: str = "rainbow"
    far: str = "rainbow"
    grid: CardGrid | None = None
    found: CardGrid | None = None
    unclear: Message | None = None
    outlines: tuple[Outline, ...] = ()
    guessed: Box | None = None

    @property
    def game(self) -> AnyGame:
        return GAME

    def marked(self, corners: Sequence[tuple[float, float]]) -> LogisticsTable:
        """The table with all cards between these corners (mm), near left first; raises ``ValueError``."""
        return replace(self, grid=CardGrid.of_corners(corners, self.rules.cards), outlines=())

    @property
    def looking(self) -> bool:
        """Whether the cards must be found in pictures because nobody has marked them."""
        return self.grid is None

    @property
    def whole(self) -> bool:
        """Whether the cards have been found and all of them were seen."""
        sure = self.found is not None and self.guessed is None
        return sure and all(outline.seen for outline in self.outlines)

    def look(self, seen: CardsSeen, camera: Camera, patient: bool) -> Generator[None, None, LogisticsTable]:
        """Returns the table after a look for its cards; a ``patient`` look requires that all are seen."""
        patient = patient and self.found is None
        box: Box | None = None
        try:
            grid, rows = yield from search_card_grid(seen, self.rules.cards, whole=patient)
        except CardsUnclear as error:
            if self.found is not None and self.guessed is None:
                return self
            if error.guess is None or patient:
                shown = tuple(Outline(card.corners, True) for card in error.cards)
                return self if self.found else replace(self, unclear=message_of(error), outlines=shown)
            grid, rows = error.guess
            around = np.concatenate([camera.project(np.pad(c.corners, ((0, 0), (0, 1)))) for c in rows.cards])
            (left, top), (right, bottom) = np.nanmin(around, 0).tolist(), np.nanmax(around, 0).tolist()
            box = left, top, right, bottom
        shown = tuple(Outline(card.corners, card.clear >= CLEAR) for card in rows.cards)
        return replace(self, found=grid, outlines=shown, guessed=box)

    @property
    def reader(self) -> Reader:
        return Reader(tuple(dict.fromkeys((*PALETTES[self.near], *PALETTES[self.far]))))

    def read_setup(self, units: Sequence[Unit], pins: Pins) -> TableSetup:
        grid = self.grid or self.found
        if grid is None:
            unclear = self.unclear or cards_missing(0, self.rules.cards)
            return TableSetup(problems=(unclear,), things=unplaced(units, self.reader))
        if self.grid is None and self.guessed is not None and pins.get(ROWS_PLACE) != SO:
            doubt = Doubt(say("rows_guessed"), ROWS_PLACE, (SO,), (SO,), (0.5,), self.guessed)
            return TableSetup(doubts=(doubt,), things=unplaced(units, self.reader))
        model = LogisticsModel(grid, self.reader)
        sites, bared = _less_pictures(model.sort(units), pins)
        setup = Layout.standard(self.rules, self.near, self.far)
        wrong, doubts, whole, away = list[Message](), list[Doubt](), 0, 0
        presumed = dict[tuple[float, float], Any]()
        for seat in Seat:
            there = sites.get(heap_site(seat, "stock"), ())
            if there:
                lines, asked, nearly = self._stock(seat, setup.side(seat).stock, there, pins)
                if (lines or asked) and (towers := self._no_towers(seat, setup, sites)):
                    with_them = self._stock(seat, setup.side(seat).stock, (*there, *towers), pins)
                    lines, asked, nearly = (lines, asked, nearly) if any(with_them[:2]) else with_them
                whole += not lines and not asked
                if nearly and (lines or asked):
                    presumed[whole_place(seat)] = ALL_THERE
                if pins.get(whole_place(seat)) != AS_SHOWN:
                    wrong, doubts = [*wrong, *lines], [*doubts, *asked]
            away += not there
        bare = pins.get(CARDS_PLACE) == EMPTY
        in_stocks = whole == len(Seat) or bare  # if so, what shows on the cards is printed on them
        shown = tuple(_things(sites, {doubt.place for doubt in doubts}, self.reader))
        if not in_stocks:
            found = list(_not_empty(sites))
            if found and away and not wrong and not doubts:
                doubts = [_bare_doubt(sites)]
            wrong = [*found, *wrong]
        if wrong or doubts:
            known = {} if any(is_card_or_vault(site) for site in sites) else presumed
            return TableSetup(problems=tuple(wrong), doubts=tuple(doubts), things=shown, presumed=known)
        printed = _printed(sites) if in_stocks else []
        model = replace(model, pictures=with_looks((), (*printed, *bared), self.reader))
        seen = Seen(model.sort([unit for unit in units if unit.hits]))
        start = State.start(setup, self.rules)
        return TableSetup(setup, model.settle(start, seen), things=shown)

    def choices(self) -> Choices:
        return {PIECE: piece_choices(self.reader.palette)}

    def meant(self, thing: Thing, what: str) -> tuple[Any, int]:
        return (NOTHING, 0) if what.lower() in NOTHING_WORDS else (one_piece(what), 1)

    def accepting(self, pins: Pins) -> Pins:
        """The pins, and that both stocks are complete, shown or not, and the cards lie as drawn."""
        shown = {**{whole_place(seat): AS_SHOWN for seat in Seat}, ROWS_PLACE: SO}
        return {**shown, **pins}

    def _no_towers(self, seat: Seat, setup: Layout, sites: Mapping[str, Sequence[Unit]]) -> list[Unit]:
        """The single pyramids that look like towers on a player's cards, of more of a kind than there are: a
        stripe of the cloth reaches from the cards to one that stands behind them."""
        most = Counter(chain.from_iterable(setup.side(each).stock for each in Seat))
        own = (site for site in sites if is_card_or_vault(site) and site_parts(site)[0] is seat)
        units = (unit for site in own for unit in sites[site])
        return [unit.as_one for unit in units if Counter(self.reader.pieces(unit)) - most]

    def _stock(
        self, seat: Seat, pieces: tuple[Piece, ...], there: Sequence[Unit], pins: Pins
    ) -> tuple[list[Message], list[Doubt], bool]:
        """What is wrong with a visible stock, what to ask about it, and whether nearly all of it shows."""
        place = whole_place(seat)
        if pins.get(place) == ALL_THERE:
            return [], [], True
        stock = Inventory.of(pieces)
        tally, seen = self._surest_account(stock, there, pins)
        short = tally.missing and not tally.doubled
        asked = list(_doubts(seat, tally, seen, stock.labels)) if short else []
        lines = [] if asked else _stock_problems(seat, tally, seen)
        if lines and sum(len(unit.levels) for unit in there) >= MOSTLY * len(pieces):
            text, box = say("all_there", who=seat), joined([unit.bbox_px for unit in there])
            asked = [Doubt(text, place, (ALL_THERE,), (ALL_THERE,), (0.5,), box)]
        return lines, asked, _nearly(tally, seen, len(pieces))

    def _surest_account(
        self, inventory: Inventory[Piece], units: Sequence[Unit], pins: Pins
    ) -> tuple[Account[Piece], list[tuple[Unit, LevelEvidence]]]:
        """Like ``_account``. If that finds too many of a kind, or some it cannot identify: without the least
        certain of the doubtful units, or with units that may be one pyramid treated as one, changing as few
        as possible; at last with one left out and all others that may be one as one."""
        first = self._account(inventory, units, pins)
        if not (first[0].doubled or first[0].unreadable):
            return first
        faint = sorted((unit for unit in units if unit.doubtful), key=lambda unit: unit.confidence)
        may_be = sorted((unit for unit in units if _may_be_one(unit)), key=lambda unit: -unit.p_levels[0])
        likely = [unit for unit in may_be if unit.p_levels[0] >= MAY_BE_ONE]
        alone = _each_as_one(_without(units, faint, 1), likely)
        for other in chain(_without(units, faint), _as_one(units, likely), alone):
            tally, seen = self._account(inventory, other, pins)
            if not (tally.doubled or tally.unreadable) and tally.missing <= first[0].missing:
                return tally, seen
        for other in _as_one(units, may_be, len(likely) + 1):
            tally, seen = self._account(inventory, other, pins)
            if not (tally.doubled or tally.unreadable or tally.missing):
                return tally, seen
        return first

    def _account(
        self, inventory: Inventory[Piece], units: Sequence[Unit], pins: Pins
    ) -> tuple[Account[Piece], list[tuple[Unit, LevelEvidence]]]:
        """The account of a stock from the visible pyramids of its place, and these pyramids in order."""
        seen = [(unit, level) for unit in units for level in unit.levels]
        scores = piece_scores((level for _, level in seen), inventory.labels, self.reader.palette)
        for row, (unit, level) in enumerate(seen):
            if level is unit.levels[0]:
                scores[row] += _pinned(unit, inventory.labels, pins)
        return account(Problem(scores, inventory)), seen

    def model_of(self, layout: Mapping[str, Any]) -> LogisticsModel:
        heaps = {str(site): HeapLook.from_json(look) for site, look in layout["heaps"].items()}
        pictures = tuple(map(Picture.from_json, layout.get("prints", ())))
        return LogisticsModel(CardGrid.from_json(layout["cards"]), self.reader, heaps, pictures)


def _may_be_one(unit: Unit) -> bool:
    return len(unit.levels) > 1 and unit.p_levels[0] >= HARDLY_ONE


def _without(units: Sequence[Unit], faint: Sequence[Unit], most: int = MOST_FAINT) -> Iterator[list[Unit]]:
    """The units without one of the faintest, without two of them, up to ``most``, the faintest first."""
    for some in some_of(faint[:MOST_FAINT], most):
        gone = set(map(id, some))
        yield [unit for unit in units if id(unit) not in gone]


def _as_one(units: Sequence[Unit], split: Sequence[Unit], least: int = 1) -> Iterator[list[Unit]]:
    """The units with the first of ``split`` (at ``least`` that many) reduced to the lowest of its pyramids,
    then the first two, and so on; then the same with the topmost, below which a print on the cloth looked
    like another."""
    for kept in (slice(-1, None), slice(1)):
        for count in range(least, min(len(split), MOST_SPLIT) + 1):
            one = {id(unit) for unit in split[:count]}
            yield [replace(unit, levels=unit.levels[kept]) if id(unit) in one else unit for unit in units]


def _each_as_one(ways: Iterator[list[Unit]], split: Sequence[Unit]) -> Iterator[list[Unit]]:
    """Each of the ways with all of ``split`` that it still has reduced to one pyramid."""
    for units in ways:
        here = [unit for unit in split if any(unit is each for each in units)][:MOST_SPLIT]
        yield from _as_one(units, here, max(1, len(here)))


def is_card_or_vault(site: str) -> bool:
    """Whether a site is empty when a game begins."""
    return not site.endswith(" stock")


def whole_place(seat: Seat) -> tuple[float, float]:
    """The place of the pin that a stock is complete: far from everything on the table."""
    return 0.0, -1e4 if seat is Seat.NEAR else 1e4


def _printed(sites: Mapping[str, Sequence[Unit]]) -> list[Unit]:
    """What shows on cards and vaults while all pyramids are in the stocks: printed pictures."""
    return [unit for site in sorted(sites) if is_card_or_vault(site) for unit in sites[site]]


def _less_pictures(
    sites: Mapping[str, Sequence[Unit]], pins: Pins
) -> tuple[dict[str, Sequence[Unit]], list[Unit]]:
    """The sites without what people say is nothing, and those of its units that are printed on cards."""
    kept = {site: standing(units, pins) for site, units in sites.items()}
    cards = [site for site in sorted(sites) if not is_heap(site)]
    printed = [unit for site in cards for unit in sites[site] if not any(unit is each for each in kept[site])]
    return {site: units for site, units in kept.items() if units}, printed


def _things(
    sites: Mapping[str, Sequence[Unit]], asked: Container[tuple[float, float]], reader: Reader
) -> Iterator[Thing]:
    """The pyramids of the stocks, and what shows where nothing should be yet."""
    for site in sorted(sites):
        seat, heap, card = site_parts(site)
        ordered = sorted(sites[site], key=lambda unit: (unit.x_mm, unit.y_mm))
        for n, unit in enumerate(ordered, start=1):
            name = f"{seat}.{heap or card}.{n}"
            which = say(f"pyramid_in_{heap}", who=seat, n=n) if heap else say("on_card", who=seat, n=card)
            sure = heap == "stock" and (unit.x_mm, unit.y_mm) not in asked
            yield thing_of(name, unit, reader.pieces(unit), which, sure)


def _not_empty(sites: Mapping[str, Sequence[Unit]]) -> Iterator[Message]:
    for site in sorted(sites):
        seat, heap, card = site_parts(site)
        if not heap:
            yield say("card_begins", who=seat, card=card)
        elif heap == "vault":
            yield say("vault_begins", who=seat)


def _bare_doubt(sites: Mapping[str, Sequence[Unit]]) -> Doubt:
    """The question whether what shows on the cards, with a stock outside the picture, is printed there."""
    box = next(unit.bbox_px for site in sites if is_card_or_vault(site) for unit in sites[site])
    return Doubt(say("bare"), CARDS_PLACE, (EMPTY,), (EMPTY,), (0.5,), box)


def _stock_problems(
    seat: Seat, tally: Account[Piece], seen: Sequence[tuple[Unit, LevelEvidence]]
) -> list[Message]:
    """What is missing or doubled in a stock."""
    labels = [label for label in tally.labels if label is not None]
    hidden = may_be_hidden(tally.unseen, labels) if _piled(seen) else Counter[Piece]()
    lines = problems(tally, hidden, lambda row: say("nth", n=row + 1))
    sure = [line for line in lines if line.id not in ("perhaps_inside", "cannot_tell")]
    return [say("in_stock", who=seat, text=line) for line in sure]


def _nearly(tally: Account[Piece], seen: Sequence[tuple[Unit, LevelEvidence]], count: int) -> bool:
    """Whether nearly all of a stock shows and looks right, so that the rest is just out of sight."""
    if tally.doubled or len(seen) > count:
        return False
    if _piled(seen):
        return len(seen) - len(tally.unreadable) >= MOSTLY * count
    return not tally.unreadable and len(seen) >= SURELY * count


def _piled(seen: Sequence[tuple[Unit, LevelEvidence]]) -> bool:
    """Whether the stock is piled, so that some of it may be inside."""
    return any(len(unit.levels) > 1 for unit, _ in seen)


def _pinned(unit: Unit, labels: Sequence[Piece], pins: Pins) -> np.ndarray:
    said = next((p for at, p in pins.items() if math.dist(at, (unit.x_mm, unit.y_mm)) < PIN_MM), None)
    return np.array([PINNED if label == said else 0.0 for label in labels])


def _doubts(
    seat: Seat,
    tally: Account[Piece],
    seen: Sequence[tuple[Unit, LevelEvidence]],
    labels: Sequence[Piece],
) -> Iterator[Doubt]:
    """Questions about unidentified pyramids of a stock that does not add up."""
    for row in tally.unreadable:
        unit, level = seen[row]
        if level is not unit.levels[0]:
            continue
        shares = {label: float(p) for label, p in zip(labels, tally.shares[row][:-1], strict=True)}
        pieces = tuple(sorted(shares, key=lambda piece: -shares[piece]))
        yield Doubt(
            say("what", who=seat),
            (unit.x_mm, unit.y_mm),
            tuple(map(just, pieces)),
            pieces,
            tuple(shares.get(piece, 0.0) for piece in pieces),
            unit.bbox_px,
        )
