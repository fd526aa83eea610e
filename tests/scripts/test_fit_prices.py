"""Prices of surprises: counted on a film with known surprises, fitted, and higher the farther a push."""

from __future__ import annotations

import json
import math
import pickle
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from arbiter.games.initiative.round.candidate_chains import chain_candidates
from arbiter.games.initiative.round.candidates import enumerate_candidates
from arbiter.games.initiative.round.inference import _Judge
from arbiter.games.initiative.round.prices import FILE, PRICES, Push
from arbiter.games.initiative.scene import compare
from arbiter.table.window import Window
from engine.game import Seat
from engine.initiative.examples import SETUP
from engine.initiative.model import Play, Rules
from engine.initiative.notation import parse_play
from engine.initiative.state import State
from engine.pieces import Colour, Piece, Size
from scripts.fitting.fit_prices import (
    EFFECTIVE,
    PRIORS,
    PUSHES,
    ZONES,
    fitted,
    main,
    pushes,
    reliability,
    shares,
)
from scripts.parts.price_counts import Counts, follow
from tests.support.simulated.table_session import Table
from tests.support.simulated.table_sim import TableSim, Thing
from vision.observation import TableObservation

PLAYS = ("near: Sblue", "far: Mblue", "far: Lgreen", "near: Lblue", "near: Myellow", "far: Mgreen")
MEDIUM_BLUE = Piece(Size.MEDIUM, Colour.BLUE)
AWAY = 10**6
MEDIUM_PLAY = Play(Seat.FAR, MEDIUM_BLUE)


class Film:
    """A round at a simulated table; ``steps`` is the ground truth."""

    def __init__(self) -> None:
        self.sim = TableSim(SETUP, 4, shuffle=True)
        self.frames: list[TableObservation] = []
        self.steps: list[dict[str, Any]] = []
        self.take(self.sim.still(2.0))

    def take(self, frames: Iterable[TableObservation]) -> None:
        self.frames += frames

    def play(self, text: str) -> None:
        """The hand comes and goes, then the table is seen at ``rest``."""
        play = parse_play(text, State.start(SETUP, Rules.basic()), check=False)
        seen = list(self.sim.play(play, 0.0))
        hands = [frame.time_s for frame in seen if frame.hands]
        times = {"hand_in_s": hands[0], "hand_out_s": hands[-1]}
        self.frames += seen[: len(hands)]
        self.steps.append(
            {"kind": "play", "seat": play.seat.value, "text": text[text.index(" ") + 1 :], **times}
        )

    def rest(self) -> None:
        self.take(self.sim.still(1.5))

    def thing(self, name: str, text: str = "") -> Thing:
        return next(t for t in self.sim.things if t.name == name and (not text or str(t.pieces[0]) == text))


def odd_film() -> Film:
    """Six plays; after each except the first, one rest shows a surprise."""
    film = Film()
    film.play(PLAYS[0])
    film.rest()
    spot = film.sim.find(Seat.FAR, MEDIUM_BLUE)
    film.play(PLAYS[1])
    ghost = replace(spot, name="ghost")
    film.sim.things.append(ghost)  # the piece still seems to be there
    film.rest()
    film.sim.things.remove(ghost)
    film.play(PLAYS[2])
    film.sim.things[-1].away_until = AWAY  # the played piece is not seen
    film.rest()
    film.sim.things[-1].away_until = -1
    film.play(PLAYS[3])
    gone = film.thing("far-inventory")
    gone.away_until = AWAY
    film.rest()
    gone.away_until = -1
    film.play(PLAYS[4])
    stray = Thing("false", (MEDIUM_BLUE,), 150, 60, None, ((Colour.BLUE, Size.MEDIUM),))
    film.sim.things.append(stray)
    film.rest()
    film.sim.things.remove(stray)
    film.play(PLAYS[5])
    film.thing("near-inventory").y -= 24
    film.thing("far-inventory").y += 80
    film.rest()
    return film


