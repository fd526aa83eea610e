"""What the live page shows, as one JSON object made from the session's snapshot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from arbiter.corrections.move_list import Listed
from arbiter.events.ledger import Ply
from arbiter.events.types import Question
from arbiter.pages.position import position_svg
from arbiter.table.frames import Snapshot
from arbiter.table.setup.offer import TOPIC as OFFER
from arbiter.telling.found import telling_for
from arbiter.words.describe import Names, sentence
from arbiter.words.sentences import named
from engine.game import Seat

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
    return live_state(
        snapshot.state,
        names,
        totals=snapshot.totals,
        question=snapshot.question,
        notices=[sentence(text, names) for text in notices.values()],
        waiting=sentence(waiting, names).rstrip("."),
        illegal=snapshot.waiting,
        heading=_heading(snapshot),
    )


def _heading(snapshot: Snapshot) -> str:
    if not snapshot.game.rounds:
        return snapshot.game.name
    turn = f"turn {snapshot.state.turn}" if snapshot.state is not None else ""
    number = f"round {snapshot.round} of {snapshot.rounds}" if snapshot.rounds > 1 else ""
    return " · ".join(part for part in (snapshot.game.name, number, turn) if part)


def live_state(
    state: Any,
    names: Names,
    *,
    totals: Mapping[Seat, int] | None = None,
    question: Question | None = None,
    notices: Sequence[str] = (),
    announcements: Sequence[str] = (),
    muted: bool = False,
    waiting: str = "Waiting for the set-up",
    illegal: Ply | None = None,
    heading: str = "",
) -> dict[str, Any]:
    """The object that `LiveServer.publish` takes.

    ``state`` is ``None`` before the set-up is complete, with ``waiting`` then saying what is waited for;
    ``announcements`` run from the newest to the oldest; ``totals`` are the match points of the rounds
    that are over; ``illegal`` is a play that lies on the table and that the rules forbid.
    """
    told = {} if state is None else telling_for(state).page(state, names, illegal)
    if told:
        play = None if illegal is None else illegal.play
        told["svg"] = position_svg(telling_for(state), state, names, play)
    return {
        "names": {seat.value: names[seat] for seat in Seat},
        "heading": heading,
        "waiting": waiting,
        **_nothing_yet(waiting),
        "totals": {seat.value: points for seat, points in (totals or {}).items()},
        "announcements": list(announcements),
        "question": _question(question, names),
        "muted": muted,
        "notices": list(notices),
        **told,
    }


def _nothing_yet(waiting: str) -> dict[str, Any]:
    """The fields that are a game's, before it has begun."""
    return {
        "illegal": None,
        "say": waiting,
        "turn": 0,
        "to_move": None,
        "leader": None,
        "attack": None,
        "attack_piece": None,
        "legal": [],
        "options": [],
        "over": None,
        "svg": "",
        "scores": {seat.value: {"total": 0, "how": ""} for seat in Seat},
        "score_title": "score_now",
        "facts": [],
    }


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
