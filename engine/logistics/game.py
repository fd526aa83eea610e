"""Logistics as a `Game`: its positions in words and all of its parts."""

from __future__ import annotations

from collections.abc import Iterable

from engine.definition import Game, Lines, Points, Ppn, numbered_readings
from engine.game import Seat
from engine.logistics.diagram import logistics_svg
from engine.logistics.examples import BROKEN
from engine.logistics.notation import format_layout, format_move, parse_layout, parse_move
from engine.logistics.ppn import ply_moves, start_moves
from engine.logistics.solver import judge_logistics
from engine.logistics.state import Move, Rules, State
from engine.message import Messages, Said
from engine.notation import format_piece, format_pieces
from engine.pieces import Piece

say = Messages("engine.logistics")


def _lines(state: State) -> Lines:
    """Far's side, then near's: stock, cards bottom to top, vault; then the power that is due."""
    lines = list[tuple[Said, Said]]()
    for seat in (Seat.FAR, Seat.NEAR):
        side = state.layout.side(seat)
        lines.append((say("p_stock", who=seat), format_pieces(side.stock) or say("dl_empty")))
        cards = enumerate(side.cards, start=1)
        lines += [
            (say("p_card", who=seat, card=card), _in_order(stack) or say("dl_empty")) for card, stack in cards
        ]
        lines.append((say("p_vault", who=seat), format_pieces(side.vault) or say("dl_empty")))
    if state.pending:
        lines.append((say("p_power"), say("either", list=state.pending[0])))
    elif state.extra:
        lines.append((say("p_extra"), say("p_extra_may", who=state.mover)))
    return tuple(lines)


def _in_order(pieces: Iterable[Piece]) -> str:
    return ",".join(map(format_piece, pieces))


def _points(state: State) -> Points:
    """The values of the vaults (L11)."""
    return state.running_score(Seat.NEAR).total, state.running_score(Seat.FAR).total


def _brief(state: State) -> tuple[Move, ...]:
    """The legal moves; from the stock, only single pyramids."""
    return state.suggestions


def _result(state: State) -> str:
    outcome = state.outcome
    if outcome is None:
        return "*"
    return f"{outcome.winner or 'draw'} {outcome.near.total}-{outcome.far.total}"


GAME = Game(
    name="Logistics",
    rules=Rules(),
    state=State,
    start=State.start,
    parse_setup=lambda text, rules: parse_layout(text, rules.cards),
    format_setup=format_layout,
    parse_move=lambda text, state: parse_move(text, state, check=False),
    format_move=format_move,
    result=_result,
    svg=logistics_svg,
    lines=_lines,
    slips=lambda state: (move for move, _ in state.plausible_illegal_moves()),
    points=_points,
    brief=_brief,
    readings=numbered_readings("engine.logistics", "L", 16),
    broken=BROKEN,
    solver=judge_logistics,
    nodes=4_000,  # they take 0.1 ms or more each, and five times as many prove little more
    ppn=Ppn(start_moves, ply_moves),
)
