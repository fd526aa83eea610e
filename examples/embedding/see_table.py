"""Lists the pieces on a table from one picture: ``python see_table.py table.jpg``.

The picture must contain the corner markers (``arbiter mat``), or some pyramids, cards or paper. Places are in
mm on the table.
"""

import sys

import cv2

from engine.pieces import PALETTES
from vision.observe.see import see
from vision.observe.units import Models


def main(path: str) -> None:
    """Print a line for each pyramid or stack, from left to right."""
    picture = cv2.imread(path)
    if picture is None:
        sys.exit(f"{path} is no picture")
    sight = see(picture, Models.load(), palette=PALETTES["rainbow"])
    for unit in sight.units:
        pieces = " on ".join(f"{level.size.word} {level.colour}" for level in unit.levels)
        sure = min(level.p_size[level.size] * level.p_colour[level.colour] for level in unit.levels)
        where = f"{unit.posture.value}, at {unit.x_mm:.0f}, {unit.y_mm:.0f} mm"
        print(f"{pieces}, {where}, {100 * sure:.0f} % sure")
    for box in sight.hands:
        print("a hand at", *(round(edge) for edge in box))


if __name__ == "__main__":
    main(sys.argv[1])
