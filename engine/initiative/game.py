"""Initiative as a `Game`: its set-up as text, its positions in words, and all of its parts."""

from __future__ import annotations

from typing import Any

from engine.definition import Drafted, Game, Lines, Objects, Points, Ppn, numbered_readings
from engine.game import MalformedMove, Seat, did_you_mean, misspelt
from engine.initiative.diagram import initiative_svg
from engine.initiative.draft_notation import draft_faults, format_draft
from engine.initiative.drafting import DRAFT
from engine.initiative.examples import BROKEN
from engine.initiative.model import Play, Rules, Setup
from engine.initiative.notation import format_play, parse_play
from engine.initiative.ppn import ply_moves, start_moves
from engine.initiative.solver import ENOUGH_NODES, judge_initiative
from engine.initiative.state import State
from engine.message import Messages, Said, in_a_row
from engine.notation import colours_of, format_pieces, parse_pieces
from engine.pieces import Colour, Size

say = Messages("engine.initiative")


def format_setup(setup: Setup) -> str:
    """Inventories and stack on one line: ``near=2Mgreen;far=Lred;stack=blue,green;size=small``."""
    places = [f"near={format_pieces(setup.near)}", f"far={format_pieces(setup.far)}"]
    places.append(f"stack={','.join(setup.stack)}")
    if setup.stack_size is not None:
        places.append(f"size={setup.stack_size.word}")
    return ";".join(places)


def parse_setup(text: str) -> Setup:
    """The set-up of one line, with sorted inventories; raises `MalformedMove`."""
    places: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.lower().split(";"))):
        place, _, words = (word.strip() for word in part.partition("="))
        if place not in ("near", "far", "stack", "size") or place in places:
            meant = None if place in places else did_you_mean(place, ("near", "far", "stack", "size"))
            how = meant or say("read_setup_once")
            raise MalformedMove(say("read_move", quoted=f"{part!r}", text=how))
        places[place] = words
    if not (places.get("near") and places.get("far") and places.get("stack")):
        raise MalformedMove(say("read_setup"))
    stack = [colours_of(word) for word in places["stack"].split(",")]
    if () in stack and (meant := misspelt(places["stack"], tuple(Colour))):
        raise MalformedMove(say("read_move", quoted=f"{places['stack']!r}", text=meant))
    sizes = {size.word: size for size in Size}
    if any(len(colours) != 1 for colours in stack) or places.get("size", "small") not in sizes:
        raise MalformedMove(say("read_stack"))
    near, far = (tuple(sorted(parse_pieces(places[seat]))) for seat in ("near", "far"))
    size = sizes[places["size"]] if "size" in places else None
    return Setup(near, far, tuple(colours[0] for colours in stack), size)


def _lines(state: State) -> Lines:
    """Inventories, rows from left to right, the stack from the top, the attack to parry."""
    lines: list[tuple[Said, Said]] = [(say("p_stack"), in_a_row(state.stack))]
    for seat in (Seat.FAR, Seat.NEAR):
        left = format_pieces(state.inventories[seat]) or say("p_nothing_left")
        lines.append((say("p_has", who=seat), left))
        lines.append((say("p_row", who=seat), " ".join(map(format_play, state.rows[seat])) or say("p_empty")))
    if state.attack is not None:
        lines.append((say("p_attack"), f"{state.attack.seat}: {format_play(state.attack)}"))
    if state.calls:
        lines.append((say("p_calls"), str(state.calls)))
    return tuple(lines)


def _points(state: State) -> Points:
    """What each would score by winning now (I10) or, once the round is over, has scored."""
    if state.outcome is not None:
        score, winner = state.outcome.score, state.outcome.winner
        total = score.total if score else 0
        return (total if winner is Seat.NEAR else 0), (total if winner is Seat.FAR else 0)
    near, far = (state.running_score(seat) for seat in (Seat.NEAR, Seat.FAR))
    return (near.total if near else 0), (far.total if far else 0)


def _brief(state: State) -> tuple[Play, ...]:
    """The legal plays without sacrifices."""
    return tuple(play for play in state.legal_moves() if play.sacrifice is None)


def _result(state: State) -> str:
    outcome = state.outcome
    if outcome is None:
        return "*"
    score = f" {outcome.score.total}" if outcome.score else ""
    return f"{outcome.winner}{score}" if outcome.winner else "draw"


def _plain(play: Play) -> bool:
    """Plays with a sacrifice or a call are too many to list."""
    return play.sacrifice is None and not play.call


def _follows(state: State) -> Play | None:
    """The virtual play that follows without a choice (I7)."""
    moves = state.legal_moves() if state.outcome is None else ()
    return moves[0] if len(moves) == 1 and moves[0].virtual else None


def _facts(state: State) -> dict[str, Any]:
    """Who leads, and the stack from the top."""
    leader = None if state.leader is None else state.leader.value
    return {"leader": leader, "stack": tuple(colour.value for colour in state.stack)}


GAME = Game(
    name="Initiative",
    rules=Rules(),
    state=State,
    start=State.start,
    parse_setup=lambda text, rules: parse_setup(text),
    format_setup=format_setup,
    parse_move=lambda text, state: parse_play(text, state, check=False),
    format_move=format_play,
    result=_result,
    svg=initiative_svg,
    lines=_lines,
    slips=lambda state: (move for move, _ in state.plausible_illegal_moves()),
    points=_points,
    brief=_brief,
    plain=_plain,
    follows=_follows,
    facts=_facts,
    holder=lambda state: state.leader,
    readings=numbered_readings("engine.initiative", "I", 19),
    broken=BROKEN,
    solver=judge_initiative,
    nodes=ENOUGH_NODES,
    ppn=Ppn(start_moves, ply_moves),
    rounds=True,
    objects=Objects(Play.from_json, Setup.from_json),
    drafted=Drafted(DRAFT, format_draft, draft_faults),
)
