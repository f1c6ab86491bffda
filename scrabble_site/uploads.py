"""Who may send what is too long for a command: editors of dictionaries."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from django.conf import settings
from django.http import HttpRequest, parse_cookie

from games.accounts.middleware import user_of


def may_upload(scope: Mapping[str, Any]) -> bool:
    """Whether an ASGI request is an editor's, by its session. Asks the database."""
    cookies = next((value for name, value in scope["headers"] if name == b"cookie"), b"")
    key = parse_cookie(cookies.decode("latin-1")).get(settings.SESSION_COOKIE_NAME)
    if not key:
        return False
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    user = user_of(request)
    return bool(user.is_active and user.is_staff and user.has_module_perms("lexicon"))
