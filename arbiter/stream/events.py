"""A game's record as events for others: versioned JSON, in order, each complete in itself (docs/stream.md).

An event is made of the record up to it and of nothing else: whenever and however often it is made, now or
from the file years later, it is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arbiter.corrections.growing import GrowingGame
from arbiter.pages.live_state import live_state
from arbiter.pages.position import position_svg
from arbiter.record.record import Entry
from arbiter.record.replay import STEP_KINDS, Step
from arbiter.record.schema import plain, to_text
from arbiter.story.story import step_title, step_verdict
from arbiter.story.translation import words_of
from arbiter.telling.found import telling_for
from arbiter.words.describe import Names, read_names
from arbiter.words.wording import Wording
from engine.bounded import read_json
from engine.message import Message, as_sentence, is_message

VERSION = 1
"""Version of the events' format. New fields don't need a new version: readers ignore unknown ones."""
KINDS = STEP_KINDS | {"said", "notice", "answer", "question_withdrawn", "ended"}
INSIDE = frozenset({"observation", "stills", "frames", "frame", "layout", "boxes", "seen", "supersedes"})
"""Fields of entries for the arbiter's own use."""
CHANGING = STEP_KINDS | {"answer", "question_withdrawn", "header"}
"""Entries that may change the state of the game."""
STANDS: Mapping[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("names", "scores", "totals"), dict),
    **dict.fromkeys(("over", "illegal", "say"), str),
    **dict.fromkeys(("round", "rounds"), int),
    **dict.fromkeys(("leader", "to_move"), (str, type(None))),
    "calls": list,
}
"""The fields of a game's present state, with the types that readers rely on."""
CALLS = ("question", "dispute")
"""Entries that call for a person until another entry settles them."""
ANSWERED = {"answer": "question", "question_withdrawn": "question", "correction": "dispute"}
MOST_WORDS = 2_000_000
"""Most characters of an event; the drawing of a large position takes about 60,000."""
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Published:
    """One event. ``seq`` increases within a ``game``; ``after`` is the previous event's, 0 for the first.

    ``told`` describes the event in words, ``now`` is the state of the game after it.
    """

    game: str
    seq: int
    after: int
    kind: str
    time_s: float
    wall: str
    data: Mapping[str, Any]
    told: Mapping[str, str]
    now: Mapping[str, Any]

    def text(self) -> str:
        """The event as one line of JSON."""
        names = ("game", "seq", "after", "kind", "time_s", "wall", "data", "told", "now")
        return to_text({"version": VERSION, **{name: getattr(self, name) for name in names}})


def read_event(text: str | bytes) -> Published:
    """The event that `Published.text` wrote; raises ``ValueError`` in one line for anything else."""
    try:
        facts = read_json(text.decode("utf-8") if isinstance(text, bytes) else text, MOST_WORDS)
        if not isinstance(facts, dict) or facts.get("version") != VERSION:
            raise ValueError(f"not an event of version {VERSION}")
        game, kind, wall = (str(facts[name]) for name in ("game", "kind", "wall"))
        seq, after = (_counted(facts[name]) for name in ("seq", "after"))
        data, words, now = (dict(facts[name]) for name in ("data", "told", "now"))
        if not all(isinstance(now[name], of) for name, of in STANDS.items()):
            raise ValueError("not where a game stands")
        if not all(isinstance(call, dict) for call in now["calls"]):
            raise ValueError("no call: not where a game stands")
        return Published(game, seq, after, kind, float(facts["time_s"]), wall, data, words, now)
    except (LookupError, TypeError) as error:
        raise ValueError(f"not an event: {error!r}") from error


def _counted(value: object) -> int:
    if not isinstance(value, int) or not 0 <= value < 1 << 53:
        raise ValueError(f"not a number of an event: {value!r}")
    return value


def game_id(header: Mapping[str, Any]) -> str:
    """The id of a game in its events: the kind of game, and when its record was created, to the
    millisecond."""
    created = str(header.get("created", "")).replace(":", "").replace("+0000", "Z")
    return f"{header.get('game', 'game')}-{created}"


def events_of(header: Mapping[str, Any], entries: Iterable[Entry], after: int = 0) -> Iterator[Published]:
    """The events of a record above number ``after``, in order; ``header`` is the record's original one.

    Raises ``RecordError`` for a game that is not installed.
    """
    maker = EventMaker(header)
    for entry in entries:
        event = maker.take(entry, entry.id > after)
        if event is not None:
            yield event


