"""A user's own ultralytics model in place of the finder."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import numpy as np
import pytest

from vision.detect.finder import CHANNELS, Finder, Kind, decode
from vision.detect.user_model import UserFinder, as_finder_output, kind_of, open_finder
from vision.observe.units import MODEL_FOLDER
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
    with pytest.raises(ModelError, match=r"mine.onnx: no such file \(--model wants"):
        open_finder(tmp_path / "mine.onnx")


class Payload:
    """Makes a folder when it is unpickled."""

    def __init__(self, made: Path) -> None:
        self.made = made

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (str(self.made),)


@pytest.mark.parametrize("name", ["mine.pt", "mine.pth", "mine.pkl", "mine.onnx", "mine"])
def test_a_file_that_would_run_a_program_is_refused_unopened(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(pickle.dumps(Payload(tmp_path / "run")))
    with pytest.raises(ModelError, match=r"only \.onnx is opened.*yolo export|not an ONNX model") as caught:
        open_finder(tmp_path / name)
    assert not (tmp_path / "run").exists()
    assert len(str(caught.value).splitlines()) == 1


def exported(folder: Path, layout: str, **more: object) -> Path:
    """An ultralytics model with random weights, as ultralytics exports it."""
    pytest.importorskip("torch")
    pytest.importorskip("onnx")
    from vision.training.shim import import_ultralytics

    model = import_ultralytics().YOLO(layout)
    model.save(str(folder / "mine.pt"))
    made = import_ultralytics().YOLO(str(folder / "mine.pt"))
    return Path(made.export(format="onnx", imgsz=320, simplify=False, verbose=False, **more))


@pytest.mark.parametrize(("layout", "dynamic"), [("yolo11n.yaml", False), ("yolo11n-pose.yaml", True)])
def test_an_ultralytics_file_finds_in_a_picture(tmp_path: Path, layout: str, dynamic: bool) -> None:
    finder = open_finder(exported(tmp_path, layout, dynamic=dynamic))
    assert isinstance(finder, UserFinder)
    picture = np.random.default_rng(0).integers(0, 255, (480, 640, 3), np.uint8)
    for one in finder.find(picture, least=0.0):  # random weights: only the format matters
        assert len(one.box) == 4 and np.isfinite([*one.box, *one.base_px]).all()
        assert -700 < one.box[0] < 1400


def test_a_model_without_boxes_is_refused_in_a_line(tmp_path: Path) -> None:
    made = exported(tmp_path, "yolo11n-cls.yaml")
    with pytest.raises(ModelError, match="a model for classify doesn't fit; boxes are needed"):
        open_finder(made)


def test_the_bundled_finder_is_none_of_a_user() -> None:
    assert isinstance(open_finder(MODEL_FOLDER / "finder.onnx"), Finder)


def endless(path: Path, named: bool = True) -> Path:
    """A model that loops practically forever before it returns (1, 8, 1)."""
    onnx = pytest.importorskip("onnx")
    make, kinds = onnx.helper, onnx.TensorProto
    number = make.make_tensor_value_info("number", kinds.INT64, [])
    going = make.make_tensor_value_info("going", kinds.BOOL, [])
    still = make.make_tensor_value_info("still", kinds.BOOL, [])
    held, given = (make.make_tensor_value_info(name, kinds.FLOAT, [1, 8, 1]) for name in ("held", "given"))
    body = make.make_graph(
        [make.make_node("Identity", ["going"], ["still"]), make.make_node("Sin", ["held"], ["given"])],
        "round", [number, going, held], [still, given],
    )  # fmt: skip
    constants = [
        make.make_tensor("most", kinds.INT64, [], [2**62]),
        make.make_tensor("yes", kinds.BOOL, [], [True]),
        make.make_tensor("first", kinds.FLOAT, [1, 8, 1], [0.0] * 8),
    ]
    graph = make.make_graph(
        [make.make_node("Loop", ["most", "yes", "first"], ["found"], body=body)],
        "endless",
        [make.make_tensor_value_info("images", kinds.FLOAT, [1, 3, 64, 64])],
        [make.make_tensor_value_info("found", kinds.FLOAT, [1, 8, 1])],
        constants,
    )
    model = make.make_model(graph, opset_imports=[make.make_opsetid("", 17)], ir_version=9)
    if named:
        model.metadata_props.add(key="names", value="{0: 'pyramid'}")
    onnx.save(model, str(path))
    return path


def test_a_model_that_never_ends_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.detect.user_model.MOST_S", 0.5)
    finder = open_finder(endless(tmp_path / "mine.onnx"))
    with pytest.raises(ModelError, match="does not do what ultralytics' do") as caught:
        finder.find(np.zeros((64, 64, 3), np.uint8))
    assert len(str(caught.value).splitlines()) == 1


def test_a_model_without_names_is_not_taken_for_ours(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="does not name its classes"):
        open_finder(endless(tmp_path / "mine.onnx", named=False))


@pytest.mark.parametrize("content", [b"", b"\x00" * 400, b"no model"])
def test_a_users_broken_file_is_not_the_packages(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "mine.onnx").write_bytes(content)
    with pytest.raises(ModelError, match=r"mine\.onnx: not an ONNX model") as caught:
        open_finder(tmp_path / "mine.onnx")
    assert "package" not in str(caught.value)
