"""Writes the software bill of materials of a release, CycloneDX: ``python scripts/sbom.py [FILE]``.

It names every package that ``start.py`` installs, with versions and hashes from its lock file, in the form
that scanners of known faults read. cyclonedx-bom (extra ``dev``) makes it; by default into ``out/sbom.json``.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main(arguments: list[str]) -> int:
    """Write the file."""
    target = Path(arguments[0]) if arguments else ROOT / "out" / "sbom.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    made = [sys.executable, "-m", "cyclonedx_py", "requirements", "requirements/run.txt"]
    facts = ["--pyproject", "pyproject.toml", "--output-reproducible", "--of", "JSON"]
    done = subprocess.run([*made, *facts, "-o", str(target)], cwd=ROOT, check=False)
    if done.returncode == 0:
        print(f"written: {target}")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
