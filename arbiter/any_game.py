"""A step of any of the games in words and values, whichever state its positions are of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arbiter import draft_words, logistics_words
from arbiter.describe import Names, Verdict, play_words, running_scores, sentence
from arbiter.describe import options as initiative_options
from arbiter.happenings import happenings
from arbiter.option_pictures import option_pictures, option_words
from engine import initiative, logistics, nickel, sanctum
from engine.drafting import DRAFT
from engine.game import Event, Seat
from engine.games import GAMES, Game
from engine.initiative_draft import Draft
from engine.initiative_model import Play

_BY_STATE: Mapping[type, Game] = {
    initiative.State: GAMES["Initiative"],
    Draft: DRAFT,
    logistics.State: GAMES["Logistics"],
    nickel.State: GAMES["Nickel"],
    sanctum.State: GAMES["Sanctum"],
}
MOST_OPTIONS = 40
"""So many legal moves are listed; the first of more."""


def game_of(state: object) -> Game | None:
    """The game that a state is of, or the draft; ``None`` for what is no state."""
    return _BY_STATE.get(type(state))


def move_words(move: Any, state: object) -> str:
    """A move as people say it, in the typed form where the game has no words of its own."""
    if isinstance(move, Play):
        return play_words(move)
    if isinstance(state, Draft):
        return draft_words.move_phrase(move)
    game = game_of(state)
    return option_words(move, game.format_move(move)) if game is not None else str(move)


def who_words(seat: object, names: Names) -> str:
    """The name of the one who moved; Sanctum's moves belong to nobody at the table."""
    return names[Seat(seat)] if seat in set(Seat) else str(seat or "").capitalize()


def deed_words(move: Any) -> str:
    """Who does what in Logistics, with the seats for the players; empty for a move of another game."""
    if not isinstance(move, logistics.Move):
        return ""
    return logistics_words.exact_deed(move.seat.value, GAMES["Logistics"].format_move(move))


def read_as(text: str, move: Any) -> str:
    """How a move was read, recorded in the typed form ``text``: in words if ``move`` is of Logistics."""
    return option_words(move, text)


def move_title(move: Any, before: object, names: Names) -> str:
    """Who does what in the games besides Initiative, in the typed form where there are no words for it."""
    if done := deed_words(move):
        return done
    game = game_of(before)
    words = move_words(move, before)
    return f"{names[move.seat]}: {words}" if game is not None and game.seated else words


def move_verdict(events: tuple[Event, ...], after: Any, names: Names) -> Verdict:
    """The verdict on a legal move, with what it set off."""
    happened = list(happenings(events, after.outcome))
    words = " ".join(sentence(text, names) for text, _ in happened)
    return Verdict("good", "Legal", words, tuple(dict.fromkeys(reading for _, reading in happened)))


def options_json(state: Any) -> list[dict[str, Any]]:
    """What may be played now: Initiative's pieces, else moves with the pictures of what they move."""
    game = game_of(state)
    if state is None or game is None or isinstance(state, initiative.State):
        return initiative_options(state if isinstance(state, initiative.State) else None)
    if isinstance(state, Draft):
        return draft_words.options(state)
    return [
        {
            "seat": str(move.seat) if game.seated else None,
            "text": option_words(move, game.format_move(move)),
            "pictures": option_pictures(move, state),
            "extras": [],
        }
        for move in game.brief(state)[:MOST_OPTIONS]
    ]


def scores_json(state: Any) -> dict[str, dict[str, Any]]:
    """The score by seat, ``{"total", "how"}``; empty in a game without points."""
    game = game_of(state)
    if state is None or isinstance(state, initiative.State):
        return running_scores(state)
    points = game.points(state) if game is not None else None
    if points is None:
        return {}
    return {seat.value: {"total": total, "how": ""} for seat, total in zip(Seat, points, strict=True)}


def diagram(state: Any, names: Names) -> str | None:
    """The diagram of a position as SVG, ``None`` where none is known."""
    game = game_of(state)
    return game.svg(state, names) if game is not None else None


def leader_of(state: Any) -> str | None:
    """Who has the initiative, in the games that have one."""
    holder = getattr(state, "leader", None) or getattr(state, "holder", None)
    return str(holder) if holder is not None else None
