"""How people reach the live page: who may come in, the links, and a code to scan."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import segno

from arbiter.pages.access import Door, shared_door
from arbiter.watch.options import WatchOptions
from arbiter.watch.places import kept_token
from engine.message import Messages, Said
from vision.source.frames import FrameSource
from vision.source.phone import PageSource
from vision.source.several import SeveralSources

say = Messages("arbiter")

QUIET = 2
"""White modules around a QR code."""


class Shown(Protocol):
    """The part of a page's server that is used here."""

    door: Door
    port: int

    @property
    def url(self) -> str:
        """The page's address."""


def page_access(options: WatchOptions) -> dict[str, Any]:
    """Arguments of the live page's server: language, access, and where a phone's pictures go.

    Raises ``PageError`` if the page can't be shared.
    """
    asked: dict[str, Any] = {"language": options.language}
    camera = phone_of(options.source)
    if camera is not None:
        asked["on_picture"] = camera.offer
    if options.share:
        asked["door"] = options.door or shared_door(kept_token())
    return asked


def phone_of(source: FrameSource) -> PageSource | None:
    """The source that takes a phone's pictures, if there is one."""
    sources = source.sources if isinstance(source, SeveralSources) else (source,)
    return next((each for each in sources if isinstance(each, PageSource)), None)


def invitation(server: Shown, options: WatchOptions) -> Iterator[Said]:
    """Lines with the page's address and, if it is shared with other devices, a code to scan."""
    yield say("watch_page", raw=server.url)
    camera = phone_of(options.source) is not None
    if camera:
        yield say("watch_camera", raw=server.door.url(server.port, "camera"))
    if options.share:
        yield from links(server, "camera" if camera else "")
        yield say("door_revoke")


def links(server: Shown, path: str = "", looking_on: bool | None = None) -> Iterator[Said]:
    """The players' and the viewers' links (or only one of them) with their QR codes, and the certificate's
    fingerprint.
    """
    port, door = server.port, server.door
    if door.certificate is not None:
        yield say("door_certificate")
        yield f"SHA-256 {door.certificate.fingerprint}"
    if looking_on is not True:
        yield say("door_players")
        yield door.url(port, path)
        yield from scannable(door.url(port, path))
    if door.viewers and looking_on is not False:
        yield say("door_viewers")
        yield door.url(port, looking_on=True)
        yield from scannable(door.url(port, looking_on=True))


def scannable(text: str) -> Iterator[Said]:
    """A QR code as lines of half blocks, for a terminal with light text on a dark ground."""
    code = segno.make(text, error="l", micro=False)
    light = [[not dark for dark in row] for row in code.matrix_iter(border=QUIET)]
    if len(light) % 2:
        light.append([True] * len(light[0]))
    blocks = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
    for upper, lower in zip(light[::2], light[1::2], strict=True):
        yield "".join(blocks[a, b] for a, b in zip(upper, lower, strict=True))
