"""No decision depends on wording: packages return messages and recognise them by id."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FOLDERS = ("engine", "calibration", "vision", "arbiter")
ROOMS = [room for folder in FOLDERS for room in (ROOT / folder).glob("**/")]
WORDED = re.compile(r"[A-Za-z]{2,}[,;:.]?(?: |\\s[+*]?|\\ )[A-Za-z]{2,}")
"""Two words of a sentence, possibly in a pattern."""
LOOKS = {"startswith", "endswith", "removeprefix", "removesuffix", "split", "rsplit", "partition"}
LOOKS |= {"rpartition", "replace", "find", "rfind", "index", "count"}
TELLS = {"tell", "say", "said_deed", "sentence", "as_sentence"}


def worded(node: ast.AST) -> bool:
    """Whether one or more constants contain words of a sentence, HTML excluded."""
    each_of = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
    inner = (each.value for each in each_of if isinstance(each, ast.Constant))
    return any(isinstance(text, str) and "<" not in text and WORDED.search(text) for text in inner)


def told(node: ast.AST) -> bool:
    """Whether an expression contains something put into words."""
    calls = (each.func for each in ast.walk(node) if isinstance(each, ast.Call))
    return any(getattr(call, "attr", getattr(call, "id", "")) in TELLS for call in calls)


def looks_in(source: str) -> Iterator[str]:
    """The places in a module that inspect wording."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare):
            sides = (node.left, *node.comparators)
            found = any(map(worded, sides)) or any(map(told, sides))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            pattern = getattr(node.func.value, "id", "") == "re"
            look = node.func.attr in LOOKS
            found = (pattern or look) and any(map(worded, node.args[:1]))
            found |= look and told(node.func.value)
        elif isinstance(node, ast.match_case):
            found = any(map(worded, ast.walk(node.pattern)))
        else:
            continue
        if found:
            yield ast.unparse(node)


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: str(room.relative_to(ROOT)))
def test_no_code_looks_at_wording(room: Path) -> None:
    found = {path.name: [*looks_in(path.read_text("utf-8"))] for path in sorted(room.glob("*.py"))}
    assert {name: places for name, places in found.items() if places} == {}


@pytest.mark.parametrize(
    "source",
    [
        "if 'must wait' in str(error): pass",
        "line.startswith('no voice')",
        "re.compile(r'(\\w+) must\\s+wait')",
        "words.tell(message) == other",
        "words.say('or').split(' ')",
        "match line:\n    case 'must wait': pass",
    ],
)
def test_a_look_at_wording_is_found(source: str) -> None:
    assert list(looks_in(source)) != []


def test_a_message_is_known_by_its_id() -> None:
    assert list(looks_in("if message.id == 'must_wait': words.tell(message)")) == []
