"""The key pair that identifies this site to push services (VAPID, RFC 8292)."""

from functools import cache

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid
from py_vapid.utils import b64urlencode


@cache
def get_signer() -> Vapid:
    """Return the signing key. The contact is not validated locally; each service applies its own
    rules."""
    made = Vapid.from_raw(settings.VAPID_PRIVATE_KEY.encode())
    made.conf["no-strict"] = True
    return made


@cache
def get_public_key() -> str:
    """Return the public key in the form browsers need for subscribing."""
    point = get_signer().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return str(b64urlencode(point))


def get_contact() -> str:
    """Return the address at which a push service can contact the operator."""
    if settings.SITE_URL.startswith("https://"):
        return str(settings.SITE_URL).rstrip("/")
    return f"mailto:{settings.DEFAULT_FROM_EMAIL.rpartition('<')[2].rstrip('> ')}"
