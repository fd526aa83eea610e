"""Logistics in Piecepack notation: cards, stocks and vaults as places on a table.

Near's cards are in row 5 from column b, far's in row 7, each opposite the one it faces. Stocks and vaults are
heaps by kind, with a column for each suit and a row for each size: near's in rows 1 to 3, far's in 9 to 11,
stocks from column a, vaults from column i.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Seat
from engine.logistics import events
from engine.logistics.model import Advance, Layout, Power, Reclaim, Side, Swap
from engine.logistics.powers import piece_at
from engine.logistics.state import State
from engine.pieces import Piece
from engine.record.plies import Ply
from engine.record.ppn_pieces import drops, kind_place, place, pyramid, top

CARDS_Y = {Seat.NEAR: 5, Seat.FAR: 7}
HEAPS_Y = {Seat.NEAR: 1, Seat.FAR: 9}
STOCK_X, VAULT_X = 1, 9


def start_moves(state: State) -> list[str]:
    """Everything put on the table."""
    return [token for at, pieces in _heaps(state.layout).items() for token in drops(pieces, at)]


def ply_moves(ply: Ply) -> list[str]:
    """A sow, its captures, a power or an arrangement, from the events."""
    assert isinstance(ply.before, State)
    layout, cards = ply.before.layout, ply.before.rules.cards
    tokens: list[str] = []
    for event in ply.events:
        if isinstance(event, events.Sown):
            tokens += _sow(event, cards)
        elif isinstance(event, events.Captured):
            source = _card(event.by.other, event.card, cards)
            tokens += [f"{source}-{_vault(event.by, piece)}" for piece in reversed(event.pieces)]
        elif isinstance(event, events.PowerUsed):
            tokens += _power(layout, event.power, event.pieces[0])
        elif isinstance(event, events.Rearranged):
            tokens += _rearranged(layout, event.move.layout)
    return tokens


def _sow(event: events.Sown, cards: int) -> Iterator[str]:
    for target, unit in enumerate(event.units, start=event.card + 1):
        if target > cards:
            pairs = [(1, piece, _vault(event.seat, piece)) for piece in reversed(unit)]
        else:
            pairs = [(len(unit), unit[0], _card(event.seat, target, cards))]
        for count, piece, to in pairs:
            source = _card(event.seat, event.card, cards) if event.card else _stock(event.seat, piece)
            yield f"{top(count, source)}-{to}"


def _power(layout: Layout, power: Power, piece: Piece) -> list[str]:
    """A power; a swap exchanges two pieces in place, as their heights do not change."""
    owner, cards = power.owner, len(layout.near.cards)
    if isinstance(power, Reclaim):
        return [f"{_vault(owner, piece)}-{_stock(owner, piece)}"]
    if isinstance(power, Swap):
        stacks = layout.side(owner).cards
        return [
            f"{_card(owner, spot.card, cards)}[{len(stacks[spot.card - 1]) - spot.level + 1}]"
            f"={pyramid(piece_at(layout, owner, other))}"
            for spot, other in ((power.first, power.second), (power.second, power.first))
        ]
    source = _card(owner, power.card, cards)
    if not isinstance(power, Advance):
        return [f"{source}-{_stock(owner, piece)}"]
    into_vault = power.card == cards
    return [f"{source}-{_vault(owner, piece) if into_vault else _card(owner, power.card + 1, cards)}"]


def _rearranged(before: Layout, after: Layout) -> list[str]:
    """Every place whose pieces change is cleared and filled again."""
    was, now = _heaps(before), _heaps(after)
    changed = [at for at in dict.fromkeys((*was, *now)) if was.get(at) != now.get(at)]
    cleared = [f"*{top(len(was[at]), at)}" for at in changed if at in was]
    return cleared + [token for at in changed for token in drops(now.get(at, ()), at)]


def _heaps(layout: Layout) -> dict[str, list[Piece]]:
    """The pieces in each place, bottom to top."""
    heaps: dict[str, list[Piece]] = {}
    for seat in Seat:
        side: Side = layout.side(seat)
        for piece in side.stock:
            heaps.setdefault(_stock(seat, piece), []).append(piece)
        for piece in side.vault:
            heaps.setdefault(_vault(seat, piece), []).append(piece)
        for card, stack in enumerate(side.cards, start=1):
            if stack:
                heaps[_card(seat, card, len(side.cards))] = list(stack)
    return heaps


def _card(seat: Seat, card: int, cards: int) -> str:
    return place(card + 1 if seat is Seat.NEAR else cards + 2 - card, CARDS_Y[seat])


def _stock(seat: Seat, piece: Piece) -> str:
    return kind_place(piece, STOCK_X, HEAPS_Y[seat])


def _vault(seat: Seat, piece: Piece) -> str:
    return kind_place(piece, VAULT_X, HEAPS_Y[seat])
