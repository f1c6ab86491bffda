"""``manage.py restore``: restore a site from a backup. ``prepare`` then regenerates the rest."""

import os
from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from games.broadcasts.services.locking import raise_all_stamps as raise_annotated_stamps
from games.chat.services.stamps import raise_all_stamps as raise_chat_stamps
from games.clubs.services.chat import raise_all_club_stamps
from games.duplicate.services.locking import raise_all_stamps as raise_duplicate_stamps
from games.events.services.locking import raise_all_stamps as raise_event_stamps
from games.play.services.locking import raise_all_stamps as raise_room_stamps
from scrabble_site.backups.archive import KEY_FILES, BackupManifest, open_backup
from scrabble_site.backups.databases import BackupError, Database, find_database

SPARE_STAMPS = 1000
"""Added to the stamps of a backup that is restored soon after it was made, in a busy room."""


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
        try:
            _raise_stamps(datetime.fromisoformat(note.made_at))
        except DatabaseError:  # tables of a release that had no such columns
            self.stdout.write("Pages that are still open have to be reloaded.")


def _raise_stamps(made_at: datetime) -> None:
    """Raise all stamps above those that pages have seen since the backup was made.

    Pages that have stayed open take every state with a higher stamp than theirs, and a stamp grows
    by far less than one a second. So this also holds if the same backup is restored again later.
    """
    connection.close()  # it may have been opened before the database was replaced
    by = int((timezone.now() - made_at).total_seconds()) + SPARE_STAMPS
    with transaction.atomic():
        raise_room_stamps(by)
        raise_chat_stamps(by)
        raise_duplicate_stamps(by)
        raise_event_stamps(by)
        raise_annotated_stamps(by)
        raise_all_club_stamps(by)
