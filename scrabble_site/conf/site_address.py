"""The site's own address, for sites that do not set ``SITE_URL``."""

import socket

LOOPBACK_HOSTS = {"127.0.0.1", "::1", "localhost"}
WILDCARD_HOSTS = {"0.0.0.0", "::", ""}  # noqa: S104 - compared with, not listened on


def build_local_url(host: str, port: int) -> str:
    """Return the URL of a server at ``host`` and ``port`` for a browser on this machine.

    It uses the name ``localhost``, because browsers do not store passkeys for IP addresses.

    >>> build_local_url("127.0.0.1", 8120)
    'http://localhost:8120/'
    """
    name = "localhost" if host in LOOPBACK_HOSTS | WILDCARD_HOSTS else host
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def build_link_base(host: str, port: int) -> str:
    """Return the base of links in e-mails.

    If the server listens on all interfaces, that is this machine's address in its network.
    """
    return build_local_url(
        _find_network_address() if host in WILDCARD_HOSTS else host, port
    ).rstrip("/")


def _find_network_address() -> str:
    """Return this machine's address in its network, or "localhost" if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            # Connecting a UDP socket sends no packet; it only makes the kernel choose a route.
            asking.connect(("192.0.2.1", 9))
        except OSError:
            return "localhost"
        return str(asking.getsockname()[0])
