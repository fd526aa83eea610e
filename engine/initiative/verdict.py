"""Verdicts on plays: which are legal, what is wrong with the others, when a round ends (I1 to I12, I15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.game import Fault, IllegalMove, MalformedMove, Seat
from engine.initiative.model import Outcome, Play, Score
from engine.initiative.position import Position
from engine.initiative.stack import legal_shifts, room, slots_moved
from engine.pieces import Colour, Piece, Size


def without(inventory: tuple[Piece, ...], pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """A multiset less some of its members; raises ``ValueError`` when one is not there."""
    left = list(inventory)
    for piece in pieces:
        left.remove(piece)
    return tuple(left)


def distinct(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Each kind of piece once, in order."""
    return tuple(dict.fromkeys(pieces))


def playable(state: Position, seat: Seat) -> tuple[Piece, ...]:
    """What ``seat`` can put forward: the inventory, or when it is empty the pummeled pyramid (I7)."""
    inventory = state.inventory(seat)
    if inventory or not state.rules.pummeling:
        return inventory
    last = state.last_piece(seat)
    return () if last is None else (last,)


def parries(pieces: tuple[Piece, ...], attack: Play) -> tuple[Piece, ...]:
    """The pieces that may parry: the called colour (I8), else the size, else the colour (I1)."""
    size, colour = attack.piece
    if not attack.call:
        same_size = [piece for piece in pieces if piece.size is size]
        if same_size:
            return tuple(same_size)
    return tuple([piece for piece in pieces if piece.colour is colour])


def plays_of(state: Position, seat: Seat) -> Iterator[Play]:
    """The legal plays of the seat whose turn it is, in a round that goes on."""
    pieces = distinct(playable(state, seat) if state.attack is None else state.parries)
    if not state.inventory(seat):
        yield from (Play(seat, piece, virtual=True) for piece in pieces)
        return
    callable_now = state.rules.calling and state.attack is None
    for piece in pieces:
        yield Play(seat, piece)
        if state.rules.sacrifice:
            yield from _sacrificing(state, Play(seat, piece))
        if callable_now and piece.size is Size.SMALL:
            called = Play(seat, piece, call=True)
            yield called
            if state.rules.sacrifice:
                yield from _sacrificing(state, called)


def _sacrificing(state: Position, play: Play) -> Iterator[Play]:
    """A legal play with each legal sacrifice and move on the stack (I4, I5, I8)."""
    seat, piece, call, barred = play.seat, play.piece, play.call, _barred_sacrifice(state)
    for under in distinct(without(state.inventory(seat), (piece,))):
        if under.colour is not barred:
            for shift in legal_shifts(state.stack, piece.colour, under.size, state.rules.swap):
                yield Play(seat, piece, under, shift, call)


def _barred_sacrifice(state: Position) -> Colour | None:
    """The called colour, which the defender may not sacrifice (I8)."""
    return state.attack.piece.colour if state.attack is not None and state.attack.call else None


def find_outcome(state: Position) -> Outcome | None:
    """How the round ended: no parry (I1, I7, I8), both empty (I3), nothing to lead with (I12)."""
    if state.attack is not None:
        if state.parries:
            return None
        reading, reason = _why_unparried(state, state.attack, state.attack.seat.other)
        return Outcome(state.attack.seat, reason, reading, score_of(state, state.attack.seat))
    if state.leader is None or state.inventory(state.leader):
        return None
    if not state.inventory(state.leader.other):
        return _exhausted(state, state.leader)
    if state.rules.pummeling:
        return None
    winner = state.leader.other
    reason = f"{state.leader} must lead and has no pyramid left"
    return Outcome(winner, reason, "I12", score_of(state, winner))


def _why_unparried(state: Position, attack: Play, defender: Seat) -> tuple[str, str]:
    piece = attack.piece
    if not state.inventory(defender):
        if not state.rules.pummeling:
            return "I1", f"{defender} has no pyramid left to parry the {piece}"
        pummeled = f"{defender}'s pummeled {state.last_piece(defender)}"
        if attack.call:
            return "I8", f"{piece.colour} was called and {pummeled} has another colour"
        return "I7", f"{pummeled} cannot parry the {piece}"
    if attack.call:
        return "I8", f"{piece.colour} was called and {defender} has no {piece.colour} pyramid"
    neither = f"neither a {piece.size.word} nor a {piece.colour} pyramid"
    return "I1", f"{defender} has {neither} to parry the {piece}"


