"""Batches that processes prepare, each from its share of the samples. Needs the extra ``train``."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from vision.training.preparing import in_a_thread, in_processes  # noqa: E402
from vision.training.samples import Share  # noqa: E402


@dataclass
class Numbers:
    """A source whose batches hold its share, how often it was refreshed, and a random number."""

    share: Share
    refreshed: list[int] = field(default_factory=list)

    def refresh(self) -> int:
        self.refreshed.append(1)
        return len(self.refreshed)

    def batch(self, rng: np.random.Generator) -> torch.Tensor:
        return torch.tensor([self.share.number, len(self.refreshed), rng.random()])


@pytest.mark.parametrize("of", [1, 3, 8])
def test_every_sample_is_in_one_share(of: int) -> None:
    paths = [Path(f"{number:06d}.json") for number in range(400)]
    shares = [Share(number, of) for number in range(of)]
    held = [[share.holds(path) for share in shares] for path in paths]
    assert all(sum(row) == 1 for row in held)
    assert np.min(np.sum(held, 0)) > 400 / of / 2


def test_each_process_draws_other_batches_from_its_share() -> None:
    drawn = torch.stack(list(islice(in_processes(Numbers, 2, seed=1, refresh_s=3600), 8))).numpy()
    assert set(drawn[:, 0]) == {0, 1}
    assert (drawn[:, 1] == 1).all(), "loaded once"
    assert len(set(drawn[:, 2])) == 8


def test_a_thread_draws_the_same_for_the_same_seed_and_refreshes() -> None:
    source = Numbers(Share())
    first, again = (
        torch.stack(list(islice(in_a_thread(source, seed=4, refresh_s=0), 5)))[:, 2] for _ in range(2)
    )
    assert first.tolist() == again.tolist()
    assert len(source.refreshed) >= 4
