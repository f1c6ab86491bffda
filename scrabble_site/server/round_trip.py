"""Round-trip time of a connection, as measured by the operating system or a proxy."""

import socket
import struct

_INFO = getattr(socket, "TCP_INFO", None)
_RTT_OFFSET = 68
"""Offset of ``tcpi_rtt``, the smoothed round-trip time in microseconds, in Linux's
``struct tcp_info``."""

_MICROSECONDS = 1_000_000


def measure_round_trip(connection: socket.socket | None) -> float | None:
    """Return the round-trip time of a TCP connection in seconds, ``None`` if it is not known."""
    if connection is None or _INFO is None:
        return None
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, _INFO, _RTT_OFFSET + 4)
    except OSError:
        return None
    if len(info) < _RTT_OFFSET + 4:
        return None
    (trip,) = struct.unpack_from("I", info, _RTT_OFFSET)
    return trip / _MICROSECONDS if trip else None


def parse_round_trip(text: bytes) -> float | None:
    """Convert a proxy's header, in microseconds, to seconds. Returns ``None`` if it is invalid."""
    return int(text) / _MICROSECONDS if text.isdigit() and len(text) < 10 and int(text) else None
