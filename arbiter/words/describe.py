"""Plays, verdicts and scores in plain sentences, for the pages, the text export and the film."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.game import Seat
from engine.initiative.model import Outcome, Play, Score
from engine.initiative.stack import gains_initiative
from engine.initiative.state import State
from engine.pieces import Colour

Names = Mapping[Seat, str]

LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Comment:
    """What the arbiter makes of a step.

    ``tone`` is one of ``good``, ``bad``, ``undo``, ``ask``, ``end``, ``note``; ``word`` says it in a word or
    two; ``rules`` are the ids of the readings it rests on; ``sentence`` gives the reason.
    """

    tone: str
    word: str
    sentence: str
    rules: tuple[str, ...] = ()


def read_names(header: Mapping[str, Any]) -> dict[Seat, str]:
    """The players' names by seat, from ``players`` of a header (a mapping by seat, or near's then far's)."""
    players = header.get("players") or {}
    if isinstance(players, (list, tuple)):
        players = dict(zip(("near", "far"), players, strict=False))
    known = players if isinstance(players, Mapping) else {}
    return {seat: as_name(str(known.get(seat.value) or "")) or unnamed(seat) for seat in Seat}


def as_name(text: str) -> str:
    """A name on one line, no longer than a name is."""
    return " ".join(text[: 4 * LONGEST_NAME].split())[:LONGEST_NAME]


def unnamed(seat: Seat) -> str:
    """What a player without a name is called."""
    return f"{seat.value.capitalize()} player"


def play_words(play: Play) -> str:
    """A play as people say it: ``medium yellow on medium black, yellow up 2``."""
    words = str(play.piece)
    if play.sacrifice is not None:
        words += f" on {play.sacrifice}"
    if play.shift:
        words += f", {play.piece.colour} {'up' if play.shift > 0 else 'down'} {abs(play.shift)}"
    if play.call:
        words += f", calling {play.piece.colour}"
    return f"{words} again (virtually)" if play.virtual else words


def title(before: State, play: Play, names: Names) -> str:
    """Who does what: ``Kristin parries with medium blue``."""
    return f"{names[play.seat]} {'leads' if leads(before, play) else 'parries with'} {play_words(play)}"


def leads(before: State, play: Play) -> bool:
    """Whether a play is an attack."""
    return before.attack is None or before.attack.seat is play.seat


def judge(before: State, play: Play, after: State, names: Names) -> Comment:
    """The verdict on a play that the rules allow, with what it does to the initiative."""
    if after.outcome is not None and leads(before, play):
        rules = (*_play_rules(before, play), after.outcome.reading)
        return Comment("good", "Legal", outcome_words(after.outcome, names), _unique(rules))
    if leads(before, play):
        why = f"{names[play.seat]} has the initiative and leads."
        return Comment("good", "Legal", why + _extras(play), _play_rules(before, play))
    why = f"{_why_legal(before, play)} {initiative_words(before, play, after, names)}"
    return Comment("good", "Legal", why + _extras(play), _unique((*_play_rules(before, play), "I2")))


def initiative_words(before: State, play: Play, after: State, names: Names) -> str:
    """Who has the initiative after a parry, and why (I2)."""
    assert before.attack is not None
    attack, parry = before.attack.piece, play.piece
    if gains_initiative(attack, parry, after.stack):
        why = (
            f"{parry.colour} is above {attack.colour} on the stack"
            if attack.size == parry.size
            else f"the same colour and larger than {attack}"
        )
        return f"{names[play.seat]} gains the initiative: {why}."
    if attack.size == parry.size:
        same = parry.colour is attack.colour
        why = "the same pyramid" if same else f"{parry.colour} is below {attack.colour} on the stack"
    else:
        why = "not larger" if parry.colour is attack.colour else "neither that size nor that colour"
    return f"{names[before.attack.seat]} keeps the initiative: {why}."


