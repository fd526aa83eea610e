"""Atheris searches for inputs that a target can't take, led by what of this program they reach.

``search`` runs this file as a program of its own: libFuzzer, which is behind atheris, ends its process
itself, and only modules that are imported under atheris's eyes tell where they have been.
"""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OWN = ["arbiter", "calibration", "engine", "vision"]
"""The packages whose branches are followed."""
MOST_MB, MOST_S, MOST_BYTES = 1500, 10, 100_000
"""No input may take more memory (the program itself takes 300) or time, and none is longer."""
_RUNS = re.compile(r"^(?:#|Done )(\d+)", re.MULTILINE)
_REACHED = re.compile(r"cov: (\d+)")


@dataclass(frozen=True)
class Searched:
    """What came of a search: how many inputs were tried, how many places of the program they reached, and
    the end of what was said of one that failed (else nothing).
    """

    runs: int
    reached: int
    failure: str


def installed() -> bool:
    """Whether atheris is there: it is not made for every system."""
    return importlib.util.find_spec("atheris") is not None


def search(kind: str, seconds: int, seed: int, keep: Path) -> Searched:
    """Search for so long; an input that failed is left in the folder ``keep``."""
    keep.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, __file__, kind, str(seconds), str(seed), f"{keep.resolve()}/search-{kind}-"]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, cwd=ROOT)
    said = done.stderr
    runs, reached = ([int(each) for each in form.findall(said)] for form in (_RUNS, _REACHED))
    found = re.search(r"=== Uncaught Python exception: ===\n(.*)", said)
    failure = "" if done.returncode == 0 else (found[1] if found else said[-300:].replace("\n", " "))
    return Searched(max(runs, default=0), max(reached, default=0), failure)


def _search(kind: str, seconds: str, seed: str, kept: str) -> None:
    import atheris

    with atheris.instrument_imports(include=OWN):  # to the end: much is imported when it is first needed
        from scripts.parts import torture_inputs

        folder = Path(tempfile.mkdtemp(prefix="torture-"))
        corpus = folder / "corpus"
        corpus.mkdir()
        for at, data in enumerate(torture_inputs.seeds(kind, folder)):
            (corpus / str(at)).write_bytes(data)
        bounds = [f"-max_len={MOST_BYTES}", f"-timeout={MOST_S}", f"-rss_limit_mb={MOST_MB}"]
        options = [f"-max_total_time={seconds}", f"-seed={seed}", f"-artifact_prefix={kept}", *bounds]
        target = torture_inputs.TARGETS[kind]
        atheris.Setup([sys.argv[0], *options, str(corpus)], lambda data: target(data, folder))
        atheris.Fuzz()


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    _search(*sys.argv[1:])
