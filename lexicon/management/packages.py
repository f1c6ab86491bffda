"""Debian's packages for commands: offered, and fetched where the machine may.

Only a person at a terminal, or who says ``--install-packages``, has ``apt-get`` called; the web's
processes never do.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from django.core.management.base import CommandError


def offer_packages(packages: Sequence[str], out: Any, *, unasked: bool) -> None:
    """Install packages that are missing, if this machine can and whoever sits there wants it."""
    if not packages:
        return
    told = " ".join(packages)
    apt = shutil.which("apt-get")
    if not apt or os.geteuid() != 0:
        if unasked:
            raise CommandError(f"Only root on a Debian machine can: apt-get install {told}")
        return
    if not unasked and not _agree(f"Missing: {told}. Install with apt-get? [y/N] "):
        return
    out.write(f"apt-get install {told}")
    command = [apt, "install", "-y", "--no-install-recommends", *packages]
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    # The names are the catalogue's own.
    if subprocess.run(command, env=quiet, check=False).returncode:  # noqa: S603
        raise CommandError(f"apt-get could not install {told}.")


def _agree(question: str) -> bool:
    return sys.stdin.isatty() and input(question).strip().lower() in {"y", "yes"}
