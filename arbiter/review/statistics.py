"""Statistics of one game of any kind, from its story; ``statistics_folder`` adds games up.

``game_statistics`` gives one JSON object:

- ``game``, ``players`` (names by seat), ``rounds`` (how many began), ``seconds`` (or null);
- ``plies`` (plays that count), ``captures``, ``disputes``, ``take_backs``, ``corrections``: counts;
- ``median_s``: median seconds from one play to the next, null where there are no times;
- ``seats``: the same for each seat (``plies``, ``captures``, ``illegal``, ``median_s``, ``held``: the share
  of plies after which the seat had the initiative, null in a game without one);
- ``illegal``: ``by_rule`` (count by reading), ``taken_back``, ``stood``, ``open``;
- ``questions``: ``asked``, ``answered``, ``withdrawn``, ``open``, ``answers`` (count by text);
- ``results``: for each round its number ``round``, ``winner`` (seat or null), ``points`` (by seat, or null),
  ``reading``;
- ``winner``: the seat that won the game or the match, ``draw``, or null while it is open;
- ``opening``: the first two plays of the first round as typed, or fewer;
- ``turning_points``: ``index`` and ``title`` of the steps that lost a round, as far as they have been solved;
- ``others``: counts of all other kinds of steps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import Any

from arbiter.record.draft_entries import DRAFT_ROUND
from arbiter.record.replay import PLAYED, Step
from arbiter.story.story import Story, holder_after, step_title
from arbiter.story.timeline import MARKS, event_kinds, marks_of
from arbiter.words.wording import titled
from engine.game import Seat

Json = dict[str, Any]
OPENING = 2
"""Number of plays in an opening: the lead and the answer to it."""


def game_statistics(story: Story, judged: Mapping[str, Any] | None = None) -> Json:
    """The statistics of a game; ``judged`` are the ``steps`` of ``Judgements.to_json``, if there are any."""
    steps = story.steps
    plies = [step for step in steps if is_ply(step)]
    results = [_result(step) for step in steps if step.kind == "round_over"]
    marks = Counter(mark for step in steps for mark in marks_of(step))
    return {
        "game": str(story.header.get("game", "game")).capitalize(),
        "players": {seat.value: name for seat, name in story.names.items()},
        "rounds": len({step.round for step in steps} - {DRAFT_ROUND}),
        "seconds": round(steps[-1].entry.time_s - steps[0].entry.time_s, 1) if _timed(steps) else None,
        "plies": len(plies),
        "median_s": _median(_waits(steps)),
        "captures": sum(map(_captures, plies)),
        "seats": {seat.value: _seat(seat, steps, plies) for seat in Seat} if _seated(plies) else {},
        "illegal": _illegal(steps),
        "questions": _questions(story, steps),
        "take_backs": marks["take_back"],
        "disputes": marks["dispute"],
        "corrections": marks["correction"],
        "results": results,
        "winner": _winner(steps, results),
        "opening": " ".join(_text(step) for step in plies if step.round == plies[0].round).split()[:OPENING],
        "turning_points": _turning(story, judged or {}),
        "others": {mark: count for mark, count in sorted(marks.items()) if mark not in MARKS},
    }


def is_ply(step: Step) -> bool:
    """Whether a step is a play that stands; the plays of a draft (I14) don't count."""
    drafted = step.round == DRAFT_ROUND
    return step.kind in PLAYED and step.fate == "stands" and step.play is not None and not drafted


def _text(step: Step) -> str:
    return str(step.data.get("text", ""))


def _timed(steps: Sequence[Step]) -> bool:
    return bool(steps) and bool(steps[0].entry.wall)


def _seated(plies: Sequence[Step]) -> bool:
    return any(step.data.get("seat") for step in plies)


def _captures(step: Step) -> int:
    return sum(kind == "captured" for kind in event_kinds(step))


