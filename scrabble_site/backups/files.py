"""What lies in a backup: the database, the keys that the site made for itself, and a note.

Not in it, since it is made again by ``manage.py prepare``: word graphs (the words themselves are in
the database), the engine's compiled code, static files. Nor what the environment says; the note
names the key that must be set again.
"""

import json
import os
import shutil
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from scrabble_site.backups.databases import BackupError, Database

NOTE = "note.json"
KEYS = ("secret_key", "push_key")
"""Files of the keys that a site makes for itself where the environment gives none."""

MADE_AGAIN = "word graphs, compiled engine, static files: manage.py prepare"


@dataclass(frozen=True)
class Note:
    """``key`` says where the secret key was: "here" in the backup, or in the "environment"."""

    made_at: str
    database: str
    key: str
    made_again: str = MADE_AGAIN


def write_backup(folder: Path, database: Database, keys: Sequence[Path], now: datetime) -> Path:
    """A new file in ``folder`` that its owner alone may read. It appears whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"tileroom-{now:%Y%m%dT%H%M%SZ}.tar"
    if path.exists():
        raise BackupError(f"{path} is there already.")
    with TemporaryDirectory(dir=folder, prefix=".making-") as name:
        draft = Path(name)
        database.write_out(draft / database.file_name)
        has_key = any(key.name == KEYS[0] for key in keys)
        note = Note(now.isoformat(), database.file_name, "here" if has_key else "environment")
        (draft / NOTE).write_text(json.dumps(asdict(note), indent=2) + "\n")
        for key in keys:
            shutil.copy(key, draft / key.name)
        whole = draft / "whole.tar"
        with open(os.open(whole, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            with tarfile.open(fileobj=file, mode="w") as tar:
                for part in (NOTE, database.file_name, *(key.name for key in keys)):
                    tar.add(draft / part, arcname=part)
            file.flush()
            os.fsync(file.fileno())
        os.link(whole, path)
    return path


@contextmanager
def opened_backup(path: Path, beside: Path) -> Iterator[tuple[Note, Path]]:
    """The note and the folder of what is in it, laid out on the disk of ``beside``."""
    beside.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=beside, prefix=".restoring-") as name:
        try:
            with tarfile.open(path) as tar:
                tar.extractall(name, filter="data")
            note = Note(**json.loads((Path(name) / NOTE).read_text()))
        except (OSError, tarfile.TarError, ValueError, TypeError) as error:
            raise BackupError(f"{path} is no backup that can be read: {error}") from error
        yield note, Path(name)


def drop_old(folder: Path, keep: int) -> list[Path]:
    """Remove all but the newest ``keep`` backups of a folder."""
    found = sorted(folder.glob("tileroom-*.tar"))
    old = found[: max(len(found) - keep, 0)]
    for path in old:
        path.unlink()
    return old
