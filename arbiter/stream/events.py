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
"""Of the events' form. Fields may be added without a new one: whoever reads passes over what is unknown."""
KINDS = STEP_KINDS | {"said", "notice", "answer", "question_withdrawn", "ended"}
INSIDE = frozenset({"observation", "stills", "frames", "frame", "layout", "boxes", "seen", "supersedes"})
"""What entries hold for the arbiter's own use."""
CHANGING = STEP_KINDS | {"answer", "question_withdrawn", "header"}
"""Entries after which the game may stand elsewhere."""
STANDS: Mapping[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("names", "scores", "totals"), dict),
    **dict.fromkeys(("over", "illegal", "say"), str),
    **dict.fromkeys(("round", "rounds"), int),
    **dict.fromkeys(("leader", "to_move"), (str, type(None))),
    "calls": list,
}
"""What says where a game stands, by the type that whoever shows it relies on."""
CALLS = ("question", "dispute")
"""What calls for people until something else settles it."""
ANSWERED = {"answer": "question", "question_withdrawn": "question", "correction": "dispute"}
MOST_WORDS = 2_000_000
"""Characters of one event at most; the drawing of a large position takes about 60,000."""
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Published:
    """One event. ``seq`` rises within a ``game``; ``after`` is that of the event before, 0 of the first."""

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
    """What a game is called in its events: which game, and when its record was begun, to the millisecond."""
    created = str(header.get("created", "")).replace(":", "").replace("+0000", "Z")
    return f"{header.get('game', 'game')}-{created}"


def events_of(header: Mapping[str, Any], entries: Iterable[Entry], after: int = 0) -> Iterator[Published]:
    """The events of a record above number ``after``, in order; ``header`` is the record's as it was begun.

    Raises ``RecordError`` for a game that is not installed.
    """
    telling = Telling(header)
    for entry in entries:
        event = telling.take(entry, entry.id > after)
        if event is not None:
            yield event


class Telling:
    """Makes events of a record's entries, taken in order; ``header`` is the record's as it was begun."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        self._id, self._game = game_id(header), GrowingGame(header)
        self._now: Mapping[str, Any] | None = None
        """Where the game stands, while nothing has changed that."""
        self._calls: dict[str, Entry] = {}
        self.newest = 0
        """The number of the newest event among the entries taken, 0 before there is any."""

    def take(self, entry: Entry, wanted: bool = True) -> Published | None:
        """Takes the next entry; gives its event where it is one and ``wanted``. Raises ``RecordError``."""
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
            told=_told(entry, steps, names, words),
            now=self._now,
        )


def _open(value: Any) -> Any:
    """A value as plain JSON, messages in English."""
    if isinstance(value, Message):
        return str(value)
    if is_message(value):
        return str(Message.from_json(value))
    if isinstance(value, Mapping):
        return {key: _open(item) for key, item in value.items()}
    return [_open(item) for item in value] if isinstance(value, list | tuple) else plain(value)


def _told(entry: Entry, steps: Sequence[Step], names: Names, words: Wording) -> dict[str, str]:
    """What happened in a few words, and what the arbiter says of it."""
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
    """Where the game stands: what those who watch want to see of it."""
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
        "calls": _called(calls, names, words),
        "svg": _drawn(state, illegal, names, words),
    }


def _winner(state: Any, steps: Sequence[Step]) -> str | None:
    """The seat that has won the match, or the game where there are no rounds."""
    ended = next((step for step in steps if step.kind == "match_over"), None)
    if ended is not None:
        return ended.data.get("winner")
    outcome = getattr(state, "outcome", None)
    return None if outcome is None or outcome.winner is None else outcome.winner.value


def _called(calls: Mapping[str, Entry], names: Names, words: Wording) -> list[Json]:
    """What calls for people."""
    found = [(kind, calls[kind]) for kind in CALLS if kind in calls]
    return [
        {"kind": kind, "seq": entry.id, "text": words.tell(entry.data.get("text", ""), names)}
        for kind, entry in found
    ]


def _drawn(state: Any, illegal: Step | None, names: Names, words: Wording) -> str:
    if state is None:
        return ""
    return position_svg(telling_for(state), state, names, words, illegal.play if illegal else None)
