"""The zoo: watches films through many simulated cameras and compares the results with the truth.

    python scripts/zoo.py films/*.mp4 --results zoo.jsonl [--cameras dim-evening,wide-lens] [--each 3]
    python scripts/zoo.py --opengl masters films/*.mp4 --results zoo.jsonl
    python scripts/zoo.py --results zoo.jsonl --report

Films have their truth beside them (``scripts/film.py``, ``scripts/film_opengl.py``, ``scripts/foreign.py``);
``--opengl`` first renders missing films with OpenGL into a folder. Each film is encoded as if seen by a
camera and watched by the whole pipeline, and questions are answered with the truth. One line of JSON for each
film and camera is added to the results; existing ones are skipped. ``clean`` is the original film. All plies
of a film without a result after ``--limit`` seconds count as missed.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import product
from pathlib import Path
from typing import Any

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from calibration.store import from_json  # noqa: E402
from datasets.cameras.bank import CAMERAS  # noqa: E402
from datasets.cameras.camera import CameraModel, seed_of  # noqa: E402
from scripts.films import expected_steps, faults, score, truth_of, watch  # noqa: E402
from scripts.parts.film_scores import HEADER, FilmScore  # noqa: E402

CLEAN = "clean"
COLUMNS = tuple(FilmScore.__dataclass_fields__)
TIMES = ("worst_ms", "work_ms")
"""Of the slowest frame, and of the one with most CPU time on all cores, which other load hardly changes."""


def pictures(film: Path) -> Iterator[np.ndarray]:
    """A film's frames, uint8 BGR."""
    capture = cv2.VideoCapture(str(film))
    try:
        while True:
            fine, picture = capture.read()
            if not fine:
                return
            yield picture
    finally:
        capture.release()


def film_through(film: Path, name: str, folder: Path) -> Path:
    """Write a film as seen by a camera, with its truth beside it, to a folder."""
    model, truth = CAMERAS[name], truth_of(film)
    target, fps = folder / f"{film.stem}-{name}{model.codec.suffix}", float(truth["fps"])
    matrix = np.array(truth["camera"]["K"])
    shown = model.film(pictures(film), fps, matrix, seed_of(film.stem, name))
    count = model.codec.write(shown, target, model.fps(fps))
    truth_seen = {**truth, "fps": model.fps(fps), "frames": count, **_through_lens(model, truth)}
    target.with_suffix(".json").write_text(json.dumps(truth_seen), "utf-8")
    return target


