"""What a page asked for and may not have, or what makes no sense."""

from __future__ import annotations

from aiohttp import web

from engine.message import Message


class Refused(Exception):
    """A request is refused; the page is told why in its own language, as the answer of that ``kind``."""

    def __init__(self, kind: type[web.HTTPError], message: Message) -> None:
        super().__init__(message)
        self.kind, self.message = kind, message
