"""Installation of Debian packages by management commands.

``apt-get`` is called only if a person at a terminal agrees or gives ``--install-packages``, never
by a web process.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from django.core.management.base import CommandError

LOCK_SECONDS = 600
"""How long apt-get waits for another program that installs packages."""


def offer_packages(packages: Sequence[str], out: Any, *, unasked: bool) -> None:
    """Install missing packages if this machine can and the user agrees.

    They are installed one by one, so that a package that cannot be fetched affects no other; it is
    named in the output. With ``unasked`` there is no question, and ``CommandError`` is raised if
    this machine cannot install any.
    """
    if not packages:
        return
    names = " ".join(packages)
    apt = shutil.which("apt-get")
    if not apt or os.geteuid() != 0:
        if unasked:
            raise CommandError(f"This needs root on a Debian machine: apt-get install {names}")
        return
    if not unasked and not _agree(f"Missing: {names}. Install with apt-get? [y/N] "):
        return
    patient = ["-o", f"DPkg::Lock::Timeout={LOCK_SECONDS}"]
    out.write(
        "Installing with apt-get. If another program is installing packages, this waits for it, "
        f"up to {LOCK_SECONDS // 60} minutes for each package."
    )
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for package in packages:
        out.write(f"apt-get install {package}")
        command = [apt, *patient, "install", "-y", "--no-install-recommends", package]
        # The names come from our catalogue, never from input.
        if subprocess.run(command, env=quiet, check=False).returncode:  # noqa: S603
            out.write(f"apt-get could not install {package}. Its output says why.")


def _agree(question: str) -> bool:
    return sys.stdin.isatty() and input(question).strip().lower() in {"y", "yes"}
