"""Random games with mistakes and mishaps, as the steps of an acted film.

Every game has an illegal move taken back, a legal one taken back, a bumped camera, a passing shadow, and two
pieces knocked over: one put back at once, one by a second visit of a hand. In Sanctum, where nothing is
illegal, the turn marker is moved too early instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from datasets.acting.sanctum import FREE, Step, setup
from engine.game import IllegalMove, Seat
from engine.initiative.draft import Draft, roll_setup
from engine.initiative.draft_model import MARKERS, Draw, Take
from engine.initiative.draft_notation import format_action
from engine.initiative.drafting import Stack
from engine.initiative.model import Play, Rules, Setup
from engine.initiative.notation import format_play
from engine.initiative.state import State
from engine.notation import format_piece
from engine.pieces import PALETTES, Size
from engine.sanctum.model import PLAYERS, Build, Capture, Destroy, Owner, StartTurn
from engine.sanctum.notation import format_move
from engine.sanctum.state import State as Battle

SHORTEST, LONGEST = 11, 18
"""Number of plays in a filmed round."""
BRIEF = 6, 7
"""Number of plays in each round of a filmed match."""
SACRIFICES, CALLS = 0.4, 0.12
"""Share of each kind of play in the advanced game."""
QUIET = ("shadow", "bump", "knock", "topple")
TURNS = 7
OWNERS = (Owner.RED, Owner.RED, Owner.BLUE, Owner.BLUE, Owner.NEUTRAL, Owner.NEUTRAL)

Things = Callable[[Any], Sequence[str]]
"""The things that may be knocked over in a position, as named in steps."""


def _mishap(kind: str, things: Sequence[str], dice: Random) -> list[str]:
    if kind in ("shadow", "bump"):
        return [kind]
    name = dice.choice(things)
    return [f"knock {name}"] if kind == "knock" else [f"topple {name}", f"right {name}"]


def _taken_back(kind: str, text: str) -> list[str]:
    return [f"{kind} {text}", f"take_back {text}"]


# ----- Initiative


def start(seed: int, rules: Rules) -> State:
    """A round before its first play."""
    dice = Random(seed)
    stack = tuple(dice.sample(PALETTES["rainbow"], 5))
    setup = roll_setup(stack, dice.choice(list(Size)), dice)
    return State.start(setup, rules, dice.choice(list(Seat)))


def initiative(
    start: State, seed: int, slips: bool = True, between: tuple[int, int] = (SHORTEST, LONGEST)
) -> tuple[tuple[str, ...], State]:
    """The steps of a round and its final state; the number of plays lies ``between`` two bounds.

    ``slips`` adds mistakes and mishaps.
    """
    dice = Random(seed)
    while True:
        plays, end = _round(start, dice)
        if between[0] <= len(plays) <= between[1] and not any(play.virtual for play in plays):
            plain = (f"play {format_play(play)}" for play in plays)
            return tuple(_slips(start, plays, format_play, standing, dice) if slips else plain), end


def _round(state: State, dice: Random) -> tuple[list[Play], State]:
    """Random plays to the end of a round, and its last state."""
    made = list[Play]()
    while state.outcome is None:
        sacrifices, calls = dice.random() < SACRIFICES, dice.random() < CALLS
        plays = state.legal_moves()
        wanted = [play for play in plays if (play.sacrifice is not None, play.call) == (sacrifices, calls)]
        made.append(dice.choice(wanted or [play for play in plays if play.sacrifice is None] or plays))
        state = state.apply(made[-1]).state
    return made, state


def standing(state: State) -> list[str]:
    """The pieces of inventories."""
    return [f"{seat} {format_piece(piece)}" for seat in Seat for piece in state.inventories[seat]]


def _slips(
    start: Any, moves: Sequence[Any], write: Callable[[Any], str], things: Things, dice: Random
) -> Iterator[str]:
    """The steps of a game: its moves, two of them preceded by a mistake, and mishaps."""
    states = [start]
    for move in moves:
        states.append(states[-1].apply(move).state)
    turns = range(1, len(moves) - 1)
    wrong = {n: found for n in turns if (found := list(_wrong(states[n])))}
    first = dice.choice(sorted(wrong))
    minds = {n: found for n in turns if n != first if (found := list(_others(states[n], moves[n]))) and n > 1}
    second = dice.choice(sorted(minds))
    busy = [n for n in turns if things(states[n])]
    quiet = dict(zip(dice.sample(busy, len(QUIET)), QUIET, strict=True))
    for number, move in enumerate(moves):
        if number in quiet:
            yield from _mishap(quiet[number], things(states[number]), dice)
        if number == first:
            yield from _taken_back("illegal", write(dice.choice(wrong[number])))
        if number == second:
            yield from _taken_back("play", write(dice.choice(minds[number])))
        yield f"play {write(move)}"


def _goes_on(state: Any, move: Any) -> bool:
    """Whether the game continues after a move."""
    after = state.force(move).state
    return after.outcome is None if isinstance(state, State) else after.setup is None


def _wrong(state: Any) -> Iterator[Any]:
    """Possible mistakes of the player to move."""
    for move in _tempting(state):
        plain = not any(getattr(move, name, None) for name in ("virtual", "sacrifice", "shift", "call"))
        if plain and move.seat is state.to_move and _illegal(state, move) and _goes_on(state, move):
            yield move


def _tempting(state: Any) -> Iterator[Any]:
    if not isinstance(state, Draft):
        yield from (play for play, _ in state.plausible_illegal_moves())
        return
    seat = state.mover or Seat.NEAR
    for marker in MARKERS:
        yield from (Draw(seat, piece, marker) for piece in sorted(state.bag))
        yield from (Take(seat, marker, (piece,)) for piece in state.rows[marker - 1])


def _illegal(state: Any, move: Any) -> bool:
    try:
        state.check(move)
    except IllegalMove:
        return True
    return False


def _others(state: Any, move: Any) -> Iterator[Any]:
    """Alternative legal moves of the same kind."""
    for other in state.legal_moves():
        same_kind = type(other) is type(move) and not getattr(other, "virtual", False)
        plain = getattr(other, "sacrifice", None) is None and not getattr(other, "call", False)
        if same_kind and plain and other != move and _goes_on(state, other):
            yield other


# ----- drafting


def draft(seed: int) -> tuple[Stack, Seat, tuple[str, ...], Setup]:
    """The stack of a draft, its first player, its steps, and the resulting set-up."""
    dice = Random(seed)
    stack = Stack(tuple(dice.sample(PALETTES["rainbow"], 5)), dice.choice(list(Size)))
    leader = dice.choice(list(Seat))
    start = state = Draft.start(stack.colours, stack.size, leader)
    moves = list[Any]()
    while state.setup is None:
        moves.append(_draft_move(state, dice))
        state = state.apply(moves[-1]).state
    return stack, leader, tuple(_slips(start, moves, format_action, _drafted, dice)), state.setup


def _draft_move(state: Draft, dice: Random) -> Any:
    moves = state.legal_moves()
    takes = [move for move in moves if isinstance(move, Take)]
    draws = [move for move in moves if isinstance(move, Draw)]
    full = [take for take in takes if len(state.rows[take.marker - 1]) == 2]
    return dice.choice(full or takes) if takes and (not draws or dice.random() < 0.35) else dice.choice(draws)


def _drafted(state: Draft) -> list[str]:
    return [f"{seat} {format_piece(piece)}" for seat in Seat for piece in state.hand(seat)]


# ----- Sanctum


def battle(seed: int) -> tuple[tuple[Owner, ...], tuple[Step, ...]]:
    """The first owners of the structures, and the steps of some turns."""
    dice = Random(seed)
    owners = tuple(dice.sample(OWNERS, len(OWNERS)))
    state, steps, free, built = Battle.start(setup(owners)), list[Step](), list(FREE), len(owners)
    quiet = dict(zip(dice.sample(range(1, TURNS), len(QUIET)), QUIET, strict=True))
    early = dice.randrange(1, TURNS)
    dice.shuffle(free)
    for turn in range(TURNS):
        for change in range(2 if turn == early else dice.choice((1, 1, 2))):
            if turn == early and change:
                steps += [Step("play turn"), Step("take_back turn")]
            seat, kinds = dice.choice(list(Seat)), dice.random()
            name = dice.choice([each.name for each in state.structures])
            at, move = (0.0, 0.0), Destroy(name)
            if kinds < 0.25 and free:
                at, built = free.pop(), built + 1
                move = Build(dice.choice(PLAYERS), f"town{built}")
            elif kinds < 0.85 or len(state.structures) < 4:
                other = [each for each in Owner if each is not state.owner_of(name)]
                move = Capture(dice.choice(other), name)
            state = state.apply(move).state
            steps.append(Step(f"play {format_move(move)}", seat, at))
        names = [each.name for each in state.structures]
        if turn in quiet:
            steps += [Step(each) for each in _mishap(quiet[turn], names, dice)]
        steps.append(Step("play turn", dice.choice(list(Seat))))
        state = state.apply(StartTurn()).state
    return owners, tuple(steps)
