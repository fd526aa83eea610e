"""Work done in several frames."""

from __future__ import annotations

import copy
from collections.abc import Generator

from vision.steps import Steps


def counted(upto: int) -> Generator[None, None, int]:
    for _ in range(upto):
        yield
    return upto


def test_the_work_is_done_step_by_step() -> None:
    steps = Steps(counted(2))
    steps.next()
    steps.next()
    assert steps.result is None
    steps.next()
    assert steps.result == 2 == steps.finish()


def test_who_copies_a_session_shares_its_unfinished_work() -> None:
    session = {"search": Steps(counted(3)), "told": ["a move"]}
    session["search"].next()  # type: ignore[attr-defined]
    trial = copy.deepcopy(session)
    assert trial["search"].finish() == 3 == session["search"].result  # type: ignore[attr-defined]
    assert trial["told"] == session["told"] and trial["told"] is not session["told"]
