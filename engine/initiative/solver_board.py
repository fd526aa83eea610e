"""Positions of Initiative in compact form for a search: inventories as bit sets, the stack as a number.

A node is a tuple ``(inventories, stack, mover, attack, last, virtual)``:

- bit i of ``inventories`` is piece i; near's come first, equal ones are adjacent, and of equal ones the
  lowest is played first, so that equal multisets are equal numbers;
- ``stack`` numbers an order of the initiative stack; colours that no longer matter are in a fixed order;
- ``mover`` is 0 for near, 1 for far; ``attack`` is twice the kind of the piece to be parried, plus one for a
  call, or -1 if the mover leads;
- ``last`` is the kind of the pyramid placed last by the player with an empty inventory, -1 for none, and
  ``virtual`` how often it was played again (I7); they matter only there. If both inventories are empty, they
  are the defender's.

Rows need no representation, because inventory and row together never change. Nor do calls: each doubles the
value of everything after it (I9), so an edge carries the factor.

An edge is ``(child, flip, factor, how)``: its value to the mover is ``factor`` times the child's, negated if
``flip``. ``child`` is a node or, if the round ends, the points to the mover. ``how`` is ``(piece, sacrifice,
shift, call)`` with pieces as bits, 0 for none and for a virtual play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game import Seat
from engine.initiative.model import Play
from engine.initiative.stack import gains_initiative, legal_shifts, move_colour
from engine.initiative.state import State
from engine.pieces import Colour, Piece, Size

Node = tuple[int, int, int, int, int, int]
How = tuple[int, int, int, int]
Edge = tuple[Node | int, bool, int, How]
Sacrifice = tuple[int, int, int]
"""A sacrificed bit (0 for none), the shift, and the resulting order."""

SEATS = (Seat.NEAR, Seat.FAR)
NONE = -1
AGAIN: How = (0, 0, 0, 0)


def _mask(values: Sequence[Size] | Sequence[Colour], wanted: Size | Colour) -> int:
    return sum(1 << i for i, value in enumerate(values) if value is wanted)


class Board:
    """What stays the same in a search from one state, and the plays of its nodes.

    ``root`` is the state as a node; ``total`` counts each side's pyramids in inventory and row; ``weight`` is
    the factor on its score from its virtual plays so far.
    """

    def __init__(self, state: State) -> None:
        self.rules = state.rules
        self.pieces: tuple[Piece, ...] = (*state.near, *state.far)
        lasts = tuple(state.last_piece(seat) for seat in SEATS)
        attack = (state.attack.piece,) if state.attack else ()
        self.kinds = tuple(dict.fromkeys((*self.pieces, *filter(None, lasts), *attack)))
        self.near = len(state.near)
        self._number_pieces()
        rows = (sum(len(play.pieces) for play in state.rows[seat]) for seat in SEATS)
        self.total = tuple(len(state.inventories[seat]) + row for seat, row in zip(SEATS, rows, strict=True))
        self.weight = tuple(1 << state.virtual_plays[seat] for seat in SEATS)
        self._orders: list[tuple[Colour, ...]] = []
        self._gains: list[tuple[tuple[bool, ...], ...]] = []
        self._order_number: dict[tuple[Colour, ...], int] = {}
        self._tidied: dict[tuple[int, int], int] = {}
        self._live: dict[int, int] = {}
        self._shifts: dict[tuple[int, Colour, int], tuple[tuple[int, int], ...]] = {}
        self.root = self._root(state, lasts)
        self.beyond: int = 1 << 60
        """More points than anybody can score."""

    def _number_pieces(self) -> None:
        """The masks of the pieces by side, kind, size and colour, and of those equal to the previous one."""
        count = len(self.pieces)
        numbers = {kind: number for number, kind in enumerate(self.kinds)}
        self.side = ((1 << self.near) - 1, (1 << count) - (1 << self.near))
        self.kind_of = {1 << i: numbers[piece] for i, piece in enumerate(self.pieces)}
        twins = (i for i in range(1, count) if i != self.near and self.pieces[i] == self.pieces[i - 1])
        self.twins = sum(1 << i for i in twins)
        self.pips = tuple(int(kind.size) for kind in self.kinds)
        sizes, coloured = [piece.size for piece in self.pieces], [piece.colour for piece in self.pieces]
        self.small, self.large = _mask(sizes, Size.SMALL), _mask(sizes, Size.LARGE)
        self.same_size = tuple(_mask(sizes, kind.size) for kind in self.kinds)
        self.same_colour = tuple(_mask(coloured, kind.colour) for kind in self.kinds)
        colours = dict.fromkeys(kind.colour for kind in self.kinds)
        self.colours = {colour: 1 << number for number, colour in enumerate(colours)}
        self.colour_bit = tuple(self.colours[kind.colour] for kind in self.kinds)

    def _root(self, state: State, lasts: tuple[Piece | None, ...]) -> Node:
        """The state as a node; the leader must be known, and the round not over."""
        assert state.to_move is not None
        mover, everything = SEATS.index(state.to_move), (1 << len(self.pieces)) - 1
        attack, last = NONE, NONE
        if state.attack is not None:
            attack = 2 * self.kinds.index(state.attack.piece) + state.attack.call
        empty = [each for each in (mover, 1 - mover) if not everything & self.side[each]]
        if empty and self.rules.pummeling and not (attack != NONE and empty[0] != mover):
            piece = lasts[empty[0]]
            last = self.kinds.index(piece) if piece is not None else NONE
        order = self.tidy(self._number(state.stack), everything, self._extra(attack, last))
        return everything, order, mover, attack, last, 0

    def _extra(self, attack: int, last: int) -> int:
        """The colours in play that may be in no inventory, as bits."""
        return (self.colour_bit[attack >> 1] if attack != NONE else 0) | (
            self.colour_bit[last] if last != NONE else 0
        )

    def _number(self, order: tuple[Colour, ...]) -> int:
        number = self._order_number.get(order)
        if number is None:
            number = self._order_number[order] = len(self._orders)
            self._orders.append(order)
            kinds = self.kinds
            self._gains.append(tuple(tuple(gains_initiative(a, p, order) for p in kinds) for a in kinds))
        return number

    def tidy(self, order: int, inventories: int, extra: int) -> int:
        """The order with colours that are in no inventory and not in ``extra`` put into a fixed order."""
        if not self.rules.sacrifice:
            return order
        live = self._live.get(inventories)
        if live is None:
            live = 0
            for bit, kind in self.kind_of.items():
                if inventories & bit:
                    live |= self.colour_bit[kind]
            self._live[inventories] = live
        key = order, live | extra
        tidied = self._tidied.get(key)
        if tidied is None:
            tidied = self._tidied[key] = self._number(self._in_fixed_order(*key))
        return tidied

    def _in_fixed_order(self, order: int, live: int) -> tuple[Colour, ...]:
        stack = self._orders[order]
        dead = sorted(colour for colour in stack if not self.colours.get(colour, 0) & live)
        left = iter(dead)
        return tuple(next(left) if colour in dead else colour for colour in stack)

    def shifts(self, order: int, kind: int, under: int) -> tuple[tuple[int, int], ...]:
        """Each legal shift of a kind's colour by a sacrifice of kind ``under``, with the resulting order."""
        colour, pips = self.kinds[kind].colour, self.pips[under]
        key = order, colour, pips
        found = self._shifts.get(key)
        if found is None:
            stack = self._orders[order]
            legal = sorted(legal_shifts(stack, colour, pips, self.rules.swap), key=abs)
            found = tuple((shift, self._number(move_colour(stack, colour, shift))) for shift in legal)
            self._shifts[key] = found
        return found

    def distinct(self, inventory: int, within: int) -> list[int]:
        """The bits of an inventory within a mask, one for each kind of piece."""
        left = inventory & within & ~((inventory << 1) & self.twins)
        bits = []
        while left:
            bit = left & -left
            bits.append(bit)
            left ^= bit
        return bits

    def score(self, side: int, inventories: int, kind: int, virtual: int) -> int:
        """What a side scores by winning with a kind of piece, without later calls (I10)."""
        row = self.total[side] - (inventories & self.side[side]).bit_count()
        return row * self.pips[kind] * self.weight[side] << virtual

    def edges(self, node: Node) -> Iterator[Edge]:
        """The plays of a node, the most promising first."""
        return self.attacks(node) if node[3] == NONE else self.parries(node)

    def attacks(self, node: Node) -> Iterator[Edge]:
        """The leader's plays; of those that win at once, only the best."""
        inventories, order, mover, _, last, _ = node
        if not inventories & self.side[mover]:
            yield self._attack_again(node)
            return
        lasting = []
        best = 0, AGAIN
        for piece in self.distinct(inventories & self.side[mover], NONE):
            for call in (0, 1) if self.rules.calling and piece & self.small else (0,):
                replies = self._replies(inventories & self.side[1 - mover], self.kind_of[piece], call, last)
                if replies:
                    lasting.append((replies, -self.pips[self.kind_of[piece]], piece, call))
                else:
                    best = max(best, self._win_at_once(node, piece, call))
        if best[0]:
            yield best[0], False, 1, best[1]
        lasting.sort()
        for _, _, piece, call in lasting:
            yield self._attack(node, piece, call, (0, 0, order))
        if self.rules.sacrifice:
            for _, _, piece, call in lasting:
                for under in self._sacrifices(order, inventories & self.side[mover] & ~piece, piece):
                    yield self._attack(node, piece, call, under)

    def _attack_again(self, node: Node) -> Edge:
        """The virtual attack of a leader with an empty inventory (I7)."""
        inventories, order, mover, _, last, virtual = node
        theirs = inventories & self.side[1 - mover]
        if not theirs & (self.same_size[last] | self.same_colour[last]):
            return self.score(mover, inventories, last, virtual + 1), False, 1, AGAIN
        return (inventories, order, 1 - mover, 2 * last, NONE, virtual + 1), True, 1, AGAIN

    def _replies(self, theirs: int, kind: int, call: int, last: int) -> int:
        """The number of pieces that can parry an attack (I1, I7, I8)."""
        if theirs:
            same_size = 0 if call else theirs & self.same_size[kind]
            return (same_size or theirs & self.same_colour[kind]).bit_count()
        if last == NONE:
            return 0
        size = not call and self.pips[last] == self.pips[kind]
        return int(size or self.colour_bit[last] == self.colour_bit[kind])

    def _win_at_once(self, node: Node, piece: int, call: int) -> tuple[int, How]:
        """The points of an attack that cannot be parried, with a sacrifice if one is possible."""
        inventories, order, mover, *_ = node
        kind, left, how = self.kind_of[piece], inventories & ~piece, (piece, 0, 0, call)
        rest = left & self.side[mover]
        if rest and self.rules.sacrifice:
            under = rest & -rest
            how = (piece, under, self.shifts(order, kind, self.kind_of[under])[0][0], call)
            left &= ~under
        return self.score(mover, left, kind, 0) << call, how

    def _sacrifices(self, order: int, rest: int, piece: int) -> Iterator[Sacrifice]:
        """Every sacrifice out of ``rest`` under a piece, with each resulting order of the stack once."""
        kind = self.kind_of[piece]
        for under in self.distinct(rest, NONE):
            for shift, moved in self.shifts(order, kind, self.kind_of[under]):
                yield under, shift, moved

    def _attack(self, node: Node, piece: int, call: int, under: Sacrifice) -> Edge:
        inventories, _, mover, _, last, _ = node
        sacrifice, shift, order = under
        kind, left = self.kind_of[piece], inventories & ~(piece | sacrifice)
        attack = 2 * kind + call
        order = self.tidy(order, left, self._extra(attack, last))
        child = left, order, 1 - mover, attack, last, node[5]
        return child, True, 1 + call, (piece, sacrifice, shift, call)

    def parries(self, node: Node) -> Iterator[Edge]:
        """The defender's plays, those that gain the initiative first."""
        inventories, order, mover, attack, last, _ = node
        mine, kind = inventories & self.side[mover], attack >> 1
        if not mine:
            yield self._after(node, inventories, order, last, AGAIN)
            return
        fits = self.same_colour[kind] if attack & 1 else self.same_size[kind]
        pieces = self.distinct(mine, fits if mine & fits else self.same_colour[kind])
        gains = self._gains[order][kind]
        pieces.sort(key=lambda piece: not gains[self.kind_of[piece]])
        for piece in pieces:
            yield self._after(node, inventories & ~piece, order, self.kind_of[piece], (piece, 0, 0, 0))
        if not self.rules.sacrifice:
            return
        free = mine & ~self.same_colour[kind] if attack & 1 else mine
        for piece in pieces:
            for sacrifice, shift, moved in self._sacrifices(order, free & ~piece, piece):
                left = inventories & ~(piece | sacrifice)
                yield self._after(node, left, moved, self.kind_of[piece], (piece, sacrifice, shift, 0))

    def _after(self, node: Node, left: int, order: int, parry: int, how: How) -> Edge:
        """The result of a parry with a kind of piece: the next turn, or the end (I2, I3, I12)."""
        mover, attack, virtual = node[2], node[3] >> 1, node[5]
        holder = mover if self._gains[order][attack][parry] else 1 - mover
        mine, theirs = left & self.side[mover], left & self.side[1 - mover]
        flip = holder != mover
        if mine and theirs:
            return (left, self.tidy(order, left, 0), holder, NONE, NONE, 0), flip, 1, how
        if not mine:
            virtual = virtual + 1 if how == AGAIN else 0
        if not mine and not theirs:
            return self._exhausted(node, left, holder, parry, how), False, 1, how
        last = attack if mine else parry
        empty = 1 - mover if mine else mover
        if self.rules.pummeling:
            order = self.tidy(order, left, self.colour_bit[last])
            return (left, order, holder, NONE, last, virtual), flip, 1, how
        if holder == empty:
            winner, kind = (mover, parry) if mine else (1 - mover, attack)
            points = self.score(winner, left, kind, 0)
            return points if winner == mover else -points, False, 1, how
        return (left, self.tidy(order, left, 0), holder, NONE, NONE, 0), flip, 1, how

    def _exhausted(self, node: Node, left: int, holder: int, parry: int, how: How) -> int:
        """The points to the defender when both inventories are empty after a parry (I3)."""
        if self.rules.exhaustion == "draw":
            return 0
        mover, attack, virtual = node[2], node[3] >> 1, node[5]
        again = how == AGAIN
        if holder == mover:
            return self.score(mover, left, parry, virtual + 1 if again else 0)
        earlier = 0 if again else virtual
        return -self.score(holder, left, attack, earlier)

    def bounds(self, node: Node) -> tuple[int, int]:
        """The least and the most that a node can be worth to its mover, from counting pieces."""
        mover = node[2]
        return -self._most(node, 1 - mover), self._most(node, mover)

    def _most(self, node: Node, side: int) -> int:
        """The most that a side can score: its whole row, its best piece, every call and virtual play."""
        inventories, _, mover, attack, last, virtual = node
        own, other = inventories & self.side[side], inventories & self.side[1 - side]
        mine, theirs = own.bit_count(), other.bit_count()
        pips = 3 if own & self.large else 2 if own & ~self.small else 1 if own else 0
        parrying = attack != NONE
        if parrying and side != mover:
            pips = max(pips, self.pips[attack >> 1])
        doublings = (inventories & self.small).bit_count() if self.rules.calling else 0
        if self.rules.pummeling:
            if not mine:
                pips = max(pips, self.pips[last]) if last != NONE else pips
                doublings += virtual + parrying + theirs
            else:
                turns = -(-mine // 2) if self.rules.sacrifice else mine
                doublings += max(0, theirs + parrying - turns)
        return self.total[side] * pips * self.weight[side] << doublings

    def play(self, node: Node, edge: Edge) -> Play:
        """The play of an edge."""
        seat, (piece, under, shift, call) = SEATS[node[2]], edge[3]
        if not piece:
            return Play(seat, self.kinds[node[4]], virtual=True)
        sacrifice = self.kinds[self.kind_of[under]] if under else None
        return Play(seat, self.kinds[self.kind_of[piece]], sacrifice, shift, bool(call))
