"""The home page's server: games are started, resumed or reviewed from here; phones get in by a QR code."""

from __future__ import annotations

import asyncio
import os
import secrets
import tempfile
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from aiohttp import web

from arbiter.camera.mat import write_mat
from arbiter.home.library import SUFFIX, listed, thumbnail
from arbiter.home.notes import notes_of
from arbiter.home.preview import Preview
from arbiter.home.start import Wish, games_json, sample_of, sources_json
from arbiter.pages.access import LOCAL, Door, is_local
from arbiter.pages.clip import saved
from arbiter.pages.refusal import Refused
from arbiter.pages.review import Reviews
from arbiter.pages.server import (
    PageServer,
    asked_words,
    code_of,
    download,
    page,
    read_json,
    report_of,
    words_json,
)
from arbiter.pages.share import share
from arbiter.record.record import RecordError
from arbiter.review.export import clip_of
from arbiter.review.statistics_folder import folder_statistics
from arbiter.voice.commentary import LEVELS
from arbiter.watch.bundle import bundle
from arbiter.watch.places import Settings
from arbiter.words.exits import UserError, one_line
from arbiter.words.wording import languages, wording
from engine.message import Message, Messages, Said, message_of
from vision.source.several import MOST

say = Messages("arbiter")

OWN = ("language", "commentary", "voice", "share", "near", "far")
"""The settings that the page may change."""


@dataclass(frozen=True)
class Home:
    """What the page shows: the folder of recorded games, settings, and a line about how the last game
    ended."""

    folder: Path
    settings: Settings
    notice: str = ""
    keep: Callable[[Settings], None] = field(default=lambda settings: None)
    """Stores changed settings."""


