"""Static analysis of the code base: imports, contents of folders, and code that distinguishes games.

Files are given as ``{path: text}``, so small made-up code bases can be analysed like the real one.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import PurePosixPath

Files = Mapping[str, str]
Graph = Mapping[str, frozenset[str]]
GAMES = ("initiative", "logistics", "nickel", "sanctum")
NAMES = frozenset({"Initiative", "Logistics", "Nickel", "Sanctum", "Draft"})
"""The games by name; a draft precedes a game of Initiative."""


def module(path: str) -> str:
    """A file's module name."""
    return path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


@cache
def imported(text: str) -> tuple[tuple[str, str], ...]:
    """All imports anywhere in a text as (module, name); the name is empty for a whole module."""
    found: list[tuple[str, str]] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found += ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found += ((node.module, alias.name) for alias in node.names)
    return tuple(found)


def graph(files: Files) -> Graph:
    """For each module the modules among the files that it imports."""
    modules = {module(path) for path in files}
    found = dict[str, frozenset[str]]()
    for path, text in files.items():
        wanted = {
            f"{source}.{name}" if f"{source}.{name}" in modules else source for source, name in imported(text)
        }
        found[module(path)] = frozenset(wanted & modules)
    return found


def circles(edges: Graph) -> list[list[str]]:
    """The modules that import each other, directly or indirectly (strongly connected components)."""
    reached = {start: _reached(edges, start) for start in edges}
    found = {frozenset(other for other in reached[start] if start in reached[other]) for start in edges}
    return sorted(sorted(circle) for circle in found if circle)


def _reached(edges: Graph, start: str) -> set[str]:
    found, todo = set[str](), [*edges[start]]
    while todo:
        if (here := todo.pop()) not in found:
            found.add(here)
            todo += edges[here]
    return found


def against_the_order(edges: Graph, rows: Sequence[str]) -> list[str]:
    """The imports from a later room or from a neighbour in the same row."""
    places = {room: (at, room) for at, row in enumerate(rows) for room in row.split()}

    def place(name: str) -> tuple[int, str]:
        inside = [room for room in places if name == room or name.startswith(f"{room}.")]
        return places[max(inside, key=len)]

    return [
        f"{name} -> {other}"
        for name, others in sorted(edges.items())
        for other in sorted(others)
        if place(other) != place(name) and place(other)[0] >= place(name)[0]
    ]


def roomless(edges: Graph, rows: Sequence[str]) -> list[str]:
    """The modules that are in no room."""
    rooms = " ".join(rows).split()
    return sorted(
        name for name in edges if not any(name == room or name.startswith(f"{room}.") for room in rooms)
    )


def crowded(files: Iterable[str], most: int) -> dict[str, int]:
    """The folders with more Python files than the limit."""
    counts = Counter(str(PurePosixPath(path).parent) for path in files)
    return {folder: count for folder, count in counts.items() if count > most}


def unexplained(files: Files) -> list[str]:
    """The folders whose ``__init__`` does not describe them in a line or two."""
    folders = {str(PurePosixPath(path).parent) for path in files}
    found = []
    for folder in sorted(folders):
        said = ast.get_docstring(ast.parse(files.get(f"{folder}/__init__.py", ""))) or ""
        first = said.split("\n\n")[0]
        if not first or len(first.splitlines()) > 2:
            found.append(folder)
    return found


def tests_that_import_tests(files: Files) -> list[str]:
    """The files that import a test; shared helpers belong in ``tests.support``."""
    return [
        f"{path}: {source}"
        for path, text in files.items()
        for source, name in imported(text)
        if f"{source}.{name}.".startswith("tests.") and not f"{source}.{name}.".startswith("tests.support.")
    ]


def game_of(name: str) -> str | None:
    """The game whose folder a module is in."""
    parts = name.split(".")
    own = parts[1:2] if parts[0] == "engine" else parts[2:3] if parts[:2] == ["arbiter", "games"] else []
    return own[0] if own and own[0] in GAMES else None


def other_games(edges: Graph) -> list[str]:
    """The imports from one game's folder into another's."""
    return [
        f"{name} -> {other}"
        for name, others in edges.items()
        for other in others
        if game_of(name) and game_of(other) and game_of(name) != game_of(other)
    ]


def told_apart(text: str) -> list[int]:
    """The lines at which a text distinguishes games.

    They compare something with a game's name, map games' names or types, select a game by its name, or check
    for a game's type.
    """
    tree, types = ast.parse(text), set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and game_of(node.module):
            types |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module in ("engine", "arbiter.games"):
            types |= {alias.asname or alias.name for alias in node.names if alias.name in GAMES}
    return [
        node.lineno for node in ast.walk(tree) if isinstance(node, ast.expr) and _tells_apart(node, types)
    ]


def _tells_apart(node: ast.expr, types: set[str]) -> bool:
    if isinstance(node, ast.Compare):
        return any(_names_a_game(each) for each in (node.left, *node.comparators))
    if isinstance(node, ast.Dict):
        return any(key is not None and (_names_a_game(key) or _is_of(key, types)) for key in node.keys)
    if isinstance(node, ast.Subscript):
        return _names_a_game(node.slice)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id == "isinstance":
            return any(_is_of(each, types) for each in ast.walk(node.args[1]))
        return node.func.id == "find_game" and any(map(_names_a_game, node.args))
    return False


def _names_a_game(node: ast.AST) -> bool:
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(map(_names_a_game, node.elts))
    if isinstance(node, ast.Attribute):
        return node.attr == "name" and isinstance(node.value, ast.Name) and node.value.id == "DRAFT"
    return isinstance(node, ast.Constant) and node.value in NAMES


def _is_of(node: ast.AST, types: set[str]) -> bool:
    if isinstance(node, ast.Attribute):
        return isinstance(node.value, ast.Name) and node.value.id in types
    return isinstance(node, ast.Name) and node.id in types


def knowing_games(files: Files) -> dict[str, int]:
    """For each file outside the games' folders the number of places that distinguish games."""
    found = dict[str, int]()
    for path, text in files.items():
        if game_of(module(path)) is None and (lines := told_apart(text)):
            found[path] = len(lines)
    return found
