"""Who may upload long request bodies to the admin: editors of dictionaries."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest

from games.accounts.views.middleware import get_session_user
from games.players.services.identity import get_session_from_scope


def may_upload_word_lists(scope: Mapping[str, Any]) -> bool:
    """Return whether the session of an ASGI request belongs to an editor. Queries the database."""
    session = get_session_from_scope(scope)
    if session is None:
        return False
    request = HttpRequest()
    request.session = session
    user = get_session_user(request)
    return bool(user.is_active and user.is_staff and user.has_module_perms("lexicon"))
