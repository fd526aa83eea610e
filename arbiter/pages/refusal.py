"""The error for requests that are not allowed or make no sense."""

from __future__ import annotations

from aiohttp import web

from engine.message import Message


class Refused(Exception):
    """A request is refused; the response, of that ``kind``, gives the reason in the page's language."""

    def __init__(self, kind: type[web.HTTPError], message: Message) -> None:
        super().__init__(message)
        self.kind, self.message = kind, message