def _through_lens(model: CameraModel, truth: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of the truth that the lens changes: camera and calibration."""
    if not model.lens.distortion.any():
        return {}
    first = truth["camera"]
    middle = first["K"][0][2], first["K"][1][2]
    size = round(2 * middle[0] + 1), round(2 * middle[1] + 1)
    matrix = model.lens.matrix(np.array(first["K"]), *size)
    found: dict[str, Any] = {
        "camera": {**first, "K": matrix.tolist(), "distortion": model.lens.distortion.tolist()}
    }
    if "calibration" in truth:
        found["calibration"] = model.calibration(from_json(truth["calibration"])).to_json()
    return found


def visit(film: Path, name: str, results: Path, keep: Path | None = None) -> None:
    """Watch one film through one camera, and add the line to the results."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        folder = keep or Path(scratch)
        shown = film if name == CLEAN else film_through(film, name, folder)
        truth, record = truth_of(shown), Path(scratch) / "watched.game"
        seen = watch(shown, record)
        row, frames = score(truth, seen), seen.stats.frames
    line = {
        **asdict(row),
        "worst_ms": round(1000 * max((each.total_s for each in frames), default=0.0)),
        "work_ms": round(1000 * max((each.cpu_s for each in frames), default=0.0)),
        "faults": faults(truth, seen)[:8],
    }
    add(results, film.stem, name, line, started)


def attempt(film: Path, name: str, results: Path, keep: Path | None) -> None:
    """Like ``visit``, but if the program fails all plies count as missed, with the error as the fault."""
    started = time.monotonic()
    try:
        visit(film, name, results, keep)
    except Exception as error:
        traceback.print_exc()
        add(results, film.stem, name, all_missed(film, f"{type(error).__name__}: {error}"), started)


def all_missed(film: Path, why: str) -> dict[str, Any]:
    """The line of a film without a result."""
    steps = expected_steps(truth_of(film))
    counts = FilmScore(len(steps), missed=len(steps), illegal=sum(step[0] == "illegal" for step in steps))
    return {**asdict(counts), "faults": [why]}


def add(results: Path, film: str, camera: str, line: Mapping[str, Any], started: float) -> None:
    """Add one line to the results."""
    whole = {"film": film, "camera": camera, **line, "took_s": round(time.monotonic() - started)}
    with results.open("a", encoding="utf-8") as file:
        file.write(json.dumps(whole) + "\n")


def lines(results: Path) -> dict[tuple[str, str], dict[str, Any]]:
    """The results, by film and camera."""
    if not results.exists():
        return {}
    found = (json.loads(line) for line in results.read_text("utf-8").splitlines() if line)
    return {(each["film"], each["camera"]): each for each in found}


def chosen(films: Sequence[Path], cameras: Sequence[str], each: int | None) -> list[tuple[Path, str]]:
    """Pairs of films and cameras: all of them, or ``each`` cameras per film, in turn."""
    if each is None:
        return list(product(films, cameras))
    return [
        (film, cameras[(number * each + k) % len(cameras)])
        for number, film in enumerate(films)
        for k in range(min(each, len(cameras)))
    ]


def run_missing(films: Sequence[Path], cameras: Sequence[str], options: argparse.Namespace) -> None:
    """Watch everything that is not in the results yet, each in a separate process with a time limit."""
    part, parts = options.shard
    for number, (film, name) in enumerate(chosen(films, cameras, options.each)):
        if number % parts != part or (film.stem, name) in lines(options.results):
            continue
        started = time.monotonic()
        context = multiprocessing.get_context("spawn")
        process = context.Process(target=attempt, args=(film, name, options.results, options.keep))
        process.start()
        process.join(options.limit)
        if process.is_alive():
            process.terminate()
            process.join()
        if (film.stem, name) not in lines(options.results):
            why = f"no result within {time.monotonic() - started:.0f} s (exit code {process.exitcode})"
            add(options.results, film.stem, name, all_missed(film, why), started)
        print(row(lines(options.results)[film.stem, name]), flush=True)


def score_of(line: Mapping[str, Any]) -> FilmScore:
    """The score in a line of the results."""
    return FilmScore(**{**{k: line[k] for k in COLUMNS}, "delays_s": tuple(line["delays_s"])})


def row(line: Mapping[str, Any]) -> str:
    """One line of the table."""
    times = " ".join(f"{line[name]:5d}" if line.get(name) else "    -" for name in TIMES)
    return f"{score_of(line).row(line['film'])}  {times}  {line['camera']}"


def report(results: Path) -> int:
    """Print the results, by film and by camera; 1 if anything is wrong or missed."""
    known, header = lines(results), f"{HEADER}  worst   work  camera"
    print(header)
    for key in sorted(known):
        print(row(known[key]))
    for part in ("film", "camera"):
        print(f"\nby {part}\n{header}")
        for name in sorted({line[part] for line in known.values()}):
            print(_summed([line for line in known.values() if line[part] == name], name))
    print(_summed(list(known.values()), "total"))
    return int(any(line["wrong"] or line["missed"] or line["alarms"] for line in known.values()))


def _summed(some: Sequence[Mapping[str, Any]], name: str) -> str:
    total = FilmScore()
    for line in some:
        total = total + score_of(line)
    times = (max((line.get(each) or 0 for line in some), default=0) for each in TIMES)
    return f"{total.row(name)}  {' '.join(f'{time:5d}' for time in times)}"


def shard(text: str) -> tuple[int, int]:
    """``1/4``: the second of four parts."""
    part, _, parts = text.partition("/")
    if not (part.isdecimal() and parts.isdecimal() and int(part) < int(parts)):
        raise argparse.ArgumentTypeError("write which part of how many, such as 0/2")
    return int(part), int(parts)


def cameras_named(text: str) -> tuple[str, ...]:
    """The cameras with names separated by commas; raises ``ArgumentTypeError`` for an unknown one."""
    names = tuple(text.split(","))
    if unknown := set(names) - {CLEAN, *CAMERAS}:
        known = ", ".join((CLEAN, *CAMERAS))
        raise argparse.ArgumentTypeError(f"there is no camera {', '.join(sorted(unknown))}: {known}")
    return names


def add_cameras(parser: argparse.ArgumentParser) -> None:
    """Add the option that chooses cameras."""
    everyone = (CLEAN, *CAMERAS)
    parser.add_argument("--cameras", type=cameras_named, default=everyone, help="names separated by commas")


def arguments() -> argparse.ArgumentParser:
    """The command's options."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("films", type=Path, nargs="*")
    parser.add_argument("--opengl", type=Path, help="render the second renderer's films into this folder")
    parser.add_argument("--results", type=Path, required=True, help="a line of JSON for each film and camera")
    add_cameras(parser)
    parser.add_argument("--each", type=int, help="only EACH cameras per film, in turn")
    parser.add_argument("--shard", type=shard, default=(0, 1), help="only this part of the work, such as 0/2")
    parser.add_argument("--limit", type=float, default=3600.0, help="seconds for one film and camera")
    parser.add_argument("--keep", type=Path, help="keep the cameras' films in this folder")
    parser.add_argument("--report", action="store_true", help="only print the existing results")
    return parser


def main() -> int:
    """Watch what is missing, then print the table."""
    parser = arguments()
    options = parser.parse_args()
    if not options.report:
        if options.opengl:
            subprocess.run([sys.executable, ROOT / "scripts" / "film_opengl.py", options.opengl], check=True)
        made = sorted(options.opengl.glob("*.mp4")) if options.opengl else []
        films = [*options.films, *made]
        if not films:
            parser.error("name films, or a folder for --opengl")
        if options.keep:
            options.keep.mkdir(parents=True, exist_ok=True)
        run_missing(films, options.cameras, options)
    return report(options.results)


if __name__ == "__main__":
    sys.exit(main())
