"""The words in a diagram, retold."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

_SHOWN = re.compile(r">([^<>]*[a-z]{2}[^<>]*)</")
Retell = Callable[[str], str]


def drawn(svg: str, told: Retell) -> str:
    """A diagram with the words in it retold."""
    return _SHOWN.sub(lambda found: f">{html.escape(told(html.unescape(found[1])), quote=False)}</", svg)
