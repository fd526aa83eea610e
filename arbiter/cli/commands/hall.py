"""``arbiter hall``: all tables of a broker on one page, and the standings of an event."""

from __future__ import annotations

import argparse
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path

from engine.message import Messages

say = Messages("arbiter")


def run(options: argparse.Namespace, stop: Callable[[], bool] = lambda: False) -> int:
    """Serve until Ctrl-C; ``stop`` ends it too (for tests)."""
    from arbiter.cli.terminal import warn, words_for
    from arbiter.hall.server import HallServer
    from arbiter.hall.store import Store
    from arbiter.pages.access import shared_door
    from arbiter.stream.address import read_address
    from arbiter.stream.follower import Follower
    from arbiter.watch.inviting import links
    from arbiter.watch.places import kept_token, published_file

    words, broker = words_for(options), read_address(options.address, "hall")
    store = Store(Path(options.database) if options.database else published_file().with_name("hall.sqlite"))
    store.enter(options.players or ())
    door = shared_door(kept_token()) if options.share else None
    with HallServer(store, options.port, door, words.language, options.pairing) as server:
        print(words.tell(say("hall_open_at", raw=str(broker), raw2=server.url)), flush=True)

        def linked(there: bool) -> None:
            server.linked(there)
            warn(say("hall_there" if there else "hall_away", raw=str(broker)), words)

        follower = Follower(
            broker, f"hall-{broker.table}", server.take, server.stands, store.inbox(), linked=linked
        )
        for line in links(server) if options.share else ():
            print(words.tell(line), flush=True)
        if options.browser:
            webbrowser.open(server.url)
        try:
            while not stop():
                time.sleep(0.2)
        except KeyboardInterrupt:
            print()
        finally:
            follower.close()
            store.close()
    return 0
