"""``manage.py backup``: write everything that cannot be regenerated to one file.

The site may run meanwhile.
"""

from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scrabble_site.backups.archive import KEY_FILES, delete_old_backups, write_backup
from scrabble_site.backups.databases import BackupError, find_database


class Command(BaseCommand):
    help = "Back up the database and the site's own keys to a folder."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument(
            "--keep", type=int, help="number of newest backups to keep; older ones are deleted"
        )

    def handle(self, *args: Any, folder: Path, keep: int | None, **options: Any) -> None:
        if keep is not None and keep < 1:
            raise CommandError("--keep must be 1 or more.")
        database = find_database(settings.DATABASES["default"])
        try:
            path = write_backup(folder, database, list_own_key_files(), datetime.now(UTC))
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(str(path))
        for old in delete_old_backups(folder, keep) if keep else ():
            self.stdout.write(f"Deleted {old}")


def list_own_key_files() -> list[Path]:
    """Return the files of the keys that this site generated and still uses."""
    used = {settings.SECRET_KEY, settings.VAPID_PRIVATE_KEY}
    paths = [settings.VAR_DIR / name for name in KEY_FILES]
    return [path for path in paths if path.is_file() and path.read_text().strip() in used]
