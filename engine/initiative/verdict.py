"""Verdicts on plays: which are legal, what is wrong with others, and when a round ends (I1 to I12, I15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.game import Fault, IllegalMove, MalformedMove, Seat
from engine.initiative.model import Outcome, Play, Score
from engine.initiative.position import Position
from engine.initiative.stack import legal_shifts, room, slots_moved
from engine.message import Message, Messages
from engine.pieces import Colour, Piece, Size

say = Messages("engine.initiative")


def without(inventory: tuple[Piece, ...], pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """A multiset without some of its members; raises ``ValueError`` if one is missing."""
    left = list(inventory)
    for piece in pieces:
        left.remove(piece)
    return tuple(left)


def distinct(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Each kind of piece once, in order."""
    return tuple(dict.fromkeys(pieces))


def playable(state: Position, seat: Seat) -> tuple[Piece, ...]:
    """What ``seat`` can play: the inventory or, if that is empty, the pummeled pyramid (I7)."""
    inventory = state.inventory(seat)
    if inventory or not state.rules.pummeling:
        return inventory
    last = state.last_piece(seat)
    return () if last is None else (last,)


def parries(pieces: tuple[Piece, ...], attack: Play) -> tuple[Piece, ...]:
    """The pieces that may parry: of the called colour (I8); otherwise of the size, or the colour (I1)."""
    size, colour = attack.piece
    if not attack.call:
        same_size = [piece for piece in pieces if piece.size is size]
        if same_size:
            return tuple(same_size)
    return tuple([piece for piece in pieces if piece.colour is colour])


def plays_of(state: Position, seat: Seat) -> Iterator[Play]:
    """The legal plays of the seat to move, in a round that continues."""
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
    reason = say("must_lead", who=state.leader)
    return Outcome(winner, reason, "I12", score_of(state, winner))


def _why_unparried(state: Position, attack: Play, defender: Seat) -> tuple[str, Message]:
    piece = attack.piece
    if not state.inventory(defender):
        if not state.rules.pummeling:
            return "I1", say("no_pyramid_left", who=defender, piece=piece)
        pummeled = state.last_piece(defender)
        assert pummeled is not None
        if attack.call:
            return "I8", say("called_pummeled", colour=piece.colour, who=defender, under=pummeled)
        return "I7", say("pummeled", who=defender, under=pummeled, piece=piece)
    if attack.call:
        return "I8", say("called_none", colour=piece.colour, who=defender)
    return "I1", say("neither", who=defender, size=piece.size, colour=piece.colour, piece=piece)


def _exhausted(state: Position, holder: Seat) -> Outcome:
    if state.rules.exhaustion == "draw":
        return Outcome(None, say("exhausted_draw"), "I3", None)
    reason = say("exhausted", who=holder)
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
    """Raise `MalformedMove` if the pieces or the stack rule a play out."""
    if play.virtual:
        _check_virtual(state, play)
    try:
        without(state.inventory(play.seat), play.pieces)
    except ValueError:
        raise MalformedMove(_what_is_missing(state, play)) from None
    if play.shift and play.piece.colour not in state.stack:
        raise MalformedMove(say("cannot_move", colour=play.piece.colour, list=state.stack))


def settled(state: Position, play: Play) -> Play:
    """A play as in `plays_of`: under ``exact``, a colour that should move by the sacrifice's pips goes to the
    end of the stack if that is nearer (I5)."""
    if play.sacrifice is None or state.rules.swap != "exact" or abs(play.shift) != play.sacrifice.size:
        return play
    return replace(play, shift=slots_moved(state.stack, play.piece.colour, play.shift))


def _check_virtual(state: Position, play: Play) -> None:
    last = state.last_piece(play.seat)
    if play.piece != last:
        if last is None:
            raise MalformedMove(say("cannot_replay_none", who=play.seat, piece=play.piece))
        raise MalformedMove(say("cannot_replay", who=play.seat, piece=play.piece, under=last))
    if play.sacrifice is not None or play.call or play.shift:
        raise MalformedMove(say("replay_alone"))


