"""The pair of keys by which push services know this site (VAPID)."""

from functools import cache

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid
from py_vapid.utils import b64urlencode


@cache
def signer() -> Vapid:
    """Signs what is sent. Whether a service takes the contact in it is the service's to say."""
    made = Vapid.from_raw(settings.VAPID_PRIVATE_KEY.encode())
    made.conf["no-strict"] = True
    return made


@cache
def public_key() -> str:
    """As a page gives it to its browser."""
    point = signer().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return str(b64urlencode(point))


def contact() -> str:
    """Whom a service may write to about what this site sends."""
    if settings.SITE_URL.startswith("https://"):
        return str(settings.SITE_URL).rstrip("/")
    return f"mailto:{settings.DEFAULT_FROM_EMAIL.rpartition('<')[2].rstrip('> ')}"
