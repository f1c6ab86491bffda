"""``manage.py migrate``: Django's command, except that it never waits long for a lock."""

from django.core.management.commands import migrate

from scrabble_site.postgresql.migration_executor import RetryingMigrationExecutor

# Django's command has no other way to replace the executor.
migrate.MigrationExecutor = RetryingMigrationExecutor  # type: ignore[attr-defined]


class Command(migrate.Command):
    """Django's command with :mod:`scrabble_site.postgresql.migration_executor`."""
