"""Batches prepared beside the training: in a thread, or by several processes for a graphics card."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import cv2
import numpy as np
import torch
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from vision.training.samples import Share

AHEAD = 2
"""Number of batches that are prepared ahead, per process."""


class Source(Protocol):
    """Samples from folders that may grow, from which batches are drawn."""

    def refresh(self) -> Any:
        """Load new samples; returns how many there are."""

    def batch(self, rng: np.random.Generator) -> Any:
        """A random batch of tensors."""


def batches(make: Callable[[Share], Source], processes: int, seed: int, refresh_s: float) -> Iterator[Any]:
    """Endless batches, prepared by ``processes`` processes, or by a thread if that is 0. New samples are
    loaded every ``refresh_s`` seconds; ``make`` must be picklable.
    """
    if processes:
        return in_processes(make, processes, seed, refresh_s)
    source = make(Share())
    print(source.refresh(), "pictures", flush=True)
    return in_a_thread(source, seed, refresh_s)


def in_a_thread(source: Source, seed: int, refresh_s: float) -> Iterator[Any]:
    """Endless batches of a source that is loaded already; a thread prepares the next ones."""
    rng, refreshed = np.random.default_rng(seed), time.monotonic()

    def prepare(seed: int) -> Any:
        return source.batch(np.random.default_rng(seed))

    with ThreadPoolExecutor(1) as pool:
        coming = [pool.submit(prepare, int(rng.integers(2**62))) for _ in range(AHEAD)]
        while True:
            ready = coming.pop(0).result()
            if time.monotonic() - refreshed > refresh_s:
                print(source.refresh(), "pictures", flush=True)
                refreshed = time.monotonic()
            coming.append(pool.submit(prepare, int(rng.integers(2**62))))
            yield ready


class _Stream(IterableDataset[Any]):
    """What one process prepares: batches from its share of the samples."""

    def __init__(self, make: Callable[[Share], Source], seed: int, refresh_s: float) -> None:
        self._make, self._seed, self._refresh_s = make, seed, refresh_s

    def __iter__(self) -> Iterator[Any]:
        worker = get_worker_info()
        assert worker is not None  # only a loader's processes iterate it
        number, share = worker.id, Share(worker.id, worker.num_workers)
        cv2.setNumThreads(1)
        torch.set_num_threads(1)
        source, rng = self._make(share), np.random.default_rng((self._seed, number))
        refreshed = -float("inf")
        while True:
            if time.monotonic() - refreshed > self._refresh_s:
                print(source.refresh(), f"pictures in process {number}", flush=True)
                refreshed = time.monotonic()
            yield source.batch(rng)


def in_processes(
    make: Callable[[Share], Source], processes: int, seed: int, refresh_s: float
) -> Iterator[Any]:
    """Endless batches from ``processes`` processes, each with its share of the samples; ``make`` must be
    picklable.
    """
    stream = _Stream(make, seed, refresh_s)
    return iter(
        DataLoader(
            stream, batch_size=None, num_workers=processes, prefetch_factor=AHEAD,
            pin_memory=torch.cuda.is_available(), multiprocessing_context="spawn",
        )
    )  # fmt: skip
