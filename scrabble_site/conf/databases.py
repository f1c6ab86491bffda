"""Django's settings for SQLite and PostgreSQL: timeouts and durability."""

from typing import Any

_SQLITE_PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-16000;"

_POSTGRESQL_TIMEOUTS = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 25_000,
}


def build_database_settings(found: dict[str, Any]) -> dict[str, Any]:
    """Add our options to ``found``, the settings parsed from the database URL."""
    found["CONN_MAX_AGE"] = None
    found["ATOMIC_REQUESTS"] = False
    options: dict[str, Any] = found.setdefault("OPTIONS", {})
    if found["ENGINE"].endswith("sqlite3"):
        # IMMEDIATE: a transaction takes the write lock at its start, where the busy timeout
        # applies. synchronous=FULL: an acknowledged move survives a power cut.
        options |= {"transaction_mode": "IMMEDIATE", "timeout": 20}
        options["init_command"] = _SQLITE_PRAGMAS
    else:
        found["ENGINE"] = "scrabble_site.postgresql"
        found["CONN_HEALTH_CHECKS"] = True
        # Notice within half a minute that the server vanished without closing its connections.
        found["OPTIONS"] = _POSTGRESQL_TIMEOUTS | options
    return found
