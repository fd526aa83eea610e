"""What all tests share: messages are compared in English; no property is timed; games and settings lie in a
folder of their own, never in the user's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.support.words import compare_in_english

compare_in_english()
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture(autouse=True, scope="session")
def _own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    own: Path = tmp_path_factory.mktemp("own")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(own / "data"))
        patch.setenv("XDG_CONFIG_HOME", str(own / "config"))
        yield
