"""Work that is done in several frames, so that none of them takes long."""

from __future__ import annotations

from collections.abc import Generator
from typing import Generic, TypeVar

Found = TypeVar("Found")


class Steps(Generic[Found]):
    """A generator that pauses between the parts of its work; ``result`` is what it returns in the end, until
    then ``None``."""

    def __init__(self, steps: Generator[None, None, Found]) -> None:
        self._steps = steps
        self.result: Found | None = None

    def __deepcopy__(self, memo: object) -> Steps[Found]:
        """Itself: a generator can't be copied, and what it finds is the same whoever takes its steps."""
        return self

    def next(self) -> None:
        """Does one part more, if any is left."""
        try:
            next(self._steps)
        except StopIteration as over:
            self.result = over.value if self.result is None else self.result

    def finish(self) -> Found:
        """The result, at once."""
        while self.result is None:
            self.next()
        return self.result
