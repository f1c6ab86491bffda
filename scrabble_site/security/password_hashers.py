"""Password hashing in threads of low priority.

A hash takes a large part of a second of processor time on purpose. It runs without Python's global
lock, in a thread of low priority, so a flood of logins slows down logins and not moves.
"""

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from django.contrib.auth.hashers import PBKDF2PasswordHasher

NICENESS = 10
"""The nice value. Next to a thread of normal priority, such a thread gets about a tenth."""


class LowPriorityPasswordHasher(PBKDF2PasswordHasher):
    """Django's default hashes, computed in a thread that slows down nothing else."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        hashing = _get_threads().submit(super().encode, password, salt, iterations)
        return hashing.result()


@cache
def _get_threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "password-hash", initializer=_lower_priority)


def _lower_priority() -> None:
    # Only Linux has priorities of single threads; elsewhere hashing keeps the normal priority.
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
