"""A user's own ultralytics model in the finder's place."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.detect.finder import CHANNELS, Kind, decode
from vision.detect.user_model import UserFinder, as_finder_output, kind_of, open_finder
from vision.runtime import ModelError


@pytest.mark.parametrize(
    ("name", "kind"),
    [("pyramid", Kind.UPRIGHT), ("red_small", Kind.UPRIGHT), ("Lying", Kind.FLAT), ("flat", Kind.FLAT),
     ("on its side", Kind.FLAT), ("left hand", Kind.HAND)],
)  # fmt: skip
def test_classes_are_told_by_their_names(name: str, kind: Kind) -> None:
    assert kind_of(name) is kind


def test_boxes_alone_give_a_guessed_footprint() -> None:
    rows = [(100, 80, 20, 40, 0.9, 0.0), (200, 80, 40, 20, 0.1, 0.8)]
    out = as_finder_output(np.array(rows, np.float32).T[None], {0: "pyramid", 1: "lying"}, 0)
    assert out.shape == (1, CHANNELS, 2)
    standing, lying = sorted(decode(out, 1.0), key=lambda one: one.box[0])
    assert (standing.kind, lying.kind) == (Kind.UPRIGHT, Kind.FLAT)
    assert standing.base_px == pytest.approx((100, 93)) and lying.base_px == pytest.approx((200, 80))


def test_key_points_with_visibility_are_base_and_apex() -> None:
    row = (100, 80, 20, 40, 0.2, 0.9, 101, 94, 0.9, 102, 61, 0.8)
    out = as_finder_output(np.array([row], np.float32).T[None], {0: "hand", 1: "pyramid"}, 3)
    (found,) = decode(out, 1.0)
    assert found.kind is Kind.UPRIGHT
    assert (*found.base_px, *found.apex_px) == pytest.approx((101, 94, 102, 61))


def test_a_missing_model_is_refused_in_a_line(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"mine.pt: no such file \(--model wants"):
        open_finder(tmp_path / "mine.pt")


@pytest.mark.parametrize("layout", ["yolo11n.yaml", "yolo11n-pose.yaml", "yolo11n-seg.yaml", "yolo26n.yaml"])
def test_an_ultralytics_file_finds_in_a_picture(tmp_path: Path, layout: str) -> None:
    pytest.importorskip("torch")
    from vision.training.shim import import_ultralytics

    ultralytics = import_ultralytics()
    model = ultralytics.YOLO(layout)
    model.save(str(tmp_path / "mine.pt"))
    finder = open_finder(tmp_path / "mine.pt")
    assert isinstance(finder, UserFinder)
    picture = np.random.default_rng(0).integers(0, 255, (480, 640, 3), np.uint8)
    for one in finder.find(picture):  # random weights: whatever it finds lies in the form that is wanted
        assert len(one.box) == 4 and np.isfinite([*one.box, *one.base_px]).all()


def test_a_model_without_boxes_is_refused_in_a_line(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from vision.training.shim import import_ultralytics

    import_ultralytics().YOLO("yolo11n-cls.yaml").save(str(tmp_path / "classes.pt"))
    with pytest.raises(ModelError, match="a model for classify doesn't fit; boxes are needed"):
        open_finder(tmp_path / "classes.pt")
    (tmp_path / "noise.pt").write_bytes(b"not a model")
    with pytest.raises(ModelError, match=r"noise.pt: not a model that ultralytics can read"):
        open_finder(tmp_path / "noise.pt")
