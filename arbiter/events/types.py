"""What a session reports: frozen events of plain JSON values, written to the record unchanged.

Every event has a ``kind`` (the tag under which it is stored), ``time_s`` (seconds on the clock of the
observations) and ``to_json()``; ``event_from_json(kind, data)`` returns an equal event. Everything inside an
event is JSON in the engine's own form (``engine.game.plain``):

- a seat is ``"near"`` or ``"far"``, a colour ``"green"``, a piece ``{"size": "medium", "colour": "green"}``;
- a play is ``{"seat", "piece", "sacrifice", "shift", "call", "virtual"}`` (``Play.from_json`` reads it);
- a set-up is ``{"near", "far", "stack", "stack_size"}`` (``Setup.from_json``), the stack from top to bottom;
- in the other games a play is ``{"game", "seat", "move"}`` and a set-up ``{"game", "text"}``, in the game's
  notation (``arbiter.events.game_notation``), and a seat may be ``""``;
- ``text`` of a play is the typed notation (``engine.initiative.notation``);
- ``engine_events`` are the engine's events (``Event.to_json``), each with its ``kind``;
- positions are table-frame millimetres, boxes are picture pixels ``[x0, y0, x1, y1]``.

Plies count from 1 in every round and include virtual plays; rounds count from 1. A draft before a match (I14)
is round 0, and its set-up and plays are those of the game ``Draft``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from engine.message import Message, Messages, Said, is_message

say = Messages("arbiter")

Json = Any
JsonDict = Mapping[str, Any]
AS_SHOWN = "as shown"
"""What people say about a set-up that is right."""
NONE_OF_THESE = say("keep_waiting")
"""The last option of every question."""


def same_option(option: Said, recorded: Said) -> bool:
    """Whether an option is the recorded one; earlier versions recorded it in English."""
    return option == recorded or str(option).lower() == str(recorded).lower()


def is_none_of_these(said: Said) -> bool:
    """Whether an answer is the last option, as recorded now or by earlier versions."""
    return said == NONE_OF_THESE or said == str(NONE_OF_THESE)


Box = tuple[float, float, float, float]


def _plain(value: Json) -> Json:
    """The value with tuples as lists, as a record returns it; messages stay as they are."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    return value


