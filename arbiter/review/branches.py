"""Variations: moves tried from a position of a recorded game, with the solver's judgement.

Nothing is stored: the record holds what was played; a variation is computed when somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arbiter.events.game_notation import seat_of
from arbiter.events.ledger import judge
from arbiter.judge.standing import standing
from arbiter.review.judgements import graph_of
from arbiter.story.story import Story
from arbiter.telling.found import telling_for
from arbiter.telling.telling import MOST_OPTIONS
from arbiter.words.exits import UserError
from arbiter.words.wording import titled
from engine.definition import AnyGame, State
from engine.game import MoveError
from engine.games import game_of
from engine.message import Messages, as_sentence

say = Messages("arbiter")

MOST_TRIED = 60
"""Most moves that may be tried one after another."""


class BranchError(UserError):
    """A move can't be tried; the message is one line that says why."""


@dataclass(frozen=True)
class Branch:
    """A position reached by trying moves, and those moves in words."""

    game: AnyGame
    state: State
    moves: tuple[str, ...]


def branch(story: Story, index: int, moment: str, texts: Sequence[str]) -> Branch:
    """The position after trying moves (in notation) from ``before`` or ``after`` a step.

    Raises ``BranchError`` if there is no such position, and for a move that the rules do not allow.
    """
    step = story.steps[index] if 0 <= index < len(story.steps) else None
    state = None if step is None else step.before if moment == "before" else step.after
    game = None if state is None else game_of(state)
    if game is None or state is None:
        raise BranchError(say("page_no_step", n=index))
    moves = list[str]()
    for text in texts[:MOST_TRIED]:
        move = _read(game, state, text)
        moves.append(_title(story, state, move))
        state = state.apply(move).state
        while (follows := game.follows(state)) is not None:
            moves.append(_title(story, state, follows))
            state = state.apply(follows).state
    return Branch(game, state, tuple(moves))


def _read(game: AnyGame, state: State, text: str) -> Any:
    try:
        move = game.parse_move(text, state)
        verdict = judge(state, move)
        if verdict is None:
            state.check(move)
    except MoveError as error:
        raise BranchError(error.message) from error
    if verdict is not None and not verdict.legal:
        raise BranchError(verdict.reason or say("rules_forbid"))
    return move


def _title(story: Story, state: State, move: Any) -> str:
    return titled(story.words.tell(telling_for(state).move_title(move, state), story.names))


def branch_json(story: Story, found: Branch) -> dict[str, Any]:
    """A branch for the review page: ``svg``, ``moves``, ``options`` and ``over``, and from the game's solver
    ``say``, ``graph`` (as in `Judgements.to_json`) and ``reply``, the best move found.
    """
    game, state, words = found.game, found.state, story.words
    telling = telling_for(state)
    outcome = state.outcome
    shown = {
        "svg": telling.drawn(state, story.names, words),
        "moves": list(found.moves),
        "options": [] if outcome else _options(story, game, state),
        "over": as_sentence(words.tell(outcome.reason, story.names)) if outcome else "",
        "say": "",
        "graph": None,
        "reply": None,
    }
    if game.solver is None or outcome is not None:
        return shown
    judged, points = game.solver(state, game.nodes), game.points(state) is not None
    reply = _option(story, game, state, judged.line[0]) if judged.line else None
    say, graph = standing(judged, story.names, points, words), graph_of(judged, points)
    return {**shown, "say": say, "graph": graph, "reply": reply}


def _options(story: Story, game: AnyGame, state: State) -> list[dict[str, Any]]:
    """The legal moves; one of those that read the same."""
    options = (_option(story, game, state, move) for move in game.brief(state))
    return list({str(option["words"]): option for option in options}.values())[:MOST_OPTIONS]


def _option(story: Story, game: AnyGame, state: State, move: Any) -> dict[str, Any]:
    by, text, telling = seat_of(move), game.format_move(move), telling_for(state)
    said = telling.move_words(move, state) if state.to_move is not None else telling.title(by, text)
    return {
        "text": f"{by}: {text}" if by else text,
        "words": story.words.tell(said, story.names),
        "pictures": list(telling.pictures(move, state)),
    }