class EventMaker:
    """Makes events of a record's entries, taken in order; ``header`` is the record's original one."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        self._id, self._game = game_id(header), GrowingGame(header)
        self._now: Mapping[str, Any] | None = None
        """The state of the game, until an entry changes it."""
        self._calls: dict[str, Entry] = {}
        self.newest = 0
        """The number of the newest event among the entries taken; 0 before the first."""

    def take(self, entry: Entry, wanted: bool = True) -> Published | None:
        """Take the next entry; returns its event if it is one and ``wanted``. Raises ``RecordError``."""
        self._game.take(entry)
        if entry.kind in CHANGING:
            self._now = None
        if entry.kind in CALLS:
            self._calls[entry.kind] = entry
        self._calls.pop(ANSWERED.get(entry.kind, ""), None)
        if entry.kind not in KINDS:
            return None
        before, self.newest = self.newest, entry.id
        return self._event(entry, before) if wanted else None

    def _event(self, entry: Entry, before: int) -> Published:
        game, steps = self._game.steps(ends=False)
        names, words = read_names(game.header), words_of(game.header)
        self._now = self._now or _now(game.header, self._calls, steps, names, words)
        facts = {key: value for key, value in entry.data.items() if key not in INSIDE and key != "time_s"}
        return Published(
            game=self._id,
            seq=entry.id,
            after=before,
            kind=entry.kind,
            time_s=round(entry.time_s, 3),
            wall=entry.wall,
            data={key: _open(value) for key, value in facts.items()},
            told=_described(entry, steps, names, words),
            now=self._now,
        )


def _open(value: Any) -> Any:
    """A value as plain JSON, with messages in English."""
    if isinstance(value, Message):
        return str(value)
    if is_message(value):
        return str(Message.from_json(value))
    if isinstance(value, Mapping):
        return {key: _open(item) for key, item in value.items()}
    return [_open(item) for item in value] if isinstance(value, list | tuple) else plain(value)


def _described(entry: Entry, steps: Sequence[Step], names: Names, words: Wording) -> dict[str, str]:
    """What happened, in a few words, and the arbiter's comment."""
    if entry.kind in STEP_KINDS and steps:
        step = next((each for each in reversed(steps) if each.entry.id == entry.id), steps[-1])
        return {"title": step_title(step, names, words), "text": step_verdict(step, names, words).sentence}
    text = entry.data.get("text") or ""
    return {"title": as_sentence(words.tell(text, names)) if text else "", "text": ""}


def _now(
    header: Mapping[str, Any],
    calls: Mapping[str, Entry],
    steps: Sequence[Step],
    names: Names,
    words: Wording,
) -> dict[str, Any]:
    """The state of the game as it is published to those who watch it."""
    last = steps[-1] if steps else None
    state = None if last is None else last.after
    shown = live_state(state, names, words)
    waits = next((step for step in reversed(steps) if step.play is not None), None)
    illegal = waits if waits is not None and waits.fate == "waits" else None
    played = [step for step in steps if step.play is not None and step.kind != "take_back"]
    counted = (step.data["totals"] for step in reversed(steps) if step.data.get("totals"))
    return {
        "of": str(header.get("game", "")),
        "language": words.language,
        "names": shown["names"],
        "round": last.round if last else 1,
        "rounds": header.get("rounds", 1),
        "say": shown["say"],
        "to_move": shown["to_move"],
        "leader": shown["leader"],
        "scores": shown["scores"],
        "totals": dict(next(counted, {})),
        "last": step_title(played[-1], names, words) if played else "",
        "illegal": step_verdict(illegal, names, words).sentence if illegal else "",
        "over": shown["over"] or "",
        "winner": _winner(state, steps),
        "calls": _calls(calls, names, words),
        "svg": _drawn(state, illegal, names, words),
    }


def _winner(state: Any, steps: Sequence[Step]) -> str | None:
    """The seat that has won the match, or a game without rounds."""
    ended = next((step for step in steps if step.kind == "match_over"), None)
    if ended is not None:
        return ended.data.get("winner")
    outcome = getattr(state, "outcome", None)
    return None if outcome is None or outcome.winner is None else outcome.winner.value


def _calls(calls: Mapping[str, Entry], names: Names, words: Wording) -> list[Json]:
    """The open calls for a person."""
    return [
        {"kind": kind, "seq": calls[kind].id, "text": words.tell(calls[kind].data.get("text", ""), names)}
        for kind in CALLS
        if kind in calls
    ]


def _drawn(state: Any, illegal: Step | None, names: Names, words: Wording) -> str:
    if state is None:
        return ""
    return position_svg(telling_for(state), state, names, words, illegal.play if illegal else None)
