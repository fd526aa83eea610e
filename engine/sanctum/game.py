"""Sanctum as a `Game`: its set-up, its positions in words, and all of its parts."""

from __future__ import annotations

from engine.definition import Game, Lines, NoRules, numbered_readings
from engine.game import MalformedMove
from engine.message import Messages, Said, in_a_row, say_word
from engine.sanctum.diagram import sanctum_svg
from engine.sanctum.examples import BROKEN
from engine.sanctum.model import Structure
from engine.sanctum.notation import format_move, format_structures, parse_move, parse_structures
from engine.sanctum.state import State

say = Messages("engine.sanctum")


def _setup(text: str, rules: NoRules) -> tuple[Structure, ...]:
    found = parse_structures(text)
    names = [each.name for each in found]
    for name in names:
        if names.count(name) > 1:
            raise MalformedMove(say("read_structures", raw=name))
    return found


def _lines(state: State) -> Lines:
    """Who has the initiative, the order of play, the structures and the deltas so far."""
    deltas = ", ".join(f"{owner} {delta.total:+d}" for owner, delta in state.deltas.items())
    lines: list[tuple[Said, Said]] = [
        (say("p_initiative"), say_word(state.holder)),
        (say("p_sequence"), in_a_row(map(say_word, state.sequence))),
        (say("p_structures"), format_structures(state.structures) or say("p_none")),
        (say("p_deltas"), deltas),
        (say("p_turn"), str(state.turn)),
    ]
    if state.liennas:
        lines.append((say("p_liennas"), in_a_row(lienna.message for lienna in state.liennas)))
    return tuple(lines)


GAME = Game(
    name="Sanctum",
    rules=NoRules(),
    state=State,
    start=lambda setup, rules, leader: State.start(setup),
    parse_setup=_setup,
    format_setup=format_structures,
    parse_move=lambda text, state: parse_move(text, state, check=False),
    format_move=format_move,
    result=lambda state: "*",
    svg=sanctum_svg,
    lines=_lines,
    holder=lambda state: state.holder,
    readings=numbered_readings("engine.sanctum", "S", 7),
    broken=BROKEN,
    no_ppn="Sanctum's tracker follows owners by name, not places on a table",
    seated=False,
    ends=False,
)
