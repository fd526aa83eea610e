"""Nickel on a real table (N1 to N9): squares, tokens, and the pyramid handed over beside the board.

Tokens may be pyramids of two further colours, which are seen, or anything else (stones, coins). In the second
case a square without its pyramid holds a token; whose it is follows from the turn and from where its pyramid
went. A pyramid is handed over by being laid down on the receiver's side of the board.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from arbiter.events.ledger import Ledger
from arbiter.games.nickel.board_grid import Grid, on_squares
from arbiter.games.nickel.inventory import pyramid_scores
from arbiter.games.nickel.stones import Stones, looks_at
from arbiter.table.model import LOG_STRAY, LOG_UNSEEN, Misreading, MoveSequence, Seen, TableModel
from arbiter.table.scoring import Reader
from engine.definition import AnyGame
from engine.game import MalformedMove, Seat
from engine.message import Message, Messages
from engine.nickel.game import GAME
from engine.nickel.model import SIDE, SQUARES, Orientation, Place, Pyramid, Setup
from engine.nickel.state import State
from engine.pieces import Colour, Piece
from vision.observation import Lab
from vision.track.summing import Unit

say = Messages("arbiter.games.nickel")

OFF = "beside the board"
MOST_HIDDEN = 4
"""A glimpse that hides more squares than this is ignored."""
LOG_HELD = -2.5
"""The pyramid handed over does not show: somebody is holding it, or it is out of view."""
LOG_STONE = -3.0
"""Something like a pyramid shows where a stone should be."""
LOG_KNOWN_STONE = 2.5
"""The same if this player's stones have looked like that before: as strong as the look of a pyramid."""
LOG_NAMED = -4.0
"""A pyramid that people named is another one, although it looks now as it did then."""
LOG_TURNED = -3.0
"""A pyramid was turned while being handed over, although it should not be."""
LOG_STRANGE = -2.0
"""Something beside the board was never handed over, if it is a pyramid."""
CLUTTER_MM, MOST_CLUTTER = 12.0, 60
"""How close to known clutter something is that clutter, and the most of it that is remembered."""
CLEAR, FORGIVEN = 3.0, 4.0
"""On a square with a pyramid, each log unit by which it looks more like another one counts ``CLEAR`` times,
after an allowance of ``FORGIVEN``: its colour alone must not outweigh a wrong direction."""
SIDE_STEP = 0.6
"""Softness of the border between the sides of the board, in squares."""
WRONG_SIDE, CLEARED = 0.01, 0.15
"""Share of pyramids on the wrong side: of those handed over, and of those matched earlier."""
P_NOTHING, P_LEGAL, P_ILLEGAL, P_TWO = 0.2, 0.6, 0.08, 0.2
MOST_MOVES = 3
"""The most moves made between two readable rests."""
P_OUT_OF_TURN = 0.3
"""How much rarer a token out of turn is than one on a wrong square."""
P_UNTOUCHED = 0.02
"""A move was made on a square that looks as before."""
P_HASTY = 0.2
"""The opponent moves at once after an illegal move."""
P_MISREAD = 0.005
SUSPECT = -2.0
"""A square with a lower fit may have been played on."""
MOST_SUSPECTS = 4


@dataclass(frozen=True)
class Handed:
    """What lies beside the board: the pyramid to be matched and its holder, and those matched earlier."""

    pyramid: Pyramid | None
    holder: Seat | None
    aside: frozenset[Pyramid] = frozenset()
    before: tuple[Pyramid, Seat] | None = None
    """The one matched last and who had been handed it, since it mostly stays on that side."""


