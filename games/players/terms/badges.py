"""Badges: names for people on a page that do not reveal their id.

Visitors' ids appear only in signed cookies, never on a page. A badge is an encrypted id that only
this site can read. Its first half is a keyed hash of the id and the place. Its second half is the
id, encrypted with a key stream derived from the first half (as in synthetic-IV encryption, RFC
5297). The same person has different badges in different places.
"""

from uuid import UUID

from django.utils.crypto import constant_time_compare, salted_hmac

MARK_BYTES = 16
"""Length of the hash, and of an id."""


def create_badge(visitor: str, place: str) -> str:
    """Return the badge of a visitor (the text of an id) at a place."""
    mark = _sign(UUID(visitor), place)
    return (mark + _apply_key_stream(UUID(visitor).bytes, mark)).hex()


def read_badge(badge: str, place: str) -> UUID | None:
    """Return whose badge it is, or ``None`` if it was not created for this place."""
    try:
        found = bytes.fromhex(badge)
        visitor = UUID(bytes=_apply_key_stream(found[MARK_BYTES:], found[:MARK_BYTES]))
    except ValueError:
        return None
    # Badges of other places, and invented ones, fail here.
    return visitor if constant_time_compare(_sign(visitor, place), found[:MARK_BYTES]) else None


def _sign(visitor: UUID, place: str) -> bytes:
    text = f"{visitor} {place}"
    return salted_hmac("games.players.badges", text, algorithm="sha256").digest()[:MARK_BYTES]


def _apply_key_stream(text: bytes, mark: bytes) -> bytes:
    stream = salted_hmac("games.players.badges.stream", mark.hex(), algorithm="sha256").digest()
    return bytes(a ^ b for a, b in zip(text, stream, strict=False))
