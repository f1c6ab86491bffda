"""A badge names somebody on a page without giving away who it is, even one who has no name yet.

Ids of visitors are in nobody's page but signed cookies. A badge is an id that this site alone can
read back: its first half is a keyed hash of the id and the place, its second half the id under a
stream that follows from the first (as in synthetic-IV encryption, RFC 5297). The same person has
another badge in another place.
"""

from uuid import UUID

from django.utils.crypto import constant_time_compare, salted_hmac

MARK = 16
"""Bytes of the hash, and of an id."""


def badge_of(visitor: str, place: str) -> str:
    """``visitor`` is the text of an id."""
    mark = _mark(UUID(visitor), place)
    return (mark + _crossed(UUID(visitor).bytes, mark)).hex()


def read_badge(badge: str, place: str) -> UUID | None:
    """Whose badge it is; ``None`` for what was not given out at this place."""
    try:
        found = bytes.fromhex(badge)
        visitor = UUID(bytes=_crossed(found[MARK:], found[:MARK]))
    except ValueError:
        return None
    return visitor if constant_time_compare(_mark(visitor, place), found[:MARK]) else None


def _mark(visitor: UUID, place: str) -> bytes:
    text = f"{visitor} {place}"
    return salted_hmac("games.players.badges", text, algorithm="sha256").digest()[:MARK]


def _crossed(text: bytes, mark: bytes) -> bytes:
    stream = salted_hmac("games.players.badges.stream", mark.hex(), algorithm="sha256").digest()
    return bytes(a ^ b for a, b in zip(text, stream, strict=False))
