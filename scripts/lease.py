"""Trains for minutes on a machine with a graphics card, in steps, while it renders on all other cores.

    python scripts/lease.py RUN --pictures DATA ... --minutes 24 --step 9 --to OUT

Starts OpenGL renderers into RUN/opengl and the training of the networks on the card, all at once, in sessions
of their own, and waits for ``--step`` minutes. Then it writes the averaged weights of each network to
OUT/NAME.pt (for ``scripts/train.py export``) and prints the ends of the logs. The same command waits for the
next step, or resumes from the checkpoints in RUN if the trainings were ended meanwhile. Nothing is
downloaded; vision/MODELS.md says what such a machine needs. Needs the extras ``train`` and ``render``.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

MODELS = ROOT / "vision" / "models"
TRAININGS: dict[str, tuple[str, ...]] = {
    "reader": ("reader", "--start", f"{MODELS}/reader.onnx", "--batch", "1024", "--rate", "2e-3"),
    "second": (
        "reader", "--trunk", "--start", f"{MODELS}/reader-imagenet.onnx", "--batch", "1024",
        "--rate", "1.5e-3",
    ),
    "finder": ("finder", "--start", f"{MODELS}/finder.onnx", "--batch", "64", "--rate", "1.5e-3"),
}  # fmt: skip
"""The arguments of ``scripts/train.py`` for each network."""
MIXES: tuple[tuple[str, ...], ...] = (
    (),
    ("--kind", "crowd", "misread", "sown", "stacks"),
    ("--kind", "crowd", "misread", "nests", "pairs"),
)
"""What the renderers draw, in turn."""
APART = 100_000
"""Distance between the first seeds of two renderers."""
LOOK_S = 2.0


def parser() -> argparse.ArgumentParser:
    """The command line."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("run", type=Path, help="folder of the run; created if missing")
    options.add_argument("--pictures", type=Path, nargs="+", required=True, help="folders of samples")
    options.add_argument("--to", type=Path, required=True, help="folder for the averaged weights")
    options.add_argument("--minutes", type=float, default=24.0, help="of the whole training")
    options.add_argument("--step", type=float, default=9.0, help="minutes until this command ends")
    options.add_argument("--networks", nargs="+", choices=tuple(TRAININGS), default=list(TRAININGS))
    options.add_argument("--renderers", type=int, default=4, help="processes that render")
    options.add_argument("--processes", type=int, default=3, help="that prepare batches, for each network")
    options.add_argument("--first-seed", type=int, default=8_000_000, help="of rendered pictures")
    options.add_argument("--batch", type=int, help="pictures or crops of a step, for all networks")
    options.add_argument("--device", choices=("cpu", "cuda"), default="cuda")
    return options


def commands(args: argparse.Namespace) -> Iterator[tuple[str, list[str]]]:
    """The name and the command of each renderer and training."""
    run, script = args.run, [sys.executable, "-u"]
    for number in range(args.renderers):
        first = str(args.first_seed + number * APART)
        kinds = MIXES[number % len(MIXES)]
        order = ["--opengl", "--first-seed", first, "--count", str(APART), *kinds]
        yield f"render-{number}", [*script, f"{ROOT}/scripts/render.py", f"{run}/opengl", *order]
    folders = [str(folder) for folder in (*args.pictures, *([run / "opengl"] if args.renderers else []))]
    for name in unfinished(args):
        network, *options = TRAININGS[name]
        out = run / f"{name}.pt"
        options += ["--batch", str(args.batch)] if args.batch else []
        options += ["--out", str(out), "--minutes", str(args.minutes), "--evenly", "--device", args.device]
        options += ["--processes", str(args.processes), *(["--resume", str(out)] if out.exists() else [])]
        yield name, [*script, f"{ROOT}/scripts/train.py", network, *folders, *options]


def unfinished(args: argparse.Namespace) -> list[str]:
    """The networks whose training has not reached its end."""
    from vision.training.learning import progress

    return [name for name in args.networks if progress(args.run / f"{name}.pt")[1] < 1]


def start(args: argparse.Namespace) -> None:
    """Start what isn't running, in sessions of their own, each with its log in RUN."""
    for name, command in commands(args):
        if running(args.run, name):
            continue
        with (args.run / f"{name}.log").open("ab") as log:
            child = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True, cwd=ROOT)
        (args.run / f"{name}.pid").write_text(str(child.pid))


def running(run: Path, name: str) -> bool:
    """Whether the process that was started under this name still runs."""
    pid = run / f"{name}.pid"
    status = Path(f"/proc/{pid.read_text()}/stat") if pid.exists() else None
    return status is not None and status.exists() and status.read_text().rsplit(")")[-1].split()[0] != "Z"


def collect(args: argparse.Namespace) -> None:
    """Write the averaged weights of each network that has a checkpoint, and print the ends of the logs."""
    import torch

    args.to.mkdir(parents=True, exist_ok=True)
    for name in args.networks:
        checkpoint = args.run / f"{name}.pt"
        if checkpoint.exists():
            saved = torch.load(checkpoint, weights_only=True, map_location="cpu")
            torch.save({"mean": saved["mean"]}, args.to / f"{name}.pt")
    for log in sorted(args.run.glob("*.log")):
        print(f"== {log.name}", *log.read_text(errors="replace").splitlines()[-4:], sep="\n", flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Run one step."""
    args = parser().parse_args(arguments)
    ends = time.monotonic() + 60 * args.step
    args.run.mkdir(parents=True, exist_ok=True)
    start(args)
    while time.monotonic() < ends and any(running(args.run, name) for name in args.networks):
        time.sleep(min(LOOK_S, max(ends - time.monotonic(), 0)))
    collect(args)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
