"""Undocumented names of Uvicorn and websockets that the site's protocols use.

An update of either library that drops or renames one of these fails here, with the name.
"""

import ast
import inspect
import textwrap
from typing import Any

import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import Server
from websockets.server import ServerProtocol

from scrabble_site.server.protocols import RequestProtocol, SocketProtocol
from scrabble_site.server.uvicorn_server import GracefulServer

PINNED: dict[type[Any], set[str]] = {
    HttpToolsProtocol: {
        *("connection_made", "connection_lost", "data_received", "pause_writing"),
        *("resume_writing", "handle_websocket_upgrade", "on_message_begin", "on_headers_complete"),
        *("on_message_complete", "_start_asgi_task", "send_400_response"),
        *("client", "headers", "loop", "parser", "scope", "transport"),
    },
    RequestResponseCycle: {"disconnected", "message_event", "response_complete"},
    WebSocketsSansIOProtocol: {
        *("data_received", "pause_writing", "resume_writing", "shutdown", "send"),
        *("start_keepalive", "stop_keepalive", "send_keepalive_ping", "handle_connect"),
        *("handle_events", "handle_pong", "send_receive_event_to_app"),
        *("close_sent", "close_timer", "conn", "curr_msg_data_type", "disconnected", "frames"),
        *("handshake_complete", "last_ping_rtt", "loop", "ping_timer", "queue", "read_paused"),
        *("scope", "transport"),
    },
    ServerProtocol: {"data_to_send", "events", "events_received", "send_close", "state"},
    Server: {"capture_signals", "handle_exit", "servers", "shutdown", "startup"},
}
USES = {
    RequestProtocol: HttpToolsProtocol,
    SocketProtocol: WebSocketsSansIOProtocol,
    GracefulServer: Server,
}


def read_class(kind: type[Any]) -> ast.ClassDef:
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(node, ast.ClassDef)
    return node


def is_own(node: ast.Attribute) -> bool:
    """Return whether this is ``self.name`` or ``super().name``."""
    match node.value:
        case ast.Name(id="self") | ast.Call(func=ast.Name(id="super")):
            return True
    return False


def names_of(kind: type[Any]) -> set[str]:
    """Return the names an instance has: those of the class, and those set in any of its methods."""
    attributes = (
        node.attr
        for base in kind.__mro__
        if base.__module__.startswith(("uvicorn", "websockets"))
        for node in ast.walk(read_class(base))
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and is_own(node)
    )
    return {*dir(kind), *attributes}


def names_used(kind: type[Any]) -> set[str]:
    """Return the names that one of the site's classes overrides, reads or sets."""
    node = read_class(kind)
    defined = {
        one.name for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    inside = ast.walk(node)
    return defined | {one.attr for one in inside if isinstance(one, ast.Attribute) and is_own(one)}


@pytest.mark.parametrize("kind", PINNED, ids=lambda kind: kind.__name__)
def test_pinned_uvicorn_names_exist(kind: type[Any]) -> None:
    missing = PINNED[kind] - names_of(kind)
    place = f"{kind.__module__}.{kind.__qualname__}"
    assert not missing, f"{place} no longer has {', '.join(sorted(missing))}"


@pytest.mark.parametrize(("own", "base"), USES.items(), ids=lambda kind: kind.__name__)
def test_every_uvicorn_name_in_use_is_pinned(own: type[Any], base: type[Any]) -> None:
    used = {name for name in names_used(own) & names_of(base) if not name.startswith("__")}
    assert used == PINNED[base]


def test_a_missing_name_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PINNED, Server, {"startup", "begin"})
    with pytest.raises(AssertionError, match=r"uvicorn\.server\.Server no longer has begin"):
        test_pinned_uvicorn_names_exist(Server)
