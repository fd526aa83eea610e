"""What is said about the events of a draft: what was drawn or taken, and what comes next."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from arbiter.events import types as ev
from arbiter.words.pieces import counted
from arbiter.words.utterance import Priority, Utterance
from arbiter.words.wording import Names, Wording, sentence
from engine.initiative.draft_model import MARKERS
from engine.initiative.drafting import parse_stack
from engine.initiative.model import piece_from_json
from engine.notation import parse_pieces


def say(event: ev.SessionEvent, names: Names, words: Wording) -> Utterance | None:
    """The utterance for an event; ``None`` if nothing is said."""
    make = _MAKERS.get(type(event))
    return make(event, names, words) if make else None


def _setup(event: ev.SetupSeen, names: Names, words: Wording) -> Utterance:
    stack = parse_stack(str(event.setup["text"]))
    colours = words.series([words.colour(colour.value) for colour in stack.colours])
    size = words.size(stack.size.word)
    return Utterance(words.say("draft_ready", colours=colours, size=size), "setup", Priority.NOTICE)


def _move(event: ev.MoveSeen, names: Names, words: Wording) -> Utterance:
    supersedes = "question" if event.answered else None
    if not event.legal:
        rule = words.tell(event.reason, names) if event.reason else words.say("no_rule")
        slots = {"name": names[event.seat], "move": spoken(event.text, words)}
        text = words.say("draft_illegal", rule=rule.rstrip("."), **slots)
        return Utterance(text, "ruling", Priority.RULING, supersedes)
    parts = list(_happened(event, names, words))
    turn = _turn(event, names, words)
    text, brief = (" ".join(map(sentence, each)) for each in ([*parts, *turn], parts))
    return Utterance(text, "play", Priority.PLAY, supersedes, brief=brief)


def _amended(event: ev.MoveAmended, names: Names, words: Wording) -> Utterance:
    before, move = spoken(event.before, words), spoken(event.text, words)
    text = words.say("draft_was", n=event.ply, move=move, before=before)
    return Utterance(text, "play/correction", Priority.PLAY, "play")


def _take_back(event: ev.TakeBack, names: Names, words: Wording) -> Utterance:
    text = words.say("draft_back", name=names[event.seat], move=spoken(event.text, words))
    return Utterance(sentence(text), "play", Priority.PLAY, "ruling")


def _stood(event: ev.IllegalStood, names: Names, words: Wording) -> Utterance:
    text = words.say("draft_stood", name=names[event.seat], move=spoken(event.text, words))
    return Utterance(text, "ruling", Priority.RULING)


_MAKERS: Mapping[type[ev.SessionEvent], Callable[[Any, Names, Wording], Utterance]] = {
    ev.SetupSeen: _setup,
    ev.MoveSeen: _move,
    ev.MoveAmended: _amended,
    ev.TakeBack: _take_back,
    ev.IllegalStood: _stood,
}


def spoken(text: str, words: Wording) -> str:
    """A typed move, such as ``Lred@2`` or ``take2``, as people say it."""
    piece, at, marker = text.partition("@")
    if at:
        return words.say("draft_at", pieces=counted(parse_pieces(piece), words), n=marker)
    taken, _, kept = text.removeprefix("take").partition("=")
    if kept:
        return words.say("draft_of", pieces=counted(parse_pieces(kept), words), n=taken)
    return words.say("draft_row", n=taken)


def _happened(event: ev.MoveSeen, names: Names, words: Wording) -> Iterator[str]:
    """What a legal move did, from its engine events."""
    for item in event.engine_events:
        kind = item["kind"]
        if kind == "drawn":
            piece = words.a_piece((item["piece"]["size"], item["piece"]["colour"]))
            yield words.say("draft_puts", name=names[item["seat"]], piece=piece, n=item["marker"])
            if event.to_move and f"@{item['marker']}" not in _ends(event.replies):
                yield words.say("draft_full", n=item["marker"])
        elif kind == "taken":
            slots = {"name": names[item["seat"]], "n": item["marker"], "now": words.number(item["now"])}
            yield words.say("draft_takes", pieces=_pieces(item["pieces"], words), **slots)
            if item["left"]:
                yield words.say("draft_left", pieces=_pieces(item["left"], words))
        elif kind == "marker_closed":
            yield words.say("draft_closes", n=item["marker"], name=names[item["waits"]])
        elif kind == "markers_opened":
            yield words.say("draft_opens")
        elif kind == "draft_ended":
            yield words.say("draft_done")


def _turn(event: ev.MoveSeen, names: Names, words: Wording) -> list[str]:
    """Whose turn it is, and what they can do."""
    if event.to_move is None:
        return []
    takes = any(reply.startswith("take") for reply in event.replies)
    open_ = [str(marker) for marker in MARKERS if f"@{marker}" in _ends(event.replies)]
    key = "draft_must" if not open_ else "draft_may" if takes else "draft_draws"
    return [words.say(key, name=names[event.to_move], markers=words.join(open_))]


def _ends(replies: tuple[str, ...]) -> set[str]:
    return {f"@{reply.partition('@')[2]}" for reply in replies if "@" in reply}


def _pieces(pieces: Any, words: Wording) -> str:
    return counted([piece_from_json(dict(piece)) for piece in pieces], words)
