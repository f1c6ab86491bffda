"""Sessions in signed cookies, with a database row for what the browser must not read or restore.

The owner of a signed cookie can read it, and can replace it by an older one. Neither is a problem
for a player's id. But a login in progress stores secrets: a mailed code, the number of wrong
guesses, the challenge for a passkey. These are kept in a row of Django's session table while the
login lasts. :mod:`games.players.services.identity` finds the player of a session.
"""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends import db, signed_cookies
from django.utils import timezone
from django.utils.crypto import get_random_string

from games.accounts.services.login_attempts import KNOWN_ACCOUNTS_KEY
from games.accounts.services.login_hooks import STAFF_KEY
from games.players.services.identity import (
    EPOCH_KEY,
    HOST_COOKIE_KEY,
    MEMBER_KEY,
    PLAYER_KEY,
    STAFF_SESSION_LIFETIME,
    end_session,
)

ROW = "row"
"""Key in the cookie that holds the session key of the row."""

PRIVATE = ("account_", "mfa.", "_password_reset")
"""Prefixes of the keys whose values are stored in the row."""

PUBLIC = ("account_authentication_methods",)
"""Exceptions, which are stored in the cookie: when and how the visitor last authenticated."""

LIFETIME = timedelta(hours=1)
"""How long the row of an unfinished login is kept."""


class PrivateSessionStore(db.SessionStore):
    """The secret values of one visitor's session."""

    def get_expiry_date(self, **_kwargs: Any) -> datetime:
        return timezone.now() + (STAFF_SESSION_LIFETIME if STAFF_KEY in self else LIFETIME)

    def move(self) -> None:
        """Save under a new key, so that a cookie with the old key is worthless.

        An attacker may have planted that cookie in this browser (session fixation). If two requests
        save at once, only one of them keeps the secrets.
        """
        old = self.session_key
        if old is None:
            self.clear_expired()
            self.create()
            return
        rows = self.get_model_class().objects.filter(pk=old)
        self._session_key = get_random_string(32)
        values = self.create_model_instance(dict(self.items()))
        rows.update(
            session_key=values.pk, session_data=values.session_data, expire_date=values.expire_date
        )


class SessionStore(signed_cookies.SessionStore):
    """One visitor's session. The row is read only when a secret value is accessed."""

    _opened: PrivateSessionStore | None = None

    def __getitem__(self, key: str) -> Any:
        return self._row()[key] if _is_private(key) else super().__getitem__(key)

    def __setitem__(self, key: str, value: Any) -> None:
        if _is_private(key):
            self._row()[key] = value
            self.modified = True
        else:
            super().__setitem__(key, value)

    def __delitem__(self, key: str) -> None:
        if _is_private(key):
            del self._row()[key]
            self.modified = True
        else:
            super().__delitem__(key)

    def __contains__(self, key: object) -> bool:
        is_private = isinstance(key, str) and _is_private(key)
        return key in self._row() if is_private else super().__contains__(key)

    def get(self, key: str, default: Any = None) -> Any:
        return self[key] if key in self else default  # noqa: SIM401 - this is that method

    def pop(self, key: str, *default: Any) -> Any:
        if key not in self and default:
            return default[0]
        value = self[key]
        del self[key]
        return value

    def setdefault(self, key: str, value: Any = None, /) -> Any:
        if key not in self:
            self[key] = value
        return self[key]

    def is_empty(self) -> bool:
        return super().is_empty() and not (self._opened and self._opened.keys())

    def save(self, must_create: bool = False) -> None:
        """Write the row, or delete it if it has become empty, and sign the cookie."""
        row = self._opened
        if row is not None and row.modified:
            if row.keys():
                row.move()
                self[ROW] = row.session_key
            else:
                self._drop_row()
            row.modified = False
        # Marks the session as issued under the new name, so that it is refused under the old one.
        if settings.SESSION_COOKIE_NAME != settings.EARLIER_SESSION_COOKIE:
            self[HOST_COOKIE_KEY] = 1
        super().save(must_create)

    def cycle_key(self) -> None:
        """Give the row a new key at the next save. Django calls this at a login."""
        if ROW in self:
            self._row().modified = True
        super().cycle_key()

    def flush(self) -> None:
        """Empty the session. Django calls this at a logout, or when another user logs in.

        An editor's guest identity is kept, because it may hold a seat. A member's session keeps
        only the list of accounts known to this browser, and copies of its cookie become invalid.
        """
        identity = {key: self[key] for key in (PLAYER_KEY, EPOCH_KEY) if key in self}
        known = self.get(KNOWN_ACCOUNTS_KEY)
        is_member = MEMBER_KEY in self
        end_session(self)
        self._drop_row()
        super().flush()
        if not is_member:
            self.update(identity)
        if known:
            self[KNOWN_ACCOUNTS_KEY] = known

    def _row(self) -> PrivateSessionStore:
        if self._opened is None:
            self._opened = PrivateSessionStore(self.get(ROW))
        return self._opened

    def _drop_row(self) -> None:
        if known := self.pop(ROW, None):
            PrivateSessionStore(known).delete()
        self._opened = None


def _is_private(key: str) -> bool:
    return key.startswith(PRIVATE) and not key.startswith(PUBLIC)
