"""Passwords that are refused without asking anyone: common ones in disguise, and breached ones.

The 40,000 most common passwords of public breaches come with Django and zxcvbn. All others are
looked up in a file that the operator provides (``BREACHED_PASSWORDS``): sorted lines that begin
with SHA-1 hashes in upper case, as Have I Been Pwned offers for download.

The packages that cover all breached passwords query a service on the network. This site sends no
password anywhere, not even a part of its hash.
"""

import os
import re
from functools import cache
from hashlib import sha1
from importlib.util import find_spec
from pathlib import Path
from runpy import run_path
from typing import Any

from django.conf import settings
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

LEETSPEAK = str.maketrans("013457@$!", "oleastasi")
MIN_WORD_LENGTH = 4
"""Shorter words are not looked up in the list of common passwords."""


class DisguisedPasswordValidator(CommonPasswordValidator):
    """Refuses variations of a common password, such as "Passw0rd2024!".

    These are other capitals, digits for letters, doubling, and digits or punctuation around it.
    """

    def validate(self, password: str, user: Any = None) -> None:
        for bare in _list_undisguised(password):
            if len(bare) >= MIN_WORD_LENGTH:
                super().validate(bare, user)
                if bare in read_leaked():
                    raise ValidationError(self.get_error_message(), code="password_too_common")


class BreachedPasswordValidator:
    """Refuses passwords in the file of breached ones. Without a file, it accepts everything."""

    def validate(self, password: str, user: Any = None) -> None:  # noqa: ARG002 - its face
        path = settings.BREACHED_PASSWORDS
        digest = sha1(password.encode(), usedforsecurity=False).hexdigest().upper()
        if path and has_line_starting_with(Path(path), digest.encode()):
            raise ValidationError(
                _("This password is known from a data breach. Choose another."),
                code="password_breached",
            )

    def get_help_text(self) -> str:
        return ""


@cache
def read_leaked() -> frozenset[str]:
    """Return the passwords that zxcvbn knows from breaches, in lower case.

    Only its file of lists is loaded, because the package itself takes 20 MB in every process.
    """
    spec = find_spec("zxcvbn")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    lists = Path(spec.submodule_search_locations[0]) / "frequency_lists.py"
    return frozenset(run_path(str(lists))["FREQUENCY_LISTS"]["passwords"])


def has_line_starting_with(path: Path, start: bytes) -> bool:
    """Return whether a sorted file has a line that begins with ``start``.

    This is a binary search over byte offsets: about thirty short reads in a file of many gigabytes.
    """
    with path.open("rb") as lines:
        low, high = 0, os.fstat(lines.fileno()).st_size
        while low < high:
            middle = (low + high) // 2
            lines.seek(middle)
            if middle:
                lines.readline()  # the offset is inside a line: skip to the next one
            line = lines.readline()
            if line and line[: len(start)] < start:
                low = middle + 1
            else:
                high = middle
        lines.seek(low)
        if low:
            lines.readline()
        found = lines.readline()
        if found.startswith(start):
            return True
        lines.seek(0)
        return lines.readline().startswith(start)


def _list_undisguised(password: str) -> set[str]:
    plain = password.casefold()
    found = set()
    for text in (plain, plain.translate(LEETSPEAK)):
        letters = re.sub(r"^[\W\d_]+|[\W\d_]+$", "", text)
        for one in (text, letters):
            half = one[: len(one) // 2]
            found |= {one, half} if one == half * 2 else {one}
    letters = re.sub(r"^[\W\d_]+|[\W\d_]+$", "", plain)
    return found | {letters.translate(LEETSPEAK)}
