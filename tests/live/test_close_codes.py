"""Every close code of a socket, on the site's own server and on others.

Whichever side closes, and whatever the other side does then, the log shows no error.
"""

import os
import socket
import struct
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from games.live.hub import CLOSE_BEHIND, CLOSE_RESTART
from games.live.socket_closing import FALLBACK_CODES
from games.live.sockets import CLOSE_BAD_MESSAGE
from games.live.subscribers import CLOSE_UNKNOWN
from games.play.live.topics import CLOSE_FORBIDDEN
from games.players.live.socket_auth import CLOSE_SESSION_ENDED
from scrabble_site.limits.admission import CLOSE_LIMIT
from scrabble_site.server.protocols import FRAME_BURST
from tests.live.closing_app import LATER
from tests.processes import PATIENCE, Process, accepts_connections, find_free_port, wait_until

APPLICATION = "tests.live.closing_app:application"
SERVERS = {
    "own": ["tests.live.closing_app"],
    "uvicorn": ["uvicorn", APPLICATION, "--ws", "websockets-sansio", "--port"],
    "daphne": ["daphne", APPLICATION, "-p"],
}
OURS = (
    CLOSE_BAD_MESSAGE,
    CLOSE_RESTART,
    CLOSE_BEHIND,
    CLOSE_UNKNOWN,
    CLOSE_FORBIDDEN,
    CLOSE_SESSION_ENDED,
)
CODES = (*OURS, CLOSE_LIMIT, 1000)
THEIRS = (0, 999, *range(1000, 1017), 2999, 3000, 4000, 4401, 4999, 5000, 65535)

TEXT, CLOSE, PING = 1, 8, 9

pytestmark = pytest.mark.servers


class Server(Process):
    def __init__(self, kind: str, folder: Path) -> None:
        self.port = find_free_port()
        command = [sys.executable, "-m", *SERVERS[kind], str(self.port)]
        super().__init__(kind, command, folder / "log", lambda: accepts_connections(self.port))

    def is_idle(self) -> bool:
        """Return whether no socket has work left, such as a delayed close."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=PATIENCE) as answer:
            return bool(answer.read() == b"0")

    def raw_socket(self) -> socket.socket:
        """Open a raw socket and finish the handshake, for tests that write frames by hand."""
        raw = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        raw.sendall(
            b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        received = b""
        while b"\r\n\r\n" not in received:
            received += raw.recv(4096)
        return raw


@pytest.fixture(scope="module", params=SERVERS)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator:
    server = Server(request.param, tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def calm(server: Server) -> Iterator[Server]:
    """Yield the server; afterwards check that its log is clean."""
    before = len(server.log_text())
    yield server
    wait_until(server.is_idle, "every socket to be closed")
    said = server.log_text()[before:]
    for word in ("Traceback", "ERROR", "Exception", "never retrieved"):
        assert word not in said, said[-6000:]


def frame(kind: int, data: bytes) -> bytes:
    return bytes([0x80 | kind, 0x80 | len(data), 0, 0, 0, 0]) + data


def read_all(raw: socket.socket) -> bytes:
    received = b""
    try:
        while more := raw.recv(4096):
            received += more
    except ConnectionResetError:
        pass
    return received


@pytest.mark.parametrize("when", ["close", "later"])
def test_every_code_of_the_site_arrives(calm: Server, when: str) -> None:
    for code in CODES:
        with connect(
            f"ws://127.0.0.1:{calm.port}/", open_timeout=PATIENCE, close_timeout=5
        ) as page:
            page.send(f"{when} {code}")
            with pytest.raises(ConnectionClosed):
                page.recv(timeout=PATIENCE)
        assert page.close_code == (code if calm.name == "own" else FALLBACK_CODES.get(code, code))


@pytest.mark.sampled("own")
def test_a_page_may_close_with_any_code(calm: Server) -> None:
    goodbyes = [struct.pack("!H", code) for code in THEIRS]
    for close_frame in (*goodbyes, b"", b"\3", struct.pack("!H", 1000) + b"\xff\xfe"):
        with closing(calm.raw_socket()) as raw:
            raw.sendall(frame(CLOSE, close_frame))
            read_all(raw)


@pytest.mark.sampled("own")
@pytest.mark.parametrize("how", ["closes", "hangs up", "is reset"])
def test_a_page_may_disconnect_before_it_is_closed(calm: Server, how: str) -> None:
    """One page for each code, all at once."""
    with ExitStack() as stack:
        pages = [stack.enter_context(closing(calm.raw_socket())) for _ in CODES]
        for raw, code in zip(pages, CODES, strict=True):
            raw.sendall(frame(TEXT, f"later {code}".encode()))
        time.sleep(LATER / 3)
        for raw in pages:
            if how == "closes":
                raw.sendall(frame(CLOSE, struct.pack("!H", 1001)))
            elif how == "is reset":
                # Lingering for 0 seconds makes close() send a reset instead of an orderly end.
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        for raw in pages if how == "closes" else ():
            read_all(raw)


@pytest.mark.sampled("own")
def test_a_page_that_floods_may_close_cleanly(calm: Server) -> None:
    """Its close frame arrives within the flood, or after the server has closed."""
    many = frame(PING, b"") * (2 * int(FRAME_BURST))
    close_frame = frame(CLOSE, struct.pack("!H", 1000))
    for said in (many + close_frame, many + close_frame + many, close_frame + many):
        with closing(calm.raw_socket()) as raw:
            raw.sendall(said)
            read_all(raw)


def test_a_server_may_go_down_while_a_page_closes(tmp_path: Path) -> None:
    """The page has sent its close frame and reads nothing, so its connection lingers."""
    server = Server("own", tmp_path)
    server.start()
    with closing(server.raw_socket()) as raw, closing(server.raw_socket()) as other:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.sendall(frame(CLOSE, struct.pack("!H", 1000)))
        assert server.stop() in (0, -15)
        assert struct.pack("!H", CLOSE_RESTART) in read_all(other)
    assert "Traceback" not in server.log_text()
    assert os.path.getsize(server.log) < 10_000
