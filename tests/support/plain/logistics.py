"""Logistics from the readings L1 to L16 (see the package)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import combinations, permutations

from tests.support.plain import SEATS, options, pieces

Piece = tuple[int, str]
POWER = {
    **dict.fromkeys(("green", "cyan"), "reclaim"),
    **dict.fromkeys(("yellow", "clear"), "recall"),
    **dict.fromkeys(("red", "orange"), "advance"),
    **dict.fromkeys(("blue", "purple"), "swap own"),
    **dict.fromkeys(("black", "white"), "swap theirs"),
}


@dataclass
class Position:
    """Both sides' stocks, piles (bottom to top) and vaults; ``due`` are the pending powers, in order."""

    rules: dict[str, str]
    turn: int | None
    stock: list[list[Piece]] = field(default_factory=lambda: [[], []])
    piles: list[list[list[Piece]]] = field(default_factory=lambda: [[], []])
    vault: list[list[Piece]] = field(default_factory=lambda: [[], []])
    due: list[list[str]] = field(default_factory=list)
    again: bool = False
    seen: list[str] = field(default_factory=list)

    def key(self) -> str:
        """What must be equal for a repetition (L16)."""
        return repr(([*map(sorted, self.stock)], self.piles, [*map(sorted, self.vault)], self.turn))

    def tree(self, seat: int, card: int) -> bool:
        """Whether a tree is on top of a card, counted from 0 (L5)."""
        return [size for size, _ in self.piles[seat][card][-3:]] == [3, 2, 1]

    def units(self, seat: int, card: int) -> list[list[Piece]]:
        """The units, each sown on a card of its own, top first (L2, L5)."""
        pile = list(self.piles[seat][card])
        found = []
        if self.tree(seat, card):
            found, pile = [pile[-3:]], pile[:-3]
        return found + [[piece] for piece in pile[::-1]]

    def cards(self, seat: int) -> list[int]:
        """The cards that may be sown (L2)."""
        count = len(self.piles[seat])
        return [card for card in range(count) if 0 < len(self.units(seat, card)) <= count - card]

    def stuck(self, seat: int) -> bool:
        """Whether a player has nothing to sow (L10)."""
        return not self.stock[seat] and not self.cards(seat)


def start(rules: str, setup: str, leader: str) -> Position:
    """The first position."""
    position = Position(options(rules), SEATS.index(leader) if leader else None)
    for name, words in re.findall(r"(near|far)\(([^()]*)\)", setup):
        seat = SEATS.index(name)
        places = dict(part.split("=") for part in words.split(";") if part)
        position.stock[seat] = pieces(places.get("stock", ""))
        position.vault[seat] = pieces(places.get("vault", ""))
        position.piles[seat] = [
            pieces(places.get(str(card), "")) for card in range(1, int(position.rules["cards"]) + 1)
        ]
    stuck = [position.stuck(seat) for seat in (0, 1)]
    if stuck[0] != stuck[1]:
        position.turn = stuck.index(False)
    position.seen.append(position.key())
    return position


def ends(position: Position) -> tuple[str, int]:
    """Winner and reading with the points of both, or ``*`` and none."""
    if position.due:
        return "*", 0
    if position.stuck(0) and position.stuck(1):
        reading = "L10"
    elif position.seen.count(position.seen[-1]) >= 3:
        reading = "L13"
    else:
        return "*", 0
    near, far = (worth(vault) for vault in position.vault)
    winner = "draw" if near == far else SEATS[near < far]
    return f"{winner} {reading}", near + far


def worth(vault: list[Piece]) -> int:
    """The best number of solid and of mixed trees (L11)."""
    trees = min([size for size, _ in vault].count(pips) for pips in (1, 2, 3))
    colours = {colour for _, colour in vault}
    solid = sum(min(vault.count((pips, colour)) for pips in (1, 2, 3)) for colour in colours)
    return max(
        7 * solids + 5 * mixed + len(vault) - 3 * (solids + mixed)
        for solids in range(solid + 1)
        for mixed in range(trees - solids + 1)
    )


