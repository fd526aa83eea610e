"""What both pages share: an aiohttp server in a thread of its own, for this machine only unless shared."""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import threading
from collections.abc import Iterable
from http import HTTPStatus
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

import segno
from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from arbiter.pages.access import Door, PageError
from arbiter.pages.gate import Gate
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

STATIC = Path(__file__).with_name("static")
START_TIMEOUT_S, BODY_S = 10.0, 10.0
"""For the server to start, and a request to arrive whole."""
MOST_WORDS = 100_000
"""Characters of JSON in one request."""
MOST_BYTES = 4 << 20
"""Of one request; a camera's picture is the largest."""
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
    """Serves ``routes`` and the static files from a daemon thread until ``close``.

    ``port`` 0 takes any that is free. Raises ``PageError`` when the port is taken. ``door`` says who may come
    in; what writes from another page is refused.
    """

    def __init__(self, routes: Iterable[web.RouteDef], port: int = 0, door: Door | None = None) -> None:
        self.door, self.gate = door or Door(), Gate()
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
            raise PageError(say("door_port", raw=port, raw2=self._failure))

    @property
    def url(self) -> str:
        """Where this machine finds the page, with no link needed: only here may everything be done."""
        return self.door.here(self.port)

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
        self.loop.set_exception_handler(lambda loop, context: None)  # what visitors do wrong is theirs
        try:
            self.loop.run_until_complete(self._serve(port))
        except OSError as error:
            self._failure = error
        finally:
            self._ready.set()
            self.loop.run_until_complete(self.loop.shutdown_default_executor())
            self.loop.close()

    def told(self, message: Message) -> str:
        """A refusal in the language that the page is in."""
        return str(message)

    def renew(self, looking_on: bool) -> None:
        """Make the players' or the viewers' link worthless, at once; ``door`` has a new one."""
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
            raise refused.kind(text=self.told(refused.message)) from None
        except (web.HTTPException, ConnectionError, asyncio.CancelledError):
            raise
        except Exception as error:  # a fault of ours costs the one who asked
            line = self.told(say("door_fault", raw=type(error).__name__))
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
    """Turn away a request that names a host that cannot be, before its address is looked at anywhere."""
    try:
        request.url.port  # noqa: B018 - aiohttp makes it of what was sent only now
    except ValueError:
        raise Refused(web.HTTPBadRequest, say("door_address")) from None


def _silent() -> logging.Logger:
    """A log for the server that is kept nowhere: what visitors do wrong must fill no terminal and no disk."""
    log = logging.Logger("page")
    log.addHandler(logging.NullHandler())
    return log


class _Answering(web.RequestHandler):
    """Answers what comes on one connection; what is no request at all gets one line and the headers too."""

    __slots__ = ()

    def handle_error(self, request: web.BaseRequest, *about: Any, **more: Any) -> web.StreamResponse:
        """The answer to what could not be read, or to a fault."""
        made = super().handle_error(request, *about, **more)
        made.headers.update(HEADERS)
        if isinstance(made, web.Response):
            made.text = HTTPStatus(made.status).phrase
        return made


async def _closed(request: web.Request, response: web.StreamResponse) -> None:
    """The headers that keep a page closed, on every answer, refusals too."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)


@web.middleware
async def _guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse writes from other pages, and what is packed: it may be anything once it is unpacked."""
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

    Raises ``KeyError`` or ``ValueError`` for a name of no pyramid.
    """
    what, _, colour = name.partition("-")
    if what in set(Orientation):
        return pyramid_svg(Pyramid(Colour(colour), Orientation(what)))
    piece = Piece(Size[what.upper()], Colour(colour))
    wide, tall = 2 * draw.half_width(Size.LARGE) + 6, draw.height(Size.LARGE) + 6
    drawn = draw.upright(piece, wide / 2, tall - 3)
    return f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {wide:.0f} {tall:.0f}'>{drawn}</svg>"


def counted(text: str) -> int:
    """A number that a page sends of pictures it has; 0 for what is none."""
    return int(text) if text.isdecimal() and len(text) < 16 else 0


def download(body: bytes, kind: str, name: str) -> web.Response:
    """What was made, as a file to be saved; ``kind`` is its MIME type."""
    return web.Response(body=body, content_type=kind, headers=saved_as(name))


def saved_as(name: str) -> dict[str, str]:
    """The header with which a browser saves an answer under a name, whatever is in that (RFC 6266)."""
    return {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(writable(name), safe='')}"}


def report_of(made: bytes) -> web.Response:
    """A bug report to be saved."""
    return download(made, "application/zip", "arbiter-report.zip")


def code_of(link: str) -> web.Response:
    """A link as a code to scan (SVG); a refusal where only this machine comes in."""
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
    """The words of the language that a request asks for, else the ``usual``; a refusal for one unknown."""
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
    """What was sent; a refusal where it takes too long."""
    try:
        async with asyncio.timeout(BODY_S):
            return await request.read()
    except TimeoutError:
        raise Refused(web.HTTPRequestTimeout, say("door_late")) from None


async def read_json(request: web.Request) -> dict[str, Any]:
    """The JSON object that a page sent; a clear refusal for anything else."""
    try:
        data = bounded_json((await read_body(request)).decode("utf-8"), MOST_WORDS)
    except ValueError:
        raise Refused(web.HTTPBadRequest, say("page_object")) from None
    if not isinstance(data, dict):
        raise Refused(web.HTTPBadRequest, say("page_object"))
    return data
