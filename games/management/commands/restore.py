"""``manage.py restore``: a site as a backup holds it. ``prepare`` makes the rest again."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scrabble_site.backups.databases import BackupError, Database, find_database
from scrabble_site.backups.files import KEYS, Note, opened_backup


class Command(BaseCommand):
    help = (
        "Take a backup in. The site must not run; what there is stays unless --overwrite is said."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--overwrite", action="store_true", help="drop the database that is there"
        )

    def handle(self, *args: Any, file: Path, overwrite: bool, **options: Any) -> None:
        database = find_database(settings.DATABASES["default"])
        try:
            with opened_backup(file, settings.VAR_DIR) as (note, folder):
                self._restore(database, note, folder, overwrite=overwrite)
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Restored as of {note.made_at}; next: manage.py prepare")
        if note.key == "environment":
            self.stdout.write(
                "SECRET_KEY is not in a backup: without the same one, guests lose their seats"
            )

    def _restore(self, database: Database, note: Note, folder: Path, *, overwrite: bool) -> None:
        if note.database != database.file_name:
            raise BackupError(
                f"This backup holds {note.database}; DATABASE_URL names another kind."
            )
        if not overwrite and not database.is_empty():
            raise BackupError("There is a database already; --overwrite drops it.")
        database.take_in(folder / note.database)
        for name in KEYS:
            if (folder / name).is_file():
                (folder / name).chmod(0o600)
                os.replace(folder / name, settings.VAR_DIR / name)
