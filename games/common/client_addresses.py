"""The client address of a request, as rate limits count it.

An IPv6 customer usually gets a whole /64 network, so each such network counts as one address. The
server determines the client before Django runs: a trusted proxy (``TRUSTED_PROXIES``) is believed
about the last address it names; for anyone else the peer address counts, whatever the headers say.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

from django.http import HttpRequest

IPV6_NETWORK_BITS = 64
"""Length of the IPv6 prefix that identifies one customer."""

_asking: ContextVar[str] = ContextVar("address", default="")


@contextmanager
def remember_address(address: str) -> Iterator[None]:
    """Make the client's address available to :func:`get_current_address` during a request."""
    token = _asking.set(address)
    try:
        yield
    finally:
        _asking.reset(token)


def get_current_address() -> str:
    """Return the address of the request that this thread answers, or "" outside of requests."""
    return _asking.get()


def get_client_address(request: HttpRequest) -> str:
    return get_client_network(str(request.META.get("REMOTE_ADDR", "")))


def get_scope_address(scope: Mapping[str, Any]) -> str:
    """Return the client address of an ASGI scope, or "" if it names none."""
    client = scope.get("client")
    return get_client_network(str(client[0])) if client else ""


@lru_cache(4096)
def get_client_network(host: str) -> str:
    """Return the network of an IPv6 address, and any other host as it is.

    >>> [get_client_network(one) for one in ("2001:db8:0:1::7", "192.0.2.7", "::ffff:192.0.2.7")]
    ['2001:db8:0:1::/64', '192.0.2.7', '192.0.2.7']
    """
    try:
        # A link-local address has its network interface after a percent sign.
        address = ip_address(host.partition("%")[0])
    except ValueError:
        # Not an IP address, such as the name of a test client.
        return host[:64]
    if not isinstance(address, IPv6Address):
        return str(address)
    # A dual-stack socket reports IPv4 clients in this form.
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(IPv6Network((address, IPV6_NETWORK_BITS), strict=False))
