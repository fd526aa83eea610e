"""A set's colours: measured, learnt, tracked as the light drifts, stored; and uncertain colours."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from arbiter.cli.commands import colours as command
from arbiter.words.exits import FAILED, UsageError, UserError, exit_code
from calibration.markers import to_linear
from calibration.white import PAPER_VALUE, WhiteReference
from engine.pieces import PALETTES, Colour, Piece, Posture, Size
from tests.support.cameras import look_at, no_reference
from tests.support.drawn_table import BGR, Drawn, draw
from vision.colour.colours import (
    BETWEEN,
    GATE,
    HALF_LIFE_S,
    USUAL,
    WITHIN,
    ColourModel,
    ColourSetError,
    alike,
    from_photographs,
    measured_pieces,
    open_colours,
    read_colours,
    recoloured,
    to_json,
)
from vision.colour.faces import faces, lab
from vision.labelling.legend import legend_units, read_legend
from vision.observation import LevelReading, UnitObservation
from vision.observe.see import Sight

CAMERA = look_at(np.array([40.0, -420.0, 430.0]), np.array([0.0, 0.0, 0.0]), 62.0, 1280, 720)
PAPER = float(to_linear(np.array([[PAPER_VALUE]], np.uint8)).item())
RED, BLUE, BLACK = (np.array(USUAL[c], float) for c in (Colour.RED, Colour.BLUE, Colour.BLACK))


def observed(drawn: Drawn, colours: dict[Colour, float] | None = None) -> UnitObservation:
    """The unit as vision would deliver it."""
    flat = drawn.posture is Posture.FLAT
    levels = tuple(
        LevelReading(colours or {piece.colour: 1.0}, {piece.size: 1.0}) for piece in reversed(drawn.pieces)
    )
    u, v = CAMERA.project([(drawn.x_mm, drawn.y_mm, 0.0)])[0]
    box = (u - 15.0, v - 30.0, u + 15.0, v + 10.0)
    heading = drawn.heading_deg if flat else None
    return UnitObservation(
        drawn.x_mm, drawn.y_mm, drawn.posture, float(not flat), heading, levels, {len(levels): 1.0}, box, 1.0
    )


def drawn_lab(colour: Colour) -> np.ndarray:
    """Lab of a drawn colour at full light."""
    return lab(to_linear(np.array([[BGR[colour]]], np.uint8))[0, 0].astype(float) / PAPER)


SINGLES = [(Posture.UPRIGHT, 0.0), (Posture.UPRIGHT, 33.0), (Posture.FLAT, 20.0), (Posture.FLAT, 250.0)]


@pytest.mark.parametrize("size", list(Size))
@pytest.mark.parametrize(("posture", "heading"), SINGLES)
def test_faces_are_measured_where_they_are(size: Size, posture: Posture, heading: float) -> None:
    unit = Drawn(20.0, 35.0, (Piece(size, Colour.GREEN),), posture, heading)
    (found,) = faces(draw([unit], CAMERA), CAMERA, no_reference(), observed(unit))
    assert found is not None
    wanted = drawn_lab(Colour.GREEN)
    assert abs(found[0] - wanted[0]) < 16  # shaded sides are darker
    np.testing.assert_allclose(found[1:], wanted[1:], atol=9)


def test_each_level_of_a_stack_is_measured_at_its_band() -> None:
    colours = (Colour.RED, Colour.YELLOW, Colour.BLUE)
    unit = Drawn(-30.0, 10.0, tuple(Piece(s, c) for s, c in zip(reversed(Size), colours, strict=True)))
    found = faces(draw([unit], CAMERA), CAMERA, no_reference(), observed(unit))
    for seen, colour in zip(found, reversed(colours), strict=True):
        assert seen is not None
        np.testing.assert_allclose(seen[1:], drawn_lab(colour)[1:], atol=16)


def test_white_balance_takes_the_light_out() -> None:
    unit = Drawn(0.0, 0.0, (Piece(Size.LARGE, Colour.RED),))
    picture = draw([unit], CAMERA)
    lamp = np.array([0.5, 0.8, 1.0])
    tinted = np.clip(255 * (np.power(picture / 255.0, 2.2) * lamp) ** (1 / 2.2), 0, 255).astype(np.uint8)
    (plain,) = faces(picture, CAMERA, no_reference(), observed(unit))
    (balanced,) = faces(tinted, CAMERA, WhiteReference(1 / lamp), observed(unit))
    assert plain is not None and balanced is not None
    np.testing.assert_allclose(plain, balanced, atol=4)
    assert faces(picture, CAMERA, no_reference(), observed(Drawn(4000.0, 0.0, unit.pieces))) == (None,)


def test_nothing_learnt_changes_nothing() -> None:
    p = {Colour.RED: 0.7, Colour.BLUE: 0.3}
    assert ColourModel().adjusted(p, BLUE) == pytest.approx(p)
    other = ColourModel().learning([(Colour.GREEN, np.array(USUAL[Colour.GREEN], float))])
    assert other.adjusted(p, BLUE) == pytest.approx(p)


def test_a_set_whose_blue_is_nearly_black_is_told_apart_once_learnt() -> None:
    dark_blue = np.array([20.0, 3.0, -12.0])
    seen = dark_blue + (2, -1, 1)
    unsure = {Colour.BLACK: 0.6, Colour.BLUE: 0.4}
    model = from_photographs([[(Colour.BLUE, dark_blue), (Colour.BLACK, BLACK)]] * 2)
    assert model.adjusted(unsure, seen)[Colour.BLUE] > 0.8
    assert model.adjusted({Colour.BLACK: 0.95, Colour.BLUE: 0.05}, BLACK)[Colour.BLACK] > 0.75


def test_what_one_measurement_says_counts_once() -> None:
    """A model that goes on from another one adds only what is new."""
    seen = np.array([14.0, 2.0, -17.0])
    known = ColourModel().learning([(Colour.BLUE, np.array([18.0, 12.0, -40.0])), (Colour.BLACK, BLACK)])
    p = known.adjusted({Colour.BLUE: 0.9, Colour.BLACK: 0.1}, seen)
    assert known.adjusted(p, seen, known) == pytest.approx(p)
    more = known.learning([(Colour.BLUE, seen)])
    direct = more.adjusted({Colour.BLUE: 0.9, Colour.BLACK: 0.1}, seen)
    assert more.adjusted(p, seen, known) == pytest.approx(direct)


def test_learning_draws_the_mean_from_what_is_usual_to_what_is_seen() -> None:
    seen = RED + (6, -8, 5)
    model, before = ColourModel(), RED
    for n in range(1, 7):
        model = model.learning([(Colour.RED, seen)])
        mean, variance = model.beliefs[Colour.RED].predicted()
        assert np.linalg.norm(mean - seen) < np.linalg.norm(before - seen)
        assert (variance < WITHIN + BETWEEN).all() and (variance > WITHIN).all()
        np.testing.assert_allclose(mean, (RED / BETWEEN + n * seen / WITHIN) / (1 / BETWEEN + n / WITHIN))
        before = mean


def test_misreadings_do_not_capture_a_colour() -> None:
    """Every third "certain" red is really a blue piece."""
    rng = np.random.default_rng(4)
    model = ColourModel()
    for step in range(60):
        which = BLUE if step % 3 == 2 else RED
        model = model.learning([(Colour.RED, which + rng.normal(0, 3, 3))], time_s=10.0 * step)
    assert np.abs(model.beliefs[Colour.RED].predicted()[0] - RED).max() < 4
    assert ((BLUE - RED) ** 2 / (WITHIN + BETWEEN)).sum() > GATE


def test_slow_drift_is_followed_and_old_light_forgotten() -> None:
    drift = np.array([-14.0, 5.0, 12.0])  # evening
    rng, model = np.random.default_rng(5), ColourModel()
    for step in range(121):
        now = RED + drift * step / 120 + rng.normal(0, 2, 3)
        model = model.learning([(Colour.RED, now)], time_s=60.0 * step)
    assert np.abs(model.beliefs[Colour.RED].predicted()[0] - RED - drift).max() < 4
    belief = ColourModel().learning([(Colour.RED, RED + 5)] * 5, 0.0).learning([(Colour.RED, RED)], 9e9)
    assert belief.beliefs[Colour.RED].seen == pytest.approx(1.0)
    half = ColourModel().learning([(Colour.RED, RED)] * 2).learning([(Colour.RED, RED)], HALF_LIFE_S)
    assert half.beliefs[Colour.RED].seen == pytest.approx(2.0)


@pytest.mark.parametrize(
    ("p", "wanted"),
    [
        ({Colour.BLACK: 0.71, Colour.BLUE: 0.29}, (Colour.BLACK,)),
        ({Colour.BLACK: 0.6, Colour.BLUE: 0.3, Colour.PURPLE: 0.1}, (Colour.BLACK, Colour.BLUE)),
        ({Colour.CLEAR: 0.5, Colour.WHITE: 0.5}, (Colour.CLEAR, Colour.WHITE)),
        ({Colour.RED: 1.0}, (Colour.RED,)),
    ],
)
def test_a_colour_that_is_not_sure_is_said_to_be_open(p: dict[Colour, float], wanted: tuple) -> None:
    assert open_colours(p) == wanted


def test_a_sets_colours_are_stored_and_read(tmp_path: Path) -> None:
    model = from_photographs([[(Colour.RED, RED + 3)], [(Colour.RED, RED + 9), (Colour.BLUE, BLUE)]])
    path = tmp_path / "set.json"
    path.write_text(json.dumps(to_json(model)), "utf-8")
    back = read_colours(path)
    assert set(back.beliefs) == {Colour.RED, Colour.BLUE}
    for colour, belief in back.beliefs.items():
        np.testing.assert_allclose(belief.mean, model.beliefs[colour].mean, atol=0.01)
        np.testing.assert_allclose(belief.between, model.beliefs[colour].between, atol=0.01)
    assert (back.beliefs[Colour.RED].between < back.beliefs[Colour.BLUE].between).all()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "no file of a set's colours"),
        ("[]", "no file of a set's colours"),
        ('{"version": 7, "colours": {}}', "version 7"),
        ('{"version": 1, "colours": {"mauve": {}}}', "no file of a set's colours"),
        ('{"version": 1, "colours": {"red": {"lab": [1], "variance": [1]}}}', "no file of a set's colours"),
    ],
)
def test_a_bad_file_is_refused_in_one_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "set.json"
    path.write_text(text, "utf-8")
    with pytest.raises(ColourSetError, match=message) as caught:
        read_colours(path)
    assert "\n" not in str(caught.value) and exit_code(caught.value) == FAILED


# ----- the legend


RAINBOW = PALETTES["rainbow"]
LEGEND = [Drawn(-80.0 + 40 * i, 0.0, (Piece(Size.MEDIUM, c),)) for i, c in enumerate(reversed(RAINBOW))]


def reading(colour: Colour, p: float, other: Colour) -> dict[Colour, float]:
    """Probabilities over a palette, mostly on two colours."""
    rest = (1 - p) * 0.1 / 3
    return {c: p if c is colour else (1 - p) * 0.9 if c is other else rest for c in RAINBOW}


def misread() -> tuple[UnitObservation, ...]:
    """A legend whose blue looks black to the networks; all other colours are read well."""
    looks = {Colour.BLUE: reading(Colour.BLACK, 0.6, Colour.BLUE)}
    default = {c: reading(c, 0.95, RAINBOW[0] if c is not RAINBOW[0] else RAINBOW[1]) for c in RAINBOW}
    return tuple(observed(unit, {**default, **looks}[unit.pieces[0].colour]) for unit in LEGEND)


def test_a_doubtful_piece_of_the_legend_is_named_by_what_the_others_leave() -> None:
    told = read_legend(misread(), RAINBOW)
    assert [colours for _, _, colours in told] == [(unit.pieces[0].colour,) for unit in LEGEND]


def test_only_what_is_sure_in_a_legend_is_learnt_unless_people_name_it() -> None:
    units = misread()
    doubled = (*units[:-1], observed(LEGEND[-1], reading(Colour.GREEN, 0.99, Colour.RED)))
    sure = [colours[0] for _, _, colours in read_legend(doubled, RAINBOW)]
    assert Colour.GREEN not in sure and {Colour.YELLOW} <= set(sure)
    backwards = tuple(reversed(RAINBOW))
    named = read_legend(doubled, RAINBOW, backwards)
    assert [colours for _, _, colours in named] == [(colour,) for colour in backwards]
    ghost = replace(observed(Drawn(0.0, 60.0, LEGEND[0].pieces)), confidence=0.3)
    assert read_legend((*doubled, ghost), RAINBOW, backwards) == named
    with pytest.raises(ColourSetError, match="5 pyramids are seen, 6 are named"):
        read_legend(units, RAINBOW, (*backwards, Colour.PINK))
    blank = tuple(observed(unit, dict.fromkeys(RAINBOW, 0.2)) for unit in LEGEND)
    for nothing in (blank, ()):
        with pytest.raises(ColourSetError, match="--order"):
            read_legend(nothing, RAINBOW)


def test_the_initiative_stack_is_a_legend_too() -> None:
    stack = Drawn(0.0, 0.0, tuple(Piece(Size.SMALL, c) for c in RAINBOW))
    unit = observed(stack)
    assert read_legend([unit], RAINBOW) == [(0.0, 0.0, tuple(reversed(RAINBOW)))]
    assert legend_units([unit]) == (unit,)


def test_a_piece_of_a_legend_that_is_taken_for_a_stack_counts_as_one() -> None:
    units = misread()
    stacked = (replace(units[0], levels=units[0].levels * 2), *units[1:])
    assert legend_units(stacked) == units


def test_two_photographs_make_a_file_that_puts_a_misread_set_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    picture, output = tmp_path / "legend.png", tmp_path / "set.json"
    cv2.imwrite(str(picture), draw(LEGEND, CAMERA))
    sight = Sight(CAMERA, "markers", 0.1, misread(), (), no_reference())
    monkeypatch.setattr(command.Models, "load", staticmethod(lambda **_: None))
    monkeypatch.setattr(command, "see", lambda *_: sight)
    options = argparse.Namespace(
        photo=[str(picture)] * 2, order=None, palette="rainbow", output=str(output), language=None
    )
    assert command.run(options) == 0
    assert f"{output}: 5 colours" in capsys.readouterr().out
    image = cv2.imread(str(picture))
    seen = recoloured(image, CAMERA, no_reference(), misread(), read_colours(output))
    assert [unit.levels[0].colour for unit in seen] == [unit.pieces[0].colour for unit in LEGEND]
    far = [(x + 20, y, colours) for x, y, colours in read_legend(misread(), RAINBOW)]
    assert measured_pieces(image, CAMERA, no_reference(), misread(), far) == []
    with pytest.raises(UsageError, match="mauve"):
        command.run(argparse.Namespace(**{**vars(options), "order": "mauve"}))
    with pytest.raises(UserError, match="can't write"):
        command.run(argparse.Namespace(**{**vars(options), "output": str(tmp_path / "no" / "set.json")}))


@pytest.mark.parametrize("off", [1.0, 0.7, 1.5])
def test_a_single_piece_that_is_unsure_is_judged_by_its_like_in_the_picture(off: float) -> None:
    """The reader prefers red for a black piece, but for any white it looks like the other black ones. The
    measured bands of stacks are not decisive."""
    spots = [(-90.0, Colour.RED), (-45.0, Colour.BLACK), (0.0, Colour.RED), (45.0, Colour.BLACK)]
    drawn = [Drawn(x, 0.0, (Piece(Size.MEDIUM, colour),)) for x, colour in spots]
    doubted = Drawn(90.0, 0.0, (Piece(Size.MEDIUM, Colour.BLACK),))
    tower = Drawn(30.0, 110.0, (Piece(Size.LARGE, Colour.BLACK), Piece(Size.LARGE, Colour.BLACK)))
    picture = draw([*drawn, doubted, tower], CAMERA)
    rather = {Colour.RED: 0.66, Colour.BLACK: 0.34}
    units = [*map(observed, drawn), observed(doubted, rather), observed(tower, rather)]
    white = replace(no_reference(), gain_bgr=no_reference().gain_bgr * off)
    found = alike(picture, CAMERA, white, units, ColourModel())
    assert found[4].levels[0].p_colour[Colour.BLACK] > 0.6
    assert [*found[:4], found[5]] == [*units[:4], units[5]]
    alone = alike(picture, CAMERA, white, units[4:], ColourModel())
    assert rather[Colour.BLACK] < alone[0].levels[0].p_colour[Colour.BLACK], "it usually looks like this"
