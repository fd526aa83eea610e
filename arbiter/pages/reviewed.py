"""Answers the review page's requests: a game's steps, film, pictures, diagrams, judgements, statistics."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from aiohttp import web
from aiohttp.typedefs import Handler

from arbiter.corrections.corrections import corrected
from arbiter.corrections.recorded_moves import CorrectionError
from arbiter.pages.access import is_local
from arbiter.pages.refusal import Refused
from arbiter.pages.server import asked_words, download, page, read_json, words_json
from arbiter.pages.touching import asked_of, touched_json
from arbiter.record.footage import Film, films_of
from arbiter.record.record import Record, RecordError
from arbiter.review.branches import branch, branch_json
from arbiter.review.judgements import Judgements
from arbiter.review.source import Reviewed
from arbiter.review.statistics import game_statistics
from arbiter.review.statistics_folder import folder_statistics
from arbiter.review.turning import write_turning
from arbiter.story.correcting import correction_facts
from arbiter.story.retelling import in_words
from arbiter.story.story import Story, story_json
from arbiter.story.translation import words_of
from arbiter.telling.found import telling_of
from arbiter.words.exits import UserError
from engine.bounded import read_json as bounded_json
from engine.message import Messages, message_of
from vision.source.frames import SourceError

say = Messages("arbiter")


class GameReview:
    """The review of one game until ``close``; ``warning`` is a message if the game was damaged.

    ``language`` is the page's initial language, by default the game's. A game that is still being recorded
    can be reviewed: reloading the page shows what has happened since. ``film`` is the film it was watched
    from, by default all existing ones named in the record. Visitors from other machines can step through the
    game and try moves; ``may_write`` says who can correct the game. Raises what `Reviewed` raises, and
    ``UserError`` for a missing film.
    """

    def __init__(
        self,
        path: Path | str,
        judgements: Judgements | None = None,
        film: Path | str | None = None,
        language: str | None = None,
        may_write: Callable[[web.Request], bool] = is_local,
    ) -> None:
        self._may_write = may_write
        self.game = Reviewed(path)
        self._retold: dict[str, tuple[Story, Story]] = {}
        self._writing, self._trying = asyncio.Lock(), asyncio.Lock()
        self.warning = self.game.warning
        try:
            self._story = self.game.story()
            self.language = words_of(self._story.header, language).language
            self._films = films_of(self.game.path, self._story.header, film)
        except BaseException:
            self.game.close()
            raise
        self._judgements = judgements or Judgements()
        self._judgements.begin(self._story)

    @property
    def record(self) -> Record:
        """The game's record."""
        assert self.game.record is not None
        return self.game.record

    def close(self) -> None:
        """Close the record, and stop judging."""
        self._judgements.close()
        self.game.close()

    def _in_words(self, request: web.Request) -> Story:
        """The story in the language of a request, translated once for each language."""
        story, words = self._story, asked_words(request, self.language)
        if (of := self._retold.get(words.language)) is None or of[0] is not story:
            of = self._retold[words.language] = story, in_words(story, words)
        return of[1]

    async def words(self, request: web.Request) -> web.StreamResponse:
        return web.json_response(words_json(asked_words(request, self.language)))

    async def steps(self, request: web.Request) -> web.StreamResponse:
        try:
            self._story = await asyncio.to_thread(self.game.story)
        except RecordError as error:
            raise Refused(web.HTTPInternalServerError, message_of(error)) from error
        self._judgements.begin(self._story)
        found = game_json(self.game, self._in_words(request))
        about = {"films": list(map(film_json, self._films)), "mine": is_local(request)}
        return web.json_response({**found, **about, "record": found["record"] and self._may_write(request)})

    async def judged(self, request: web.Request) -> web.StreamResponse:
        """The solver's judgements so far; the page asks again until they are complete."""
        return web.json_response(self._judgements.to_json(self._in_words(request)))

    async def folder(self, request: web.Request) -> web.StreamResponse:
        """The statistics over the games in the same folder; for this machine only, since they name files."""
        _here(is_local(request))
        try:
            folder, words = [self.game.path.absolute().parent], asked_words(request, self.language)
            found = await asyncio.to_thread(folder_statistics, folder, words)
        except UserError as error:
            raise Refused(web.HTTPNotFound, message_of(error)) from error
        return web.json_response(found)

    async def touch(self, request: web.Request) -> web.StreamResponse:
        """Possible corrections at a place in the drawing."""
        _here(self._may_write(request))
        asked, words = asked_of(await read_json(request)), asked_words(request, self.language)
        story = self._in_words(request)

        def find() -> dict[str, Any]:
            game = corrected(self.record.header, self.record.entries()).game
            return touched_json(game, asked, lambda said: words.tell(said, story.names))

        try:
            return web.json_response(await asyncio.to_thread(find))
        except UserError as error:
            raise Refused(web.HTTPBadRequest, message_of(error)) from error

    async def branch(self, request: web.Request) -> web.StreamResponse:
        """A variation: moves tried from a position of the game."""
        story, moment = self._in_words(request), request.query.get("moment", "after")
        try:
            index, moves = int(request.query.get("index", "")), bounded_json(request.query.get("moves", "[]"))
        except ValueError:
            raise Refused(web.HTTPBadRequest, say("send_moves")) from None
        if not isinstance(moves, list) or not all(isinstance(text, str) for text in moves):
            raise Refused(web.HTTPBadRequest, say("send_moves"))

        def find() -> dict[str, Any]:
            return branch_json(story, branch(story, index, moment, moves))

        try:
            async with self._trying:
                return web.json_response(await asyncio.to_thread(find))
        except UserError as error:
            raise Refused(web.HTTPBadRequest, message_of(error)) from error

    async def line(self, request: web.Request) -> web.StreamResponse:
        """A position of a better line."""
        index, number = (int(request.match_info[name]) for name in ("index", "number"))
        drawn = self._judgements.drawing(self._in_words(request), index, number)
        if drawn is None:
            raise Refused(web.HTTPNotFound, say("page_no_step", n=index))
        return web.Response(text=drawn, content_type="image/svg+xml")

    async def correct(self, request: web.Request) -> web.StreamResponse:
        """Correct the recorded game."""
        _here(self._may_write(request))
        data = await read_json(request)
        try:
            op, move, text = correction_facts(data)
            number = data.get("round", 1)
            if not isinstance(number, int):
                raise CorrectionError(say("fix_send"))
            async with self._writing:
                await asyncio.to_thread(self.game.correct, op, number, move, text)
        except UserError as error:
            raise Refused(web.HTTPBadRequest, message_of(error)) from error
        return web.json_response({"ok": True})

    async def play(self, request: web.Request) -> web.StreamResponse:
        number = int(request.match_info["number"])
        found = next((film for film in self._films if film.number == number), None)
        if found is None:
            raise Refused(web.HTTPNotFound, say("page_no_film"))
        return web.FileResponse(found.path)

    async def clip(self, request: web.Request) -> web.StreamResponse:
        """A clip of the play that lost each round, in slow motion, for download."""
        story, name = self._in_words(request), f"{self.game.path.stem}-clip.mp4"
        if self.game.record is None:
            raise Refused(web.HTTPNotFound, say("page_no_film"))

        def make() -> bytes:
            with tempfile.TemporaryDirectory(prefix="arbiter-clip-") as folder:
                target = Path(folder) / name
                film = self._films[0] if self._films else None
                write_turning(self.record, story, target, film, self._judgements)
                return target.read_bytes()

        try:
            async with self._trying:
                made = await asyncio.to_thread(make)
        except (RecordError, SourceError) as error:
            raise Refused(web.HTTPConflict, message_of(error)) from error
        return download(made, "video/mp4", name)

    async def still(self, request: web.Request) -> web.StreamResponse:
        try:
            jpeg = self.game.still(int(request.match_info["entry"]), request.match_info["name"])
        except RecordError as error:
            raise Refused(web.HTTPNotFound, message_of(error)) from error
        return web.Response(body=jpeg, content_type="image/jpeg")

    async def diagram(self, request: web.Request) -> web.StreamResponse:
        index = int(request.match_info["index"])
        drawn = draw(self._in_words(request), index, request.match_info["moment"])
        if drawn is None:
            raise Refused(web.HTTPNotFound, say("page_no_step", n=index))
        return web.Response(text=drawn, content_type="image/svg+xml")


