"""A position in words, for every game: labelled lines, the score so far, and the moves worth listing.

Labels and pieces are those of the notations (``NOTATION.md``); nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.game import GameState, MoveT, Seat
from engine.initiative import state as initiative
from engine.initiative.notation import format_play
from engine.logistics import state as logistics
from engine.nickel import state as nickel
from engine.nickel.model import SIDE
from engine.nickel.notation import format_cell, format_pyramid
from engine.notation import format_piece, format_pieces
from engine.pieces import Piece
from engine.sanctum import state as sanctum
from engine.sanctum.notation import format_structures

Lines = tuple[tuple[str, str], ...]
"""Label and text, in the order in which they are shown."""
Points = tuple[int, int]
"""Near's and far's."""


def initiative_lines(state: initiative.State) -> Lines:
    """Inventories, rows as they lie from left to right, the stack from the top, the attack to parry."""
    lines = [("stack", ", ".join(state.stack))]
    for seat in (Seat.FAR, Seat.NEAR):
        lines.append((f"{seat} has", format_pieces(state.inventories[seat]) or "nothing left"))
        lines.append((f"{seat} row", " ".join(map(format_play, state.rows[seat])) or "empty"))
    if state.attack is not None:
        lines.append(("attack", f"{state.attack.seat}: {format_play(state.attack)}"))
    if state.calls:
        lines.append(("calls", str(state.calls)))
    return tuple(lines)


def initiative_points(state: initiative.State) -> Points:
    """What each would score by winning now (I10); once the round is over, what each has scored."""
    if state.outcome is not None:
        score, winner = state.outcome.score, state.outcome.winner
        total = score.total if score else 0
        return (total if winner is Seat.NEAR else 0), (total if winner is Seat.FAR else 0)
    near, far = (state.running_score(seat) for seat in (Seat.NEAR, Seat.FAR))
    return (near.total if near else 0), (far.total if far else 0)


def initiative_brief(state: initiative.State) -> tuple[initiative.Play, ...]:
    """The legal plays without those that sacrifice."""
    return tuple(play for play in state.legal_moves() if play.sacrifice is None)


def logistics_lines(state: logistics.State) -> Lines:
    """Far's side, then near's: stock, cards bottom to top, vault; the power that is due."""
    lines = []
    for seat in (Seat.FAR, Seat.NEAR):
        side = state.layout.side(seat)
        lines.append((f"{seat} stock", format_pieces(side.stock) or "empty"))
        cards = enumerate(side.cards, start=1)
        lines += [(f"{seat} {card}", _in_order(stack) or "empty") for card, stack in cards]
        lines.append((f"{seat} vault", format_pieces(side.vault) or "empty"))
    if state.pending:
        lines.append(("power", " or ".join(state.pending[0])))
    elif state.extra:
        lines.append(("extra turn", f"{state.mover} may sow again, or stop"))
    return tuple(lines)


def _in_order(pieces: Iterable[Piece]) -> str:
    return ",".join(map(format_piece, pieces))


def logistics_points(state: logistics.State) -> Points:
    """What the vaults are worth (L11)."""
    return state.running_score(Seat.NEAR).total, state.running_score(Seat.FAR).total


def logistics_brief(state: logistics.State) -> tuple[logistics.Move, ...]:
    """The legal moves, from the stock single pyramids only."""
    return state.suggestions


def nickel_lines(state: nickel.State) -> Lines:
    """The rows from the far one to the near one, and the pyramid to match."""
    rows = [state.board[start : start + SIDE] for start in range(0, len(state.board), SIDE)]
    lines = [
        (f"row {number}", " ".join(f"{format_cell(cell):<8}" for cell in row).rstrip())
        for number, row in reversed(list(enumerate(rows, start=1)))
    ]
    if state.handed is not None:
        lines.append(("to match", format_pyramid(state.handed)))
    return tuple(lines)


def sanctum_lines(state: sanctum.State) -> Lines:
    """Who has the initiative, the sequence, the structures and the deltas so far."""
    deltas = ", ".join(f"{owner} {delta.total:+d}" for owner, delta in state.deltas.items())
    lines = [
        ("initiative", str(state.holder)),
        ("sequence", ", ".join(state.sequence)),
        ("structures", format_structures(state.structures) or "none"),
        ("deltas", deltas),
        ("turn", str(state.turn)),
    ]
    if state.liennas:
        lines.append(("liennas", ", ".join(map(str, state.liennas))))
    return tuple(lines)


def every_move(state: GameState[MoveT]) -> tuple[MoveT, ...]:
    """All legal moves, where these are few."""
    return state.legal_moves()


def no_points(state: object) -> Points | None:
    """A game without points."""
    return None
