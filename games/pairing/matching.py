"""The cheapest perfect matching of a graph with whole numbers as costs."""

from __future__ import annotations

from collections.abc import Mapping

import networkx as nx

from games.pairing.event import Pair


def find_cheapest_matching(costs: Mapping[Pair, int], size: int) -> list[Pair] | None:
    """Match all of ``range(size)`` in pairs for the least total cost; None if that cannot be done.

    The pairs that may be matched and their costs are given; pairs have the lower number first.

    >>> find_cheapest_matching({(0, 1): 0, (0, 2): 1, (1, 3): 1, (2, 3): 5}, 4)
    [(0, 2), (1, 3)]
    >>> find_cheapest_matching({(0, 1): 0, (0, 2): 1}, 4) is None
    True
    """
    graph = nx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_weighted_edges_from((one, other, -cost) for (one, other), cost in costs.items())
    found = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) < size:
        return None
    return sorted((one, other) if one < other else (other, one) for one, other in found)
