"""Sockets are opened by this site's own pages alone.

A browser sends a visitor's cookies to every port of a host, and says which page it is that asks. A
socket needs what Django asks of a form: a page of the very host and port that was asked, or of
``CSRF_TRUSTED_ORIGINS``. Programs, which send a token and no cookie counts for, name no page.
"""

from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host
from django.utils.http import is_same_domain

from games.api.doorkeeper import is_program

PORTS = {"http": "80", "https": "443"}


class SameOrigin:
    """ASGI wrapper for sockets: 403 for a page from elsewhere."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        host = headers.get(b"host", b"").decode("latin-1")
        allowed = is_own(origin, host) or is_trusted(origin) or is_program(scope)
        await (self.application if allowed else WebsocketDenier())(scope, receive, send)


def is_own(origin: str, host: str) -> bool:
    """Whether a page of ``origin`` is of the site that was asked by the name ``host``."""
    parts = _split(origin)
    if parts is None or not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return False
    scheme, netloc = parts
    usual = f":{PORTS.get(scheme, '')}"
    return netloc.removesuffix(usual) == host.lower().removesuffix(usual)


def is_trusted(origin: str) -> bool:
    parts = _split(origin)
    if parts is None:
        return False
    trusted = [_split(one) for one in settings.CSRF_TRUSTED_ORIGINS]
    return any(
        one is not None and one[0] == parts[0] and is_same_domain(parts[1], one[1].lstrip("*"))
        for one in trusted
    )


def _split(origin: str) -> tuple[str, str] | None:
    try:
        parts = urlsplit(origin.lower())
    except ValueError:
        return None
    return (parts.scheme, parts.netloc) if parts.netloc else None
