"""The site's settings in tests, independent of the developer's environment and ``var/``.

Django reads its settings before any ``conftest.py`` is loaded, so the environment is cleared here.
Processes that tests start read :mod:`scrabble_site.settings` and the environment they are given.
"""

import os
import shutil
import tempfile
from pathlib import Path

from tests.processes import is_running

_PREFIX = "tileroom-tests-"


def _make_folder() -> Path:
    """Return a folder for this run's files, and delete those of runs that were killed."""
    for left in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*-*"):
        pid = left.name.removeprefix(_PREFIX).partition("-")[0]
        if pid.isdigit() and not is_running(int(pid)):
            shutil.rmtree(left, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))


TESTS_VAR = _make_folder()
TESTS_VAR.chmod(0o711)  # PostgreSQL's own user must reach its cluster through this folder
for _name in ("DATABASE_URL", "REDIS_URL", "PRODUCTION", "DEBUG", "HOST", "PORT", "SECRET_KEY"):
    os.environ.pop(_name, None)
os.environ["VAR_DIR"] = str(TESTS_VAR)
# Keep compiled kernels between runs: compiling takes longer than most tests.
os.environ.setdefault(
    "ENGINE_CACHE_DIR", str(Path(__file__).resolve().parent.parent / "var" / "engine")
)
# Without hashed names no test has to collect static files first.
os.environ["STATIC_HASHED"] = "false"
# Games start without waiting for pages to contribute to the bag; that has separate tests.
os.environ["BAG_SEED_TIMEOUT"] = "0"
# pytest-playwright keeps an asyncio loop running in the main thread, and Django refuses synchronous
# queries while one runs.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# All tests come from one address. The fixture "limited" enables the limits.
os.environ["LIMITS"] = "false"

from scrabble_site.settings import *  # noqa: E402, F403

# The site's own hasher takes half a second of processor time for each password.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Django's test runner keeps e-mails in memory.
MAIL_ENABLED = True

os.environ["DJANGO_SETTINGS_MODULE"] = "scrabble_site.settings"
