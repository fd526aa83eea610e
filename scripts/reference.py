"""Writes the API reference from the docstrings: ``python scripts/reference.py [FOLDER]`` (``out/reference``);
with ``--site`` all documents as a site including the reference (``out/site``).

Needs the extra ``docs``. It uses pdoc, which needs only docstrings and type annotations. The exit code is 1
if a type could not be resolved.
"""

from __future__ import annotations

import contextlib
import importlib.util
import inspect
import sys
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType

import pdoc
import pdoc.render
from pdoc.extract import walk_specs

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scripts.parts.documents import write_site

PACKAGES = ("engine", "calibration", "vision", "arbiter")
TRAINING = "!vision.training"
"""pdoc's pattern that excludes the training modules, used if the extra ``train`` is not installed."""


def write(packages: Sequence[str], folder: Path) -> list[str]:
    """Write the pages of some packages or modules; returns the unresolved types."""
    pdoc.render.configure(show_source=False, search=len(packages) > 1)
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        for name in walk_specs(packages):
            _resolve(importlib.import_module(name))
        pdoc.pdoc(*packages, output_directory=folder)
    return [str(each.message) for each in found if each.category is not DeprecationWarning]


def _resolve(module: ModuleType) -> None:
    """Replace names by types in the generated constructors of dataclasses: pdoc looks names up in one module
    only, but fields may be inherited from a class in another one.
    """
    for made in vars(module).values():
        if inspect.isclass(made) and made.__module__ == module.__name__:
            for maker in (made.__init__, made.__new__):
                if inspect.isfunction(maker) and maker.__qualname__.startswith(made.__qualname__):
                    maker.__annotations__.update(_known(made, maker.__annotations__))


def _known(made: type, names: Mapping[str, object]) -> dict[str, object]:
    """The types of a class's fields, as far as the modules that declare them define their names."""
    found: dict[str, object] = {}
    for base in reversed(made.__mro__):
        for field, named in inspect.get_annotations(base).items():
            text = getattr(named, "__forward_arg__", named)
            if field in names and isinstance(text, str):
                with contextlib.suppress(NameError):  # known only to the type checker: pdoc finds it
                    found[field] = eval(text, vars(sys.modules[base.__module__]))
    return found


def main(arguments: Sequence[str]) -> int:
    """Write everything; the exit code."""
    folder = Path(arguments[0]) if arguments else Path("out/reference")
    if "--site" in arguments:
        site = write_site()
        if site is None:
            return 1
        folder = site / "reference"
    trained = importlib.util.find_spec("torch") is not None
    unresolved = write(PACKAGES if trained else (*PACKAGES, TRAINING), folder)
    print(*unresolved, f"written: {folder / 'index.html'}", sep="\n")
    return 1 if unresolved else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
