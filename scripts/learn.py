"""Trains for days: renders pictures meanwhile, evaluates after every round, and resumes after interruptions.

    python scripts/learn.py RUN [--pictures FOLDER ...] [--networks reader finder] [--minutes 60]

Pictures are rendered into RUN/rendered on one core while the networks are trained in turn on another, both at
the lowest priority. The training starts from vision/models and uses the FOLDERs and RUN/rendered with equal
weights. After each round of ``--minutes`` of processor time the network is exported to RUN/models, all
networks are evaluated on RUN/validation, a line is added to RUN/log.jsonl, and RUN/curve.svg is drawn.
RUN/validation is rendered first, with other tables and lights than the training pictures and
datasets/evaluation. Stop it with Ctrl-C or in any other way; the same command resumes. To continue on another
machine, copy RUN/models and RUN/log.jsonl. Needs the extras ``train`` and ``render``.
"""

from __future__ import annotations

import argparse
import sys
import threading
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.evaluate import read  # noqa: E402
from vision.observe.units import Models  # noqa: E402
from vision.training.background import in_background  # noqa: E402
from vision.training.samples import list_samples, read_sample, training_samples  # noqa: E402
from vision.training.scoring import report, score, total_of  # noqa: E402

FIRST, FIRST_VALIDATION = 4_000_000, 5_000_000
INSTALMENT = 50
"""Number of pictures that one process renders."""
SAMPLES_A_PIXEL, QUALITY = 3, 92


def parser() -> argparse.ArgumentParser:
    """The command line."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("run", type=Path, help="folder of the run; created if missing")
    options.add_argument("--pictures", type=Path, nargs="*", default=[], help="more folders of samples")
    options.add_argument("--networks", nargs="+", choices=("reader", "finder"), default=["reader", "finder"])
    options.add_argument("--minutes", type=float, default=60.0, help="processor time of a round")
    options.add_argument("--rounds", type=int, default=1000, help="end after so many")
    options.add_argument("--rate", type=float, default=5e-4, help="highest learning rate of a round")
    options.add_argument("--threads", type=int, default=1)
    options.add_argument("--validation", type=int, default=96, help="pictures to evaluate on")
    options.add_argument("--render", type=int, default=20000, help="pictures to render at most (0: none)")
    options.add_argument(
        "--first-seed", type=int, default=FIRST, help="of rendered pictures; another one on each machine"
    )
    return options


def figures_of(models: Path, pictures: Path) -> dict[str, float]:
    """The figures of the models in a folder on a folder of samples."""
    loaded = Models.load(models)
    samples = map(read_sample, list_samples(pictures))
    return report(total_of(score(sample.units, read(sample, loaded, "all")) for sample in samples))


def folders(args: argparse.Namespace) -> tuple[Path, ...]:
    """The folders of training samples."""
    return (*args.pictures, *([args.run / "rendered"] if args.render else []))


def one_round(args: argparse.Namespace) -> None:
    """Run a round of training, its evaluation and the curve; called in a separate process."""
    from vision.training.curve import curve
    from vision.training.learning import Course, begin, learn_round, log_lines

    course = Course(args.run, folders(args), tuple(args.networks), args.minutes, args.rate, args.threads)

    def evaluate(models: Path) -> dict[str, float]:
        return figures_of(models, args.run / "validation")

    begin(course, evaluate)
    print(learn_round(course, evaluate), flush=True)
    (args.run / "curve.svg").write_text(curve(log_lines(args.run)), "utf-8")


def render(folder: Path, first_seed: int, count: int, for_evaluation: bool = False) -> None:
    """Render the missing ones of ``count`` pictures, for training or like those for evaluation."""
    from datasets.picture.build import picture, write
    from datasets.scene.sampling import EVALUATED

    def draw(seed: int, kind: str | None) -> tuple[np.ndarray, dict]:
        return picture(seed, SAMPLES_A_PIXEL, for_evaluation, kind)

    for _ in write(folder, first_seed, count, draw, EVALUATED if for_evaluation else (None,), QUALITY):
        pass


def render_quickly(folder: Path, first_seed: int, count: int) -> None:
    """Render the missing ones of ``count`` pictures with OpenGL, three in five crowded or easily misread."""
    from datasets.opengl.still import Stills
    from datasets.picture.build import write

    stills = Stills()
    kinds = (None, "crowd", None, "misread", "sown")
    for _ in write(folder, first_seed, count, lambda seed, kind: stills.picture(seed, kind=kind), kinds):
        pass


def render_all(args: argparse.Namespace) -> None:
    """Render training pictures until there are enough, INSTALMENT per process, with the two renderers in
    turn.
    """
    for first in range(args.first_seed, args.first_seed + args.render, INSTALMENT):
        renderer = render if (first - args.first_seed) // INSTALMENT % 2 else render_quickly
        if in_background(renderer, args.run / "rendered", first, INSTALMENT):
            print("rendering failed: training goes on with the pictures that are there", flush=True)
            return


def main(arguments: list[str] | None = None) -> int:
    """Learn until interrupted, or for a number of rounds."""
    args = parser().parse_args(arguments)
    if args.validation and in_background(
        render, args.run / "validation", FIRST_VALIDATION, args.validation, True
    ):
        return 1
    if args.render and not any(map(training_samples, folders(args))):
        in_background(render, args.run / "rendered", args.first_seed, min(INSTALMENT, args.render))
    if args.render:
        threading.Thread(target=render_all, args=(args,), daemon=True).start()
    for _ in range(args.rounds):
        if code := in_background(one_round, args):
            print("the round was cut off: the same command goes on with it", file=sys.stderr)
            return code
    return 0


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except KeyboardInterrupt:
        raise SystemExit(130) from None
