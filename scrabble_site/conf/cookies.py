"""Cookie settings.

In production, cookie names begin with ``__Host-``. Browsers then refuse to let an unencrypted page
or another host of the same domain overwrite them.
"""

from scrabble_site.conf import env

_is_public = env.read_bool("PRODUCTION", False)
_PREFIX = "__Host-" if _is_public else ""

# The session is all that ties a guest to a seat. It is signed, lasts a year and is read without
# a query.
SESSION_ENGINE = "scrabble_site.security.sessions"
SESSION_COOKIE_NAME = f"{_PREFIX}sessionid"
SESSION_COOKIE_AGE = 365 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = _is_public
CSRF_COOKIE_NAME = f"{_PREFIX}csrftoken"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = _is_public
# The language that a visitor has chosen for pages. Scripts have no use for it.
LANGUAGE_COOKIE_NAME = f"{_PREFIX}language"
LANGUAGE_COOKIE_AGE = SESSION_COOKIE_AGE
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SECURE = _is_public
# The browser's time zone, which only a script can read (static/js/site/local_dates.js). Whatever it
# holds is compared with the zones that exist, so that its name needs no protection.
TIME_ZONE_COOKIE_NAME = "timezone"
if _is_public:
    MESSAGE_STORAGE = "scrabble_site.security.message_storage.MessageStorage"
# Names of the same cookies in an earlier release. They are read once and reissued.
EARLIER_SESSION_COOKIE = "sessionid"
EARLIER_CSRF_COOKIE = "csrftoken"
