"""A visitor's requests to a page, and checks of the answers."""

from __future__ import annotations

import contextlib
import json
import socket
from typing import TypeVar

from arbiter.pages.server import PageServer

ANSWER_S = 5.0
"""Time limit for an answer, and for the end of the connection."""
Page = TypeVar("Page", bound=PageServer)


def without_limit(server: Page) -> Page:
    """The page without its limit of requests per visitor."""
    setattr(server.gate, "may_ask", lambda address: True)  # noqa: B010
    return server


def request_to(path: str, body: object = None) -> bytes:
    """A request like those of a page's own script; ``answer_to`` replaces ``HOST``."""
    data = b"" if body is None else json.dumps(body).encode()
    verb = "GET" if body is None else "POST"
    head = f"{verb} {path} HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n"
    if body is not None:
        head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
    return head.encode() + b"\r\n" + data


def answer_to(port: int, data: bytes) -> bytes:
    """Send a request and return the answer. Raises AssertionError if the page fails or leaves the connection
    open.
    """
    with socket.create_connection(("127.0.0.1", port), ANSWER_S) as visitor:
        answer = b""
        with contextlib.suppress(ConnectionError):
            visitor.sendall(data[:200_000].replace(b"HOST", f"127.0.0.1:{port}".encode()))
            answer = _received(visitor, 0.02)
            visitor.shutdown(socket.SHUT_WR)
            answer += _received(visitor, ANSWER_S)
    if b" 500 " in answer[:20] or b"Traceback" in answer:
        raise AssertionError(answer[-200:])
    return answer


def _received(visitor: socket.socket, patience_s: float) -> bytes:
    """The data received until the other side closes the connection, or sends nothing for a time; with the
    patience ``ANSWER_S`` the latter raises AssertionError.
    """
    visitor.settimeout(patience_s)
    found = b""
    try:
        while part := visitor.recv(100_000):
            found += part
    except TimeoutError:
        if patience_s == ANSWER_S:
            raise AssertionError("the connection stays open") from None
    except OSError:
        pass
    return found
