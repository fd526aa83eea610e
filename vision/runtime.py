"""Runs exported networks. No other module knows the inference library."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from threading import Timer

import numpy as np
from numpy.typing import NDArray

from engine.message import Messages, in_a_line

os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # otherwise the library reports its use to its makers
import onnxruntime

say = Messages("vision")


class ModelError(RuntimeError):
    """A model file is missing or cannot be run; the message is one line that says what to do."""


class Network:
    """An exported network: named float32 inputs to a list of outputs."""

    def __init__(self, session: onnxruntime.InferenceSession) -> None:
        self._session = session
        self.facts: dict[str, str] = dict(session.get_modelmeta().custom_metadata_map)
        """The file's metadata."""

    @property
    def size(self) -> tuple[int, int] | None:
        """Height and width that the first input must have; ``None`` where they are open."""
        shape = self._session.get_inputs()[0].shape
        high, wide = shape[2:4] if len(shape) == 4 else (None, None)
        return (high, wide) if isinstance(high, int) and isinstance(wide, int) else None

    @property
    def channels(self) -> int | None:
        """The length of the first output's second axis; ``None`` where it is open."""
        shape = self._session.get_outputs()[0].shape
        return shape[1] if len(shape) > 1 and isinstance(shape[1], int) else None

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the inputs."""
        return tuple(each.name for each in self._session.get_inputs())

    def run(
        self, inputs: dict[str, NDArray[np.float32]], options: onnxruntime.RunOptions | None = None
    ) -> list[NDArray[np.float32]]:
        """The outputs, in the model's order."""
        outputs: list[NDArray[np.float32]] = self._session.run(None, inputs, options)
        return outputs

    def run_within(self, seconds: float, inputs: dict[str, NDArray[np.float32]]) -> list[NDArray[np.float32]]:
        """As ``run``, but stopped after ``seconds``: an unknown file may contain an endless loop. Raises the
        library's exceptions.
        """
        options = onnxruntime.RunOptions()
        timer = Timer(seconds, setattr, (options, "terminate", True))
        timer.daemon = True
        timer.start()
        try:
            return self.run(inputs, options)
        finally:
            timer.cancel()


def open_model(path: Path, threads: int = 2) -> Network:
    """The network in an ONNX file, to run on ``threads`` CPU threads. Raises ModelError."""
    if not path.exists():
        raise ModelError(say("model_missing", raw=path.name, raw2=path.parent))
    try:
        about = path.stat()
        return Network(_session(str(path), about.st_mtime_ns, about.st_size, threads))
    except Exception as error:  # onnxruntime raises many kinds
        raise ModelError(say("model_broken", raw=path.name, raw2=in_a_line(error))) from error


@lru_cache(maxsize=8)
def _session(path: str, changed_ns: int, size: int, threads: int) -> onnxruntime.InferenceSession:
    """The session for a file in its present state; it is stateless and therefore shared by all users."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4  # the exceptions contain everything important
    options.intra_op_num_threads = threads
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
