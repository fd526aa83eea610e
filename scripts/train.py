r"""Trains the finder or the reader on rendered samples, resumes training, or exports a checkpoint.

    python scripts/train.py finder DATA --out RUNS/finder.pt --minutes 40 [--resume RUNS/finder.pt]
    python scripts/train.py reader DATA --out RUNS/reader.pt --minutes 25 [--trunk]
    python scripts/train.py bands DATA --out RUNS/bands.pt --minutes 60 [--start vision/models/bands.onnx]
    python scripts/train.py export --finder RUNS/finder.pt --reader RUNS/reader.pt --bands RUNS/bands.pt \
        [--calibrate DATA]
    python scripts/train.py finetune HARVEST --with DATA --to RUNS/models --minutes 10

``finetune`` continues from the exported finder and reader for ``--minutes`` each, at a low learning rate, on
harvested games mixed with rendered pictures, and exports the results together with copies of the rest of
``vision/models``. Needs the extra ``train`` (torch, ultralytics, onnx). DATA may grow during the training.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = top.add_subparsers(dest="action", required=True)
    for name in ("finder", "reader"):
        train = actions.add_parser(name, help=f"train the {name}")
        train.add_argument("data", type=Path, nargs="+", help="folders of samples")
        train.add_argument("--out", type=Path, required=True, help="checkpoint to write")
        train.add_argument("--minutes", type=float, default=40.0, help="wall-clock time of this run")
        train.add_argument("--rate", type=float, default=1.5e-3, help="highest learning rate")
        train.add_argument("--resume", type=Path, help="checkpoint to resume from")
        train.add_argument("--start", type=Path, help="exported model (ONNX) to begin with")
        train.add_argument("--threads", type=int, default=2)
        train.add_argument("--seed", type=int, default=1)
        train.add_argument("--batch", type=int, help="pictures or crops of a step")
        train.add_argument("--evenly", action="store_true", help="each folder counts as much")
        train.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
        train.add_argument(
            "--processes", type=int, default=0, help="that prepare batches, each from its share of the data"
        )
        if name == "reader":
            train.add_argument("--trunk", action="store_true", help="add a trunk pretrained on ImageNet")
    bands = actions.add_parser("bands", help="train the bands network")
    bands.add_argument("data", type=Path, nargs="+", help="folders of samples")
    bands.add_argument("--out", type=Path, required=True, help="checkpoint to write")
    bands.add_argument("--minutes", type=float, default=60.0, help="processor time of this run")
    bands.add_argument("--start", type=Path, help="exported model (ONNX) to begin with")
    bands.add_argument("--threads", type=int, default=2)
    bands.add_argument("--seed", type=int, default=1)
    _add_export(actions.add_parser("export", help="write vision/models/*.onnx from checkpoints"))
    _add_finetune(actions.add_parser("finetune", help="continue from vision/models, on games and renders"))
    return top


def _add_export(export: argparse.ArgumentParser) -> None:
    export.add_argument("--finder", type=Path)
    export.add_argument("--reader", type=Path)
    export.add_argument(
        "--second-reader", type=Path, help="a reader with a trunk: readings are the mean of both"
    )
    export.add_argument(
        "--halfway",
        type=Path,
        metavar="MODEL",
        help="the export that the second reader started from: write the mean of both",
    )
    export.add_argument("--bands", type=Path)
    export.add_argument(
        "--calibrate", type=Path, nargs="+", metavar="DATA",
        help="held-out samples for the reader's 8-bit convolutions and the temperatures",
    )  # fmt: skip
    export.add_argument(
        "--float32", action="store_true", help="keep convolutions in float32 even with --calibrate"
    )
    export.add_argument("--to", type=Path, default=ROOT / "vision" / "models")


def _add_finetune(tune: argparse.ArgumentParser) -> None:
    tune.add_argument("data", type=Path, nargs="+", help="folders written by arbiter harvest")
    tune.add_argument(
        "--with", dest="renders", type=Path, nargs="+", required=True, metavar="DATA",
        help="folders of rendered samples, so that what the games do not show is not forgotten",
    )  # fmt: skip
    tune.add_argument("--to", type=Path, required=True, help="folder for the new models")
    tune.add_argument("--minutes", type=float, default=10.0, help="for each of the two networks")
    tune.add_argument("--rate", type=float, default=2e-4, help="highest learning rate")
    tune.add_argument("--threads", type=int, default=2)
    tune.add_argument("--seed", type=int, default=1)


def finetune(args: argparse.Namespace) -> None:
    """Continue the training of finder and reader from their exports and write a folder of models."""
    from vision.training.samples import training_samples

    folders = (*args.data, *args.renders)
    empty = [str(folder) for folder in folders if not training_samples(folder)]
    if empty:
        raise SystemExit(
            f"{empty[0]}: no samples to train on (make some: arbiter harvest, scripts/render.py)"
        )
    from vision.training import export, finder_train, reader_train

    models = ROOT / "vision" / "models"
    if args.to.resolve() != models:
        shutil.copytree(models, args.to, dirs_exist_ok=True)
    for name, trainer in (("finder", finder_train), ("reader", reader_train)):
        checkpoint, start = args.to / f"{name}.pt", models / f"{name}.onnx"
        plan = trainer.Plan(
            folders, checkpoint, args.minutes,
            rate=args.rate, seed=args.seed, threads=args.threads, start=start,
        )  # fmt: skip
        trainer.train(plan)
        getattr(export, f"export_{name}")(checkpoint, args.to / f"{name}.onnx")
        checkpoint.unlink()


def exported(args: argparse.Namespace) -> None:
    """Write the models of the given checkpoints."""
    from vision.read.reader import SECOND
    from vision.training import averaging, calibrate, export, quantise

    smaller = args.calibrate and not args.float32
    finder = args.to / "finder.onnx"
    if args.finder:
        export.export_finder(args.finder, finder)
        quantise.halve(finder)  # with 8 bits it loses a third of its gains, to save 7 % of its time
    if args.bands:
        export.export_bands(args.bands, args.to / "bands.onnx")
    for checkpoint, name in ((args.reader, "reader.onnx"), (args.second_reader, SECOND)):
        if checkpoint:
            export.export_reader(checkpoint, args.to / name)
            if name == SECOND:
                if args.halfway:
                    averaging.halfway(args.to / name, args.halfway)
                quantise.halve(args.to / name)  # with 8 bits it loses a third of its gains
            elif smaller:
                quantise.quantise(args.to / name, quantise.reader_feeds(args.calibrate, finder))
    if args.calibrate and (args.reader or args.second_reader):
        calibrate.calibrate(args.to / "reader.onnx", args.calibrate, finder)


def main(arguments: list[str] | None = None) -> int:
    """Run the chosen action."""
    args = parser().parse_args(arguments)
    if args.action == "finetune":
        finetune(args)
        return 0
    if args.action == "export":
        exported(args)
        return 0
    if args.action == "bands":
        from vision.training import band_train

        band_train.train(args.data, args.out, args.minutes, args.seed, args.threads, args.start)
        return 0
    from importlib import import_module

    trainer = import_module(f"vision.training.{args.action}_train")
    options = {"trunk": args.trunk} if args.action == "reader" else {}
    if args.batch:
        options["batch"] = args.batch
    plan = trainer.Plan(
        tuple(args.data), args.out, args.minutes,
        rate=args.rate, seed=args.seed, threads=args.threads, start=args.start,
        evenly=args.evenly, device=args.device, processes=args.processes, **options,
    )  # fmt: skip
    trainer.train(plan, args.resume)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
