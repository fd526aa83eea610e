"""What the live page shows, as one JSON object made from the session's snapshot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from arbiter.corrections.move_list import Listed
from arbiter.events.ledger import Ply
from arbiter.events.types import Question
from arbiter.pages.live_board import board_fields, scores_in
from arbiter.story.correction_words import titled
from arbiter.story.translation import told
from arbiter.table.frames import Snapshot
from arbiter.table.setup.offer import TOPIC as OFFER
from arbiter.words.describe import Names, options, outcome_words, play_words, running_scores
from arbiter.words.live_words import drawn
from arbiter.words.sentences import retell
from arbiter.words.typed_words import initiative
from arbiter.words.wording import Wording, wording
from engine.game import Seat
from engine.initiative.diagram import initiative_svg
from engine.initiative.state import State
from engine.message import Messages, Said, as_sentence

say = Messages("arbiter")
ENGLISH = wording()

MoveWords = Callable[[str, str], str]
"""A move in words by its seat and its typed form."""


def snapshot_state(snapshot: Snapshot, names: Names, words: Wording = ENGLISH) -> dict[str, Any]:
    """What the page shows of a session's ``snapshot()``, in a language."""
    notices = dict(snapshot.notices)
    notices.pop(OFFER, "")  # the page shows the set-up itself
    waiting: Said = say("waiting_setup")
    if snapshot.phase == "between":
        waiting = say("waiting_round", n=snapshot.round)
    if snapshot.state is None:
        waiting = notices.pop("setup", "") or waiting
    elif snapshot.phase != "between":
        waiting = ""
    own = snapshot.game == "Initiative"
    return live_state(
        snapshot.state if own else None,
        names,
        words,
        board=None if own else snapshot.state,
        totals=snapshot.totals,
        question=snapshot.question,
        notices=[as_sentence(told(text, names, words)) for text in notices.values()],
        waiting=titled(told(waiting, names, words)).rstrip("."),
        illegal=snapshot.waiting,
        heading=_heading(snapshot, words),
    )


def _heading(snapshot: Snapshot, words: Wording) -> str:
    if snapshot.game != "Initiative":
        return words.say("heading_draft") if snapshot.game == "Draft" else snapshot.game
    parts = [words.say("heading_initiative")]
    if snapshot.rounds > 1:
        parts.append(words.say("heading_round", n=snapshot.round, most=snapshot.rounds))
    if snapshot.state is not None:
        parts.append(words.say("heading_turn", n=snapshot.state.turn))
    return " · ".join(parts)


def live_state(
    state: State | None,
    names: Names,
    words: Wording = ENGLISH,
    *,
    totals: Mapping[Seat, int] | None = None,
    question: Question | None = None,
    notices: Sequence[str] = (),
    announcements: Sequence[str] = (),
    muted: bool = False,
    waiting: str = "",
    illegal: Ply | None = None,
    heading: str = "",
    board: Any = None,
) -> dict[str, Any]:
    """The object that `LiveServer.publish` takes.

    ``state`` is ``None`` before the set-up is complete, with ``waiting`` then saying what is waited for;
    ``announcements`` run from the newest to the oldest; ``totals`` are the match points of the rounds
    that are over; ``illegal`` is a play that lies on the table and that the rules forbid. ``board`` is the
    state of another game than Initiative; then ``state`` is ``None``.
    """
    shown = {} if board is None else board_fields(board, names, words, illegal)
    waiting = waiting or ("" if state is not None else titled(words.say("waiting_setup")))
    open_to = _options(options(state), names, words)
    return {
        "names": {seat.value: names[seat] for seat in Seat},
        "heading": heading or words.say("heading_initiative"),
        "waiting": waiting,
        "illegal": None if shown else _illegal(illegal, names, words),
        "say": _say(state, names, waiting, words),
        "turn": state.turn if state is not None else 0,
        "to_move": _value(state.to_move) if state is not None else None,
        "leader": _value(state.leader) if state is not None else None,
        **_attack(state, names, words),
        "legal": [option["text"] for option in open_to],
        "options": open_to,
        "over": _over(state, names, words),
        "svg": _drawn(initiative_svg(state, names=names), names, words) if state is not None else "",
        "scores": scores_in(running_scores(state), names, words),
        "score_title": "score_now" if state is None or state.outcome is None else "score_round",
        "facts": [],
        "totals": {seat.value: points for seat, points in (totals or {}).items()},
        "announcements": list(announcements),
        "question": _question(question, names, words),
        "muted": muted,
        "notices": list(notices),
        **shown,
    }


def _options(found: Sequence[Mapping[str, Any]], names: Names, words: Wording) -> list[dict[str, Any]]:
    return [{**option, "text": told(option["text"], names, words)} for option in found]


def _drawn(svg: str, names: Names, words: Wording) -> str:
    by_seat = {seat.value: name for seat, name in names.items()}
    return svg if words.language == "en" else drawn(svg, lambda text: retell(text, by_seat, words))


def _attack(state: State | None, names: Names, words: Wording) -> dict[str, Any]:
    attack = state.attack if state is not None and state.outcome is None else None
    if attack is None:
        return {"attack": None, "attack_piece": None}
    piece = _piece(attack.piece.size.word, attack.piece.colour.value)
    return {"attack": told(play_words(attack), names, words), "attack_piece": piece}


def _say(state: State | None, names: Names, waiting: str, words: Wording) -> str:
    if state is None:
        return waiting
    if state.outcome is not None:
        winner = state.outcome.winner
        said = say("wins_round", who=winner) if winner else say("drawn_round")
    elif state.to_move is None:
        said = say("either_leads")
    else:
        said = say("to_lead" if state.attack is None else "to_parry", who=state.to_move)
    return titled(told(said, names, words))


def _illegal(ply: Ply | None, names: Names, words: Wording) -> dict[str, str] | None:
    if ply is None:
        return None
    title = initiative("play_titled", who=ply.play.seat, text=play_words(ply.play))
    return {
        "title": told(title, names, words),
        "reason": as_sentence(told(ply.verdict.reason or say("rules_forbid"), names, words)),
        "rule": ply.verdict.reading or "",
    }


def _over(state: State | None, names: Names, words: Wording) -> str | None:
    if state is None or state.outcome is None:
        return None
    return " ".join(as_sentence(told(said, names, words)) for said in outcome_words(state.outcome))


def _value(seat: Seat | None) -> str | None:
    return seat.value if seat is not None else None


def _piece(size: str, colour: str) -> dict[str, str]:
    return {"size": size, "colour": colour}


def _question(question: Question | None, names: Names, words: Wording) -> dict[str, Any] | None:
    if question is None:
        return None
    return {
        "id": question.id,
        "text": told(question.text, names, words),
        "options": [told(option, names, words) for option in question.options],
        "odds": [round(float(p), 3) for p in question.probabilities],
        "crops": [f"/kept/{crop_key(question.id, n)}" for n in range(len(question.boxes))],
    }


def crop_key(question: int, number: int) -> str:
    """The name of a picture of what a question is about."""
    return f"question-{question}-{number}"


def move_rows(moves: Sequence[Listed], in_words: MoveWords) -> list[dict[str, Any]]:
    """The moves of the round for the page's list, oldest first, each in words and in the typed form."""
    return [{**asdict(move), "words": in_words(move.seat, move.text)} for move in moves]
