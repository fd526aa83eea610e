"""Telling the initiative stack from units that look like it."""

from __future__ import annotations

from engine.initiative.model import Rules
from engine.initiative.stack import move_colour
from engine.pieces import Colour, Piece, Size
from tests.support.simulated.table_session import Table, kinds
from tests.support.simulated.trial import moves


def test_a_print_below_a_sacrifice_does_not_make_it_the_initiative_stack() -> None:
    """It is read as five levels while a player holds the real stack."""
    table = Table(Rules())
    for play in ("near: Mblue", "far: Mgreen", "near: Lblue", "far: Lgreen"):
        table.play(play)
    stack = next(thing for thing in table.sim.things if thing.name == "stack")
    table.sim.things.remove(stack)
    table.play("near: Myellow/Mblack", 0.0)
    print_ = tuple(Piece(Size.MEDIUM, colour) for colour in (Colour.RED, Colour.RED, Colour.YELLOW))
    row = table.sim.things[-1]
    row.pieces, row.lookalikes = (
        row.pieces + print_,
        row.lookalikes + tuple((p.colour, p.size) for p in print_),
    )
    table.feed(table.sim.still(1.0))
    table.feed(table.sim.hand(stack.x, stack.y, 0.6))
    order = move_colour(tuple(piece.colour for piece in stack.pieces), Colour.YELLOW, 2)
    table.sim._put("stack", tuple(Piece(stack.pieces[0].size, colour) for colour in order), 260, 0)
    table.feed(table.sim.still(2.0))
    table.play("far: Mblue")
    assert moves(table.events)[-2:] == ["Myellow/Mblack+2", "Mblue"]
    assert "stack_mismatch" not in kinds(table.events)
