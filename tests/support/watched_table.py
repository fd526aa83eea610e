"""A simulated table for the watch loop: a source of small pictures, and eyes that know what each shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from arbiter.camera.placing import Placed
from arbiter.watch.options import WatchOptions
from arbiter.watch.watch import Parts
from calibration.camera import Camera, square_pixel_matrix
from calibration.store import Calibration
from engine.initiative.examples import ROUNDS, ExampleRound
from tests.support.simulated.table_sim import TableSim, act_out
from vision.colour.colours import Certain
from vision.observation import TableObservation
from vision.source.frames import Frame, FrameSource, SourceError

SIZE = (64, 36)
SETUP_S = 2.5


def calibration() -> Calibration:
    """A camera without markers, so there is nothing to check for drift."""
    camera = Camera(square_pixel_matrix(60, *SIZE), np.zeros(5), (np.pi, 0, 0), (0, 0, 900), *SIZE, 0.1)
    return Calibration(camera)


class SimSource(FrameSource):
    """Frames for simulated observations; the grey level of a picture encodes its number.

    ``broken_at``: the camera is unplugged before this frame; ``before`` is called with each frame's number
    before anything else.
    """

    def __init__(
        self,
        observations: Iterable[TableObservation],
        live: bool = False,
        broken_at: int | None = None,
        before: Callable[[int], None] = lambda number: None,
        spec: str = "sim.mp4",
    ) -> None:
        super().__init__(spec, SIZE)
        self.live, self._broken_at, self._before = live, broken_at, before
        self._observations = iter(observations)
        self.seen: dict[int, TableObservation] = {}

    def read(self) -> Frame | None:
        observation = next(self._observations, None)
        if observation is None:
            return None
        number = observation.frame_index
        self._before(number)
        if number == self._broken_at:
            raise SourceError(f"{self.spec} has sent no picture for 3 s: is it still connected?")
        self.seen[number] = observation
        picture = np.full((SIZE[1], SIZE[0], 3), number % 256, np.uint8)
        return Frame(picture, observation.time_s, number)

    def close(self) -> None:
        self.seen.clear()


@dataclass
class SimEyes:
    """Eyes that look the observation up."""

    source: SimSource
    detected: bool = True
    calibration: Calibration = field(default_factory=calibration)
    moves: dict[int, Calibration] = field(default_factory=dict)
    """Calibrations, keyed by the number of the frame from which they hold."""
    learnt: list[tuple[float, tuple[Certain, ...]]] = field(default_factory=list)
    last: TableObservation | None = None

    def place(self, calibration: Calibration) -> None:
        self.calibration = calibration

    def glimpse(self, wanted: bool) -> None:
        """Nothing shows between two rests."""

    def look(self, frame: Frame) -> TableObservation:
        seen = self.source.seen.pop(frame.index, self.last)  # after the end the last observation repeats
        assert seen is not None
        self.last = seen
        self.calibration = self.moves.get(frame.index, self.calibration)
        return TableObservation(
            frame.time_s, frame.index, seen.units, seen.hands, seen.still, seen.registered
        )

    def learn(self, certain: Iterable[Certain], time_s: float) -> None:
        self.learnt.append((time_s, tuple(certain)))


def parts(source: SimSource, lines: list[str], **more: Any) -> Parts:
    """Parts with simulated eyes; printed lines go to ``lines``."""
    facts: dict[str, Any] = {
        "eyes": lambda calibration, palette: SimEyes(source),
        "place": lambda source, given, known: Placed(calibration(), ("table placed",), iter(source)),
        "tell": lines.append,
        "warn": lines.append,
        "keys": lambda: (),
    }
    return Parts(**{**facts, **more})


def options(source: FrameSource, round_: ExampleRound, record: Path, **more: Any) -> WatchOptions:
    """Options for an example round without page or voice."""
    facts: dict[str, Any] = {
        "game": "initiative",
        "source": source,
        "players": dict(round_.names),
        "palette": "rainbow",
        "rules": round_.rules,
        "rounds": 1,
        "record": record,
        "voice": False,
        "headless": True,
    }
    return WatchOptions(**{**facts, **more})


def round_frames(name: str = "basic", seed: int = 1, fps: float = 8.0) -> Iterator[TableObservation]:
    """An example round as observations."""
    round_ = ROUNDS[name]
    return act_out(round_, TableSim(round_.setup, seed, fps=fps))
