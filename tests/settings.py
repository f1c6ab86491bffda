"""The site's settings as tests see them: nothing from the developer's environment or ``var/``.

Django reads its settings before any ``conftest.py`` is loaded, so the environment is cleared here.
Processes that tests start read :mod:`scrabble_site.settings` and the environment they are given.
"""

import os
import tempfile
from pathlib import Path

TESTS_VAR = Path(tempfile.mkdtemp(prefix="tileroom-tests-"))
TESTS_VAR.chmod(0o711)  # PostgreSQL's own user passes through it to its cluster
for _name in ("DATABASE_URL", "REDIS_URL", "PRODUCTION", "DEBUG", "HOST", "PORT", "SECRET_KEY"):
    os.environ.pop(_name, None)
os.environ["VAR_DIR"] = str(TESTS_VAR)
# Compiled code is kept from run to run: compiling takes longer than most tests.
os.environ.setdefault(
    "ENGINE_CACHE_DIR", str(Path(__file__).resolve().parent.parent / "var" / "engine")
)
# Pages name static files as they are, so that no test has to collect them first.
os.environ["STATIC_HASHED"] = "false"
# Whoever starts a game in a test starts it at once; pages that add to the bag have their own tests.
os.environ["BAG_PATIENCE"] = "0"
# pytest-playwright keeps an asyncio loop in the main thread, beside which Django would refuse
# every synchronous query.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# All tests come from one address; the fixture "limited" makes limits hold.
os.environ["LIMITS"] = "false"

from scrabble_site.settings import *  # noqa: E402, F403

os.environ["DJANGO_SETTINGS_MODULE"] = "scrabble_site.settings"
