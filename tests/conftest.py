"""What all tests share: messages are compared in English; no property is timed; games and settings lie in a
folder of their own, never in the user's; what takes long begins first, so that two processes end together."""

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
"""The files that take longest, most of a minute of a processor each."""

for library in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "OPENCV_FOR_THREADS_NUM"):
    os.environ.setdefault(library, "1")  # or threads of two processes wait for each other
gc.disable()  # until all tests are read: nothing of what that makes is ever garbage
compare_in_english()
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The long files come first, the others in their order."""
    tests = Path(__file__).parent
    first = {tests / name: at for at, name in enumerate(LONG)}
    items.sort(key=lambda item: first.get(item.path, len(LONG)))


def pytest_collection_finish() -> None:
    """What was read is never looked through again, and the rest less often: up to a twentieth of the work."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The browser of all tests of one process: to start it anew for each file took seconds each time."""
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
