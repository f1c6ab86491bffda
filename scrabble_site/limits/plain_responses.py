"""Minimal responses for requests that are refused before they reach Django."""

from typing import Any

PLAIN = b"text/plain; charset=utf-8"
JSON = b"application/json; charset=utf-8"
HTML = b"text/html; charset=utf-8"


async def send_plain_response(
    send: Any, status: int, sentence: str, *, wait: int = 0, kind: bytes = PLAIN
) -> None:
    """Send ``sentence`` and close the connection.

    With ``wait``, the client is asked to retry after so many seconds and the connection stays open.
    """
    body = f"{sentence}\n".encode()
    headers = [
        (b"content-type", kind),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"content-security-policy", b"default-src 'none'; style-src 'self'"),
        (b"x-content-type-options", b"nosniff"),
        (b"retry-after", str(wait).encode()) if wait else (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
