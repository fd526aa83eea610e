"""What the live page shows, as one JSON object made from the session's snapshot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from arbiter.corrections.move_list import Listed
from arbiter.events.ledger import Ply
from arbiter.events.types import Question
from arbiter.pages.live_board import board_fields
from arbiter.table.frames import Snapshot
from arbiter.table.setup.offer import TOPIC as OFFER
from arbiter.words.describe import Names, options, outcome_words, play_words, running_scores, sentence
from arbiter.words.sentences import named
from engine.game import Seat
from engine.initiative.diagram import initiative_svg
from engine.initiative.state import State

MoveWords = Callable[[str, str], str]
"""A move in words by its seat and its typed form."""


def snapshot_state(snapshot: Snapshot, names: Names) -> dict[str, Any]:
    """What the page shows of a session's ``snapshot()``."""
    notices = dict(snapshot.notices)
    notices.pop(OFFER, "")  # the page shows the set-up itself
    waiting = "waiting for the set-up"
    if snapshot.phase == "between":
        waiting = f"set up round {snapshot.round}: the inventories change hands"
    if snapshot.state is None:
        waiting = notices.pop("setup", "") or waiting
    elif snapshot.phase != "between":
        waiting = ""
    own = snapshot.game.name == "Initiative"
    return live_state(
        snapshot.state if own else None,
        names,
        board=None if own else snapshot.state,
        totals=snapshot.totals,
        question=snapshot.question,
        notices=[sentence(text, names) for text in notices.values()],
        waiting=sentence(waiting, names).rstrip("."),
        illegal=snapshot.waiting,
        heading=_heading(snapshot),
    )


def _heading(snapshot: Snapshot) -> str:
    if snapshot.game.name != "Initiative":
        return snapshot.game.name
    turn = f"turn {snapshot.state.turn}" if snapshot.state is not None else ""
    number = f"round {snapshot.round} of {snapshot.rounds}" if snapshot.rounds > 1 else ""
    return " · ".join(part for part in ("Initiative", number, turn) if part)


def live_state(
    state: State | None,
    names: Names,
    *,
    totals: Mapping[Seat, int] | None = None,
    question: Question | None = None,
    notices: Sequence[str] = (),
    announcements: Sequence[str] = (),
    muted: bool = False,
    waiting: str = "Waiting for the set-up",
    illegal: Ply | None = None,
    heading: str = "Initiative",
    board: Any = None,
) -> dict[str, Any]:
    """The object that `LiveServer.publish` takes.

    ``state`` is ``None`` before the set-up is complete, with ``waiting`` then saying what is waited for;
    ``announcements`` run from the newest to the oldest; ``totals`` are the match points of the rounds
    that are over; ``illegal`` is a play that lies on the table and that the rules forbid. ``board`` is the
    state of another game than Initiative; then ``state`` is ``None``.
    """
    shown = {} if board is None else board_fields(board, names, illegal)
    return {
        "names": {seat.value: names[seat] for seat in Seat},
        "heading": heading,
        "waiting": waiting,
        "illegal": None if shown else _illegal(illegal, names),
        "say": _say(state, names, waiting),
        "turn": state.turn if state is not None else 0,
        "to_move": _value(state.to_move) if state is not None else None,
        "leader": _value(state.leader) if state is not None else None,
        **_attack(state),
        "legal": [option["text"] for option in options(state)],
        "options": options(state),
        "over": _over(state, names),
        "svg": initiative_svg(state, names=names) if state is not None else "",
        "scores": running_scores(state),
        "score_title": "score_now" if state is None or state.outcome is None else "score_round",
        "facts": [],
        "totals": {seat.value: points for seat, points in (totals or {}).items()},
        "announcements": list(announcements),
        "question": _question(question, names),
        "muted": muted,
        "notices": list(notices),
        **shown,
    }


def _attack(state: State | None) -> dict[str, Any]:
    attack = state.attack if state is not None and state.outcome is None else None
    if attack is None:
        return {"attack": None, "attack_piece": None}
    piece = _piece(attack.piece.size.word, attack.piece.colour.value)
    return {"attack": play_words(attack), "attack_piece": piece}


def _say(state: State | None, names: Names, waiting: str) -> str:
    if state is None:
        return waiting
    if state.outcome is not None:
        winner = state.outcome.winner
        return f"{names[winner]} wins the round" if winner else "The round is drawn"
    if state.to_move is None:
        return "Either player may lead"
    return f"{names[state.to_move]} {'leads' if state.attack is None else 'must parry'}"


def _illegal(ply: Ply | None, names: Names) -> dict[str, str] | None:
    if ply is None:
        return None
    reason = sentence(ply.verdict.reason or "the rules don't allow it", names)
    return {
        "title": f"{names[ply.play.seat]}: {play_words(ply.play)}",
        "reason": reason,
        "rule": ply.verdict.reading or "",
    }


def _over(state: State | None, names: Names) -> str | None:
    return outcome_words(state.outcome, names) if state is not None and state.outcome is not None else None


def _value(seat: Seat | None) -> str | None:
    return seat.value if seat is not None else None


def _piece(size: str, colour: str) -> dict[str, str]:
    return {"size": size, "colour": colour}


def _question(question: Question | None, names: Names) -> dict[str, Any] | None:
    if question is None:
        return None
    return {
        "id": question.id,
        "text": named(question.text, names),
        "options": [named(option, names) for option in question.options],
        "odds": [round(float(p), 3) for p in question.probabilities],
        "crops": [f"/kept/{crop_key(question.id, n)}" for n in range(len(question.boxes))],
    }


def crop_key(question: int, number: int) -> str:
    """The name of a picture of what a question is about."""
    return f"question-{question}-{number}"


def move_rows(moves: Sequence[Listed], in_words: MoveWords) -> list[dict[str, Any]]:
    """The moves of the round for the page's list, oldest first, each in words and in the typed form."""
    return [{**asdict(move), "words": in_words(move.seat, move.text)} for move in moves]