class HomeServer(PageServer):
    """Serves the home page until ``close``; `wait` returns the game that people want to play."""

    def __init__(self, home: Home, port: int = 0, door: Door | None = None) -> None:
        self.settings, self.wish = home.settings, None
        self._home, self._notice = home, home.notice
        self._previews, self._id = [Preview() for _ in range(MOST)], secrets.token_hex(8)
        self._chosen = threading.Event()
        self.renewed = False
        """Whether the server has to be restarted, because sharing with other devices was switched."""
        self._reviews = Reviews(self._game, lambda: self.settings.language)
        self._packed: dict[str, float] = {}
        """Progress, 0 to 1, of the files that are being made, by the game's name."""
        self._long = ThreadPoolExecutor(1)
        """Runs long jobs one after another."""
        super().__init__(self._own_routes(), port, door)

    wish: Wish | None

    def _own_routes(self) -> list[web.RouteDef]:
        return [
            web.get("/", page("home.html")),
            web.get("/words.json", self._words),
            web.get("/whereami.json", self._where),
            web.get("/home.json", self._shown),
            web.get("/statistics.json", self._statistics),
            web.get("/notes.json", self._notes),
            web.get("/preview.jpg", self._picture),
            web.get("/preview.json", self._picture_facts),
            web.get("/thumb/{name}", self._thumbnail),
            web.get("/share/{name}", self._share),
            web.get("/clip/{name}", self._clip),
            web.get("/packing/{name}", self._packing),
            web.get("/mat.pdf", self._mat),
            web.get("/qr.svg", self._code),
            web.get("/report.zip", self._report),
            web.post("/start", self._start),
            web.post("/settings", self._settle),
            *self._reviews.routes,
        ]

    def wait(self, timeout_s: float | None = None) -> Wish | None:
        """Wait until somebody starts a game; ``None`` if nobody does within ``timeout_s``."""
        self._chosen.wait(timeout_s)
        return self.wish

    def close(self) -> None:
        """Stop serving, and close the cameras and the games under review."""
        for preview in self._previews:
            preview.close()
        self._long.shutdown(wait=False, cancel_futures=True)
        super().close()
        self._reviews.close()

    def translate(self, message: Message) -> str:
        """A message in the language of the page."""
        return wording(self.settings.language).tell(message)

    def _without_folder(self, problem: Said) -> str:
        shown = wording(self.settings.language).tell(problem)
        return shown.replace(f"{self._home.folder}{os.sep}", "")

    # ----- what is shown

    async def _where(self, request: web.Request) -> web.StreamResponse:
        return web.json_response({"page": "home", "id": self._id})

    async def _words(self, request: web.Request) -> web.StreamResponse:
        return web.json_response(words_json(asked_words(request, self.settings.language)))

    async def _shown(self, request: web.Request) -> web.StreamResponse:
        there, mine = await asyncio.to_thread(listed, self._home.folder), is_local(request)
        words = wording(self.settings.language)
        shown = {
            "games": games_json(words),
            "sources": await asyncio.to_thread(sources_json),
            "library": [{**game, "problem": self._without_folder(game["problem"])} for game in there],
            "folder": str(self._home.folder) if mine else "",
            "settings": {name: getattr(self.settings, name) for name in OWN},
            "last": dict(self.settings.last) if mine else {},  # may contain a camera's password
            "languages": dict(languages()),
            "levels": list(LEVELS),
            "notice": self._notice if mine else "",
            "id": self._id,
            "mine": mine,
            "link": self.door.link_of(request, self.port),
            "fingerprint": self.door.fingerprint,
        }
        return web.json_response(shown)

    async def _statistics(self, request: web.Request) -> web.StreamResponse:
        words = wording(self.settings.language)
        try:
            found = await self._in_turn(folder_statistics, [self._home.folder], words)
        except UserError as error:
            raise Refused(web.HTTPNotFound, one_line(error)) from error
        return web.json_response({"players": found["players"]})  # the rest names folders

    async def _notes(self, request: web.Request) -> web.StreamResponse:
        """The notes in a file beside a film."""
        self._mine(request)
        return web.json_response(notes_of(request.query.get("film", "")))

    async def _picture(self, request: web.Request) -> web.StreamResponse:
        picture, _ = self._newest(request)
        return web.Response(body=picture, content_type="image/jpeg") if picture else web.Response(status=204)

    async def _picture_facts(self, request: web.Request) -> web.StreamResponse:
        _, facts = self._newest(request)
        return web.json_response({**facts, "problem": self.translate(facts["problem"])} if facts else None)

    def _newest(self, request: web.Request) -> tuple[bytes, dict[str, Any]]:
        """The newest picture of a source chosen as one of the cameras, and facts about it."""
        self._mine(request)
        number = request.query.get("camera", "0")
        preview = self._previews[int(number) if number in map(str, range(MOST)) else 0]
        return preview.newest(self._spec(request))

    def _spec(self, request: web.Request) -> str:
        """The source that a picture is requested from."""
        spec = request.query.get("source", "")
        if not spec.startswith("sample:"):
            return spec
        try:
            return sample_of(spec.removeprefix("sample:"))
        except ValueError as error:
            raise Refused(web.HTTPNotFound, message_of(error)) from None

    async def _thumbnail(self, request: web.Request) -> web.StreamResponse:
        try:
            picture = await asyncio.to_thread(thumbnail, self._game(request.match_info["name"]))
        except (RecordError, OSError) as error:
            raise Refused(web.HTTPNotFound, one_line(error)) from error
        if picture is None:
            raise Refused(web.HTTPNotFound, say("home_no_picture"))
        return web.Response(body=picture, content_type="image/jpeg")

    async def _clip(self, request: web.Request) -> web.StreamResponse:
        return saved(clip_of(self._game(request.match_info["name"])))

    async def _share(self, request: web.Request) -> web.StreamResponse:
        """A game as one HTML file, for download."""
        path = self._game(request.match_info["name"])

        def on_part(done: float, most: float) -> None:
            self._packed[path.name] = done / most if most else 0.0

        on_part(0, 1)
        with tempfile.TemporaryDirectory(prefix="arbiter-share-") as folder:
            target = Path(folder) / f"{path.stem}.html"
            try:
                await self._in_turn(partial(share, path, target, on_part=on_part))
                html = target.read_bytes()
            except (RecordError, UserError, OSError) as error:
                raise Refused(web.HTTPConflict, one_line(error)) from error
            finally:
                self._packed.pop(path.name, None)
        return download(html, "text/html", f"{path.stem}.html")

    async def _in_turn(self, work: Callable[..., Any], *given: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._long, work, *given)

    async def _packing(self, request: web.Request) -> web.StreamResponse:
        """Progress of a game's file, 0 to 1; null while none is being made."""
        return web.json_response(self._packed.get(request.match_info["name"]))

    async def _mat(self, request: web.Request) -> web.StreamResponse:
        """The page with the markers, for printing."""
        words = wording(self.settings.language)
        with tempfile.TemporaryDirectory(prefix="arbiter-mat-") as folder:
            target = Path(folder) / "mat.pdf"
            paper = "letter" if request.query.get("paper") == "letter" else "a4"
            await asyncio.to_thread(write_mat, str(target), paper, words)
            return web.Response(body=target.read_bytes(), content_type="application/pdf")

    async def _code(self, request: web.Request) -> web.StreamResponse:
        return code_of(self.door.link_of(request, self.port))

    async def _report(self, request: web.Request) -> web.StreamResponse:
        """A bug report about the last game; with its pictures only if that is asked for."""
        self._mine(request)
        games = [path for path in self._home.folder.glob(f"*{SUFFIX}") if path.is_file()]
        newest = max(games, key=lambda path: path.stat().st_mtime, default=None)
        names = ("language", "commentary", "voice", "share")
        settings = {name: getattr(self.settings, name) for name in names}
        pictures = request.query.get("pictures") == "yes"
        return report_of(await asyncio.to_thread(bundle, newest, settings=settings, pictures=pictures))

    # ----- requests

    def _mine(self, request: web.Request) -> None:
        """Refuse requests from other machines, which may not start games or change cameras and settings."""
        if not is_local(request):
            raise Refused(web.HTTPForbidden, say("home_here"))

    def _onward(self, sealed: bool) -> dict[str, Any]:
        """The next page's address for this machine, if that page is encrypted and this one is not or vice
        versa."""
        same = sealed == (self.door.certificate is not None)
        other = "https" if sealed else "http"
        return {"ok": True, "url": "" if same else f"{other}://{LOCAL}:{self.port}/"}

    def _game(self, name: str) -> Path:
        """A recorded game in the folder, by its file name."""
        path = self._home.folder / name
        if Path(name).name != name or path.suffix != SUFFIX or not path.is_file():
            raise Refused(web.HTTPNotFound, say("home_no_game"))
        return path

    async def _start(self, request: web.Request) -> web.StreamResponse:
        self._mine(request)
        data = await read_json(request)
        try:
            if data.get("resume"):
                wish = Wish.going_on(self._game(str(data["resume"])), data.get("source"))
            else:
                wish = Wish.of(data)
        except (KeyError, TypeError, ValueError, UserError) as error:
            raise Refused(web.HTTPBadRequest, one_line(error)) from error
        self.wish = wish
        self.loop.call_later(0.3, self._chosen.set)
        return web.json_response(self._onward("--share" in wish.words or self.settings.share))

    async def _settle(self, request: web.Request) -> web.StreamResponse:
        self._mine(request)
        data = await read_json(request)
        try:
            changed = self.settings.changed({name: data[name] for name in OWN if name in data})
            await asyncio.to_thread(self._home.keep, changed)
        except (ValueError, TypeError, OSError) as error:
            raise Refused(web.HTTPBadRequest, one_line(error)) from error
        self.renewed = changed.share != self.settings.share
        self.settings = changed
        if self.renewed:
            self.loop.call_later(0.3, self._chosen.set)
        return web.json_response(self._onward(changed.share))
