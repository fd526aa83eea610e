"""What the watch loop needs of vision, and the real thing behind it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from calibration.store import Calibration
from engine.pieces import PALETTES
from vision.colour.colours import Certain
from vision.observation import TableObservation
from vision.source.frames import Frame


class Eyes(Protocol):
    """Looks at frames, in order."""

    @property
    def calibration(self) -> Calibration:
        """Where the camera is, after the last frame."""

    @property
    def detected(self) -> bool:
        """Whether the detector ran on the last frame."""

    def look(self, frame: Frame) -> TableObservation:
        """What a frame shows."""

    def learn(self, certain: Iterable[Certain], time_s: float) -> None:
        """Learns what the set's colours look like from units whose colours are certain."""

    def place(self, calibration: Calibration) -> None:
        """Look through this camera from now on."""

    def glimpse(self, wanted: bool) -> None:
        """Whether to look at what is at rest while something moves elsewhere."""


class TableEyes:
    """Vision's table watcher; raises ``ModelError`` in one line without its networks, and
    ``ColourSetError`` or ``OSError`` when the file of the set's ``colours`` can't be read.
    """

    def __init__(
        self,
        calibration: Calibration,
        palette: str,
        colours: Path | None = None,
        model: Path | None = None,
        like: TableEyes | None = None,
    ) -> None:
        """``like``: eyes on the same table by another camera, whose networks do for these, too."""
        import scipy.optimize  # noqa: F401 -- half a second that the first frame to need it would take

        from vision.colour.colours import ColourModel, read_colours
        from vision.observe.pipeline import Models, TableWatcher  # late: it loads the inference library

        known = ColourModel() if colours is None else read_colours(colours)
        self._models: Models = Models.load(finder=model) if like is None else like._models
        self._finder = CountingFinder(self._models.finder)
        counted = replace(self._models, finder=self._finder)  # type: ignore[arg-type]
        self._watcher = TableWatcher(calibration, counted, PALETTES[palette], colours=known)
        self._finds = 0

    @property
    def calibration(self) -> Calibration:
        return self._watcher.calibration

    def place(self, calibration: Calibration) -> None:
        self._watcher.place(calibration)

    @property
    def detected(self) -> bool:
        return self._finder.count > self._finds

    def glimpse(self, wanted: bool) -> None:
        """Whether to look at what is at rest while something moves elsewhere."""
        self._watcher.glimpses = wanted

    def look(self, frame: Frame) -> TableObservation:
        self._finds = self._finder.count
        return self._watcher.process(frame)

    def learn(self, certain: Iterable[Certain], time_s: float) -> None:
        self._watcher.learn(certain, time_s)


class CountingFinder:
    """The finder, counting its runs."""

    def __init__(self, finder: object) -> None:
        self._finder, self.count = finder, 0

    def find(self, *picture: object, **options: object) -> object:
        """As the finder's own."""
        self.count += 1
        return self._finder.find(*picture, **options)  # type: ignore[attr-defined]