def _here(yes: bool) -> None:
    """Refuse visitors who may only watch."""
    if not yes:
        raise Refused(web.HTTPForbidden, say("review_here"))


Find = Callable[[web.Request], Awaitable[GameReview]]


def review_routes(prefix: str, find: Find) -> list[web.RouteDef]:
    """The routes of a review, below ``prefix``; ``find`` gives the game of a request."""

    def asked(of: Callable[[GameReview, web.Request], Awaitable[web.StreamResponse]]) -> Handler:
        async def answer(request: web.Request) -> web.StreamResponse:
            return await of(await find(request), request)

        return answer

    got = {
        "/words.json": GameReview.words,
        "/game.json": GameReview.steps,
        "/judgements.json": GameReview.judged,
        "/folder.json": GameReview.folder,
        "/branch.json": GameReview.branch,
        "/clip.mp4": GameReview.clip,
        r"/film/{number:\d+}": GameReview.play,
        r"/line/{index:\d+}/{number:\d+}.svg": GameReview.line,
        r"/still/{entry:\d+}/{name}": GameReview.still,
        r"/diagram/{index:\d+}/{moment:before|after}.svg": GameReview.diagram,
    }
    sent = {"/touch": GameReview.touch, "/correct": GameReview.correct}
    return [
        web.get(f"{prefix}/", page("review.html")),
        *(web.get(prefix + path, asked(of)) for path, of in got.items()),
        *(web.post(prefix + path, asked(of)) for path, of in sent.items()),
    ]


def game_json(game: Reviewed, story: Story) -> dict[str, Any]:
    """A game for the page, with its statistics."""
    warning = story.words.tell(game.warning, story.names) or None
    about: dict[str, Any] = {
        "file": game.path.name,
        "warning": warning,
        "films": [],
        "record": game.record is not None,
    }
    return {**story_json(story), **about, "statistics": game_statistics(story) if story.steps else None}


def film_json(film: Film) -> dict[str, Any]:
    """A film for the page: its address, its camera's number (from 1), and its offset to the record's time,
    s."""
    return {"address": f"film/{film.number}", "camera": film.number + 1, "offset_s": film.offset_s}


def draw(story: Story, index: int, moment: str) -> str | None:
    """The diagram ``before`` or ``after`` a step; ``None`` if the position is unknown."""
    if index >= len(story.steps):
        return None
    step = story.steps[index]
    state = step.before if moment == "before" else step.after
    if state is None or step.game is None:
        return None
    return telling_of(step.game).drawn(state, story.names, story.words)
