"""How people get to the live page: who may come in, the links, and a code to scan."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import cv2
import numpy as np

from arbiter.pages.access import Door, shared_door
from arbiter.watch.options import WatchOptions
from engine.message import Messages, Said
from vision.source.phone import PageSource

say = Messages("arbiter")

QUIET = 2
"""Modules of white round the code."""


class Shown(Protocol):
    """What is used of a page's server."""

    door: Door
    port: int

    @property
    def url(self) -> str:
        """Where the page is."""


def at_the_door(options: WatchOptions) -> dict[str, Any]:
    """What the live page's server needs to know of those who come: language, door, where pictures go.

    Raises ``PageError`` when it can't be shared.
    """
    asked: dict[str, Any] = {"language": options.language}
    camera = isinstance(options.source, PageSource)
    if camera:
        asked["on_picture"] = options.source.offer  # type: ignore[attr-defined]
    if options.share:
        asked["door"] = shared_door(encrypted=camera)
    return asked


def invitation(server: Shown, options: WatchOptions) -> Iterator[Said]:
    """Lines with the page's link and, where other devices may come in, its code to scan."""
    yield say("watch_page", raw=server.url)
    camera = isinstance(options.source, PageSource)
    if camera:
        yield say("watch_camera", raw=server.door.url(server.port, "camera"))
    if not options.share:
        return
    if camera:
        yield say("watch_certificate")
    yield say("watch_link")
    yield from scannable(server.door.url(server.port, "camera" if camera else ""))


def scannable(text: str) -> Iterator[Said]:
    """A QR code as lines of half blocks, dark on light as terminals show it with light letters."""
    code = cv2.QRCodeEncoder.create().encode(text)
    light = np.pad(_modules(np.asarray(code) > 127), QUIET, constant_values=True)
    if len(light) % 2:
        light = np.pad(light, ((0, 1), (0, 0)), constant_values=True)
    blocks = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
    for upper, lower in zip(light[::2], light[1::2], strict=True):
        yield "".join(blocks[bool(a), bool(b)] for a, b in zip(upper, lower, strict=True))


def _modules(light: np.ndarray) -> np.ndarray:
    """The code without the white round it."""
    rows, columns = np.nonzero(~light)
    return light[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
