"""The wheel contains everything that playing needs and nothing that only training needs, and it plays.

CI runs ``scripts/installed.py`` for this on every system, in an environment that contains nothing else.
"""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
import zipfile
from pathlib import Path

import av
import pytest

from arbiter.cli.commands.completion import run as completion
from arbiter.cli.main import build_parser
from scripts.installed import SAMPLE, alone, built, plays

ROOT = Path(__file__).resolve().parents[2]
KINDS = (".ftl", ".json", ".html", ".js", ".css", ".onnx", ".svg", ".mp4")


def noted() -> dict[Path, int]:
    """The files that builds and installations leave in the repository, with their times (ns)."""
    return {
        path: path.stat().st_mtime_ns for name in ("*.egg-info", "build") for path in ROOT.glob(f"{name}/*")
    }


@pytest.fixture(scope="module")
def before() -> dict[Path, int]:
    return noted()


@pytest.fixture(scope="module")
def wheel(before: dict[Path, int], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("wheel"), "--no-isolation")


def test_building_touches_nothing_of_the_repository(wheel: Path, before: dict[Path, int]) -> None:
    """Environments that use the repository find its games there, for example tests run at the same time."""
    assert wheel.exists()
    assert noted() == before


def test_the_wheel_holds_what_playing_needs_and_no_more(wheel: Path) -> None:
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert {name.split("/")[0] for name in held} == {"arbiter", "calibration", "engine", "vision"}
    product = [
        path for name in ("arbiter", "calibration", "engine", "vision") for path in (ROOT / name).rglob("*")
    ]
    wanted = {
        path.relative_to(ROOT).as_posix()
        for path in product
        if (path.suffix == ".py" or path.suffix in KINDS) and "training" not in path.parts
    }
    assert wanted <= held
    assert not [name for name in held if "training" in name or name.startswith("datasets")]
    assert sum(info.file_size for info in zipfile.ZipFile(wheel).infolist()) < 40e6


def beginning(film: Path, target: Path, seconds: float) -> Path:
    """The first seconds of a film, copied without re-encoding."""
    with av.open(str(film)) as source, av.open(str(target), "w") as made:
        stream = made.add_stream_from_template(source.streams.video[0])
        for packet in source.demux(video=0):
            if packet.dts is None or packet.dts * packet.time_base > seconds:
                break
            packet.stream = stream
            made.mux(packet)
    return target


def test_the_wheel_alone_plays_the_sample(wheel: Path, tmp_path: Path) -> None:
    """The first plies only; ``scripts/installed.py`` plays the whole film."""
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    environment = {**alone(), "PYTHONPATH": str(site), "XDG_DATA_HOME": str(tmp_path)}
    asked = [sys.executable, "-c", "import arbiter; print(arbiter.__file__)"]
    where = subprocess.run(asked, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert where.stdout.startswith(str(site))
    film = beginning(site / "arbiter" / "samples" / f"{SAMPLE}.mp4", tmp_path / "film.mp4", 10.0)
    assert plays(Path(sys.executable), tmp_path, environment, film) == "Sblue Mblue"


def test_the_version_is_that_of_the_tags(wheel: Path) -> None:
    version = wheel.name.split("-")[1]
    assert re.fullmatch(r"\d+\.\d+(\.\d+)?(\.dev\d+)?(\+\w+(\.\w+)*)?", version)
    (about,) = (name for name in zipfile.ZipFile(wheel).namelist() if name.endswith("/METADATA"))
    assert f"\nVersion: {version}\n" in zipfile.ZipFile(wheel).read(about).decode()


def test_a_release_is_told_with_its_part_of_the_changelog(tmp_path: Path) -> None:
    made = runpy.run_path(str(ROOT / ".github" / "release_notes.py"))
    text = "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2027-01-02\n\n### Added\n\n- More.\n\n"
    text += "## [0.1.0]\n\n- All.\n"
    notes = made["notes"]
    assert notes(text, "0.2.0") == "### Added\n\n- More."
    assert notes(text, "0.1.0") == "- All."
    assert notes(text, "Unreleased") is None and notes(text, "3") is None
    asked = [sys.executable, str(ROOT / ".github" / "release_notes.py")]
    told = subprocess.run(asked, capture_output=True, text=True, encoding="utf-8", check=True)
    assert "### Added" in told.stdout
    none = subprocess.run([*asked, "v99.0.0"], capture_output=True, text=True, check=False)
    assert none.returncode == 1 and "write it before the tag" in none.stderr


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (("wat",), {"watch"}),
        (("watch", "s"), {"sanctum"}),
        (("watch", "nickel", "--rules", ""), {"basic", "advanced"}),
        (("watch", "nickel", "--rec"), {"--record"}),
        (("completion", ""), {"bash", "zsh", "fish"}),
    ],
)
def test_bash_completes(
    typed: tuple[str, ...], offered: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert completion(build_parser().parse_args(["completion", "bash"])) == 0
    words = " ".join(f"'{word}'" for word in ("arbiter", *typed))
    asked = (
        f"COMP_WORDS=({words}); COMP_CWORD={len(typed)}; _shtab_arbiter; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    )
    script = f"{capsys.readouterr().out}\n{asked}\n"
    told = subprocess.run(
        ["bash", "--norc"], input=script, env=dict(os.environ), capture_output=True, text=True, check=True
    )
    assert set(told.stdout.split()) == offered


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_get_a_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert completion(build_parser().parse_args(["completion", shell])) == 0
    told = capsys.readouterr().out
    assert (
        "arbiter" in told and "sanctum" in told and "--headless" in told.replace("-l headless", "--headless")
    )
