"""The review page: a recorded game, step by step, with pictures, diagrams, legal options and verdicts."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from aiohttp import web

from arbiter.judgements import Judgements
from arbiter.pages.server import PageServer, page
from arbiter.record import Record, RecordError
from arbiter.salvage import open_or_salvage
from arbiter.story import Story, read_story, story_json
from engine.diagram import initiative_svg


class ReviewServer(PageServer):
    """Serves the review of one record until ``close``; ``warning`` is a line to show when it was damaged.

    A game still being recorded may be reviewed: loading the page anew shows what has happened since. Raises
    ``RecordError`` when there is nothing to read, ``PageError`` when the port is taken.
    """

    def __init__(self, path: Path | str, port: int = 0, judgements: Judgements | None = None) -> None:
        self._record, self.warning = open_or_salvage(path)
        self._story = read_story(self._record)
        self._judgements = judgements or Judgements()
        routes = [
            web.get("/", page("review.html")),
            web.get("/game.json", self._game),
            web.get("/judgements.json", self._judged),
            web.get(r"/still/{entry:\d+}/{name}", self._still),
            web.get(r"/diagram/{index:\d+}/{moment:before|after}.svg", self._diagram),
        ]
        try:
            super().__init__(routes, port)
        except BaseException:
            self._record.close()
            raise
        self._judgements.begin(self._story)

    @property
    def record(self) -> Record:
        """The record that is shown."""
        return self._record

    def close(self) -> None:
        """Stop serving and let go of the record."""
        self._judgements.close()
        super().close()
        self._record.close()

    async def _game(self, request: web.Request) -> web.StreamResponse:
        try:
            self._story = await asyncio.to_thread(read_story, self._record)
        except RecordError as error:
            raise web.HTTPInternalServerError(text=str(error)) from error
        self._judgements.begin(self._story)
        return web.json_response(self._with_file(story_json(self._story)))

    async def _judged(self, request: web.Request) -> web.StreamResponse:
        """What the solver has found so far; the page asks again until it is done."""
        return web.json_response(self._judgements.to_json(self._story))

    def _with_file(self, game: dict[str, Any]) -> dict[str, Any]:
        return {**game, "file": self._record.path.name, "warning": self.warning}

    async def _still(self, request: web.Request) -> web.StreamResponse:
        try:
            jpeg = self._record.frame(int(request.match_info["entry"]), request.match_info["name"])
        except RecordError as error:
            raise web.HTTPNotFound(text=str(error)) from error
        return web.Response(body=jpeg, content_type="image/jpeg")

    async def _diagram(self, request: web.Request) -> web.StreamResponse:
        index = int(request.match_info["index"])
        drawn = draw(self._story, index, request.match_info["moment"])
        if drawn is None:
            raise web.HTTPNotFound(text=f"there is no position at step {index}")
        return web.Response(text=drawn, content_type="image/svg+xml")


def draw(story: Story, index: int, moment: str) -> str | None:
    """The diagram of a step, ``before`` or ``after`` it; ``None`` where no position is known."""
    if index >= len(story.steps):
        return None
    step = story.steps[index]
    state = step.before if moment == "before" else step.after
    return initiative_svg(state, names=story.names) if state is not None else None
