"""``manage.py restore_drill FOLDER``: prove that the newest backup can be restored."""

import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scrabble_site.backups.archive import BackupManifest, find_newest_backup, read_manifest
from scrabble_site.backups.databases import BackupError
from scrabble_site.backups.drill_site import make_drill_site


class Command(BaseCommand):
    help = (
        "Restore the newest backup in a folder to a scratch database, compare its tables with "
        "the backup's list, replay games, recount the ratings and report. Exits with 1 if "
        "anything is wrong. The site keeps running."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument(
            "--games", type=int, default=200, help="number of newest games to replay"
        )
        parser.add_argument(
            "--hours", type=int, default=36, help="maximum age of the newest backup, in hours"
        )

    def handle(self, *args: Any, folder: Path, games: int, hours: int, **options: Any) -> None:
        own = settings.DATABASES["default"]
        try:
            path = find_newest_backup(folder)
            note = read_manifest(path)
            self.stdout.write(f"Backup: {path}, made at {note.made_at}")
            faults = list(self._find_old(note, timedelta(hours=hours)))
            with make_drill_site(own, os.environ.get("DATABASE_URL", "")) as (
                database,
                scratch_env,
            ):
                self._run(scratch_env, "restore", str(path), "--overwrite")
                faults += self._compare(note, database.count())
                # The backup may come from an earlier release.
                self._run(scratch_env, "migrate", "--no-input", "--verbosity", "0")
                faults += self._check(scratch_env, "verify_bag", "--newest", str(games))
                faults += self._check(scratch_env, "recount_ratings", "--check")
        except BackupError as error:
            raise CommandError(str(error)) from error
        if faults:
            raise CommandError("The drill FAILED: " + " ".join(faults), returncode=1)
        self.stdout.write("The drill passed: this backup can be restored.")

    def _find_old(self, note: BackupManifest, max_age: timedelta) -> Iterator[str]:
        age = datetime.now(UTC) - datetime.fromisoformat(note.made_at)
        if age > max_age:
            yield f"The newest backup is {age / timedelta(hours=1):.0f} hours old."

    def _compare(self, note: BackupManifest, found: dict[str, int]) -> Iterator[str]:
        if not note.counts:
            self.stdout.write("Tables: not compared, because this backup has no row counts")
            return
        for table, count in note.counts.items():
            if found.get(table) != count:
                yield f"Table {table}: {found.get(table, 0)} rows instead of {count}."
        rows = sum(found.values())
        self.stdout.write(f"Tables: {len(found)} with {rows:,} rows; {len(note.counts)} compared")

    def _check(self, scratch_env: dict[str, str], *command: str) -> Iterator[str]:
        try:
            self._run(scratch_env, *command)
        except BackupError as error:
            yield str(error)

    def _run(self, scratch_env: dict[str, str], *command: str) -> None:
        """Run a command on the scratch site, and print the first line of its output.

        It shares this site's word graphs and compiled engine, which take long to make. Raises
        ``BackupError`` with the last line of its output if it fails.
        """
        made = {
            "LEXICON_CACHE_DIR": str(settings.LEXICON_CACHE_DIR),
            "ENGINE_CACHE_DIR": str(settings.ENGINE_CACHE_DIR),
        }
        done = subprocess.run(  # noqa: S603 - our own interpreter and commands
            # This command has run the checks already.
            [sys.executable, str(settings.BASE_DIR / "manage.py"), *command, "--skip-checks"],
            cwd=settings.BASE_DIR,
            env=os.environ | made | scratch_env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            lines = (done.stderr or done.stdout).strip().splitlines()[-1:]
            raise BackupError(f"{command[0]} failed: {''.join(lines)}")
        lines = done.stdout.strip().splitlines()[:1]
        self.stdout.write(f"{command[0]}: {''.join(lines) or 'done'}")
