"""Continues training from an exported model: loads the weights of an ONNX file into the PyTorch network.

An export folds each batch normalisation into the convolution before it, so the file has no running
statistics. They are measured again on some inputs, and the weights of the normalisation are set so that the
network computes the same function as the file, also in training mode.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import torch
from torch import nn

Inputs = tuple[torch.Tensor, ...]
LEARNT = (nn.Conv2d, nn.Linear)
ORDER = "order of layers"
"""The metadata key of files whose nodes are not in the network's order of execution."""
MEASURED = 12
"""Number of batches for measuring the running statistics."""


def load_onnx(model: nn.Module, path: Path, inputs: Iterable[Inputs]) -> None:
    """Load the weights of an export into ``model``, in place.

    ``inputs`` are some training batches; the first one also serves to find the order of the layers. Raises
    ``ValueError`` if the file is not an export of this network.
    """
    batches = [tuple(part.float() for part in batch) for batch in inputs]
    training = model.training
    model.eval()
    steps = _order(model, batches[0])
    layers = [step for step in steps if isinstance(step, LEARNT)]
    stored, named = _weights(path)
    if [weight.size for weight, _ in stored] != [layer.weight.numel() for layer in layers]:
        raise ValueError(f"{path} is not an export of this network")
    with torch.no_grad():
        for layer, (weight, bias) in zip(layers, stored, strict=True):
            _fill(layer, weight, bias, _normaliser(steps, layer))
        for name, parameter in model.named_parameters():
            if name in named and parameter.shape == named[name].shape:
                parameter.copy_(torch.from_numpy(named[name].copy()))
        _measure(model, steps, batches)
    model.train(training)


def _order(model: nn.Module, batch: Inputs) -> list[nn.Module]:
    """The convolutions, linear layers and normalisations in their order of execution."""
    steps: list[nn.Module] = []
    kinds = (*LEARNT, nn.BatchNorm2d)
    _run_with_hooks(model, kinds, lambda layer, x: steps.append(layer), [batch])
    return steps


def _run_with_hooks(
    model: nn.Module,
    kinds: tuple[type[nn.Module], ...],
    hook: Callable[[nn.Module, torch.Tensor], None],
    batches: list[Inputs],
) -> None:
    """Run the network, calling ``hook`` with each layer of certain kinds and its input."""
    layers = [layer for layer in model.modules() if isinstance(layer, kinds)]
    hooks = [
        layer.register_forward_pre_hook(lambda layer, inputs: hook(layer, inputs[0])) for layer in layers
    ]
    with torch.no_grad():
        for batch in batches:
            model(*batch)
    for each in hooks:
        each.remove()


def _weights(path: Path) -> tuple[list[tuple[np.ndarray, np.ndarray | None]], dict[str, np.ndarray]]:
    """Weights and biases of the layers in their order of execution, and all stored arrays by name."""
    import onnx

    model = onnx.load(str(path))
    graph, order = model.graph, {p.key: p.value for p in model.metadata_props}.get(ORDER, "").split(" ")
    nodes = sorted(graph.node, key=lambda node: order.index(node.name) if node.name in order else len(order))
    named = {each.name: onnx.numpy_helper.to_array(each) for each in graph.initializer}
    for node in graph.node:
        if node.op_type == "DequantizeLinear" and node.input[0] in named:
            named[node.output[0]] = _as_float(*(named[name] for name in node.input))
        elif node.op_type == "Cast" and node.input[0] in named:
            named[node.output[0]] = named[node.input[0]].astype(np.float32)
    biases = {
        node.input[1 - at]: named[node.input[at]]
        for node in graph.node
        if node.op_type == "Add"
        for at in (0, 1)
        if node.input[at] in named and named[node.input[at]].ndim == 1
    }
    found: list[tuple[np.ndarray, np.ndarray | None]] = []
    for node in nodes:
        if node.op_type in ("Conv", "Gemm") and node.input[1] in named:
            bias = named.get(node.input[2]) if len(node.input) > 2 else None
            found.append((named[node.input[1]], bias))
        elif node.op_type == "MatMul" and node.input[1] in named:
            found.append((named[node.input[1]].T, biases.get(node.output[0])))
    return found, named


def _as_float(stored: np.ndarray, scale: np.ndarray, zero: np.ndarray | int = 0) -> np.ndarray:
    """Dequantised weights, with one scale for all or one for each output."""
    shape = (-1, *[1] * (stored.ndim - 1)) if np.ndim(scale) else ()
    zero = np.reshape(zero, np.shape(scale))
    weights: np.ndarray = (stored.astype(np.float32) - zero.reshape(shape)) * scale.reshape(shape)
    return weights


def _normaliser(steps: list[nn.Module], layer: nn.Module) -> nn.BatchNorm2d | None:
    after = steps[steps.index(layer) + 1 :][:1]
    return after[0] if after and isinstance(after[0], nn.BatchNorm2d) else None


def _fill(
    layer: nn.Conv2d | nn.Linear, weight: np.ndarray, bias: np.ndarray | None, norm: nn.BatchNorm2d | None
) -> None:
    """Set a layer's weights; its normalisation, if any, becomes one that only adds the bias."""
    layer.weight.copy_(torch.from_numpy(weight.copy()).reshape(layer.weight.shape))
    offset = None if bias is None else torch.from_numpy(bias.copy())
    if norm is not None:
        assert norm.running_mean is not None and norm.running_var is not None  # it tracks them by default
        norm.weight.fill_(1.0)
        norm.running_mean.zero_()
        norm.running_var.fill_(1.0 - norm.eps)
        norm.bias.copy_(torch.zeros_like(norm.bias) if offset is None else offset)
    elif offset is not None and layer.bias is not None:
        layer.bias.copy_(offset)


def _measure(model: nn.Module, steps: list[nn.Module], batches: list[Inputs]) -> None:
    """Set the running statistics from the batches without changing the network's function."""
    sums: dict[nn.BatchNorm2d, list[torch.Tensor]] = {}

    def add(layer: nn.Module, x: torch.Tensor) -> None:
        assert isinstance(layer, nn.BatchNorm2d)  # no other kind is hooked below
        flat = x.double().transpose(0, 1).flatten(1)
        count = torch.full_like(flat[:, 0], flat.shape[1])
        rows = torch.stack([flat.sum(1), flat.square().sum(1), count])
        sums.setdefault(layer, []).append(rows)

    _run_with_hooks(model, (nn.BatchNorm2d,), add, batches)
    for layer, rows in sums.items():
        assert layer.running_mean is not None and layer.running_var is not None  # it tracks them by default
        total, squares, count = torch.stack(rows).sum(0)
        mean = total / count
        variance = (squares / count - mean.square()).clamp(min=1e-6)
        layer.running_mean.copy_(mean)
        layer.running_var.copy_(variance)
        layer.bias.add_(mean)
        layer.weight.copy_((variance + layer.eps).sqrt())
