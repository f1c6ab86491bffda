"""Extracts the marked texts of the site with Debian's gettext, as ``.ci/messages`` and tests do."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from polib import POFile

from tests.catalogues import read_catalogue

ROOT = Path(__file__).parent.parent
SOURCES = ("games", "lexicon", "scrabble_site", "templates")


def has_gettext() -> bool:
    """Return whether Debian's gettext is installed."""
    return all(shutil.which(program) for program in ("xgettext", "msguniq", "msgmerge", "msgfmt"))


def extract_messages() -> POFile:
    """Return every marked text in the sources of the site.

    Django writes files beside the templates while it extracts, so it works on a copy.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        unwanted = shutil.ignore_patterns("__pycache__", "data", "locale", "*.gz", "*.css", "*.js")
        for name in SOURCES:
            shutil.copytree(ROOT / name, place / name, ignore=unwanted)
        (place / "locale").mkdir()
        subprocess.run(
            [
                *(sys.executable, "-m", "django", "makemessages", "--locale", "en", "--keep-pot"),
                *("--no-wrap", "--no-location", "--no-obsolete", "--extension", "html,txt,py"),
            ],
            cwd=place,
            env={"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(sys.path)},
            check=True,
            capture_output=True,
        )
        return read_catalogue(place / "locale" / "django.pot")
