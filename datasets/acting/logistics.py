"""A game of Logistics acted out on real cards: sows, captures, powers, and sows taken back.

Each side has a row of cards, a vault card beyond the last one, turned by 90 degrees, and a stock behind the
cards: single pyramids in a line, or piled up as trees of one colour, as they come from their tubes. A turn is
one visit of a hand, which carries one unit after another; captured pieces go to the vault in one grip.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass, field, replace

import numpy as np

from datasets.film.visits import MISHAPS, Acted, Carry, Happening, Visit, carry_unit, reading_of
from datasets.scene.prints import CARD_MM, card_back, card_face
from datasets.scene.scenes import Layout, Sheet, Unit, upright
from engine.game import Seat
from engine.logistics import cards
from engine.logistics.events import Captured
from engine.logistics.model import Advance, Move, Recall, Reclaim, Rules, Sow, Stack
from engine.logistics.model import Layout as Sides
from engine.logistics.notation import parse_move
from engine.logistics.state import State
from engine.pieces import Colour, Piece, Size

PITCH_MM, ROWS_MM = 72.0, 104.0
VAULT_GAP_MM, VAULT_STEP_MM = 22.0, 27.0
STOCK_Y_MM, STOCK_X_MM, STOCK_STEP_MM, STOCK_LINE = 132.0, -212.0, 30.0, 15
TREES_X_MM, TREES_STEP_MM, TREES_LINE = -80.0, 38.0, 5

Place = tuple[str, Seat, int]
"""``card`` and its number, or ``stock`` or ``vault`` and the slot."""


@dataclass
class Table:
    """The places of all pieces: stacks on cards, pieces in the slots of heaps.

    Piled-up stocks are ``trees`` of these colours: three consecutive slots, bottom first, form one tree.
    """

    count: int
    trees: tuple[Colour, ...] = ()
    stacks: dict[tuple[Seat, int], Stack] = field(default_factory=dict)
    heaps: dict[Place, Piece] = field(default_factory=dict)

    @classmethod
    def of(cls, sides: Sides, count: int, piled: bool = False) -> Table:
        """The table of a first position."""
        colours = {piece.colour for seat in Seat for piece in sides.side(seat).stock}
        table = cls(count, tuple(sorted(colours)) if piled else ())
        for seat in Seat:
            side = sides.side(seat)
            table.stacks |= {(seat, n): stack for n, stack in enumerate(side.cards, start=1)}
            for piece in side.stock:
                table.heaps[table._slot("stock", seat, piece)] = piece
        return table

    def units(self) -> tuple[Unit, ...]:
        """All units."""
        found = [self._stack(*card) for card, stack in self.stacks.items() if stack]
        trees = {(seat, n // 3) for kind, seat, n in self.heaps if self._in_tree(kind)}
        found += [self._tree(*tree) for tree in sorted(trees)]
        singles = [at for at in self.heaps if not self._in_tree(at[0])]
        return (*found, *(_single(at, self.heaps[at], self.count) for at in singles))

    def _in_tree(self, kind: str) -> bool:
        return bool(self.trees) and kind == "stock"

    def _tree(self, seat: Seat, number: int) -> Unit:
        """What is left of a tree; the tree keeps its place."""
        slots = [at for n in range(3) if (at := ("stock", seat, 3 * number + n)) in self.heaps]
        sign, (row, column) = (1 if seat is Seat.NEAR else -1), divmod(number, TREES_LINE)
        x, y = TREES_X_MM + TREES_STEP_MM * column, -STOCK_Y_MM - TREES_STEP_MM * row
        turns = tuple(5 * _wobble(number, level) for _, _, level in slots)
        pieces = tuple(self.heaps[at] for at in slots)
        return upright(sign * x + _wobble(number, 3), sign * y + _wobble(number, 5), pieces, 12.0, turns)

    def _in_heap(self, place: Place) -> Unit:
        """The unit in a slot."""
        kind, seat, number = place
        if not self._in_tree(kind):
            return _single(place, self.heaps[place], self.count)
        tree = self._tree(seat, number // 3)
        return replace(tree, pieces=tuple(p for p in tree.pieces if p.piece == self.heaps[place])[:1])

    def _slot(self, kind: str, seat: Seat, piece: Piece) -> Place:
        """The slot of a heap for a piece: its level in a tree of its colour, or the first free slot."""
        if not self._in_tree(kind):
            return next(self._free(kind, seat))
        first = 3 * self.trees.index(piece.colour) + Size.LARGE - piece.size
        slots = (first + 3 * len(self.trees) * copy for copy in range(60))
        return next(at for n in slots if (at := (kind, seat, n)) not in self.heaps)

    def _stack(self, seat: Seat, card: int) -> Unit:
        stack, place = self.stacks[seat, card], ("card", seat, card)
        turns = tuple(3 * _wobble(card, level) for level in range(len(stack)))
        return upright(*_at(place, self.count), stack, _yaw(place), turns)

    def take(self, place: Place, count: int = 1) -> Unit:
        """Remove the top pieces of a place and return them."""
        kind, seat, number = place
        if kind != "card":
            held = self._in_heap(place)
            del self.heaps[place]
            return held
        unit = self._stack(seat, number)
        self.stacks[seat, number] = self.stacks[seat, number][:-count]
        return replace(unit, pieces=unit.pieces[-count:])

    def put(self, place: Place, pieces: Stack) -> Unit:
        """Put pieces on top of a place, bottom first, or each into its own slot of a heap."""
        kind, seat, number = place
        if kind == "card":
            self.stacks[seat, number] = (*self.stacks[seat, number], *pieces)
            unit = self._stack(seat, number)
            return replace(unit, pieces=unit.pieces[-len(pieces) :])
        slots = list[Place]()
        for piece in pieces:
            slots.append(self._slot(kind, seat, piece))
            self.heaps[slots[-1]] = piece
        return self._in_heap(slots[0])

    def _free(self, kind: str, seat: Seat) -> Iterator[Place]:
        return (place for n in range(60) if (place := (kind, seat, n)) not in self.heaps)

    def find(self, kind: str, seat: Seat, piece: Piece, taken: Set[Place] = frozenset()) -> Place:
        """The place in a heap of a piece that is not ``taken`` already."""
        there = (at for at, each in self.heaps.items() if at[:2] == (kind, seat) and each == piece)
        return next(at for at in there if at not in taken)


def _wobble(*key: int) -> float:
    """A fixed pseudo-random number -1..1."""
    return float(np.random.default_rng([each + 7 for each in key]).uniform(-1, 1))


def _yaw(place: Place) -> float:
    kind, seat, number = place
    turn = _wobble(len(kind), list(Seat).index(seat), number)
    return 45 + 40 * turn if kind == "card" else 8 * turn  # heaps are crowded


def _at(place: Place, count: int) -> tuple[float, float]:
    """The coordinates of a place (mm)."""
    kind, seat, number = place
    sign = 1 if seat is Seat.NEAR else -1
    off = tuple((2.5 if kind == "card" else 0.8) * _wobble(number, way) for way in (3, 5))
    if kind == "card":
        x, y = (number - (count + 1) / 2) * PITCH_MM, -ROWS_MM / 2
    elif kind == "stock":
        row, column = divmod(number, STOCK_LINE)
        x, y = STOCK_X_MM + STOCK_STEP_MM * column, -STOCK_Y_MM - STOCK_STEP_MM * row
    else:
        row, column = number % 3, number // 3
        x = (count + 1) / 2 * PITCH_MM + VAULT_GAP_MM + VAULT_STEP_MM * (column - 1)
        y = -ROWS_MM / 2 + VAULT_STEP_MM * (row - 1)
    return sign * x + off[0], sign * y + off[1]


def _single(place: Place, piece: Piece, count: int) -> Unit:
    return upright(*_at(place, count), (piece,), _yaw(place))


def sheets(count: int, seed: int) -> tuple[Sheet, ...]:
    """The cards of near and far, and one vault card each, its long side along the rows."""
    rng = np.random.default_rng(seed)
    back, found = card_back(rng), list[Sheet]()
    for seat in Seat:
        sign = 1 if seat is Seat.NEAR else -1
        for card in range(1, count + 1):
            x = sign * (card - (count + 1) / 2) * PITCH_MM
            where = x + rng.normal(0, 1), -sign * ROWS_MM / 2 + rng.normal(0, 1)
            found.append(Sheet(card_face(rng), *where, *CARD_MM, float(rng.normal(0, 1.2))))
        x = sign * ((count + 1) / 2 * PITCH_MM + VAULT_GAP_MM)
        found.append(Sheet(back, x, -sign * ROWS_MM / 2, *CARD_MM, 90 + float(rng.normal(0, 1.2))))
    return tuple(found)


class _Actor:
    """Acts a game; ``table`` and ``state`` are the current ones."""

    def __init__(self, rules: Rules, leader: Seat, seed: int, piled: bool) -> None:
        setup = Sides.standard(rules)
        self.sheets = sheets(rules.cards, seed)
        self.state = State.start(setup, rules, leader)
        self.table = Table.of(self.state.layout, rules.cards, piled)
        self.laid = Layout(self.table.units(), self.sheets)
        self.undo: list[tuple[State, tuple[tuple[Place, Place, int], ...]]] = []

    def act(self, step: str) -> Happening:
        if step in MISHAPS:
            return MISHAPS[step]
        kind, *texts = step.split()
        return self._back(texts[0]) if kind == "take_back" else self._turn(kind, texts)

    def _turn(self, kind: str, texts: list[str]) -> Visit:
        before, acts, reading, seat = self.laid, list[Carry](), "", self.state.to_move
        assert seat is not None
        for text in texts:
            move = parse_move(text, self.state, check=False)
            reading = reading_of(self.state, move, kind == "illegal")
            went = tuple(self._ways(move))
            self.undo.append((self.state, went))
            self.state = self.state.force(move).state
            acts += [self._carry(*way) for way in went]
        self._agree()
        return Visit(seat, kind, tuple(texts), before, tuple(acts), reading)

    def _ways(self, move: Move) -> Iterator[tuple[Place, Place, int]]:
        """The carries of a move: from, to, and number of pieces. A captured stack is one carry."""
        seat = move.seat
        if isinstance(move, Sow):
            yield from self._sown(move)
            for event in self.state.force(move).events:
                if isinstance(event, Captured):
                    yield ("card", seat.other, event.card), ("vault", seat, 0), len(event.pieces)
        elif isinstance(move, Recall):
            yield ("card", move.owner, move.card), ("stock", move.owner, 0), 1
        elif isinstance(move, Advance):
            last = move.card == self.table.count
            yield ("card", move.owner, move.card), self._onto(move.owner, move.card + 1, last), 1
        elif isinstance(move, Reclaim):
            yield self.table.find("vault", move.owner, move.piece), ("stock", move.owner, 0), 1
        else:
            raise ValueError(f"{move} is not acted")

    def _sown(self, move: Sow) -> Iterator[tuple[Place, Place, int]]:
        side = self.state.layout.side(move.seat)
        _, landings = cards.sow(side, move.card, move.pieces)
        taken = set[Place]()
        for landing in landings:
            onto = self._onto(move.seat, landing.card, landing.card > self.table.count)
            if move.card:
                yield ("card", move.seat, move.card), onto, len(landing.unit)
            else:
                start = self.table.find("stock", move.seat, landing.unit[0], taken)
                taken.add(start)
                yield start, onto, 1

    @staticmethod
    def _onto(seat: Seat, card: int, vault: bool) -> Place:
        return ("vault", seat, 0) if vault else ("card", seat, card)

    def _carry(self, start: Place, end: Place, count: int) -> Carry:
        taken = self.table.take(start, count)
        during = Layout(self.table.units(), self.sheets)
        put = self.table.put(end, tuple(p.piece for p in taken.pieces))
        self.laid = Layout(self.table.units(), self.sheets)
        return carry_unit(taken, put, during, self.laid)

    def _back(self, text: str) -> Visit:
        """Take back the last sow of a card, last unit first."""
        before, (state, went) = self.laid, self.undo.pop()
        seat, acts = state.to_move, list[Carry]()
        assert seat is not None
        for start, end, count in reversed(went):
            at = end
            if end[0] == "vault":
                at = max(each for each in self.table.heaps if each[:2] == end[:2])
            acts.append(self._carry(at, start, count))
        self.state = state
        self._agree()
        return Visit(seat, "take_back", (text,), before, tuple(acts))

    def _agree(self) -> None:
        """Raise ``ValueError`` if the table differs from the rules' state."""
        for seat in Seat:
            side = self.state.layout.side(seat)
            stacks = tuple(self.table.stacks[seat, n] for n in range(1, self.table.count + 1))
            heaps = {kind: self._heap(kind, seat) for kind in ("stock", "vault")}
            if (stacks, heaps["stock"], heaps["vault"]) != (side.cards, side.stock, side.vault):
                raise ValueError(f"{seat}'s side is {stacks} {heaps}, not {side}")

    def _heap(self, kind: str, seat: Seat) -> Stack:
        return tuple(sorted(piece for at, piece in self.table.heaps.items() if at[:2] == (kind, seat)))


