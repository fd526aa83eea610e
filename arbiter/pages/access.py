"""Who may come in to a page: this machine only, or whoever has the link with its token."""

from __future__ import annotations

import hmac
import secrets
import socket
from dataclasses import dataclass, replace

from aiohttp import web

from arbiter.pages.certificate import Certificate, self_signed
from arbiter.pages.refusal import Refused
from engine.message import Messages

say = Messages("arbiter")

LOCAL = "127.0.0.1"
LOCAL_NAMES = frozenset({LOCAL, "localhost"})
EVERYWHERE = "0.0.0.0"
TOKEN_BYTES = 24


class PageError(Exception):
    """A page can't be served; the message is one line that says what to do."""


@dataclass(frozen=True)
class Door:
    """Without a ``token`` only this machine comes in, under its own names.

    With one, other devices come in by a link that holds it; it then lives in a cookie. Who has the link with
    the token of ``viewers`` looks on and gives no orders. ``address`` is what other devices know this machine
    by; with a ``certificate`` the page is served encrypted.
    """

    token: str = ""
    address: str = LOCAL
    certificate: Certificate | None = None
    viewers: str = ""

    @property
    def host(self) -> str:
        """The address to listen at."""
        return EVERYWHERE if self.token else LOCAL

    @property
    def fingerprint(self) -> str:
        """What people know the certificate by (SHA-256); nothing where there is none."""
        return self.certificate.fingerprint if self.certificate else ""

    def here(self, port: int) -> str:
        """Where this machine itself finds the page."""
        return f"{'https' if self.certificate else 'http'}://{LOCAL}:{port}/"

    def url(self, port: int, path: str = "", looking_on: bool = False) -> str:
        """The link to a page, with the token where there is one: the players', or that of the viewers."""
        scheme = "https" if self.certificate else "http"
        token = self.viewers if looking_on else self.token
        return f"{scheme}://{self.address}:{port}/{path}" + (f"?token={token}" if token else "")

    def renewed(self, looking_on: bool) -> Door:
        """The door with a new token for the players or the viewers: the old link opens nothing any more."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        return replace(self, viewers=token) if looking_on else replace(self, token=token)

    def admit(self, request: web.Request) -> None:
        """Turn away whoever may not come in, or may look on only; raises `Refused` and, to go on without the
        token in the address, `web.HTTPSeeOther`.
        """
        if is_local(request):
            return
        if not self.token:
            raise Refused(web.HTTPForbidden, say("door_here"))
        given = request.query.get("token")
        if given is not None and request.method == "GET" and self._known(given):
            raise self._let_in(request, given)
        held = request.cookies.get(_cookie(request), "")
        if not self._known(held):
            raise Refused(web.HTTPForbidden, say("door_link"))
        if request.method != "GET" and not _same(held, self.token):
            raise Refused(web.HTTPForbidden, say("door_looking"))

    def link_of(self, request: web.Request, port: int) -> str:
        """The link that whoever asks may hand on, if there is any: who looks on learns no player's."""
        return self.url(port, looking_on=self.looks_on(request)) if self.token else ""

    def looks_on(self, request: web.Request) -> bool:
        """Whether who asks may look on only."""
        return not (is_local(request) or _same(request.cookies.get(_cookie(request), ""), self.token))

    def still_admits(self, request: web.Request) -> bool:
        """Whether who has come in may stay."""
        return is_local(request) or self._known(request.cookies.get(_cookie(request), ""))

    def _known(self, given: str) -> bool:
        return _same(given, self.token) or (bool(self.viewers) and _same(given, self.viewers))

    def _let_in(self, request: web.Request, token: str) -> web.HTTPSeeOther:
        """On to the page itself, so that the token stays out of its address, histories and screenshots."""
        onward = web.HTTPSeeOther(request.path)
        secure = self.certificate is not None
        name = _cookie(request)
        onward.set_cookie(name, token, httponly=True, samesite="Lax", secure=secure, path="/")
        return onward


def _same(given: str, token: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), token.encode())


def is_local(request: web.Request) -> bool:
    """Whether a request comes from this machine, under one of its own names."""
    return request.remote == LOCAL and (request.url.host or "") in LOCAL_NAMES


def shared_door(token: str = "", certificate: Certificate | None = None) -> Door:
    """A door with a ``token``, a new one without; that of the viewers is made from it and does not tell it;
    and with a ``certificate``, one of its own without. Raises `PageError`.
    """
    address, token = network_address(), token or secrets.token_urlsafe(TOKEN_BYTES)
    viewers = hmac.new(token.encode(), b"viewers", "sha256").hexdigest()
    return Door(token, address, certificate or self_signed(address), viewers)


def network_address() -> str:
    """This machine's address in its network, found without sending anything; `PageError` if in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            raise PageError(say("door_no_network")) from None


def _cookie(request: web.Request) -> str:
    """Cookies are shared by all ports of a machine, so that each page's has a name of its own."""
    return f"arbiter-{request.url.port}"
