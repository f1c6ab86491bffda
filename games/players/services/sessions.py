"""Sessions of members: begun at log-in, listed for the member, and ended one by one.

:mod:`games.accounts.services.sessions` ends all of them at once and refreshes rooms kept in memory.
:mod:`games.players.services.identity` reads from a cookie which session it is.
"""

from datetime import datetime, timedelta

from django.db import transaction

from games.players.models import MemberSession, Player

MAX_SESSIONS = 20
"""How many sessions a member may have. One more ends the one unused for longest."""

# The time of last use is saved no more often than this.
SEEN_INTERVAL = timedelta(hours=1)

SYSTEMS = ("iPhone", "iPad", "Android", "Windows", "Mac OS X", "CrOS", "Linux")
BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "FxiOS": "Firefox"}
BROWSERS |= {"Chrome": "Chrome", "CriOS": "Chrome", "Safari": "Safari"}
"""The tokens of user agents and the usual names of the browsers; the first match counts."""


def open_session(player: Player, agent: str, now: datetime) -> int:
    """Begin a session and return its number; ``agent`` is the browser's user agent."""
    with transaction.atomic():
        locked = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        # Numbers are never reused, so an ended session cannot become valid again.
        locked.session_count += 1
        number = locked.session_count
        MemberSession.objects.create(
            player=locked,
            number=number,
            browser=describe_browser(agent),
            started_at=now,
            seen_at=now,
        )
        surplus = list(locked.sessions.values_list("pk", flat=True)[MAX_SESSIONS:])
        locked.sessions.filter(pk__in=surplus).delete()
        save_open_sessions(locked)
    player.session_count, player.open_sessions = locked.session_count, locked.open_sessions
    return number


def close_session(player: Player, number: int) -> bool:
    """End one session. Returns False if it has ended before.

    The caller has locked the player's row.
    """
    deleted, _rows = player.sessions.filter(number=number).delete()
    save_open_sessions(player)
    return bool(deleted)


def save_open_sessions(player: Player) -> None:
    """Copy the numbers of the open sessions into the player's row."""
    numbers = sorted(player.sessions.values_list("number", flat=True))
    player.open_sessions = " ".join(str(number) for number in numbers)
    player.save(update_fields=["session_count", "open_sessions"])


def record_session_use(player: Player, number: int, now: datetime) -> None:
    """Record that a session is in use. Call it once per :data:`SEEN_INTERVAL`."""
    MemberSession.objects.filter(player=player, number=number, seen_at__lt=now).update(seen_at=now)


def describe_browser(agent: str) -> str:
    """Return the usual name of a browser and its system.

    >>> describe_browser("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Linux'
    """
    browser = next((name for sign, name in BROWSERS.items() if f"{sign}/" in agent), "")
    system = next((name for name in SYSTEMS if name in agent), "")
    return ", ".join(part for part in (browser, system.replace("Mac OS X", "Mac")) if part)
