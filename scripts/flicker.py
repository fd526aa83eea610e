"""Measures the flicker of the overlay over a film with its ground truth beside it.

    python scripts/flicker.py arbiter/samples/initiative-basic.mp4

The overlays of single readings and of tracks are compared by their events per minute of film: labels that
change their words, marks that appear or disappear, outlines that jump by more than 1 mm, and labels that jump
by more than 3 px. Events explained by a hand do not count: within 15 mm of the places that its visit changed,
from its coming until 2 s after its leaving. The first 1.5 s, in which everything appears, are left out.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402

from calibration.camera import Camera  # noqa: E402
from calibration.markers import find_markers  # noqa: E402
from calibration.pose import solve  # noqa: E402
from datasets.acting.initiative import act  # noqa: E402
from engine.initiative.examples import ROUNDS  # noqa: E402
from engine.pieces import PALETTES  # noqa: E402
from scripts.films import truth_of  # noqa: E402
from vision.observation import TableObservation  # noqa: E402
from vision.observe.overlay import Mark, label_plates, track_marks, unit_marks  # noqa: E402
from vision.observe.pipeline import TableWatcher  # noqa: E402
from vision.observe.units import Models  # noqa: E402
from vision.source.opening import open_source  # noqa: E402
from vision.track.matching import GATE_MM, nearest_pairs  # noqa: E402
from vision.track.tracks import Tracks  # noqa: E402

KINDS = ("label changes", "appears or disappears", "outline jumps", "label jumps")
START_S, AFTER_S, NEAR_MM = 1.5, 2.0, 15.0
JUMP_MM, JUMP_PX = 1.0, 3.0

Seen = tuple[TableObservation, Camera]
Place = tuple[float, float]


@dataclass(frozen=True)
class Shown:
    """One drawn unit: its place (mm), and the words and position (px) of its label."""

    place: Place
    lines: tuple[str, ...]
    label: Place


@dataclass(frozen=True)
class Event:
    """A change in the overlay: its time, place (mm), and kind (of ``KINDS``)."""

    time_s: float
    place: Place
    kind: str


def watched(film: Path) -> Iterator[Seen]:
    """The observation and the camera for each frame of the film."""
    source, watcher = open_source(str(film)), None
    try:
        for frame in source:
            if watcher is None:
                height, width = frame.image_bgr.shape[:2]
                calibration = solve(find_markers(frame.image_bgr), width, height).calibration
                watcher = TableWatcher(calibration, Models.load(), PALETTES["rainbow"])
            yield watcher.process(frame), watcher.calibration.camera
    finally:
        source.close()


def overlays(seen: Iterable[Seen]) -> Iterator[tuple[float, list[Shown], list[Shown]]]:
    """Each frame's time, and what is drawn for single readings and for tracks."""
    tracks, sides, last, drawn = Tracks(), {}, None, ([], [])
    for observation, camera in seen:
        tracks = tracks.step(observation, camera)
        now = observation.units, tracks, camera
        if last is None or any(a is not b for a, b in zip(last, now, strict=True)):
            single, followed = unit_marks(observation.units, camera), track_marks(tracks, camera)
            sides = {key: side for key, (_, side) in label_plates(followed, camera, sides).items()}
            drawn = shown(single, camera, {}), shown(followed, camera, sides)
        last = now
        yield observation.time_s, *drawn


def shown(marks: Sequence[Mark], camera: Camera, sides: dict[int, int]) -> list[Shown]:
    """The drawn units of an overlay with these marks."""
    plates = label_plates(marks, camera, sides)
    return [
        Shown(tuple(np.mean(mark.parts[0][:4, :2], axis=0)), mark.lines, plates[mark.key][0][:2])
        for mark in marks
        if mark.key in plates
    ]


def events(time_s: float, before: Sequence[Shown], now: Sequence[Shown]) -> Iterator[Event]:
    """The changes from one frame to the next."""
    pairs = dict(nearest_pairs([one.place for one in before], [one.place for one in now], GATE_MM))
    gone = [one.place for i, one in enumerate(before) if i not in pairs]
    new = [one.place for j, one in enumerate(now) if j not in pairs.values()]
    yield from (Event(time_s, place, "appears or disappears") for place in (*gone, *new))
    for i, j in pairs.items():
        old, young = before[i], now[j]
        if old.lines != young.lines:
            yield Event(time_s, young.place, "label changes")
        if np.hypot(*np.subtract(old.place, young.place)) > JUMP_MM:
            yield Event(time_s, young.place, "outline jumps")
        if np.hypot(*np.subtract(old.label, young.label)) > JUMP_PX:
            yield Event(time_s, young.place, "label jumps")


def changes(truth: dict[str, Any], camera: Camera) -> list[tuple[float, float, list[Place]]]:
    """Start and end (s) of each visit of a hand, and the places it changed (mm, in ``camera``'s frame)."""
    turn = np.array(truth["camera"]["rotation"])
    filmed = camera.with_pose(rotation_vector(turn), truth["camera"]["translation"], 0.0)
    found = []
    for step, visit in zip(truth["steps"], act(ROUNDS[truth["round"]]).visits, strict=True):
        changed = set(visit.before.units) ^ set(visit.after.units)
        spots = filmed.project([(unit.x_mm, unit.y_mm, 0.0) for unit in changed])
        places = [tuple(place) for place in camera.to_table(spots)]
        found.append((step["hand_in_s"], step["hand_out_s"] + AFTER_S, places))
    return found


def rotation_vector(turn: np.ndarray) -> np.ndarray:
    """The axis-angle vector (3,) of a rotation matrix (3, 3)."""
    import cv2

    return cv2.Rodrigues(turn)[0].reshape(3)


def explained(event: Event, visits: Sequence[tuple[float, float, list[Place]]]) -> bool:
    """Whether a visit of a hand explains an event."""
    return any(
        start <= event.time_s <= end and np.hypot(*np.subtract(event.place, place)) <= NEAR_MM
        for start, end, places in visits
        for place in places
    )


def count(film: Path, seen: Iterable[Seen]) -> tuple[Counter[str], Counter[str], float]:
    """Unexplained events of both overlays by kind, and the duration in minutes."""
    seen = list(seen)
    visits = changes(truth_of(film), seen[0][1])
    found: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    before = None
    for time_s, *drawn in overlays(seen):
        if before and time_s >= START_S:
            for tally, old, now in zip(found, before, drawn, strict=True):
                tally.update(e.kind for e in events(time_s, old, now) if not explained(e, visits))
        before = drawn
    return *found, (seen[-1][0].time_s - START_S) / 60


def main() -> int:
    """Print a row for each kind of event."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("films", type=Path, nargs="+")
    for film in parser.parse_args().films:
        single, followed, minutes = count(film, watched(film))
        print(f"{film.stem}: a minute, drawn from single readings and from tracks")
        for kind in KINDS:
            print(f"  {kind:24}{single[kind] / minutes:8.1f}{followed[kind] / minutes:8.1f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
