"""Writes the software bill of materials of a release in CycloneDX format: ``python scripts/sbom.py [FILE]``.

It lists every package that ``start.py`` installs, with versions and hashes from its lock file and with
dependencies, for vulnerability scanners. It uses cyclonedx-bom (extra ``dev``) and writes to
``out/sbom.json`` by default.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements" / "run.txt"
ITSELF = "root-component"
"""The project's reference in cyclonedx-bom's file."""
_PIN = re.compile(r"^([a-zA-Z0-9._-]+)==", re.MULTILINE)
_VIA = re.compile(r"^    # via(?: (\S.*)|((?:\n    #   .+)+))", re.MULTILINE)


def needed_by(lock: str) -> dict[str, list[str]]:
    """For each package of a lock file the packages that need it; the project itself is ``""``."""
    found: dict[str, list[str]] = {}
    starts = list(_PIN.finditer(lock))
    for at, start in enumerate(starts):
        part = lock[start.end() : starts[at + 1].start() if at + 1 < len(starts) else len(lock)]
        via = _VIA.search(part)
        comment = "-" if via is None else via[1] or via[2]  # build requirements have none
        named = [each.strip(" #") for each in comment.splitlines()]
        who = found.setdefault(normal(start[1]), [])
        who += [name for name in map(_package_named, filter(None, named)) if name not in who]
    return found


def _package_named(named: str) -> str:
    """The package named in a comment of the lock file; empty for the project or its build."""
    return "" if named == "-" or named.endswith("(pyproject.toml)") else normal(named)


def normal(name: str) -> str:
    """The canonical spelling of a package's name."""
    return re.sub(r"[-_.]+", "-", name).lower()


def graph(bill: dict[str, Any], lock: str) -> list[dict[str, Any]]:
    """The bill's dependencies, with one row per component."""
    refs: dict[str, list[str]] = {"": [ITSELF]}
    for component in bill["components"]:
        refs.setdefault(normal(component["name"]), []).append(component["bom-ref"])
    needs: dict[str, set[str]] = {ref: set() for each in refs.values() for ref in each}
    for name, users in needed_by(lock).items():
        for user in (ref for each in users for ref in refs.get(each, ())):
            needs[user].update(refs.get(name, ()))
    return list(_rows(needs))


def _rows(needs: dict[str, set[str]]) -> Iterator[dict[str, Any]]:
    for ref in sorted(needs):
        yield {"ref": ref, "dependsOn": sorted(needs[ref])} if needs[ref] else {"ref": ref}


def main(arguments: list[str]) -> int:
    """Write the file."""
    target = Path(arguments[0]) if arguments else ROOT / "out" / "sbom.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    made = [sys.executable, "-m", "cyclonedx_py", "requirements", str(LOCK.relative_to(ROOT))]
    facts = ["--pyproject", "pyproject.toml", "--output-reproducible", "--of", "JSON"]
    quiet = {**os.environ, "PYTHONWARNINGS": "ignore"}  # suppresses the warning about the missing graph
    done = subprocess.run([*made, *facts, "-o", str(target)], cwd=ROOT, env=quiet, check=False)
    if done.returncode == 0:
        bill = json.loads(target.read_text("utf-8"))
        bill["dependencies"] = graph(bill, LOCK.read_text("utf-8"))
        target.write_text(json.dumps(bill, indent=2) + "\n", "utf-8")
        print(f"written: {target}")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
