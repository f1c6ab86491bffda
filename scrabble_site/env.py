"""Typed reading of environment variables: a bad value stops startup and names its variable.

The casting itself is django-environ's; this module adds limits and the one form of error.
:mod:`scrabble_site.settings` is the only reader.
"""

import re
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


def read_text(name: str, default: str) -> str:
    """An empty value counts as unset, so that ``NAME= command`` means the default."""
    return str(_env.str(name, default)).strip() or default


def read_bool(name: str, default: bool) -> bool:
    text = read_text(name, "true" if default else "false").lower()
    if text in _TRUE or text in _FALSE:
        return text in _TRUE
    raise _refuse(name, text, "true or false")


def read_int(name: str, default: int, *, least: int, most: int) -> int:
    wanted = f"a whole number from {least} to {most}"
    value = _convert(name, wanted, int, str(default))
    if not least <= value <= most:
        raise _refuse(name, str(value), wanted)
    return value


def read_list(name: str, default: Sequence[str]) -> list[str]:
    """A comma-separated list."""
    items = [item.strip() for item in read_text(name, ",".join(default)).split(",")]
    return [item for item in items if item]


def read_choice(name: str, default: str, choices: Sequence[str]) -> str:
    text = read_text(name, default)
    if text not in choices:
        raise _refuse(name, text, "one of " + ", ".join(choices))
    return text


def read_fitting(name: str, fits: Callable[[str], bool], wanted: str) -> str:
    """A secret, which no error shows, or an empty string."""
    text = read_text(name, "")
    if text and not fits(text):
        raise ImproperlyConfigured(
            f"Environment variable {name}: the value given will not do; expected {wanted}."
        )
    return text


def read_path(name: str, default: Path) -> Path:
    return Path(read_text(name, str(default))).expanduser().resolve()


def read_url(name: str, schemes: Sequence[str]) -> str:
    """The URL as it stands, or an empty string when the variable is not set."""
    url = read_text(name, "")
    if url and urlsplit(url).scheme not in schemes:
        raise _refuse(name, url, "a URL starting with " + " or ".join(f"{s}://" for s in schemes))
    return url


def read_database(name: str, default: str) -> dict[str, Any]:
    """Django's settings for the database that a SQLite or PostgreSQL URL names."""
    url = read_text(name, default)
    if urlsplit(url).scheme not in {"sqlite", "postgres", "postgresql"}:
        raise _refuse(name, url, "a sqlite:/// or postgres:// URL")
    return _convert(name, "a database URL", environ.Env.db_url_config, default)


def read_networks(name: str, default: Sequence[str]) -> list[str]:
    """Addresses and networks, separated by commas."""
    found = read_list(name, default)
    try:
        for each in found:
            ip_network(each)
    except ValueError as error:
        wanted = "addresses and networks like 10.0.0.5, 10.1.0.0/16"
        raise _refuse(name, ", ".join(found), wanted) from error
    return found


def read_path_part(name: str, default: str) -> str:
    """A part of an address, which ends with a slash and begins without one."""
    text = read_text(name, default).strip("/")
    if not re.fullmatch(r"[\w-]+", text, re.ASCII):
        raise _refuse(name, text, "letters, digits, - and _")
    return f"{text}/"


def read_rate(name: str, player: str, address: str) -> tuple[str, str]:
    """What one player and, behind a bar, one address may do: "6/15 seconds; 9/1 hour | 9/1 day"."""
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
        f"Environment variable {name}: {shown} will not do; expected {wanted}."
    )
