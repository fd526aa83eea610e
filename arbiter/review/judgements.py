"""What the solver says of the plays of a recorded game: found in the background, told in plain words."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arbiter.judge.standing import cost, standing
from arbiter.record.replay import PLAYED, Step
from arbiter.story.story import Story
from arbiter.story.translation import told
from arbiter.telling.found import telling_for
from arbiter.words.describe import Names
from arbiter.words.wording import Wording
from engine.definition import State
from engine.games import game_of
from engine.review import JudgedMove, moved_from, review_of
from engine.solver import Judgement, Solver

BUDGET_S = 60.0
"""How long plays are judged when somebody waits for it."""


@dataclass(frozen=True)
class _Moment:
    """A step's play with the states to be judged."""

    index: int
    round: int
    play: Any
    before: State
    after: State


class Judgements:
    """Judges every play of a story that counted, the last one first, in a thread of its own.

    `begin` may be called again with a longer story: what was judged is kept. Safe to share between threads.
    Without a ``solver`` each game's own is used; a game that has none is left unjudged.
    """

    def __init__(self, solver: Solver | None = None, nodes: int | None = None) -> None:
        self._solver, self._nodes = solver, nodes
        self._story: Story | None = None
        self._moments: tuple[_Moment, ...] = ()
        self._changed = threading.Condition()
        self._wanted: list[State] = []
        self._known: dict[State, Judgement] = {}
        self._failed: dict[State, str] = {}
        self._thread: threading.Thread | None = None
        self._closed = False

    def begin(self, story: Story) -> None:
        """Think about a story; returns at once."""
        moments = self._moments_of(story)
        states = [state for moment in reversed(moments) for state in (moment.after, moment.before)]
        with self._changed:
            self._wanted = list(dict.fromkeys(states))
            self._changed.notify()
            if self._thread is None and states:
                self._thread = threading.Thread(target=self._think, name="judgements", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Think no further; a position that is being judged is finished first, without waiting for it."""
        with self._changed:
            self._closed = True
            self._changed.notify()

    def to_json(self, story: Story) -> dict[str, Any]:
        """``{"done", "steps"}``; by the index of a step ``{"pending", "say", "tone", "turning"}``.

        A step without a value has no play that counted. A play that is not judged yet is ``pending``; ``say``
        has sentences, ``turning`` marks the play that lost the round.
        """
        moments = self._moments_of(story)
        with self._changed:
            known, failed = dict(self._known), dict(self._failed)
        steps = {str(m.index): _pending(story.words) for m in moments}
        for number in sorted({moment.round for moment in moments}):
            of_round = [moment for moment in moments if moment.round == number]
            steps |= _told(of_round, known, failed, story.names, story.words)
        return {"done": not any(step["pending"] for step in steps.values()), "steps": steps}

    def finished(self, story: Story, budget_s: float = BUDGET_S) -> dict[str, Any]:
        """`to_json` with what can be judged here and now, the last play first, begun within ``budget_s``.

        A play that is not judged by then says so.
        """
        end = time.monotonic() + budget_s
        for moment in reversed(self._moments_of(story)):
            for state in (moment.after, moment.before):
                if time.monotonic() < end:
                    self._settle(state)
        steps = self.to_json(story)["steps"]
        late = _entry([story.words.say("not_solved")])
        return {"done": True, "steps": {at: late if step["pending"] else step for at, step in steps.items()}}

    def _moments_of(self, story: Story) -> tuple[_Moment, ...]:
        """The plays to be judged, worked out once for a story however often it is asked for."""
        with self._changed:
            if story is not self._story:
                self._story, self._moments = story, tuple(_moments(story.steps, self._solver is not None))
            return self._moments

    def _judge(self, state: State) -> Judgement:
        game = game_of(state)
        assert game is not None
        solver = self._solver or game.solver
        assert solver is not None
        return solver(state, self._nodes or game.nodes)

    def _think(self) -> None:
        while True:
            with self._changed:
                state = self._next()
                while state is None and not self._closed:
                    self._changed.wait()
                    state = self._next()
                if self._closed or state is None:
                    return
            self._settle(state)

    def _settle(self, state: State) -> None:
        """Judge a state, unless it was; what goes wrong is kept, and the rest is still judged."""
        if state in self._known or state in self._failed:
            return
        try:
            judged = self._judge(state)
        except Exception as error:
            with self._changed:
                self._failed[state] = f"{type(error).__name__}: {error}"
            return
        with self._changed:
            self._known[state] = judged

    def _next(self) -> State | None:
        return next((s for s in self._wanted if s not in self._known and s not in self._failed), None)


def _moments(steps: Sequence[Step], any_state: bool) -> Iterator[_Moment]:
    """The plays that counted, with the states that a solver (``any_state``: of any game) has to judge."""
    for index, step in enumerate(steps):
        played = step.kind in PLAYED and step.fate == "stands" and step.play is not None
        if not played or step.before is None or step.after is None:
            continue
        game = game_of(step.before)
        if any_state or (game is not None and game.solver is not None):
            before = moved_from(step.before, step.play)
            yield _Moment(index, step.round, step.play, before, step.after)


def _entry(say: Sequence[str], tone: str = "note", turning: bool = False) -> dict[str, Any]:
    return {"pending": False, "say": list(say), "tone": tone, "turning": turning}


def _pending(words: Wording) -> dict[str, Any]:
    return {**_entry([words.say("still_thinking")]), "pending": True}


def _told(
    moments: Sequence[_Moment],
    known: Mapping[State, Judgement],
    failed: Mapping[State, str],
    names: Names,
    words: Wording,
) -> dict[str, dict[str, Any]]:
    """What is known of the plays of one round, by step."""
    told: dict[str, dict[str, Any]] = {}
    judged: list[tuple[_Moment, JudgedMove]] = []
    for moment in moments:
        reason = failed.get(moment.before) or failed.get(moment.after)
        if reason:
            told[str(moment.index)] = _entry([words.say("thinking_failed", reason=reason)])
        elif moment.before in known and moment.after in known:
            before, after = known[moment.before], known[moment.after]
            judged.append((moment, JudgedMove(moment.play.seat, moment.play, before, after)))
    complete = len(judged) == len(moments)
    turning = review_of(move for _, move in judged).turning_point if complete else None
    for number, (moment, move) in enumerate(judged):
        points = _has_points(moment.after)
        over = moment.after.outcome is not None
        say = [] if over else [standing(move.after, names, points, words)]
        say += cost(move, _words_after(moment, names, words), number == turning, points, words)
        tone = "bad" if move.threw_away else "undo" if move.given_away else "note"
        told[str(moment.index)] = _entry(say, tone, number == turning)
    return told


def _has_points(state: State) -> bool:
    """Whether a game is won by points; else it is won or lost, no more."""
    game = game_of(state)
    return game is not None and game.points(state) is not None


def _words_after(moment: _Moment, names: Names, words: Wording) -> Callable[[Any], str]:
    return lambda move: told(telling_for(moment.before).move_words(move, moment.before), names, words)
