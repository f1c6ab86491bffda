"""Which addresses a push may be sent to: those of known services, and no other machine's."""

import hashlib
from urllib.parse import SplitResult, urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from py_vapid.utils import b64urldecode

from games.common.refusals import Unsuitable

SERVICES = (
    "fcm.googleapis.com",
    "jmt17.google.com",
    "updates.push.services.mozilla.com",
    ".push.apple.com",
    ".notify.windows.com",
)
"""Hosts; where a dot begins, all below. ``settings.PUSH_ORIGINS`` names more."""

LONGEST = 1000
AUTH_BYTES = 16


def service_of(endpoint: str) -> str:
    """The host of a known service. Raises ``Unsuitable`` for any other address: whoever names an
    address must not have this site call its neighbours."""
    address = _read(endpoint)
    if address is None or not _is_known(address):
        raise Unsuitable("push.service")
    return str(address.hostname)


def check_keys(p256dh: str, auth: str) -> None:
    """Raise ``Unsuitable`` unless these can encrypt: a point of the curve, and sixteen bytes."""
    try:
        point, secret = b64urldecode(p256dh.encode("ascii")), b64urldecode(auth.encode("ascii"))
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError as error:
        raise Unsuitable("push.keys") from error
    if len(secret) != AUTH_BYTES:
        raise Unsuitable("push.keys")


def mark_of(endpoint: str) -> str:
    """What stands for an endpoint where it must not be read."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


def _read(endpoint: str) -> SplitResult | None:
    if len(endpoint) > LONGEST or not endpoint.isascii() or not endpoint.isprintable():
        return None
    try:
        address = urlsplit(endpoint)
        _ = address.port
    except ValueError:
        return None
    named = address.hostname and " " not in endpoint and "\\" not in endpoint
    return address if named and "@" not in address.netloc else None


def _is_known(address: SplitResult) -> bool:
    if f"{address.scheme}://{address.netloc}" in settings.PUSH_ORIGINS:
        return True
    host = str(address.hostname)
    known = any(host.endswith(name) if name.startswith(".") else host == name for name in SERVICES)
    return known and address.scheme == "https" and address.port in (None, 443)
