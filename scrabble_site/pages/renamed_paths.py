"""Paths of earlier releases, which lead to their successors.

Bookmarks and printed links use them, pages that were open during an update, and messages that wait
in a browser to be sent. A redirect with status 308 keeps the method and the form.
"""

from typing import Any

from django.http import HttpRequest, HttpResponsePermanentRedirect
from django.urls import re_path, reverse

_CODE = r"r/(?P<code>[-\w]+)/"
_RENAMED = (
    (r"settings/told/", "games:notification_settings"),
    (r"settings/told/sound/", "games:sound_settings"),
    (r"go-on/", "games:device_link"),
    (r"go-on/(?P<token>[^/]+)/", "games:follow_device_link"),
    (r"news/", "games:mark_all_read"),
    (r"news/(?P<number>[0-9]+)/", "games:mark_one_read"),
    (r"news/accept/(?P<code>[-\w]+)/", "games:accept_invitation"),
    (r"news/decline/(?P<code>[-\w]+)/", "games:decline_invitation"),
    (r"following/here/", "games:followed_online"),
    (r"analyse/think", "games:begin_rollouts"),
    (r"analyse/thought/(?P<thought_id>[0-9a-f-]{36})", "games:rollouts"),
    (_CODE + r"doors", "games:late_members"),
    (_CODE + r"host/hand-on", "games:hand_over_hosting"),
    (_CODE + r"replies/weigh", "games:preview_reply"),
    (_CODE + r"chat/say", "games:send_message"),
)
"""Regular expressions of old paths, each with the name of the present one."""


def redirect_renamed(
    request: HttpRequest, to: str, **parameters: str
) -> HttpResponsePermanentRedirect:
    """Redirect to the address named ``to``, which checks the request as any other."""
    url = reverse(to, kwargs=parameters)
    query = request.META.get("QUERY_STRING", "")
    return HttpResponsePermanentRedirect(f"{url}?{query}" if query else url, preserve_request=True)


def list_renamed_paths() -> list[Any]:
    """Return URL patterns of the old paths."""
    return [re_path(rf"^{old}$", redirect_renamed, {"to": new}) for old, new in _RENAMED]
