"""The backup file: the database, the keys that the site generated, and a manifest.

It does not contain what ``manage.py prepare`` regenerates: word graphs (the words are in the
database), the engine's compiled code and static files. Nor does it contain environment variables;
the manifest says whether the secret key has to be set there again.
"""

import json
import os
import shutil
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from scrabble_site.backups.databases import BackupError, Database

MANIFEST_FILE = "note.json"
KEY_FILES = ("secret_key", "push_key")
"""Files of the keys that a site generates if the environment does not set them."""

NOT_INCLUDED = "word graphs, compiled engine, static files: manage.py prepare"


@dataclass(frozen=True)
class BackupManifest:
    """The manifest of a backup, stored in it as JSON."""

    made_at: str
    # Name of the database's file, which also tells the kind of database.
    database: str
    # Where the secret key is: "here" for in this backup, or "environment".
    key: str
    made_again: str = NOT_INCLUDED
    # Number of rows in each table.
    counts: dict[str, int] = field(default_factory=dict)


def write_backup(folder: Path, database: Database, keys: Sequence[Path], now: datetime) -> Path:
    """Write a backup to a new file in ``folder`` that only its owner can read.

    The file appears complete or not at all. Raises ``BackupError`` if it exists already.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"tileroom-{now:%Y%m%dT%H%M%SZ}.tar"
    if path.exists():
        raise BackupError(f"{path} already exists.")
    with TemporaryDirectory(dir=folder, prefix=".making-") as name:
        draft = Path(name)
        counts = database.dump_to(draft / database.file_name)
        has_key = any(key.name == KEY_FILES[0] for key in keys)
        key_in = "here" if has_key else "environment"
        note = BackupManifest(now.isoformat(), database.file_name, key_in, counts=counts)
        (draft / MANIFEST_FILE).write_text(json.dumps(asdict(note), indent=2) + "\n")
        for key in keys:
            shutil.copy(key, draft / key.name)
        whole = draft / "whole.tar"
        with open(os.open(whole, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            with tarfile.open(fileobj=file, mode="w") as tar:
                for part in (MANIFEST_FILE, database.file_name, *(key.name for key in keys)):
                    tar.add(draft / part, arcname=part)
            file.flush()
            os.fsync(file.fileno())
        # Only a complete backup gets its final name.
        os.link(whole, path)
    return path


@contextmanager
def open_backup(path: Path, beside: Path) -> Iterator[tuple[BackupManifest, Path]]:
    """Unpack a backup. Yields its manifest and a temporary folder with its files.

    The folder is created inside ``beside``, so that files can be moved into place without copying.
    Raises ``BackupError`` if the file is not a readable backup.
    """
    beside.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=beside, prefix=".restoring-") as name:
        try:
            with tarfile.open(path) as tar:
                tar.extractall(name, filter="data")
            note = BackupManifest(**json.loads((Path(name) / MANIFEST_FILE).read_text()))
        except (OSError, tarfile.TarError, ValueError, TypeError) as error:
            raise BackupError(f"{path} is not a readable backup: {error}") from error
        yield note, Path(name)


def delete_old_backups(folder: Path, keep: int) -> list[Path]:
    """Delete all but the newest ``keep`` backups in a folder, and return the deleted ones."""
    found = sorted(folder.glob("tileroom-*.tar"))
    old = found[: max(len(found) - keep, 0)]
    for path in old:
        path.unlink()
    return old


def find_newest_backup(folder: Path) -> Path:
    """Return the newest backup in a folder. Raises ``BackupError`` if there is none."""
    # The names contain the time in UTC, so they sort by age.
    found = sorted(folder.glob("tileroom-*.tar"))
    if not found:
        raise BackupError(f"No backup found in {folder}.")
    return found[-1]


def read_manifest(path: Path) -> BackupManifest:
    """Read the manifest of a backup. Raises ``BackupError`` if the file is not a backup."""
    try:
        with tarfile.open(path) as tar, tar.extractfile(MANIFEST_FILE) as file:  # type: ignore[union-attr]
            return BackupManifest(**json.load(file))
    except (OSError, KeyError, tarfile.TarError, ValueError, TypeError) as error:
        raise BackupError(f"{path} is not a readable backup: {error}") from error
