"""Initiative's table in words, for players who can't see it and for the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arbiter.events.ledger import Ply
from arbiter.words.board_words import counted
from arbiter.words.describe import (
    Names,
    options,
    outcome_words,
    play_words,
    running_scores,
    sentence,
    stack_words,
)
from arbiter.words.wording import Wording
from engine.game import Seat
from engine.initiative.diagram import initiative_svg
from engine.initiative.state import State


def whole(state: State, names: Names, words: Wording) -> str:
    """Both inventories, both rows and the stack."""
    parts = [_holds(state, seat, names, words) for seat in Seat]
    for seat in Seat:
        placed = [piece for play in state.rows[seat] for piece in play.pieces]
        if placed:
            parts.append(words.say("table_row", name=names[seat], pieces=counted(placed, words)))
    return " ".join([*parts, _stack(state, words)])


def next_up(state: State, names: Names, words: Wording) -> str:
    """What the player to move has, and the stack; everything while nothing is played yet."""
    if state.outcome is not None:
        return ""
    if state.to_move is None or not any(state.rows.values()):
        return whole(state, names, words)
    return f"{_holds(state, state.to_move, names, words)} {_stack(state, words)}"


def _holds(state: State, seat: Seat, names: Names, words: Wording) -> str:
    pieces = state.inventories[seat]
    if not pieces:
        return words.say("table_holds_none", name=names[seat])
    return words.say("table_holds", name=names[seat], pieces=counted(pieces, words))


def _stack(state: State, words: Wording) -> str:
    return words.say("table_stack", colours=words.series([words.colour(colour) for colour in state.stack]))


def setup_told(state: State | None, facts: Mapping[str, Any]) -> str:
    """The set-up of a round in English; ``facts`` are those of its event."""
    corrected = "A piece had been misread; the set-up is corrected. " if facts.get("corrected") else ""
    colours = facts.get("setup", {}).get("stack") or (() if state is None else state.stack)
    return f"{corrected}The initiative stack, from the top: {stack_words(tuple(colours))}."


def page(state: State, names: Names, illegal: Ply | None) -> dict[str, Any]:
    """The fields of the live page's state that are Initiative's."""
    return {
        "illegal": None if illegal is None else _illegal(illegal, names),
        "say": standing(state, names),
        "turn": state.turn,
        "to_move": _value(state.to_move),
        "leader": _value(state.leader),
        **_attack(state),
        "legal": [option["text"] for option in options(state)],
        "options": options(state),
        "over": None if state.outcome is None else outcome_words(state.outcome, names),
        "svg": initiative_svg(state, names=names),
        "scores": running_scores(state),
        "score_title": "score_now" if state.outcome is None else "score_round",
    }


def standing(state: State, names: Names) -> str:
    """Who is to lead or to parry, or who has won."""
    if state.outcome is not None:
        winner = state.outcome.winner
        return f"{names[winner]} wins the round" if winner else "The round is drawn"
    if state.to_move is None:
        return "Either player may lead"
    return f"{names[state.to_move]} {'leads' if state.attack is None else 'must parry'}"


def _attack(state: State) -> dict[str, Any]:
    attack = state.attack if state.outcome is None else None
    if attack is None:
        return {"attack": None, "attack_piece": None}
    piece = {"size": attack.piece.size.word, "colour": attack.piece.colour.value}
    return {"attack": play_words(attack), "attack_piece": piece}


def _illegal(ply: Ply, names: Names) -> dict[str, str]:
    reason = sentence(ply.verdict.reason or "the rules don't allow it", names)
    title = f"{names[ply.play.seat]}: {play_words(ply.play)}"
    return {"title": title, "reason": reason, "rule": ply.verdict.reading or ""}


def _value(seat: Seat | None) -> str | None:
    return seat.value if seat is not None else None
