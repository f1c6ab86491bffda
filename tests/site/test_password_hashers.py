"""Passwords are hashed as Django does, in a thread with low priority."""

import os
import sys
import threading

import pytest
from django.contrib.auth.hashers import (
    PBKDF2PasswordHasher,
    check_password,
    identify_hasher,
    make_password,
)

from scrabble_site.conf.accounts import PASSWORD_HASHERS
from scrabble_site.security import password_hashers
from scrabble_site.security.password_hashers import NICENESS, LowPriorityPasswordHasher


def test_hashes_equal_those_of_django(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.PASSWORD_HASHERS = PASSWORD_HASHERS
    monkeypatch.setattr(LowPriorityPasswordHasher, "iterations", 1000)
    known = PBKDF2PasswordHasher().encode("correct horse", "salt", 1000)
    assert LowPriorityPasswordHasher().encode("correct horse", "salt", 1000) == known
    assert identify_hasher(make_password("correct horse")).__class__ is LowPriorityPasswordHasher
    assert check_password("correct horse", make_password("correct horse"))
    assert not check_password("wrong horse", make_password("correct horse"))


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux knows the priority of a thread.")
def test_only_the_hashing_thread_has_low_priority() -> None:
    def priority() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    usual = priority()
    LowPriorityPasswordHasher().encode("correct horse", "salt", 1)
    assert password_hashers._get_threads().submit(priority).result() == NICENESS
    assert priority() == usual
