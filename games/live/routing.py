"""WebSocket addresses: one a kind of topic."""

from typing import Any

from django.urls import URLPattern, path

from games.live.sockets import socket_for
from games.live.topics import all_kinds


def websocket_urlpatterns() -> list[URLPattern]:
    sockets: list[tuple[str, Any]] = [(kind.address, socket_for(kind)) for kind in all_kinds()]
    return [path(f"ws/{address}", socket) for address, socket in sockets]