RULES, LEADER = Rules(cards=3, trios=1), Seat.NEAR
TURNS = (
    *("play Lred,Mblue,Mred", "play Mred near2>next", "play card3", "shadow", "play Myellow", "play card1"),
    *("play Sblue", "bump", "play Mblack,Lgreen,Sblue", "play Mgreen", "play Mgreen", "illegal card1"),
    *("take_back card1", "play Lyellow,Sblack,Syellow far2>stock", "play Lgreen,Lyellow,Sred"),
    *("play Lgreen,Sred,Mblack", "play Lred,Lblue,Mblue", "play Lblue,Sgreen,Lblack"),
    *("play Syellow,Myellow,Sgreen", "play Lblack,Sblack"),
)
"""A whole game: captures with their powers, sows into the vault, a tree, an illegal sow and a nest. It ends
when neither player can sow because the stacks are too high."""

LONG_TURNS = {
    6: (
        *("play Sgreen,Mblue,Lblack", "play Sblue", "play Mblue", "play card1", "play card2", "play card2"),
        *("play card3", "play card3", "play Lblue", "play card4", "play Lblack"),
        *("play Mgreen,Sgreen,Myellow far1>stock", "play card1", "play card5", "play Sblue,Lblue,Lyellow"),
        *("play card2", "play Lgreen,Mred,Mgreen,Myellow", "play card6 card3 near3>stock"),
    ),
    10: (
        *("play Lblue,Mblack,Lgreen", "play Lred", "play card1", "play Sblue,Mblack", "play card2"),
        *("play card1", "play card3", "play Syellow,Sred,Lred,Mgreen", "play card4"),
        *("play card4 far.Mblack>stock", "play Sred", "play Sred,Mblue", "play card1", "play card2"),
    ),
}
"""Openings on more cards, keyed by cards per side: with captures, powers and a sow into the vault."""


def act(
    rules: Rules = RULES,
    leader: Seat = LEADER,
    steps: tuple[str, ...] = TURNS,
    seed: int = 28,
    piled: bool = False,
) -> Acted:
    """The opening table and all happenings, in order; raises ``ValueError`` if the rules contradict a step
    or the table."""
    actor = _Actor(rules, leader, seed, piled)
    start = actor.laid
    return Acted(start, tuple(actor.act(step) for step in steps))
