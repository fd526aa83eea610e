"""A noisy round, scored ply by ply by an operator who knows the truth: right, asked, unread or wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from arbiter.events.types import MoveAmended, MoveSeen, Notice, Question, SessionEvent
from arbiter.games.initiative.reports import describe
from arbiter.games.initiative.session import GameSession
from engine.game import MoveError
from engine.initiative.examples import ExampleRound
from engine.initiative.model import Play
from engine.initiative.notation import format_play, parse_play
from tests.support.simulated.table_sim import TableSim
from vision.observation import TableObservation

LEVELS = ("first", "second", "third", "fourth")


@dataclass
class Trial:
    """Runs one round; ``counts`` has the plies by outcome, ``log`` the events."""

    round_: ExampleRound
    sim: TableSim
    pause: float = 2.5
    counts: Counter[str] = field(default_factory=Counter)
    log: list[SessionEvent] = field(default_factory=list)
    session: GameSession = field(init=False)

    def __post_init__(self) -> None:
        self.session = GameSession(self.round_.rules, rounds=1)

    def feed(self, frames: Iterable[TableObservation]) -> list[SessionEvent]:
        """Observe frames."""
        events = [event for frame in frames for event in self.session.observe(frame)]
        self.log += events
        return events

    def run(self) -> Trial:
        """Play the whole round; stop at the first silently wrong ply."""
        if not self._set_up():
            return self
        state = self.round_.start()
        truth: list[Play] = []
        for step in self.round_.steps:
            play = parse_play(step.text, state, check=False)
            if step.kind == "take_back":
                truth.pop()
                self.feed(self.sim.take_back(step.seat, self.pause))
            else:
                truth.append(play)
                if not play.virtual:
                    self.feed(self.sim.play(play, self.pause))
            if not self._compare(truth, play, step.kind):
                return self
            if step.kind == "play":
                state = state.apply(play).state
        self.feed(self.sim.still(6.0))
        self.counts["finished"] += self.session.snapshot().phase == "over"
        return self

    def _set_up(self) -> bool:
        """Wait until the set-up is read; answer questions about pieces with the truth."""
        for _ in range(40):
            self.feed(self.sim.still(1.0))
            snapshot = self.session.snapshot()
            if snapshot.phase == "play":
                assert snapshot.state is not None
                setup, true = snapshot.state.setup, self.round_.setup
                same = Counter(setup.near) == Counter(true.near) and Counter(setup.far) == Counter(true.far)
                right = same and setup.stack == true.stack
                self.counts["setup right" if right else "setup wrong"] += 1
                return right
            if snapshot.question is not None:
                self.counts["setup asked"] += 1
                self._answer_piece(snapshot.question)
        self.counts["setup unread"] += 1
        return False

    def _answer_piece(self, question: Question) -> None:
        """Answer with the true piece at the place, or the truth about the stack."""
        stack = [colour.value for colour in self.round_.setup.stack]
        if "initiative stack" in question.text:
            level = next((k for k, word in enumerate(LEVELS) if f" {word} " in question.text), None)
            names = [", ".join(stack) if level is None else stack[level]]
        else:
            u, v = question.boxes[0][0] + 14, question.boxes[0][1] + 26
            x, y = (u - 640) / 1.6, (360 - v) / 1.6
            piece = min(self.sim.things, key=lambda t: abs(t.x - x) + abs(t.y - y)).pieces[0]
            names = [str(piece), piece.colour.value, piece.size.word]
        names.append(question.options[-1])
        option = next(question.options.index(name) for name in names if name in question.options)
        self.log += self.session.answer(question.id, option)

    def _plays(self) -> list[Play]:
        snapshot = self.session.snapshot()
        assert snapshot.state is not None
        waiting = [] if snapshot.waiting is None else [snapshot.waiting.play]
        return [*snapshot.state.history, *waiting]

    def _compare(self, truth: list[Play], play: Play, kind: str) -> bool:
        """Score the ply, help if it was not read; return whether the session is on track."""
        virtual_ahead = [p for p in self._plays()[len(truth) :] if p.virtual]
        if self._plays()[: len(truth)] == truth and len(self._plays()) == len(truth) + len(virtual_ahead):
            self.counts["right"] += 1
            return True
        if self._unread(truth, kind) and self.session.snapshot().question is None:
            self.feed(self.sim.still(3.0))
            if self._plays()[: len(truth)] == truth:
                self.counts["right, late"] += 1
                return True
        if self._unread(truth, kind):
            question = self.session.snapshot().question
            self.counts["asked" if question else "unread"] += 1
            return self._help(truth, play, kind, question)
        self.counts["wrong"] += 1
        return False

    def _unread(self, truth: list[Play], kind: str) -> bool:
        """Whether the session merely missed the last step, without claiming anything false."""
        have = self._plays()
        if kind == "take_back":
            return have[:-1] == truth
        stack_to_come = [*truth[:-1], replace(truth[-1], shift=0)]
        return have in (truth[:-1], stack_to_come)

    def _help(self, truth: list[Play], play: Play, kind: str, question: Question | None) -> bool:
        """Answer with the truth, or type the play."""
        if question is not None:
            wanted = {describe_play(play), describe_take_back(kind)}
            options = enumerate(question.options)
            last = len(question.options) - 1
            option = next((i for i, o in options if o.split(" (")[0] in wanted), last)
            self.log += self.session.answer(question.id, option)
            self.feed(self.sim.still(1.5))
        try:
            if kind == "take_back" and self._plays() != truth:
                self.log += self.session.take_back()
            elif self._plays() != truth:
                if len(self._plays()) == len(truth):
                    self.log += self.session.take_back()
                self.log += self.session.enter(f"{play.seat}: {format_play(play)}")
        except MoveError:
            self.counts["stuck"] += 1
            return False
        self.feed(self.sim.still(0.5))
        return self._plays()[: len(truth)] == truth


def describe_play(play: Play) -> str:
    """A play in the wording of question options, without the verdict."""
    from arbiter.events.ledger import LEGAL
    from arbiter.games.initiative.round.candidates import Candidate

    return describe(Candidate(0.0, ((play, LEGAL),)))


def describe_take_back(kind: str) -> str:
    """The wording of a take-back option, if one happened."""
    return "the last play is taken back" if kind == "take_back" else ""


def notices(events: Iterable[SessionEvent]) -> list[str]:
    """The texts of all notices."""
    return [event.text for event in events if isinstance(event, Notice)]


def moves(events: Iterable[SessionEvent]) -> list[str]:
    """All reports of plays, in order."""
    return [event.text for event in events if isinstance(event, MoveSeen | MoveAmended)]