def after(position: Position) -> Iterator[Position]:
    """One position for each legal move."""
    if ends(position)[0] != "*":
        return
    for seat in (0, 1) if position.turn is None else (position.turn,):
        if position.due:
            for used in _uses(position, seat):
                yield _power_done(used, seat)
            yield _power_done(deepcopy(position), seat)
            continue
        if position.again:
            yield _settled(_passed(deepcopy(position), seat))
        for card in position.cards(seat):
            now = deepcopy(position)
            units, now.piles[seat][card] = now.units(seat, card), []
            yield _sown(now, seat, units, card + 1)
        most = min(4, len(position.piles[seat]))
        for count in range(1, most + 1):
            for chosen in sorted(set(permutations(position.stock[seat], count))):
                now = deepcopy(position)
                for piece in chosen:
                    now.stock[seat].remove(piece)
                yield _sown(now, seat, [[piece] for piece in chosen], 0)


def _passed(now: Position, seat: int) -> Position:
    now.turn, now.again, now.due = 1 - seat, False, []
    return now


def _power_done(now: Position, seat: int) -> Position:
    now.due = now.due[1:]
    return _settled(now if now.due else _passed(now, seat))


def _sown(now: Position, seat: int, units: list[list[Piece]], first: int) -> Position:
    """The units on the cards from ``first`` on, with captures, powers and the extra turn (L1 to L8)."""
    own, theirs, count = now.piles[seat], now.piles[1 - seat], len(now.piles[seat])
    caught: list[tuple[int, list[str]]] = []
    for at, unit in enumerate(units, start=first):
        landed_on_empty = at < count and not own[at]
        if at == count:
            now.vault[seat] += unit
            continue
        sizes = [size for size, _ in own[at][-2:]]
        if [size for size, _ in unit] == [3] and sizes == [1, 2] and now.tree(1 - seat, count - 1 - at):
            caught.append((count - 1 - at, [unit[0][1]]))
        own[at] += unit
    if landed_on_empty and theirs[count - 1 - at] and not now.tree(1 - seat, count - 1 - at):
        colours = [colour for _, colour in reversed(unit)]
        caught.append((count - 1 - at, colours[:1] if now.rules["tree_power"] == "top" else colours))
    for card, _ in caught:
        now.vault[seat] += theirs[card]
        theirs[card] = []
    now.turn, now.again = seat, False
    now.due = [powers for _, colours in caught if (powers := [POWER[c] for c in colours if c in POWER])]
    if at == count and first > 0 and not caught:
        now.again = True
    elif not now.due:
        _passed(now, seat)
    return _settled(now)


def _settled(now: Position) -> Position:
    """Unusable powers and extra turns lapse, and players who cannot sow are skipped (L3, L9, L10)."""
    assert now.turn is not None
    while now.due and not any(True for _ in _uses(now, now.turn)):
        now.due = now.due[1:]
        if not now.due:
            _passed(now, now.turn)
    if now.due:
        return now
    if now.again and now.stuck(now.turn):
        _passed(now, now.turn)
    if now.stuck(now.turn) and not now.stuck(1 - now.turn):
        now.turn = 1 - now.turn
    now.seen = [*now.seen, now.key()]
    return now


def _uses(position: Position, seat: int) -> Iterator[Position]:
    """One table for each use of the pending power (L9)."""
    for power in dict.fromkeys(position.due[0]):
        if power.startswith("swap"):
            yield from _swaps(position, seat if power == "swap own" else 1 - seat)
            continue
        for owner in (0, 1):
            if power == "reclaim":
                for piece in sorted(set(position.vault[owner])):
                    now = deepcopy(position)
                    now.vault[owner].remove(piece)
                    now.stock[owner].append(piece)
                    yield now
                continue
            for card, pile in enumerate(position.piles[owner]):
                if pile:
                    now = deepcopy(position)
                    piles = [*now.piles[owner], now.vault[owner]]
                    target = now.stock[owner] if power == "recall" else piles[card + 1]
                    target.append(now.piles[owner][card].pop())
                    yield now


def _swaps(position: Position, owner: int) -> Iterator[Position]:
    spots = [(card, level) for card, pile in enumerate(position.piles[owner]) for level in range(len(pile))]
    for (card, level), (other, height) in combinations(spots, 2):
        now = deepcopy(position)
        piles = now.piles[owner]
        piles[card][level], piles[other][height] = piles[other][height], piles[card][level]
        yield now
