"""Random rounds of Initiative as people play them, with a reader that misreads, and how the session copes.

Players hurry, nudge pieces, sacrifice in two gestures, make illegal plays and take plays back. In a third of
the rounds they answer questions and soon correct wrong reports, in a third they never answer, and in a third
they answer but do not notice wrong reports. ``Doubting.counts`` has every step by its outcome:

- ``right``: reported correctly without help;
- ``asked``: right after answered questions;
- ``healed``: wrong for a while, later right without help;
- ``missed``: not reported, so somebody typed it;
- ``wrong``: reported as something else until somebody corrected it, or for good;

and ``accused``, legal plays called illegal; ``alarms`` about a correct stack; ``questions``, ``notices``,
``amended`` plays, ``rounds``, and rounds that are ``whole`` at the end.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from arbiter.events.types import MoveAmended, MoveSeen, Notice, Question, SessionEvent, StackMismatch
from arbiter.games.initiative.relabel import relabel
from arbiter.games.initiative.round.earlier_mistakes import with_setup
from arbiter.games.initiative.session import GameSession
from engine.game import MoveError, Seat
from engine.initiative.draft import roll_setup
from engine.initiative.model import Play, Rules
from engine.initiative.notation import format_play
from engine.initiative.state import State
from engine.pieces import PALETTES, Colour, Piece, Size
from tests.support.simulated.hasty import random_play
from tests.support.simulated.misread_table import GAMES, Eyes, MisreadTable
from vision.observation import TableObservation

RESTS_S = (0.25, 0.9, 1.6, 3.2)
HOW_OFTEN = (0.1, 0.2, 0.3, 0.4)
READABLE_S = 1.5
"""After a rest of at least this length people check the reports."""


@dataclass
class Doubting:
    """One random round; ``seed`` also decides how the players behave."""

    seed: int
    rules: Rules
    eyes: Eyes = GAMES
    counts: Counter[str] = field(default_factory=Counter)
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)
        self.answers, self.notices = self.seed % 3 != 1, self.seed % 3 != 2
        colours: list[Colour] = list(PALETTES["rainbow"])
        self.dice.shuffle(colours)
        self.setup = roll_setup(tuple(colours[:5]), Size.SMALL, self.dice)
        self.sim = MisreadTable(self.setup, self.seed, self.eyes.noise, shuffle=True)
        self.sim.eyes = self.eyes
        if self.eyes.misread:
            self.sim.mislead(self.dice)
        self.session = GameSession(self.rules, rounds=1)
        self.truth: list[Play] = []
        self.slips: set[tuple[str, str]] = set()
        self.agreed = self.strange = 0
        self.helped = self.misled = self.muddled = False

    # ----- what people do

    def run(self, most: int = 9) -> Doubting:
        """Play at most this many steps, or until the session ends the round wrongly."""
        self.counts["rounds"] += 1
        state = State.start(self.setup, self.rules, self.dice.choice(list(Seat)))
        self._lay_beside(self.sim.rng, 4 * self.eyes.none)
        self._feed(self.sim.still(1.2))
        if self.dice.random() < 0.15:
            state = self._step(state)
        if not self._set_up():
            return self
        for number in range(most):
            if state.outcome is not None:
                break
            self.sim.rng = random.Random(f"{self.seed}/{number}")
            self._muddle(state)
            state = self._step(state)
            if self.session.snapshot().phase != "play" and state.outcome is None:
                self._book("wrong")
                return self
        for _ in range(3):
            self._rest(4.0)
        if not self._same():
            self._book("wrong")
        self.counts["whole"] += self._same()
        return self

    def _set_up(self) -> bool:
        for _ in range(12):
            self._feed(self.sim.still(1.5))
            snapshot = self.session.snapshot()
            if snapshot.phase == "play":
                return True
            if snapshot.question is not None:
                self.counts["set-up asked"] += 1
                self._answer_setup(snapshot.question)
        self.counts["set-up unread"] += 1
        return False

    def _answer_setup(self, question: Question) -> None:
        """Answer with the truth about the piece or the stack in question."""
        if "initiative stack" in str(question.text):
            names = [", ".join(colour.value for colour in self.setup.stack)]
        else:
            u, v = question.boxes[0][0] + 14, question.boxes[0][1] + 26
            x, y = (u - 640) / 1.6, (360 - v) / 1.6
            piece = min(self.sim.things, key=lambda thing: abs(thing.x - x) + abs(thing.y - y)).pieces[0]
            names = [str(piece), piece.colour.value, piece.size.word]
        options = [str(each) for each in question.options]
        option = next((options.index(name) for name in names if name in options), len(options) - 1)
        self.session.answer(question.id, option)

    def _step(self, state: State) -> State:
        rest, chance = self.dice.choices(RESTS_S, HOW_OFTEN)[0], self.dice.random()
        faults = [p for p, _ in state.plausible_illegal_moves() if not (p.sacrifice or p.call or p.shift)]
        if faults and chance < 0.12:
            return self._slip(state, self.dice.choice(faults), stands=chance < 0.03)
        if chance > 0.95:
            return self._take_back(state, 2 if chance > 0.98 else 1)
        play = random_play(state, self.dice)
        self.truth.append(play)
        if not play.virtual:
            self._act(play, rest)
            self._rest(0.0 if rest < READABLE_S else 0.1)
        return state.apply(play).state

    def _slip(self, state: State, play: Play, stands: bool) -> State:
        """An illegal play, taken back at once or after a while, or not at all."""
        self.slips.add((play.seat.value, format_play(play)))
        self.truth.append(play)
        if stands:
            self._act(play, 3.5)
            self._rest(0.1)
            return state.force(play).state
        self._act(play, self.dice.choice((0.7, 1.0, 1.3, 3.5)))
        self.truth.pop()
        self._feed(self.sim.take_back(play.seat, 2.5))
        self._rest(0.1)
        return state

    def _take_back(self, state: State, count: int) -> State:
        """Take back the last plays, as far as they are plain."""
        made = list(state.history)
        if len(made) <= count or any(play.virtual or play.shift for play in made[-count:]):
            return state
        for play in reversed(made[-count:]):
            self.truth.pop()
            self._feed(self.sim.take_back(play.seat, 0.4))
        self._rest(3.0)
        before = State.start(self.setup, self.rules, made[0].seat)
        for play in made[:-count]:
            before = before.force(play).state
        return before

    def _act(self, play: Play, rest: float) -> None:
        """Make a play as players do: sometimes in two gestures, sometimes with the stack first."""
        self._shove()
        halves = play.sacrifice is not None and self.dice.random() < 0.3
        stack_first = bool(play.shift) and self.dice.random() < 0.2
        still = replace(play, shift=0)
        if stack_first:
            self._feed(self.sim.move_stack(play.piece.colour, play.shift, 0.8))
        if halves:
            self._feed(self._in_halves(still, rest))
        elif play.call and play.sacrifice is None and self.dice.random() < 0.3:
            self._feed(self.sim.play(replace(still, call=False), 0.9))
            thing = self.sim.things[-1]
            thing.heading = 90.0 if play.seat is Seat.NEAR else 270.0
            self._feed(self.sim.hand(thing.x, thing.y, 0.4))
            self._feed(self.sim.still(rest))
        else:
            self._feed(self.sim.play(still, rest))
        if play.shift and not stack_first:
            self._feed(self.sim.move_stack(play.piece.colour, play.shift, max(rest, 0.9)))

    def _in_halves(self, play: Play, rest: float) -> Iterator[TableObservation]:
        """Put down the sacrifice first, then put the play onto it."""
        assert play.sacrifice is not None
        sim, columns = self.sim, self.sim.columns
        yield from sim.play(Play(play.seat, play.sacrifice), 0.9)
        columns[play.seat] -= 1
        under = sim.things.pop()
        sim.things.append(replace(under, name=f"{play.seat}-inventory"))
        yield from sim.play(play, rest)

    def _muddle(self, state: State) -> None:
        """Sometimes swap two pieces of the initiative stack; the next time, swap them back."""
        stack = next(thing for thing in self.sim.things if thing.name == "stack")
        order = [piece.colour for piece in stack.pieces]
        right, at = list(state.stack), self.dice.randrange(4)
        if order == right and self.dice.random() < 0.05:
            order[at : at + 2] = reversed(order[at : at + 2])
        elif order != right:
            order = right
        else:
            return
        self._feed(self.sim.hand(stack.x, stack.y, 0.6))
        self.muddled = order != right
        stack.pieces = tuple(Piece(stack.pieces[0].size, colour) for colour in order)
        self._feed(self.sim.still(self.dice.choice((0.9, 3.0))))

    def _shove(self) -> None:
        """Pieces are nudged or tidied; sometimes a foreign thing is put beside the game."""
        rng = self.sim.rng
        tidied = rng.choice([f"{seat}-inventory" for seat in Seat]) if rng.random() < 0.03 else ""
        for thing in self.sim.things:
            if thing.name == tidied:
                thing.x, thing.y = thing.x + rng.gauss(0, 10), thing.y + rng.gauss(0, 10)
        for thing in self.sim.things:
            if thing.name != "stack" and rng.random() < 0.03:
                thing.x, thing.y = thing.x + rng.gauss(0, 5), thing.y + rng.gauss(0, 5)
        self._lay_beside(rng, self.eyes.none)

    def _lay_beside(self, rng: random.Random, share: float) -> None:
        """Sometimes put a foreign thing beside the game."""
        if rng.random() < share:
            piece = Piece(Size(rng.randint(1, 3)), rng.choice(self.sim.palette))
            self.sim._put("none", (piece,), rng.uniform(-330, -270), rng.uniform(-220, 220))

    # ----- what the session makes of it

    def _feed(self, frames: Iterable[TableObservation]) -> None:
        for frame in frames:
            self._heard(self.session.observe(frame))

    def _heard(self, events: Iterable[SessionEvent]) -> None:
        for event in events:
            self.counts["questions"] += isinstance(event, Question)
            self.counts["notices"] += isinstance(event, Notice) and not event.over
            self.counts["amended"] += isinstance(event, MoveAmended) and event.changed != "nothing"
            self.counts["alarms"] += isinstance(event, StackMismatch) and not self.muddled
            if isinstance(event, MoveSeen) and not event.legal:
                self.counts["accused"] += (event.seat, event.text) not in self.slips

    def _plays(self) -> list[Play]:
        snapshot = self.session.snapshot()
        waiting = [] if snapshot.waiting is None else [snapshot.waiting.play]
        return _real([*(snapshot.state.history if snapshot.state else ()), *waiting])

    def _same(self) -> bool:
        return self._plays() == _real(self.truth)

    def _rest(self, seconds: float) -> None:
        """A rest, after which people check the reports unless it is too short."""
        if not seconds:
            return
        self._feed(self.sim.still(seconds))
        if not self._same() and self.session.snapshot().question is None:
            self._feed(self.sim.still(2.5))
        if self.answers:
            self._answer()
        have, truth = self._plays(), _real(self.truth)
        if have == truth:
            self._book("asked" if self.helped else "healed" if self.misled else "right")
            return
        claims = have != truth[: len(have)] and have[:-1] != truth
        self.misled |= claims
        self.strange += 1
        if self.strange >= (2 if self.answers else 3) and (self.notices or not claims):
            self.log.append(f"{self.seed}: {_words(truth)}, told {_words(have)}")
            self._book("wrong" if claims else "missed")
            self._put_right(truth)

    def _book(self, what: str) -> None:
        self.counts[what] += max(len(_real(self.truth)) - self.agreed, what in ("wrong", "missed"))
        self.agreed, self.strange = len(_real(self.truth)), 0
        self.helped = self.misled = False

    def _answer(self) -> None:
        """Answer truly until nothing is asked."""
        for _ in range(4):
            playing = self.session._play
            asked = None if playing is None else playing.asked
            if asked is None or self.session.snapshot().question is None:
                return
            scores = [self._true(each) for each in asked.readings]
            best = max(scores, default=0)
            self.helped |= best > 0
            option = scores.index(best) if best else len(asked.readings)
            self._heard(self.session.answer(asked.event.id, option))
            self._feed(self.sim.still(1.5))

    def _true(self, each) -> int:  # type: ignore[no-untyped-def]
        """2 for a reading that makes everything right, 1 for one that makes the last play right."""
        playing = self.session._play
        assert playing is not None
        ledger = playing.ledger if each.earlier is None else each.earlier.ledger
        if each.candidate.take_back and ledger.last is not None:
            ledger = ledger.take_back()
        plays = [ply.play for ply in ledger.plies]
        plays += [ledger.waiting.play] if ledger.waiting else []
        plays += [play for play, _ in each.candidate.plays]
        have, truth = [_bare(p) for p in _real(plays)], [_bare(p) for p in _real(self.truth)]
        if have == truth:
            return 2
        return int(
            bool(have and truth) and not each.nothing and have[-1] == truth[-1] and len(have) == len(truth)
        )

    def _put_right(self, truth: list[Play]) -> None:
        """Take back what is wrong and type what was played."""
        playing = self.session._play
        assert playing is not None
        try:
            while self._plays() != truth[: len(self._plays())]:
                self._heard(self.session.take_back())
            for play in truth[len(self._plays()) :]:
                self._enter(play)
        except MoveError:
            self.counts["stuck"] += 1
        self._feed(self.sim.still(0.5))

    def _enter(self, play: Play) -> None:
        text = f"{play.seat}: {format_play(play)}"
        try:
            self._heard(self.session.enter(text))
        except MoveError:
            playing = self.session._play
            assert playing is not None
            ledger = with_setup(playing.ledger, self.setup)
            if ledger is None:
                raise
            playing.ledger, playing.layout = ledger, relabel(playing.layout, ledger, playing.reader)
            self._heard(self.session.enter(text))


def _real(plays: Iterable[Play]) -> list[Play]:
    return [play for play in plays if not play.virtual]


def _bare(play: Play) -> tuple[object, ...]:
    return play.seat, play.piece, play.sacrifice, play.call


def _words(plays: list[Play]) -> str:
    return " ".join(format_play(play) for play in plays[-4:])
