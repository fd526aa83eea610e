"""Selects the stills of a recorded game in which the game confirms every piece.

A still is used if it was taken at rest, right after an accepted set-up, a legal play or a take-back, and if
the whole layout at that moment agrees with the rules: every piece of both inventories and rows, none missing,
none extra, each with its place seen. Otherwise the whole still is left out, since a piece without a label
would teach the finder that it is background. Also left out:

- an illegal play, and a play that was taken back or amended, with all stills since;
- a play after a question that nobody answered or that was answered with "none of these";
- a disputed play and what follows it in the round, unless it is taken back;
- a wrong initiative stack, from the play before it was reported until it is right again;
- a sacrifice while its stack move is open, and a called piece that lies with another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import cast

from arbiter.events.types import is_none_of_these
from arbiter.record.replay import Step
from arbiter.table.layout import Layout, Spot, Zone, contents
from engine.game import Seat
from engine.initiative.state import State
from engine.message import Messages, Said, message_of
from engine.pieces import Piece
from vision.labelling.labels import KnownUnit
from vision.observation import Box

say = Messages("arbiter")

STANDS, LIES = 0.9, 0.1
"""A piece stands if its probability of standing is at least the first, and lies if at most the second."""
NO_REST, OPEN, DOUBTED = say("left_moving"), say("left_illegal"), say("left_asked")
REPLACED, STACK, UNKNOWN = say("left_misread"), say("left_stack"), say("left_place")
DIFFERENT, POSTURE = say("left_rules"), say("left_posture")
LOOSE = say("left_stray")


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A still (entry id and name) and all units on the table in it."""

    still: tuple[int, str]
    units: tuple[KnownUnit, ...]


class Unconfirmed(Exception):
    """A still can't be used; the message says briefly why."""


def confirmed(steps: Iterable[Step]) -> tuple[tuple[Confirmed, ...], Counter[Said]]:
    """The usable stills of a game, and the number of the others, by reason."""
    sieve = _Sieve()
    for step in steps:
        sieve.take(step)
    found, left_out = [], sieve.left_out
    for step in sieve.kept:
        try:
            after = cast(State | None, step.after)  # layouts with an initiative stack are of this game
            units = units_of(_layout(step), after, _stack_box(step))
            found.append(Confirmed(_still(step), units))
        except Unconfirmed as reason:
            left_out[message_of(reason)] += 1
    return tuple(found), left_out


@dataclass
class _Sieve:
    """Keeps the steps that nothing casts doubt on; later steps may remove earlier ones."""

    kept: list[Step] = field(default_factory=list)
    left_out: Counter[Said] = field(default_factory=Counter)
    ply: int = 0
    doubted: int | None = None
    """The first ply of this round that is in doubt, with all that follow."""
    wrong_stack: bool = False
    asked: bool = False

    def take(self, step: Step) -> None:
        """Take the next step; the stills of a corrected round are removed, since they may show
        misreadings."""
        if step.kind == "correction" or isinstance(step.data.get("corrected"), dict):
            self._drop(step, 0, DOUBTED)
            self.doubted = 0
        elif step.kind == "setup" and not step.data.get("problems"):
            self._setup(step)
        elif step.kind == "move":
            self.ply = step.ply
            self._keep(step, OPEN if _is_open(step) else None)
        elif step.kind == "take_back":
            self._drop(step, step.ply, REPLACED)
            self.ply = step.ply - 1
            self.doubted = None if step.ply <= (self.doubted or 0) else self.doubted
            self._keep(step, None)
        elif step.kind == "amended":
            self._drop(step, step.ply, REPLACED)
        elif step.kind == "dispute":
            self._drop(step, self.ply, DOUBTED)
            self.doubted = self.ply if self.doubted is None else min(self.doubted, self.ply)
        elif step.kind in ("stack_mismatch", "stack_restored"):
            self.wrong_stack = step.kind == "stack_mismatch"
            if self.wrong_stack:
                self._drop(step, self.ply, STACK)
        elif step.kind == "question":
            answers = [remark.text for remark in step.remarks if remark.kind == "answer"]
            self.asked = not answers or any(map(is_none_of_these, answers))

    def _setup(self, step: Step) -> None:
        if step.data.get("corrected"):
            self._drop(step, 0, REPLACED)
            return
        self.ply, self.doubted, self.wrong_stack = 0, None, False
        self._keep(step, None)

    def _keep(self, step: Step, fault: Said | None) -> None:
        if self.asked or self.doubted is not None:
            fault = fault or DOUBTED
        elif self.wrong_stack:
            fault = fault or STACK
        self.asked = False
        if fault or step.problem:
            self.left_out[fault or DIFFERENT] += 1
        else:
            self.kept.append(step)

    def _drop(self, now: Step, ply: int, reason: Said) -> None:
        """Remove the steps of this round from a ply on."""
        kept = [step for step in self.kept if step.round != now.round or step.ply < ply]
        self.left_out[reason] += len(self.kept) - len(kept)
        self.kept = kept


