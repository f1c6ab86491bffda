"""A visitor from the server's point of view: a cookie jar, pages, commands, the room's socket.

A :class:`Visitor` stays with one web process, sends the CSRF token of its page and requests parts
as htmx does. A :class:`Page` is an open room page: it acknowledges every bundle, as the browser's
script does. :mod:`tests.live.bundles` parses the bundles.
"""

import http.client
import re
import threading
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from email.message import Message
from http.cookies import SimpleCookie
from io import BytesIO
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlencode
from zipfile import ZipFile

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.live.bundles import Bundle, is_bundle
from tests.processes import PATIENCE
from tests.site_processes import WebServer

FRONT = "/"
FORM = "application/x-www-form-urlencoded"
SEEN = "seen"
ZIP = b"PK"
STREAMS = ("application/x-ndjson", "text/event-stream")
HEARTBEATS = (b"\n", b":\n\n")
"""Keep-alives of a stream; the first one marks the end of its initial content."""

_SPECTATORS = '<output id="_spectator_count"'
_DRAFTS = '<script id="_drafts"'
_TOKEN = re.compile(r'"X-CSRFToken": "(\w+)"')


@dataclass(frozen=True, slots=True)
class Answer:
    """One response; ``text`` is the decompressed body, of a zip file all files in it."""

    status: int
    headers: Message
    text: str

    @property
    def bundle(self) -> Bundle:
        """The bundle of a 200 answer, or the one at the start of a 409 answer."""
        assert is_bundle(self.text), f"no bundle in this {self.status}: {self.text[:300]}"
        return Bundle(self.text)

    @property
    def message(self) -> str:
        """The sentence in the message part; empty if there is none."""
        found = re.search(r'<div id="_message"[^>]*>(.*?)</div>', self.text)
        return found[1] if found else ""


class Visitor:
    """One browser. Any number of threads may share it; each request uses a separate connection.

    ``source``: the address it connects from; ``proxied``: headers that a proxy adds to its
    requests.
    """

    def __init__(self, web: WebServer, name: str = "") -> None:
        self.web = web
        self.name = name
        self.cookies: dict[str, str] = {}
        self.token = ""
        self.source = ""
        self.proxied: dict[str, str] = {}
        self._lock = threading.Lock()

    def get(self, path: str, *, htmx: bool = False, **headers: str) -> Answer:
        return self.ask("GET", path, headers=_headers(htmx, headers))

    def post(self, path: str, /, *, htmx: bool = True, **fields: Any) -> Answer:
        """Send a command with the CSRF token of the page it comes from."""
        return self.ask(
            "POST", path, urlencode(fields, doseq=True).encode(), self._form_headers(htmx)
        )

    def send_only(self, path: str, /, **fields: Any) -> None:
        """Send a command and hang up without waiting for the answer."""
        headers = {"Cookie": self.cookie_header} | self._form_headers(htmx=True)
        with self.connected() as connection:
            connection.request("POST", path, urlencode(fields).encode(), headers)

    @contextmanager
    def connected(self) -> Iterator[http.client.HTTPConnection]:
        """Open a connection to the visitor's process for one request."""
        source = (self.source, 0) if self.source else None
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.web.port, timeout=PATIENCE, source_address=source
        )
        with closing(connection):
            yield connection

    def _form_headers(self, htmx: bool) -> dict[str, str]:
        if not self.token:
            self.get(FRONT)
        origin = {"X-CSRFToken": self.token, "Origin": self.web.url, "Content-Type": FORM}
        return _headers(htmx, origin)

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send any request, with this visitor's cookies."""
        sent = {"Cookie": self.cookie_header} | self.proxied | dict(headers or {})
        with self.connected() as connection:
            connection.request(method, path, body, sent)
            response = connection.getresponse()
            if response.headers.get_content_type() in STREAMS:
                body = _read_so_far(response)
            else:
                body = response.read()  # refuses a body that was cut off
            text = _read_archive(body) if body.startswith(ZIP) else body.decode()
            answer = Answer(response.status, response.headers, text)
        self._keep(answer)
        return answer

    @property
    def cookie_header(self) -> str:
        with self._lock:
            return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def _keep(self, answer: Answer) -> None:
        with self._lock:
            for line in answer.headers.get_all("Set-Cookie", []):
                for name, morsel in SimpleCookie(line).items():
                    self.cookies[name] = morsel.value
            if token := _TOKEN.search(answer.text):
                self.token = token[1]

    def open(self, code: str, stamp: int = 0, **options: Any) -> "Page":
        return Page(self, code, stamp, **options)


