"""The solver's judgements of the plays of a recorded game, computed in the background, in plain words."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arbiter.judge.standing import cost, standing
from arbiter.record.replay import PLAYED, Step
from arbiter.story.story import Story
from arbiter.telling.found import telling_for
from arbiter.words.describe import Names
from arbiter.words.progress import OnPart, counted, nobody
from arbiter.words.wording import Wording, titled
from engine.definition import State
from engine.games import game_of
from engine.review import JudgedMove, moved_from, review_of
from engine.solver import Judgement, Solver

LONGEST_LINE = 6
"""Most moves of a better line that are shown."""
HALF_WAY = 24.0
"""This lead in points is drawn at tanh(1), three quarters of the way from even to won."""
BUDGET_S = 60.0
"""How long plays are judged while somebody waits."""


@dataclass(frozen=True)
class _Moment:
    """A step's play and the states to be judged."""

    index: int
    round: int
    play: Any
    before: State
    after: State


class Judgements:
    """Judges every play of a story that stands, the last one first, in a thread of its own.

    `begin` may be called again with a longer story: earlier judgements are kept. Safe to share between
    threads. By default each game's own ``solver`` is used; a game without one is not judged.
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
        """Start judging a story; returns at once."""
        moments = self._moments_of(story)
        states = [state for moment in reversed(moments) for state in (moment.after, moment.before)]
        with self._changed:
            self._wanted = list(dict.fromkeys(states))
            self._changed.notify()
            if self._thread is None and states:
                self._thread = threading.Thread(target=self._think, name="judgements", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Stop after the position that is being judged; returns at once."""
        with self._changed:
            self._closed = True
            self._changed.notify()

    def to_json(self, story: Story) -> dict[str, Any]:
        """``{"done", "steps"}``, the steps by index with the keys described here.

        A step without an entry has no play that stands. ``pending``: not judged yet; ``say``: sentences;
        ``turning``: the play lost the round; ``graph``: who stands better after it, from -1 (far has won) to
        1 (near has won), as the proven lower bound, the estimate and the proven upper bound, ``null`` while
        unknown; ``slip``: ``lost`` for a play that threw a win or a draw away, ``gave`` for one that cost
        points; ``line``: the better line, each move with ``words`` and the address of its ``drawing``.
        """
        moments = self._moments_of(story)
        with self._changed:
            known, failed = dict(self._known), dict(self._failed)
        steps = {str(m.index): _pending(story.words) for m in moments}
        for number in sorted({moment.round for moment in moments}):
            of_round = [moment for moment in moments if moment.round == number]
            steps |= _judged_round(of_round, known, failed, story.names, story.words)
        return {"done": not any(step["pending"] for step in steps.values()), "steps": steps}

    def line(self, story: Story, index: int) -> tuple[tuple[Any, State, State], ...]:
        """The better line at a step: its moves, each with the position before and after it."""
        moment = next((each for each in self._moments_of(story) if each.index == index), None)
        with self._changed:
            known = None if moment is None else self._known.get(moment.before)
        return () if moment is None or known is None else _played(moment.before, known.line)

    def drawings(self, story: Story) -> Iterator[tuple[str, str]]:
        """The drawings of all known better lines, by address."""
        for at, step in self.to_json(story)["steps"].items():
            for number in range(len(step["line"])):
                yield line_address(int(at), number), self.drawing(story, int(at), number) or ""

    def drawing(self, story: Story, index: int, number: int) -> str | None:
        """The position after a move of a better line, as SVG; ``None`` if there is none."""
        line = self.line(story, index)
        if not 0 <= number < len(line):
            return None
        after = line[number][2]
        return telling_for(after).drawn(after, story.names, story.words)

    def finished(self, story: Story, budget_s: float = BUDGET_S, on_part: OnPart = nobody) -> dict[str, Any]:
        """`to_json` after judging the plays in this thread, the last first; none is begun after ``budget_s``.

        A play that is not judged by then says so.
        """
        end = time.monotonic() + budget_s
        for moment in counted(self._moments_of(story)[::-1], on_part):
            for state in (moment.after, moment.before):
                if time.monotonic() < end:
                    self._settle(state)
        steps = self.to_json(story)["steps"]
        late = _entry([story.words.say("not_solved")])
        return {"done": True, "steps": {at: late if step["pending"] else step for at, step in steps.items()}}

    def _moments_of(self, story: Story) -> tuple[_Moment, ...]:
        """The plays to be judged, computed once for each story."""
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
        """Judge a state, unless that was done before; an error is kept as its result."""
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
    """The plays that stand and can be judged by their game's solver (``any_state``: by a solver for any
    game)."""
    for index, step in enumerate(steps):
        played = step.kind in PLAYED and step.fate == "stands" and step.play is not None
        if not played or step.before is None or step.after is None:
            continue
        game = game_of(step.before)
        if any_state or (game is not None and game.solver is not None):
            before = moved_from(step.before, step.play)
            yield _Moment(index, step.round, step.play, before, step.after)


