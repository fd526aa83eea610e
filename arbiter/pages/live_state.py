"""The state of the live page, as one JSON object made from the session's snapshot."""

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
from arbiter.telling.found import telling_for, telling_of
from arbiter.words.describe import Names
from arbiter.words.wording import Wording, titled, wording
from engine.game import Seat
from engine.message import Messages, Said, as_sentence

say = Messages("arbiter")
ENGLISH = wording()

MoveWords = Callable[[str, str], str]
"""A move in words, from its seat and its notation."""


def snapshot_state(snapshot: Snapshot, names: Names, words: Wording = ENGLISH) -> dict[str, Any]:
    """The page's state for a session's ``snapshot()``, in a language."""
    notices = dict(snapshot.notices)
    notices.pop(OFFER, "")  # the page shows the set-up itself
    waiting: Said = say("waiting_setup")
    if snapshot.phase == "between":
        waiting = say("waiting_round", n=snapshot.round)
    if snapshot.state is None:
        waiting = notices.pop("setup", "") or waiting
    elif snapshot.phase != "between":
        waiting = ""
    return live_state(
        snapshot.state,
        names,
        words,
        totals=snapshot.totals,
        question=snapshot.question,
        notices=tuple(notices.values()),
        waiting=titled(words.tell(waiting, names)).rstrip("."),
        illegal=snapshot.waiting,
        heading=_heading(snapshot, words),
    )


def _heading(snapshot: Snapshot, words: Wording) -> str:
    parts = [words.tell(telling_of(snapshot.game).called)]
    if snapshot.game.rounds and snapshot.rounds > 1:
        parts.append(words.say("heading_round", n=snapshot.round, most=snapshot.rounds))
    if snapshot.game.rounds and snapshot.state is not None:
        parts.append(words.say("heading_turn", n=snapshot.state.turn))
    return " · ".join(parts)


def live_state(
    state: Any,
    names: Names,
    words: Wording = ENGLISH,
    *,
    totals: Mapping[Seat, int] | None = None,
    question: Question | None = None,
    notices: Sequence[Said] = (),
    announcements: Sequence[str] = (),
    muted: bool = False,
    waiting: str = "",
    illegal: Ply | None = None,
    heading: str = "",
) -> dict[str, Any]:
    """The object that `LiveServer.publish` takes.

    ``state`` is ``None`` before the set-up is complete; then ``waiting`` says what is missing.
    ``announcements`` are newest first; ``totals`` are the match points of finished rounds; ``illegal`` is an
    illegal play that is still on the table.
    """
    waiting = waiting or ("" if state is not None else titled(words.say("waiting_setup")))
    page = {} if state is None else telling_for(state).page(state, names, words, illegal)
    if page:
        play = None if illegal is None else illegal.play
        page["svg"] = position_svg(telling_for(state), state, names, words, play)
    return {
        "names": {seat.value: names[seat] for seat in Seat},
        "heading": heading,
        "waiting": waiting,
        **_nothing_yet(waiting),
        "totals": {seat.value: points for seat, points in (totals or {}).items()},
        "announcements": list(announcements),
        "question": _question(question, names, words),
        "muted": muted,
        "notices": [as_sentence(words.tell(text, names)) for text in notices],
        **page,
    }


def _nothing_yet(waiting: str) -> dict[str, Any]:
    """The game's fields before it has begun."""
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


def _question(question: Question | None, names: Names, words: Wording) -> dict[str, Any] | None:
    if question is None:
        return None
    return {
        "id": question.id,
        "text": words.tell(question.text, names),
        "options": [words.tell(option, names) for option in question.options],
        "odds": [round(float(p), 3) for p in question.probabilities],
        "crops": [f"/kept/{crop_key(question.id, n)}" for n in range(len(question.boxes))],
    }


def crop_key(question: int, number: int) -> str:
    """The name of one of a question's pictures."""
    return f"question-{question}-{number}"


def move_rows(moves: Sequence[Listed], in_words: MoveWords) -> list[dict[str, Any]]:
    """The moves of the round for the page's list, oldest first, each in words and in notation."""
    return [{**asdict(move), "words": in_words(move.seat, move.text)} for move in moves]
