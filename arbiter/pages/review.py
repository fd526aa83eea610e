"""Reviews as pages: that of one game on a server of its own, and those that another page offers."""

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
"""So many games are thought about at a time, however many are looked at."""


class ReviewServer(PageServer):
    """Serves the review of one game until ``close``; raises what `GameReview` raises, and ``PageError`` when
    the port is taken.
    """

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
        """The record that is shown."""
        return self._review.record

    def close(self) -> None:
        """Stop serving and let go of the record."""
        super().close()
        self._review.close()

    def told(self, message: Message) -> str:
        """A refusal in the language of the game."""
        return wording(self._review.language).tell(message)


class Reviews:
    """The reviews that a page offers at ``/review/FILE/``, each opened when it is first asked for.

    ``find`` gives the path of a game by its file's name, or raises `Refused`; ``language`` what a review
    begins in; ``may_write`` who may put games right.
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
            self._open[path] = self._open.pop(path)  # the one looked at last comes last
            for old in list(self._open)[:-MOST_OPEN]:
                self._open.pop(old).close()
        return self._open[path]

    def _opened(self, path: Path) -> GameReview:
        return GameReview(path, language=self._language(), may_write=self._may_write)

    def close(self) -> None:
        """Let go of all that are open."""
        for review in self._open.values():
            review.close()
        self._open.clear()
