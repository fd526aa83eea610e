"""Initiative's table in words, for the page and for players who cannot see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from arbiter.games.initiative.describe import outcome_words, play_words
from arbiter.words.describe import Names, stack_words
from arbiter.words.pieces import by_size
from arbiter.words.wording import Wording
from engine.game import Seat
from engine.initiative.state import State
from engine.message import Message, Messages, as_sentence, just

say = Messages("arbiter")

FEW = 5
"""The most kinds of pyramids that are named one by one."""


def whole(state: State, names: Names, words: Wording) -> str:
    """Both inventories, both rows and the stack."""
    parts = [_holds(state, seat, names, words) for seat in Seat]
    for seat in Seat:
        placed = [piece for play in state.rows[seat] for piece in play.pieces]
        if placed:
            parts.append(words.say("table_row", name=names[seat], pieces=by_size(placed, words)))
    return " ".join([*parts, _stack(state, words)])


def in_short(state: State, names: Names, words: Wording) -> str:
    """What each player has left; `with_turn` says the rest."""
    return " ".join(_holds(state, seat, names, words) for seat in Seat)


def with_turn(state: State, names: Names, words: Wording) -> str:
    """The stack, and how many pyramids stand in the rows if any do."""
    rows = {seat: sum(len(play.pieces) for play in state.rows[seat]) for seat in Seat}
    if not any(rows.values()):
        return _stack(state, words)
    counts = words.series([f"{names[seat]} {n}" for seat, n in rows.items()])
    return f"{_stack(state, words)} {words.say('table_in_rows', rows=counts)}"


def next_up(state: State, names: Names, words: Wording) -> str:
    """What the player to move may play; everything before the first play."""
    if state.outcome is not None:
        return ""
    if not any(state.rows.values()):
        return whole(state, names, words)
    return "" if state.to_move is None else _may_play(state, state.to_move, names, words)


def _may_play(state: State, seat: Seat, names: Names, words: Wording) -> str:
    """The kinds that may be played; if many, only how many of each size: players can ask for the rest."""
    kinds = sorted({play.piece for play in state.legal_moves() if not play.virtual})
    if not kinds:
        return _holds(state, seat, names, words)
    if len(kinds) > FEW:
        sizes = Counter(piece.size for piece in kinds)
        counts = [words.tell(say("kinds_of", n=n, size=size)) for size, n in sorted(sizes.items())]
        return words.say("table_may_play", name=names[seat], pieces=words.join(counts, "and"))
    pieces = words.join([words.tell(just(k)) for k in kinds])
    return words.say("table_may_play", name=names[seat], pieces=pieces)


def _holds(state: State, seat: Seat, names: Names, words: Wording) -> str:
    pieces = state.inventories[seat]
    if not pieces:
        return words.say("table_holds_none", name=names[seat])
    return words.say("table_holds", name=names[seat], pieces=by_size(pieces, words))


def _stack(state: State, words: Wording) -> str:
    return words.say("table_stack", colours=words.series([words.colour(colour) for colour in state.stack]))


def setup_told(state: State | None, facts: Mapping[str, Any]) -> tuple[Message, ...]:
    """The set-up of a round, one sentence each; ``facts`` are those of its event."""
    corrected = (say("w_misread"),) if facts.get("corrected") else ()
    colours = facts.get("setup", {}).get("stack") or (() if state is None else state.stack)
    return (*corrected, say("w_stack", text=stack_words(colours)))


def page(state: State, names: Names, words: Wording) -> dict[str, Any]:
    """The fields of the live page's state that only Initiative has."""
    over = () if state.outcome is None else outcome_words(state.outcome)
    return {
        "leader": None if state.leader is None else state.leader.value,
        **_attack(state, words),
        "over": " ".join(as_sentence(words.tell(said, names)) for said in over) or None,
        "score_title": "score_now" if state.outcome is None else "score_round",
    }


def standing(state: State) -> Message:
    """Who must lead or parry, or who has won."""
    if state.outcome is not None:
        winner = state.outcome.winner
        return say("wins_round", who=winner) if winner else say("drawn_round")
    if state.to_move is None:
        return say("either_leads")
    return say("to_lead" if state.attack is None else "to_parry", who=state.to_move)


def _attack(state: State, words: Wording) -> dict[str, Any]:
    attack = state.attack if state.outcome is None else None
    if attack is None:
        return {"attack": None, "attack_piece": None}
    piece = {"size": attack.piece.size.word, "colour": attack.piece.colour.value}
    return {"attack": words.tell(play_words(attack)), "attack_piece": piece}
