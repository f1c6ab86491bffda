"""The cheapest perfect matching of a graph with whole numbers as costs."""

from __future__ import annotations

from collections.abc import Mapping

import networkx as nx

from games.pairing.event import Pair


def find_cheapest_matching(costs: Mapping[Pair, int], size: int) -> list[Pair] | None:
    """Match all of ``range(size)`` in pairs for the least total cost; None if that cannot be done.

    The pairs and their costs are given; pairs have the lower number first.

    >>> find_cheapest_matching({(0, 1): 0, (0, 2): 1, (1, 3): 1, (2, 3): 5}, 4)
    [(0, 2), (1, 3)]
    >>> find_cheapest_matching({(0, 1): 0, (0, 2): 1}, 4) is None
    True
    """
    if size == 0:
        return []
    shifted = subtract_prices(costs, size)
    if shifted is None:
        return None
    graph = nx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_weighted_edges_from((one, other, -cost) for (one, other), cost in shifted.items())
    found = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) < size:
        return None
    return sorted((one, other) if one < other else (other, one) for one, other in found)


def subtract_prices(costs: Mapping[Pair, int], size: int) -> dict[Pair, int] | None:
    """Give every vertex a price and subtract both from the cost of each pair, doubled.

    Every perfect matching gets cheaper by the sum of all prices, so the cheapest stays the
    cheapest. Prices are raised as long as no cost becomes negative. Then most pairs of the cheapest
    matching cost nothing, and the search for it begins nearly where it ends. Returns None if some
    vertex has no pair.

    >>> subtract_prices({(0, 1): 5, (1, 2): 8, (2, 3): 7}, 4)
    {(0, 1): 0, (1, 2): 4, (2, 3): 0}
    """
    pairs: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for (one, other), cost in costs.items():
        pairs[one].append((2 * cost, other))
        pairs[other].append((2 * cost, one))
    if not all(pairs):
        return None
    prices = [min(edges)[0] // 2 for edges in pairs]
    for vertex, edges in enumerate(pairs):
        prices[vertex] += min([cost - prices[other] for cost, other in edges]) - prices[vertex]
    return {
        (one, other): 2 * cost - prices[one] - prices[other] for (one, other), cost in costs.items()
    }
