"""The types of Logistics: rule options, sides of the table, moves, scores and outcome (L1 to L16).

A side's cards are numbered 1 to n from their owner's left; card i faces the opponent's card n + 1 - i. Stacks
run bottom to top.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple, get_args

from engine.game import Seat
from engine.message import Message, Messages
from engine.pieces import PALETTES, Colour, Piece, Size

say = Messages("engine.logistics")

TreePower = Literal["top", "any"]
PowerName = Literal["reclaim", "recall", "advance", "swap_own", "swap_theirs"]
Stack = tuple[Piece, ...]

POWERS: dict[Colour, PowerName] = {
    Colour.GREEN: "reclaim",
    Colour.CYAN: "reclaim",
    Colour.YELLOW: "recall",
    Colour.CLEAR: "recall",
    Colour.RED: "advance",
    Colour.ORANGE: "advance",
    Colour.BLUE: "swap_own",
    Colour.PURPLE: "swap_own",
    Colour.BLACK: "swap_theirs",
    Colour.WHITE: "swap_theirs",
}
"""The power of each capturing colour; pink has none (L9)."""


@dataclass(frozen=True)
class Rules:
    """The options (L1, L6): cards on each side, trios of each colour in each stock, a capturing tree's power.

    Raises ``ValueError`` with one clear line for an option that does not exist.
    """

    cards: int = 4
    trios: int = 2
    tree_power: TreePower = "top"

    def __post_init__(self) -> None:
        if not 3 <= self.cards <= 10:
            raise ValueError(say("rule_cards", n=self.cards))
        if self.trios < 1:
            raise ValueError(say("rule_trios", n=self.trios))
        if self.tree_power not in get_args(TreePower):
            raise ValueError(say("rule_tree_power", raw=f"{self.tree_power!r}"))

    @property
    def most_from_stock(self) -> int:
        """How many pyramids one sow may take from the stock (L1)."""
        return min(4, self.cards)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Rules:
        """Rules back from what `engine.game.plain` wrote."""
        return cls(**data)


@dataclass(frozen=True)
class Side:
    """What one player has: stock and vault as sorted multisets, and the stacks on cards 1 to n."""

    stock: tuple[Piece, ...]
    cards: tuple[Stack, ...]
    vault: tuple[Piece, ...] = ()

    @property
    def pieces(self) -> Counter[Piece]:
        """Everything on this side."""
        return Counter((*self.stock, *self.vault, *(piece for stack in self.cards for piece in stack)))

    def with_card(self, card: int, stack: Stack) -> Side:
        """The side with another stack on one card."""
        return Side(self.stock, (*self.cards[: card - 1], stack, *self.cards[card:]), self.vault)

    def with_stock(self, *added: Piece) -> Side:
        """The side with more pyramids in its stock."""
        return Side(tuple(sorted((*self.stock, *added))), self.cards, self.vault)

    def with_vault(self, *added: Piece) -> Side:
        """The side with more pyramids in its vault."""
        return Side(self.stock, self.cards, tuple(sorted((*self.vault, *added))))

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Side:
        """A side back from what `engine.game.plain` wrote."""
        cards = tuple(_pieces(stack) for stack in data["cards"])
        return cls(_pieces(data["stock"]), cards, _pieces(data["vault"]))


@dataclass(frozen=True)
class Layout:
    """Everything on the table; a set-up is a layout, too, and for a whole game has empty cards and vaults."""

    near: Side
    far: Side

    def side(self, seat: Seat) -> Side:
        """One seat's side."""
        return self.near if seat is Seat.NEAR else self.far

    def with_side(self, seat: Seat, side: Side) -> Layout:
        """The layout with one side replaced."""
        return Layout(side, self.far) if seat is Seat.NEAR else Layout(self.near, side)

    @property
    def pieces(self) -> Counter[Piece]:
        """Everything on the table."""
        return self.near.pieces + self.far.pieces

    @classmethod
    def standard(cls, rules: Rules, near: str = "rainbow", far: str = "rainbow") -> Layout:
        """The first position: full stocks in the given palettes, empty cards (L1)."""
        return cls(*(_full_side(rules, PALETTES[palette]) for palette in (near, far)))

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Layout:
        """A layout back from what `engine.game.plain` wrote."""
        return cls(Side.from_json(data["near"]), Side.from_json(data["far"]))


