"""Feeds the live page with the state when it changes, and with the newest picture and its detections."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from arbiter.camera.cards_watch import Outline
from arbiter.pages.beliefs import marks
from arbiter.pages.diagnosis import Pace, diagnosis
from arbiter.pages.live_setup import setup_fields
from arbiter.pages.live_state import MoveWords, crop_key, move_rows, snapshot_state
from arbiter.pages.position import headline
from arbiter.pages.touching import Asked, touched_json
from arbiter.record.stills import jpeg, narrowed
from arbiter.table.frames import Snapshot
from arbiter.table.sites import place_at
from arbiter.telling.found import telling_of
from arbiter.voice.table_words import answer_to, whole
from arbiter.words.overlay_words import labels
from arbiter.words.wording import Wording, titled, wording
from calibration.camera import Camera
from engine.game import Seat
from engine.message import Said, Tell
from vision.observation import Box, TableObservation
from vision.observe.overlay import ENGLISH, NOWHERE, Labels, draw_marks, track_marks
from vision.source.frames import Frame
from vision.track.tracks import Tracks

Picture = NDArray[np.uint8]
Sides = Mapping[int, int]
Draw = Callable[[Picture, Tracks, Sequence[Box], Camera, Sides, Labels], tuple[Picture, dict[int, int]]]
"""Draws tracks and hands on a picture; ``Sides`` are the label positions in the previous picture and,
returned, in this one; ``Labels`` are their texts.
"""
PICTURES_PER_S = 12.0
PICTURE_WIDTH, VIEW_WIDTH, PICTURE_QUALITY = 1280, 800, 75
Beside = tuple[int, Frame, Camera]
"""A picture from another camera of the table: its number, the frame, and the camera."""
SEEN, FILLED_IN, FAR_PX = (90, 200, 60), (60, 200, 255), 20_000
"""Colours (BGR) of seen and inferred cards, and the farthest that a corner may be outside the picture."""


class Page(Protocol):
    """The part of the live page's server that is used here."""

    def publish(self, state: Mapping[str, Any]) -> None:
        """Show a state."""

    def publish_frame(self, jpeg: bytes) -> None:
        """Show a picture."""

    @property
    def open_for_reading(self) -> bool:
        """Whether somebody is watching the detections."""

    def publish_view(self, number: int, jpeg: bytes) -> None:
        """Show a picture of another camera."""

    def publish_diagnosis(self, jpeg: bytes, facts: Mapping[str, Any]) -> None:
        """Show a picture with all detections, and its figures."""

    def keep(self, group: str, pictures: Mapping[str, bytes]) -> None:
        """Serve pictures by name, in place of the group's previous ones."""


