"""Stacks on cards: trees, nests, units, sowing, captures and the value of a vault (L1 to L7, L11).

Pure functions on tuples; whose turn it is plays no part here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from engine.logistics.model import POWERS, Score, Side, Stack, TreePower
from engine.pieces import Colour, Piece, Size

UNDER_A_NEST = (Size.SMALL, Size.MEDIUM)


@dataclass(frozen=True)
class Landing:
    """One unit put down on ``card`` (n + 1 is the vault), on top of ``was``."""

    card: int
    unit: Stack
    was: Stack


@dataclass(frozen=True)
class Capture:
    """A capture of everything on the opponent's ``card``; ``colours`` have the power (for a tree by L6)."""

    card: int
    pieces: Stack
    how: Literal["sow", "nest"]
    colours: tuple[Colour, ...]


def has_tree(stack: Stack) -> bool:
    """Whether the top three are small on medium on large (L5)."""
    if len(stack) < 3 or stack[-1].size is not Size.SMALL:
        return False
    return stack[-2].size is Size.MEDIUM and stack[-3].size is Size.LARGE


def makes_nest(unit: Stack, was: Stack) -> bool:
    """Whether a single large is sown onto a medium on a small (L7)."""
    single_large = len(unit) == 1 and unit[0].size is Size.LARGE
    return single_large and tuple(piece.size for piece in was[-2:]) == UNDER_A_NEST


def units_of(stack: Stack) -> tuple[Stack, ...]:
    """The units to sow, top first: a tree on top stays whole, all else goes singly (L2, L5)."""
    singles = stack[:-3] if has_tree(stack) else stack
    tree = (stack[-3:],) if has_tree(stack) else ()
    return (*tree, *((piece,) for piece in reversed(singles)))


def steps_to_vault(card: int, cards: int) -> int:
    """How many cards are ahead of a card, counting the vault (L2)."""
    return cards + 1 - card


def may_sow_card(side: Side, card: int) -> bool:
    """Whether a card is occupied and has at most as many units as steps to the vault (L2)."""
    units = units_of(side.cards[card - 1])
    return 0 < len(units) <= steps_to_vault(card, len(side.cards))


def sowable_cards(side: Side) -> tuple[int, ...]:
    """The cards that may be sown (L2)."""
    return tuple(card for card in range(1, len(side.cards) + 1) if may_sow_card(side, card))


def can_sow(side: Side) -> bool:
    """Whether a player has any legal sow (L10)."""
    return bool(side.stock or sowable_cards(side))


def sow(side: Side, card: int, pieces: Iterable[Piece]) -> tuple[Side, tuple[Landing, ...]]:
    """Sow ``pieces`` from the stock (``card`` 0) or a card; units going too far land in the vault (L15)."""
    if card:
        units = units_of(side.cards[card - 1])
        side = side.with_card(card, ())
    else:
        units = tuple((piece,) for piece in pieces)
        left = list(side.stock)
        for unit in units:
            left.remove(unit[0])
        side = Side(tuple(left), side.cards, side.vault)
    landings = []
    for ahead, unit in enumerate(units, start=card + 1):
        target = min(ahead, len(side.cards) + 1)
        if target > len(side.cards):
            landings.append(Landing(target, unit, side.vault))
            side = side.with_vault(*unit)
        else:
            was = side.cards[target - 1]
            landings.append(Landing(target, unit, was))
            side = side.with_card(target, (*was, *unit))
    return side, tuple(landings)


def find_captures(
    landings: tuple[Landing, ...], facing: tuple[Stack, ...], tree_power: TreePower
) -> Iterator[Capture]:
    """The captures of a sow: first by nests, in sowing order, then by the last unit (L4, L7, L8)."""
    count = len(facing)
    for landing in landings:
        opposite = count + 1 - landing.card
        if opposite and makes_nest(landing.unit, landing.was) and has_tree(facing[opposite - 1]):
            yield Capture(opposite, facing[opposite - 1], "nest", powers_of(landing.unit, tree_power))
    last = landings[-1]
    opposite = count + 1 - last.card
    if opposite and not last.was and facing[opposite - 1] and not has_tree(facing[opposite - 1]):
        yield Capture(opposite, facing[opposite - 1], "sow", powers_of(last.unit, tree_power))


def powers_of(unit: Stack, tree_power: TreePower) -> tuple[Colour, ...]:
    """The colours whose power a capture gives: one, or each of a tree's with ``any`` (L6, L9)."""
    colours = tuple(dict.fromkeys(piece.colour for piece in reversed(unit)))
    chosen = colours[:1] if tree_power == "top" else colours
    return tuple(colour for colour in chosen if colour in POWERS)


def score_vault(vault: Iterable[Piece]) -> Score:
    """The best arrangement of a vault into trees (L11).

    The rarest size limits the number of trees; a solid tree takes one piece of each size, just as a mixed one
    does, so as many as possible are solid.
    """
    pieces = Counter(vault)
    sizes = Counter[Size]()
    for piece, count in pieces.items():
        sizes[piece.size] += count
    trees = min(sizes[size] for size in Size)
    colours = {piece.colour for piece in pieces}
    solid = sum(min(pieces[Piece(size, colour)] for size in Size) for colour in colours)
    return Score(solid, trees - solid, pieces.total() - 3 * trees)
