"""The keys of a site that was given none: made once, kept in files outside git.

One signs sessions. The other is the private half of the pair by which push services know the site
(VAPID): a number of the curve P-256, written as they have it.
"""

import os
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from pathlib import Path

P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
PUSH_KEY_BYTES = 32

LEAST_LENGTH = 50
LEAST_DIFFERENT = 10
"""Characters, and different ones, that a key of a site in production has."""


def is_strong(key: str) -> bool:
    """Whether a key may have been made at random; one that was typed is not as long."""
    return len(key) >= LEAST_LENGTH and len(set(key)) >= LEAST_DIFFERENT


def load_secret_key(path: Path) -> str:
    """The key in ``path``, made first if it is not there."""
    return _load(path, lambda: secrets.token_urlsafe(64))


def load_push_key(path: Path) -> str:
    """The same for pushes."""
    return _load(path, _draw_push_key)


def is_push_key(text: str) -> bool:
    """Whether that can be one."""
    try:
        raw = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return False
    return len(raw) == PUSH_KEY_BYTES and 0 < int.from_bytes(raw, "big") < P256_ORDER


def _draw_push_key() -> str:
    number = 1 + secrets.randbelow(P256_ORDER - 1)
    return urlsafe_b64encode(number.to_bytes(PUSH_KEY_BYTES, "big")).decode().rstrip("=")


def _load(path: Path, draw: Callable[[], str]) -> str:
    """Several processes may start at once on a fresh clone: a full file is linked into place, so
    that all of them read the key of the one that came first, and none reads half a key."""
    if not path.exists():
        _place(path, draw())
    return path.read_text(encoding="ascii").strip()


def _place(path: Path, key: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(key + "\n")
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
