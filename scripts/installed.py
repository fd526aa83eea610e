"""Installs the wheel in an empty environment and plays the sample: ``python scripts/installed.py [WHEEL]``.

Without WHEEL it is built first. Like ``pipx install`` and ``uv tool install`` this creates a separate
environment with the wheel and its requirements, from the usual index, and without the repository on its path.
Needs the package ``build`` (extra ``test``). The exit code is 0 if the sample is refereed with its score.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = "initiative-basic"
SCORE = "far 24"
"""The sample's result in the record."""
WHERE = "import arbiter, pathlib; print(pathlib.Path(arbiter.__file__).parent)"
STRANGERS = ("datasets", "torch", "mitsuba")
"""Packages for rendering and training, which must not be installed."""


def built(folder: Path, *how: str) -> Path:
    """The wheel, built from the source archive as packagers do, without changing the repository.

    The metadata of the build go to a separate folder: an environment that uses the repository itself finds
    its games there, and would find none while they are being rewritten.
    """
    with tempfile.TemporaryDirectory() as aside:
        settings = Path(aside) / "aside.cfg"
        settings.write_text(f"[egg_info]\negg_base = {aside}\n[build]\nbuild_base = {aside}\n", "utf-8")
        subprocess.run(
            [sys.executable, "-m", "build", *how, "--outdir", str(folder), str(ROOT)],
            env={**os.environ, "DIST_EXTRA_CONFIG": str(settings)},
            stdout=subprocess.DEVNULL,
            check=True,
        )
    (wheel,) = folder.glob("*.whl")
    return wheel


def installed(wheel: Path, folder: Path) -> Path:
    """The Python of a new environment with only the wheel and its requirements."""
    venv.create(folder, with_pip=True, clear=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    how = ("--quiet", "--disable-pip-version-check")
    subprocess.run([str(python), "-m", "pip", "install", *how, str(wheel)], check=True)
    return python


def plays(python: Path, folder: Path, environment: Mapping[str, str], film: Path | None = None) -> str:
    """The result of the sample, or of another film, refereed by that Python's ``arbiter``, started in
    ``folder``; for an unfinished round the moves so far.

    Raises ``CalledProcessError`` if a command fails.
    """

    def output_of(*words: str) -> str:
        done = subprocess.run(
            [str(python), *words],
            cwd=folder,
            env={**environment, "PYTHONIOENCODING": "utf-8"},
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            check=True,
        )
        return done.stdout

    samples = Path(output_of("-c", WHERE).strip()) / "samples"
    record = str(folder / "sample.game")
    shown = str(film or samples / f"{SAMPLE}.mp4")
    silent = ("--headless", "--no-voice", "--rounds", "1", "--rules", "basic")
    output_of("-m", "arbiter", "watch", "initiative", "--source", shown, *silent, "--record", record)
    judged = json.loads(output_of("-m", "arbiter", "judge", record, "--json"))
    (played,) = judged["rounds"]
    result = str(played["tags"]["Result"])
    return " ".join(move["text"] for move in played["moves"]) if result == "*" else result


def alone() -> dict[str, str]:
    """The environment variables without those that change Python's paths."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def main(arguments: list[str]) -> int:
    """Build, install, play."""
    with tempfile.TemporaryDirectory(prefix="arbiter-installed-") as name:
        folder = Path(name)
        wheel = Path(arguments[0]).resolve() if arguments else built(folder)
        python = installed(wheel, folder / "environment")
        program = python.with_name("arbiter.exe" if os.name == "nt" else "arbiter")
        subprocess.run([str(program), "--version"], cwd=folder, env=alone(), check=True)
        for stranger in STRANGERS:
            asked = [str(python), "-c", f"import {stranger}"]
            if not subprocess.run(
                asked, cwd=folder, env=alone(), stderr=subprocess.DEVNULL, check=False
            ).returncode:
                print(f"{stranger} was installed with {wheel.name}", file=sys.stderr)
                return 1
        result = plays(python, folder, alone())
        print(f"{wheel.name}: the sample ends {result!r}")
        return 0 if result == SCORE else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
