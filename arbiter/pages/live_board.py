"""What the live page shows of a game besides Initiative."""

from __future__ import annotations

from typing import Any

from arbiter.events.any_game import diagram, game_of, leader_of, move_title, options_json, scores_json
from arbiter.events.ledger import Ply
from arbiter.words.describe import Names, sentence
from arbiter.words.draft_words import turn_words
from arbiter.words.sentences import named
from engine.initiative.draft import Draft


def board_fields(state: Any, names: Names, illegal: Ply | None) -> dict[str, Any]:
    """The fields of the page's state (see ``live_state``) that come from the state of the game."""
    options = [{**option, "text": named(option["text"], names)} for option in options_json(state)]
    return {
        "heading": _heading(state),
        "say": _say(state, names),
        "turn": getattr(state, "turn", len(state.history) + 1),
        "to_move": None if state.to_move is None else state.to_move.value,
        "leader": leader_of(state),
        "legal": [option["text"] for option in options],
        "options": options,
        "over": None if state.outcome is None else sentence(state.outcome.reason, names),
        "svg": diagram(state, names) or "",
        "scores": scores_json(state),
        "illegal": None if illegal is None else _illegal(illegal, state, names),
    }


def _heading(state: Any) -> str:
    game = game_of(state)
    name = game.name if game is not None else ""
    return (
        f"{name} · turn {state.turn}" if hasattr(state, "turn") else f"{name} · move {len(state.history) + 1}"
    )


def _say(state: Any, names: Names) -> str:
    if isinstance(state, Draft):
        return sentence(turn_words(state, names), names).rstrip(".")
    if state.outcome is not None:
        winner = state.outcome.winner
        return f"{names[winner]} wins" if winner else "The game is drawn"
    if state.to_move is not None:
        return f"{names[state.to_move]} to move"
    game = game_of(state)
    if game is not None and game.seated:
        return "Either player may begin"
    return f"{str(leader_of(state)).capitalize()} has the initiative"


def _illegal(ply: Ply, state: Any, names: Names) -> dict[str, str]:
    reason = sentence(ply.verdict.reason or "the rules don't allow it", names)
    title = named(move_title(ply.play, state, names), names)
    return {"title": title, "reason": reason, "rule": ply.verdict.reading or ""}
