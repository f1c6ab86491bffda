"""``manage.py backup``: one file with all that cannot be made again, while games go on."""

from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scrabble_site.backups.databases import BackupError, find_database
from scrabble_site.backups.files import KEYS, drop_old, write_backup


class Command(BaseCommand):
    help = "Write a backup of the database (and of the site's own keys) into a folder."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--keep", type=int, help="remove all but so many of the newest")

    def handle(self, *args: Any, folder: Path, keep: int | None, **options: Any) -> None:
        if keep is not None and keep < 1:
            raise CommandError("--keep: expected 1 or more.")
        database = find_database(settings.DATABASES["default"])
        try:
            path = write_backup(folder, database, own_keys(), datetime.now(UTC))
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(str(path))
        for old in drop_old(folder, keep) if keep else ():
            self.stdout.write(f"removed {old}")


def own_keys() -> list[Path]:
    """Where the keys lie that this site made for itself and uses."""
    used = {settings.SECRET_KEY, settings.VAPID_PRIVATE_KEY}
    paths = [settings.VAR_DIR / name for name in KEYS]
    return [path for path in paths if path.is_file() and path.read_text().strip() in used]
