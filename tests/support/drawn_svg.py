"""Reads a diagram's SVG for tests: tooltips, marks, pyramids with their letters, and extent."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator

SVG = "{http://www.w3.org/2000/svg}"
Element = ElementTree.Element
Matrix = tuple[float, float, float, float, float, float]
_STEP = re.compile(r"(translate|scale|rotate)\(([^)]*)\)")


def read(svg: str) -> Element:
    """The root of a well-formed document without ids or scripts."""
    assert " id=" not in svg and "<script" not in svg
    return ElementTree.fromstring(svg)


def tooltips(svg: str) -> Counter[str]:
    """The titles of all groups."""
    groups = read(svg).iter(f"{SVG}g")
    return Counter(title.text or "" for group in groups for title in group.findall(f"{SVG}title"))


def marks(svg: str, kind: str) -> list[str]:
    """The places that carry one kind of mark, in order."""
    rects = read(svg).iter(f"{SVG}rect")
    return [rect.get("data-place", "") for rect in rects if rect.get("class") == kind]


def lettered(svg: str) -> Iterator[tuple[str, str]]:
    """Each drawn pyramid's code with all letters of the group that has the tooltip."""
    for group in read(svg).iter(f"{SVG}g"):
        if group.find(f"{SVG}title") is None:
            continue
        words = " ".join(text.text or "" for text in group.iter(f"{SVG}text"))
        for inner in group.iter(f"{SVG}g"):
            if inner.get("class") == "pyramid":
                yield inner.get("data-piece", ""), words


def pyramids(svg: str) -> Counter[str]:
    """The codes of all drawn pyramids."""
    return Counter(
        group.get("data-piece", "") for group in read(svg).iter(f"{SVG}g") if group.get("class") == "pyramid"
    )


def outside(svg: str) -> list[str]:
    """Everything drawn outside the view box; the width of texts is estimated generously."""
    root = read(svg)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    return [
        f"{element.tag.removeprefix(SVG)} {element.text or ''} at {x:.0f} {y:.0f}"
        for element, x, y in _points(root, (1, 0, 0, 1, 0, 0))
        if not (-0.5 <= x <= width + 0.5 and -0.5 <= y <= height + 0.5)
    ]


def _points(element: Element, outer: Matrix) -> Iterator[tuple[Element, float, float]]:
    matrix = outer
    for name, numbers in _STEP.findall(element.get("transform", "")):
        matrix = _times(matrix, _matrix(name, [float(number) for number in numbers.split()]))
    a, b, c, d, e, f = matrix
    for x, y in _own_points(element):
        yield element, a * x + c * y + e, b * x + d * y + f
    for child in element:
        yield from _points(child, matrix)


def _matrix(name: str, values: list[float]) -> Matrix:
    if name == "translate":
        return 1, 0, 0, 1, values[0], values[1]
    if name == "scale":
        return values[0], 0, 0, values[0], 0, 0
    cos, sin = math.cos(math.radians(values[0])), math.sin(math.radians(values[0]))
    x, y = values[1:] or (0.0, 0.0)
    return cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y


def _times(one: Matrix, two: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = two
    return a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f


def _own_points(element: Element) -> Iterator[tuple[float, float]]:
    def number(name: str) -> float:
        return float(element.get(name, 0))

    kind = element.tag.removeprefix(SVG)
    if kind == "rect":
        yield number("x"), number("y")
        yield number("x") + number("width"), number("y") + number("height")
    elif kind == "polygon":
        for pair in element.attrib["points"].split():
            x, y = pair.split(",")
            yield float(x), float(y)
    elif kind == "circle":
        for way in (-1, 1):
            yield number("cx") + way * number("r"), number("cy") + way * number("r")
    elif kind == "line":
        yield number("x1"), number("y1")
        yield number("x2"), number("y2")
    elif kind == "text":
        wide = 0.56 * number("font-size") * len(element.text or "")
        left = number("x") - wide * {"start": 0, "middle": 0.5, "end": 1}[element.attrib["text-anchor"]]
        yield left, number("y")
        yield left + wide, number("y") - number("font-size")
