"""WebSocket URLs: one per kind of topic."""

from typing import Any

from django.urls import URLPattern, path

from games.live.sockets import build_socket_application
from games.live.topics import list_topic_kinds


def websocket_urlpatterns() -> list[URLPattern]:
    """Return the URL patterns of all topic kinds. Call it when every app is ready."""
    sockets: list[tuple[str, Any]] = [
        (kind.address, build_socket_application(kind)) for kind in list_topic_kinds()
    ]
    return [path(f"ws/{address}", socket) for address, socket in sockets]