def _waits(steps: Sequence[Step], seat: Seat | None = None) -> list[float]:
    """Seconds from a play, or the set-up, to the next play (of one seat)."""
    if not _timed(steps):
        return []
    plays = [step for step in steps if is_ply(step) or step.kind == "setup"]
    return [
        after.entry.time_s - before.entry.time_s
        for before, after in pairwise(plays)
        if after.kind != "setup" and before.round == after.round and seat in (None, after.data.get("seat"))
    ]


def _median(waits: Sequence[float]) -> float | None:
    return round(median(waits), 1) if waits else None


def _seat(seat: Seat, steps: Sequence[Step], plies: Sequence[Step]) -> Json:
    own = [step for step in plies if step.data.get("seat") == seat]
    holders = [holder for step in plies if (holder := holder_after(step)) is not None]
    return {
        "plies": len(own),
        "median_s": _median(_waits(steps, seat)),
        "captures": sum(map(_captures, own)),
        "illegal": sum(step.data.get("seat") == seat for step in illegal_plays(steps)),
        "held": round(holders.count(seat) / len(holders), 3) if holders else None,
    }


def illegal_plays(steps: Iterable[Step]) -> list[Step]:
    """Every illegal play once, however it ended; not those by which people agreed to go on from the table."""
    moves = (step for step in steps if step.kind in ("move", "amended") and not step.data.get("agreed"))
    return [step for step in moves if not step.data.get("legal", True)]


def _illegal(steps: Sequence[Step]) -> Json:
    plays = illegal_plays(steps)
    fates = Counter(step.fate for step in plays)
    known = fates["taken_back"] + fates["stood"]
    rules = Counter(str(step.data.get("reading") or "unnamed") for step in plays)
    return {
        "by_rule": dict(sorted(rules.items())),
        "taken_back": fates["taken_back"],
        "stood": fates["stood"],
        "open": len(plays) - known,
    }


def _questions(story: Story, steps: Sequence[Step]) -> Json:
    asked = [step for step in steps if step.kind == "question"]
    remarks = [remark for step in steps for remark in step.remarks]
    texts = (story.words.tell(remark.text, story.names) for remark in remarks if remark.kind == "answer")
    answers = Counter(map(titled, texts))
    withdrawn = sum(remark.kind == "question_withdrawn" for remark in remarks)
    return {
        "asked": len(asked),
        "answered": answers.total(),
        "withdrawn": withdrawn,
        "open": max(0, len(asked) - answers.total() - withdrawn),
        "answers": dict(sorted(answers.items())),
    }


def _result(step: Step) -> Json:
    outcome = step.data.get("outcome") or {}
    winner = outcome.get("winner")
    points = outcome.get("points")
    total = (outcome.get("score") or {}).get("total")
    if points is None and total is not None:
        points = {seat.value: total if seat == winner else 0 for seat in Seat}
    return {
        "round": step.round,
        "winner": str(winner) if winner else None,
        "points": dict(points) if points else None,
        "reading": outcome.get("reading"),
    }


def _winner(steps: Sequence[Step], results: Sequence[Json]) -> str | None:
    """The winner: from the match's end, or else from the points or the last round of a game that is over."""
    over = next((step for step in reversed(steps) if step.kind == "match_over"), None)
    if over is not None:
        return str(over.data.get("winner") or "draw")
    last = steps[-1].after if steps else None
    if not results or last is None or last.outcome is None:
        return None
    points = [result["points"] for result in results]
    if len(results) > 1 and all(points):
        near, far = (sum(each[seat] for each in points) for seat in ("near", "far"))
        return "draw" if near == far else "near" if near > far else "far"
    return results[-1]["winner"] or "draw"


def _turning(story: Story, judged: Mapping[str, Any]) -> list[Json]:
    return [
        {"index": int(index), "title": step_title(story.steps[int(index)], story.names, story.words)}
        for index, found in judged.items()
        if found.get("turning")
    ]
