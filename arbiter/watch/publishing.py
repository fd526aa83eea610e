"""Publishes a game's events while it is watched (``--publish``)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from arbiter.stream.feed import Feed
from arbiter.stream.publisher import Publisher
from arbiter.watch.options import WatchOptions
from arbiter.watch.places import published_file
from engine.message import Messages, Said

say = Messages("arbiter")
Tell = Callable[[Said], None]


def publish(options: WatchOptions, feed: Feed, page: Callable[[], str], tell: Tell, stack: ExitStack) -> None:
    """Publish to the broker in the options, if there is one, until the stack unwinds."""
    address = options.publish
    if address is None:
        return
    publisher = Publisher(address, feed, published_file(), page, tell)
    tell(say("stream_to", raw=str(address)))

    def close() -> None:
        left = publisher.close()
        if left:
            tell(say("stream_left", n=left, raw=str(feed.path), raw2=str(address)))

    stack.callback(close)
