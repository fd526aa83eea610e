"""The table of faults names fixes and tests that exist.

``scripts/parts/mended.py`` checks that each test fails without its fix; that takes too long for a test.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.parts import mended

ROOT = Path(__file__).parents[2]


def test_every_fault_has_its_mend_and_its_test() -> None:
    known = mended.faults()
    assert len(known) > 30
    for fault in known:
        path, _, name = fault["test"].partition("::")
        assert (ROOT / fault["file"]).read_text("utf-8").count(fault["mend"]) == 1, fault["was"]
        assert f"def {name}" in (ROOT / path).read_text("utf-8"), fault["was"]
        assert fault["mend"] != fault["without"]


def test_a_test_that_passes_without_the_mend_is_found(tmp_path: Path) -> None:
    (tmp_path / "mended_code.py").write_text("def least(a, b):\n    return min(a, b)\n")
    (tmp_path / "test_code.py").write_text(
        "from mended_code import least\n"
        "def test_least(): assert least(1, 2) == 1\n"
        "def test_any(): assert least\n"
    )
    fault = {"file": "mended_code.py", "mend": "min(a, b)", "without": "b"}
    assert mended.outcome(tmp_path, {**fault, "test": "test_code.py::test_least"}) == "red"
    assert mended.outcome(tmp_path, {**fault, "test": "test_code.py::test_any"}) == "PASSES"
    assert (tmp_path / "mended_code.py").read_text().endswith("min(a, b)\n")


@pytest.mark.parametrize(("without", "test"), [("(", "test_least"), ("b", "test_gone")])
def test_a_test_that_could_not_be_begun_has_shown_nothing(without: str, test: str, tmp_path: Path) -> None:
    (tmp_path / "mended_code.py").write_text("def least(a, b):\n    return min(a, b)\n")
    (tmp_path / "test_code.py").write_text(
        "from mended_code import least\ndef test_least(): assert least(1, 2) == 1\n"
    )
    fault = {"file": "mended_code.py", "mend": "min(a, b)", "without": without}
    assert mended.outcome(tmp_path, {**fault, "test": f"test_code.py::{test}"}) == "BROKEN"
