"""Keys that the site generates if none are configured, and keeps in files outside git.

One key signs sessions. The other is the private key by which push services recognise the site
(VAPID, RFC 8292): a scalar of the curve P-256 in URL-safe base64.
"""

import os
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from pathlib import Path

P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
PUSH_KEY_BYTES = 32

MIN_KEY_LENGTH = 50
MIN_DISTINCT_CHARACTERS = 10
"""Length and number of different characters required of a key in production."""


def is_strong_key(key: str) -> bool:
    """Return whether a key looks random. Keys that people make up are shorter."""
    return len(key) >= MIN_KEY_LENGTH and len(set(key)) >= MIN_DISTINCT_CHARACTERS


def load_secret_key(path: Path) -> str:
    """Return the session key in ``path``. Create it first if the file does not exist."""
    return _load_or_create(path, lambda: secrets.token_urlsafe(64))


def load_push_key(path: Path) -> str:
    """Return the push key in ``path``. Create it first if the file does not exist."""
    return _load_or_create(path, _generate_push_key)


def is_push_key(text: str) -> bool:
    """Return whether ``text`` is a valid private key for push notifications."""
    try:
        raw = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return False
    return len(raw) == PUSH_KEY_BYTES and 0 < int.from_bytes(raw, "big") < P256_ORDER


def _generate_push_key() -> str:
    number = 1 + secrets.randbelow(P256_ORDER - 1)
    return urlsafe_b64encode(number.to_bytes(PUSH_KEY_BYTES, "big")).decode().rstrip("=")


def _load_or_create(path: Path, draw: Callable[[], str]) -> str:
    """Return the key in ``path``, drawing one if needed.

    Several processes may start at once on a fresh clone. A complete file is linked into place, so
    all of them read the key of the first one, and none reads half a key.
    """
    if not path.exists():
        _write_atomically(path, draw())
    return path.read_text(encoding="ascii").strip()


def _write_atomically(path: Path, key: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(key + "\n")
    try:
        # Unlike a rename, a link fails if another process has already created the file.
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
