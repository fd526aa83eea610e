"""A film's game seen through the noisy reader instead of a camera: one observation per beat."""

from __future__ import annotations

from datasets.film.beats import Beat, Pace
from datasets.scene.scenes import Unit
from engine.initiative.model import Setup
from engine.pieces import PALETTES, Colour, Posture, Size
from tests.support.simulated.table_sim import CLEAN, Noise, TableSim, Thing
from vision.observation import TableObservation


class ActedSim(TableSim):
    """The simulated table of a film; pieces of one kind always look alike."""

    def __init__(self, seed: int = 0, noise: Noise = CLEAN, palette: tuple[Colour, ...] = ()) -> None:
        empty = Setup((), (), ())
        super().__init__(empty, seed, noise, Pace().fps, palette or PALETTES["rainbow"])
        self._looks: dict[tuple[object, bool], tuple[Colour, Size]] = {}
        self._known: dict[tuple[object, ...], Thing] = {}

    def see(self, beat: Beat) -> TableObservation:
        """The observation of one beat."""
        self.things = [self._thing(unit) for unit in beat.still.units]
        hands = () if beat.hand is None else (self._hand_box(*beat.hand[:2]),)
        return self._observe(hands, beat.hand is None)

    def _thing(self, unit: Unit) -> Thing:
        pieces = tuple(each.piece for each in reversed(unit.pieces))
        heading = unit.heading_deg if unit.posture is Posture.FLAT else None
        key = (unit.x_mm, unit.y_mm, heading, pieces)
        if key not in self._known:
            name = "stack" if len(pieces) == 5 else "piece"
            looks = tuple(self._look(piece, name) for piece in pieces)
            self._known[key] = Thing(name, pieces, unit.x_mm, unit.y_mm, heading, looks)
        return self._known[key]

    def _look(self, piece: object, name: str) -> tuple[Colour, Size]:
        key = (piece, name == "stack")
        if key not in self._looks:
            self._looks[key] = self._lookalike(piece)  # type: ignore[arg-type]
        return self._looks[key]
