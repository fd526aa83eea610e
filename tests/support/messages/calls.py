"""Where the code makes messages: calls of `engine.message.Messages` found in the source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from tests.support.messages.files import ROOT

ROOMS = ("engine", "calibration", "vision", "arbiter")


@dataclass(frozen=True)
class Call:
    """A message made in the code: its id, empty if computed, and the names of its arguments."""

    place: str
    package: str
    id: str
    arguments: frozenset[str]
    more: bool
    """Whether a mapping supplies further arguments."""


def calls() -> Iterator[Call]:
    """Every call in the product."""
    for path in (path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))):
        text = path.read_text("utf-8")
        if "engine.message" in text:
            yield from _calls(path.relative_to(ROOT).as_posix(), ast.parse(text))


def strings() -> set[str]:
    """Every string in the product's code; computed ids are among them."""
    found = set()
    for path in (path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


def _calls(place: str, tree: ast.Module) -> Iterator[Call]:
    makers = dict(_makers(tree))
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
            continue
        if node.func.id not in makers:
            continue
        named = frozenset(each.arg for each in node.keywords if each.arg)
        more = any(each.arg is None for each in node.keywords)
        first = node.args[0]
        for each in (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,):
            id = each.value if isinstance(each, ast.Constant) else ""
            yield Call(f"{place}:{node.lineno}", makers[node.func.id], str(id), named, more)


def _makers(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target, value = node.targets[0], node.value
            several = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
            pairs = zip(target.elts, value.elts, strict=True) if several else ((target, value),)
            for name, made in pairs:
                if not (isinstance(made, ast.Call) and getattr(made.func, "id", "") == "Messages"):
                    continue
                if isinstance(made.args[0], ast.Constant):
                    yield name.id, made.args[0].value
