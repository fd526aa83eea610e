"""What both pages share: an aiohttp server in a thread of its own, for this machine only unless shared."""

from __future__ import annotations

import asyncio
import io
import threading
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import segno
from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from arbiter.pages.access import Door, PageError
from arbiter.words.wording import Wording, languages, wording
from engine.drawing import shapes as draw
from engine.nickel.diagram import pyramid_svg
from engine.nickel.model import Orientation, Pyramid
from engine.pieces import Colour, Piece, Size

STATIC = Path(__file__).with_name("static")
START_TIMEOUT_S = 10.0
MOST_BYTES = 4 << 20
"""Of one request; a camera's picture is the largest."""
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data: blob:; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


class PageServer:
    """Serves ``routes`` and the static files from a daemon thread until ``close``.

    ``port`` 0 takes any that is free. Raises ``PageError`` when the port is taken. ``door`` says who may come
    in; what writes from another page is refused.
    """

    def __init__(self, routes: Iterable[web.RouteDef], port: int = 0, door: Door | None = None) -> None:
        self.door = door or Door()
        self.loop = asyncio.new_event_loop()
        self.port = 0
        self._routes = list(routes)
        self._ready = threading.Event()
        self._failure: OSError | None = None
        self._stop = asyncio.Event()
        self._thread = threading.Thread(target=self._run, args=(port,), name="page", daemon=True)
        self._thread.start()
        self._ready.wait(START_TIMEOUT_S)
        if self._failure is not None or not self.port:
            raise PageError(
                f"can't serve the page on port {port} ({self._failure}): choose another with --port"
            )

    @property
    def url(self) -> str:
        """Where the page is."""
        return self.door.url(self.port)

    def close(self) -> None:
        """Stop serving; closing twice does no harm."""
        if self._thread.is_alive():
            self.loop.call_soon_threadsafe(self._stop.set)
            self._thread.join(START_TIMEOUT_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self, port: int) -> None:
        asyncio.set_event_loop(self.loop)
        try:
            self.loop.run_until_complete(self._serve(port))
        except OSError as error:
            self._failure = error
        finally:
            self._ready.set()
            self.loop.run_until_complete(self.loop.shutdown_default_executor())
            self.loop.close()

    def told(self, line: str) -> str:
        """A refusal, made in English, in the language that the page is in."""
        return line

    @web.middleware
    async def _refusals_told(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        except web.HTTPError as error:
            error.text = self.told(error.text or "")
            raise

    async def _serve(self, port: int) -> None:
        middlewares: list[Middleware] = [self._refusals_told, self.door.guard, _guard]
        application = web.Application(middlewares=middlewares, client_max_size=MOST_BYTES)
        application.add_routes(self._routes)
        application.router.add_static("/static/", STATIC)
        application.router.add_get("/piece/{name}.svg", _piece)
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.5, handler_cancellation=True)
        await runner.setup()
        try:
            site = web.TCPSite(runner, self.door.host, port, ssl_context=self.door.certificate)
            await site.start()
            assert site._server is not None and isinstance(site._server, asyncio.Server)
            self.port = int(site._server.sockets[0].getsockname()[1])
            self._ready.set()
            await self._stop.wait()
        finally:
            await runner.cleanup()


@web.middleware
async def _guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse writes from other pages; add the headers that keep the page closed."""
    origin = request.headers.get("Origin")
    if origin is not None and origin != f"{request.url.scheme}://{request.host}":
        raise web.HTTPForbidden(text="this page takes orders from itself only")
    if request.method == "POST" and request.content_type not in ("application/json", "image/jpeg"):
        raise web.HTTPUnsupportedMediaType(text="send JSON")
    response = await handler(request)
    if not response.prepared:
        response.headers.update(HEADERS)
    return response


async def _piece(request: web.Request) -> web.StreamResponse:
    """The small picture of one pyramid."""
    try:
        return web.Response(text=piece_svg(request.match_info["name"]), content_type="image/svg+xml")
    except (KeyError, ValueError):
        raise web.HTTPNotFound(text="no such pyramid") from None


def piece_svg(name: str) -> str:
    """The small picture of one pyramid, ``small-red``, or of one on Nickel's board, ``north-red``.

    Raises ``KeyError`` or ``ValueError`` for a name of no pyramid.
    """
    what, _, colour = name.partition("-")
    if what in set(Orientation):
        return pyramid_svg(Pyramid(Colour(colour), Orientation(what)))
    piece = Piece(Size[what.upper()], Colour(colour))
    wide, tall = 2 * draw.half_width(Size.LARGE) + 6, draw.height(Size.LARGE) + 6
    drawn = draw.upright(piece, wide / 2, tall - 3)
    return f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {wide:.0f} {tall:.0f}'>{drawn}</svg>"


def code_of(door: Door, port: int) -> web.Response:
    """A door's link as a code to scan (SVG); a refusal where only this machine comes in."""
    if not door.token:
        raise web.HTTPNotFound(text="this page is for this machine only")
    made = io.BytesIO()
    segno.make(door.url(port), error="m").save(made, kind="svg", scale=4, border=3, dark="#000", light="#fff")
    return web.Response(body=made.getvalue(), content_type="image/svg+xml")


def words_json(words: Wording) -> dict[str, Any]:
    """A page's own words, and what it needs to speak their language."""
    return {
        "language": words.language,
        "languages": dict(languages()),
        "voice": words.say("voice"),
        "words": words.of_kind("page"),
    }


def asked_words(request: web.Request, usual: str) -> Wording:
    """The words of the language that a request asks for, else the ``usual``; a refusal for one unknown."""
    try:
        return wording(request.query.get("language") or usual)
    except ValueError as error:
        raise web.HTTPNotFound(text=str(error)) from None


def page(name: str) -> Handler:
    """A handler that serves one of the static pages."""

    async def serve(request: web.Request) -> web.StreamResponse:
        return web.FileResponse(STATIC / name)

    return serve


async def read_json(request: web.Request) -> dict[str, Any]:
    """The JSON object that a page sent; a clear refusal for anything else."""
    try:
        data = await request.json()
    except ValueError:
        raise web.HTTPBadRequest(text="send a JSON object") from None
    if not isinstance(data, dict):
        raise web.HTTPBadRequest(text="send a JSON object")
    return data
