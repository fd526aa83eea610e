"""What a game tells the table session: where its things lie, what shows there, what may have happened.

A game is watched *site* by site. A site is a named place that holds something of the game: a square, a card,
a player's stock, the room before a player. Its *content* is what a state has there, hidden pieces included,
as any hashable value; only the model knows what it means. From one still table to the next the session asks
the model for the readings of the change, and takes, asks about or refuses the best (``explanations``).

All scores are natural logarithms of likelihood ratios against knowing nothing, as in ``scoring.Reader``: 0
says nothing, a good single piece is worth 2 to 4. The prices below are for what should show and does not.
"""

from __future__ import annotations

import json
import math
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Self

from arbiter.events.ledger import Ledger
from arbiter.table.budget import Budget
from arbiter.table.scoring import Reader
from arbiter.table.setup.by_hand import Choices, Thing
from arbiter.table.window import Touch
from engine.definition import AnyGame
from engine.message import Message, Messages, Said
from engine.pieces import Piece
from vision.observation import Box
from vision.track.summing import Unit

say = Messages("arbiter")

PRICES = Path(__file__).with_name("prices.json")
"""What ``scripts/fitting/fit_board_prices.py`` counted on films of Nickel and Sanctum."""
_LOG: Mapping[str, float] = json.loads(PRICES.read_text("utf-8"))["prices"]
LOG_UNSEEN, BOARD_UNSEEN = -8.0, _LOG["unseen"]
"""Something must show at a site and does not; the second as it was counted."""
LOG_STRAY, BOARD_STRAY = -7.0, _LOG["stray"]
"""Something shows at a site where nothing should; the second as it was counted."""
LOG_COVERED = -0.7
"""A site changed under a hand."""
UNTOUCHED = -1.5
"""What shows at a site and looks as it did speaks at least this much against something done there."""


@dataclass(frozen=True)
class Seen:
    """A still table by sites: ``units`` (table frame, mm) of each site, sites with nothing left out.

    ``changed``: sites that look different from when the present state was accepted; ``hidden``: sites that a
    resting hand covers, of which nothing is known; ``since_s``: seconds since the last move was booked;
    ``vouched``: sites that still look as they did when people said what they hold; ``stale``: sites that are
    as they were seen a moment ago; ``blind``: places (mm) of which nothing is known; ``touches``: hands of
    the last seconds; ``were``: where in the picture each site's units were when the present state was
    accepted; ``budget``: what may still be tried in this frame to understand it.
    """

    units: Mapping[str, tuple[Unit, ...]]
    changed: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    since_s: float = math.inf
    vouched: frozenset[str] = frozenset()
    stale: frozenset[str] = frozenset()
    blind: tuple[tuple[float, float], ...] = ()
    touches: tuple[Touch, ...] = ()
    were: Mapping[str, tuple[Box, ...]] = field(default_factory=dict)
    budget: Budget = field(default_factory=Budget, compare=False, repr=False)

    def at(self, site: str) -> tuple[Unit, ...]:
        """The units of a site; empty where nothing shows."""
        return self.units.get(site, ())


@dataclass(frozen=True)
class MoveSequence:
    """Moves of the engine, in order, that may lead from a state to the table; ``log_prior`` of it happening.

    Empty: nothing of the game happened. Legality is for the session to find out (`ledger.judge`): a model
    lists what the pieces allow, with lower priors for what players do by mistake. ``wait_s`` of still table
    have to pass before it is believed. ``unfinished`` is for a move that is only half made: what the sites
    hold meanwhile, and in words what is missing; nothing is booked for it.
    """

    moves: tuple[Any, ...]
    log_prior: float
    wait_s: float = 0.0
    blind: bool = False
    """Whether it rests on what nobody could see, so that people have to be asked."""
    unfinished: tuple[Mapping[str, Any], Message] | None = None
    sound: frozenset[str] = frozenset()
    """Sites of which the model knows that a misfit there speaks for no other moves."""


@dataclass(frozen=True)
class Misreading:
    """A set-up that may have been the right one from the start, with the log prior of having misread it so.

    ``text`` says it as an end of a sentence: ``the pyramid on c3 is red pointing north, not east``.
    """

    setup: Any
    log_prior: float
    text: Message


