"""The language in which a browser reads pages: the one chosen there, else one that it accepts.

The choice of an account (``Player.language``) becomes a cookie of its browser with the first page
(:mod:`games.accounts.views.page_languages`). So sockets need nothing but the headers.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

from django.conf import settings
from django.http import parse_cookie
from django.utils.translation import get_language, get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

Owner = TypeVar("Owner")
Value = TypeVar("Value")


def get_chosen_language(cookies: Mapping[str, str]) -> str:
    """Return the language that was chosen in a browser, "" if none was."""
    chosen = cookies.get(settings.LANGUAGE_COOKIE_NAME, "")
    return chosen if is_site_language(chosen) else ""


def get_accepted_language(accepted: str) -> str:
    """Return the first language of an ``Accept-Language`` header that pages are written in.

    "" if there is none.
    """
    for code, _weight in parse_accept_lang_header(accepted):
        if code == "*":
            break
        try:
            return get_supported_language_variant(code)
        except LookupError:
            continue
    return ""


def get_language_from_scope(scope: Mapping[str, Any]) -> str:
    """Return the language of an ASGI request or socket."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    return (
        get_chosen_language(parse_cookie(headers.get(b"cookie", "")))
        or get_accepted_language(headers.get(b"accept-language", ""))
        or settings.LANGUAGE_CODE
    )


def is_site_language(code: str) -> bool:
    """Return whether pages are written in the language with this code."""
    return any(code == own for own, _name in settings.LANGUAGES)


def cache_by_language(build: Callable[[Owner], Value]) -> Callable[[Owner], Value]:
    """Let a method without arguments keep what it returns, once for each language.

    For objects that serve readers of several languages, where ``cached_property`` would give all of
    them the words of the first.
    """

    @wraps(build)
    def get(owner: Owner) -> Value:
        key = f"{build.__name__}/{get_language()}"
        kept = vars(owner)
        if key not in kept:
            kept[key] = build(owner)
        value: Value = kept[key]
        return value

    return get
