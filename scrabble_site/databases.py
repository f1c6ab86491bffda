"""Django's settings for either database: how long one waits, and what outlives a power cut."""

from typing import Any

_SQLITE_PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-16000;"

_PATIENCE_WITH_POSTGRESQL = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 25_000,
}


def describe_database(found: dict[str, Any]) -> dict[str, Any]:
    """``found`` is what the database's address says."""
    found["CONN_MAX_AGE"] = None
    found["ATOMIC_REQUESTS"] = False
    options: dict[str, Any] = found.setdefault("OPTIONS", {})
    if found["ENGINE"].endswith("sqlite3"):
        # IMMEDIATE: a transaction that will write takes its turn at the start, so that the busy
        # timeout covers it. FULL: a move that was acknowledged outlives a power cut.
        options |= {"transaction_mode": "IMMEDIATE", "timeout": 20}
        options["init_command"] = _SQLITE_PRAGMAS
    else:
        found["ENGINE"] = "scrabble_site.postgresql"
        found["CONN_HEALTH_CHECKS"] = True
        # A server that went without a word is noticed within half a minute.
        found["OPTIONS"] = _PATIENCE_WITH_POSTGRESQL | options
    return found
