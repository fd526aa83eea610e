"""Reports folded into a ledger: what counts, what waits, and what is left of a record that lost an entry."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter.events.history import after_report, after_setup, next_leader, playable, reported
from arbiter.events.ledger import Ledger
from engine.game import MoveError, Seat
from engine.initiative.game import GAME
from engine.initiative.model import Rules
from engine.initiative.notation import format_play
from tests.support.events_of_rounds import play_json, setup

Report = tuple[str, dict[str, Any]]


def told(kind: str, ply: int, text: str = "Sblue", **facts: Any) -> Report:
    """A report of a move; near plays the odd plies, far the even ones."""
    return kind, {"ply": ply, "play": play_json(text, "near" if ply % 2 else "far"), **facts}


def move(ply: int, text: str, **facts: Any) -> Report:
    return told("move", ply, text, **facts)


def folded(*reports: Report) -> Ledger:
    ledger = after_setup(None, setup().to_json(), GAME, Rules.basic(), None)
    for number, (kind, data) in enumerate(reports):
        assert ledger is not None
        ledger = after_report(ledger, kind, data, (number, 0))
    assert ledger is not None
    return ledger


LED, PARRIED, THIRD = move(1, "Mblue"), move(2, "Mblue"), move(3, "Mred")
WRONG = move(2, "Lgreen", legal=False, reading="I1")
SETTLED = told("amended", 2, "Lgreen", legal=False, changed="nothing")
BACK, STOOD = told("take_back", 2), told("illegal_stood", 2, "Lgreen")


@pytest.mark.parametrize(
    ("reports", "counts", "waits"),
    [
        ((LED, PARRIED, THIRD), "Mblue Mblue Mred", ""),
        ((LED, PARRIED, BACK), "Mblue", ""),
        ((LED, PARRIED, THIRD, BACK), "Mblue", ""),
        ((LED, WRONG), "Mblue", "Lgreen"),
        ((LED, WRONG, BACK), "Mblue", ""),
        ((LED, WRONG, STOOD, THIRD), "Mblue Lgreen Mred", ""),
        ((LED, WRONG, THIRD), "Mblue Lgreen Mred", ""),  # the entry that it stood is lost
        ((LED, WRONG, PARRIED), "Mblue Mblue", ""),  # the entry that it was taken back is lost
        ((LED, STOOD), "Mblue Lgreen", ""),  # the move that stood is lost
        ((PARRIED, THIRD, told("take_back", 3)), "Mblue", ""),  # the first move is lost
        ((PARRIED, told("amended", 1, "Sblue")), "Sblue Mblue", ""),  # and is reported later
        ((LED, PARRIED, told("amended", 2, "Mgreen")), "Mblue Mgreen", ""),
        ((LED, PARRIED, THIRD, told("amended", 2, "Mgreen")), "Mblue Mgreen Mred", ""),
        ((LED, PARRIED, told("amended", 2, "Lgreen", legal=False)), "Mblue", "Lgreen"),
        ((LED, PARRIED, THIRD, told("amended", 2, "Lgreen", legal=False)), "Mblue Lgreen Mred", ""),
        ((LED, WRONG, told("amended", 2, "Mgreen")), "Mblue Mgreen", ""),
        ((LED, WRONG, told("amended", 1, "Mred")), "Mred", "Lgreen"),
        ((LED, WRONG, STOOD, SETTLED), "Mblue Lgreen", ""),
        ((LED, told("question", 1)), "Mblue", ""),
    ],
)  # fmt: skip
def test_what_counts_and_what_waits(reports: tuple[Report, ...], counts: str, waits: str) -> None:
    ledger = folded(*reports)
    assert " ".join(format_play(ply.play) for ply in ledger.plies) == counts
    assert (format_play(ledger.waiting.play) if ledger.waiting else "") == waits


def test_a_ply_keeps_the_key_and_the_verdict_of_its_report() -> None:
    ledger = folded(LED, PARRIED, THIRD, told("amended", 2, "Mgreen"), told("take_back", 3))
    assert [ply.key for ply in ledger.plies] == [(0, 0), (1, 0)]
    ledger = folded(LED, WRONG)
    assert ledger.waiting is not None and ledger.waiting.verdict.reading == "I1"
    assert reported(ledger, 2) is ledger.waiting and reported(ledger, 3) is None


def test_a_set_up_put_right_keeps_the_plies_and_one_with_problems_changes_nothing() -> None:
    ledger = folded(LED, PARRIED)
    other = {**setup().to_json()["setup"], "stack": ["red", "blue", "green", "black", "yellow"]}
    again = after_setup(ledger, {"setup": other, "corrected": True}, GAME, Rules.basic(), None)
    assert again is not None and again.plies == ledger.plies
    assert again.state.stack[0] == "red" and ledger.state.stack[0] == "blue"
    assert after_setup(ledger, {"setup": {}, "problems": ["no"]}, GAME, Rules.basic(), None) is ledger
    fresh = after_setup(ledger, setup(2).to_json(), GAME, Rules.basic(), next_leader(ledger))
    assert fresh is not None and (fresh.plies, fresh.leader) == ((), Seat.FAR)


def test_positions_that_are_known_are_not_worked_out_again() -> None:
    ledger = folded(LED, PARRIED, THIRD)
    before = ledger.states
    assert after_report(ledger, *told("take_back", 3)).states[2] is before[2]
    assert after_report(ledger, *told("take_back", 2)).unplayed == 0
    assert after_report(ledger, *told("amended", 1, "Mred")).unplayed == 3


def test_what_the_pieces_do_not_allow_is_named() -> None:
    wrong = folded(LED, move(2, "Lpink"))
    with pytest.raises(MoveError):
        _ = wrong.state
    assert after_report(wrong, *told("take_back", 2)).state == folded(LED).state
    with pytest.raises(MoveError, match="Lpink"):
        playable(wrong)
