"""Makes exported networks smaller: by 8-bit integer convolutions, which are also faster on many processors,
or by storing weights in half precision.

8-bit weights use only 7 bits, because 8 overflow on processors with AVX2 but without VNNI. The ranges of the
activations are measured on held-out samples.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from vision.read.crops import batch_of
from vision.training.calibrate import gather
from vision.training.restart import ORDER

Feed = dict[str, np.ndarray]
LARGE = 256
"""Smaller arrays of weights stay in float32."""
CROPS = 512
FLOAT = (".2/Conv", "dfl/conv/Conv")
"""Convolutions that stay in float32: they cost little, and their outputs are scores, boxes and points."""


class _Feeds:
    """An iterator of inputs with the interface of onnxruntime's calibration."""

    def __init__(self, feeds: Iterator[Feed]) -> None:
        self._feeds = feeds

    def get_next(self) -> Feed | None:
        """The next input, or None at the end."""
        return next(self._feeds, None)


def reader_feeds(data: Sequence[Path], finder: Path) -> Iterator[Feed]:
    """Batches of held-out crops from the folders ``data``, as inputs of the reader."""
    crops, targets = gather(data, finder)
    order = np.random.default_rng(0).permutation(len(crops))[:CROPS]
    crops, targets = crops[order], [targets[i] for i in order]
    for at in range(0, len(crops), 64):
        yield {
            "crops": batch_of(crops[at : at + 64]),
            "extras": np.array([t.extras for t in targets[at : at + 64]], np.float32),
        }


def quantise(model: Path, feeds: Iterator[Feed]) -> None:
    """Replace the exported ``model`` by one with 8-bit convolutions, with ranges measured on ``feeds``."""
    import onnx
    from onnxruntime.quantization import QuantFormat, QuantType, quantize_static

    with TemporaryDirectory() as folder:
        target = Path(folder) / "quantised.onnx"
        nodes = onnx.load(str(model)).graph.node
        kept = [node.name for node in nodes if node.op_type == "Conv" and node.name.endswith(FLOAT)]
        quantize_static(
            str(model), str(target), _Feeds(feeds), quant_format=QuantFormat.QDQ,
            activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8, per_channel=True,
            nodes_to_exclude=kept, op_types_to_quantize=["Conv"], reduce_range=True,
        )  # fmt: skip
        smaller = onnx.load(str(target))
        # quantising reorders the nodes; restart needs the original order
        onnx.helper.set_model_props(smaller, {ORDER: " ".join(node.name for node in nodes)})
        onnx.save(smaller, str(model))


def halve(model: Path) -> None:
    """Replace the exported ``model`` by one that stores large weights in half precision but computes in
    float32: half the size, equally fast, with rounding errors of a two-thousandth.
    """
    import onnx

    loaded = onnx.load(str(model))
    graph, casts = loaded.graph, []
    for stored in graph.initializer:
        weights = onnx.numpy_helper.to_array(stored)
        if weights.dtype != np.float32 or weights.size < LARGE:
            continue
        name, half = stored.name, f"{stored.name}_half"
        stored.CopyFrom(onnx.numpy_helper.from_array(weights.astype(np.float16), half))
        casts.append(onnx.helper.make_node("Cast", [half], [name], to=onnx.TensorProto.FLOAT))
    for at, cast in enumerate(casts):
        graph.node.insert(at, cast)
    onnx.save(loaded, str(model))
