"""``manage.py restore``: restore a site from a backup. ``prepare`` then regenerates the rest."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scrabble_site.backups.archive import KEY_FILES, BackupManifest, open_backup
from scrabble_site.backups.databases import BackupError, Database, find_database


class Command(BaseCommand):
    help = (
        "Restore a backup. Stop the site first. An existing database is kept unless you add "
        "--overwrite."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--overwrite", action="store_true", help="drop the existing database")

    def handle(self, *args: Any, file: Path, overwrite: bool, **options: Any) -> None:
        database = find_database(settings.DATABASES["default"])
        try:
            with open_backup(file, settings.VAR_DIR) as (note, folder):
                self._restore(database, note, folder, overwrite=overwrite)
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Restored the backup of {note.made_at}. Next: manage.py prepare")
        if note.key == "environment":
            self.stdout.write(
                "SECRET_KEY is not part of the backup. Use the same key, or guests lose their "
                "seats."
            )

    def _restore(
        self, database: Database, note: BackupManifest, folder: Path, *, overwrite: bool
    ) -> None:
        if note.database != database.file_name:
            raise BackupError(
                f"This backup contains {note.database}, but DATABASE_URL is of another kind."
            )
        if not overwrite and not database.is_empty():
            raise BackupError("A database already exists. Use --overwrite to drop it.")
        database.restore_from(folder / note.database)
        # The keys come last: if the database fails, the site keeps its old ones.
        for name in KEY_FILES:
            if (folder / name).is_file():
                (folder / name).chmod(0o600)
                os.replace(folder / name, settings.VAR_DIR / name)
