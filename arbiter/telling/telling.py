"""How one game is told, with what does for most games; a game's own kit says what is different in it.

Words are made in English or as messages, and put into the players' language where they are shown or said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from arbiter.events.game_notation import seat_of
from arbiter.events.ledger import Ply
from arbiter.events.types import SessionEvent
from arbiter.telling import spoken
from arbiter.words.describe import Comment, Names, sentence
from arbiter.words.sentences import Said, named
from arbiter.words.utterance import Utterance
from arbiter.words.wording import Wording
from engine.definition import AnyGame
from engine.game import Event, MoveError, Seat
from engine.pieces import Piece

MOST_OPTIONS = 40
"""So many legal moves are listed; the first of more."""
Rename = tuple[Seat, Piece, Piece]
"""A seat's piece that turned out to be another one."""
Part = tuple[Any, Rename | None]
"""A set-up with one spot put right, and the piece that turned out to be another one, if any did."""


class Telling:
    """How a game is told. Every method is pure; states and moves are those of the game."""

    zone: str | None = None
    """What people may mark on the picture: ``board``, ``cards`` or ``markers``."""
    typed: Mapping[str, str] = {"play": "", "set": "", "rule": ""}
    """Examples of what may be typed to put a game right; empty where nothing may."""
    set_example = ""
    """How to say what was at some spots at set-up instead."""
    happenings: Mapping[str, tuple[str, str]] = {}
    """How the game's events are told, by their kinds, and the reading each rests on."""
    score_title = "Score"
    """The heading over the scores of a position."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    @property
    def phases(self) -> tuple[Telling, ...]:
        """How each part of the game is told that has states of its own: this, and a draft before it."""
        return (self,)

    # ----- moves

    def phrase(self, text: str, state: Any) -> str:
        """What a move is about, from its typed form: ``card 3``; what cannot be read stays as it is."""
        return text

    def move_words(self, move: Any, state: Any) -> str:
        """What a move is about, in a position before or after it."""
        return self.phrase(self.game.format_move(move), state)

    def deed(self, seat: str, text: str) -> Said:
        """Who does what, from the typed form, with the seat for the name: ``near takes c3``.

        Empty in games whose moves are told by a name and a `phrase` (``Kristin: medium blue``).
        """
        return ""

    def said_deed(self, seat: str, text: str) -> Said:
        """`deed` as it is said aloud, which may be shorter than in lists."""
        return self.deed(seat, text) or f"{seat}: {self.phrase(text, None)}"

    def deed_on(self, move: Any, setup: Any) -> Said:
        """Who does what, on a table that was set up so, for questions; no two moves read the same."""
        seat, text = seat_of(move), self.game.format_move(move)
        return self.deed(seat, text) or self.title(seat, text)

    def title(self, seat: str, text: str) -> Said:
        """A move in the typed form as lists have it."""
        done = self.deed(seat, text)
        if not done:
            return f"{seat}: {self.phrase(text, None)}"
        return done if seat else _capital(done)

    def deed_words(self, move: Any) -> Said:
        """`deed` of a move; empty as that is."""
        done = self.deed(seat_of(move), self.game.format_move(move))
        return done if self.game.seated else _capital(done)

    def move_title(self, move: Any, before: Any, names: Names) -> Said:
        """Who does what, for a headline."""
        return self.deed_words(move) or f"{names[move.seat]}: {self.move_words(move, before)}"

    def story_title(self, move: Any, before: Any, names: Names) -> Said:
        """`move_title` where a game is told step by step."""
        return self.move_title(move, before, names)

    # ----- what came of a move

    def verdict(self, before: Any, move: Any, after: Any, events: Iterable[Event], names: Names) -> Comment:
        """The verdict on a legal move, with what it set off."""
        happened = list(self.set_off(events, after))
        words = " ".join(sentence(text, names) for text, _ in happened)
        rules = tuple(dict.fromkeys(reading for _, reading in happened))
        return Comment("good", "Legal", words, rules)

    def set_off(self, events: Iterable[Event], after: Any) -> Iterator[tuple[str, str]]:
        """A phrase and its reading for each event worth telling, and for how the game ended."""
        for event in events:
            if event.kind in self.happenings:
                phrase, reading = self.happenings[event.kind]
                facts = vars(event)
                yield phrase.format(**facts), self.reading_of(facts, reading)
        if after.outcome is not None:
            yield after.outcome.reason, after.outcome.reading

    def reading_of(self, facts: Mapping[str, Any], usual: str) -> str:
        """The reading that an event rests on."""
        return str(facts.get("reading", usual))

    def say(self, event: SessionEvent, names: Mapping[str, str], words: Wording) -> Utterance | None:
        """What is said about a set-up, a move or the end of a game; ``names`` by seat."""
        return spoken.say(self, event, names, words)

    def parts_said(self, event: Any, names: Mapping[str, str], words: Wording) -> list[str]:
        """What a legal move did, by its engine events, each without a full stop; empty: the move is told."""
        return []

    # ----- positions

    def options(self, state: Any) -> list[dict[str, Any]]:
        """What may be played now, with pictures of its pieces; what either may begin with is there once."""
        if state is None:
            return []
        seated = self.game.seated and state.to_move is not None
        found = {
            words: {
                "seat": str(move.seat) if seated else None,
                "text": words,
                "pictures": self.pictures(move, state),
                "extras": [],
            }
            for move in self.game.brief(state)
            for words in (self.move_words(move, state),)
        }
        return list(found.values())[:MOST_OPTIONS]

    def pictures(self, move: Any, state: Any) -> list[str]:
        """The names of the pictures (``/piece/NAME.svg``) of the pyramids that a move is about, such as
        ``small-red``."""
        return []

    def scores(self, state: Any) -> dict[str, dict[str, Any]]:
        """The score by seat, ``{"total", "how"}``; empty in a game without points."""
        if state is None:
            return {seat.value: {"total": 0, "how": ""} for seat in Seat}
        points = self.game.points(state)
        if points is None:
            return {}
        return {seat.value: {"total": total, "how": ""} for seat, total in zip(Seat, points, strict=True)}

    def whole(self, state: Any, names: Names, words: Wording) -> str:
        """All that lies on the table, for players who cannot see it."""
        return " ".join(f"{label}: {text}." for label, text in self.game.lines(state))

    def next_up(self, state: Any, names: Names, words: Wording) -> str:
        """What matters for the next move; before the first one all there is, after the last one nothing."""
        if state.outcome is not None:
            return ""
        return (self.upcoming if state.history else self.whole)(state, names, words)

    def upcoming(self, state: Any, names: Names, words: Wording) -> str:
        """What matters for the next move, while a game is under way."""
        return self.whole(state, names, words)

    def shown(self, state: Any, names: Names, words: Wording) -> dict[str, Any]:
        """What the live page shows of a game besides: ``score_title``, a key of the page's words, ``scores``
        by seat as in `scores`, ``facts``, pairs of label and text, or other fields of the page."""
        return {"facts": []}

    def page(self, state: Any, names: Names, illegal: Ply | None) -> dict[str, Any]:
        """The fields of the live page's state that are the game's (see ``arbiter.pages.live_state``)."""
        options = [{**option, "text": _named(option["text"], names)} for option in self.options(state)]
        holder = self.game.holder(state)
        return {
            "heading": self.heading(state),
            "say": self.standing(state, names),
            "turn": self.turn(state),
            "to_move": None if state.to_move is None else state.to_move.value,
            "leader": None if holder is None else str(holder),
            "legal": [option["text"] for option in options],
            "options": options,
            "over": None if state.outcome is None else sentence(state.outcome.reason, names),
            "svg": self.game.svg(state, names),
            "scores": self.scores(state),
            "illegal": None if illegal is None else self.illegal(illegal, state, names),
        }

    def turn(self, state: Any) -> int:
        """The number of the turn, or of the move that is due."""
        return len(state.history) + 1

    def standing(self, state: Any, names: Names) -> str:
        """Whose turn it is, or how the game ended, without a full stop."""
        if state.outcome is not None:
            winner = state.outcome.winner
            return f"{names[winner]} wins" if winner else "The game is drawn"
        if state.to_move is not None:
            return f"{names[state.to_move]} to move"
        return "Either player may begin" if self.game.seated else "The game goes on"

    def heading(self, state: Any) -> str:
        """The page's heading over a position."""
        return f"{self.game.name} · move {len(state.history) + 1}"

    def illegal(self, ply: Ply, state: Any, names: Names) -> dict[str, str]:
        """What the page shows of an illegal move on the table: ``title``, ``reason`` and ``rule``."""
        reason = sentence(ply.verdict.reason or "the rules don't allow it", names)
        title = _named(self.move_title(ply.play, state, names), names)
        return {"title": title, "reason": reason, "rule": ply.verdict.reading or ""}

    def variant(self, rules: Any) -> str:
        """Which kind of game the rules make, in a word or two; empty where there is one only."""
        return ""

    # ----- set-ups

    def setup_told(self, state: Any, facts: Mapping[str, Any], names: Names, words: Wording) -> str:
        """What lies on the table at set-up, for the story of a game; ``facts`` are those of its event."""
        return "" if state is None else self.whole(state, names, words)

    def put_right(self, setup: Any, name: str, value: str) -> Part:
        """A set-up with one spot, called ``name``, being ``value``.

        Raises ``MoveError`` in one line, to which `set_example` is added, or ``CorrectionError``.
        """
        raise MoveError(f"the set-up of {self.game.name} cannot be put right by word")

    def exchanged(self, old: Any, new: Any) -> Iterable[tuple[Piece, Piece]]:
        """The pieces of a move and those that another has in their places, as far as they can be told."""
        return ()

    def check_setup(self, setup: Any, rules: Any) -> None:
        """Raises ``MoveError`` or ``CorrectionError`` in one line where a set-up put right cannot be."""
        if faults := self.game.start(setup, rules, None).problems():
            raise MoveError(f"then the set-up could not be: {faults[0]}")

    def setup_words(self, name: str, value: str, names: Names, words: Wording) -> str:
        """What `put_right` was told, in words; raises ``MoveError``, ``KeyError`` or ``ValueError``."""
        return f"{name}={value}"


def _capital(said: Said) -> Said:
    return said[:1].upper() + said[1:] if isinstance(said, str) else said


def _named(text: Said, names: Names) -> str:
    return named(text, {seat.value: names[seat] for seat in Seat})
