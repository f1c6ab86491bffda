"""How PostgreSQL reads its large tables for each page: they must use an index and read few rows.

Every statement of every address of :mod:`tests.load.filled_site` is run again under EXPLAIN
ANALYZE.
"""

import json
from collections.abc import Iterator
from typing import Any

from django.db import connection

from games.api.perspective import ended_games
from games.people.perspective import past_games

LARGE = {
    f"games_{name}"
    for name in (
        *("game", "move", "movesecret", "seat", "holder", "notice", "message", "hint"),
        *("playedgame", "playedword", "ratedgame", "ratingchange"),
    )
}
MAX_ROWS = 1500
"""Rows of a large table that one step of a statement may read."""
FEW = 50
"""Replaces limits for small result sets, so that a small database is queried like a large one."""

Statement = tuple[str, Any]


class Listener:
    """Records the statements that are executed."""

    def __init__(self) -> None:
        self.asked: list[Statement] = []

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("SELECT") and "FOR UPDATE" not in sql:
            self.asked.append((sql, params))
        return execute(sql, params, many, context)


def find_faults(world: Any) -> Iterator[str]:
    """Yield a description of each statement that reads much of a large table."""
    ended_games.MAX_ROOMS_BY_KEY = past_games.MAX_GAMES_BY_KEY = FEW
    with connection.cursor() as cursor:
        for way in ("seqscan", "hashjoin", "mergejoin"):  # plans that suit small tables only
            cursor.execute(f"SET enable_{way} = off")
        for name, client, path in world.addresses():
            listener = Listener()
            with connection.execute_wrapper(listener):
                client.get(path)
            for sql, params in listener.asked:
                cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params)
                (value,) = cursor.fetchone()
                plan = value if isinstance(value, list) else json.loads(value)
                for fault in _faults_of(plan[0]["Plan"]):
                    yield f"{name}: {fault} {sql[:2000]}"


def _faults_of(node: dict[str, Any]) -> Iterator[str]:
    table = node.get("Relation Name", "")
    # Rows that the filter drops were read all the same.
    looked_at = node["Actual Rows"] + node.get("Rows Removed by Filter", 0)
    rows = looked_at * node["Actual Loops"]
    if table in LARGE and (node["Node Type"] == "Seq Scan" or rows > MAX_ROWS):
        yield f"{node['Node Type']} of {rows:.0f} rows of {table};"
    for part in node.get("Plans", ()):
        yield from _faults_of(part)
