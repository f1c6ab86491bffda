"""Paths of earlier releases, which lead to their successors.

Bookmarks and printed links use them, pages that were open during an update, and messages that wait
in a browser to be sent. A redirect with status 308 keeps the method and the form.
"""

from typing import Any

from django.http import HttpRequest, HttpResponsePermanentRedirect
from django.urls import re_path, reverse

_SLUG = r"(?P<code>[-a-zA-Z0-9_]+)"
_UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
_RENAMED = (
    (r"settings/told/", "games:notification_settings"),
    (r"settings/told/sound/", "games:sound_settings"),
    (r"go-on/", "games:device_link"),
    (r"go-on/(?P<token>[^/]+)/", "games:follow_device_link"),
    (r"news/", "games:mark_all_read"),
    (r"news/(?P<number>[0-9]+)/", "games:mark_one_read"),
    (rf"news/accept/{_SLUG}/", "games:accept_invitation"),
    (rf"news/decline/{_SLUG}/", "games:decline_invitation"),
    (r"following/here/", "games:followed_online"),
    (r"analyse/think", "games:begin_rollouts"),
    (rf"analyse/thought/(?P<run_id>{_UUID})", "games:rollouts"),
    (rf"r/{_SLUG}/doors", "games:late_members"),
    (rf"r/{_SLUG}/host/hand-on", "games:hand_over_hosting"),
    (rf"r/{_SLUG}/replies/weigh", "games:preview_reply"),
    (rf"r/{_SLUG}/chat/say", "games:send_message"),
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
    return [re_path(rf"^{old}\Z", redirect_renamed, {"to": new}) for old, new in _RENAMED]
