"""Who is winning a round of Initiative: an exact search where one can be made, proven bounds elsewhere."""

from __future__ import annotations

from engine.initiative import State
from engine.initiative_model import Play
from engine.solver_initiative_board import NONE, SEATS, Board, Edge, Node

Entry = tuple[int, int, int, int, Edge | None]
FAR_ENOUGH = 1 << 20


class OutOfNodes(Exception):
    pass


class Search:
    def __init__(self, board: Board, limit: int) -> None:
        self.board = board
        self.limit = limit
        self.nodes = 0
        self.table: dict[Node, Entry] = {}

    def test(self, node: Node, goal: int, depth: int) -> tuple[int, int]:
        entry = self.table.get(node)
        if entry is not None:
            low, high, done, tried, best = entry
            if low >= goal or high < goal or (done >= depth and tried == goal):
                return low, high
        else:
            low, high = self.board.bounds(node)
            best = None
            if low >= goal or high < goal:
                return low, high
        if depth <= 0:
            return low, high
        self.nodes += 1
        if self.nodes > self.limit:
            raise OutOfNodes
        least = most = -(1 << 60)
        for edge in self._edges(node, best):
            child, flip, factor, _ = edge
            if isinstance(child, int):
                a = b = child
            elif flip:
                a, b = self.test(child, -goal // factor + 1, depth - 1)
                a, b = -b * factor, -a * factor
            else:
                a, b = self.test(child, -(-goal // factor), depth - 1)
                a, b = a * factor, b * factor
            if a > least:
                least = a
            if b > most:
                most = b
            if a >= goal:
                best = edge
                most = high
                break
        if least > low:
            low = least
        if most < high:
            high = most
        self.table[node] = low, high, depth, goal, best
        return low, high

    def _edges(self, node, best):
        if best is not None:
            yield best
            for edge in self.board.edges(node):
                if edge != best: 
                    yield edge
        else:
            yield from self.board.edges(node)