def _read_so_far(response: http.client.HTTPResponse) -> bytes:
    """Return the initial content of a stream, which never ends."""
    parts = []
    while part := response.read1():
        parts.append(part)
        if part in HEARTBEATS:
            break
    return b"".join(parts)


def _read_archive(body: bytes) -> str:
    with ZipFile(BytesIO(body)) as archive:
        return "\n".join(archive.read(name).decode() for name in archive.namelist())


def make_command_key() -> str:
    return str(uuid.uuid4())


def _headers(htmx: bool, headers: Mapping[str, str]) -> dict[str, str]:
    return ({"HX-Request": "true"} if htmx else {}) | dict(headers)


class Page:
    """A room's page with an open socket; ``received`` keeps every text.

    With ``polite=False`` it acknowledges nothing, as a stalled browser would.
    """

    def __init__(self, visitor: Visitor, code: str, stamp: int = 0, *, polite: bool = True) -> None:
        self.polite = polite
        self.received: list[str] = []
        self.newest: Bundle | None = None
        address = f"{visitor.web.ws_url}/ws/r/{code}/"
        self.socket: ClientConnection = connect(
            f"{address}?stamp={stamp}" if stamp else address,
            origin=Origin(visitor.web.url),
            additional_headers={"Cookie": visitor.cookie_header},
            max_size=None,
            open_timeout=PATIENCE,
            close_timeout=2,
            # Only the server sends pings, as with a browser.
            ping_interval=None,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.socket.close()

    def bundle(self, least: int = 1, limit: float = PATIENCE) -> Bundle:
        """Return the newest bundle, once its stamp is at least ``least``."""
        end = time.monotonic() + limit
        while self.newest is None or self.newest.stamp < least:
            self.receive(end - time.monotonic(), f"a bundle stamped {least}")
        return self.newest

    def receive(self, limit: float, what: str = "a text") -> str:
        """Return the next text. Raises ``AssertionError`` after ``limit`` seconds without one."""
        try:
            text = self.socket.recv(timeout=max(limit, 0.01))
        except TimeoutError:
            raise AssertionError(f"waited in vain for {what}; have {self.newest}") from None
        assert isinstance(text, str)
        self.received.append(text)
        if is_bundle(text):
            bundle = Bundle(text)
            assert self.newest is None or bundle.stamp > self.newest.stamp, "stamps only grow"
            self.newest = bundle
        if self.polite and (is_bundle(text) or text.startswith(_DRAFTS)):
            self.socket.send(SEEN)
        return text

    def read_spectators(self, limit: float = PATIENCE) -> int:
        """Return the number of spectators, without the players, from the next text that has it."""
        end = time.monotonic() + limit
        while not (text := self.receive(end - time.monotonic(), "the spectators")).startswith(
            _SPECTATORS
        ):
            pass
        found = re.search(r"(\d+) watching", text)
        return int(found[1]) if found else 0

    def acknowledge(self, times: int = 1) -> None:
        for _ in range(times):
            self.socket.send(SEEN)

    def close_code(self, limit: float = PATIENCE) -> int | None:
        """Read everything until the server closes the socket, and return its close code."""
        end = time.monotonic() + limit
        try:
            while True:
                self.receive(end - time.monotonic(), "the end")
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None
