"""How one game is told, with what does for most games; a game's own kit says what is different in it.

What is told of moves and positions is given as messages; words are made where they are shown or said.
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
from engine.message import Message, Messages, Said, as_sentence, just
from engine.pieces import Piece

say = Messages("arbiter")

MOST_OPTIONS = 40
"""So many legal moves are listed; the first of more."""
Rename = tuple[Seat, Piece, Piece]
"""A seat's piece that turned out to be another one."""
Part = tuple[Any, Rename | None]
"""A set-up with one spot put right, and the piece that turned out to be another one, if any did."""
Misread = tuple[str, Message, tuple[str, ...]]
"""What may be said of a set-up: typed, in words, and the names of its pictures."""
Happening = tuple[Callable[[Mapping[str, Any]], Message], str]
"""How an event is told, of its facts by their names, and the reading that it rests on."""


class Telling:
    """How a game is told. Every method is pure; states and moves are those of the game."""

    zone: str | None = None
    """What people may mark on the picture: ``board``, ``cards`` or ``markers``."""
    typed: Mapping[str, str] = {"play": "", "set": "", "rule": ""}
    """Examples of what may be typed to put a game right; empty where nothing may."""
    set_example = ""
    """How to say what was at some spots at set-up instead."""
    happenings: Mapping[str, Happening] = {}
    """How the game's events are told, by their kinds, and the reading each rests on."""
    score_title = say("w_score")
    """The heading over the scores of a position."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    @property
    def called(self) -> Message:
        """What the game, or the part of it, is called."""
        return just(self.game.name)

    @property
    def phases(self) -> tuple[Telling, ...]:
        """How each part of the game is told that has states of its own: this, and a draft before it."""
        return (self,)

    # ----- moves

    def phrase(self, text: str, state: Any) -> Message:
        """What a move is about, from its typed form: ``card 3``; what cannot be read stays as it is."""
        return just(text)

    def move_words(self, move: Any, state: Any) -> Message:
        """What a move is about, in a position before or after it."""
        return self.phrase(self.game.format_move(move), state)

    def deed(self, seat: str, text: str) -> Message | None:
        """Who does what, from the typed form: ``near takes c3``.

        ``None`` in games whose moves are told by a name and a `phrase` (``Kristin: medium blue``), and for
        what is no move.
        """
        return None

    def said_deed(self, seat: str, text: str) -> Message:
        """`deed` as it is said aloud, which may be shorter than in lists."""
        return self.title(seat, text)

    def deed_on(self, move: Any, setup: Any) -> Message:
        """Who does what, on a table that was set up so, for questions; no two moves read the same."""
        return self.title(seat_of(move), self.game.format_move(move))

    def title(self, seat: str, text: str) -> Message:
        """A move in the typed form as lists have it."""
        done = self.deed(seat, text)
        if done is not None:
            return done
        about = self.phrase(text, None)
        return say("by_whom", who=Seat(seat), text=about) if seat in set(Seat) else about

    def deed_words(self, move: Any) -> Message | None:
        """`deed` of a move; ``None`` as that is."""
        return self.deed(seat_of(move), self.game.format_move(move))

    def move_title(self, move: Any, before: Any) -> Message:
        """Who does what, for a headline."""
        return self.deed_words(move) or say("by_whom", who=move.seat, text=self.move_words(move, before))

    def story_title(self, move: Any, before: Any) -> Message:
        """`move_title` where a game is told step by step."""
        return self.move_title(move, before)

    # ----- what came of a move

    def verdict(self, before: Any, move: Any, after: Any, events: Iterable[Event]) -> Finding:
        """The verdict on a legal move, with what it set off."""
        happened = list(self.set_off(events, after))
        rules = tuple(dict.fromkeys(reading for _, reading in happened))
        return Finding("good", say("v_legal"), tuple(said for said, _ in happened), rules)

    def set_off(self, events: Iterable[Event], after: Any) -> Iterator[tuple[Message, str]]:
        """A message and its reading for each event worth telling, and for how the game ended."""
        for event in events:
            if event.kind in self.happenings:
                told, reading = self.happenings[event.kind]
                facts = vars(event)
                yield told(facts), self.reading_of(facts, reading)
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
        """What may be played now, each a message ``text`` with pictures of its pieces (and ``short``); what
        either may begin with is there once."""
        if state is None:
            return []
        seated = self.game.seated and state.to_move is not None
        found = {
            told: {
                "seat": str(move.seat) if seated else None,
                "text": told,
                "short": self.short(move),
                "pictures": self.pictures(move, state),
                "extras": [],
            }
            for move in self.game.brief(state)
            for told in (self.move_words(move, state),)
        }
        return list(found.values())[:MOST_OPTIONS]

    def short(self, move: Any) -> str:
        """What is written beside a move's pictures where there is little room; empty: what it is called."""
        return ""

    def pictures(self, move: Any, state: Any) -> list[str]:
        """The names of the pictures (``/piece/NAME.svg``) of the pyramids that a move is about, such as
        ``small-red``."""
        return []

    def scores(self, state: Any) -> dict[str, dict[str, Any]]:
        """The score by seat, ``{"total", "how"}``, how it came about in a message if that is told; empty in a
        game without points."""
        if state is None:
            return {seat.value: {"total": 0, "how": None} for seat in Seat}
        points = self.game.points(state)
        if points is None:
            return {}
        return {seat.value: {"total": total, "how": None} for seat, total in zip(Seat, points, strict=True)}

    def whole(self, state: Any, names: Names, words: Wording) -> str:
        """All that lies on the table, for players who cannot see it."""
        lines = self.game.lines(state)
        return " ".join(f"{told(label, names, words)}: {told(text, names, words)}." for label, text in lines)

    def in_short(self, state: Any, names: Names, words: Wording) -> str:
        """What is said of the table when somebody asks for it: in some seconds, however much lies there."""
        return self.whole(state, names, words)

    def with_turn(self, state: Any, names: Names, words: Wording) -> str:
        """What is said after whose turn it is and the score when somebody asks for them."""
        return ""

    def may_be_played(self, state: Any, names: Names, words: Wording) -> str:
        """What is said of the legal moves when somebody asks for them: each once."""
        options = self.options(state)
        each = dict.fromkeys(words.tell(option["text"], names) for option in options)
        return words.say("asked_legal", n=len(options), text=words.join(list(each)))

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

    def page(self, state: Any, names: Names, words: Wording, illegal: Ply | None) -> dict[str, Any]:
        """The fields of the live page's state that are the game's (see ``arbiter.pages.live_state``)."""
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
        """The diagram of a position, with the words in it in a language."""
        return self.game.svg(state, names, lambda message: words.tell(message, names))

    def scores_told(self, state: Any, names: Names, words: Wording) -> dict[str, dict[str, Any]]:
        """`scores`, with how they came about in words, empty where that is not told."""
        return {
            seat: {**score, "how": words.tell(score["how"], names) if score["how"] else ""}
            for seat, score in self.scores(state).items()
        }

    def turn(self, state: Any) -> int:
        """The number of the turn, or of the move that is due."""
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
        """What the page shows of an illegal move on the table: ``title``, ``reason`` and ``rule``."""
        reason = as_sentence(told(ply.verdict.reason or say("rules_forbid"), names, words))
        title = titled(words.tell(self.move_title(ply.play, state), names))
        return {"title": title, "reason": reason, "rule": ply.verdict.reading or ""}

    def variant(self, rules: Any) -> Message | None:
        """Which kind of game the rules make, in a word or two; ``None`` where there is one only."""
        return None

    # ----- pointing at it

    def holdings(self, state: Any) -> Mapping[str, tuple[Hashable, ...]]:
        """What lies at each place that its drawing names (``data-place``): what a move takes from one and
        brings to another is by what they differ. Empty in a game in which nothing may be pointed at.
        """
        return {}

    def called_at(self, place: str) -> Message | None:
        """What stands at a place is called so in the picture, where nobody could know its name otherwise."""
        return None

    def misread(self, setup: Any, place: str, move: Any) -> Iterable[Misread]:
        """What may have lain at set-up instead of what a place holds, or of what ``move`` brought there:
        how that is typed for `put_right`, in words, and its pictures.
        """
        return ()

    # ----- set-ups

    def setup_told(self, state: Any, facts: Mapping[str, Any], names: Names, words: Wording) -> str:
        """What lies on the table at set-up, for the story of a game; ``facts`` are those of its event."""
        return "" if state is None else self.whole(state, names, words)

    def put_right(self, setup: Any, name: str, value: str) -> Part:
        """A set-up with one spot, called ``name``, being ``value``.

        Raises ``MoveError`` in one line, to which `set_example` is added, or ``CorrectionError``.
        """
        raise MoveError(say("fix_not_by_word", raw=self.game.name))

    def exchanged(self, old: Any, new: Any) -> Iterable[tuple[Piece, Piece]]:
        """The pieces of a move and those that another has in their places, as far as they can be told."""
        return ()

    def check_setup(self, setup: Any, rules: Any) -> None:
        """Raises ``MoveError`` or ``CorrectionError`` in one line where a set-up put right cannot be."""
        if faults := self.game.start(setup, rules, None).problems():
            raise MoveError(say("fix_setup", text=faults[0]))

    def setup_words(self, name: str, value: str, names: Names, words: Wording) -> str:
        """What `put_right` was told, in words; raises ``MoveError``, ``KeyError`` or ``ValueError``."""
        return f"{name}={value}"


def told(said: Said, names: Names, words: Wording) -> str:
    """A message in words; what was recorded in words as it is."""
    return words.tell(said, names) if isinstance(said, Message) else said
