"""A page in one file: bundles its scripts, and adds a content security policy that allows only the styles and
scripts in it, by their hashes, and nothing from elsewhere.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

STATIC = Path(__file__).with_name("static")
_INLINE = re.compile(r"<(style|script)((?:\s[^>]*)?)>(.*?)</\1>", re.DOTALL)
_DATA = 'type="application/json"'


def static(name: str) -> str:
    """The text of one of the pages' static files."""
    return (STATIC / name).read_text("utf-8")


def sealed(html: str) -> str:
    """The page with its policy, in front of everything that the policy applies to."""
    hashes: dict[str, list[str]] = {"style": [], "script": []}
    for kind, facts, text in _INLINE.findall(html):
        if _DATA not in facts:
            digest = hashlib.sha256(text.encode("utf-8")).digest()
            hashes[kind].append(f"'sha256-{base64.b64encode(digest).decode()}'")
    parts = [
        "default-src 'none'",
        "img-src data:",
        "media-src data:",
        f"style-src {' '.join(hashes['style']) or chr(39) + 'none' + chr(39)}",
        f"script-src {' '.join(hashes['script']) or chr(39) + 'none' + chr(39)}",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    meta = f'<meta http-equiv="Content-Security-Policy" content="{"; ".join(parts)}">'
    return re.sub(r'(<meta charset="utf-8">)', lambda found: f"{found[0]}{meta}", html, count=1)


def bundled(modules: Iterable[str]) -> str:
    """The modules joined into one, each after those it imports; their names are all different, so that
    imports and exports can simply be removed.
    """
    joined = re.sub(r"^import .*?;\n", "", "\n".join(modules), flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"^export ", "", joined, flags=re.MULTILINE)
