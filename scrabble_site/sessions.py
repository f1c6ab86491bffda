"""Where sessions are kept: signed cookies, with a row for what no browser may read or put back.

A signed cookie can be read by whoever has it, and an older one put in its place. Neither does harm
to a player's id. But the steps of a log-in leave secrets (a mailed code, how often somebody has
guessed, the challenge to a passkey): these lie in a row of Django's own table of sessions for as
long as the log-in takes. Who a session is: :mod:`games.players.identity`.
"""

from datetime import datetime, timedelta
from typing import Any

from django.contrib.sessions.backends import db, signed_cookies
from django.utils import timezone
from django.utils.crypto import get_random_string

from games.accounts.entering import STAFF_KEY
from games.players.identity import EPOCH_KEY, MEMBER_KEY, PLAYER_KEY

ROW = "row"
"""Key in the cookie: which row belongs to it."""

PRIVATE = ("account_", "mfa.", "_password_reset")
"""How the names of secret things begin."""

PUBLIC = ("account_authentication_methods",)
"""How those of them begin that anybody may read: when and how one has last proved who one is."""

LASTS = timedelta(hours=1)
"""How long the row of a log-in that nobody finishes is kept."""

STAFF_LASTS = timedelta(days=14)
"""How long whoever may enter the admin stays logged in."""


class Row(db.SessionStore):
    """The secrets of one visitor."""

    def get_expiry_date(self, **_kwargs: Any) -> datetime:
        return timezone.now() + (STAFF_LASTS if STAFF_KEY in self else LASTS)

    def move(self) -> None:
        """Save under a new key, so that a cookie with the old one leads nowhere: somebody else may
        have put it into this browser. Of two who save at once one keeps the secrets."""
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
    """One visitor's session. The row is read when something secret is asked for, never before."""

    _opened: Row | None = None

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
        """Write the row, or take it away once nothing is secret any more; then sign the rest."""
        row = self._opened
        if row is not None and row.modified:
            if row.keys():
                row.move()
                self[ROW] = row.session_key
            else:
                self._drop_row()
            row.modified = False
        super().save(must_create)

    def cycle_key(self) -> None:
        """What Django does when somebody logs in."""
        if ROW in self:
            self._row().modified = True
        super().cycle_key()

    def flush(self) -> None:
        """What Django does at a log-out or when somebody else logs in.

        An editor may hold a seat as a guest: that is kept. Of a member nothing is.
        """
        kept = {key: self[key] for key in (PLAYER_KEY, EPOCH_KEY) if key in self}
        is_member = MEMBER_KEY in self
        self._drop_row()
        super().flush()
        if not is_member:
            self.update(kept)

    def _row(self) -> Row:
        if self._opened is None:
            self._opened = Row(self.get(ROW))
        return self._opened

    def _drop_row(self) -> None:
        if known := self.pop(ROW, None):
            Row(known).delete()
        self._opened = None


def _is_private(key: str) -> bool:
    return key.startswith(PRIVATE) and not key.startswith(PUBLIC)
