"""Origin checks of WebSockets: only this site's own pages may open one.

A browser sends a visitor's cookies with every socket, and the page's origin in a header. As Django
does for forms, we require the same host and port as the request, or an origin in
``CSRF_TRUSTED_ORIGINS``. API clients are exempt: they send a token instead of cookies, and no
origin.

The validators of Channels compare with a list of hosts instead of the requested host and port, and
have no exemption for API clients.
"""

from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host
from django.utils.http import is_same_domain

from games.api.live.socket_auth import is_program_socket

DEFAULT_PORTS = {"http": "80", "https": "443"}


class SameOriginSockets:
    """ASGI wrapper that denies sockets from pages of other origins with 403."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        host = headers.get(b"host", b"").decode("latin-1")
        allowed = (
            is_same_origin(origin, host) or is_trusted_origin(origin) or is_program_socket(scope)
        )
        await (self.application if allowed else WebsocketDenier())(scope, receive, send)


def is_same_origin(origin: str, host: str) -> bool:
    """Return whether ``origin`` matches the requested ``host``, which must be an allowed one."""
    parts = _split_origin(origin)
    if parts is None or not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return False
    scheme, netloc = parts
    usual = f":{DEFAULT_PORTS.get(scheme, '')}"
    return netloc.removesuffix(usual) == host.lower().removesuffix(usual)


def is_trusted_origin(origin: str) -> bool:
    parts = _split_origin(origin)
    if parts is None:
        return False
    trusted = [_split_origin(origin) for origin in settings.CSRF_TRUSTED_ORIGINS]
    return any(
        one is not None and one[0] == parts[0] and is_same_domain(parts[1], one[1].lstrip("*"))
        for one in trusted
    )


def _split_origin(origin: str) -> tuple[str, str] | None:
    try:
        parts = urlsplit(origin.lower())
    except ValueError:
        return None
    return (parts.scheme, parts.netloc) if parts.netloc else None