def _exhausted(state: Position, holder: Seat) -> Outcome:
    if state.rules.exhaustion == "draw":
        return Outcome(None, "both inventories are empty and every attack was parried", "I3", None)
    reason = f"both inventories are empty and {holder} holds the initiative"
    return Outcome(holder, reason, "I3", score_of(state, holder))


def score_of(state: Position, seat: Seat) -> Score | None:
    """Pyramids × pips of the last placed pyramid × 2^calls × 2^own virtual plays (I9, I10)."""
    winning = state.last_piece(seat)
    if winning is None:
        return None
    pyramids = sum(len(play.pieces) for play in state.rows[seat])
    virtual = state.virtual_plays[seat]
    total = pyramids * winning.size * 2 ** (state.calls + virtual)
    return Score(pyramids, int(winning.size), state.calls, virtual, total, winning)


def check_possible(state: Position, play: Play) -> None:
    """Raise `MalformedMove` when the pieces or the stack do not allow a play at all."""
    if play.virtual:
        _check_virtual(state, play)
    try:
        without(state.inventory(play.seat), play.pieces)
    except ValueError:
        raise MalformedMove(_what_is_missing(state, play)) from None
    if play.shift and play.piece.colour not in state.stack:
        stack = ", ".join(state.stack)
        raise MalformedMove(f"{play.piece.colour} is not on the stack {stack} and cannot move")


def settled(state: Position, play: Play) -> Play:
    """A play as `plays_of` has it: under ``exact`` a colour that is to move by the sacrifice's pips goes to
    the end of the stack if that comes first (I5)."""
    if play.sacrifice is None or state.rules.swap != "exact" or abs(play.shift) != play.sacrifice.size:
        return play
    return replace(play, shift=slots_moved(state.stack, play.piece.colour, play.shift))


def _check_virtual(state: Position, play: Play) -> None:
    last = state.last_piece(play.seat)
    if play.piece != last:
        placed = f"placed the {last} last" if last else "has placed nothing yet"
        raise MalformedMove(f"{play.seat} cannot play the {play.piece} virtually: {play.seat} {placed}")
    if play.sacrifice is not None or play.call or play.shift:
        raise MalformedMove("a virtual play goes without a sacrifice, a call or a move on the stack")


def _what_is_missing(state: Position, play: Play) -> str:
    have = state.inventory(play.seat)
    missing = play.piece if play.piece not in have else play.sacrifice
    if missing == play.piece and play.piece in have:
        return f"{play.seat} has only one {play.piece} left"
    return f"{play.seat} has no {missing} in the inventory"


def find_fault(state: Position, play: Play) -> IllegalMove | None:
    """The first rule that a possible play breaks, or ``None`` for a legal play."""
    fault = (
        _order_fault(state, play)
        or _virtual_fault(state, play)
        or _call_fault(state, play)
        or _parry_fault(state, play)
        or _sacrifice_fault(state, play)
        or _shift_fault(state, play)
    )
    return None if fault is None else IllegalMove(fault, play, state.legal_moves)


def _order_fault(state: Position, play: Play) -> Fault | None:
    if state.outcome is not None:
        return Fault(state.outcome.reading, "round_over", f"the round is over: {state.outcome.reason}")
    if play.seat in state.may_move:
        return None
    waits, other = play.seat, play.seat.other
    if state.attack is None:
        return Fault("I15", "out_of_turn", f"{other} has the initiative and leads; {waits} must wait")
    attack = state.attack.piece
    return Fault("I15", "out_of_turn", f"{other} must parry the {attack} before {waits} plays again")


def _virtual_fault(state: Position, play: Play) -> Fault | None:
    if play.virtual and state.inventory(play.seat):
        return Fault("I7", "virtual", f"{play.seat} still has pyramids and must play one of them")
    return None


