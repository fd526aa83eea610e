"""What a Logistics diagram marks: what may be chosen now, and what the last move touched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.game import Seat
from engine.logistics import powers
from engine.logistics.cards import sowable_cards
from engine.logistics.events import Captured, Sown
from engine.logistics.model import Advance, Arrange, Decline, Layout, Move, Recall, Reclaim, Sow, Stop, Swap
from engine.logistics.state import State
from engine.message import Message, Messages
from engine.pieces import Piece

say = Messages("engine.logistics")

Place = tuple[Seat, int]
"""A seat's card; card 0 is the stock."""


@dataclass(frozen=True)
class Targets:
    """What may be chosen now: cards and stocks to sow or act on, vaults to take from."""

    cards: frozenset[Place] = frozenset()
    vaults: frozenset[Seat] = frozenset()


@dataclass(frozen=True)
class LastMove:
    """What the last move changed on the table.

    ``sown`` counts the pyramids of a sow and ``captures`` the cards captured. ``cards`` are the cards
    touched, with a word for each that is now empty; ``levels`` are the levels (0 is the lowest) with other
    pyramids than before. ``stocks`` and ``vaults`` have the changes in size; ``arrived`` is what entered the
    vault of ``vaulted``.
    """

    move: Move | None = None
    sown: int = 0
    captures: int = 0
    cards: Mapping[Place, Message | None] = field(default_factory=dict)
    levels: Mapping[Place, tuple[int, ...]] = field(default_factory=dict)
    stocks: Mapping[Seat, int] = field(default_factory=lambda: dict.fromkeys(Seat, 0))
    vaults: Mapping[Seat, int] = field(default_factory=lambda: dict.fromkeys(Seat, 0))
    vaulted: Seat | None = None
    arrived: frozenset[Piece] = frozenset()

    @property
    def seat(self) -> Seat | None:
        """Who made it."""
        return self.move.seat if self.move is not None else None


def targets_of(state: State) -> Targets:
    """The places where a legal move may begin or act."""
    if state.outcome is not None:
        return Targets()
    seats = tuple(Seat) if state.mover is None else (state.mover,)
    if not state.pending:
        cards = {(seat, card) for seat in seats for card in sowable_cards(state.layout.side(seat))}
        cards |= {(seat, 0) for seat in seats if state.layout.side(seat).stock}
        return Targets(frozenset(cards))
    cards, vaults = set[Place](), set[Seat]()
    for seat in seats:
        for name in powers.names_of(state.pending[0]):
            for use in powers.uses(state.layout, seat, name):
                if isinstance(use, Reclaim):
                    vaults.add(use.owner)
                elif isinstance(use, Swap):
                    cards |= {(use.owner, use.first.card), (use.owner, use.second.card)}
                else:
                    cards.add((use.owner, use.card))
    return Targets(frozenset(cards), frozenset(vaults))


def last_move_of(state: State) -> LastMove:
    """What the last move did, found by replaying the history."""
    if not state.history:
        return LastMove()
    *earlier, move = state.history
    before = State.replay(state.setup, state.rules, state.seen[0][1], earlier)
    events = before.force(move).events
    captured = {(event.by.other, event.card): event for event in events if isinstance(event, Captured)}
    was, now = before.layout, state.layout
    cards, levels = dict[Place, Message | None](), dict[Place, tuple[int, ...]]()
    for seat in Seat:
        for card, (old, new) in enumerate(zip(was.side(seat).cards, now.side(seat).cards, strict=True), 1):
            if old == new and not _swapped(move, seat, card):
                continue
            gone = captured.get((seat, card))
            emptied = None if new else say("dl_emptied")
            cards[seat, card] = say("dl_captured", n=len(gone.pieces)) if gone else emptied
            levels[seat, card] = tuple(
                level for level, piece in enumerate(new) if level >= len(old) or old[level] != piece
            )
    grown = {seat: Counter(now.side(seat).vault) - Counter(was.side(seat).vault) for seat in Seat}
    vaulted = next((seat for seat in Seat if grown[seat]), None)
    units = next((event.units for event in events if isinstance(event, Sown)), ())
    return LastMove(
        move,
        sum(map(len, units)),
        len(captured),
        cards,
        levels,
        _growth(was, now, "stock"),
        _growth(was, now, "vault"),
        vaulted,
        frozenset(grown[vaulted]) if vaulted else frozenset(),
    )


def _swapped(move: Move, seat: Seat, card: int) -> bool:
    """Whether a swap, perhaps of equal pyramids, involved a card."""
    return isinstance(move, Swap) and move.owner is seat and card in (move.first.card, move.second.card)


def _growth(was: Layout, now: Layout, place: str) -> dict[Seat, int]:
    return {seat: len(getattr(now.side(seat), place)) - len(getattr(was.side(seat), place)) for seat in Seat}


def said(last: LastMove, name: str, names: Mapping[Seat, str]) -> Message:
    """The last move in words; ``name`` is the player who made it."""
    move = last.move
    if isinstance(move, Sow):
        takes = "_takes" if last.captures else ""
        if move.card:
            return say(f"dl_sow_card{takes}", who=name, card=move.card)
        return say(f"dl_sow_stock{takes}", who=name, n=last.sown)
    if isinstance(move, Stop | Decline):
        return say("dl_stops" if isinstance(move, Stop) else "dl_declines", who=name)
    if move is None or isinstance(move, Arrange):
        return say("dl_rearranges", who=name)
    owner = names[move.owner]
    if isinstance(move, Reclaim):
        return say("dl_takes_out", who=name, piece=move.piece, other=owner)
    if isinstance(move, Recall | Advance):
        key = "dl_takes_back" if isinstance(move, Recall) else "dl_moves_on"
        return say(key, who=name, other=owner, card=move.card)
    return say("dl_swaps", who=name, other=owner)
