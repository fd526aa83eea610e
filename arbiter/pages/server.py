"""What all pages share: an aiohttp server in a thread of its own, for this machine only unless shared."""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import threading
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any, Self
from urllib.parse import quote

import segno
from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from arbiter.pages.access import Door, PageError
from arbiter.pages.gate import Gate
from arbiter.pages.policy import STATIC
from arbiter.pages.position import rule_svg
from arbiter.pages.refusal import Refused
from arbiter.words.wording import Wording, languages, wording
from engine.bounded import read_json as bounded_json
from engine.bounded import writable
from engine.drawing import shapes as draw
from engine.message import Message, Messages, message_of
from engine.nickel.diagram import pyramid_svg
from engine.nickel.model import Orientation, Pyramid
from engine.pieces import Colour, Piece, Size

say = Messages("arbiter")

START_TIMEOUT_S, BODY_S = 10.0, 10.0
"""Time limits for the server to start, and for a request to arrive completely."""
MOST_WORDS = 100_000
"""Most characters of JSON in one request."""
MOST_BYTES = 4 << 20
"""Most bytes in one request; a camera's picture is the largest."""
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data: blob:; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'none'; object-src 'none'",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
}


class PageServer:
    """Serves ``routes`` and the static files in a daemon thread until ``close``.

    ``port`` 0 takes any free one; raises ``PageError`` if the port is taken. ``door`` controls access; writes
    from other origins are refused.
    """

    def __init__(self, routes: Iterable[web.RouteDef], port: int = 0, door: Door | None = None) -> None:
        self.door, self.gate = door or Door(), Gate()
        self.loop = asyncio.new_event_loop()
        self.port = 0
        self._routes = list(routes)
        self._ready = threading.Event()
        self._failure: OSError | None = None
        self._stop, self._news = asyncio.Event(), asyncio.Condition()
        self._thread = threading.Thread(target=self._run, args=(port,), name="page", daemon=True)
        self._thread.start()
        self._ready.wait(START_TIMEOUT_S)
        if self._failure is not None or not self.port:
            raise PageError(say("door_port", raw=port, raw2=self._failure))

    @property
    def url(self) -> str:
        """The page's address for this machine, which needs no token and may do everything."""
        return self.door.here(self.port)

    def close(self) -> None:
        """Stop serving; closing twice does no harm."""
        if self._thread.is_alive():
            self.loop.call_soon_threadsafe(self._end)
            self._thread.join(START_TIMEOUT_S)

    def _end(self) -> None:
        self._stop.set()
        self._wake()  # who waits for news would delay the end

    def _wake(self) -> None:
        """In the loop: let those who wait in `_until` look for news."""

        async def notify() -> None:
            async with self._news:
                self._news.notify_all()

        self._waking = self.loop.create_task(notify())

    async def _until(self, ready: Callable[[], bool], timeout_s: float) -> bool:
        """Wait for news that makes ``ready`` true; returns false after ``timeout_s`` or at the end."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout_s), self._news:
                await self._news.wait_for(lambda: ready() or self._stop.is_set())
        return ready()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _run(self, port: int) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.set_exception_handler(lambda loop, context: None)  # visitors' errors must not be printed
        try:
            self.loop.run_until_complete(self._serve(port))
        except OSError as error:
            self._failure = error
        finally:
            self._ready.set()
            self.loop.run_until_complete(self.loop.shutdown_default_executor())
            self.loop.close()

    def translate(self, message: Message) -> str:
        """A message in the page's language."""
        return str(message)

    def renew(self, looking_on: bool) -> None:
        """Revoke the players' or the viewers' link at once; ``door`` has a new one."""
        self.door = self.door.renewed(looking_on)
        with contextlib.suppress(RuntimeError):  # the page is closed
            self.loop.call_soon_threadsafe(self.gate.turn_out, self.door.still_admits)

    @web.middleware
    async def _refusals_told(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            with self.gate.busy(request):
                _check_address(request)
                if not self.gate.may_ask(request.remote or ""):
                    raise Refused(web.HTTPTooManyRequests, say("door_requests"))
                return await handler(request)
        except Refused as refused:
            raise refused.kind(text=self.translate(refused.message)) from None
        except (web.HTTPException, ConnectionError, asyncio.CancelledError):
            raise
        except Exception as error:  # a fault in the program fails this request only
            line = self.translate(say("door_fault", raw=type(error).__name__))
            raise web.HTTPInternalServerError(text=line) from error

    @web.middleware
    async def _at_the_door(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        self.door.admit(request)
        self.gate.admitted(request)
        return await handler(request)

    async def _serve(self, port: int) -> None:
        middlewares: list[Middleware] = [self._refusals_told, self._at_the_door, _guard]
        application = web.Application(middlewares=middlewares, client_max_size=MOST_BYTES)
        application.add_routes(self._routes)
        application.router.add_static("/static/", STATIC)
        application.router.add_get("/piece/{name}.svg", _piece)
        application.router.add_get("/rule/{reading}.svg", _rule)
        application.on_response_prepare.append(_closed)
        runner = web.AppRunner(
            application, access_log=None, shutdown_timeout=0.5, handler_cancellation=True, logger=_silent()
        )
        await runner.setup()
        try:
            server = runner.server
            assert server is not None
            how: dict[str, Any] = {"loop": self.loop, "access_log": None, "logger": _silent()}
            sealed = self.door.certificate.context if self.door.certificate else None
            made = await self.loop.create_server(
                self.gate.factory(lambda: _Answering(server, **how), sealed), self.door.host, port
            )
            self.port = int(made.sockets[0].getsockname()[1])
            self._ready.set()
            await self._stop.wait()
            made.close()
        finally:
            await self.gate.close()
            await runner.cleanup()


def _check_address(request: web.Request) -> None:
    """Refuse a request with an invalid host, before its address is used anywhere."""
    try:
        request.url.port  # noqa: B018 - parsed by aiohttp only now
    except ValueError:
        raise Refused(web.HTTPBadRequest, say("door_address")) from None


def _silent() -> logging.Logger:
    """A logger that discards everything: visitors' errors must not fill the terminal or the disk."""
    log = logging.Logger("page")
    log.addHandler(logging.NullHandler())
    return log


class _Answering(web.RequestHandler):
    """Answers one connection; invalid requests also get one line and the security headers."""

    __slots__ = ()

    def handle_error(self, request: web.BaseRequest, *about: Any, **more: Any) -> web.StreamResponse:
        """The response to an unreadable request, or to a fault."""
        made = super().handle_error(request, *about, **more)
        made.headers.update(HEADERS)
        if isinstance(made, web.Response):
            made.text = HTTPStatus(made.status).phrase
        return made


async def _closed(request: web.Request, response: web.StreamResponse) -> None:
    """Add the security headers to every response, including refusals."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)


@web.middleware
async def _guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse writes from other origins, and compressed bodies, which may expand to any size."""
    origin = request.headers.get("Origin")
    if origin is not None and origin != f"{request.url.scheme}://{request.host}":
        raise Refused(web.HTTPForbidden, say("page_itself"))
    known = request.content_type in ("application/json", "image/jpeg")
    if request.method == "POST" and (not known or "Content-Encoding" in request.headers):
        raise Refused(web.HTTPUnsupportedMediaType, say("page_json"))
    return await handler(request)


async def _piece(request: web.Request) -> web.StreamResponse:
    """The small picture of one pyramid."""
    try:
        return web.Response(text=piece_svg(request.match_info["name"]), content_type="image/svg+xml")
    except (KeyError, ValueError):
        raise Refused(web.HTTPNotFound, say("page_pyramid")) from None


async def _rule(request: web.Request) -> web.StreamResponse:
    """The drawing of a rule."""
    drawn = rule_svg(request.match_info["reading"], asked_words(request, "en"))
    if drawn is None:
        raise Refused(web.HTTPNotFound, say("page_no_rule"))
    return web.Response(text=drawn, content_type="image/svg+xml")


def piece_svg(name: str) -> str:
    """The small picture of one pyramid, ``small-red``, or of one on Nickel's board, ``north-red``.

    Raises ``KeyError`` or ``ValueError`` for any other name.
    """
    what, _, colour = name.partition("-")
    if what in set(Orientation):
        return pyramid_svg(Pyramid(Colour(colour), Orientation(what)))
    piece = Piece(Size[what.upper()], Colour(colour))
    wide, tall = 2 * draw.half_width(Size.LARGE) + 6, draw.height(Size.LARGE) + 6
    drawn = draw.upright(piece, wide / 2, tall - 3)
    return f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {wide:.0f} {tall:.0f}'>{drawn}</svg>"


def counted(text: str) -> int:
    """A picture's number in a request; 0 if it is invalid."""
    return int(text) if text.isdecimal() and len(text) < 16 else 0


def download(body: bytes, kind: str, name: str) -> web.Response:
    """A download; ``kind`` is its MIME type."""
    return web.Response(body=body, content_type=kind, headers=saved_as(name))


def saved_as(name: str) -> dict[str, str]:
    """The header with which a browser saves a response under any name (RFC 6266)."""
    return {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(writable(name), safe='')}"}


def report_of(made: bytes) -> web.Response:
    """A bug report as a download."""
    return download(made, "application/zip", "arbiter-report.zip")


def code_of(link: str) -> web.Response:
    """A link as a QR code (SVG); raises `Refused` without a link."""
    if not link:
        raise Refused(web.HTTPNotFound, say("door_here"))
    made = io.BytesIO()
    segno.make(link, error="m").save(made, kind="svg", scale=4, border=3, dark="#000", light="#fff")
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
    """The wording in the language that a request asks for, by default ``usual``; `Refused` if unknown."""
    try:
        return wording(request.query.get("language") or usual)
    except ValueError as error:
        raise Refused(web.HTTPNotFound, message_of(error)) from None


def page(name: str) -> Handler:
    """A handler that serves one of the static pages."""

    async def serve(request: web.Request) -> web.StreamResponse:
        return web.FileResponse(STATIC / name)

    return serve


async def read_body(request: web.Request) -> bytes:
    """The body of a request; raises `Refused` if it takes too long."""
    try:
        async with asyncio.timeout(BODY_S):
            return await request.read()
    except TimeoutError:
        raise Refused(web.HTTPRequestTimeout, say("door_late")) from None


async def read_json(request: web.Request) -> dict[str, Any]:
    """The JSON object in a request; raises `Refused` for anything else."""
    try:
        data = bounded_json((await read_body(request)).decode("utf-8"), MOST_WORDS)
    except ValueError:
        raise Refused(web.HTTPBadRequest, say("page_object")) from None
    if not isinstance(data, dict):
        raise Refused(web.HTTPBadRequest, say("page_object"))
    return data