class Position(NamedTuple):
    """A position in the sense of L16, by which L13 counts: what is on the table, and who is to sow."""

    layout: Layout
    mover: Seat | None


def _full_side(rules: Rules, colours: Iterable[Colour]) -> Side:
    pieces = [Piece(size, colour) for size in Size for colour in colours for _ in range(rules.trios)]
    return Side(tuple(sorted(pieces)), ((),) * rules.cards)


def _pieces(data: Iterable[dict[str, str]]) -> tuple[Piece, ...]:
    return tuple(Piece(Size[each["size"].upper()], Colour(each["colour"])) for each in data)


@dataclass(frozen=True)
class Sow:
    """A sow: ``pieces`` in order from the stock (``card`` 0, L1), or everything on one's own card (L2)."""

    kind: ClassVar[str] = "sow"
    seat: Seat
    card: int = 0
    pieces: tuple[Piece, ...] = ()


@dataclass(frozen=True)
class Stop:
    """No further sow in an extra turn (L3)."""

    kind: ClassVar[str] = "stop"
    seat: Seat


@dataclass(frozen=True)
class Decline:
    """Not using the power that is due (L9)."""

    kind: ClassVar[str] = "decline"
    seat: Seat


@dataclass(frozen=True)
class Reclaim:
    """Green or cyan: ``piece`` goes from ``owner``'s vault to that owner's stock (L9)."""

    kind: ClassVar[str] = "reclaim"
    seat: Seat
    owner: Seat
    piece: Piece


@dataclass(frozen=True)
class Recall:
    """Yellow or clear: the top of ``owner``'s ``card`` goes to that owner's stock (L9)."""

    kind: ClassVar[str] = "recall"
    seat: Seat
    owner: Seat
    card: int


@dataclass(frozen=True)
class Advance:
    """Red or orange: the top of ``owner``'s ``card`` goes one card on or into that owner's vault (L9)."""

    kind: ClassVar[str] = "advance"
    seat: Seat
    owner: Seat
    card: int


@dataclass(frozen=True, order=True)
class Spot:
    """A pyramid's place: card 1 to n, and level, 1 being the lowest."""

    card: int
    level: int


@dataclass(frozen=True)
class Swap:
    """Two pyramids change places: blue or purple on one's own cards, black or white on the others (L9)."""

    kind: ClassVar[str] = "swap"
    seat: Seat
    owner: Seat
    first: Spot
    second: Spot


@dataclass(frozen=True)
class Arrange:
    """The same pyramids in any other arrangement: never legal, but it may have stood (L15)."""

    kind: ClassVar[str] = "arrange"
    seat: Seat
    layout: Layout


Power = Reclaim | Recall | Advance | Swap
Move = Sow | Stop | Decline | Power | Arrange


def power_name(move: Power) -> PowerName:
    """The power that a move uses, as seen by who makes it."""
    if isinstance(move, Swap):
        return "swap_own" if move.owner is move.seat else "swap_theirs"
    return "reclaim" if isinstance(move, Reclaim) else "recall" if isinstance(move, Recall) else "advance"


@dataclass(frozen=True)
class Score:
    """The best value of a vault: 7 for a solid tree, 5 for a mixed one, 1 for a single pyramid (L11)."""

    solid_trees: int
    mixed_trees: int
    singles: int

    @property
    def total(self) -> int:
        """The points."""
        return 7 * self.solid_trees + 5 * self.mixed_trees + self.singles


@dataclass(frozen=True)
class Outcome:
    """How a game ended; equal scores have no winner (L11)."""

    winner: Seat | None
    reason: Message
    reading: str
    near: Score
    far: Score

    def score(self, seat: Seat) -> Score:
        """One seat's score."""
        return self.near if seat is Seat.NEAR else self.far
