"""Log priors of illegal and unseen turns of Logistics, and what makes a turn uncertain."""

from __future__ import annotations

import math
from collections.abc import Generator

from arbiter.games.logistics.look import Fit, card_contents, card_site, heap_site
from arbiter.games.logistics.turns import Turn, log_prior, put_back
from arbiter.games.logistics.wrong import wrong_turns
from arbiter.table.model import LOG_UNSEEN, Seen
from engine.logistics.model import Arrange, Power, Sow
from engine.logistics.state import State

P_WRONG, P_OUT_OF_TURN, P_POWER, P_ARRANGED = 0.01, 0.05, 0.002, 0.0005
"""An arrangement is a turn that resembles no rule. A slightly misread stack looks like one, so it is asked
about rather than called illegal, unless nothing else comes near."""
P_UNSEEN_TURN = 0.02
"""A sow of one pyramid that does not show where it was put, although it is missing from the stock."""
LATELY = 8
"""What leads back to one of this many last tables is a take-back, not an illegal move."""
SHORT_SOW_S = 1.0
"""Seconds of still table before believing a sow from the stock that could go on: it is done one by one."""


def out_of_turn(state: State, turn: Turn) -> bool:
    """Whether the wrong player made a turn."""
    return state.to_move not in (None, turn.moves[0].seat)


def wrong_prior(state: State, turn: Turn) -> float:
    """Log prior of an illegal turn."""
    first = turn.moves[0]
    if isinstance(first, Arrange):
        return math.log(P_ARRANGED)
    share = P_OUT_OF_TURN if out_of_turn(state, turn) else P_POWER if isinstance(first, Power) else P_WRONG
    return math.log(share) + log_prior(turn)


def wrong_with_priors(state: State, fit: Fit) -> Generator[None, None, list[tuple[Turn, float]]]:
    """Returns the illegal turns that do not lead back to a table of lately, with their log priors; pauses
    after each."""
    earlier, found = {layout for layout, _ in state.seen[-LATELY:]}, list[tuple[Turn, float]]()
    for turn in wrong_turns(state, fit):
        if turn.state.layout not in earlier:
            found.append((turn, wrong_prior(state, turn)))
        yield
    return found


def unseen_prior(state: State, turn: Turn, fit: Fit) -> float:
    """Log prior of a turn after an invisible one, whose price is left to the card's score."""
    sow = turn.moves[0]
    site, pieces = card_site(sow.seat, 1), getattr(sow, "pieces", ())
    shows = fit.site(site, (*card_contents(state.layout)[site], *pieces[:1]))
    return math.log(P_UNSEEN_TURN) - max(LOG_UNSEEN, min(0.0, shows)) + log_prior(turn)


def went_unseen(turn: Turn, seen: Seen) -> bool:
    """Whether a pyramid came from a stock out of view and went back there at once: a sown pyramid that does
    not show looks just the same, and so does any other of its colour."""
    heap = heap_site(turn.moves[0].seat, "stock")
    unseen = heap in seen.stale | seen.hidden or not seen.at(heap)
    return unseen and bool(put_back(turn))


def wait_for_longer_s(state: State, turn: Turn) -> float:
    """How long a turn must stand before it is believed, because it may become a longer sow."""
    last = turn.moves[-1]
    if not isinstance(last, Sow) or last.card or turn.state.pending:
        return 0.0
    return SHORT_SOW_S if len(last.pieces) < state.rules.most_from_stock else 0.0