def _what_is_missing(state: Position, play: Play) -> Message:
    have = state.inventory(play.seat)
    missing = play.piece if play.piece not in have else play.sacrifice
    if missing == play.piece and play.piece in have:
        return say("only_one", who=play.seat, piece=play.piece)
    assert missing is not None
    return say("has_none", who=play.seat, piece=missing)


def find_fault(state: Position, play: Play) -> IllegalMove | None:
    """The first rule that a possible play breaks; ``None`` for a legal one."""
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
        return Fault(state.outcome.reading, "round_over", say("round_over", text=state.outcome.reason))
    if play.seat in state.may_move:
        return None
    waits, other = play.seat, play.seat.other
    if state.attack is None:
        return Fault("I15", "out_of_turn", say("out_of_turn_lead", who=other, other=waits))
    attack = state.attack.piece
    return Fault("I15", "out_of_turn", say("out_of_turn_parry", who=other, piece=attack, other=waits))


def _virtual_fault(state: Position, play: Play) -> Fault | None:
    if play.virtual and state.inventory(play.seat):
        return Fault("I7", "virtual", say("virtual", who=play.seat))
    return None


def _call_fault(state: Position, play: Play) -> Fault | None:
    if not play.call:
        return None
    if not state.rules.calling:
        return Fault("I12", "call_off", say("call_off"))
    if state.attack is not None:
        return Fault("I8", "call_in_parry", say("call_in_parry"))
    if play.piece.size is not Size.SMALL:
        return Fault("I8", "call_not_small", say("call_not_small", size=play.piece.size))
    return None


def _parry_fault(state: Position, play: Play) -> Fault | None:
    attack = state.attack
    if attack is None or play.piece in state.parries:
        return None
    wanted = attack.piece
    if attack.call:
        return Fault("I8", "called_colour", say("called_colour", colour=wanted.colour))
    if any(piece.size is wanted.size for piece in state.inventory(play.seat)):
        return Fault("I1", "wrong_size", say("wrong_size", piece=wanted, who=play.seat, size=wanted.size))
    why = say("wrong_colour", piece=wanted, who=play.seat, size=wanted.size, colour=wanted.colour)
    return Fault("I1", "wrong_colour", why)


def _sacrifice_fault(state: Position, play: Play) -> Fault | None:
    if play.sacrifice is None:
        return None
    if not state.rules.sacrifice:
        return Fault("I12", "sacrifice_off", say("sacrifice_off"))
    if play.sacrifice.colour is _barred_sacrifice(state):
        colour = play.sacrifice.colour
        message = say("sacrificed_called_colour", colour=colour)
        return Fault("I8", "sacrificed_called_colour", message)
    return None


def _shift_fault(state: Position, play: Play) -> Fault | None:
    colour = play.piece.colour
    if play.sacrifice is None:
        if play.shift == 0:
            return None
        return Fault("I4", "shift_alone", say("shift_alone", colour=colour))
    allowed = legal_shifts(state.stack, colour, play.sacrifice.size, state.rules.swap)
    if play.shift in allowed:
        return None
    if state.rules.swap == "exact":
        return Fault("I5", "shift", say("shift_exact", colour=colour, slots=_slots(allowed)))
    size = play.sacrifice.size
    if abs(play.shift) <= size:
        way = "up" if play.shift > 0 else "down"
        return Fault("I5", "shift", say("shift_end", colour=colour, n=abs(play.shift), way=way))
    return Fault("I5", "shift", say("shift", size=size, colour=colour, n=int(size)))


def _slots(shifts: tuple[int, ...]) -> Message:
    ways = (("slots_up" if shift > 0 else "slots_down", abs(shift)) for shift in shifts)
    return say("either", list=tuple(say(way, n=n) if n else say("slots_none") for way, n in ways))


def plausible_illegal_plays(state: Position) -> tuple[tuple[Play, IllegalMove], ...]:
    """Plays that the pieces permit and the rules forbid, each with its verdict."""
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
