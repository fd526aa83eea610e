"""Searches with atheris, guided by code coverage, for inputs on which a target fails.

``search`` runs this file as a separate program, because libFuzzer, on which atheris is based, ends its own
process, and because only modules imported under atheris are instrumented.
"""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OWN = ["arbiter", "calibration", "engine", "vision"]
"""The instrumented packages."""
MOST_MB, MOST_S, MOST_BYTES = 1500, 10.0, 100_000
"""Limits for an input: memory (the program itself takes 300 MB), processor time, and length."""
WAIT_S = 300
_RUNS = re.compile(r"^(?:#|Done )(\d+)", re.MULTILINE)
_REACHED = re.compile(r"cov: (\d+)")


@dataclass(frozen=True)
class Searched:
    """The result of a search: the number of inputs, the number of places in the code that they reached, and
    the end of the output of a failure, if any.
    """

    runs: int
    reached: int
    failure: str


def installed() -> bool:
    """Whether atheris is installed; it is not available for every system."""
    return importlib.util.find_spec("atheris") is not None


def search(kind: str, seconds: int, seed: int, keep: Path) -> Searched:
    """Search for some seconds; an input that fails is stored in the folder ``keep``."""
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

    with atheris.instrument_imports(include=OWN):  # for the whole run, because some imports are late
        from scripts.parts import torture_inputs

        folder = Path(tempfile.mkdtemp(prefix="torture-"))
        corpus = folder / "corpus"
        corpus.mkdir()
        for at, data in enumerate(torture_inputs.seeds(kind, folder)):
            (corpus / str(at)).write_bytes(data)
        bounds = [f"-max_len={MOST_BYTES}", f"-timeout={WAIT_S}", f"-rss_limit_mb={MOST_MB}"]
        options = [f"-max_total_time={seconds}", f"-seed={seed}", f"-artifact_prefix={kept}", *bounds]
        target = torture_inputs.TARGETS[kind]
        for each in corpus.iterdir():  # triggers late imports, whose time would count for an input
            target(each.read_bytes(), folder)

        def run_target(data: bytes) -> None:
            began = time.process_time()
            target(data, folder)
            if time.process_time() - began > MOST_S:
                raise AssertionError(f"it took {time.process_time() - began:.1f} s")

        atheris.Setup([sys.argv[0], *options, str(corpus)], run_target)
        atheris.Fuzz()


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    _search(*sys.argv[1:])
