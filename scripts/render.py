"""Renders training and evaluation pictures; run again, it goes on where it stopped.

python scripts/render.py data/train --count 4000            # all kinds of tables by their shares
python scripts/render.py data/train --first-seed 500000 --count 200 --kind nests
python scripts/render.py data/more --opengl --count 8000     # by the second renderer: 2.5 times as fast
python scripts/render.py datasets/evaluation --first-seed 1000000 --count 208 --in-turn --held-out
python scripts/render.py datasets/games --games --first-seed 2000000 --count 120 --quality 85
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from datasets.picture.build import Draw, picture, write
from datasets.scene.sampling import EVALUATED, KINDS


def drawer(options: argparse.Namespace) -> Draw:
    """What draws one picture."""
    if options.games:
        from datasets.opengl.games import Games

        return Games().picture
    if options.opengl:
        from datasets.opengl.still import Stills

        stills = Stills()
        return lambda seed, kind: stills.picture(seed, options.held_out, kind)
    return lambda seed, kind: picture(seed, options.spp, options.held_out, kind)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--spp", type=int, default=3, help="samples a pixel")
    parser.add_argument("--opengl", action="store_true", help="by the second renderer (no samples a pixel)")
    parser.add_argument("--games", action="store_true", help="positions of games, by the second one too")
    parser.add_argument(
        "--held-out", action="store_true", help="tables and lights that nothing is trained on"
    )
    parser.add_argument("--kind", choices=sorted(KINDS), nargs="+", help="these kinds of tables in turn only")
    parser.add_argument("--in-turn", action="store_true", help="every kind of table equally often")
    parser.add_argument("--quality", type=int, default=92, help="JPEG quality of the files")
    options = parser.parse_args()
    started = time.monotonic()
    kinds = EVALUATED if options.in_turn else options.kind or (None,)
    wanted = options.first_seed, options.count, drawer(options), kinds, options.quality
    seeds = write(options.folder, *wanted)
    for done, seed in enumerate(seeds, 1):
        if done % 20 == 0:
            print(f"{seed}: {(time.monotonic() - started) / done:.2f} s a picture", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
