"""A step of any of the games in words and values, whichever state its positions are of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arbiter.events.ledger import Ledger
from arbiter.events.option_pictures import option_pictures
from arbiter.words import draft_words, typed_words
from arbiter.words.describe import Comment, Names, play_words, running_scores, sentence
from arbiter.words.describe import options as initiative_options
from arbiter.words.happenings import happenings
from engine.definition import AnyGame
from engine.game import Event, Seat
from engine.games import GAMES
from engine.initiative import state as initiative
from engine.initiative.draft import Draft
from engine.initiative.drafting import DRAFT
from engine.initiative.model import Play
from engine.logistics import state as logistics
from engine.nickel import state as nickel
from engine.sanctum import model as sanctum_model
from engine.sanctum import state as sanctum

_BY_STATE: Mapping[type, AnyGame] = {
    initiative.State: GAMES["Initiative"],
    Draft: DRAFT,
    logistics.State: GAMES["Logistics"],
    nickel.State: GAMES["Nickel"],
    sanctum.State: GAMES["Sanctum"],
}
_BY_MOVE = (
    (logistics.Move, GAMES["Logistics"]),
    (nickel.Place, GAMES["Nickel"]),
    (sanctum_model.Move, GAMES["Sanctum"]),
)
MOST_OPTIONS = 40
"""So many legal moves are listed; the first of more."""


def game_of(state: object) -> AnyGame | None:
    """The game that a state is of, or the draft; ``None`` for what is no state."""
    return _BY_STATE.get(type(state))


def move_words(move: Any, state: object) -> str:
    """A move as people say it."""
    if isinstance(move, Play):
        return play_words(move)
    if isinstance(state, Draft):
        return draft_words.move_phrase(move)
    game = game_of(state)
    return typed_phrase(game.format_move(move), state) if game is not None else str(move)


def typed_phrase(text: str, state: object) -> str:
    """A move in the typed form as people say it, in a position of its game."""
    game = game_of(state)
    board = state.setup if isinstance(state, nickel.State) else None
    return typed_words.phrase(game.name, text, board) if game is not None else text


def who_words(seat: object, names: Names) -> str:
    """The name of the one who moved; Sanctum's moves belong to nobody at the table."""
    return names[Seat(str(seat))] if seat in set(Seat) else str(seat or "").capitalize()


def deed_words(move: Any) -> str:
    """Who does what, with the seats for the players; empty for a play of Initiative or a draft."""
    game = next((game for kind, game in _BY_MOVE if isinstance(move, kind)), None)
    if game is None:
        return ""
    done = typed_words.move_deed(move, game.format_move(move))
    return done if game.seated else done[:1].upper() + done[1:]


def deed_on(ledger: Ledger, move: Any) -> str:
    """Who does what on the table of a ledger, on Nickel's board with the pyramid there."""
    if ledger.game is DRAFT:
        return draft_words.deed(move)
    board = ledger.setup if isinstance(move, nickel.Place) else None
    return typed_words.move_deed(move, ledger.game.format_move(move), board)


def move_title(move: Any, before: object, names: Names) -> str:
    """Who does what in the games besides Initiative."""
    return deed_words(move) or f"{names[move.seat]}: {move_words(move, before)}"


def move_verdict(events: tuple[Event, ...], after: Any, names: Names) -> Comment:
    """The verdict on a legal move, with what it set off."""
    happened = list(happenings(events, after.outcome))
    words = " ".join(sentence(text, names) for text, _ in happened)
    return Comment("good", "Legal", words, tuple(dict.fromkeys(reading for _, reading in happened)))


def options_json(state: Any) -> list[dict[str, Any]]:
    """What may be played now: Initiative's pieces, else moves with the pictures of what they move.

    What either player may begin with is there once.
    """
    game = game_of(state)
    if state is None or game is None or isinstance(state, initiative.State):
        return initiative_options(state if isinstance(state, initiative.State) else None)
    if isinstance(state, Draft):
        return draft_words.options(state)
    seated = game.seated and state.to_move is not None
    found = {
        move_words(move, state): {
            "seat": str(move.seat) if seated else None,
            "text": move_words(move, state),
            "pictures": option_pictures(move, state),
            "extras": [],
        }
        for move in game.brief(state)
    }
    return list(found.values())[:MOST_OPTIONS]


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
