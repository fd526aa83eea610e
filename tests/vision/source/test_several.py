"""Several cameras or films as one source: the leader, pictures of the others, dropouts."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from vision.source.frames import Frame, FrameSource, SourceError
from vision.source.several import AWAY_S, SeveralSources

PICTURE = np.zeros((4, 6, 3), np.uint8)


class Film(FrameSource):
    """A number of frames that encode their index; a broken film ends with an error."""

    def __init__(self, name: str, frames: int, fps: float = 10.0, broken: bool = False) -> None:
        super().__init__(name, (6, 4))
        self._left, self._fps, self._broken, self.closed = iter(range(frames)), fps, broken, False

    def read(self) -> Frame | None:
        number = next(self._left, None)
        if number is None:
            if self._broken:
                raise SourceError(f"{self.spec} breaks off")
            return None
        return Frame(PICTURE, number / self._fps, number)

    def close(self) -> None:
        self.closed = True


class Camera(FrameSource):
    """A live source to which a test supplies the pictures."""

    live = True

    def __init__(self, name: str, began_s: float = 0.0) -> None:
        super().__init__(name, (6, 4))
        self.began_s, self.now_s, self.quiet, self.box = began_s, 0.0, 0.0, list[Frame]()

    def put(self, time_s: float) -> None:
        self.box, self.quiet = [Frame(PICTURE, time_s, 0)], 0.0

    def read(self) -> Frame | None:
        return self.box.pop() if self.box else None

    def ready(self) -> bool:
        return bool(self.box)

    def due(self) -> bool:
        return bool(self.box)

    @property
    def silent(self) -> bool:
        return self.quiet > 3

    @property
    def quiet_s(self) -> float:
        return self.quiet

    def close(self) -> None:
        self.box.clear()


def test_films_run_side_by_side_on_the_first_ones_clock() -> None:
    several = SeveralSources([Film("a", 10), Film("b", 40, fps=20)])
    several.offsets_s[1] = -0.5  # started half a second earlier
    beside = []
    for _ in range(4):
        frame = several.read()
        assert frame is not None
        beside.append([round(other.time_s, 2) for _, other in several.beside(frame.time_s)])
    assert beside[0] == [round(n / 20 - 0.5, 2) for n in range(11)]
    assert beside[1:] == [[0.05, 0.1], [0.15, 0.2], [0.25, 0.3]]


def test_a_film_that_ends_or_breaks_hands_on_the_lead_to_one_that_may() -> None:
    for broken in (False, True):
        several = SeveralSources([Film("a", 3, broken=broken), Film("b", 6)])
        several.able.add(1)
        read = [(frame.time_s, frame.index, several.lead) for frame in several]
        assert [lead for *_, lead in read] == [0, 0, 0, 1, 1, 1, 1, 1, 1]
        assert [index for _, index, _ in read] == list(range(9))
        assert all(after > before for (before, *_), (after, *_) in pairwise(read))
    alone = SeveralSources([Film("a", 3), Film("b", 6)])
    assert len(list(alone)) == 3  # the other camera's position is unknown
    broken_both = SeveralSources([Film("a", 1, broken=True), Film("b", 1, broken=True)])
    broken_both.able.add(1)
    with pytest.raises(SourceError, match="breaks off"):
        list(broken_both)


def test_a_silent_camera_hands_on_the_lead_and_is_taken_up_again() -> None:
    first, other = Camera("0"), Camera("1", began_s=2.0)
    several = SeveralSources([first, other])
    assert several.live and several.offsets_s == [0.0, 2.0]
    first.put(5.0)
    other.put(3.0)
    assert several.ready() and several.read().time_s == 5.0  # type: ignore[union-attr]
    assert [(number, frame.time_s) for number, frame in several.beside(5.0)] == [(1, 5.0)]
    assert list(several.beside(5.0)) == []
    first.quiet = AWAY_S + 1
    other.put(4.0)
    assert not several.ready() and several.lead == 0  # the other camera is not located yet
    several.able.add(1)
    assert several.ready() and several.lead == 1 and several.away(0) and not several.silent
    assert several.read().time_s == 6.0  # type: ignore[union-attr]
    first.put(7.0)
    assert list(several.beside(6.5)) == []  # not yet: the leader is behind
    assert [number for number, _ in several.beside(7.0)] == [0]


def test_all_are_closed() -> None:
    films = [Film("a", 1), Film("b", 1)]
    SeveralSources(films).close()
    assert all(film.closed for film in films)
