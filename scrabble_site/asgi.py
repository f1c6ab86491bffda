"""The ASGI application: static files, pages and sockets behind one door."""

import os
from typing import Any
from wsgiref.headers import Headers

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrabble_site.settings")
django.setup(set_prefix=False)

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.conf import settings  # noqa: E402
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler  # noqa: E402
from django.urls import re_path  # noqa: E402
from servestatic import ServeStaticASGI  # noqa: E402

from games.api.doorkeeper import ProgramDoor  # noqa: E402
from games.live.routing import websocket_urlpatterns  # noqa: E402
from games.players.doorkeeper import Doorkeeper  # noqa: E402
from scrabble_site.bodies import BodyLimit  # noqa: E402
from scrabble_site.gate import Gate, SocketGate  # noqa: E402
from scrabble_site.handler import KeptThreadHandler  # noqa: E402
from scrabble_site.origins import SameOrigin  # noqa: E402
from scrabble_site.uploads import may_upload  # noqa: E402

NO_SUCH_SOCKET = 4404


async def refuse_socket(_scope: Any, receive: Any, send: Any) -> None:
    """Closes a socket on an address that has none; its code says so where a browser can see it."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": NO_SUCH_SOCKET})


def guard_file(headers: Headers, _path: str, _url: str) -> None:
    """A file is what it says it is, whatever it holds."""
    headers["X-Content-Type-Options"] = "nosniff"


def build_http() -> Any:
    pages: Any = Gate(BodyLimit(KeptThreadHandler(), may_upload))
    if not settings.STATIC_HASHED:
        return ASGIStaticFilesHandler(pages)
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    return ServeStaticASGI(
        pages,
        root=settings.STATIC_ROOT,
        prefix=settings.STATIC_URL,
        allow_all_origins=False,
        max_age=3600,
        add_headers_function=guard_file,
    )


def build_sockets() -> Any:
    routes = [*websocket_urlpatterns(), re_path("", refuse_socket)]  # type: ignore[arg-type]
    return SameOrigin(SocketGate(ProgramDoor(Doorkeeper(URLRouter(routes)))))


application = ProtocolTypeRouter({"http": build_http(), "websocket": build_sockets()})
