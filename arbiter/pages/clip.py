"""The clip of a game's turning point, for download from a page."""

from __future__ import annotations

from pathlib import Path

from aiohttp import web

from arbiter.pages.refusal import Refused
from arbiter.pages.server import saved_as
from engine.message import Messages

say = Messages("arbiter")


def clip_routes(path: Path) -> tuple[web.RouteDef]:
    """The route to the clip at ``path``, once that exists."""

    async def clip(request: web.Request) -> web.StreamResponse:
        return saved(path)

    return (web.get("/clip.mp4", clip),)


def saved(path: Path) -> web.StreamResponse:
    """A clip as a download; raises ``Refused`` if there is none."""
    if not path.is_file():
        raise Refused(web.HTTPNotFound, say("page_no_film"))
    return web.FileResponse(path, headers=saved_as(path.name))
