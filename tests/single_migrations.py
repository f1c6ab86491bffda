"""Migrates to a migration that a squashed one replaces, which ``migrate`` cannot do."""

from django.db import connection

from scrabble_site.postgresql.migration_executor import RetryingMigrationExecutor


def migrate_singly(app: str, name: str | None) -> None:
    """Migrate forwards or backwards to the migration of this full name; None undoes them all."""
    executor = RetryingMigrationExecutor(connection)
    vars(executor.loader)["replace_migrations"] = False
    executor.loader.build_graph()
    executor.migrate([(app, name)])