def counted() -> Counts:
    film = odd_film()
    return follow({"steps": film.steps, "camera": {}}, film.frames, Rules.basic())


def test_every_surprise_of_a_film_is_counted_once() -> None:
    counts = counted()
    names = ("stayed", "unseen", "gone", "stray", "foreign", "tidied", "rests")
    assert {name: counts.seen[name][1] for name in names} == {
        **dict.fromkeys(("stayed", "unseen", "gone", "stray"), 1),
        "foreign": 0,
        "tidied": 1,
        "rests": len(PLAYS),
    }
    assert counts.seen["stayed"][0] == counts.seen["unseen"][0] == counts.seen["rests"][0] == len(PLAYS)
    far = [mm for mm in counts.moved_mm if mm > 10.0]
    assert far == [pytest.approx(24.0, abs=2.0)]
    assert counts.seen["in_time"][1] == counts.seen["in_time"][0] > 0
    assert len(counts.sure) == len(PLAYS) and np.mean([right for _, right in counts.sure]) >= 0.8


def test_the_truth_has_to_be_told_from_the_set_up_on() -> None:
    film = Film()
    with pytest.raises(ValueError, match="set-up was not read"):
        follow({"steps": film.steps, "camera": {}}, film.frames[:2], Rules.basic())


def test_no_candidate_scores_more_than_its_bound() -> None:
    """Pieces have moved, one is gone, one is new, two plays were made: the search may still stop early."""
    table = Table(Rules.advanced())
    for thing in [each for each in table.sim.things if each.name == "near-inventory"][:4]:
        thing.x, thing.y = thing.x + 90, thing.y - 25
    table.sim.things.append(Thing("false", (MEDIUM_BLUE,), 150, 60, None, ((Colour.BLUE, Size.MEDIUM),)))
    table.sim.find(Seat.FAR, Piece(Size.LARGE, Colour.BLACK)).away_until = AWAY
    playing = table.session._play
    assert playing is not None
    start = playing.ledger.state
    frames = [*table.sim.play(parse_play("near: Sblue", start), 0.1), *table.sim.play(MEDIUM_PLAY, 1.5)]
    window = Window()
    for frame in frames[-10:]:
        window = window.add(frame)
    scene = compare(window, playing.layout, playing.reader)
    judge = _Judge(playing.layout, scene, playing.reader)
    candidates = enumerate_candidates(playing.ledger, scene)
    candidates += chain_candidates(playing.ledger, scene, None, judge.promise)
    opened = [each for each in map(judge._open, candidates) if each is not None]
    assert len(opened) > 20 and any(judge._settle(each).moved for each in opened)
    assert all(judge._settle(each).score <= each.bound + 1e-9 for each in opened)


def made_up(rate: float, of: int, seed: int = 1) -> Counts:
    rng = np.random.default_rng(seed)
    seen = {name: (of, int(rng.binomial(of, rate))) for name in PRIORS}
    return Counts(seen, [0.3] * 10, [50_000.0], [(0.9, True)] * 9 + [(0.9, False)])