def _is_open(step: Step) -> bool:
    waits = step.data.get("provisional") and not step.data.get("settled")
    return step.play is None or step.fate != "stands" or not step.data.get("legal", True) or bool(waits)


def _still(step: Step) -> tuple[int, str]:
    """The still that shows the table after a step. Raises Unconfirmed."""
    name = "now" if step.kind == "setup" else "after"
    facts = step.data.get("stills", {})
    if name not in step.stills or not facts.get(name, {}).get("rest"):
        raise Unconfirmed(NO_REST)
    return step.stills[name]


def _layout(step: Step) -> Layout:
    found = step.data.get("layout") or step.data.get("observation", {}).get("layout")
    try:
        return Layout.from_json(found)
    except (KeyError, TypeError, ValueError) as error:
        raise Unconfirmed(UNKNOWN) from error


def _stack_box(step: Step) -> Box | None:
    """The box of the initiative stack, ``None`` if not recorded. Raises Unconfirmed if the stack wasn't
    seen."""
    seen = step.data.get("observation", {})
    if "stack" not in seen:
        return None
    if seen["stack"] is None or seen.get("spare"):
        raise Unconfirmed(LOOSE)
    left, top, right, bottom = seen["stack"]["bbox_px"]
    return left, top, right, bottom


def units_of(layout: Layout, state: State | None, stack_px: Box | None = None) -> tuple[KnownUnit, ...]:
    """All units on the table, the initiative stack (seen in the box ``stack_px``) last.

    Raises Unconfirmed, also if the layout differs from the state.
    """
    if any(spot.lost or spot.zone is Zone.OTHER for spot in layout.spots):
        raise Unconfirmed(UNKNOWN)
    if state is None or state.setup.stack_size is None or not _agree(layout, state):
        raise Unconfirmed(DIFFERENT)
    size = state.setup.stack_size
    stack = tuple(Piece(size, colour) for colour in reversed(state.stack))
    return (*(_unit(spot) for spot in layout.spots), KnownUnit(*layout.stack_xy, stack, box_px=stack_px))


def _agree(layout: Layout, state: State) -> bool:
    """Whether inventories and rows hold the same pieces as multisets, calls included."""
    for seat in Seat:
        spots = [spot for spot in layout.spots if spot.seat is seat]
        stock = Counter(spot.pieces for spot in spots if spot.zone is Zone.INVENTORY)
        row = Counter((spot.pieces, spot.call) for spot in spots if spot.zone is Zone.ROW)
        if stock != Counter((piece,) for piece in state.inventories[seat]):
            return False
        if row != Counter((contents(play), play.call) for play in state.rows[seat]):
            return False
    return True


def _unit(spot: Spot) -> KnownUnit:
    upright = spot.p_upright
    if upright is None or LIES < upright < STANDS or (upright <= LIES) != spot.call:
        raise Unconfirmed(POSTURE)
    if spot.call and (spot.heading_deg is None or len(spot.pieces) > 1):
        raise Unconfirmed(POSTURE)
    heading = spot.heading_deg if spot.call else None
    return KnownUnit(spot.x_mm, spot.y_mm, tuple(reversed(spot.pieces)), heading, spot.bbox_px)
