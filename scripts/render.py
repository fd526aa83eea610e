"""Renders training and evaluation pictures; another run resumes where it stopped.

python scripts/render.py data/train --count 4000            # all kinds of tables by their shares
python scripts/render.py data/train --first-seed 500000 --count 200 --kind nests
python scripts/render.py data/more --opengl --count 8000     # with OpenGL: 2.5 times as fast
python scripts/render.py data/more --count 8000 --cluster tcp://192.168.0.2:8786   # on a Dask cluster
python scripts/render.py datasets/evaluation --first-seed 1000000 --count 208 --in-turn --held-out
python scripts/render.py datasets/games --games --first-seed 2000000 --count 120 --quality 85
python scripts/render.py data/traced --traced --count 40     # with POV-Ray: never used for training
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from arbiter.review.spread import spread
from arbiter.words.exits import UserError, one_line
from datasets.orders import Order
from datasets.scene.sampling import EVALUATED, KINDS


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--spp", type=int, default=3, help="samples a pixel")
    parser.add_argument("--opengl", action="store_true", help="render with OpenGL (without --spp)")
    parser.add_argument("--games", action="store_true", help="positions of games, with OpenGL")
    parser.add_argument("--held-out", action="store_true", help="tables and lights not used for training")
    parser.add_argument("--kind", choices=sorted(KINDS), nargs="+", help="these kinds of tables in turn only")
    parser.add_argument("--in-turn", action="store_true", help="every kind of table equally often")
    parser.add_argument("--quality", type=int, default=92, help="JPEG quality of the files")
    parser.add_argument(
        "--cluster", metavar="ADDRESS", default="", help="on a Dask cluster, by its scheduler"
    )
    parser.add_argument("--traced", action="store_true", help="positions of games, with POV-Ray")
    options = parser.parse_args()
    started = time.monotonic()
    kinds = EVALUATED if options.in_turn else options.kind or (None,)
    by = next((each for each in ("games", "traced", "opengl") if getattr(options, each)), "")
    how = by, options.spp, options.held_out, tuple(kinds), options.quality
    order = Order(str(options.folder.resolve()), *how)
    seeds = order.missing(range(options.first_seed, options.first_seed + options.count))
    try:
        for done, (seed, _) in enumerate(spread(order.render, seeds, options.cluster), 1):
            if done % 20 == 0:
                print(f"{seed}: {(time.monotonic() - started) / done:.2f} s a picture", flush=True)
    except UserError as error:
        sys.exit(str(one_line(error)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
