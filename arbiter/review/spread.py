"""Work on many games or pictures: one after the other here, or spread over the machines of a Dask cluster.

Dask, since it is what these jobs need and little more: plain Python on every system, workers that join and
leave by one address, and a scheduler that gives what a lost worker had to another one. Each item is a file of
its own and takes seconds, so nothing passes between them: Ray's shared memory would lie idle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

from arbiter.words.exits import UserError, installing
from engine.message import Messages

say = Messages("arbiter")

Item = TypeVar("Item")
Made = TypeVar("Made")
AHEAD = 200
"""So many items are handed over before the first is done."""
PATIENCE_S = 20
"""So long for the cluster to answer."""


def spread(
    work: Callable[[Item], Made], items: Iterable[Item], cluster: str = ""
) -> Iterator[tuple[Item, Made]]:
    """Each item with what ``work`` makes of it, in the order in which they are done.

    ``cluster`` is the address of a Dask scheduler; without one it is done here. Its machines have this
    program, too, and find the items by the same names. What a worker had when it was lost is done again by
    another. Raises ``UserError`` where the cluster cannot be had or is lost, or an item has brought several
    workers down; and what ``work`` raises.
    """
    if cluster:
        yield from _there(work, iter(items), cluster)
    else:
        yield from ((item, work(item)) for item in items)


def _there(work: Callable[[Item], Made], items: Iterator[Item], cluster: str) -> Iterator[tuple[Item, Made]]:
    try:
        from distributed import CancelledError, Client, KilledWorker, as_completed
    except ImportError as error:
        raise UserError(say("cluster_extra", raw=installing("distributed"))) from error
    try:
        client = Client(cluster, timeout=PATIENCE_S)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise UserError(say("cluster_none", raw=cluster)) from error
    with client:
        running = {client.submit(work, item, pure=False): item for item in islice(items, AHEAD)}
        done = as_completed(list(running))  # type: ignore[no-untyped-call]
        for future in done:
            item = running.pop(future)
            try:
                made = future.result()
            except KilledWorker as error:
                raise UserError(say("cluster_killed", raw=str(item))) from error
            except CancelledError as error:
                raise UserError(say("cluster_lost", raw=cluster)) from error
            for following in islice(items, 1):
                more = client.submit(work, following, pure=False)
                running[more] = following
                done.add(more)  # type: ignore[no-untyped-call]
            yield item, made
