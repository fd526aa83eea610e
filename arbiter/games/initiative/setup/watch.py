"""Waiting for a set-up: reads the table, reports what is wrong, asks about what cannot be read.

A set-up without problems or doubts is accepted after ``SETUP_S`` of still table. If people began to play
earlier, their plays are caught up with where the rows reveal them (``late_start``); what was played first is
asked after ``BEGUN_S``. ``table.setup.waiting`` says when problems are reported. A doubt is asked about after
``DOUBT_S``, a problem that may be a misreading after ``AGAIN_S``, so that people have time to fix it. What
people gave up on is reported together with what else they can do.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from arbiter.events.ledger import Ledger
from arbiter.events.types import AS_SHOWN, Question, SessionEvent, SetByHand, SetupSeen
from arbiter.games.initiative.setup.late_start import PlayOrder, RowsSeen, first_stack, play_orders, settled
from arbiter.games.initiative.setup.layout import make_layout
from arbiter.games.initiative.setup.questions import Query, Said, first_play, queries
from arbiter.games.initiative.setup.reading import (
    FULL_INVENTORY,
    IN_ROW,
    STACK_SURE,
    STACK_UNSURE,
    SetupReading,
    count_problems,
    find_stack,
    in_rank,
    in_rows,
    pieces_shown,
    read_setup,
)
from arbiter.games.initiative.setup.things import choices, differences, meant, place_words, refusal, things
from arbiter.games.initiative.setup.worlds import Order
from arbiter.table.budget import Budget
from arbiter.table.layout import Layout
from arbiter.table.reports import unit_facts
from arbiter.table.scoring import Reader
from arbiter.table.setup.asking import AskedDoubt, AsksAtSetup
from arbiter.table.setup.by_hand import STACK, Place, Shown, standing
from arbiter.table.setup.offer import NOT_SEEN, Offer, some_of
from arbiter.table.setup.seating import seating
from arbiter.table.setup.waiting import Telling
from arbiter.table.thresholds import AGAIN_S, DOUBT_S, READ_EVERY, SETUP_FRAMES, SETUP_S
from arbiter.table.window import Window
from calibration.table_frame import Axes
from engine.game import Seat, plain
from engine.initiative.game import GAME
from engine.initiative.model import Rules, Setup
from engine.message import Message, Messages
from engine.pieces import Piece
from vision.observation import Box
from vision.track.summing import Unit

say = Messages("arbiter.games.initiative")

BEGUN_S = 1.2
"""Seconds of still table before people are asked how the round began."""
FEW = 2
MOST_HARDLY_SEEN = 2
LIKELY = 0.5
"""Least confidence of a unit that counts towards the rows in front of the players: on a chequered cloth half
of a row may be doubtful, and a false unit does not move a row."""
MOST_RESEATED = 3
"""How often the table may be turned towards where the players sit."""
DRAFTED_S = 3.0
LEFT_OVER = say("dr_left_over")


@dataclass
class SetupWatch(AsksAtSetup):
    """Watches the table until it is set up; ``expected`` is the set-up of a later round or of a draft, which
    must be matched."""

    reader: Reader
    rules: Rules
    round: int = 1
    expected: Setup | None = None
    leader: Seat | None = None
    next_question: int = 1
    started: tuple[Ledger, Layout] | None = None
    made: PlayOrder = ()
    """The plays already on the table when the round is ``started``."""
    asked: AskedDoubt | None = None
    _asked_of: Window = field(default_factory=Window)
    """The table when the open question was asked."""
    _said: Said = field(default_factory=Said)
    _telling: Telling = field(default_factory=Telling)
    _rows: RowsSeen = field(default_factory=RowsSeen)
    _first_stack: Order = ()
    """The order of the initiative stack before any play, if that was seen."""
    offer: Offer = field(default_factory=Offer)
    _looked: Window | None = None
    """The table as shown to people."""
    _judgement: tuple[SetupReading, tuple[Message, ...]] | None = None
    """Its reading, and what is wrong with it."""
    _accepted: Window | None = None
    """The table that people accepted as shown."""
    seats: Axes | None = None
    """The table frame that suits where the players sit; ``None`` if the present one does."""
    _reseated: int = 0

    def step(self, window: Window) -> list[SessionEvent]:
        """Looks at the table; ``started`` is set once the round can begin."""
        enough = window.frames >= SETUP_FRAMES and window.span_s >= SETUP_S
        if not enough or not self.offer.looks(window) or window.frames % READ_EVERY:
            return []
        if self._telling.touched(window):
            self._said = self._said.hopeful()
        units = self.offer.units(window, self.reader.palette)
        if self._turns_table(units):
            return []
        reading, problems, found = self._taken_in(units, window)
        if not problems and window.span_s < self._calm_s:
            return []
        if self._settles(reading, problems) and self.offer.begins(window):
            return self._ready(reading, found, window)
        if self.asked is not None and any(problem.id == IN_ROW for problem in problems):
            return []  # play continues: an answer still applies to the table that was asked about
        events = self._hold_up(reading, problems, window)
        if any(isinstance(event, Question) for event in events):
            self._asked_of = window
        return events + ([] if problems else self.offer.tell(window, self.asked is not None))

    def _turns_table(self, units: list[Unit]) -> bool:
        """Whether the table must first be seen in another frame; never after people pointed at anything."""
        fixed = self.expected is not None or self.asked is not None or self.offer.said()
        if fixed or self._said != Said() or self._reseated >= MOST_RESEATED:
            return False
        tower = find_stack(units) if units else None
        likely = [unit for unit in units if unit is not tower and unit.confidence >= LIKELY]
        self.seats = seating([(unit.x_mm, unit.y_mm) for unit in likely])
        self._reseated += self.seats is not None
        return self.seats is not None

    def _in_doubt(self) -> list[Query]:
        if self._judgement is None:
            return []
        reading, problems = self._judgement
        if set(problems) - {STACK_UNSURE} or not self._complete(reading):
            return []
        return list(queries(reading, self._said, self.reader.palette))

    # ----- shown, corrected by hand, accepted as shown

    def _show(
        self,
        reading: SetupReading,
        problems: tuple[Message, ...],
        found: tuple[PlayOrder, ...],
        units: list[Unit],
        window: Window,
    ) -> None:
        """Shows the table as it is read."""
        self._looked = window
        counted = count_problems(reading.units) if reading.units else []
        counts = [line for line in counted if line.id != IN_ROW]
        rows = [] if self._know_plays(found) else [line for line in problems if line.id == IN_ROW]
        more = [*self._left_over(len(units)), *self._differences(reading)]
        shown = Shown(
            things(reading, standing(units, self.offer.by_hand.pins(units)), self.reader),
            problems,
            refusal(reading, counts, rows, more),
            choices(reading, self.reader.palette),
        )
        self.offer.show(shown, window)

    def say(self, what: str, at: str | Place, box_px: Box | None, time_s: float) -> list[SessionEvent]:
        """People say what stands somewhere; ``ValueError``, in one line, if that is impossible."""
        shown = self.offer.shown or Shown()
        stack = next((each.pieces for each in shown.things if each.kind == STACK), ())
        order = tuple(piece.colour for piece in stack)
        said = self.offer.say(what, at, box_px, meant(order), time_s)
        window = replace(self._looked or Window(), budget=Budget())
        reading, _, found = self._reread(window)
        first = first_play(found, self._said)
        open_ = [*queries(reading, self._said, self.reader.palette), *([first] if first else [])]
        if self._stays(open_):
            return [said]
        return [said, *self._withdraw(replace(window, last_s=time_s))]

    def accept(self, time_s: float) -> list[SessionEvent]:
        """People accept the set-up as shown; ``ValueError``, in one line, if it cannot be played."""
        if self.offer.shown is None or self._looked is None:
            raise ValueError(NOT_SEEN)
        if self.offer.shown.refusal:
            raise ValueError(self.offer.shown.refusal)
        last_s = max(time_s, self._looked.first_s + BEGUN_S)
        window = self._accepted = replace(self._looked, last_s=last_s, budget=Budget())
        reading, _, found = self._reread(window)
        said = SetByHand(time_s=time_s, name="", what=AS_SHOWN, place=(0.0, 0.0))
        return [said, *self._ready(reading, found, window)]

    def _reread(self, window: Window) -> tuple[SetupReading, tuple[Message, ...], tuple[PlayOrder, ...]]:
        """Reads a table again with everything that people said, and shows it."""
        return self._taken_in(self.offer.units(window, self.reader.palette), window)

    def _taken_in(
        self, units: list[Unit], window: Window
    ) -> tuple[SetupReading, tuple[Message, ...], tuple[PlayOrder, ...]]:
        """Reads the units of a table, and shows it."""
        units, reading, problems = self._with_faint(units, window)
        judged = self._judged(len(units), reading, problems, window)
        self._show(*judged, units, window)
        self._judgement = judged[:2]
        return judged

    def _with_faint(
        self, units: list[Unit], window: Window
    ) -> tuple[list[Unit], SetupReading, tuple[Message, ...]]:
        """The units with their reading and its problems. If ranks that have long lain still lack exactly
        units that are hardly seen, those are included: what is left if all others are spurious, or else the
        most certain; none about which people said that it is nothing of what it may be."""
        reading, problems = self._read(units)
        if window.span_s < DOUBT_S or not window.faint or not problems:
            return units, reading, problems
        nothing = [at for at in self._said.given_up if at is not None]
        faint = [
            replace(unit, hits=0)  # treated as out of sight
            for unit in self.offer.faint(window, self.reader.palette)
            if self._said.known(nothing, unit) is None
        ]
        with_all = self._read([*units, *faint])
        spurious = {id(each.unit): each.probability for each in with_all[0].extras}
        likely = sorted(faint, key=lambda unit: spurious.get(id(unit), 0.0))
        for more in (faint, *some_of(likely, MOST_HARDLY_SEEN)):
            fuller = [*units, *more]
            whole, left = with_all if more is faint else self._read(fuller)
            right = self._complete(whole) and not set(left) - {STACK_UNSURE}
            if right and all(in_rank(unit, whole.units) for unit in more):
                return fuller, whole, left
        return units, reading, problems

    def _judged(
        self, count: int, reading: SetupReading, problems: tuple[Message, ...], window: Window
    ) -> tuple[SetupReading, tuple[Message, ...], tuple[PlayOrder, ...]]:
        """The reading of ``count`` units, what is wrong with it, and possible orders of the plays made."""
        rows = [unit for each in reading.units.values() for unit in in_rows(each)]
        places = [(unit.x_mm, unit.y_mm) for unit in rows]
        whole = self._complete(reading)
        self._rows = self._rows.seen(places, window.first_s, whole)
        if whole and not rows and reading.stack is not None and reading.stack.probability >= STACK_SURE:
            self._first_stack = reading.stack.order
        playing = tuple(problem for problem in problems if problem.id == IN_ROW)
        found: tuple[PlayOrder, ...] = ()
        if playing and whole:
            stack = self._first_stack
            found = play_orders(reading, self._rows, self.rules, self.leader, window.budget, stack)
        if self._know_plays(found):
            others = tuple(problem for problem in problems if problem not in playing)
            problems = others or self._differences(reading)
        elif playing:  # stays the same while play goes on; pyramids hidden in the rows are not missing
            problems = playing
        return reading, self._left_over(count) or problems, found

    def _know_plays(self, found: tuple[PlayOrder, ...]) -> bool:
        """Whether the plays in the rows are known, or one question away from it."""
        return bool(found and (settled(found, self._said.first) or first_play(found, self._said)))

    def _settles(self, reading: SetupReading, problems: tuple[Message, ...]) -> bool:
        """Whether a reading leaves nothing to fix or to ask."""
        return not problems and (not reading.doubts or self.expected is not None)

    def _askable(self, reading: SetupReading, problems: tuple[Message, ...]) -> list[Query]:
        """The questions about a reading, if their answers may settle all of its problems."""
        if not set(problems) <= set(reading.askable):
            return []
        return list(queries(reading, self._said, self.reader.palette))

    def _ready(
        self, reading: SetupReading, found: tuple[PlayOrder, ...], window: Window
    ) -> list[SessionEvent]:
        """Begins the round with the plays already made; asks which was first if that is open."""
        plays = settled(found, self._said.first) if found else ()
        warned = found and self._telling.reported and self._said.first is None
        if plays is not None and (not warned or self._accepted is window):  # else a pyramid was perhaps moved
            return self._withdraw(window) + self._begin(reading, window.last_s, plays)
        query = first_play(found, self._said)
        if query is None or (self.asked is None and window.span_s < BEGUN_S):
            return []
        self._asked_of = window  # an answer given while play continues applies to all of it
        return self._ask([query], window, window.last_s)

    def _read(self, units: list[Unit]) -> tuple[SetupReading, tuple[Message, ...]]:
        """The set-up, given what people said, and what is wrong with it."""
        said, pins = self._said, self.offer.by_hand.pins(units)
        pieces = {**said.pieces, **{at: value for at, value in pins.items() if isinstance(value, Piece)}}
        there = standing(units, pins)
        orders = (each for each in pins.values() if isinstance(each, tuple) and not isinstance(each, Piece))
        order = next(orders, said.order)
        reading = read_setup(there, self.reader.palette, pieces, order, self.expected)
        return reading, reading.problems or self._differences(reading)

    def _hold_up(
        self, reading: SetupReading, problems: tuple[Message, ...], window: Window
    ) -> list[SessionEvent]:
        """Asks, or reports what is wrong."""
        held_s = self._telling.held_s(problems, window)
        wanted = self._askable(reading, problems)
        if not wanted:
            return self._withdraw(window) + self._tell(reading, problems or _given_up(reading), window)
        if not set(problems) - {STACK_UNSURE}:
            return self._ask(wanted, window, window.last_s) if window.span_s >= DOUBT_S else []
        events = self._tell(reading, problems, window)
        return events + (self._ask(wanted, window, window.last_s) if held_s >= AGAIN_S else [])

    def _begin(self, reading: SetupReading, time_s: float, plays: PlayOrder = ()) -> list[SessionEvent]:
        assert reading.setup is not None and reading.stack_unit is not None
        size = reading.setup.stack_size if self.expected is None else self.expected.stack_size
        setup = replace(reading.setup, stack_size=size, stack=first_stack(plays, reading.setup.stack))
        layout = make_layout(reading, plays, self.offer.as_seen(self._looked, self.reader.palette))
        self.started, self.made = (Ledger(setup, self.rules, self.leader, game=GAME), layout), plays
        return [
            SetupSeen(
                time_s=time_s,
                round=self.round,
                setup=plain(setup),
                layout=layout.to_json(),
                accepted=self._accepted is not None,
                said=self.offer.said(),
            )
        ]

    def _tell(
        self, reading: SetupReading, problems: tuple[Message, ...], window: Window
    ) -> list[SessionEvent]:
        whole = self._complete(reading)
        if any(problem.id == IN_ROW for problem in problems):  # early sacrifices may hide pyramids
            sides = reading.units.values()
            whole = whole or all(FULL_INVENTORY - pieces_shown(units) <= FEW for units in sides)
        quiet = self.expected is not None and not whole
        if not problems or not self._telling.due(problems, window, whole, quiet=quiet):
            return []
        seen: dict[str, Any] = {} if reading.setup is None else plain(reading.setup)
        how, time_s = self.offer.how() or "", window.last_s
        return [SetupSeen(time_s=time_s, round=self.round, setup=seen, problems=problems, how=how)]

    def _complete(self, reading: SetupReading) -> bool:
        """Whether both sides show as many pieces as the round needs; until then players are tidying."""
        counts = [pieces_shown(units) for units in reading.units.values()]
        if self.expected is None:
            return counts == [FULL_INVENTORY, FULL_INVENTORY]
        return counts == [len(self.expected.inventory(seat)) for seat in reading.units]

    @property
    def asked_first(self) -> bool:
        """Whether people said which play was first."""
        return self._said.first is not None

    @property
    def _drafted(self) -> bool:
        return self.expected is not None and self.round == 1

    @property
    def _calm_s(self) -> float:
        """How long a set-up must lie still: a drafted one is there at once, but still tidied up (I14)."""
        return DRAFTED_S if self._drafted else SETUP_S

    def _left_over(self, seen: int) -> tuple[Message, ...]:
        """The problem that units still lie at a draft's markers, if more units are ``seen`` than known."""
        if self.expected is None or not self._drafted:
            return ()
        known = 1 + sum(len(self.expected.inventory(seat)) for seat in Seat)
        return (LEFT_OVER,) if seen > known else ()

    def _differences(self, reading: SetupReading) -> tuple[Message, ...]:
        """What differs from the set-up that the round must have."""
        if self.expected is None or reading.setup is None:
            return ()
        return differences(reading.setup, self.expected, self.round)

    # ----- asking

    def _question(self, doubt: Query, window: Window, time_s: float) -> Question:
        odds = doubt.probabilities
        return self._worded(
            doubt.text,
            doubt.answers,
            time_s,
            probabilities=(*odds, max(0.0, 1 - sum(odds))) if odds else (),
            boxes=(doubt.unit.bbox_px,),
            frame=window.last_frame,
            observation={"unit": unit_facts(doubt.unit, self.reader)},
        )

    def _settle(self, asked: AskedDoubt, option: int) -> None:
        query: Query = asked.doubt
        self._said = query.after[option] if option < len(query.after) else query.otherwise

    def _go_on(self, time_s: float) -> list[SessionEvent]:
        """Begins, or asks on, from the table that was asked about."""
        accepted = self._accepted is not None and self._accepted is self._asked_of
        window = replace(self._asked_of, last_s=time_s, budget=Budget())
        reading, problems, found = self._reread(window)
        if accepted or self._settles(reading, problems):
            self._accepted = window if accepted else None
            return self._ready(reading, found, window)
        wanted = self._askable(reading, problems)
        return self._ask(wanted, window, time_s) if wanted else []

    @staticmethod
    def _same(one: Query, other: Query) -> bool:
        return one.same(other)


def _given_up(reading: SetupReading) -> tuple[Message, ...]:
    """What else to do about pieces that nobody could name."""
    return tuple(say("not_without", text=place_words(seat, index)) for seat, index, _ in reading.doubts)
