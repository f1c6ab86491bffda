"""Typed reading of environment variables: a bad value stops startup and names its variable.

The casting itself is django-environ's; this module adds limits and the one form of error.
:mod:`scrabble_site.settings` is the only reader.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

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
