"""Unanswered questions in simulated games: nothing is booked that was not played, and play is followed again
once later moves settle what happened."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.events.types import MoveSeen, Question, QuestionWithdrawn
from arbiter.games.initiative.round import inference
from arbiter.table import play
from engine.game import Seat
from engine.initiative.model import Rules
from engine.pieces import Colour, Size
from tests.support.simulated.silent import TOKENS, Silent, SilentInitiative, SilentNickel
from tests.support.simulated.unanswered import Nickel, question, told

GAMES = [
    SilentNickel(2, at=3),
    SilentNickel(3, at=4, tokens=TOKENS),
    *(SilentInitiative(seed, at=1 + seed % 5) for seed in (0, 3)),
    SilentInitiative(1, at=2, rules=Rules.advanced()),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{type(game).__name__}-{game.seed}-{game.at}")
def test_a_game_is_followed_past_a_question_that_nobody_answers(game: Silent) -> None:
    game = replace(game).run()
    assert game.asked and not game.wrong
    assert game.followed, (game.have(), game.truth)
    assert not [event for event in game.log if isinstance(event, MoveSeen) and not event.legal]


def test_the_hands_tell_which_of_two_plays_was_first() -> None:
    game = SilentInitiative(0, at=0, quick=True).run()
    assert game.followed and not game.asked and not game.wrong


@pytest.mark.parametrize(("seed", "at"), [(1, 2), (3, 4)])
def test_what_a_look_between_hands_shows_needs_no_question(seed: int, at: int) -> None:
    game = SilentNickel(seed, at=at).run()
    assert game.followed and not game.asked and not game.wrong


def test_two_turns_at_once_stay_open_until_the_next_tells() -> None:
    """Near a5 and far c4 at once: a glimpse between hands leaves one order, and the next play fits it."""
    game = SilentNickel(2, at=3).run()
    (asked,) = game.asked
    assert asked.options[0] == "near takes a5, yellow pointing north, then far takes c4, yellow pointing east"
    at = game.log.index(asked)
    taken = next(event for event in game.log[at:] if isinstance(event, QuestionWithdrawn))
    assert taken.taken == "near takes a5, yellow pointing north, then far takes c4, yellow pointing east"
    between = game.log[at + 1 : game.log.index(taken)]
    assert told(between) == [("notice", "my question is still open")]
    after = [event.text for event in game.log if isinstance(event, MoveSeen) and event.time_s == taken.time_s]
    assert after[:2] == ["a5", "c4"] and len(after) >= 3


def test_a_table_that_looks_the_same_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A token that looks different while a question about it is open: read again only as evidence doubles."""
    table, reads = Nickel(), []
    question(table.play("a3", Colour.RED))
    real = play.change_search
    monkeypatch.setattr(play, "change_search", lambda *all_, **named: reads.append(1) or real(*all_, **named))
    table.sim.thing("token a3").lookalikes = ((Colour.BLACK, Size.SMALL),)
    events = table.feed(table.sim.hand(0, 0, 0.5))
    events += table.feed(table.sim.still(12.0))
    assert not [event for event in events if isinstance(event, Question | QuestionWithdrawn)]
    assert 0 < len(reads) <= 15


def test_where_play_never_tells_the_likeliest_by_far_is_gone_on_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same, with hands that suggest near played first, but not clearly enough."""
    first = {Seat.NEAR: 2.2, Seat.FAR: 0.0}
    monkeypatch.setattr(inference, "in_time", lambda layout, candidate, *_: first[candidate.plays[0][0].seat])
    game = SilentInitiative(0, at=0, quick=True).run()
    (withdrawn,) = [event for event in game.log if isinstance(event, QuestionWithdrawn) and event.taken]
    assert withdrawn.assumed and game.asked[0].options.index(withdrawn.taken) == 0
    told = game.log[game.log.index(withdrawn) + 1 :]
    assert len([event for event in told if isinstance(event, MoveSeen)]) == len(game.truth)
    assert game.followed and game.session.snapshot().question is None


def test_an_order_that_no_later_play_can_tell_does_not_silence_the_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both first plays are made at once with hands out of sight: who led makes no difference to later plays.
    After four plays the session takes one of the two orders and says so."""
    monkeypatch.setattr(inference, "in_time", lambda *_: 0.0)
    game = SilentInitiative(0, at=0, quick=True).run()
    (withdrawn,) = [event for event in game.log if isinstance(event, QuestionWithdrawn) and event.taken]
    assert withdrawn.assumed and withdrawn.taken in game.asked[0].options
    told, truth = game.have(), game.truth
    assert len(told) == len(truth) == 10 and told[2:] == truth[2:]
    assert told[:2] in (truth[:2], truth[1::-1])
    assert game.session.snapshot().question is None