def _why_legal(before: State, play: Play) -> str:
    assert before.attack is not None
    attack = before.attack
    if attack.call:
        return f"{str(attack.piece.colour).capitalize()} was called."
    if play.piece.size == attack.piece.size:
        return "The same size."
    return f"No {attack.piece.size.word} left, and the same colour."


def _extras(play: Play) -> str:
    if play.sacrifice is None:
        return ""
    moved = (
        f"moves {abs(play.shift)} {'up' if play.shift > 0 else 'down'}" if play.shift else "stays where it is"
    )
    slots = f"{play.sacrifice.size} slot{'s' * (play.sacrifice.size > 1)}"
    return f" Sacrificing {play.sacrifice} lets {play.piece.colour} move {slots} at most; it {moved}."


def _play_rules(before: State, play: Play) -> tuple[str, ...]:
    rules = [] if leads(before, play) else ["I8" if before.attack and before.attack.call else "I1"]
    rules += ["I4", "I5"] if play.sacrifice is not None else []
    rules += ["I8"] if play.call else []
    rules += ["I7"] if play.virtual else []
    return _unique(tuple(rules))


def _unique(rules: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rules))


def outcome_words(outcome: Outcome, names: Names) -> str:
    """How a round ended: who won, why, and how the score came about."""
    if outcome.winner is None or outcome.score is None:
        return f"The round is drawn: {sentence(outcome.reason, names)}"
    return f"{names[outcome.winner]} wins {score_words(outcome.score)}. {sentence(outcome.reason, names)}"


def sentence(text: str, names: Names) -> str:
    """Words of the engine as a sentence, with the players' names for the seats."""
    text = re.sub(r"\b(?:the )?(near|far)\b(?: player\b)?", lambda found: names[Seat(found[1])], text.strip())
    return text[:1].upper() + text[1:] + ("" if not text or text.endswith((".", "!", "?")) else ".")


def score_words(score: Score) -> str:
    """A score with its factors: ``36 (9 pyramids × 2 points × 2 for a call)``."""
    factors = [f"{score.pyramids} pyramid{'s' * (score.pyramids != 1)}"]
    factors.append(f"{score.pips} point{'s' * (score.pips != 1)}")
    if score.calls:
        factors.append(f"{2**score.calls} for {_count(score.calls, 'call')}")
    if score.virtual_plays:
        factors.append(f"{2**score.virtual_plays} for {_count(score.virtual_plays, 'virtual play')}")
    return f"{score.total} ({' × '.join(factors)})"


def _count(number: int, word: str) -> str:
    return f"a {word}" if number == 1 else f"{number} {word}s"


def options(state: State | None) -> list[dict[str, Any]]:
    """The pieces that may be played now, one object each, with what may go with it.

    ``{"seat", "size", "colour", "text", "extras"}``; ``extras`` holds ``sacrifice``, ``call``, ``virtual``.
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
            "text": str(piece),
            "extras": sorted(extras),
        }
        for (seat, piece), extras in found.items()
    ]


def running_scores(state: State | None) -> dict[str, dict[str, Any]]:
    """What each seat would score by winning now, or scored when it is over: ``{"total", "how"}`` by seat."""
    found: dict[str, dict[str, Any]] = {}
    for seat in Seat:
        lost = state is not None and state.outcome is not None and state.outcome.winner is not seat
        if lost:
            found[seat.value] = {"total": 0, "how": "lost the round" if _winner(state) else "drawn"}
            continue
        score = state.running_score(seat) if state is not None else None
        found[seat.value] = {"total": score.total if score else 0, "how": score_words(score) if score else ""}
    return found


def _winner(state: State | None) -> Seat | None:
    return state.outcome.winner if state is not None and state.outcome is not None else None


def stack_words(colours: tuple[Colour | str, ...]) -> str:
    """An initiative stack, top to bottom."""
    return ", ".join(str(colour) for colour in colours)