@pytest.mark.parametrize("rate", [0.3, 0.02, 0.004])
def test_known_rates_are_found_again(rate: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scripts.fitting.fit_prices.EFFECTIVE", 1_000_000)
    found = fitted([made_up(rate, 200_000), made_up(rate, 300_000, 2)])["prices"]
    for name in ("stayed", "gone", "unseen"):
        assert found[name] == pytest.approx(math.log(rate), abs=0.15)
    assert found["stray"] == pytest.approx(math.log(rate / ZONES), abs=0.15)
    assert found["none"] == pytest.approx(math.log(rate), abs=0.15)
    assert found["in_time"] == pytest.approx(rate, rel=0.1)


def test_what_never_happened_costs_what_the_prior_says() -> None:
    prior, worth = PRIORS["stayed"]
    for of in (EFFECTIVE, 100 * EFFECTIVE):  # a long film does not count as more evidence than a short one
        nothing = shares([Counts({"stayed": (of, 0)})])["stayed"]
        assert nothing["share"] == pytest.approx(prior * worth / (EFFECTIVE + worth))
    assert shares([Counts()])["stayed"]["share"] == prior


def test_films_count_alike() -> None:
    prior, worth = PRIORS["gone"]
    both = shares([Counts({"gone": (100_000, 20_000)}), Counts({"gone": (1_000, 0)})])["gone"]
    assert both["share"] == pytest.approx((0.2 * EFFECTIVE + prior * worth) / (2 * EFFECTIVE + worth))


def test_a_mixture_of_pushes_is_found_again() -> None:
    rng = np.random.default_rng(7)
    shoved, jitter = rng.rayleigh(15.0, 1_500), rng.rayleigh(0.6, 48_000)
    push = pushes([Counts({}, np.concatenate([shoved, jitter]).tolist(), [50_000.0])], 0.01)
    assert push.jitter_mm == pytest.approx(0.6, rel=0.05)
    assert push.shove_mm == pytest.approx(15.0, rel=0.1)
    assert push.p_shove == pytest.approx(0.03, rel=0.1)
    assert (push.p_tidied, push.zone_mm2) == (0.01, 50_000.0)
    assert PUSHES < 1_000  # this many observations must outweigh the priors


@pytest.mark.parametrize("push", [PRICES.push, Push(0.6, 15.0, 0.03, 0.01, 50_000.0)])
def test_a_push_costs_the_more_the_farther(push: Push) -> None:
    prices = [push.zone([mm]) for mm in np.arange(0.0, 400.0, 2.5)]
    assert all(near >= far for near, far in pairwise(prices))
    assert push.zone([]) == push.zone([0.0]) == 0.0
    assert push.zone([12.0]) > push.zone([40.0]) + 1.0 > push.zone([190.0]) + 1.5
    assert push.zone([190.0]) == pytest.approx(math.log(push.p_tidied / 2), abs=1e-6)


def test_tidying_a_zone_costs_once() -> None:
    push = PRICES.push
    alone, all_of_them = push.zone([150.0]), push.zone([150.0] * 9)
    assert all_of_them > alone - 8 * 0.7 > 4 * alone
    assert push.zone([15.0, 0.4]) == push.zone([15.0])
    for mm in (0.0, 3.0, 15.0, 60.0, 300.0):  # the bound on a candidate's score is computed with it
        assert push.tidied(mm) >= push.zone([mm]) >= push.log(mm)


def test_the_prices_in_force_follow_from_their_counts() -> None:
    data = json.loads(FILE.read_text("utf-8"))
    for name in ("stayed", "gone", "unseen", "covered"):
        assert data["prices"][name] == pytest.approx(math.log(data["counted"][name]["share"]), abs=1e-2)
    assert data["counted"]["gone"]["of"] > 500
    assert PRICES.gone == data["prices"]["gone"] and PRICES.foreign >= PRICES.stray


def test_reliability_is_told_by_bands() -> None:
    lines = list(reliability([made_up(0.1, 10)]))
    assert lines[0].endswith("10 rests, 0.9000 sure, 0.9000 right")
    assert lines[-1].startswith("log loss 0.32508 over 10 rests")


def test_a_film_that_cannot_be_followed_is_left_out(
    tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    film = tmp_path / "short.mp4"
    truth = {"round": "basic", "steps": list[Any](), "camera": {}}
    film.with_suffix(".json").write_text(json.dumps(truth), "utf-8")
    (tmp_path / "short.pkl").write_bytes(pickle.dumps(Film().frames[:2]))
    assert main([str(film), "--seen", str(tmp_path)]) == 2
    assert "short.mp4: left out, the set-up was not read" in capsys.readouterr().err
