"""The games of the golden records: every example of the rule texts, and games for what those do not cover.

`GOLDENS` has each game as a record; `transcript` lists every observable of it line by line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine.definition import Game, NoRules, State
from engine.game import Seat, plain
from engine.games import GAMES
from engine.initiative import state as initiative
from engine.initiative.examples import ROUNDS
from engine.initiative.notation import format_play, parse_play
from engine.logistics import examples as examples_logistics
from engine.logistics import state as logistics
from engine.logistics.notation import format_layout
from engine.logistics.notation import parse_move as parse_logistics
from engine.nickel import examples as examples_nickel
from engine.nickel import state as nickel
from engine.nickel.notation import format_setup
from engine.notation import format_piece
from engine.playback import Playback, record_of
from engine.record.records import Entry, Mark, Record
from engine.sanctum import state as sanctum
from engine.sanctum.notation import format_structures
from tests.support.words import in_words
from tests.support.words import texts as told

FOURTEEN = (
    "near=6Sred,Mred;far=6Sgreen,Lblack;stack=red,green,black,blue,yellow",
    ["Sred", "Sgreen"] * 6 + ["Mred"],
)
THREE = ("near=Lred;far=10Mgreen;stack=blue,green,black,yellow,red", ["Lred"])
"""The two examples of the score formula: a medium on the seventh pyramid, a large on the first."""

NEST = (
    "near(stock=Sgreen,Lgreen;1=Sred,Mblue;2=Myellow)far(stock=Sblack;3=Sblue;4=Lyellow,Mgreen,Sred)",
    "near",
    ["Lgreen,Sgreen", "near.Sred>stock"],
)
"""A nest captures a guarded tree (L7), the rule text's unstoppable capture. Powers follow the sow."""

GUARDED = (
    "near(stock=Sgreen)far(stock=Sblack;4=Lyellow,Mgreen,Sred;1=Lblack,Mblue,Syellow)",
    "near",
    ["Sgreen", "card1"],
)
"""A tree protects its card from capture, and is sown as one unit (L5)."""

ROUND_AND_ROUND = (
    "near(1=Sgreen)far(1=Sgreen;2=Sgreen)",
    "near",
    ["card1", "near.Sgreen>stock", "card1", "far.Sgreen>stock", "Sgreen", "Sgreen"] * 2,
)
"""Captures and recaptures until the first table occurs for the third time; legal moves only (L13)."""

DELTAS = {
    "red_takes_a_neutral": ("timepiece red>n1", "red"),
    "both_take_a_neutral": ("red>n1 blue>n2", "red"),
    "red_takes_of_blue": ("timepiece red>b1", "red"),
    "red_loses_what_it_gained": ("red>n1 blue>r1", "blue"),
    "red_destroys_of_blue": ("timepiece -b1", "red"),
    "both_lose_and_red_takes": ("timepiece red>b1 -r1", "red"),
}
"""The table of structure deltas: what happens in a turn, and who has the initiative after it (S2, S3)."""

LIENNA = "lienna:blue timepiece red>n1 turn unlienna:blue turn red>n2 turn"
TWO_LIENNAS = "lienna:red lienna:blue turn unlienna:blue unlienna:red timepiece"
"""How the two spells affect each other and the start of a turn (S4, S5)."""


def initiative_record(name: str) -> Record:
    """A pictured round; its slips are moves taken back."""
    round_ = ROUNDS[name]
    plays = [parse_play(text, state) for state, text in zip(round_.states(), round_.plays, strict=False)]
    names = (("Near", "Alison"), ("Far", "Kristin"))
    record = record_of(GAMES["Initiative"], round_.setup, round_.rules, round_.leader, plays, names)
    items = list(record.items)
    for index, text in round_.slips:
        items.insert(index, Entry(text, plays[index].seat, Mark.BACK))
    return Record(record.tags, tuple(items))


def written(name: str, rules: Any, setup: str, leader: Seat | None, texts: list[str]) -> Record:
    """The record of legal moves, given in typed form."""
    game = GAMES[name]
    start = game.parse_setup(setup, rules)
    state, moves = game.start(start, rules, leader), []
    for text in texts:
        moves.append(game.parse_move(text, state))
        state = state.apply(moves[-1]).state
    return record_of(game, start, rules, leader, moves)


