"""Review pages: of one game on a server of its own, and of many games on another page's server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from aiohttp import web

from arbiter.pages.access import is_local
from arbiter.pages.refusal import Refused
from arbiter.pages.reviewed import GameReview, review_routes
from arbiter.pages.server import PageServer
from arbiter.record.record import Record, RecordError
from arbiter.review.judgements import Judgements
from arbiter.words.exits import UserError, one_line
from arbiter.words.wording import wording
from engine.message import Message

MOST_OPEN = 6
"""Most games under review at a time."""


class ReviewServer(PageServer):
    """Serves the review of one game until ``close``; raises what `GameReview` raises, and ``PageError``."""

    def __init__(
        self,
        path: Path | str,
        port: int = 0,
        judgements: Judgements | None = None,
        film: Path | str | None = None,
        language: str | None = None,
    ) -> None:
        self._review = GameReview(path, judgements, film, language)
        self.warning = self._review.warning
        try:
            super().__init__(review_routes("", self._only), port)
        except BaseException:
            self._review.close()
            raise

    async def _only(self, request: web.Request) -> GameReview:
        return self._review

    @property
    def record(self) -> Record:
        """The game's record."""
        return self._review.record

    def close(self) -> None:
        """Stop serving and close the record."""
        super().close()
        self._review.close()

    def translate(self, message: Message) -> str:
        """A message in the game's language."""
        return wording(self._review.language).tell(message)


class Reviews:
    """The reviews that a page offers at ``/review/FILE/``, each opened at its first request.

    ``find`` gives a game's path by its file name, or raises `Refused`; ``language`` is a review's initial
    language; ``may_write`` says who may correct games.
    """

    def __init__(
        self,
        find: Callable[[str], Path],
        language: Callable[[], str],
        may_write: Callable[[web.Request], bool] = is_local,
    ) -> None:
        self._find, self._language, self._may_write = find, language, may_write
        self._open: dict[Path, GameReview] = {}
        self._opening = asyncio.Lock()
        self.routes = review_routes("/review/{file}", self._asked)

    async def _asked(self, request: web.Request) -> GameReview:
        path = self._find(request.match_info["file"])
        async with self._opening:
            if path not in self._open:
                try:
                    self._open[path] = await asyncio.to_thread(self._opened, path)
                except (RecordError, UserError, OSError) as error:
                    raise Refused(web.HTTPConflict, one_line(error)) from error
            self._open[path] = self._open.pop(path)  # most recently used last
            for old in list(self._open)[:-MOST_OPEN]:
                self._open.pop(old).close()
        return self._open[path]

    def _opened(self, path: Path) -> GameReview:
        return GameReview(path, language=self._language(), may_write=self._may_write)

    def close(self) -> None:
        """Close all open reviews."""
        for review in self._open.values():
            review.close()
        self._open.clear()