def _call_fault(state: Position, play: Play) -> Fault | None:
    if not play.call:
        return None
    if not state.rules.calling:
        return Fault("I12", "call_off", "colours are not called in this game: the pyramid must stand")
    if state.attack is not None:
        return Fault("I8", "call_in_parry", "only the leader may call a colour: the parry must stand")
    if play.piece.size is not Size.SMALL:
        size = play.piece.size.word
        return Fault("I8", "call_not_small", f"only a small pyramid may call a colour, not a {size} one")
    return None


def _parry_fault(state: Position, play: Play) -> Fault | None:
    attack = state.attack
    if attack is None or play.piece in state.parries:
        return None
    wanted = attack.piece
    if attack.call:
        return Fault("I8", "called_colour", f"{wanted.colour} was called: the parry must be {wanted.colour}")
    size = wanted.size.word
    if any(piece.size is wanted.size for piece in state.inventory(play.seat)):
        have = f"{play.seat} still has a {size} pyramid"
        return Fault("I1", "wrong_size", f"a {wanted} attacks and {have}: the parry must be {size}")
    have = f"{play.seat} has no {size} pyramid"
    return Fault("I1", "wrong_colour", f"a {wanted} attacks and {have}: the parry must be {wanted.colour}")


def _sacrifice_fault(state: Position, play: Play) -> Fault | None:
    if play.sacrifice is None:
        return None
    if not state.rules.sacrifice:
        return Fault("I12", "sacrifice_off", "sacrifices are not made in this game: play one pyramid alone")
    if play.sacrifice.colour is _barred_sacrifice(state):
        colour = play.sacrifice.colour
        message = f"{colour} was called: a {colour} pyramid cannot be sacrificed"
        return Fault("I8", "sacrificed_called_colour", message)
    return None


def _shift_fault(state: Position, play: Play) -> Fault | None:
    colour = play.piece.colour
    if play.sacrifice is None:
        if play.shift == 0:
            return None
        return Fault("I4", "shift_alone", f"{colour} moves on the initiative stack only with a sacrifice")
    allowed = legal_shifts(state.stack, colour, play.sacrifice.size, state.rules.swap)
    if play.shift in allowed:
        return None
    if state.rules.swap == "exact":
        return Fault("I5", "shift", f"this sacrifice moves {colour} by {_slots(allowed)}, no other number")
    size = play.sacrifice.size
    if abs(play.shift) <= size:
        way = "up" if play.shift > 0 else "down"
        message = f"{colour} cannot move {abs(play.shift)} {way}: the initiative stack ends before that"
        return Fault("I5", "shift", message)
    most = "one slot" if size == 1 else f"{int(size)} slots"
    return Fault("I5", "shift", f"a {size.word} sacrifice moves {colour} by at most {most}")


def _slots(shifts: tuple[int, ...]) -> str:
    words = [f"{abs(shift)} {'up' if shift > 0 else 'down'}" if shift else "no slot" for shift in shifts]
    return " or ".join(words)


def plausible_illegal_plays(state: Position) -> tuple[tuple[Play, IllegalMove], ...]:
    """Plays that the pieces allow and the rules forbid, each with its verdict."""
    seats: tuple[Seat, ...] = tuple(Seat)
    if state.outcome is not None:
        if state.attack is None:
            return ()
        seats = (state.attack.seat.other,)
    found = []
    for seat in seats:
        for play in _possible_plays(state, seat):
            error = find_fault(state, play)
            if error is not None:
                found.append((play, error))
            found.extend(_bad_shifts(state, play, error))
    return tuple(found)


def _possible_plays(state: Position, seat: Seat) -> Iterator[Play]:
    """Every way to lay down one piece, alone or on another, upright or flat, with the stack left alone."""
    inventory = state.inventory(seat)
    for piece in distinct(inventory):
        for under in (None, *distinct(without(inventory, (piece,)))):
            for call in (False, True):
                yield Play(seat, piece, under, 0, call)


def _bad_shifts(state: Position, play: Play, error: IllegalMove | None) -> Iterator[tuple[Play, IllegalMove]]:
    if error is not None and error.code != "shift":
        return
    for shift in room(state.stack, play.piece.colour):
        if shift:
            moved = Play(play.seat, play.piece, play.sacrifice, shift, play.call)
            fault = find_fault(state, moved)
            if fault is not None:
                yield moved, fault
