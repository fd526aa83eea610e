"""A search that proves whether a position of Initiative is worth a number of points.

Every answer is a pair of proven bounds, kept for each node. A test may stop after a number of plies;
positions beyond have the bounds from counting pieces, so a short test proves short wins and nothing wrong.
Without that limit, every test has an answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from engine.initiative.solver_board import Board, Edge, Node

Bounds = tuple[int, int]
Effort = tuple[int, int, int]
"""Plies, goal and prover of a test that left a node open."""

TO_THE_END = 1 << 20
"""More plies than any round has."""


class OutOfNodes(Exception):
    """The search has examined as many positions as it may."""


class Search:
    """Tests of the nodes of one board, with at most ``limit`` positions; ``nodes`` counts them."""

    def __init__(self, board: Board, limit: int) -> None:
        self.board = board
        self.limit = limit
        self.nodes = 0
        self._prover = 0
        self._table: dict[Node, tuple[int, int, Effort, Edge | None]] = {}

    def climb(self, bounds: Bounds, plies: int) -> Bounds:
        """Narrows the bounds of the root as far as ``plies`` ahead allow: who wins, then by how much.

        Raises `OutOfNodes`; what was proven until then is in `known`.
        """
        mover = self.board.root[2]
        for prover in (mover, 1 - mover):
            self._prover = prover
            while bounds[0] < bounds[1]:
                low, high = bounds
                goal = max(1, low + 1) if prover == mover else min(0, high)
                if not low < goal <= high:
                    break
                least, most = self.test(self.board.root, goal, plies)
                bounds = max(low, least), min(high, most)
                if bounds == (low, high):
                    break
        return bounds

    def test(self, node: Node, goal: int, plies: int) -> Bounds:
        """Bounds on a node's value to its mover that tell whether it reaches ``goal``, if ``plies`` are
        enough.

        A node is left open as soon as the prover cannot settle it within them. Raises `OutOfNodes`.
        """
        effort = plies, goal, self._prover
        entry = self._table.get(node)
        low, high, done, best = entry if entry else (*self.board.bounds(node), None, None)
        if low >= goal or high < goal or done == effort:
            return low, high
        self.nodes += 1
        if self.nodes > self.limit:
            raise OutOfNodes
        replying = node[2] != self._prover
        least = most = -self.board.beyond
        for edge in self._edges(node, best):
            if plies <= 1 and not isinstance(edge[0], int):
                most = high
                break
            worst, top = self._through(edge, goal, plies)
            least, most = max(least, worst), max(most, top)
            if worst >= goal:
                best, most = edge, high
                break
            if replying and top >= goal:
                most = high
                break
        low, high = max(low, least), min(high, most)
        self._table[node] = low, high, effort, best
        return low, high

    def _through(self, edge: Edge, goal: int, plies: int) -> Bounds:
        """The value of an edge to its mover, tested against the mover's goal."""
        child, flip, factor, _ = edge
        if isinstance(child, int):
            return child, child
        below = -goal // factor + 1 if flip else -(-goal // factor)
        low, high = self.test(child, below, plies - 1)
        return (-high * factor, -low * factor) if flip else (low * factor, high * factor)

    def _edges(self, node: Node, best: Edge | None) -> Iterator[Edge]:
        """The plays of a node, starting with the one that was best before."""
        edges = self.board.edges(node)
        return edges if best is None else chain((best,), (edge for edge in edges if edge != best))

    def known(self, node: Node) -> Bounds:
        """The bounds proven for a node so far."""
        entry = self._table.get(node)
        return entry[:2] if entry else self.board.bounds(node)

    def _known_through(self, edge: Edge) -> Bounds:
        child, flip, factor, _ = edge
        if isinstance(child, int):
            return child, child
        low, high = self.known(child)
        return (-high * factor, -low * factor) if flip else (low * factor, high * factor)

    def line(self) -> Iterator[tuple[Node, Edge]]:
        """Play from the root to the end of the round: best play by both if the root is solved, otherwise what
        is proven best so far for each side."""
        low, high = self.known(self.board.root)
        worth = low if low == high else None
        node: Node | int = self.board.root
        while not isinstance(node, int):
            edges = sorted(self.board.edges(node), key=self._known_through, reverse=True)
            edge = edges[0] if worth is None else self._worth(edges, worth)
            yield node, edge
            if worth is not None:
                worth = (-worth if edge[1] else worth) // edge[2]
            node = edge[0]

    def _worth(self, edges: list[Edge], worth: int) -> Edge:
        """The first edge worth that much to its mover; this is nearly always known already."""
        self.limit = self.nodes + TO_THE_END
        return next(edge for edge in edges if self._through(edge, worth, TO_THE_END)[0] >= worth)
