"""Runs pytest on a small file of tests in a separate process. The runs use the fixtures and plugins
of this folder, and their own folder for everything else.
"""

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

from tests.processes import minimal_env

ROOT = Path(__file__).resolve().parent.parent
INI = """[pytest]
DJANGO_SETTINGS_MODULE = tests.settings
addopts = -ra -p no:cacheprovider -p no:schemathesis
timeout = 180
timeout_func_only = true
markers =
    browser
    servers
"""


def make_sample(folder: Path, text: str, *more: str) -> list[str]:
    """Write a file of tests and return the command that runs it in :data:`ROOT`.

    ``more`` are options of pytest.
    """
    file = folder / "test_sample.py"
    file.write_text(dedent(text))
    (folder / "conftest.py").write_text('pytest_plugins = ["tests.conftest"]\n')
    (folder / "pytest.ini").write_text(INI)
    return [sys.executable, "-m", "pytest", str(file), *more]


def run_sample(folder: Path, text: str, *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        make_sample(folder, text, *more),
        cwd=ROOT,
        env=minimal_env(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
