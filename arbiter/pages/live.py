"""The live page's server: it sends the newest picture and state of the game, and takes the players' input.

Nothing is queued: a page requests a picture newer than the one it shows and gets the newest; states are sent
as server-sent events, always the newest one.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from aiohttp import web

from arbiter.corrections.recorded_moves import CorrectionError
from arbiter.events.orders import Busy
from arbiter.pages.access import Door, is_local
from arbiter.pages.pressed import Pressed
from arbiter.pages.refusal import Refused
from arbiter.pages.server import (
    PageServer,
    asked_words,
    code_of,
    counted,
    page,
    read_body,
    read_json,
    report_of,
    words_json,
)
from arbiter.pages.touching import asked_of, four_corners
from arbiter.record.schema import to_text
from arbiter.story.correcting import correction_facts
from arbiter.voice.commentary import LEVELS
from arbiter.voice.table_words import ASKED
from arbiter.words.wording import languages, wording
from engine.message import Message, Messages, message_of

say = Messages("arbiter")

FRAME_WAIT_S = 5.0
HEARTBEAT_S = 10.0
SENDER_S = 5.0
"""Another device may become the camera after this time without a picture."""
LOOKED_S = 3.0
"""The detections are no longer drawn after this time without a request."""
LONGEST_WORD = 200


class LiveServer(PageServer):
    """Serves the live page until ``close``.

    ``pressed`` are the fields of `Pressed`, ``about`` is what a page shows about the game while the arbiter
    is away, ``more`` gives further routes. Publishing never blocks; ``finished`` says whether the game is
    over.
    """

    def __init__(
        self,
        port: int = 0,
        door: Door | None = None,
        language: str = "en",
        about: Mapping[str, str] | None = None,
        more: Callable[[LiveServer], Iterable[web.RouteDef]] = lambda server: (),
        **pressed: Any,
    ) -> None:
        self._do, self._about = Pressed(**pressed), dict(about or {})
        self._language, self.finished = language, False
        self._names: Mapping[str, str] | None = None
        self._sender, self._sent_s = "", 0.0
        self._kept: dict[str, Mapping[str, bytes]] = {}
        self._show_nothing()
        super().__init__([*self._own_routes(), *more(self)], port, door)

    def _show_nothing(self) -> None:
        """Reset the published state."""
        self._state, self._state_number = "null", 0
        self._frame, self._frame_number = b"", 0
        self._views: dict[int, tuple[int, bytes]] = {}
        self._detected, self._diagnosis, self._looked_s = b"", "null", -math.inf
        self._calls = asyncio.Lock()

    def _own_routes(self) -> list[web.RouteDef]:
        return [
            web.get("/", page("live.html")),
            web.get("/events", self._events),
            web.get("/frame.jpg", self._newest_frame),
            web.get("/view.jpg", self._newest_view),
            web.get("/diagnosis.json", self._newest_diagnosis),
            web.post("/answer", self._answer),
            web.post("/mute", self._mute),
            web.post("/dispute", self._dispute),
            web.post("/place", self._place),
            web.post("/mark", self._mark),
            web.post("/setup", self._set_up),
            web.post("/tune", self._tune),
            web.get("/words.json", self._words),
            web.get("/whereami.json", self._where),
            web.get("/qr.svg", self._code),
            web.post("/leave", self._leave),
            web.get("/camera", page("camera.html")),
            web.post("/camera/picture", self._camera_picture),
            web.post("/correct", self._correct),
            web.post("/touch", self._touch),
            web.post("/tell", self._tell_it),
            web.get("/tell/{what}", self._tell_it),
            web.get("/report.zip", self._report),
            web.post("/sound", self._sound),
            web.get("/kept/{name}", self._kept_picture),
        ]

    def translate(self, message: Message) -> str:
        """A message in the page's language, with the players' names."""
        return wording(self._language).tell(message, self._names)

    def publish(self, state: Mapping[str, Any]) -> None:
        """Show a new state of the game (see ``arbiter.pages.live_state``)."""
        text, language = to_text(state), str(state.get("language", self._language))
        self.finished = bool(state.get("finished"))
        self._post(lambda: self._set_state(text, language, state.get("names")))

    def publish_frame(self, jpeg: bytes) -> None:
        """Show a new picture in place of the last."""
        self._post(lambda: self._set_frame(jpeg))

    def publish_view(self, number: int, jpeg: bytes) -> None:
        """Show a new picture of another camera of the table."""
        self._post(lambda: self._set_view(number, jpeg))

    @property
    def open_for_reading(self) -> bool:
        """Whether somebody is watching the detections."""
        return time.monotonic() - self._looked_s < LOOKED_S

    def publish_diagnosis(self, jpeg: bytes, facts: Mapping[str, Any]) -> None:
        """Show a picture with all detections, and its figures."""
        self._post(lambda: self._set_diagnosis(jpeg, to_text(facts)))

    def keep(self, group: str, pictures: Mapping[str, bytes]) -> None:
        """Serve pictures (JPEG) by name, in place of the group's previous ones."""
        kept = dict(pictures)
        self._post(lambda: self._kept.__setitem__(group, kept))

    async def _kept_picture(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        for pictures in self._kept.values():
            if name in pictures:
                return web.Response(body=pictures[name], content_type="image/jpeg")
        raise Refused(web.HTTPNotFound, say("page_picture"))

    async def _correct(self, request: web.Request) -> web.StreamResponse:
        data = await read_json(request)
        try:
            op, move, text = correction_facts(data)
        except CorrectionError as error:
            raise Refused(web.HTTPBadRequest, message_of(error)) from None
        await self._call(self._do.on_correct, op, move, text)
        return web.json_response({"ok": True})

    async def _touch(self, request: web.Request) -> web.StreamResponse:
        """Possible corrections at a place in the drawing."""
        asked = asked_of(await read_json(request))
        return web.json_response(dict(await self._call(self._do.on_touch, asked)))

    def _post(self, change: Callable[[], None]) -> None:
        with contextlib.suppress(RuntimeError):  # the page is closed
            self.loop.call_soon_threadsafe(change)

    def _set_state(self, text: str, language: str, names: Mapping[str, str] | None) -> None:
        self._state, self._state_number = text, self._state_number + 1
        self._language, self._names = language, names
        self._wake()

    def _set_frame(self, jpeg: bytes) -> None:
        self._frame, self._frame_number = jpeg, self._frame_number + 1
        self._wake()

    def _set_view(self, number: int, jpeg: bytes) -> None:
        self._views[number] = self._views.get(number, (0, b""))[0] + 1, jpeg
        self._wake()

    def _set_diagnosis(self, jpeg: bytes, facts: str) -> None:
        self._detected, self._diagnosis = jpeg, facts

    async def _events(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        seen = -1
        with self.gate.stream(request.remote or ""), contextlib.suppress(ConnectionError):
            await response.prepare(request)
            while not self._stop.is_set():
                if await self._until(lambda: self._state_number != seen, HEARTBEAT_S):  # noqa: B023
                    seen = self._state_number
                    await response.write(f"data: {self._state}\n\n".encode())
                else:
                    await response.write(b": still here\n\n")
        return response

    async def _newest_frame(self, request: web.Request) -> web.StreamResponse:
        """The newest picture, once it is newer than number ``after``, plain or with what is ``detected``; 204
        if none comes in time.
        """
        seen = counted(request.query.get("after", "0"))
        if not await self._until(lambda: self._frame_number not in (0, seen), FRAME_WAIT_S):
            return web.Response(status=204)
        number = {"X-Frame": str(self._frame_number)}
        picture = self._frame
        if request.query.get("view") == "detected":
            self._looked_s, picture = time.monotonic(), self._detected or self._frame
        return web.Response(body=picture, content_type="image/jpeg", headers=number)

    async def _newest_view(self, request: web.Request) -> web.StreamResponse:
        """The newest picture of another camera, as in `_newest_frame`; 204 if there is none."""
        number, seen = (counted(request.query.get(name, "0")) for name in ("number", "after"))
        if request.query.get("view") == "detected":
            self._looked_s = time.monotonic()
        there = number in self._views
        if not there or not await self._until(lambda: self._views[number][0] != seen, FRAME_WAIT_S):
            return web.Response(status=204)
        count, picture = self._views[number]
        return web.Response(body=picture, content_type="image/jpeg", headers={"X-Frame": str(count)})

    async def _newest_diagnosis(self, request: web.Request) -> web.StreamResponse:
        """The figures for the picture with the detections; ``null`` before the first."""
        self._looked_s = time.monotonic()
        return web.Response(text=self._diagnosis, content_type="application/json")

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        data = await read_json(request)
        try:
            question, option = int(data["id"]), int(data["option"])
        except (KeyError, TypeError, ValueError):
            raise Refused(web.HTTPBadRequest, say("page_option")) from None
        await self._call(self._do.on_answer, question, option)
        return web.json_response({"ok": True})

    async def _mute(self, request: web.Request) -> web.StreamResponse:
        data = await read_json(request)
        await self._call(self._do.on_mute, bool(data.get("muted")))
        return web.json_response({"ok": True})

    async def _where(self, request: web.Request) -> web.StreamResponse:
        """Which page this is, for a browser that comes back to it, and how to resume its game."""
        mine = self._about if is_local(request) else {"record": self._about.get("record", "")}
        who = {"here": is_local(request), "looking_on": self.door.looks_on(request)}
        door = {"shared": bool(self.door.token), "fingerprint": self.door.fingerprint}
        return web.json_response({"page": "live", **mine, **door, **who})

    async def _code(self, request: web.Request) -> web.StreamResponse:
        """The link for other devices as a QR code."""
        return code_of(self.door.link_of(request, self.port))

    async def _leave(self, request: web.Request) -> web.StreamResponse:
        """End the game, which stays recorded; from this machine only."""
        await read_json(request)
        if self._do.on_leave is None or not is_local(request):
            raise Refused(web.HTTPForbidden, say("home_end_here"))
        await self._call(self._do.on_leave)
        return web.json_response({"ok": True})

    async def _words(self, request: web.Request) -> web.StreamResponse:
        """The page's own words, in its language unless another is requested."""
        return web.json_response(words_json(asked_words(request, self._language)))

    async def _tune(self, request: web.Request) -> web.StreamResponse:
        data = await read_json(request)
        language, commentary = data.get("language"), data.get("commentary")
        if language not in (None, *languages()) or commentary not in (None, *LEVELS):
            raise Refused(web.HTTPBadRequest, say("page_tune"))
        await self._call(self._do.on_tune, language, commentary)
        return web.json_response({"ok": True})

    async def _report(self, request: web.Request) -> web.StreamResponse:
        """A bug report, with pictures and record only if requested; from this machine only."""
        report = self._do.on_report
        if report is None or not is_local(request):
            raise Refused(web.HTTPForbidden, say("page_report_here"))
        pictures = request.query.get("pictures") == "yes"
        return report_of(await self._call(report, pictures))

    async def _tell_it(self, request: web.Request) -> web.StreamResponse:
        """The answer to a question in words; also spoken by this machine if a player wants that."""
        data = request.match_info if request.method == "GET" else await read_json(request)
        what = data.get("what")
        if what not in ASKED:
            raise Refused(web.HTTPBadRequest, say("page_ask"))
        text = await self._call(self._do.on_tell, what, bool(data.get("aloud")))
        return web.json_response({"text": text})

    async def _sound(self, request: web.Request) -> web.StreamResponse:
        """Set how this machine's voice sounds."""
        data = await read_json(request)
        try:
            rate, volume, voice = int(data["rate"]), float(data["volume"]), str(data.get("voice", ""))
        except (KeyError, TypeError, ValueError):
            raise Refused(web.HTTPBadRequest, say("page_sound_send")) from None
        await self._call(self._do.on_sound, rate, volume, voice[:LONGEST_WORD], bool(data.get("try")))
        return web.json_response({"ok": True})

    async def _camera_picture(self, request: web.Request) -> web.StreamResponse:
        """Take a picture from the phone that is the camera; one phone at a time."""
        if self._do.on_picture is None:
            raise Refused(web.HTTPConflict, say("page_phone"))
        sender, now = request.query.get("id", ""), time.monotonic()
        if sender != self._sender and now - self._sent_s < SENDER_S:
            raise Refused(web.HTTPConflict, say("page_other"))
        self._sender, self._sent_s = sender, now
        self._do.on_picture(await read_body(request))
        return web.json_response({"ok": True})

    async def _dispute(self, request: web.Request) -> web.StreamResponse:
        move = (await read_json(request)).get("move")
        await self._call(self._do.on_dispute, move if isinstance(move, int) else 0)
        return web.json_response({"ok": True})

    async def _place(self, request: web.Request) -> web.StreamResponse:
        data = await read_json(request)
        corners = four_corners(data)
        try:
            width, height = (float(side) for side in data["size"])
        except (KeyError, TypeError, ValueError):
            raise Refused(web.HTTPBadRequest, say("page_corners_size")) from None
        await self._call(self._do.on_place, corners, (width, height))
        return web.json_response({"ok": True})

    async def _mark(self, request: web.Request) -> web.StreamResponse:
        await self._call(self._do.on_mark, four_corners(await read_json(request)))
        return web.json_response({"ok": True})

    async def _set_up(self, request: web.Request) -> web.StreamResponse:
        """Correct the set-up at a place, or accept it as shown."""
        data = await read_json(request)
        if data.get("play") is True:
            await self._call(self._do.on_accept)
            return web.json_response({"ok": True})
        try:
            x, y = (float(value) for value in data["at"])
            what = str(data["what"])[:LONGEST_WORD]
        except (KeyError, TypeError, ValueError):
            raise Refused(web.HTTPBadRequest, say("send_place")) from None
        if not (math.isfinite(x) and math.isfinite(y)):
            raise Refused(web.HTTPBadRequest, say("send_place"))
        await self._call(self._do.on_say, what, (x, y), bool(data.get("picture")))
        return web.json_response({"ok": True})

    async def _call(self, callback: Callable[..., Any], *values: Any) -> Any:
        """Run a callback outside the event loop, so that a slow disk delays no picture; an error is sent
        back."""
        async with self._calls:
            try:
                return await self.loop.run_in_executor(None, callback, *values)
            except Exception as error:
                busy = isinstance(error, Busy)
                kind = web.HTTPServiceUnavailable if busy else web.HTTPInternalServerError
                raise Refused(kind, message_of(error)) from error