def golden_records() -> Iterator[tuple[str, Record]]:
    """Each golden game, with its name."""
    for name in ROUNDS:
        yield f"initiative_{name}", initiative_record(name)
    for name, (setup, plays) in (("fourteen", FOURTEEN), ("three", THREE)):
        yield f"initiative_{name}", written("Initiative", initiative.Rules.basic(), setup, Seat.NEAR, plays)
    state = examples_logistics.example_states()[-1]
    logistics_game = GAMES["Logistics"]
    yield "logistics_example", record_of(logistics_game, state.setup, state.rules, Seat.FAR, state.history)
    one_more = (*state.history, parse_logistics("card4", state))
    yield "logistics_one_more", record_of(logistics_game, state.setup, state.rules, Seat.FAR, one_more)
    for name, cards, (setup, leader, texts) in (
        ("nest", 4, NEST),
        ("guarded", 4, GUARDED),
        ("round_and_round", 3, ROUND_AND_ROUND),
    ):
        yield f"logistics_{name}", written("Logistics", logistics.Rules(cards), setup, Seat(leader), texts)
    for name, game in examples_nickel.GAMES.items():
        end = game.states()[-1]
        yield f"nickel_{name}", record_of(GAMES["Nickel"], end.setup, end.rules, game.leader, end.history)
    turns = ["blue>ntown", "turn", "timepiece", "red>btown", "turn"]
    yield "sanctum_turns", written("Sanctum", NoRules(), "rtown=red,btown=blue,ntown=green", None, turns)
    field = "r1=red,r2=red,b1=blue,b2=blue,n1=neutral,n2=neutral"
    for name, (happened, _) in DELTAS.items():
        yield f"sanctum_{name}", written("Sanctum", NoRules(), field, None, [*happened.split(), "turn"])
    yield "sanctum_lienna", written("Sanctum", NoRules(), field, None, LIENNA.split())
    yield "sanctum_two_liennas", written("Sanctum", NoRules(), field, None, TWO_LIENNAS.split())


GOLDENS = dict(golden_records())


def transcript(played: Playback) -> Iterator[str]:
    """For each move its position, verdict and events; then the last position."""
    assert played.game is not None and played.end is not None
    for ply in played.plies:
        yield f"{ply.number}: {ply.verdict or 'legal'}"
        yield from (f"   | {line}" for line in observables(played.game, ply.before))
        yield from (f"   {in_words(event.to_json())}" for event in ply.events)
    yield from (f"   | {line}" for line in observables(played.game, played.end))
    yield f"result {played.result}"


def observables(game: Game, state: State) -> Iterator[str]:
    """Every observable of a state; sows from the stock in Logistics and sacrifices are only counted."""
    problems = "; ".join(told(state.problems()))
    yield f"to move {state.to_move}, status {state.status().value} {problems}".rstrip()
    yield from table(state)
    if isinstance(state, logistics.State):
        moves: tuple[Any, ...] = state.suggestions
    else:
        moves = state.legal_moves()
    shown = [game.format_move(move) for move in moves if not getattr(move, "sacrifice", None)]
    yield f"{len(moves)} moves: {' '.join(shown)}".rstrip()
    if not isinstance(state, sanctum.State):
        codes = Counter(f"{error.reading} {error.code}" for _, error in state.plausible_illegal_moves())
        yield f"illegal: {', '.join(f'{count} {code}' for code, count in sorted(codes.items()))}".rstrip()
    yield f"outcome {in_words(plain(state.outcome))}"


def table(state: State) -> Iterator[str]:
    """The pieces on the table, and what they are worth."""
    if isinstance(state, initiative.State):
        yield f"turn {state.turn}, leader {state.leader}, calls {state.calls}, stack {' '.join(state.stack)}"
        for seat in Seat:
            row = " ".join(map(format_play, state.rows[seat]))
            yield f"{seat} has {' '.join(map(format_piece, state.inventories[seat]))}, row {row}".rstrip()
    elif isinstance(state, logistics.State):
        yield f"{format_layout(state.layout)} pending {plain(state.pending)} extra {state.extra}"
    elif isinstance(state, nickel.State):
        yield format_setup(nickel.Setup(state.board, state.handed))
        tokens = ", ".join(f"{seat} {len(state.tokens(seat))}" for seat in Seat)
        yield f"tokens {tokens}, set aside {len(state.discarded)}"
    elif isinstance(state, sanctum.State):
        deltas = ", ".join(f"{player} {delta.total:+d}" for player, delta in state.deltas.items())
        yield f"turn {state.turn}, sequence {' '.join(state.sequence)}, deltas {deltas}"
        yield f"{format_structures(state.structures)}, Liennas {plain(state.liennas)}"
    if isinstance(state, initiative.State | logistics.State):
        yield ", ".join(f"{seat} would score {plain(state.running_score(seat))}" for seat in Seat)