def line_address(index: int, number: int) -> str:
    """The address of the drawing of a move in a better line."""
    return f"line/{index}/{number}.svg"


def _played(state: State, line: Sequence[Any]) -> tuple[tuple[Any, State, State], ...]:
    found = list[tuple[Any, State, State]]()
    for move in line[:LONGEST_LINE]:
        found.append((move, state, state.apply(move).state))
        state = found[-1][2]
    return tuple(found)


def share_of(points: int, has_points: bool) -> float:
    """Near's lead in points as a value between -1 (far wins) and 1 (near wins), for a graph."""
    if not has_points:
        return float(max(-1, min(1, points)))
    return round(math.tanh(points / HALF_WAY), 3)


def graph_of(judged: Judgement, has_points: bool) -> list[float]:
    """A judgement's lower bound, estimate and upper bound, for a graph."""
    return [share_of(points, has_points) for points in (judged.low, judged.estimate, judged.high)]


def _entry(
    say: Sequence[str],
    tone: str = "note",
    turning: bool = False,
    graph: Sequence[float] | None = None,
    slip: str = "",
    line: Sequence[Mapping[str, str]] = (),
) -> dict[str, Any]:
    return {
        "pending": False,
        "say": list(say),
        "tone": tone,
        "turning": turning,
        "graph": None if graph is None else list(graph),
        "slip": slip,
        "line": list(line),
    }


def _pending(words: Wording) -> dict[str, Any]:
    return {**_entry([words.say("still_thinking")]), "pending": True}


def _judged_round(
    moments: Sequence[_Moment],
    known: Mapping[State, Judgement],
    failed: Mapping[State, str],
    names: Names,
    words: Wording,
) -> dict[str, dict[str, Any]]:
    """The entries for the plays of one round, by step index."""
    found: dict[str, dict[str, Any]] = {}
    judged: list[tuple[_Moment, JudgedMove]] = []
    for moment in moments:
        reason = failed.get(moment.before) or failed.get(moment.after)
        if reason:
            found[str(moment.index)] = _entry([words.say("thinking_failed", reason=reason)])
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
        slip = "lost" if move.threw_away else "gave" if move.given_away else ""
        line = _line_json(moment, move.before, names, words) if move.better is not None else ()
        graph = graph_of(move.after, points)
        found[str(moment.index)] = _entry(say, tone, number == turning, graph, slip, line)
    return found


def _has_points(state: State) -> bool:
    """Whether a game is won by points, not just won or lost."""
    game = game_of(state)
    return game is not None and game.points(state) is not None


def _line_json(moment: _Moment, before: Judgement, names: Names, words: Wording) -> list[dict[str, str]]:
    """The better line, move by move."""
    return [
        {
            "words": titled(words.tell(telling_for(state).move_title(move, state), names)),
            "drawing": line_address(moment.index, number),
        }
        for number, (move, state, _) in enumerate(_played(moment.before, before.line))
    ]


def _words_after(moment: _Moment, names: Names, words: Wording) -> Callable[[Any], str]:
    return lambda move: words.tell(telling_for(moment.before).move_words(move, moment.before), names)
