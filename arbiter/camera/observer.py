"""The watch loop's interface to vision, and its implementation."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from calibration.store import Calibration
from engine.pieces import PALETTES
from vision.colour.colours import Certain
from vision.observation import TableObservation
from vision.source.frames import Frame


class Eyes(Protocol):
    """Observes the table in frames, in order."""

    @property
    def calibration(self) -> Calibration:
        """The camera's calibration after the last frame."""

    @property
    def detected(self) -> bool:
        """Whether a network ran on the last frame."""

    def look(self, frame: Frame) -> TableObservation:
        """The observation in a frame."""

    def learn(self, certain: Iterable[Certain], time_s: float) -> None:
        """Learn the set's colours from units whose colours are certain."""

    def place(self, calibration: Calibration) -> None:
        """Use this calibration from now on."""

    def glimpse(self, wanted: bool) -> None:
        """Whether to observe the parts of the table at rest while something moves elsewhere."""


class TableEyes:
    """Vision's table watcher; raises ``ModelError`` without its networks, and ``ColourSetError`` or
    ``OSError`` if the file of the set's ``colours`` can't be read.
    """

    def __init__(
        self,
        calibration: Calibration,
        palette: str,
        colours: Path | None = None,
        model: Path | None = None,
        like: TableEyes | None = None,
    ) -> None:
        """``like``: the eyes of another camera on the same table, whose networks are shared."""
        import scipy.optimize  # noqa: F401 -- takes 0.5 s, which would otherwise delay a frame

        from vision.colour.colours import ColourModel, read_colours
        from vision.observe.pipeline import TableWatcher  # late: it loads the inference library
        from vision.observe.units import Models

        known = ColourModel() if colours is None else read_colours(colours)
        self._models: Models = Models.load(finder=model) if like is None else like._models
        self._watcher = TableWatcher(calibration, self._models, PALETTES[palette], colours=known)

    @property
    def calibration(self) -> Calibration:
        return self._watcher.calibration

    def place(self, calibration: Calibration) -> None:
        self._watcher.place(calibration)

    @property
    def detected(self) -> bool:
        return self._watcher.detected

    def glimpse(self, wanted: bool) -> None:
        self._watcher.glimpses = wanted

    def look(self, frame: Frame) -> TableObservation:
        return self._watcher.process(frame)

    def learn(self, certain: Iterable[Certain], time_s: float) -> None:
        self._watcher.learn(certain, time_s)