class TableModel(ABC):
    """One game at one table, as it lies there: immutable, every method pure.

    ``reader`` scores units. Layouts (where sites are) are fixed at set-up. What is abstract every game has to
    say; the rest is as it is for most games.
    """

    reader: Reader
    """Scores units against pieces."""
    glimpses: ClassVar[bool] = False
    """Whether it can be told what a glimpse of the table, taken while something moves, hides (`hidden`)."""
    growing: ClassVar[bool] = False
    """Whether its moves may become others by going on (`grows`)."""
    in_order: ClassVar[bool] = False
    """Whether looks tell in which order things were done that anybody may do at any time (`not_yet`)."""
    recalls: ClassVar[bool] = False
    """Whether `others` knows which earlier moves were others, however long ago; else the newest are tried."""

    @property
    @abstractmethod
    def game(self) -> AnyGame:
        """The engine's game: start, notation, diagram."""

    # ----- where things are, and how they look

    @abstractmethod
    def sort(self, units: Sequence[Unit]) -> Mapping[str, tuple[Unit, ...]]:
        """The units of each site; units in no site are left out."""

    @abstractmethod
    def contents(self, state: Any) -> Mapping[str, Any]:
        """What a state has at each site (the same sites for every state); equal contents compare equal."""

    @abstractmethod
    def fit(self, site: str, content: Any, units: tuple[Unit, ...]) -> float:
        """Log likelihood ratio of ``units`` showing at a site that holds ``content``.

        A site with several unordered pieces (a stock, a vault) may be lenient: 0 says nothing.
        """

    def named(self, site: str, content: Any, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        """The ``pieces`` read off the only unit at a site (top to bottom) as its content has them; empty for
        what is no pyramid."""
        return pieces

    def place(self, site: str, pieces: tuple[Piece, ...]) -> str:
        """What the game's drawing calls a site, or the ``pieces`` at it."""
        return site

    def doubt(self, site: str, content: Any, units: tuple[Unit, ...], fit: float) -> float:
        """The ``fit`` of a site as far as a misfit there is a sign of a misreading."""
        return fit

    def fickle(self, site: str) -> bool:
        """Whether a site may look otherwise though nothing was done there."""
        return False

    def unlike(self, site: str, content: Any, units: tuple[Unit, ...]) -> float:
        """A log ratio of at most 0: how much more a site that changed looks like something else that a slip
        would have put there; costlier than ``fit``, so only the likeliest readings are asked."""
        return 0.0

    def hidden(
        self, places: Iterable[tuple[float, float]], there: Mapping[str, tuple[Unit, ...]]
    ) -> frozenset[str]:
        """The sites of which something cannot be seen where nothing is known of these places (mm) but what is
        ``there``; asked where `glimpses` says so."""
        return frozenset()

    @abstractmethod
    def describe(self, site: str, content: Any, units: tuple[Unit, ...]) -> Said:
        """What is wrong at a site, in a clause: ``on c3 I see a red pointing east, not a standing red``."""

    # ----- what may have happened

    @abstractmethod
    def sequences(self, state: Any, seen: Seen) -> Iterable[MoveSequence]:
        """The moves that may have led from ``state`` to the table, the empty sequence included.

        What is impossible (``MalformedMove``) is left out; several moves where players may make them
        between two still tables, the likelier ones first: so many are followed as ``seen.budget`` has. Use
        ``seen.changed`` to keep it short, and take from the budget what is tried to find them.
        """

    def grows(self, move: Any, other: Any) -> bool:
        """Whether one move may have become another by going on."""
        return False

    def not_yet(self, move: Any, seen: Seen, before: Seen) -> bool:
        """Whether a table ``before`` showed that a move that is ``seen`` was not done yet."""
        return True

    def joined(self, state: Any, moves: Sequence[Any]) -> tuple[Any, ...]:
        """Moves from a state, seen one after the other, with those that were but parts of one as that one."""
        return tuple(moves)

    def wait_s(self, moves: Iterable[Any]) -> float:
        """After how many seconds it is believed that moves were all that was done."""
        return 0.0

    def goes_on(self, ledger: Ledger) -> bool:
        """Whether the last move may yet become a longer one."""
        return False

    def on_its_way(self, state: Any, move: Any) -> bool:
        """Whether the table after an illegal move may be what lies there in the middle of a legal one."""
        return False

    def undone(self, ledger: Ledger, seen: Seen) -> bool:
        """Whether what was done last may have been done by mistake, in a game without turns."""
        return False

    def others(self, ledger: Ledger, number: int, seen: Seen) -> Iterable[Any]:
        """What ply ``number`` may have been instead."""
        before = ledger.states[number - 1]
        return (*self.game.brief(before), *self.game.slips(before))

    def same(self, state: Any) -> Hashable:
        """What is equal for states that the rules need not tell apart, however they came about; ``None``:
        they are told apart by their moves."""
        return None

    def misreadings(self, ledger: Ledger, seen: Seen) -> Iterable[Misreading]:
        """Set-ups that the one believed in may have been misread from, the likelier ones; may be empty."""
        return ()

    def as_it_lies(self, state: Any, seen: Seen) -> tuple[Any, ...]:
        """The moves, as a rule illegal ones, by which people may go on from how a table lies that nobody can
        explain, one for each player who may be to move then; none where that cannot be told."""
        return ()

    def agreed(self, move: Any) -> bool:
        """Whether people who say that an illegal move was made mean that it stands."""
        return False

    # ----- keeping it

    def settle(self, state: Any, seen: Seen) -> Self:
        """The model once ``state`` is accepted: where things without a fixed place are on this table."""
        return self

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """What ``TableGame.model_of`` makes the model from again; goes into the record as ``layout``."""


@dataclass(frozen=True)
class Doubt:
    """A thing at set-up that cannot be told for sure: ``answers`` are offered with their probabilities.

    ``place`` (mm) tells it from other doubts; ``values`` are what to pin there, one for each answer.
    """

    text: Message
    place: tuple[float, float]
    answers: tuple[Message, ...]
    values: tuple[Any, ...]
    probabilities: tuple[float, ...]
    box_px: Box


Pins = Mapping[tuple[float, float], Any]
"""What people said lies at a place (mm)."""


@dataclass(frozen=True)
class TableSetup:
    """A table at set-up: ``setup`` and ``model`` once it is whole, else ``problems`` or ``doubts``."""

    setup: Any = None
    model: TableModel | None = None
    problems: tuple[Message, ...] = ()
    doubts: tuple[Doubt, ...] = field(default=())
    things: tuple[Thing, ...] = ()
    """All that was read, as people are shown it."""
    presumed: Mapping[tuple[float, float], Any] = field(default_factory=dict)
    """What to pin for what is hardly a problem: it is taken for true once the table has lain still long."""

    @property
    def settled(self) -> bool:
        """Whether there is nothing to put right and nothing to ask."""
        return not self.problems and not self.doubts


class TableGame(ABC):
    """How a game begins at a table."""

    complete: ClassVar[bool] = False
    """Whether it is known what it begins with: what is hardly seen counts where nothing is lacking then."""
    rules: Any
    """The rules agreed."""

    @property
    @abstractmethod
    def game(self) -> AnyGame:
        """The engine's game."""

    @property
    @abstractmethod
    def reader(self) -> Reader:
        """Scores units against pieces; its palette has all colours that may lie there."""

    @abstractmethod
    def read_setup(self, units: Sequence[Unit], pins: Pins) -> TableSetup:
        """What lies on a still table before play."""

    def choices(self) -> Choices:
        """What people may say that a thing is; empty: nothing may be said."""
        return {}

    def meant(self, thing: Thing, what: str) -> tuple[Any, int]:
        """What is pinned for a thing by what people say that it is, and how many pyramids show there.

        Raises ``ValueError`` in one line.
        """
        raise ValueError(say("fix_not_by_word", raw=self.game.name))

    def accepting(self, pins: Pins) -> Pins:
        """The pins with what people say besides when they accept a set-up as it is shown."""
        return pins

    @abstractmethod
    def model_of(self, layout: Mapping[str, Any]) -> TableModel:
        """The model that ``to_json`` wrote; raises ``ValueError``, ``KeyError`` or ``TypeError``."""


class MarkedTable(TableGame):
    """A table with a board or cards, whose place people can show."""

    grid: Any
    """Where the board or the cards lie, with ``to_json``; ``None`` until that is known."""

    @abstractmethod
    def marked(self, corners: Sequence[tuple[float, float]]) -> MarkedTable:
        """The table whose board, or cards together, lie between these corners (mm), near left first."""
