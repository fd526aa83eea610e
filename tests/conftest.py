"""Set-up for all tests: messages are compared in English, property tests have no deadline, games and settings
are kept out of the user's folders, and long files start first so that all processes end together."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.support.words import compare_in_english

LONG = (
    "test_house.py",
    "arbiter/test_films.py",
    "arbiter/watch/test_several_gone.py",
    "vision/stillness/test_stillness.py",
    "engine/test_playouts.py",
    "examples/test_passage.py",
    "arbiter/watch/test_watch.py",
    "arbiter/cli/test_documented.py",
    "vision/observe/test_pipeline.py",
    "scripts/test_installed.py",
)
"""The slowest files; each takes most of a minute of processor time."""

for library in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "OPENCV_FOR_THREADS_NUM"):
    os.environ.setdefault(library, "1")  # otherwise threads of several processes wait for each other
gc.disable()  # until all tests are collected: nothing that collection makes becomes garbage
compare_in_english()
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the long files first and keep the order of the others."""
    tests = Path(__file__).parent
    first = {tests / name: at for at, name in enumerate(LONG)}
    items.sort(key=lambda item: first.get(item.path, len(LONG)))


def pytest_collection_finish() -> None:
    """Exempt collected tests from garbage collection and make it rarer: saves up to 5 % of the work."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One browser for all tests of a process, because starting it for each file took seconds."""
    from tests.support.page_browser import any_chromium

    with any_chromium(tmp_path_factory.mktemp("profile")) as made:
        yield made


@pytest.fixture(autouse=True, scope="session")
def _own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    own: Path = tmp_path_factory.mktemp("own")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(own / "data"))
        patch.setenv("XDG_CONFIG_HOME", str(own / "config"))
        yield
