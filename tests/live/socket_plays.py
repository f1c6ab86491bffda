"""Plays of a duplicate game that a visitor sends over a socket, and their answers."""

import json
import re
import time
from typing import NamedTuple

from websockets.sync.client import connect
from websockets.sync.connection import Connection
from websockets.typing import Origin

from tests.live.client import Visitor
from tests.processes import PATIENCE

_ANSWER = re.compile(
    r'<i id="_answer" hidden data-key="([\w-]+)" data-status="(\d+)" data-wait="(\d+)"></i>(.*)',
    re.DOTALL,
)


class SocketAnswer(NamedTuple):
    """The answer to one play: the status as of a request, and the parts of the page."""

    key: str
    status: int
    # Seconds after which it may be sent again.
    wait: int
    text: str


def open_socket(visitor: Visitor, code: str, patience: float = PATIENCE) -> Connection:
    """Open the socket of a duplicate game's page."""
    return connect(
        f"{visitor.web.ws_url}/ws/duplicate/{code}/?stamp=0",
        origin=Origin(visitor.web.url),
        additional_headers={"Cookie": visitor.cookie_header},
        max_size=None,
        open_timeout=patience,
    )


def send_play(socket: Connection, **fields: object) -> None:
    socket.send("play " + json.dumps({name: str(value) for name, value in fields.items()}))


def read_answer(socket: Connection, patience: float = PATIENCE) -> SocketAnswer:
    """Wait for the next answer, and skip what else comes. Raises ``TimeoutError``."""
    end = time.monotonic() + patience
    while True:
        text = str(socket.recv(timeout=max(end - time.monotonic(), 0.01)))
        if found := _ANSWER.match(text):
            return SocketAnswer(found[1], int(found[2]), int(found[3]), found[4])