@dataclass(frozen=True)
class NickelModel(TableModel):
    """A `TableModel`; ``tokens`` are the colours of both players' pyramid tokens, empty for stones.

    ``oddities`` are pyramids that, according to people or the rest of the set, are on a square although they
    look like others, with their fit when they were accepted: their look is no sign that anything has
    happened.
    """

    glimpses = True

    grid: Grid
    reader: Reader
    tokens: Mapping[Seat, Colour] = field(default_factory=dict)
    oddities: Mapping[tuple[str, Pyramid], float] = field(default_factory=dict)
    stones: frozenset[tuple[Seat, Pyramid]] = frozenset()
    """Pyramids that players' stones have looked like."""
    clutter: tuple[tuple[float, float], ...] = ()
    """Where something beside the board looks like a pyramid but was never handed over (mm): it did so at the
    set-up or when a move was accepted, so it is no sign that anything has happened."""
    looks: Stones = field(default_factory=Stones)
    """The colours of the players' stones."""
    _beside: list[tuple[NickelModel, tuple[Unit, ...], np.ndarray, np.ndarray]] = field(
        default_factory=list, compare=False, repr=False
    )
    """The units beside the board scored last, with their `_handed_logs`, which many contents share."""

    @property
    def game(self) -> AnyGame:
        return GAME

    @property
    def north_deg(self) -> float:
        """The heading of the board's north in the table frame."""
        return 90.0 + self.grid.turn_deg

    # ----- where things are

    def sort(self, units: Sequence[Unit]) -> Mapping[str, tuple[Unit, ...]]:
        grid = self.grid.moved(*_pushed(self.grid, units))
        found: dict[str, list[Unit]] = {}
        cells = on_squares(grid, np.array([(unit.x_mm, unit.y_mm) for unit in units]), 0.5) if units else {}
        for i, unit in enumerate(units):
            site = square_name(*cells[i]) if i in cells else OFF
            found.setdefault(site, []).append(unit)
        return {site: tuple(there) for site, there in found.items()}

    def hidden(
        self, places: Iterable[tuple[float, float]], there: Mapping[str, tuple[Unit, ...]]
    ) -> frozenset[str]:
        """The squares of which nothing around the centre is seen, if nothing is known about these places
        (mm), and what is beside the board if some of the places are. If they cover much of the board, every
        square counts as hidden, because the first move may have been there."""
        table = np.array(list(places)).reshape(-1, 2)
        cells = on_squares(self.grid, table) if len(table) else {}
        hidden = {square_name(*cell) for cell in cells.values()} - set(there)
        hidden = {*hidden, *SQUARES} if len(hidden) > MOST_HIDDEN else hidden
        return frozenset({*hidden, OFF} if len(cells) < len(table) else hidden)

    def contents(self, state: State) -> Mapping[str, Any]:
        squares = dict(zip(SQUARES, state.board, strict=True))
        aside = frozenset(state.discarded)
        gone = state.discarded and state.history
        before = (state.discarded[-1], state.history[-1].seat) if gone else None
        return {**squares, OFF: Handed(state.handed, state.mover if state.handed else None, aside, before)}

    def place(self, site: str, pieces: tuple[Piece, ...]) -> str:
        return "handed" if site == OFF else site

    def settle(self, state: State, seen: Seen) -> NickelModel:
        units = [unit for site in seen.units for unit in seen.at(site)]
        board = zip(SQUARES, state.board, strict=True) if not self.tokens else ()
        shown = {(c, self.best(u)) for name, c in board if isinstance(c, Seat) for u in seen.at(name)}
        content, off = self.contents(state)[OFF], seen.at(OFF)
        strange = itertools.compress(off, self._strange(content, off) & ~self._known_clutter(off))
        stones, grid = self.stones | shown, self.grid.moved(*_pushed(self.grid, units))
        looks = Stones.of(self._placed(state, seen), self.looks)
        return replace(self.with_clutter(strange), grid=grid, stones=stones, looks=looks)

    def _placed(self, state: State, seen: Seen) -> Iterator[tuple[Seat, tuple[Lab, ...]]]:
        """The stones in view that are not read as pyramids, with their colours."""
        for square, cell in zip(SQUARES, state.board, strict=True):
            if isinstance(cell, Seat) and (looks := self._look_of(square, seen)):
                yield cell, looks

    def _look_of(self, square: str, seen: Seen) -> tuple[Lab, ...]:
        """The colours on a square where no pyramid shows; empty if they are not known. In a glimpse the stone
        for a pyramid that was just taken may still be in a hand."""
        unknown = seen.hidden | seen.stale | (seen.changed if seen.blind else frozenset())
        if seen.tints is None or self.tokens or seen.at(square) or square in unknown:
            return ()
        return looks_at(self.grid, square, seen.tints)

    def with_clutter(self, units: Iterable[Unit]) -> NickelModel:
        """The model that knows that these units were never handed over."""
        new = ((unit.x_mm, unit.y_mm) for unit in units)
        return replace(self, clutter=(*self.clutter, *new)[-MOST_CLUTTER:])

    # ----- how things look

    def fit(self, site: str, content: Any, units: tuple[Unit, ...]) -> float:
        if isinstance(content, Handed):
            return self._fit_handed(content, units)
        if content is None:
            return len(units) * LOG_STRAY
        if isinstance(content, Seat) and not self.tokens:
            known = [(content, self.best(unit)) in self.stones for unit in units]
            return sum(LOG_KNOWN_STONE if each else LOG_STONE for each in known)
        if not units:
            return LOG_UNSEEN
        looks = max(self._looks(content, unit) for unit in units)
        if any(square == site and named != content for square, named in self.oddities):
            looks = min(looks, LOG_NAMED)
        return looks + (len(units) - 1) * LOG_STRAY - self.oddities.get((site, content), 0.0)

    def with_oddities(self, squares: Mapping[str, Unit], setup: Setup) -> NickelModel:
        """The model that accepts the pyramids of a set-up as named, whatever they look like now."""
        cells = zip(SQUARES, setup.board, strict=True)
        known = [(name, cell) for name, cell in cells if name in squares and isinstance(cell, Pyramid)]
        fits = {each: replace(self, oddities={}).fit(*each, (squares[each[0]],)) for each in known}
        return replace(self, oddities={each: fit for each, fit in fits.items() if fit < SUSPECT})

    def _looks(self, content: Pyramid | Seat, unit: Unit) -> float:
        if isinstance(content, Seat):
            palette = self.reader.palette
            return float(unit.levels[0].colour[palette.index(self.tokens[content])])
        kinds = self._kinds
        scores = pyramid_scores([unit], kinds, self.reader.palette, self.north_deg)[0]
        own = float(scores[kinds.index(content)])
        return min(own, CLEAR * (own - float(scores.max())) + FORGIVEN)

    def _known_clutter(self, units: Sequence[Unit]) -> np.ndarray:
        """Whether each unit (n,) is where only clutter is."""
        places = np.array([(unit.x_mm, unit.y_mm) for unit in units]).reshape(-1, 1, 2)
        known = np.array(self.clutter).reshape(1, -1, 2)
        near: np.ndarray = (np.linalg.norm(places - known, axis=2) < CLUTTER_MM).any(axis=1)
        return near

    def _strange(self, content: Handed, units: tuple[Unit, ...]) -> np.ndarray:
        """Whether each unit (n,) beside the board is neither a token nor anything that was handed over."""
        known = [*content.aside, *([content.pyramid] if content.pyramid else [])]
        handed, tokens = self._handed_logs(units)
        gone = handed[:, [self._kinds.index(each) for each in known]]
        strange: np.ndarray = ~tokens & (gone <= 0).all(axis=1)
        return strange

    def _fit_handed(self, content: Handed, units: tuple[Unit, ...]) -> float:
        handed, clutter = self._handed_logs(units)[0], self._known_clutter(units)
        sure = np.array([unit.confidence for unit in units])
        logs = np.log(1 - sure + sure * math.exp(LOG_STRANGE))
        strange = float(logs[self._strange(content, units) & ~clutter].sum())
        if content.before is not None and len(units):
            looks = handed[:, self._kinds.index(content.before[0])]
            if looks.max() > 0:
                strange += self._side(content.before[1], units[int(looks.argmax())], CLEARED)
        if content.pyramid is None or content.holder is None:
            return strange
        own = np.where(clutter, -math.inf, handed[:, self._kinds.index(content.pyramid)])
        sides = np.array([self._side(content.holder, unit) for unit in units])
        return strange + float(max([LOG_HELD, *(own + sides).tolist()]))

    def as_handed(self, pyramid: Pyramid, unit: Unit) -> float:
        """Log ratio of a unit being a pyramid that may have been turned while being handed over."""
        return float(self._handed_logs((unit,))[0][0, self._kinds.index(pyramid)])

    @property
    def _kinds(self) -> list[Pyramid]:
        return [Pyramid(colour, way) for colour in self.reader.palette for way in Orientation]

    def _handed_logs(self, units: tuple[Unit, ...]) -> tuple[np.ndarray, np.ndarray]:
        """Log ratios (n, K) of units being each of the ``_kinds``, possibly turned while being handed over,
        and whether each (n,) looks like an unused token."""
        last = self._beside
        if not last or last[0][0] is not self or last[0][1] is not units:
            kinds, ways = self._kinds, len(Orientation)
            scores = pyramid_scores(units, kinds, self.reader.palette, self.north_deg)
            by_colour = scores.reshape(len(units), len(kinds) // ways, ways)
            turned = by_colour.max(axis=2).repeat(ways, axis=1) + LOG_TURNED
            own = [kinds[k].colour in self.tokens.values() for k in scores.argmax(axis=1)]
            last[:] = [(self, units, np.maximum(scores, turned), np.array(own, bool))]
        return last[0][2], last[0][3]

    def _side(self, holder: Seat, unit: Unit, wrong: float = WRONG_SIDE) -> float:
        """Log ratio of a unit lying on a player's side of the board."""
        rank = float(self.grid.squares(np.array([[unit.x_mm, unit.y_mm]]))[0, 1]) - (SIDE - 1) / 2
        towards = -rank if holder is Seat.NEAR else rank
        share = 1 / (1 + math.exp(-max(-40.0, min(40.0, towards / SIDE_STEP))))
        return math.log(2 * (wrong + (1 - 2 * wrong) * share))

    def best(self, unit: Unit) -> Pyramid:
        """The pyramid that a unit looks most like."""
        scores = pyramid_scores([unit], self._kinds, self.reader.palette, self.north_deg)[0]
        return self._kinds[int(scores.argmax())]

    def named(self, site: str, content: Any, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        if isinstance(content, Seat):
            return (pieces[0]._replace(colour=self.tokens[content]),) if self.tokens else ()
        return (pieces[0]._replace(colour=content.colour),) if isinstance(content, Pyramid) else pieces

    # ----- what may have happened

    def sequences(self, state: State, seen: Seen) -> Iterable[MoveSequence]:
        squares = self._suspects(state, seen)
        stones = {square: self._stone_logs(square, state, seen) for square in squares}
        played = self._sequences_from(state, squares, seen, MoveSequence((), 0.0))
        for each in itertools.chain([MoveSequence((), math.log(P_NOTHING))], played):
            made = {move.square: move.seat for move in each.moves}
            log = sum(stones[square][made.get(square)] for square in squares)
            yield replace(each, log_prior=each.log_prior + log)

    def _stone_logs(self, square: str, state: State, seen: Seen) -> dict[Seat | None, float]:
        """Log evidence of the colours on a square for either player's stone, or for its pyramid alone."""
        looks, cell = self._look_of(square, seen), state.board[SQUARES.index(square)]
        logs: dict[Seat | None, float] = {seat: self.looks.log(seat, looks) for seat in Seat}
        alone = self.looks.covered(looks, cell.colour) if isinstance(cell, Pyramid) else 0.0
        return {**logs, None: alone}

    def _sequences_from(
        self, state: State, squares: Sequence[str], seen: Seen, so_far: MoveSequence
    ) -> Iterator[MoveSequence]:
        """The continuations with tokens on these squares, the players alternating."""
        made, legal = so_far.moves, set(state.legal_moves())
        for move, plain in _moves(state, squares):
            if made and move.seat is made[-1].seat:
                continue
            touched = len(made) == 1 or move.square in seen.changed
            log = so_far.log_prior + plain + (0.0 if touched else math.log(P_UNTOUCHED))
            longer = MoveSequence((*made, move), log + (math.log(P_TWO) if made else 0.0))
            yield longer
            if len(longer.moves) == MOST_MOVES or (made and move not in legal):
                continue
            try:
                after = state.force(move).state
            except MalformedMove:
                continue
            hasty = 0.0 if move in legal else math.log(P_HASTY)
            rest = [square for square in squares if square != move.square]
            yield from self._sequences_from(
                after, rest, seen, replace(longer, log_prior=longer.log_prior + hasty)
            )

    def _suspects(self, state: State, seen: Seen) -> list[str]:
        """The squares that do not look like the pyramid that should be there, the worst first."""
        found = []
        for square, cell in zip(SQUARES, state.board, strict=True):
            if isinstance(cell, Pyramid) and square not in seen.hidden:
                fit = self.fit(square, cell, seen.at(square))
                if fit < SUSPECT:
                    found.append((square not in seen.changed, fit, square))
        return [square for _, _, square in sorted(found)[:MOST_SUSPECTS]]

    def misreadings(self, ledger: Ledger, seen: Seen) -> Iterator[Misreading]:
        """A pyramid that was handed over looks like another: the two were misread for each other (N1)."""
        state: State = ledger.state_if_stood
        believed = {state.board[SQUARES.index(square)] for square in self._suspects(state, seen)}
        believed |= {state.handed} if state.handed else set()
        gone = {*state.discarded, state.handed}
        for looks in {self.best(unit) for unit in seen.at(OFF)} - gone:
            for was in believed - {looks}:
                setup = _exchanged(ledger.setup, was, looks)
                if setup is not None and isinstance(was, Pyramid):
                    where = SQUARES[ledger.setup.board.index(was)]
                    text = say("was", square=where, pyramid=looks.message, pyramid2=was.message)
                    yield Misreading(setup, math.log(P_MISREAD), text)

    # ----- words

    def describe(self, site: str, content: Any, units: tuple[Unit, ...]) -> Message:
        if isinstance(content, Handed) and content.pyramid is None:
            return say("none_handed")
        if isinstance(content, Handed) and content.pyramid is not None:
            return say("not_handed", pyramid=content.pyramid.message)
        sees = tuple(say("a", pyramid=self.best(unit).message) for unit in units) or (say("nothing"),)
        if content is None:
            return say("should_be_none", square=site, list=sees)
        if isinstance(content, Seat):
            wants = say("token_of", who=content)
        else:
            wants = say("the", pyramid=content.message)
        return say("instead", square=site, list=sees, text=wants)

    def to_json(self) -> dict[str, Any]:
        tokens = {seat.value: colour.value for seat, colour in self.tokens.items()}
        oddities = [
            [name, str(each.colour), str(each.orientation), fit]
            for (name, each), fit in self.oddities.items()
        ]
        stones = [[seat.value, str(each.colour), str(each.orientation)] for seat, each in sorted(self.stones)]
        facts = {"grid": self.grid.to_json(), "tokens": tokens, "odd": oddities, "stones": stones}
        return {**facts, "clutter": [[round(x, 1), round(y, 1)] for x, y in self.clutter]}


def square_name(file: int, rank: int) -> str:
    """A square's name from its file and rank, both from 0."""
    return SQUARES[rank * SIDE + file]


def _pushed(grid: Grid, units: Sequence[Unit]) -> tuple[float, float]:
    """How far (mm) the board was pushed: the median offset of its pieces from their squares' centres."""
    table = np.array([(unit.x_mm, unit.y_mm) for unit in units]).reshape(-1, 2)
    found = on_squares(grid, table, 0.5)
    if len(found) < SIDE:
        return 0.0, 0.0
    off = [table[i] - grid.place(*cell) for i, cell in found.items()]
    x, y = np.median(np.array(off), axis=0)
    return float(x), float(y)


def _moves(state: State, squares: Sequence[str]) -> list[tuple[Place, float]]:
    """Tokens of either player on these squares, with their log priors."""
    legal = set(state.legal_moves())
    others = max(1, 2 * len(SQUARES) - len(legal))
    moves = [Place(seat, square) for square in squares for seat in Seat]
    found = []
    for move in moves:
        turn = 1.0 if state.mover in (None, move.seat) else P_OUT_OF_TURN
        share = P_LEGAL / len(legal) if move in legal else turn * P_ILLEGAL / others
        found.append((move, math.log(share)))
    return found


def _exchanged(setup: Setup, one: Any, other: Pyramid) -> Setup | None:
    """The set-up with two pyramids exchanged."""
    if one not in setup.board or other not in setup.board:
        return None
    places = {one: other, other: one}
    return replace(setup, board=tuple(places.get(cell, cell) for cell in setup.board))
