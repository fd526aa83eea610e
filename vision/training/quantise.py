"""Exported networks made smaller: with 8-bit integer convolutions, for processors that are quicker with
those, or with weights that are merely kept in half precision.

8-bit weights take 7 bits, since processors with AVX2 alone overflow on 8. The ranges of the activations come
from samples that are kept out of training.
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
"""Weights of fewer numbers stay as they are."""
CROPS = 512
FLOAT = (".2/Conv", "dfl/conv/Conv")
"""Convolutions that stay in float32: they cost little, and scores, boxes and points come out of them."""


class _Feeds:
    """Inputs one after the other, as onnxruntime wants to be given them."""

    def __init__(self, feeds: Iterator[Feed]) -> None:
        self._feeds = feeds

    def get_next(self) -> Feed | None:
        """The next input, or None at the end."""
        return next(self._feeds, None)


def reader_feeds(data: Sequence[Path], finder: Path) -> Iterator[Feed]:
    """Crops of ``data`` as the reader gets them, in batches."""
    crops, targets = gather(data, finder)
    order = np.random.default_rng(0).permutation(len(crops))[:CROPS]
    crops, targets = crops[order], [targets[i] for i in order]
    for at in range(0, len(crops), 64):
        yield {
            "crops": batch_of(crops[at : at + 64]),
            "extras": np.array([t.extras for t in targets[at : at + 64]], np.float32),
        }


def quantise(model: Path, feeds: Iterator[Feed]) -> None:
    """Replace the exported ``model`` by one with 8-bit convolutions, ranged by what ``feeds`` make it do."""
    import onnx
    from onnxruntime.quantization import QuantFormat, QuantType, quantize_static

    with TemporaryDirectory() as folder:
        done = Path(folder) / "done.onnx"
        nodes = onnx.load(str(model)).graph.node
        kept = [node.name for node in nodes if node.op_type == "Conv" and node.name.endswith(FLOAT)]
        quantize_static(
            str(model), str(done), _Feeds(feeds), quant_format=QuantFormat.QDQ,
            activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8, per_channel=True,
            nodes_to_exclude=kept, op_types_to_quantize=["Conv"], reduce_range=True,
        )  # fmt: skip
        smaller = onnx.load(str(done))  # its nodes are in another order now, which restarting must know
        onnx.helper.set_model_props(smaller, {ORDER: " ".join(node.name for node in nodes)})
        onnx.save(smaller, str(model))


def halve(model: Path) -> None:
    """Replace the exported ``model`` by one whose large weights are kept in half precision and computed with
    in float32: half the file, as quick, and the same but for roundings of a two-thousandth.
    """
    import onnx

    whole = onnx.load(str(model))
    graph, casts = whole.graph, []
    for stored in graph.initializer:
        weights = onnx.numpy_helper.to_array(stored)
        if weights.dtype != np.float32 or weights.size < LARGE:
            continue
        name, half = stored.name, f"{stored.name}_half"
        stored.CopyFrom(onnx.numpy_helper.from_array(weights.astype(np.float16), half))
        casts.append(onnx.helper.make_node("Cast", [half], [name], to=onnx.TensorProto.FLOAT))
    for at, cast in enumerate(casts):
        graph.node.insert(at, cast)
    onnx.save(whole, str(model))
