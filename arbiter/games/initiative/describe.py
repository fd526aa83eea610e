"""Plays of Initiative, verdicts on them, and the end of a round, as messages."""

from __future__ import annotations

from typing import Any

from arbiter.games.initiative.typed import play_message
from arbiter.words.describe import Finding, score_words
from engine.game import Seat
from engine.initiative.model import Outcome, Play
from engine.initiative.stack import gains_initiative
from engine.initiative.state import State
from engine.message import Message, Messages, just

say, words = Messages("arbiter.games.initiative"), Messages("arbiter")


def play_words(play: Play) -> Message:
    """A play as people say it: ``medium yellow on medium black, yellow up 2``."""
    return play_message(play.piece, play.sacrifice, play.shift, play.call, play.virtual)


def title(before: State, play: Play) -> Message:
    """Who does what: ``Kristin parries with medium blue``."""
    return say("t_leads" if leads(before, play) else "t_parries", who=play.seat, text=play_words(play))


def leads(before: State, play: Play) -> bool:
    """Whether a play is an attack."""
    return before.attack is None or before.attack.seat is play.seat


def judge(before: State, play: Play, after: State) -> Finding:
    """The finding on a legal play, with its effect on the initiative."""
    legal = words("v_legal")
    if after.outcome is not None and leads(before, play):
        rules = (*_play_rules(before, play), after.outcome.reading)
        return Finding("good", legal, outcome_words(after.outcome), _unique(rules))
    if leads(before, play):
        said = (say("leads_with_initiative", who=play.seat), *_extras(play))
        return Finding("good", legal, said, _play_rules(before, play))
    said = (_why_legal(before, play), initiative_words(before, play, after), *_extras(play))
    return Finding("good", legal, said, _unique((*_play_rules(before, play), "I2")))


def initiative_words(before: State, play: Play, after: State) -> Message:
    """Who has the initiative after a parry, and why (I2)."""
    assert before.attack is not None
    attack, parry = before.attack.piece, play.piece
    if gains_initiative(attack, parry, after.stack):
        if attack.size == parry.size:
            why = say("above", colour=parry.colour, colour2=attack.colour)
        else:
            why = say("colour_larger", piece=attack)
        return say("gains_because", who=play.seat, text=why)
    if attack.size != parry.size:
        why = say("not_larger" if parry.colour is attack.colour else "neither_nor")
    elif parry.colour is attack.colour:
        why = say("same_pyramid")
    else:
        why = say("below", colour=parry.colour, colour2=attack.colour)
    return say("keeps_because", who=before.attack.seat, text=why)


def _why_legal(before: State, play: Play) -> Message:
    assert before.attack is not None
    attack = before.attack
    if attack.call:
        return say("was_called", colour=attack.piece.colour)
    if play.piece.size == attack.piece.size:
        return say("same_size")
    return say("none_left_same_colour", size=attack.piece.size)


def _extras(play: Play) -> tuple[Message, ...]:
    if play.sacrifice is None:
        return ()
    way = "slots_up" if play.shift > 0 else "slots_down"
    moved = say("it_moves", text=say(way, n=abs(play.shift))) if play.shift else say("it_stays")
    colour, size = play.piece.colour, int(play.sacrifice.size)
    return (say("sacrificing_slots", piece=play.sacrifice, colour=colour, n=size, text=moved),)


def _play_rules(before: State, play: Play) -> tuple[str, ...]:
    rules = [] if leads(before, play) else ["I8" if before.attack and before.attack.call else "I1"]
    rules += ["I4", "I5"] if play.sacrifice is not None else []
    rules += ["I8"] if play.call else []
    rules += ["I7"] if play.virtual else []
    return _unique(tuple(rules))


def _unique(rules: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rules))


def outcome_words(outcome: Outcome) -> tuple[Message, ...]:
    """How a round ended: who won and why, and the score."""
    if outcome.winner is None or outcome.score is None:
        return (say("drawn_because", text=outcome.reason),)
    return say("wins_score", who=outcome.winner, score=score_words(outcome.score)), outcome.reason


def options(state: State | None) -> list[dict[str, Any]]:
    """The pieces that may be played now, each with the options it allows.

    ``{"seat", "size", "colour", "text", "extras"}``; ``extras`` may contain ``sacrifice``, ``call``,
    ``virtual``.
    """
    if state is None:
        return []
    found: dict[tuple[Seat, Any], set[str]] = {}
    for play in state.legal_moves():
        extras = found.setdefault((play.seat, play.piece), set())
        flags = {"sacrifice": play.sacrifice is not None, "call": play.call, "virtual": play.virtual}
        extras |= {name for name, on in flags.items() if on}
    return [
        {
            "seat": seat.value,
            "size": piece.size.word,
            "colour": piece.colour.value,
            "text": just(piece),
            "extras": sorted(extras),
        }
        for (seat, piece), extras in found.items()
    ]


def running_scores(state: State | None) -> dict[str, dict[str, Any]]:
    """What each seat would score by winning now, or did score: ``{"total", "how"}`` by seat.

    ``how`` is a message, ``None`` for no score yet.
    """
    found: dict[str, dict[str, Any]] = {}
    for seat in Seat:
        outcome = None if state is None else state.outcome
        if outcome is not None and outcome.winner is not seat:
            found[seat.value] = {"total": 0, "how": say("lost_round" if outcome.winner else "drawn")}
            continue
        score = None if state is None else state.running_score(seat)
        found[seat.value] = {
            "total": score.total if score else 0,
            "how": score_words(score) if score else None,
        }
    return found
