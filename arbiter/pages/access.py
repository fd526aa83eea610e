"""Who may come in to a page: this machine only, or whoever has the link with its token."""

from __future__ import annotations

import hmac
import secrets
import shutil
import socket
import ssl
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

LOCAL = "127.0.0.1"
LOCAL_NAMES = frozenset({LOCAL, "localhost"})
EVERYWHERE = "0.0.0.0"
TOKEN_BYTES = 24
CERTIFICATE_DAYS = 30
NO_OPENSSL = (
    "a phone's browser gives its camera to https pages only, and openssl is not here to make a certificate: "
    "install openssl, or run a camera app on the phone and give its address with --source"
)


class PageError(Exception):
    """A page can't be served; the message is one line that says what to do."""


@dataclass(frozen=True)
class Door:
    """Without a ``token`` only this machine comes in, under its own names.

    With one, other devices come in by a link that holds it; it then lives in a cookie. ``address`` is what
    other devices know this machine by; with a ``certificate`` the page is served encrypted.
    """

    token: str = ""
    address: str = LOCAL
    certificate: ssl.SSLContext | None = None

    @property
    def host(self) -> str:
        """The address to listen at."""
        return EVERYWHERE if self.token else LOCAL

    def url(self, port: int, path: str = "") -> str:
        """The link to a page, with the token where there is one."""
        scheme = "https" if self.certificate else "http"
        return f"{scheme}://{self.address}:{port}/{path}" + (f"?token={self.token}" if self.token else "")

    @property
    def guard(self) -> Middleware:
        """The middleware that turns away whoever may not come in."""

        @web.middleware
        async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
            if is_local(request):
                return await handler(request)
            if not self.token:
                raise web.HTTPForbidden(text="this page is for this machine only")
            given = request.query.get("token")
            if given is not None and request.method == "GET" and self._fits(given):
                raise self._let_in(request)
            if not self._fits(request.cookies.get(_cookie(request), "")):
                raise web.HTTPForbidden(text="open the link that the arbiter has printed, with its token")
            return await handler(request)

        return check

    def _fits(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), self.token.encode())

    def _let_in(self, request: web.Request) -> web.HTTPSeeOther:
        """On to the page itself, so that the token stays out of its address, histories and screenshots."""
        onward = web.HTTPSeeOther(request.path)
        secure = self.certificate is not None
        name = _cookie(request)
        onward.set_cookie(name, self.token, httponly=True, samesite="Lax", secure=secure, path="/")
        onward.headers["Cache-Control"] = "no-store"
        onward.headers["Referrer-Policy"] = "no-referrer"
        return onward


def is_local(request: web.Request) -> bool:
    """Whether a request comes from this machine, under one of its own names."""
    return request.remote == LOCAL and (request.url.host or "") in LOCAL_NAMES


def shared_door(encrypted: bool = False, token: str = "") -> Door:
    """A door with a ``token``, a new one without; ``encrypted`` with a certificate of its own (`PageError`
    without openssl).
    """
    address = network_address()
    certificate = self_signed(address) if encrypted else None
    return Door(token or secrets.token_urlsafe(TOKEN_BYTES), address, certificate)


def network_address() -> str:
    """This machine's address in its network, found without sending anything; `PageError` if in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            raise PageError("this machine is in no network: connect it, or leave out --share") from None


def self_signed(address: str) -> ssl.SSLContext:
    """A certificate made for this run, whose key is kept in no file; raises `PageError` without openssl."""
    program = shutil.which("openssl")
    if program is None:
        raise PageError(NO_OPENSSL)
    with tempfile.TemporaryDirectory(prefix="arbiter-page-") as folder:
        key, made = Path(folder) / "key.pem", Path(folder) / "certificate.pem"
        curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc")
        names = ("-subj", "/CN=Pyramid Arbiter", "-addext", f"subjectAltName=IP:{address},IP:{LOCAL}")
        files = ("-keyout", str(key), "-out", str(made), "-days", str(CERTIFICATE_DAYS))
        done = subprocess.run([program, "req", "-x509", *curve, *names, *files], capture_output=True)
        if done.returncode:
            raise PageError(NO_OPENSSL.replace("is not here", "failed"))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(made, key)
        return context


def _cookie(request: web.Request) -> str:
    """Cookies are shared by all ports of a machine, so that each page's has a name of its own."""
    return f"arbiter-{request.url.port}"


__all__ = ["Door", "PageError", "is_local", "network_address", "self_signed", "shared_door"]
