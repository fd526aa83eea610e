"""Installs the wheel in an empty environment and plays the sample: ``python scripts/installed.py [WHEEL]``.

Without WHEEL it is built first. Like ``pipx install`` and ``uv tool install`` this creates a separate
environment with the wheel and its requirements from the usual index, without the repository on its path. It
needs the package ``build`` (extra ``test``). The exit code is 0 if the sample game gets its right score.
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


def build_wheel(folder: Path, *how: str) -> Path:
    """Build the wheel from the source archive, like packagers, without changing the repository.

    The metadata of the build go to a separate folder: an environment with an editable installation finds the
    games by the metadata in the repository, and would find none while they are being rewritten.
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


def install_wheel(wheel: Path, folder: Path) -> Path:
    """Create an environment with only the wheel and its requirements; returns its Python."""
    venv.create(folder, with_pip=True, clear=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    how = ("--quiet", "--disable-pip-version-check")
    subprocess.run([str(python), "-m", "pip", "install", *how, str(wheel)], check=True)
    return python


def play_sample(python: Path, folder: Path, environment: Mapping[str, str], film: Path | None = None) -> str:
    """Watch the sample, or another film, with the ``arbiter`` of ``python``, started in ``folder``.

    Returns the result, or the moves of an unfinished round. Raises ``CalledProcessError`` if a command fails.
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


def clean_environment() -> dict[str, str]:
    """The environment variables without those for Python, which may change its paths."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def main(arguments: list[str]) -> int:
    """Build, install, play."""
    with tempfile.TemporaryDirectory(prefix="arbiter-installed-") as name:
        folder = Path(name)
        wheel = Path(arguments[0]).resolve() if arguments else build_wheel(folder)
        python = install_wheel(wheel, folder / "environment")
        program = python.with_name("arbiter.exe" if os.name == "nt" else "arbiter")
        subprocess.run([str(program), "--version"], cwd=folder, env=clean_environment(), check=True)
        for stranger in STRANGERS:
            asked = [str(python), "-c", f"import {stranger}"]
            if not subprocess.run(
                asked, cwd=folder, env=clean_environment(), stderr=subprocess.DEVNULL, check=False
            ).returncode:
                print(f"{stranger} was installed with {wheel.name}", file=sys.stderr)
                return 1
        result = play_sample(python, folder, clean_environment())
        print(f"{wheel.name}: the sample ends {result!r}")
        return 0 if result == SCORE else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
