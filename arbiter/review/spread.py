"""Work on many games or pictures: one after another here, or distributed over a Dask cluster.

Dask does what these jobs need and little more: it is plain Python on every system, its workers join and leave
by one address, and its scheduler gives a lost worker's items to another. Each item is a file of its own and
takes seconds, and nothing is passed between them, so that Ray's shared memory would be of no use.
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
"""Number of items submitted ahead."""
PATIENCE_S = 20
"""How long to wait for the cluster to answer."""


def spread(
    work: Callable[[Item], Made], items: Iterable[Item], cluster: str = ""
) -> Iterator[tuple[Item, Made]]:
    """Each item with the result of ``work``, in the order in which they are finished.

    ``cluster`` is the address of a Dask scheduler; without one the work is done here. The cluster's machines
    need this program, and must find the items by the same names. A lost worker's items are done again by
    another. Raises ``UserError`` if the cluster can't be reached or is lost, or an item has killed several
    workers; and what ``work`` raises.
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
