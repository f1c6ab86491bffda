"""Checks push endpoints: only URLs of known push services are accepted."""

import hashlib
from urllib.parse import SplitResult, urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from py_vapid.utils import b64urldecode

from scrabble_site.shared.refusals import InvalidRequest

PUSH_SERVICES = (
    "fcm.googleapis.com",
    "jmt17.google.com",
    "updates.push.services.mozilla.com",
    ".push.apple.com",
    ".notify.windows.com",
)
"""Hosts. A leading dot includes all subdomains. ``settings.PUSH_ORIGINS`` adds more."""

MAX_ENDPOINT_LENGTH = 1000
AUTH_BYTES = 16


def get_push_service(endpoint: str) -> str:
    """Return the host of a known push service. Raises ``InvalidRequest`` for any other URL.

    Anyone can submit an endpoint, so accepting all of them would let attackers make the server send
    requests into its own network (SSRF).
    """
    address = _parse_endpoint(endpoint)
    if address is None or not _is_known_service(address):
        raise InvalidRequest("push.service")
    return str(address.hostname)


def validate_keys(p256dh: str, auth: str) -> None:
    """Raise ``InvalidRequest`` unless messages can be encrypted with these keys: a point on the
    curve P-256 and 16 bytes."""
    try:
        point, secret = b64urldecode(p256dh.encode("ascii")), b64urldecode(auth.encode("ascii"))
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError as error:
        raise InvalidRequest("push.keys") from error
    if len(secret) != AUTH_BYTES:
        raise InvalidRequest("push.keys")


def hash_endpoint(endpoint: str) -> str:
    """Return the hash that identifies an endpoint without revealing it."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


def _parse_endpoint(endpoint: str) -> SplitResult | None:
    if len(endpoint) > MAX_ENDPOINT_LENGTH or not endpoint.isascii() or not endpoint.isprintable():
        return None
    try:
        address = urlsplit(endpoint)
        # Raises ``ValueError`` for an invalid port.
        _ = address.port
    except ValueError:
        return None
    is_valid = address.hostname and " " not in endpoint and "\\" not in endpoint
    return address if is_valid and "@" not in address.netloc else None


def _is_known_service(address: SplitResult) -> bool:
    if f"{address.scheme}://{address.netloc}" in settings.PUSH_ORIGINS:
        return True
    host = str(address.hostname)
    known = any(
        host.endswith(name) if name.startswith(".") else host == name for name in PUSH_SERVICES
    )
    return known and address.scheme == "https" and address.port in (None, 443)
