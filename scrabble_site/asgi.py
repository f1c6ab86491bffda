"""The ASGI application: static files, pages and sockets."""

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

from games.accounts.views.staff_passkeys import is_barred_socket  # noqa: E402
from games.api.live.socket_auth import TokenSocketMiddleware  # noqa: E402
from games.live.routing import websocket_urlpatterns  # noqa: E402
from games.live.socket_closing import CloseOnceMiddleware  # noqa: E402
from games.players.live.socket_auth import SocketAuthMiddleware  # noqa: E402
from scrabble_site.limits.admission import RequestAdmission, SocketAdmission  # noqa: E402
from scrabble_site.limits.request_bodies import BodyLimitMiddleware  # noqa: E402
from scrabble_site.limits.upload_permission import may_upload_word_lists  # noqa: E402
from scrabble_site.security.socket_origins import SameOriginSockets  # noqa: E402
from scrabble_site.server.handler import ThreadPoolHandler  # noqa: E402
from scrabble_site.shared.release import get_release  # noqa: E402

# Of the range that applications may define; like HTTP's 404.
NO_SUCH_SOCKET = 4404


async def refuse_socket(_scope: Any, receive: Any, send: Any) -> None:
    """Close a socket with an unknown path, with a code that the page's script can read."""
    await receive()
    # Only after a completed handshake does a browser show the close code to scripts.
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": NO_SUCH_SOCKET})


def guard_file(headers: Headers, _path: str, _url: str) -> None:
    """Keep browsers from guessing a static file's type from its content."""
    headers["X-Content-Type-Options"] = "nosniff"


def build_http() -> Any:
    pages: Any = RequestAdmission(BodyLimitMiddleware(ThreadPoolHandler(), may_upload_word_lists))
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
    # From the outside in: origin, limits, API tokens, sessions. Cheap checks come first.
    routes = [*websocket_urlpatterns(), re_path("", refuse_socket)]  # type: ignore[arg-type]
    authentication = SocketAuthMiddleware(URLRouter(routes), is_barred_socket)
    return CloseOnceMiddleware(
        SameOriginSockets(SocketAdmission(TokenSocketMiddleware(authentication)))
    )


get_release()  # before the files of the next release can replace those of this one
application = ProtocolTypeRouter({"http": build_http(), "websocket": build_sockets()})
