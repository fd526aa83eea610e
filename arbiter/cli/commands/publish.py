"""``arbiter publish``: delivers the events of a recorded game that a broker does not have yet."""

from __future__ import annotations

import argparse

from arbiter.words.exits import UserError
from engine.message import Messages

say = Messages("arbiter")

PATIENCE_S = 10.0
"""How long to wait for the broker to take the next event."""


def run(options: argparse.Namespace) -> int:
    """Publish; raises ``UserError`` if the broker does not take everything."""
    from arbiter.cli.terminal import warn, words_for
    from arbiter.record.record import Record
    from arbiter.stream.address import read_address
    from arbiter.stream.feed import Feed
    from arbiter.stream.publisher import Publisher
    from arbiter.watch.places import published_file

    address, words = read_address(options.address), words_for(options)
    with Record.open(options.file, readonly=True) as record:
        feed = Feed().begin(record)
        publisher = Publisher(address, feed, published_file(), tell=lambda line: warn(line, words))
        left = publisher.close(PATIENCE_S, patient=True)
    if left:
        raise UserError(say("stream_left", n=left, raw=str(options.file), raw2=str(address)))
    print(words.tell(say("stream_done", raw=str(address))))
    return 0
