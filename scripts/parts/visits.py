"""Requests of a visitor to a page, and their permitted results."""

from __future__ import annotations

import contextlib
import json
import socket
from typing import TypeVar

from arbiter.pages.server import PageServer

ANSWER_S = 5.0
"""Longest time for an answer, or the end of the connection, after a request."""
Page = TypeVar("Page", bound=PageServer)


def no_limit(server: Page) -> Page:
    """The page without its limit of requests, as all come from here."""
    setattr(server.gate, "may_ask", lambda address: True)  # noqa: B010
    return server


def sent(path: str, body: object = None) -> bytes:
    """A request of a page's own script; ``HOST`` is replaced when it is sent."""
    data = b"" if body is None else json.dumps(body).encode()
    verb = "GET" if body is None else "POST"
    head = f"{verb} {path} HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n"
    if body is not None:
        head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
    return head.encode() + b"\r\n" + data


def asked(port: int, data: bytes) -> bytes:
    """The answer to a request. Raises AssertionError if the page fails or does not end it."""
    with socket.create_connection(("127.0.0.1", port), ANSWER_S) as visitor:
        answer = b""
        with contextlib.suppress(ConnectionError):
            visitor.sendall(data[:200_000].replace(b"HOST", f"127.0.0.1:{port}".encode()))
            answer = _answer(visitor, 0.02)
            visitor.shutdown(socket.SHUT_WR)
            answer += _answer(visitor, ANSWER_S)
    if b" 500 " in answer[:20] or b"Traceback" in answer:
        raise AssertionError(answer[-200:])
    return answer


def _answer(visitor: socket.socket, patience_s: float) -> bytes:
    """The data until the other side closes, or none come for a time (with the least patience)."""
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
