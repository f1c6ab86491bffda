"""A room's socket, opened with a browser's cookie, and its messages."""

from channels.testing import WebsocketCommunicator

from games.play.models import Room
from scrabble_site.asgi import application
from tests.processes import PATIENCE


def has_rack(text: str) -> bool:
    return '"rack":[' in text


async def open_socket(room: Room, cookie: str) -> WebsocketCommunicator:
    headers = [
        (b"host", b"localhost"),
        (b"origin", b"http://localhost"),
        (b"cookie", f"sessionid={cookie}".encode()),
    ]
    page = WebsocketCommunicator(application, f"/ws/r/{room.code}/", headers)
    connected, _protocol = await page.connect(timeout=PATIENCE)
    assert connected
    return page


async def next_message(page: WebsocketCommunicator, kind: str) -> dict:
    while (message := await page.receive_output(timeout=PATIENCE))["type"] != kind:
        pass
    return message


async def newest_bundle(page: WebsocketCommunicator) -> str:
    while "_state" not in (text := (await next_message(page, "websocket.send"))["text"]):
        pass
    return text
