"""The hubs of this process, one for each event loop."""

import asyncio

from games.live.hub import Hub

_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def get_current_hub() -> Hub:
    """Return the hub of the running event loop; create it at the first call."""
    loop = asyncio.get_running_loop()
    # Tests open and close many loops: forget the hubs of closed ones.
    for closed in [known for known in _hubs if known.is_closed()]:
        del _hubs[closed]
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]


def list_hubs() -> list[Hub]:
    """Return the hubs of all open event loops in this process."""
    return [hub for loop, hub in list(_hubs.items()) if not loop.is_closed()]
