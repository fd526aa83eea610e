"""What the live page shows of a game besides Initiative."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arbiter.events.any_game import diagram, game_of, leader_of, move_title, options_json, scores_json
from arbiter.events.ledger import Ply
from arbiter.story.correction_words import titled
from arbiter.story.translation import told
from arbiter.words.describe import Names
from arbiter.words.draft_words import turn_words
from arbiter.words.live_words import drawn
from arbiter.words.sentences import retell
from arbiter.words.wording import Wording
from engine.initiative.draft import Draft
from engine.message import Message, Messages, as_sentence

say = Messages("arbiter")


def board_fields(state: Any, names: Names, words: Wording, illegal: Ply | None) -> dict[str, Any]:
    """The fields of the page's state (see ``live_state``) that come from the state of the game."""
    options = [{**each, "text": told(each["text"], names, words)} for each in options_json(state)]
    over = None if state.outcome is None else as_sentence(told(state.outcome.reason, names, words))
    return {
        "heading": _heading(state, words),
        "say": titled(told(_say(state), names, words)),
        "turn": getattr(state, "turn", len(state.history) + 1),
        "to_move": None if state.to_move is None else state.to_move.value,
        "leader": leader_of(state),
        "legal": [option["text"] for option in options],
        "options": options,
        "over": over,
        "svg": _drawn(diagram(state, names) or "", names, words),
        "scores": scores_in(scores_json(state), names, words),
        "illegal": None if illegal is None else _illegal(illegal, state, names, words),
    }


def scores_in(scores: Mapping[str, Mapping[str, Any]], names: Names, words: Wording) -> dict[str, Any]:
    """Scores by seat, with how they came about in words."""
    return {seat: {**score, "how": told(score["how"], names, words)} for seat, score in scores.items()}


def _drawn(svg: str, names: Names, words: Wording) -> str:
    by_seat = {seat.value: name for seat, name in names.items()}
    return svg if words.language == "en" else drawn(svg, lambda text: retell(text, by_seat, words))


def _heading(state: Any, words: Wording) -> str:
    game = game_of(state)
    name = game.name if game is not None else ""
    if isinstance(state, Draft):
        name = words.say("heading_draft")
    if hasattr(state, "turn"):
        return words.say("tt_heading_turn", raw=name, n=state.turn)
    return words.say("tt_heading_move", raw=name, n=len(state.history) + 1)


def _say(state: Any) -> Message:
    if isinstance(state, Draft):
        return turn_words(state)
    if state.outcome is not None:
        winner = state.outcome.winner
        return say("tt_wins", who=winner) if winner else say("tt_drawn")
    if state.to_move is not None:
        return say("tt_to_move", who=state.to_move)
    game = game_of(state)
    if game is not None and game.seated:
        return say("tt_either")
    return say("s_has", owner=str(leader_of(state)))


def _illegal(ply: Ply, state: Any, names: Names, words: Wording) -> dict[str, str]:
    reason = as_sentence(told(ply.verdict.reason or say("rules_forbid"), names, words))
    title = titled(told(move_title(ply.play, state), names, words))
    return {"title": title, "reason": reason, "rule": ply.verdict.reading or ""}
