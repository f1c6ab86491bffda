"""Where a request comes from, as limits count it.

Whoever is served IPv6 has a network of 64 bits to themselves, so that network is one address. Who
asked the server is known before Django: of a proxy that is trusted (``TRUSTED_PROXIES``) it is
whom that proxy names last, of everybody else it is they themselves, whatever their headers say.
"""

from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

from django.http import HttpRequest

NETWORK = 64
"""Bits of an IPv6 address that tell one visitor's place from another's."""


def address_of(request: HttpRequest) -> str:
    return place_of(str(request.META.get("REMOTE_ADDR", "")))


def address_in_scope(scope: Mapping[str, Any]) -> str:
    """The same of an ASGI scope."""
    client = scope.get("client")
    return place_of(str(client[0])) if client else ""


@lru_cache(4096)
def place_of(host: str) -> str:
    """
    >>> place_of("2001:db8:0:1::7"), place_of("192.0.2.7"), place_of("::ffff:192.0.2.7")
    ('2001:db8:0:1::/64', '192.0.2.7', '192.0.2.7')
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(IPv6Network((address, NETWORK), strict=False))
