"""Words on pictures: every letter has its own shape and is drawn only inside the picture."""

from __future__ import annotations

import numpy as np
import pytest

from arbiter.words.wording import languages, wording
from engine.pieces import Colour
from vision.lettering import width_of, write

INK = (10, 200, 250)


def written(words: str, at: tuple[int, int] = (5, 30), size: int = 20) -> np.ndarray:
    picture = np.zeros((40, 160, 3), np.uint8)
    write(picture, words, at, size, INK)
    return picture


def test_letters_with_marks_are_letters_of_their_own() -> None:
    signs = "aäoöuüsßeé"
    shapes = {written(sign).tobytes() for sign in signs}
    missing = written("\ue000").tobytes()
    assert len(shapes) == len(signs) and missing not in shapes


def test_the_font_has_every_letter_of_every_language_of_labels() -> None:
    missing = written("\ue000").tobytes()
    words = [str(wording(name).colour(colour.value)) for name in languages() for colour in Colour]
    assert len(set(words)) > len(Colour)
    assert not [sign for word in words for sign in word if written(sign).tobytes() == missing]


def test_words_stand_on_their_line_as_wide_as_was_said_and_in_their_ink() -> None:
    rows, columns = written("Lrot").any(2).nonzero()
    assert rows.max() == 29 and 12 <= rows.min() <= 17
    assert columns.min() >= 5 and columns.max() <= 5 + width_of("Lrot", 20)
    assert (written("L").reshape(-1, 3) == INK).all(1).any()


@pytest.mark.parametrize(
    "at", [(-8, 30), (150, 30), (5, 4), (5, 55), (-900, 30), (900, 30), (5, -90), (5, 900)]
)
def test_what_lies_outside_is_left_out(at: tuple[int, int]) -> None:
    whole = np.zeros((240, 560, 3), np.uint8)
    write(whole, "grün", (at[0] + 200, at[1] + 100), 20, INK)
    if -200 < at[0] < 300 and -60 < at[1] < 100:
        assert (written("grün", at) == whole[100:140, 200:360]).all() and whole.any()
    else:
        assert not written("grün", at).any()
