"""A migration as the next release might bring while this one still runs: two columns, a table."""

import time
from typing import Any

from django.db import connection, migrations, models

from scrabble_site.postgresql.migration_executor import RetryingMigrationExecutor


class Migration(migrations.Migration):
    operations = [
        migrations.AddField("room", "next_release", models.IntegerField(null=True)),
        migrations.AddField("move", "next_release", models.IntegerField(null=True)),
        migrations.CreateModel("NextRelease", [("id", models.BigAutoField(primary_key=True))]),
    ]


def go(forward: bool, kind: type[migrations.Migration] = Migration) -> None:
    """Apply the migration as ``manage.py migrate`` would, or undo it.

    It must run inside the site, where the settings of its database are known.
    """
    executor = RetryingMigrationExecutor(connection)
    loader = executor.loader
    state: Any = loader.project_state(
        [key for key in loader.graph.leaf_nodes() if key[0] == "games"]
    )
    migration = kind("next_release", "games")
    if forward:
        executor.apply_migration(state, migration)
    else:
        executor.unapply_migration(state, migration)


class DeadlockingMigration(migrations.Migration):
    """Two columns; the first attempt waits in between until a session waits for its locks."""

    operations = [
        migrations.AddField("room", "next_release", models.IntegerField(null=True)),
        migrations.RunPython(lambda _apps, _editor: _wait_for_blocked_process()),
        migrations.AddField("move", "next_release", models.IntegerField(null=True)),
    ]


class Stepwise(migrations.Migration):
    """Two columns, each in a separate transaction."""

    atomic = False
    operations = [
        migrations.AddField("room", "stepwise", models.IntegerField(null=True)),
        migrations.AddField("move", "stepwise", models.IntegerField(null=True)),
    ]


_tries = 0


def _wait_for_blocked_process() -> None:
    global _tries
    _tries += 1
    asked = (
        "SELECT count(*) FROM pg_locks "
        "WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
    )
    end = time.monotonic() + 20
    with connection.cursor() as cursor:
        while _tries == 1 and time.monotonic() < end:
            cursor.execute(asked)
            if cursor.fetchone()[0]:
                return
            time.sleep(0.02)
