"""Builds a site of the documents, for ``reference.py --site``.

The files in ``mkdocs.yml`` and those that they link to are copied to ``out/documents`` under the same paths,
so that links work as in the repository. Zensical, the successor of Material for MkDocs, builds the site.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = ROOT / "mkdocs.yml"
LINK = re.compile(r"\]\((?![a-z]+:)([^)#\s]+)|(?:src|href)=\"(?![a-z]+:)([^\"#]+)\"")


def wanted() -> Iterator[Path]:
    """The documents of the site, and the files that they link to."""
    settings = SETTINGS.read_text("utf-8")
    for name in sorted(set(re.findall(r"[\w/.-]+\.(?:md|svg)\b", settings))):
        document = ROOT / name
        yield document
        for link in LINK.findall(document.read_text("utf-8")) if name.endswith(".md") else ():
            target = (document.parent / (link[0] or link[1])).resolve()
            if target.is_file():
                yield target


def lay_out(folder: Path) -> None:
    """Copy all files of the site to ``folder``, under their paths in the repository."""
    shutil.rmtree(folder, ignore_errors=True)
    for path in set(wanted()):
        target = folder / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def write_site() -> Path | None:
    """Write the site to ``out/site``; ``None`` if a link is broken."""
    lay_out(ROOT / "out" / "documents")
    asked = [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "-f", str(SETTINGS)]
    return None if subprocess.call(asked, cwd=ROOT) else ROOT / "out" / "site"
