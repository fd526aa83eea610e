"""What is said about the events of the games besides Initiative (see ``phrases``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from arbiter.events import types as ev
from arbiter.voice import phrases_moves as moves
from arbiter.voice.utterance import Priority, Utterance
from arbiter.words.board_words import pyramid_words
from arbiter.words.sentences import Names, retell
from arbiter.words.wording import Wording, sentence

Say = Callable[[ev.JsonDict, Names, Wording], str]


def is_board(event: ev.SessionEvent) -> bool:
    """Whether an event is of one of these games."""
    if isinstance(event, ev.SetupSeen):
        return "text" in event.setup and not event.problems
    if isinstance(event, ev.RoundOver):
        return "score" not in event.outcome
    return "move" in getattr(event, "play", {})


def _setup(event: ev.SetupSeen, names: Names, words: Wording) -> Utterance:
    key = "setup_again" if event.corrected else f"ready_{event.setup['game'].lower()}"
    text = words.say(key if words.has(key) else "ready_game")
    return Utterance(text, "setup", Priority.NOTICE)


def _move(event: ev.MoveSeen, names: Names, words: Wording) -> Utterance:
    supersedes = "question" if event.answered else None
    if not event.legal:
        rule = retell(event.reason, names, words) if event.reason else words.say("no_rule")
        text = _about("board_illegal", event, names, words, rule=rule.rstrip("."))
        return Utterance(text, "ruling", Priority.RULING, supersedes)
    return Utterance(_told(event, names, words), "play", Priority.PLAY, supersedes)


def _amended(event: ev.MoveAmended, names: Names, words: Wording) -> Utterance:
    text = _about("board_was", event, names, words, n=event.ply)
    return Utterance(text, "play/correction", Priority.PLAY, "play")


def _take_back(event: ev.TakeBack, names: Names, words: Wording) -> Utterance:
    text = _about("board_back", event, names, words)
    return Utterance(sentence(text), "play", Priority.PLAY, "ruling")


def _stood(event: ev.IllegalStood, names: Names, words: Wording) -> Utterance:
    text = _about("board_stood", event, names, words)
    return Utterance(text, "ruling", Priority.RULING)


def _about(key: str, event: Any, names: Names, words: Wording, **slots: object) -> str:
    """A sentence about a move, told in words."""
    move = moves.told(event.seat, event.text, names, words)
    return words.say(key, move=move[:1].upper() + move[1:], **slots)


def _over(event: ev.RoundOver, names: Names, words: Wording) -> Utterance:
    reason = sentence(retell(str(event.outcome["reason"]), names, words))
    winner = event.outcome["winner"]
    end = words.say("game_won", name=names[winner]) if winner else words.say("game_drawn")
    return Utterance(f"{reason} {end}", "round", Priority.RESULT)


MAKERS: Mapping[type[ev.SessionEvent], Callable[[Any, Names, Wording], Utterance]] = {
    ev.SetupSeen: _setup,
    ev.MoveSeen: _move,
    ev.MoveAmended: _amended,
    ev.TakeBack: _take_back,
    ev.IllegalStood: _stood,
    ev.RoundOver: _over,
}


def _told(event: ev.MoveSeen, names: Names, words: Wording) -> str:
    """What a legal move did, by its engine events; the move itself where none of them is told."""
    if event.play["game"] == "Logistics":
        return moves.told_move(event, names, words)
    told = _HAPPENED.get(event.play["game"], {})
    kinds = ((item["kind"], item) for item in event.engine_events)
    parts = [told[kind](item, names, words) for kind, item in kinds if kind in told]
    if not parts:
        return sentence(moves.told(event.seat, event.text, names, words))
    handed = next((item for item in event.engine_events if item["kind"] == "handed_over"), None)
    if handed is not None and event.to_move is not None and event.replies:
        pyramid = handed["pyramid"]
        slots = {"name": names[event.to_move], "colour": words.colour(pyramid["colour"])}
        parts.append(words.say("must_match", way=words.say(f"way-{pyramid['orientation']}"), **slots))
    return " ".join(sentence(part) for part in parts)


def _token(item: ev.JsonDict, names: Names, words: Wording) -> str:
    what = pyramid_words(item["pyramid"]["colour"], item["pyramid"]["orientation"], words)
    return words.say("token", name=names[item["seat"]], square=item["square"], pyramid=what)


def _owner(item: ev.JsonDict, words: Wording, key: str = "by") -> str:
    return words.say(f"owner-{item[key]}")


_SANCTUM: Mapping[str, Say] = {
    "captured": lambda item, names, words: words.say(
        "structure_captured", owner=_owner(item, words), structure=item["name"]
    ),
    "destroyed": lambda item, names, words: words.say("structure_gone", structure=item["name"]),
    "built": lambda item, names, words: words.say(
        "structure_built", owner=_owner(item, words, "owner"), structure=item["name"]
    ),
    "turn_started": lambda item, names, words: words.say(
        "turn_starts", n=item["turn"], red=_delta(item["red"]), blue=_delta(item["blue"])
    ),
    "initiative_gained": lambda item, names, words: words.say("gains", name=_owner(item, words)),
    "initiative_kept": lambda item, names, words: words.say("keeps", name=_owner(item, words)),
}


_HAPPENED: Mapping[str, Mapping[str, Say]] = {"Nickel": {"token_placed": _token}, "Sanctum": _SANCTUM}
"""By game how its engine's events are told; events that are not here are not told."""


def _delta(delta: ev.JsonDict) -> str:
    return f"{len(delta['gained']) - len(delta['lost']):+d}"
