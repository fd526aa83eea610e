"""Measures the time for a frame at 1280x720 on two cores, and for the start.

    python scripts/speed/benchmark.py [VIDEO_OR_IMAGE] [--frames 60] [--write]

In separate processes pinned to two cores it measures start-up (importing, and loading both models), a frame
with detection (finder, reader, fit; median and 95th percentile), a still frame, peak memory, and the number
of cores that a game watched by two cameras takes. For a film with its ground truth beside it, it also
measures the time from the hand's leaving to the start of the spoken announcement, by running the whole watch
loop over the film. The frames are the video's first one (or the image) with new webcam noise each time,
calibrated by its markers. Compares with scripts/baselines/benchmark.json; the exit code is 1 if something is
more than a quarter slower. ``--write`` writes that file.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from scripts.parts.baseline import FOLDER, Figures, settle  # noqa: E402

BASELINE = FOLDER / "benchmark.json"
SLACK = 1.25
SIZE = (1280, 720)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    sample = ROOT / "arbiter" / "samples" / "initiative-basic.mp4"
    options.add_argument("source", type=Path, nargs="?", default=sample, help="video or picture with markers")
    options.add_argument("--frames", type=int, default=60)
    options.add_argument("--write", action="store_true", help="write the baseline instead of comparing")
    options.add_argument("--measure", choices=("frames", "start", "announce", "pair"), help=argparse.SUPPRESS)
    return options


def two_cores() -> None:
    """Pin this process to two cores if the system supports it."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])


def peak_mb() -> float:
    """Peak resident memory of this process in MB."""
    try:
        import resource
    except ImportError:  # Windows
        return float("nan")
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def measure_start() -> dict[str, float]:
    """Seconds until both models are ready, without the interpreter's own start."""
    started = time.perf_counter()
    from vision.observe.units import Models

    Models.load()
    return {"startup_s": time.perf_counter() - started}


def first_frame(source: Path):
    """The first frame of a video or a picture, at SIZE."""
    import cv2

    image = cv2.imread(str(source))
    if image is None:
        image = cv2.VideoCapture(str(source)).read()[1]
    if image is None:
        raise SystemExit(f"{source}: neither a picture nor a video")
    return image if image.shape[1::-1] == SIZE else cv2.resize(image, SIZE, interpolation=cv2.INTER_AREA)


def measure_frames(source: Path, frames: int) -> dict[str, float]:
    """Milliseconds for a frame with detection and for a still one, and the peak memory in MB."""
    import numpy as np

    from calibration.markers import find_markers
    from calibration.pose import solve
    from vision.observe.pipeline import TableWatcher
    from vision.observe.units import Models
    from vision.source.frames import Frame

    clean = first_frame(source)
    calibration = solve(find_markers(clean), *SIZE).calibration
    watcher = TableWatcher(calibration, Models.load())
    rng, busy, calm = np.random.default_rng(1), [], []
    grains = [rng.integers(-4, 5, clean.shape, dtype=np.int16) for _ in range(4)]
    units, time_s = (), 0.0
    for i in range(4000):
        image = np.clip(clean + grains[i % 4], 0, 255).astype(np.uint8)
        if len(calm) and len(calm) % 10 == 0 and len(busy) < frames:
            image[300:420, 500:700] = (
                255 - image[300:420, 500:700]
            )  # a short occlusion, after which the table is read again
        started = time.perf_counter()
        seen = watcher.process(Frame(image, time_s, i))
        spent = 1000 * (time.perf_counter() - started)
        time_s += 1 / 30
        if watcher.detected:
            busy.append(spent)
        elif seen.still:
            calm.append(spent)
        units = seen.units
        if len(busy) >= frames and len(calm) >= frames:
            break
    return {
        "units": float(len(units)),
        "detection_median_ms": float(np.median(busy)), "detection_p95_ms": float(np.quantile(busy, 0.95)),
        "still_median_ms": float(np.median(calm)), "still_p95_ms": float(np.quantile(calm, 0.95)),
        "peak_memory_mb": peak_mb(),
    }  # fmt: skip


def measure_announcements(source: Path) -> dict[str, float]:
    """Seconds from each hand's leaving to the voice over a whole film, and peak memory in MB."""
    import tempfile

    import numpy as np

    from scripts.films import watch

    with tempfile.TemporaryDirectory() as folder:
        seen = watch(source, Path(folder) / "benchmark.game")
    delays = seen.delays_s or (float("nan"),)
    return {
        "announce_median_s": float(np.median(delays)),
        "announce_p95_s": float(np.quantile(delays, 0.95)),
        "watch_peak_memory_mb": peak_mb(),
    }


def measure_pair() -> dict[str, float]:
    """The number of cores that two cameras at 15 frames per second take during a game without pauses, and the
    95th percentile of the processor time (ms) for a frame.
    """
    import tempfile

    import numpy as np

    from scripts.films import truth_of, watch

    film = ROOT / "tests" / "support" / "films" / "pair.mp4"
    with tempfile.TemporaryDirectory() as folder:
        seen = watch(film, Path(folder) / "pair.game", beside=[film.with_name("pair-beside.mp4")])
    work = [frame.cpu_s for frame in seen.stats.frames]
    cores = sum(work) / (len(work) / truth_of(film)["fps"])
    return {"pair_cores": cores, "pair_work_p95_ms": 1000 * float(np.quantile(work, 0.95))}


def in_process(args: argparse.Namespace, what: str) -> dict[str, float]:
    """Run one measurement in a separate process."""
    command = [sys.executable, __file__, str(args.source), "--frames", str(args.frames), "--measure", what]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(done.stderr.strip().splitlines()[-1] if done.stderr else "the measurement failed")
    return json.loads(done.stdout.splitlines()[-1])


def main(arguments: list[str] | None = None) -> int:
    """Measure, print and compare."""
    args = parser().parse_args(arguments)
    if args.measure:
        two_cores()
        measure = {
            "start": measure_start,
            "frames": lambda: measure_frames(args.source, args.frames),
            "announce": lambda: measure_announcements(args.source),
            "pair": measure_pair,
        }
        print(json.dumps(measure[args.measure]()))
        return 0
    starts = sorted(in_process(args, "start")["startup_s"] for _ in range(3))
    now = {"startup_s": starts[1], **in_process(args, "frames")}
    if args.source.with_suffix(".json").exists() and args.source.suffix != ".jpg":
        now |= in_process(args, "announce")
    now |= in_process(args, "pair")
    return report(now, BASELINE, args.write)


def report(now: dict[str, float], baseline: Path, write: bool) -> int:
    """Print figures (less is better), and write them as the baseline or compare them with it."""
    for name, value in now.items():
        print(f"{name:22} {value:9.2f}")
    machine = f"{platform.machine()}, two cores"
    rounded = {name: round(value, 2) for name, value in now.items()}
    return settle(baseline, rounded, slower, write, {"machine": machine})


def slower(now: Figures, before: Figures) -> list[str]:
    """The figures that are worse by more than a quarter."""
    names = [name for name in now if name != "units" and name in before]
    return [
        f"{name}: {now[name]:.2f}, was {before[name]:.2f}"
        for name in names
        if now[name] > SLACK * before[name]
    ]


if __name__ == "__main__":
    raise SystemExit(main())
