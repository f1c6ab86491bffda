"""Typed environment variables. A bad value stops startup with an error that names the variable.

django-environ does the casting; this module adds bounds and a uniform error message. Only
:mod:`scrabble_site.settings` and the modules it imports read variables.
"""

import os
import re
import warnings
from collections.abc import Callable, Sequence
from ipaddress import ip_network
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured
from limits import parse_many

T = TypeVar("T")

_env = environ.Env()
_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off"}
# Variables that were renamed: old names by new name. The next release drops the old ones.
_FORMER_NAMES = {
    "LIMIT_OTHER_COMMANDS": "LIMIT_DEEDS",
    "LIMIT_RECORD_CHECKS": "LIMIT_RECORDS",
    "LIMIT_RECORD_UPLOADS": "LIMIT_RECORD_BODIES",
    "KEEP_DELETION_MARKS": "KEEP_DEPARTURES",
    "KEEP_EMAILS": "KEEP_LETTERS",
    "BAG_SEED_TIMEOUT": "BAG_PATIENCE",
}


def read_text(name: str, default: str) -> str:
    """Read a text. An empty value counts as unset, so ``NAME= command`` selects the default.

    If only the variable's former name is set, that one is read, with a warning.
    """
    former = _FORMER_NAMES.get(name)
    if former and former in os.environ and name not in os.environ:
        # Python shows FutureWarning by default. Logs are not set up when settings are read.
        warnings.warn(f"{former} is now called {name}; rename it.", FutureWarning, stacklevel=2)
        name = former
    return str(_env.str(name, default)).strip() or default


def read_bool(name: str, default: bool) -> bool:
    text = read_text(name, "true" if default else "false").lower()
    if text in _TRUE or text in _FALSE:
        return text in _TRUE
    raise _refuse(name, text, "true or false")


def read_int(name: str, default: int, *, minimum: int, maximum: int) -> int:
    wanted = f"a whole number from {minimum} to {maximum}"
    value = _convert(name, wanted, int, str(default))
    if not minimum <= value <= maximum:
        raise _refuse(name, str(value), wanted)
    return value


def read_list(name: str, default: Sequence[str]) -> list[str]:
    """Read a comma-separated list and drop empty items."""
    items = [item.strip() for item in read_text(name, ",".join(default)).split(",")]
    return [item for item in items if item]


def read_choice(name: str, default: str, choices: Sequence[str]) -> str:
    text = read_text(name, default)
    if text not in choices:
        raise _refuse(name, text, "one of " + ", ".join(choices))
    return text


def read_secret(name: str, fits: Callable[[str], bool], wanted: str) -> str:
    """Read a secret, or "" if it is not set. The error for a bad value does not show it."""
    text = read_text(name, "")
    if text and not fits(text):
        raise ImproperlyConfigured(
            f"Environment variable {name}: the value given is not valid; expected {wanted}."
        )
    return text


def read_path(name: str, default: Path) -> Path:
    return Path(read_text(name, str(default))).expanduser().resolve()


def read_url(name: str, schemes: Sequence[str]) -> str:
    """Read a URL with one of ``schemes``, or "" if it is not set."""
    url = read_text(name, "")
    if url and urlsplit(url).scheme not in schemes:
        raise _refuse(name, url, "a URL starting with " + " or ".join(f"{s}://" for s in schemes))
    return url


def read_database(name: str, default: str) -> dict[str, Any]:
    """Parse a SQLite or PostgreSQL URL into Django's database settings."""
    url = read_text(name, default)
    if urlsplit(url).scheme not in {"sqlite", "postgres", "postgresql"}:
        raise _refuse(name, url, "a sqlite:/// or postgres:// URL")
    return _convert(name, "a database URL", environ.Env.db_url_config, default)


def read_networks(name: str, default: Sequence[str]) -> list[str]:
    """Read a comma-separated list of IP addresses and networks."""
    found = read_list(name, default)
    try:
        for each in found:
            ip_network(each)
    except ValueError as error:
        wanted = "addresses and networks like 10.0.0.5, 10.1.0.0/16"
        raise _refuse(name, ", ".join(found), wanted) from error
    return found


def read_url_path(name: str, default: str) -> str:
    """Read one segment of a URL path. The result ends with a slash and does not begin with one."""
    text = read_text(name, default).strip("/")
    if not re.fullmatch(r"[\w-]+", text, re.ASCII):
        raise _refuse(name, text, "letters, digits, - and _")
    return f"{text}/"


def read_rate(name: str, player: str, address: str) -> tuple[str, str]:
    """Read the rates of one player and, after a bar, of one address.

    For example "6/15 seconds; 9/1 hour | 9/1 day". An empty rate means no limit.
    """
    text = read_text(name, f"{player}|{address}")
    parts = [part.strip() for part in text.split("|")]
    try:
        if len(parts) > 2:
            raise ValueError
        for part in filter(None, parts):
            parse_many(part)
    except ValueError as error:
        wanted = 'rates of a player and an address, like "6/15 seconds | 60/15 seconds"'
        raise _refuse(name, text, wanted) from error
    return parts[0], parts[1] if len(parts) > 1 else ""


def _convert(name: str, wanted: str, cast: Callable[[str], T], default: str) -> T:
    text = read_text(name, default)
    try:
        return cast(text)
    except (ValueError, ImproperlyConfigured) as error:
        raise _refuse(name, text, wanted) from error


def _refuse(name: str, value: str, wanted: str) -> ImproperlyConfigured:
    shown = "the value given" if "://" in value else repr(value)  # a URL may hold a password
    return ImproperlyConfigured(
        f"Environment variable {name}: {shown} is not valid; expected {wanted}."
    )
