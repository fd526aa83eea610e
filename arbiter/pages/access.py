"""Access to a page: this machine only, or whoever has the link with its token."""

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
    """Access control of a page. Without a ``token`` only this machine is admitted, by its own names.

    With one, other devices are admitted by a link that contains it, and then by a cookie. The link with the
    token of ``viewers`` allows watching, but no orders. ``address`` is this machine's address for other
    devices; with a ``certificate`` the page is served encrypted.
    """

    token: str = ""
    address: str = LOCAL
    certificate: Certificate | None = None
    viewers: str = ""

    @property
    def host(self) -> str:
        """The address to listen on."""
        return EVERYWHERE if self.token else LOCAL

    @property
    def fingerprint(self) -> str:
        """The certificate's SHA-256 fingerprint, for people to compare; empty without one."""
        return self.certificate.fingerprint if self.certificate else ""

    def here(self, port: int) -> str:
        """The page's address for this machine."""
        return f"{'https' if self.certificate else 'http'}://{LOCAL}:{port}/"

    def url(self, port: int, path: str = "", looking_on: bool = False) -> str:
        """The link to a page, with the players' or the viewers' token, if there is one."""
        scheme = "https" if self.certificate else "http"
        token = self.viewers if looking_on else self.token
        return f"{scheme}://{self.address}:{port}/{path}" + (f"?token={token}" if token else "")

    def renewed(self, looking_on: bool) -> Door:
        """A door with a new token for the players or the viewers, so that the old link is invalid."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        return replace(self, viewers=token) if looking_on else replace(self, token=token)

    def admit(self, request: web.Request) -> None:
        """Check a request; raises `Refused` if it is not allowed, and `web.HTTPSeeOther` to redirect to the
        address without the token.
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
        """The link that a visitor may pass on, if any; viewers only get the viewers' link."""
        return self.url(port, looking_on=self.looks_on(request)) if self.token else ""

    def looks_on(self, request: web.Request) -> bool:
        """Whether a visitor may only watch."""
        return not (is_local(request) or _same(request.cookies.get(_cookie(request), ""), self.token))

    def still_admits(self, request: web.Request) -> bool:
        """Whether a visitor who was admitted before still is."""
        return is_local(request) or self._known(request.cookies.get(_cookie(request), ""))

    def _known(self, given: str) -> bool:
        return _same(given, self.token) or (bool(self.viewers) and _same(given, self.viewers))

    def _let_in(self, request: web.Request, token: str) -> web.HTTPSeeOther:
        """Redirect to the page itself, so that the token stays out of the address, histories and
        screenshots."""
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
    """A door for a shared page, with a new ``token`` and ``certificate`` unless given. Raises `PageError`.

    The viewers' token is derived from ``token``, which can't be recovered from it.
    """
    address, token = network_address(), token or secrets.token_urlsafe(TOKEN_BYTES)
    viewers = hmac.new(token.encode(), b"viewers", "sha256").hexdigest()
    return Door(token, address, certificate or self_signed(address), viewers)


def network_address() -> str:
    """This machine's address in its network, found without sending anything; `PageError` without a
    network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            raise PageError(say("door_no_network")) from None


def _cookie(request: web.Request) -> str:
    """The cookie's name, different for each port, since all ports of a machine share cookies."""
    return f"arbiter-{request.url.port}"
