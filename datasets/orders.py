"""Orders for rendering pictures, sent from one machine to another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from datasets.picture.build import Draw, picture, target_of, write


@dataclass(frozen=True)
class Order:
    """The target folder, the ``kinds`` of tables in turn, and the renderer.

    The first renderer uses ``spp`` samples per pixel. ``by`` selects the second one (``opengl``), or
    positions of games by the second (``games``) or the third one (``traced``).
    """

    folder: str
    by: str
    spp: int
    held_out: bool
    kinds: tuple[str | None, ...]
    quality: int

    def missing(self, seeds: Iterable[int]) -> Iterator[int]:
        """The seeds without a picture."""
        return (seed for seed in seeds if not target_of(Path(self.folder), seed).exists())

    def render(self, seed: int) -> None:
        """Write one picture with its labels, unless it exists."""
        draw = drawer(self.by, self.spp, self.held_out)
        for _ in write(Path(self.folder), seed, 1, draw, self.kinds, self.quality):
            pass


@cache
def drawer(by: str, spp: int, held_out: bool) -> Draw:
    """The function that draws one picture, cached per process."""
    if by == "games":
        from datasets.opengl.games import Games

        return Games().picture
    if by == "traced":
        from datasets.povray.games import TracedGames

        return TracedGames().picture
    if by == "opengl":
        from datasets.opengl.still import Stills

        stills = Stills()
        return lambda seed, kind: stills.picture(seed, held_out, kind)
    return lambda seed, kind: picture(seed, spp, held_out, kind)
