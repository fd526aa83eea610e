"""The presentation of a game, with defaults for most games; a game's own kit overrides what is different.

Moves and positions are described by messages, which are put into words where they are shown or spoken.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any

from arbiter.events.game_notation import seat_of
from arbiter.events.ledger import Ply
from arbiter.events.types import SessionEvent
from arbiter.telling import spoken
from arbiter.words.describe import Finding, Names
from arbiter.words.utterance import Utterance
from arbiter.words.wording import Wording, titled
from engine.definition import AnyGame
from engine.game import Event, MoveError, Seat
from engine.message import Message, Messages, as_sentence, just
from engine.pieces import Piece

say = Messages("arbiter")

MOST_OPTIONS = 40
"""Most legal moves that are listed."""
Rename = tuple[Seat, Piece, Piece]
"""A seat's piece that turned out to be another one."""
Part = tuple[Any, Rename | None]
"""A set-up with one spot corrected, and the piece that turned out to be another one, if any."""
Misread = tuple[str, Message, tuple[str, ...]]
"""A possible correction of a set-up: in notation, in words, and the names of its pictures."""
Happening = tuple[Callable[[Mapping[str, Any]], Message], str]
"""A function that makes a message of an event's facts, and the reading that the event is based on."""


class Telling:
    """The presentation of a game. Every method is pure; states and moves are those of the game."""

    zone: str | None = None
    """What people may mark on the picture: ``board``, ``cards`` or ``markers``."""
    typed: Mapping[str, str] = {"play": "", "set": "", "rule": ""}
    """Examples of typed corrections; empty for corrections that the game does not allow."""
    set_example = ""
    """An example of a typed correction of the set-up."""
    happenings: Mapping[str, Happening] = {}
    """The messages about the game's events, by their kinds."""
    score_title = say("w_score")
    """The heading over the scores of a position."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    @property
    def called(self) -> Message:
        """The name of the game, or of this phase."""
        return just(self.game.name)

    @property
    def phases(self) -> tuple[Telling, ...]:
        """The presentations of all phases with states of their own: the game, and perhaps a draft before
        it."""
        return (self,)

    # ----- moves

    def phrase(self, text: str, state: Any) -> Message:
        """What a move is about, from its notation: ``card 3``; unreadable text stays as it is."""
        return just(text)

    def move_words(self, move: Any, state: Any) -> Message:
        """What a move is about, given the position before or after it."""
        return self.phrase(self.game.format_move(move), state)

    def deed(self, seat: str, text: str) -> Message | None:
        """Who does what, from the notation: ``near takes c3``.

        ``None`` in games whose moves are described by a name and a `phrase` (``Kristin: medium blue``), and
        for text that is no move.
        """
        return None

    def said_deed(self, seat: str, text: str) -> Message:
        """`deed` as it is spoken, which may be shorter than in lists."""
        return self.title(seat, text)

    def deed_on(self, move: Any, setup: Any) -> Message:
        """Who does what, for questions; no two moves on a table with this set-up read the same."""
        return self.title(seat_of(move), self.game.format_move(move))

    def title(self, seat: str, text: str) -> Message:
        """A move in notation, in words for lists."""
        done = self.deed(seat, text)
        if done is not None:
            return done
        about = self.phrase(text, None)
        return say("by_whom", who=Seat(seat), text=about) if seat in set(Seat) else about

    def deed_words(self, move: Any) -> Message | None:
        """`deed` of a move; may be ``None`` likewise."""
        return self.deed(seat_of(move), self.game.format_move(move))

    def move_title(self, move: Any, before: Any) -> Message:
        """Who does what, for a headline."""
        return self.deed_words(move) or say("by_whom", who=move.seat, text=self.move_words(move, before))

    def story_title(self, move: Any, before: Any) -> Message:
        """`move_title` for a game that is retold step by step."""
        return self.move_title(move, before)

    # ----- effects of a move

    def verdict(self, before: Any, move: Any, after: Any, events: Iterable[Event]) -> Finding:
        """The verdict on a legal move, with its effects."""
        happened = list(self.set_off(events, after))
        rules = tuple(dict.fromkeys(reading for _, reading in happened))
        return Finding("good", say("v_legal"), tuple(said for said, _ in happened), rules)

    def set_off(self, events: Iterable[Event], after: Any) -> Iterator[tuple[Message, str]]:
        """A message and its reading for each event worth mentioning, and for the end of the game."""
        for event in events:
            if event.kind in self.happenings:
                describe, reading = self.happenings[event.kind]
                facts = vars(event)
                yield describe(facts), self.reading_of(facts, reading)
        if after.outcome is not None:
            yield after.outcome.reason, after.outcome.reading

    def reading_of(self, facts: Mapping[str, Any], usual: str) -> str:
        """The reading that an event is based on."""
        return str(facts.get("reading", usual))

    def say(self, event: SessionEvent, names: Mapping[str, str], words: Wording) -> Utterance | None:
        """The announcement of a set-up, a move or the end of a game; ``names`` by seat."""
        return spoken.say(self, event, names, words)

    def parts_said(self, event: Any, names: Mapping[str, str], words: Wording) -> list[str]:
        """The effects of a legal move, from its engine events, each without a full stop; if empty, the move
        itself is announced."""
        return []

    # ----- positions

    def options(self, state: Any) -> list[dict[str, Any]]:
        """The legal moves, each with a message ``text``, pictures of its pieces, and ``short``; moves that
        read the same, because either player may make them, are listed once."""
        if state is None:
            return []
        seated = self.game.seated and state.to_move is not None
        found = {
            text: {
                "seat": str(move.seat) if seated else None,
                "text": text,
                "short": self.short(move),
                "pictures": self.pictures(move, state),
                "extras": [],
            }
            for move in self.game.brief(state)
            for text in (self.move_words(move, state),)
        }
        return list(found.values())[:MOST_OPTIONS]

    def short(self, move: Any) -> str:
        """A short label beside a move's pictures; if empty, its ``text`` is used."""
        return ""

    def pictures(self, move: Any, state: Any) -> list[str]:
        """The names of the pictures (``/piece/NAME.svg``) of a move's pyramids, such as ``small-red``."""
        return []

    def scores(self, state: Any) -> dict[str, dict[str, Any]]:
        """The score by seat, ``{"total", "how"}``, where ``how`` may be a message that explains it; empty in
        a game without points."""
        if state is None:
            return {seat.value: {"total": 0, "how": None} for seat in Seat}
        points = self.game.points(state)
        if points is None:
            return {}
        return {seat.value: {"total": total, "how": None} for seat, total in zip(Seat, points, strict=True)}

    def whole(self, state: Any, names: Names, words: Wording) -> str:
        """A description of the whole table, for players who can't see it."""
        lines = self.game.lines(state)
        return " ".join(f"{words.tell(label, names)}: {words.tell(text, names)}." for label, text in lines)

    def in_short(self, state: Any, names: Names, words: Wording) -> str:
        """The spoken answer to what is on the table: a few seconds, however much there is."""
        return self.whole(state, names, words)

    def with_turn(self, state: Any, names: Names, words: Wording) -> str:
        """What is added to the spoken answer to whose turn it is."""
        return ""

    def may_be_played(self, state: Any, names: Names, words: Wording) -> str:
        """The spoken answer to which moves are legal; each once."""
        options = self.options(state)
        each = dict.fromkeys(words.tell(option["text"], names) for option in options)
        return words.say("asked_legal", n=len(options), text=words.join(list(each)))

    def next_up(self, state: Any, names: Names, words: Wording) -> str:
        """What matters for the next move: everything before the first one, nothing after the last one."""
        if state.outcome is not None:
            return ""
        return (self.upcoming if state.history else self.whole)(state, names, words)

    def upcoming(self, state: Any, names: Names, words: Wording) -> str:
        """What matters for the next move during a game."""
        return self.whole(state, names, words)

    def shown(self, state: Any, names: Names, words: Wording) -> dict[str, Any]:
        """More fields for the live page: ``score_title`` (a key of the page's words), ``scores`` by seat as
        in `scores`, ``facts`` (pairs of label and text), or others."""
        return {"facts": []}

    def page(self, state: Any, names: Names, words: Wording, illegal: Ply | None) -> dict[str, Any]:
        """The game's part of the live page's state (see ``arbiter.pages.live_state``)."""
        options = [{**each, "text": words.tell(each["text"], names)} for each in self.options(state)]
        holder = self.game.holder(state)
        over = None if state.outcome is None else as_sentence(words.tell(state.outcome.reason, names))
        return {
            "heading": words.tell(self.heading(state)),
            "say": titled(words.tell(self.standing(state), names)),
            "turn": self.turn(state),
            "to_move": None if state.to_move is None else state.to_move.value,
            "leader": None if holder is None else str(holder),
            "legal": [option["text"] for option in options],
            "options": options,
            "over": over,
            "svg": self.drawn(state, names, words),
            "scores": self.scores_told(state, names, words),
            "illegal": None if illegal is None else self.illegal(illegal, state, names, words),
        }

    def drawn(self, state: Any, names: Names, words: Wording) -> str:
        """The diagram of a position as SVG, with its words in the language of ``words``."""
        return self.game.svg(state, names, lambda message: words.tell(message, names))

    def scores_told(self, state: Any, names: Names, words: Wording) -> dict[str, dict[str, Any]]:
        """`scores`, with the explanations in words, empty if there are none."""
        return {
            seat: {**score, "how": words.tell(score["how"], names) if score["how"] else ""}
            for seat, score in self.scores(state).items()
        }

    def turn(self, state: Any) -> int:
        """The number of the present turn, or of the next move."""
        return len(state.history) + 1

    def standing(self, state: Any) -> Message:
        """Whose turn it is, or how the game ended."""
        if state.outcome is not None:
            winner = state.outcome.winner
            return say("tt_wins", who=winner) if winner else say("tt_drawn")
        if state.to_move is not None:
            return say("tt_to_move", who=state.to_move)
        return say("tt_either" if self.game.seated else "x_on")

    def heading(self, state: Any) -> Message:
        """The page's heading over a position."""
        return say("tt_heading_move", raw=self.called, n=len(state.history) + 1)

    def illegal(self, ply: Ply, state: Any, names: Names, words: Wording) -> dict[str, str]:
        """What the page shows about an illegal move on the table: ``title``, ``reason`` and ``rule``."""
        reason = as_sentence(words.tell(ply.verdict.reason or say("rules_forbid"), names))
        title = titled(words.tell(self.move_title(ply.play, state), names))
        return {"title": title, "reason": reason, "rule": ply.verdict.reading or ""}

    def variant(self, rules: Any) -> Message | None:
        """The variant that the rules make, in a word or two; ``None`` for a game without variants."""
        return None

    # ----- corrections by pointing

    def holdings(self, state: Any) -> Mapping[str, tuple[Hashable, ...]]:
        """The content of each place that the drawing names (``data-place``). The difference between two
        states shows what a move took from one place and brought to another. Empty in a game without
        corrections by pointing.
        """
        return {}

    def called_at(self, place: str) -> Message | None:
        """The label of a place's content in the picture, for places whose name nobody could know
        otherwise."""
        return None

    def misread(self, setup: Any, place: str, move: Any) -> Iterable[Misread]:
        """What a place, or the piece that ``move`` brought there, may have been at set-up instead."""
        return ()

    # ----- set-ups

    def setup_told(self, state: Any, facts: Mapping[str, Any], names: Names, words: Wording) -> str:
        """A description of the set-up, for the story of a game; ``facts`` are those of its event."""
        return "" if state is None else self.whole(state, names, words)

    def put_right(self, setup: Any, name: str, value: str) -> Part:
        """The set-up with the spot ``name`` changed to ``value``.

        Raises ``MoveError``, in one line, to which `set_example` is added, or ``CorrectionError``.
        """
        raise MoveError(say("fix_not_by_word", raw=self.game.name))

    def exchanged(self, old: Any, new: Any) -> Iterable[tuple[Piece, Piece]]:
        """Pairs of a piece in one move and the piece in its place in another, as far as they are known."""
        return ()

    def check_setup(self, setup: Any, rules: Any) -> None:
        """Raises ``MoveError`` or ``CorrectionError``, in one line, if a corrected set-up is impossible."""
        if faults := self.game.start(setup, rules, None).problems():
            raise MoveError(say("fix_setup", text=faults[0]))

    def setup_words(self, name: str, value: str, names: Names, words: Wording) -> str:
        """The arguments of `put_right` in words; raises ``MoveError``, ``KeyError`` or ``ValueError``."""
        return f"{name}={value}"
