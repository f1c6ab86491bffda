"""The signing key of a site that was given none: made once, kept in a file outside git."""

import os
import secrets
from pathlib import Path


def load_secret_key(path: Path) -> str:
    """The key in ``path``, made first if it is not there.

    Several processes may start at once on a fresh clone: a full file is linked into place, so
    that all of them read the key of the one that came first, and none reads half a key.
    """
    if not path.exists():
        _place_new_key(path)
    return path.read_text(encoding="ascii").strip()


def _place_new_key(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(64) + "\n")
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
