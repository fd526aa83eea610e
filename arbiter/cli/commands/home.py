"""``arbiter home``: the home page, the games that are started from it, and the home page again."""

from __future__ import annotations

import argparse
import sys
import time
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from arbiter.home.server import Home, HomeServer
from arbiter.home.start import Wish
from arbiter.pages.access import Door, PageError, shared_door
from arbiter.pages.certificate import Certificate
from arbiter.watch.inviting import links
from arbiter.watch.options import WatchOptions
from arbiter.watch.places import Settings, games_folder, kept_token, read_settings, write_settings
from arbiter.words.exits import INTERRUPTED, exit_code, one_line
from arbiter.words.wording import wording

WAIT_S = 0.5
"""How often to check for Ctrl-C while nothing is chosen."""


@dataclass
class Evening:
    """Serves home pages one after another on the same port, with a game in between; ``stop`` ends it
    (tests)."""

    settings: Settings
    folder: Path
    port: int
    stop: Callable[[], bool] = lambda: False
    notice: str = ""
    certificate: Certificate | None = None
    """The same all evening, so that nobody has to accept it twice."""

    def run(self, started: Callable[[HomeServer], None]) -> int:
        """Serve until Ctrl-C; ``started`` is called with the first page's server."""
        first = True
        while not self.stop():
            with self._server() as server:
                self.port = server.port
                if first:
                    started(server)
                first = False
                wish = self._wished(server)
                self.settings = server.settings
            if wish is None and server.renewed:
                self.notice = ""
                continue
            if wish is None:
                return 0
            self.notice, code = self._played(wish)
            if code == INTERRUPTED:
                return 0
        return 0

    def _server(self) -> HomeServer:
        door = self.door
        home = Home(self.folder, self.settings, self.notice, write_settings)
        try:
            return HomeServer(home, self.port, door)
        except PageError:
            print(self.words.say("home_taken"), file=sys.stderr, flush=True)
            return HomeServer(home, 0, door)

    @property
    def door(self) -> Door:
        """The access: this machine only, or whoever has the link, which stays the same."""
        if not self.settings.share:
            return Door()
        try:
            return self.shared
        except PageError as error:
            self.notice = self.notice or self.words.tell(one_line(error))
            return Door()

    @property
    def shared(self) -> Door:
        """The access for whoever has the link, as long as it is not revoked. Raises `PageError`."""
        found = shared_door(kept_token(), self.certificate)
        self.certificate = found.certificate
        return found

    @property
    def words(self) -> Any:
        """The wording in the chosen language."""
        return wording(self.settings.language)

    def _wished(self, server: HomeServer) -> Wish | None:
        wish = None
        while wish is None and not self.stop() and not server.renewed:
            wish = server.wait(WAIT_S)
        return wish

    def _played(self, wish: Wish) -> tuple[str, int]:
        """Play a game; returns the home page's notice about it, and the exit code."""
        if wish.asked:
            self.settings = replace(self.settings, last=wish.asked)
            write_settings(self.settings)
        from arbiter.cli.commands.watch import played

        try:
            asked = self._options(wish)
        except SystemExit:
            return self.words.page("home_refused"), 1
        except Exception as error:
            return self._trouble(error)
        try:
            return "", played(asked)
        except Exception as error:
            return self._trouble(error)
        finally:
            asked.source.close()

    def _trouble(self, error: Exception) -> tuple[str, int]:
        """A user error in one line, with its exit code; any other error is raised."""
        code = exit_code(error)
        if code is None:
            raise error
        return self.words.tell(one_line(error)), code

    def _options(self, wish: Wish) -> WatchOptions:
        from arbiter.cli.commands.watch import prepare
        from arbiter.cli.main import build_parser

        chosen = build_parser().parse_args([*self._words_of(wish), *self._more(wish)])
        home = self.door.here(self.port)
        asked = prepare(chosen)
        sample = wish.noted or asked.sample
        door = self.shared if asked.share else None
        return replace(asked, sample=sample and asked.resume is None, home=home, door=door)

    def _words_of(self, wish: Wish) -> list[str]:
        """The command line of the wish, with the game's name taken from a record to be resumed."""
        if "--resume" not in wish.words:
            return list(wish.words)
        from arbiter.record.record import Record

        with Record.open(wish.words[wish.words.index("--resume") + 1], readonly=True) as record:
            return ["watch", str(record.header.get("game", "")).lower(), *wish.words[2:]]

    def _more(self, wish: Wish) -> list[str]:
        """The options that the settings give for every game."""
        settings = self.settings
        more = ["--language", settings.language, "--commentary", settings.commentary]
        more += ["--port", str(self.port)]
        more += ["--share"] if settings.share and "--share" not in wish.words else []
        more += [] if settings.voice else ["--no-voice"]
        if "--resume" in wish.words:
            return more
        from arbiter.record.record import free_name

        name = time.strftime(f"{wish.words[1]}-%Y%m%d-%H%M.game")
        return [*more, "--record", str(free_name(self.folder / name))]


def run(options: argparse.Namespace, stop: Callable[[], bool] = lambda: False) -> int:
    """Serve the home page until Ctrl-C; ``stop`` ends it too (for tests)."""
    settings = read_settings()
    if options.language:
        settings = replace(settings, language=options.language)
    if options.share:
        settings = replace(settings, share=True)
    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)

    def started(server: HomeServer) -> None:
        words = wording(settings.language)
        print(words.say("home_open", url=server.url, folder=folder), flush=True)
        for line in links(server) if server.door.token else ():
            print(words.tell(line), flush=True)
        if options.browser:
            webbrowser.open(server.url)

    evening = Evening(settings, folder, options.port or settings.port, stop)
    try:
        return evening.run(started)
    except KeyboardInterrupt:
        with suppress(OSError):  # the terminal may have been closed
            print(flush=True)
        return 0
