"""A local push service, and browsers that can decrypt what is pushed to them."""

import json
import os
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid

from games.push.services import vapid_keys


@dataclass
class PushRequest:
    """One push request: the browser's name (the end of its path),
    its headers and the encrypted body."""

    name: str
    headers: dict[str, str]
    body: bytes

    def claims(self) -> dict[str, Any]:
        """Return the sender's VAPID claims, after checking that the signature is this site's."""
        said = self.headers["authorization"]
        assert Vapid.verify(said)
        token, key = (part.partition("=")[2] for part in said.removeprefix("vapid ").split(","))
        assert key == vapid_keys.get_public_key()
        claims: dict[str, Any] = json.loads(_decode(token.split(".")[1]))
        return claims


@dataclass
class PushService:
    """A push service that records its requests.

    ``answers`` gives the status for a browser (201 if missing), or the URL that it is redirected
    to.
    """

    url: str = ""
    answers: dict[str, int | str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    given: list[PushRequest] = field(default_factory=list)

    def answer(self, call: BaseHTTPRequestHandler) -> None:
        headers = {name.lower(): value for name, value in call.headers.items()}
        body = call.rfile.read(int(headers.get("content-length", 0)))
        name = call.path.rpartition("/")[2]
        self.given.append(PushRequest(name, headers, body))
        # RFC 8030: 201 means that the service has accepted the push.
        said = self.answers.get(name, 201)
        call.send_response(307 if isinstance(said, str) else said)
        if isinstance(said, str):
            call.send_header("Location", said)
        for one, value in self.headers.items():
            call.send_header(one, value)
        call.send_header("Content-Length", "0")
        call.end_headers()


class Browser:
    """The keys of one browser. ``form`` is what its page posts to subscribe."""

    def __init__(self, service: PushService, name: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        self.endpoint = f"{service.url}/push/{name}"

    @property
    def form(self) -> dict[str, str]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": self.endpoint,
            "p256dh": _encode(point),
            "auth": _encode(self.auth),
        }

    def read(self, given: PushRequest) -> dict[str, str]:
        assert given.headers["content-encoding"] == "aes128gcm"
        said = http_ece.decrypt(given.body, private_key=self.key, auth_secret=self.auth)
        data: dict[str, str] = json.loads(said)
        return data


@contextmanager
def run_push_service(settings: Any) -> Iterator[PushService]:
    """Run a push service that the site accepts until the context ends."""
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            service.answer(self)

        def log_message(self, *_said: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listening:
        listening.daemon_threads = True
        threading.Thread(target=listening.serve_forever, daemon=True).start()
        service.url = f"http://127.0.0.1:{listening.server_address[1]}"
        settings.PUSH_ORIGINS = [service.url]
        yield service
        listening.shutdown()


def _encode(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def _decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
