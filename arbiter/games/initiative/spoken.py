"""What is said about the events of a round of Initiative, and of a match (see ``arbiter.voice.phrases``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from arbiter.events import types as ev
from arbiter.games.initiative.legal_words import must_parry, piece_of
from arbiter.words.utterance import Priority, Utterance
from arbiter.words.wording import Names, PieceWords, Wording, sentence
from engine.message import Said, read_back
from engine.pieces import Size

SIZE_WORDS = tuple(size.word for size in Size)
LONGEST_RULE = 60
"""A longer reason (in characters) is cut to what follows its last colon: what the play must be."""


def say(event: ev.SessionEvent, names: Names, words: Wording) -> Utterance | None:
    """The utterance for an event; ``None`` if nothing is said."""
    make = _MAKERS.get(type(event))
    return make(event, names, words) if make else None


def _setup(event: ev.SetupSeen, names: Names, words: Wording) -> Utterance:
    if event.corrected:
        return Utterance(words.say("setup_again"), "setup", Priority.NOTICE)
    colours = words.series([words.colour(colour) for colour in event.setup.get("stack", ())])
    parts = [words.say("setup", colours=colours), *_sizes(event.setup, names, words)]
    return Utterance(_text(parts), "setup", Priority.NOTICE)


def _sizes(setup: ev.JsonDict, names: Names, words: Wording) -> list[str]:
    """How many pyramids of each size both players have: enough to notice a misread one."""
    sides = []
    for seat in ("near", "far"):
        counts = Counter(piece["size"] for piece in setup.get(seat, ()))
        sizes = [f"{words.size(size)} {words.number(n)}" for size in SIZE_WORDS if (n := counts[size])]
        if sizes:
            sides.append(words.say("setup_sizes", name=names[seat], sizes=words.series(sizes)))
    return sides


def _move(event: ev.MoveSeen, names: Names, words: Wording) -> Utterance:
    if not event.legal:
        return _illegal(event, names, words)
    play = _play(event.play, event.engine_events, names, words)
    parts = [sentence(play)] if event.provisional else _play_and_result(play, event, names, words)
    supersedes = "question" if event.answered else None
    topic = "play/again" if event.play.get("virtual") else "play"
    text = _text([*parts, _duty(event, names, words)])
    return Utterance(text, topic, Priority.PLAY, supersedes, brief=_text(parts))


def _illegal(event: ev.MoveSeen, names: Names, words: Wording) -> Utterance:
    key = "illegal_again" if event.play.get("virtual") else "illegal"
    return _ruling(event, key, "question" if event.answered else None, names, words)


def _ruling(
    event: ev.MoveSeen | ev.MoveAmended, key: str, supersedes: str | None, names: Names, words: Wording
) -> Utterance:
    slots = {"name": names[event.seat], "piece": words.piece(_piece(event.play["piece"]))}
    rule = _rule(event.reading, event.reason, names, words)
    return Utterance(words.say(key, rule=rule, **slots), "ruling", Priority.RULING, supersedes)


def _amended(event: ev.MoveAmended, names: Names, words: Wording) -> Utterance | None:
    if not event.legal:
        return _ruling(event, "illegal", "play", names, words)
    result = _initiative(event.engine_events, names, words) if event.settled else []
    if event.changed in ("shift", "nothing"):
        moves = _stack_moves(event.engine_events, words)
        stays = [words.say("stack_stays")] if event.changed == "nothing" and result else []
        text = _text([*moves, *stays, *result])
        return Utterance(text, "play/stack", Priority.PLAY) if text else None
    play = _play(event.play, event.engine_events, names, words)
    parts = [sentence(words.say("correction", play=play)), *_stack_moves(event.engine_events, words), *result]
    text = _text([*parts, _duty(event, names, words)])
    return Utterance(text, "play/correction", Priority.PLAY, "play", brief=_text(parts))


def _take_back(event: ev.TakeBack, names: Names, words: Wording) -> Utterance:
    piece = words.piece(piece_of(event.text))
    text = words.say("take_back", name=names[event.seat], piece=piece)
    return Utterance(text, "play", Priority.PLAY, "ruling")


def _stood(event: ev.IllegalStood, names: Names, words: Wording) -> Utterance:
    piece = words.piece(_piece(event.play["piece"]))
    parts = [words.say("stood", name=names[event.seat], piece=piece)]
    parts += _initiative(event.engine_events, names, words)
    return Utterance(_text(parts), "ruling", Priority.RULING)


def _stack_wrong(event: ev.StackMismatch, names: Names, words: Wording) -> Utterance:
    pairs = zip(event.expected, event.seen, strict=False)
    differ = [at for at, (expected, seen) in enumerate(pairs) if expected != seen]
    swapped = len(event.expected) == len(event.seen) and len(differ) == 2
    if swapped and sorted(event.expected) == sorted(event.seen):
        first, second = (words.colour(event.expected[at]) for at in differ)
        text = words.say("stack_swapped", first=first, second=second)
    else:
        text = words.say("stack_wrong", colours=words.series([words.colour(c) for c in event.expected]))
    return Utterance(text, "stack", Priority.NOTICE)


def _stack_right(event: ev.StackRestored, names: Names, words: Wording) -> Utterance:
    return Utterance(words.say("stack_right"), "stack", Priority.NOTICE)


def _round_over(event: ev.RoundOver, names: Names, words: Wording) -> Utterance:
    outcome = event.outcome
    parts = [sentence(words.tell(read_back(outcome["reason"]), names))]
    winner = outcome["winner"]
    parts.append(words.say("round_won", name=names[winner]) if winner else words.say("round_drawn"))
    score = outcome.get("score")
    parts.append(sentence(_score(score, words)) if score else words.say("no_score"))
    return Utterance(_text(parts), "round", Priority.RESULT)


def _match_over(event: ev.MatchOver, names: Names, words: Wording) -> Utterance:
    low, high = sorted(event.totals.values())
    if event.winner is None:
        return Utterance(words.say("match_drawn", high=high), "match", Priority.RESULT)
    text = words.say("match_won", name=names[event.winner], high=high, low=low)
    return Utterance(text, "match", Priority.RESULT)


def _play(play: ev.JsonDict, happened: Sequence[ev.JsonDict], names: Names, words: Wording) -> str:
    """Who plays what, without the full stop."""
    verb = "parries" if _first(happened, "parried") else "leads"
    piece = _piece(play["piece"])
    name = names[play["seat"]]
    if play.get("virtual"):
        return words.say(f"{verb}_again", name=name, piece=words.piece(piece))
    text = words.say(verb, name=name, piece=words.a_piece(piece))
    if play.get("sacrifice"):
        text = words.say("sacrificing", play=text, piece=words.a_piece(_piece(play["sacrifice"])))
    if play.get("call"):
        text = words.say("calling", play=text, colour=words.colour(piece[1]))
    return text


def _play_and_result(play: str, event: ev.MoveSeen, names: Names, words: Wording) -> list[str]:
    moves = _stack_moves(event.engine_events, words)
    gained = _first(event.engine_events, "initiative_gained")
    if gained and gained["by"] == event.seat and not moves:
        return [sentence(words.say("and_gains", play=play))]
    return [sentence(play), *moves, *_initiative(event.engine_events, names, words)]


def _duty(event: ev.MoveSeen | ev.MoveAmended, names: Names, words: Wording) -> str:
    """How the next player must parry, after a lead."""
    if event.to_move is None or _first(event.engine_events, "parried"):
        return ""
    call = bool(event.play.get("call"))
    return must_parry(words, names[event.to_move], _piece(event.play["piece"]), event.replies, call)


def _initiative(happened: Sequence[ev.JsonDict], names: Names, words: Wording) -> list[str]:
    for kind, key in (("initiative_gained", "gains"), ("initiative_kept", "keeps")):
        found = _first(happened, kind)
        if found:
            return [words.say(key, name=names[found["by"]])]
    return []


def _stack_moves(happened: Sequence[ev.JsonDict], words: Wording) -> list[str]:
    """The move of a colour on the initiative stack (I5)."""
    found = _first(happened, "stack_moved")
    if not found:
        return []
    after, colour = found["after"], found["colour"]
    at = list(after).index(colour)
    place = words.say("to_top") if at == 0 else words.say("to_bottom") if at == len(after) - 1 else ""
    slots = int(found["slots"])
    key = "moves_up" if slots > 0 else "moves_down"
    text = words.say(key, colour=words.colour(colour), n=words.number(abs(slots)), place=place)
    return [sentence(text)]


def _rule(reading: str | None, reason: Said | None, names: Names, words: Wording) -> str:
    """The broken rule in a few words."""
    text = words.tell(reason, names).rstrip(".") if reason else words.say("no_rule")
    return text if len(text) <= LONGEST_RULE else text.rsplit(": ", 1)[-1]


def _score(score: ev.JsonDict, words: Wording) -> str:
    """How the total was reached (I10)."""
    doublings = [
        words.count(key, int(score[field]))
        for key, field in (("doubled_calls", "calls"), ("doubled_virtual", "virtual_plays"))
        if score[field]
    ]
    doubled = "".join(words.say("comma") + text for text in doublings)
    pyramids, points = words.count("pyramids", score["pyramids"]), words.count("points", score["pips"])
    return words.say("score", pyramids=pyramids, points=points, doubled=doubled, total=score["total"])


def _piece(data: ev.JsonDict) -> PieceWords:
    return data["size"], data["colour"]


def _first(happened: Sequence[ev.JsonDict], kind: str) -> ev.JsonDict | None:
    return next((item for item in happened if item["kind"] == kind), None)


def _text(parts: Sequence[str]) -> str:
    return " ".join(part for part in parts if part)


Maker = Callable[[Any, Names, Wording], Utterance | None]
_MAKERS: Mapping[type[ev.SessionEvent], Maker] = {
    ev.SetupSeen: _setup,
    ev.MoveSeen: _move,
    ev.MoveAmended: _amended,
    ev.TakeBack: _take_back,
    ev.IllegalStood: _stood,
    ev.StackMismatch: _stack_wrong,
    ev.StackRestored: _stack_right,
    ev.RoundOver: _round_over,
    ev.MatchOver: _match_over,
}
