"""The cost of a served request. The processor time of a flood beyond it is the cost of refused
requests (:class:`tests.load.flood.FloodFigures`).
"""

import asyncio

from tests.load.flood_client import SERVED, FloodRequest, read_status
from tests.load.flood_kinds import FloodKind, FloodTarget, get_flood_address
from tests.load.resource_usage import get_cpu_seconds
from tests.site_processes import Site

REQUESTS = 24
"""The number of requests of each kind; fewer are sent if the limits refuse one sooner."""

LIMIT = 60.0
"""Seconds to wait for one answer."""

ROUND = 200
"""The number in the address of these visitors, who send no flood."""


def measure_served_cost(ground: FloodTarget, kind: FloodKind) -> float:
    """Return the processor seconds of a served request of this kind, sent one at a time."""
    address = get_flood_address(kind, ROUND)
    asked = kind(ground, ground.people(address))
    return asyncio.run(_measure(ground.site, address, asked))


async def _measure(site: Site, address: str, asked: list[FloodRequest]) -> float:
    costs = []
    for number in range(REQUESTS):
        before = get_cpu_seconds(site)
        status = await _send(site, address, asked[number % len(asked)], number)
        if status not in SERVED:
            break
        costs.append(get_cpu_seconds(site) - before)
    return sum(costs) / len(costs)


async def _send(site: Site, address: str, asked: FloodRequest, number: int) -> bytes:
    port = site.webs[number % len(site.webs)].port
    async with asyncio.timeout(LIMIT):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
        try:
            writer.write(asked.write(port, number))
            return await read_status(reader)
        finally:
            writer.transport.abort()