def _frozen(value: Json) -> Json:
    """The value with lists as tuples and messages as `Message`."""
    if is_message(value):
        return Message.from_json(value)
    if isinstance(value, Mapping):
        return {str(key): _frozen(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return tuple(_frozen(item) for item in value)
    return value


@dataclass(frozen=True, kw_only=True)
class SessionEvent:
    """One thing the session noticed or decided."""

    kind: ClassVar[str] = "event"
    time_s: float

    def __post_init__(self) -> None:
        for item in fields(self):
            object.__setattr__(self, item.name, _frozen(getattr(self, item.name)))

    def to_json(self) -> dict[str, Json]:
        """All fields as JSON values; ``event_from_json(event.kind, event.to_json()) == event``."""
        return {item.name: _plain(getattr(self, item.name)) for item in fields(self)}


@dataclass(frozen=True, kw_only=True)
class SetupSeen(SessionEvent):
    """The table at set-up was read.

    With ``problems`` (one sentence each) the game has not begun, and ``setup`` holds what could be read;
    without, it has begun. ``layout`` is what is needed to continue from here: accepted spots and zone limits.
    """

    kind: ClassVar[str] = "setup"
    round: int
    setup: JsonDict
    problems: tuple[Said, ...] = ()
    layout: JsonDict = field(default_factory=dict)
    corrected: bool = False
    """Whether it replaces the set-up of a round in play, in which a piece had been misread."""
    accepted: bool = False
    """Whether people accepted it as shown."""
    said: tuple[JsonDict, ...] = ()
    """What people said about it by hand: ``{"place": [x, y], "what"}`` for each place."""
    how: Said = ""
    """With ``problems``: how people can settle them."""


@dataclass(frozen=True, kw_only=True)
class SetByHand(SessionEvent):
    """At set-up people said ``what`` (typed) lies at a ``place`` (mm).

    ``name`` is that of what was read there, if anything. ``AS_SHOWN``: they accepted everything as shown.
    """

    kind: ClassVar[str] = "set_by_hand"
    name: str
    what: str
    place: tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class MoveSeen(SessionEvent):
    """A play was made. An illegal one (``legal`` False) waits: it is taken back, or it stands.

    ``reading`` and ``reason`` name the rule that an illegal play breaks, ``alternatives`` the legal plays
    that could have been made instead. ``replies`` are the plain plays (no sacrifice, no call) that are now
    legal for ``to_move``. ``provisional``: a sacrifice allows the stack to move and that has not been read
    yet (``play["shift"]`` is 0); a ``MoveAmended`` follows even if it stays.
    """

    kind: ClassVar[str] = "move"
    round: int
    ply: int
    seat: str
    text: str
    play: JsonDict
    legal: bool
    confidence: float
    reading: str | None = None
    reason: Said | None = None
    engine_events: tuple[JsonDict, ...] = ()
    alternatives: tuple[str, ...] = ()
    replies: tuple[str, ...] = ()
    to_move: str | None = None
    leader: str | None = None
    stack: tuple[str, ...] = ()
    """The stack that the rules expect after the play, top to bottom."""
    observation: JsonDict = field(default_factory=dict)
    """What was seen: units that appeared, spots that emptied, the likeliest readings and probabilities."""
    frames: tuple[int, int] = (-1, -1)
    """Frame indexes of the last still picture before and of a still picture after."""
    provisional: bool = False
    answered: bool = False
    """Whether a person decided, by answering a question."""
    agreed: bool = False
    """Whether it only accepts the table as it is, so that nobody is accused."""


@dataclass(frozen=True, kw_only=True)
class MoveAmended(SessionEvent):
    """An earlier report of this ply is completed or corrected (stack moved, call or sacrifice added).

    Fields as in ``MoveSeen``; ``before`` is the notation reported earlier; ``changed`` says which part
    changed (``"shift"``, ``"call"``, ``"sacrifice"``, or ``"nothing"``: the stack stays as it is).
    ``settled``: nothing more can change.
    """

    kind: ClassVar[str] = "amended"
    round: int
    ply: int
    seat: str
    text: str
    before: str
    play: JsonDict
    changed: str
    legal: bool = True
    reading: str | None = None
    reason: Said | None = None
    confidence: float = 1.0
    engine_events: tuple[JsonDict, ...] = ()
    replies: tuple[str, ...] = ()
    to_move: str | None = None
    leader: str | None = None
    stack: tuple[str, ...] = ()
    observation: JsonDict = field(default_factory=dict)
    frames: tuple[int, int] = (-1, -1)
    settled: bool = True


@dataclass(frozen=True, kw_only=True)
class TakeBack(SessionEvent):
    """The play of this ply, legal or not, was taken back; the ply number is free again."""

    kind: ClassVar[str] = "take_back"
    round: int
    ply: int
    seat: str
    text: str
    was_legal: bool
    play: JsonDict = field(default_factory=dict)
    """What was taken back, in games other than Initiative."""
    to_move: str | None = None
    replies: tuple[str, ...] = ()
    confidence: float = 1.0
    observation: JsonDict = field(default_factory=dict)
    frames: tuple[int, int] = (-1, -1)


@dataclass(frozen=True, kw_only=True)
class IllegalStood(SessionEvent):
    """The game continued after the illegal play of this ply: it stands and is part of the game."""

    kind: ClassVar[str] = "illegal_stood"
    round: int
    ply: int
    seat: str
    text: str
    play: JsonDict
    reading: str | None
    reason: Said | None
    engine_events: tuple[JsonDict, ...] = ()
    to_move: str | None = None
    leader: str | None = None
    agreed: bool = False
    """As in ``MoveSeen``."""


@dataclass(frozen=True, kw_only=True)
class StackMismatch(SessionEvent):
    """The initiative stack on the table is not the one that the rules expect; once for each difference."""

    kind: ClassVar[str] = "stack_mismatch"
    round: int
    expected: tuple[str, ...]
    seen: tuple[str, ...]
    confidence: float = 1.0


@dataclass(frozen=True, kw_only=True)
class StackRestored(SessionEvent):
    """The stack is as expected again, after a ``StackMismatch``."""

    kind: ClassVar[str] = "stack_restored"
    round: int
    stack: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Question(SessionEvent):
    """The table can be read in more than one way, and people decide. The last option keeps waiting.

    ``options`` are sentences to show; ``session.answer(id, index)`` takes the index. ``boxes`` are the places
    that it is about, in the picture of frame ``frame``.
    """

    kind: ClassVar[str] = "question"
    id: int
    text: Said
    options: tuple[Said, ...]
    probabilities: tuple[float, ...] = ()
    boxes: tuple[Box, ...] = ()
    frame: int = -1
    observation: JsonDict = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class QuestionWithdrawn(SessionEvent):
    """The table changed before anybody answered.

    ``taken`` is the option taken for the answer because play continued from it; empty if none was.
    ``assumed``: later moves fit the other options as well, but that one is by far the likeliest.
    """

    kind: ClassVar[str] = "question_withdrawn"
    id: int
    taken: Said = ""
    assumed: bool = False


@dataclass(frozen=True, kw_only=True)
class Answer(SessionEvent):
    """Somebody chose an option of a question."""

    kind: ClassVar[str] = "answer"
    id: int
    option: int
    text: Said


@dataclass(frozen=True, kw_only=True)
class Notice(SessionEvent):
    """Something people should know that is not a move: markers lost, a fallen piece, an unexplained table.

    ``topic`` groups related notices (``"camera"``, ``"table"``, ``"fallen"``, ``"waiting"`` at set-up); a
    newer one replaces the older one. ``over``: the trouble of that topic is gone.
    """

    kind: ClassVar[str] = "notice"
    text: Said
    topic: str = "table"
    over: bool = False


@dataclass(frozen=True, kw_only=True)
class RoundOver(SessionEvent):
    """A round ended. ``outcome``: ``{"winner", "reason", "reading", "score"}``.

    ``score`` is ``None`` or ``{"pyramids", "pips", "calls", "virtual_plays", "total", "winning"}``;
    ``totals`` are the points of the match so far, by seat.
    """

    kind: ClassVar[str] = "round_over"
    round: int
    outcome: JsonDict
    totals: JsonDict
    stack: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class MatchOver(SessionEvent):
    """All rounds are played. ``winner`` is a seat, or ``None`` for a draw (I11)."""

    kind: ClassVar[str] = "match_over"
    winner: str | None
    totals: JsonDict


@dataclass(frozen=True, kw_only=True)
class Correction(SessionEvent):
    """People corrected the recorded game; what was recorded stays (``arbiter.corrections`` applies it).

    ``op`` is ``replace``, ``insert`` (before the move), ``delete``, ``back`` (the last play is taken back),
    ``set`` (pieces at set-up), ``rule``, ``allow`` or ``refuse`` (the referee is overruled), or ``undo`` (of
    the last correction in force). ``move`` counts the moves of the round as ``arbiter judge`` does, 0 for
    none; ``text`` is what holds now, ``was`` what was there before, both typed.
    """

    kind: ClassVar[str] = "correction"
    round: int
    op: str
    move: int = 0
    text: str = ""
    was: str = ""
    seat: str | None = None
    by: str = "people"
    ply: int = 0
    """The number of the ply, if that is known instead of ``move``."""


@dataclass(frozen=True, kw_only=True)
class Dispute(SessionEvent):
    """Somebody doubts a moment: the seconds around it are kept as stills.

    ``round`` and ``move`` identify the play that it is about (0: none), counted as in ``Correction``;
    ``text`` says it in words.
    """

    kind: ClassVar[str] = "dispute"
    round: int = 1
    move: int = 0
    text: str = ""


EVENTS: dict[str, type[SessionEvent]] = {
    event.kind: event
    for event in (
        SetupSeen,
        SetByHand,
        MoveSeen,
        MoveAmended,
        TakeBack,
        IllegalStood,
        StackMismatch,
        StackRestored,
        Question,
        QuestionWithdrawn,
        Answer,
        Notice,
        RoundOver,
        MatchOver,
        Correction,
        Dispute,
    )
}


def event_from_json(kind: str, data: JsonDict) -> SessionEvent:
    """The event from ``to_json``, ignoring unknown fields; raises ``ValueError`` for an unknown kind."""
    event = EVENTS.get(kind)
    if event is None:
        raise ValueError(f"unknown session event {kind!r}; known: {', '.join(sorted(EVENTS))}")
    known = {item.name for item in fields(event)}
    return event(**{key: value for key, value in data.items() if key in known})
