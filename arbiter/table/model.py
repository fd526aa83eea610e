"""What a game tells the table session: where its things lie, what shows there, what may have happened.

A game is watched *site* by site. A site is a named place that holds something of the game: a square, a card,
a player's stock, the room before a player. Its *content* is what a state has there, hidden pieces included,
as any hashable value; only the model knows what it means. From one still table to the next the session asks
the model for the readings of the change, and takes, asks about or refuses the best (``explanations``).

All scores are natural logarithms of likelihood ratios against knowing nothing, as in ``scoring.Reader``: 0
says nothing, a good single piece is worth 2 to 4. The prices below are for what should show and does not.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from arbiter.events.ledger import Ledger
from arbiter.table.budget import Budget
from arbiter.table.scoring import Reader
from arbiter.table.setup.by_hand import Choices, Thing
from arbiter.table.window import Touch
from engine.definition import AnyGame
from engine.pieces import Piece
from vision.observation import Box
from vision.track.summing import Unit

LOG_UNSEEN = -8.0
"""Something must show at a site and does not."""
LOG_STRAY = -7.0
"""Something shows at a site where nothing should."""
LOG_COVERED = -0.7
"""A site changed under a hand."""
UNTOUCHED = -1.5
"""What shows at a site and looks as it did speaks at least this much against something done there."""


@dataclass(frozen=True)
class Seen:
    """A still table by sites: ``units`` (table frame, mm) of each site, sites with nothing left out.

    ``changed``: sites that look different from when the present state was accepted; ``hidden``: sites that a
    resting hand covers, of which nothing is known; ``outside``: units that belong to no site; ``since_s``:
    seconds since the last move was booked; ``vouched``: sites that still look as they did when people said
    what they hold; ``brief``: whether no more than one turn can have been made since; ``stale``: sites that
    are as they were seen a moment ago; ``blind``: places (mm) of which nothing is known; ``touches``: hands
    of the last seconds; ``were``: where in the picture each site's units were when the present state was
    accepted; ``budget``: what may still be tried in this frame to understand it.
    """

    units: Mapping[str, tuple[Unit, ...]]
    changed: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    outside: tuple[Unit, ...] = ()
    since_s: float = math.inf
    vouched: frozenset[str] = frozenset()
    brief: bool = False
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
    unfinished: tuple[Mapping[str, Any], str] | None = None
    sound: frozenset[str] = frozenset()
    """Sites of which the model knows that a misfit there speaks for no other moves."""


@dataclass(frozen=True)
class Misreading:
    """A set-up that may have been the right one from the start, with the log prior of having misread it so.

    ``text`` says it as an end of a sentence: ``the pyramid on c3 is red pointing north, not east``.
    """

    setup: Any
    log_prior: float
    text: str


class TableModel(Protocol):
    """One game at one table, as it lies there: immutable, every method pure.

    ``game`` is the engine's; ``reader`` scores units. Layouts (where sites are) are fixed at set-up.
    """

    @property
    def game(self) -> AnyGame:
        """The engine's game: start, notation, diagram."""

    @property
    def reader(self) -> Reader:
        """Scores units against pieces."""

    def sort(self, units: Sequence[Unit]) -> Mapping[str, tuple[Unit, ...]]:
        """The units of each site; units in no site are left out."""

    def contents(self, state: Any) -> Mapping[str, Any]:
        """What a state has at each site (the same sites for every state); equal contents compare equal."""

    def fit(self, site: str, content: Any, units: tuple[Unit, ...]) -> float:
        """Log likelihood ratio of ``units`` showing at a site that holds ``content``.

        A site with several unordered pieces (a stock, a vault) may be lenient: 0 says nothing.
        """

    def named(self, site: str, content: Any, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        """The ``pieces`` read off the only unit at a site (top to bottom) as its content has them; empty for
        what is no pyramid."""

    def sequences(self, state: Any, seen: Seen) -> Iterable[MoveSequence]:
        """The moves that may have led from ``state`` to the table, the empty sequence included.

        What is impossible (``MalformedMove``) is left out; several moves where players may make them
        between two still tables, the likelier ones first: so many are followed as ``seen.budget`` has. Use
        ``seen.changed`` to keep it short, and take from the budget what is tried to find them.
        """

    def misreadings(self, ledger: Ledger, seen: Seen) -> Iterable[Misreading]:
        """Set-ups that the one believed in may have been misread from, the likelier ones; may be empty."""

    def settle(self, state: Any, seen: Seen) -> TableModel:
        """The model once ``state`` is accepted: where things without a fixed place are on this table."""

    def describe(self, site: str, content: Any, units: tuple[Unit, ...]) -> str:
        """What is wrong at a site, in a clause: ``on c3 I see a red pointing east, not a standing red``."""

    def to_json(self) -> dict[str, Any]:
        """What ``TableGame.model_of`` makes the model from again; goes into the record as ``layout``."""


@dataclass(frozen=True)
class Doubt:
    """A thing at set-up that cannot be told for sure: ``answers`` are offered with their probabilities.

    ``place`` (mm) tells it from other doubts; ``values`` are what to pin there, one for each answer.
    """

    text: str
    place: tuple[float, float]
    answers: tuple[str, ...]
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
    problems: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = field(default=())
    things: tuple[Thing, ...] = ()
    """All that was read, as people are shown it."""


class TableGame(Protocol):
    """How a game begins at a table."""

    @property
    def game(self) -> AnyGame:
        """The engine's game."""

    @property
    def rules(self) -> Any:
        """The rules agreed."""

    @property
    def reader(self) -> Reader:
        """Scores units against pieces; its palette has all colours that may lie there."""

    def read_setup(self, units: Sequence[Unit], pins: Pins) -> TableSetup:
        """What lies on a still table before play."""

    def choices(self) -> Choices:
        """What people may say that a thing is."""

    def meant(self, thing: Thing, what: str) -> tuple[Any, int]:
        """What is pinned for a thing by what people say that it is, and how many pyramids show there.

        Raises ``ValueError`` in one line.
        """

    def accepting(self, pins: Pins) -> Pins:
        """The pins with what people say besides when they accept a set-up as it is shown."""

    def model_of(self, layout: Mapping[str, Any]) -> TableModel:
        """The model that ``to_json`` wrote; raises ``ValueError``, ``KeyError`` or ``TypeError``."""


@runtime_checkable
class MarkedTable(TableGame, Protocol):
    """A table with a board or cards, whose place people can show."""

    @property
    def grid(self) -> Any:
        """Where the board or the cards lie, with ``to_json``; ``None`` until that is known."""

    def marked(self, corners: Sequence[tuple[float, float]]) -> MarkedTable:
        """The table whose board, or cards together, lie between these corners (mm), near left first."""
