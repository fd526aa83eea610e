"""The search for cards during set-up: how often it runs, what it waits for, and what the page draws."""

from __future__ import annotations

import numpy as np

from arbiter.camera.cards_watch import AGAIN_S, PATIENT_LOOKS, CardsWatch, Outline
from arbiter.games.logistics.setup import LogisticsTable
from arbiter.pages.live_view import outlined
from arbiter.table.session import TableSession
from engine.logistics.model import Rules
from tests.support.drawn_cards import GROUNDS, MIDDLES, VIEW, WHITE, lay, noisy, off_mm, plain
from vision.observation import TableObservation
from vision.source.frames import Frame


def picture(laid: int) -> np.ndarray:
    drawn = GROUNDS["wood"]()
    for x, y in MIDDLES[::-1][:laid]:
        lay(drawn, x, y, 90.0, True)
    return noisy(drawn, 1)


class Watched:
    """A session with pictures of its table, ten a second."""

    def __init__(self) -> None:
        self.session = TableSession(LogisticsTable(Rules(cards=4)))
        self.watch, self.looks, self.now = CardsWatch(), list[float](), 0.0

    def see(self, image: np.ndarray, seconds: float, hand: bool = False) -> LogisticsTable:
        hands = ((0.0, 0.0, 90.0, 90.0),) if hand else ()
        for _ in range(round(10 * seconds)):
            self.now += 0.1
            table = self.session.looking
            assert isinstance(table, LogisticsTable)
            frame = Frame(image, self.now, round(10 * self.now))
            observation = TableObservation(self.now, frame.index, (), hands, True, True)
            found = self.watch.step(table, frame, observation, VIEW)
            if found is not None:
                self.looks.append(self.now)
                self.session.place(found)
        now = self.session.looking
        assert isinstance(now, LogisticsTable)
        return now


def test_cards_are_waited_for_counted_and_found() -> None:
    watched = Watched()
    table = watched.see(picture(5), 2.0)
    assert table.found is None and "I see 5 cards of two rows of 4" in table.unclear
    assert len(table.outlines) == 5 and len(watched.looks) == 2
    watched.see(picture(5), 2.0, hand=True)
    assert len(watched.looks) == 2
    table = watched.see(picture(8), 8.0)
    assert table.found is not None and off_mm(table.found, MIDDLES) < 5
    assert len(watched.looks) == 3 and all(outline.seen for outline in table.outlines)


def test_a_card_that_stays_unseen_is_filled_in_after_a_while() -> None:
    watched = Watched()
    assert watched.see(picture(7), AGAIN_S * (PATIENT_LOOKS - 2)).found is None
    table = watched.see(picture(7), 2 * AGAIN_S + 0.5)
    assert table.found is not None and off_mm(table.found, MIDDLES) < 6
    assert sum(not outline.seen for outline in table.outlines) == 1


def on_white(darker: int) -> np.ndarray:
    """White cards on a cloth that is a little darker."""
    drawn = plain(tuple(value - darker for value in WHITE))
    for x, y in MIDDLES:
        lay(drawn, x, y, 90.0, True)
    return noisy(drawn, 2)


def test_cards_whose_sides_hardly_show_are_found_by_their_faces() -> None:
    table = Watched().see(on_white(7), 2 * AGAIN_S)
    assert table.found is not None and off_mm(table.found, MIDDLES) < 6
    assert table.guessed is None, "nobody is asked"


def test_cards_that_hardly_show_are_asked_about_where_they_may_lie() -> None:
    watched, pale = Watched(), on_white(6)
    assert watched.see(pale, AGAIN_S * (PATIENT_LOOKS - 2)).found is None, "it is waited for first"
    table = watched.see(pale, 2 * AGAIN_S + 0.5)
    assert table.found is not None and off_mm(table.found, MIDDLES) < 6
    (asked,) = table.read_setup((), {}).doubts
    assert asked.text == "I do not see all cards well. Do they lie as they are drawn in the picture?"
    ends = VIEW.project([(x, y, 0.0) for x, y in MIDDLES])
    left, top, right, bottom = asked.box_px
    assert left < ends[:, 0].min() and right > ends[:, 0].max()
    assert top < ends[:, 1].min() and bottom > ends[:, 1].max()
    told = table.read_setup((), {asked.place: asked.values[0]})
    assert told.setup is not None and not told.doubts and not told.problems
    sure = watched.see(picture(8), 8.0)
    assert not sure.read_setup((), {}).doubts, "once they are seen well nobody is asked"


def test_what_people_show_is_not_looked_for() -> None:
    watched = Watched()
    watched.session.mark([(-150, -100), (150, -100), (150, 100), (-150, 100)])
    assert watched.session.looking is None


def test_outlines_are_drawn_thick_where_seen_and_thin_where_filled_in() -> None:
    square = np.array([(-40.0, -40.0), (40.0, -40.0), (40.0, 40.0), (-40.0, 40.0)])
    drawn = [
        int(
            np.any(
                outlined(np.zeros((720, 1280, 3), np.uint8), [Outline(square, seen)], VIEW) > 60, axis=2
            ).sum()
        )
        for seen in (True, False)
    ]
    assert drawn[0] > 1.5 * drawn[1] > 0
    behind = Outline(square + (0.0, -5000.0), True)
    assert not outlined(np.zeros((720, 1280, 3), np.uint8), [behind], VIEW).any()