class LiveView:
    """Feeds a page. A thread of its own draws and encodes pictures, always only the newest."""

    def __init__(self, page: Page, names: Mapping[Seat, str], draw: Draw) -> None:
        self._page, self._names, self._draw = page, dict(names), draw
        self._change = threading.Condition()
        self._newest: tuple[Frame, Tracks, TableObservation, Camera] | None = None
        self._outlines: tuple[Outline, ...] = ()
        self._beside: tuple[Beside, ...] = ()
        self._tracks, self._sides, self._labels = Tracks(), NOWHERE, ENGLISH
        self._tell: Tell = str
        self._case: Mapping[str, Any] | None = None
        self._pace = Pace()
        self._camera: Camera | None = None
        self._shown: tuple[Snapshot, Mapping[str, Any]] | None = None
        self._closing = self._film_over = self._clip = False
        self._size_px = (PICTURE_WIDTH, PICTURE_WIDTH * 9 // 16)
        self._thread = threading.Thread(target=self._paint, name="painter", daemon=True)
        self._thread.start()

    def frame(self, frame: Frame, observation: TableObservation, camera: Camera) -> None:
        """Take a frame, in order; returns at once."""
        self._tracks = self._tracks.step(observation, camera)
        self._pace.step()
        self._placed(camera)
        with self._change:
            self._newest = frame, self._tracks, observation, camera
            self._change.notify()

    def beside(self, views: tuple[Beside, ...]) -> None:
        """Show the newest pictures of the table's other cameras, each with its number (from 0)."""
        before, self._beside = self._beside, views
        if [number for number, *_ in before] != [number for number, *_ in views] and self._shown is not None:
            self.state(*self._shown)

    def _placed(self, camera: Camera) -> None:
        """Publish the state again if the camera has moved, since the marks are in other places then."""
        if camera is self._camera:
            return
        self._camera, self._size_px = camera, (camera.width, camera.height)
        if self._shown is not None:
            self.state(*self._shown)

    def film_over(self) -> None:
        """Show that the film is over, and what can be done with the game."""
        self._film_over = True
        if self._shown is not None:
            self.state(*self._shown)

    def clip(self, made: bool) -> None:
        """Show whether the clip of the turning point is available."""
        if made is not self._clip and self._shown is not None:
            self._clip = made
            self.state(*self._shown)

    def outlines(self, shown: tuple[Outline, ...]) -> None:
        """Draw these outlines of cards in the pictures from now on."""
        self._outlines = shown

    def state(self, snapshot: Snapshot, shown: Mapping[str, Any]) -> None:
        """Publish the state of the game; ``shown`` comes from ``Announcer.shown``."""
        self._shown = snapshot, shown
        words = wording(shown["language"])
        self._labels, self._tell = labels(words), words.tell
        state = page_state(snapshot, self._names, words)
        kept = {
            "case": self._case,
            "moves": move_rows(snapshot.moves, self._in_words(snapshot, words)),
            "typed": dict(telling_of(snapshot.game).typed),
            "setup": setup_fields(snapshot.set_up, self._told(words), self._size_px),
            "zone": telling_of(snapshot.game).zone,
            "finished": snapshot.match_over or self._film_over,
            "film_over": self._film_over and not snapshot.match_over,
            "clip": self._clip,
            "views": [number + 1 for number, *_ in self._beside],
            "marks": self._marks(snapshot),
        }
        self._page.publish({**state, **shown, **kept})

    def _marks(self, snapshot: Snapshot) -> list[dict[str, Any]]:
        """The marks of the pieces in the camera's picture."""
        if self._camera is None:
            return []
        return marks(snapshot, self._tracks, self._camera, self._labels.piece, self._tell)

    def asked(self, what: str) -> str:
        """The answer to a question in words (see ``arbiter.voice.table_words``); callable from any thread."""
        if self._shown is None:
            return ""
        snapshot, facts = self._shown
        last = next(iter(facts.get("announcements", ())), "")
        return answer_to(what, snapshot.state, self._names, wording(facts["language"]), last)

    def touched(self, asked: Asked) -> dict[str, Any]:
        """Possible corrections at a place in the drawing or the picture; callable from any thread."""
        shown, camera = self._shown, self._camera
        if shown is None:
            return touched_json(None, asked, str)
        snapshot, facts = shown
        if asked["at"] and camera is not None and snapshot.model is not None:
            pixel = np.array([asked["at"]]) * (camera.width, camera.height) - 0.5
            x, y = camera.to_table(pixel)[0]
            asked = {**asked, "place": place_at(snapshot.model, float(x), float(y))}
        return touched_json(snapshot.book, asked, self._told(wording(facts["language"])))

    def _told(self, words: Wording) -> Callable[[Said], str]:
        """Translates messages into the page's language."""
        return lambda text: words.tell(text, self._names)

    def _in_words(self, snapshot: Snapshot, words: Wording) -> MoveWords:
        """Puts moves into words for the page's list."""
        telling = telling_of(snapshot.game)
        return lambda seat, text: titled(words.tell(telling.title(seat, text), self._names))

    def case(self, case: tuple[Mapping[str, Any], Mapping[str, bytes]] | None) -> None:
        """Show a disputed move from now on, with its pictures by name."""
        self._case, pictures = case or (None, {})
        self._page.keep("case", pictures)

    def crops(self, question: int, pictures: Sequence[bytes]) -> None:
        """Serve a question's pictures."""
        self._page.keep("question", {crop_key(question, n): jpeg for n, jpeg in enumerate(pictures)})

    def close(self) -> None:
        """End the drawing thread."""
        with self._change:
            self._closing = True
            self._change.notify()
        self._thread.join(2.0)

    def _paint(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._newest is not None or self._closing)
                if self._closing:
                    return
                assert self._newest is not None
                newest, self._newest = self._newest, None
            began = time.monotonic()
            self._show(*newest)
            time.sleep(max(0.0, 1 / PICTURES_PER_S - (time.monotonic() - began)))

    def _show(self, frame: Frame, tracks: Tracks, seen: TableObservation, camera: Camera) -> None:
        """Show a frame and, if somebody is watching, another picture with its detections."""
        picture = outlined(frame.image_bgr, self._outlines, camera)
        self._page.publish_frame(jpeg(narrowed(picture, PICTURE_WIDTH), PICTURE_QUALITY))
        if self._page.open_for_reading:
            where = seen.hands, camera, self._sides, self._labels
            drawn, self._sides = self._draw(frame.image_bgr, tracks, *where)
            facts = diagnosis(frame, seen, camera, self._pace.per_s)
            self._page.publish_diagnosis(jpeg(narrowed(drawn, PICTURE_WIDTH), PICTURE_QUALITY), facts)
        for number, each, other in self._beside:
            view = each.image_bgr
            if self._page.open_for_reading:
                view = self._draw(view, tracks, (), other, NOWHERE, self._labels)[0]
            self._page.publish_view(number + 1, jpeg(narrowed(view, VIEW_WIDTH), PICTURE_QUALITY))


def outlined(image_bgr: Picture, outlines: Sequence[Outline], camera: Camera) -> Picture:
    """The picture with outlines drawn on it, thick for seen cards, thin for inferred ones; a copy if there
    are any.
    """
    if outlines:
        image_bgr = image_bgr.copy()
    for outline in outlines:
        ends = camera.project(np.column_stack([outline.corners, np.zeros(len(outline.corners))]))
        if np.isfinite(ends).all() and np.abs(ends).max() < FAR_PX:
            thick = max(1, round((3 if outline.seen else 1) * camera.width / PICTURE_WIDTH))
            colour = SEEN if outline.seen else FILLED_IN
            cv2.polylines(image_bgr, [np.rint(ends).astype(np.int32)], True, colour, thick, cv2.LINE_AA)
    return image_bgr


def page_state(snapshot: Snapshot, names: Mapping[Seat, str], words: Wording) -> dict[str, Any]:
    """The page's state for a snapshot, with the table in words and the game's own fields."""
    state = snapshot_state(snapshot, names, words)
    telling, now = telling_of(snapshot.game), snapshot.state
    own = {} if now is None else telling.shown(now, names, words)
    say, more = headline(state["say"])
    if snapshot.set_up is not None:  # open problems are listed beside the drawing
        say, more = words.page("setup_open" if snapshot.set_up.refusal else "setup_ready"), ""
    return {**state, **own, "say": say, "more": more, "table": whole(snapshot.state, names, words)}


def overlay(
    image_bgr: Picture,
    tracks: Tracks,
    hands: Sequence[Box],
    camera: Camera,
    sides: Sides,
    called: Labels = ENGLISH,
) -> tuple[Picture, dict[int, int]]:
    """A copy of the picture with all tracks and hands drawn on it, and the label positions."""
    return draw_marks(image_bgr, track_marks(tracks, camera, called), camera, hands, sides, called.hand)
