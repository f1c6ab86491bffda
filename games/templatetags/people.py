"""People on pages: what the settings show of :mod:`games.people`, and the lobby of its players."""

from collections.abc import Collection
from functools import lru_cache
from typing import Any

from django import template
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.common.fragment_rendering import render_fragment
from games.lobby.perspective import EntrySide, LobbyEntry
from games.people.forms import PrivacyForm
from games.people.models import PrivacySettings
from games.players.models import Player
from scrabble_site.shared.instants import to_ms

register = template.Library()

HIDDEN, CLOCK = "\0hidden\0", "\0clock%d\0"
"""Placeholders in a cached text."""
MAX_TEXTS = 1024
"""Entries whose text is cached, of about 2 kB each."""
SECOND = 1000
MINUTE = 60


@register.inclusion_tag("games/people/pieces/privacy.html", takes_context=True)
def privacy(context: dict[str, Any], player: Player | None) -> dict[str, Any]:
    """Draw the form in which members choose what others see. Guests have no profile, so no form."""
    if player is None or player.user_id is None:
        return {}
    chosen = PrivacySettings.objects.filter(player=player).first() or PrivacySettings()
    form = PrivacyForm({"profile": chosen.profile, "online": chosen.online})
    return {"form": form, "owner": player, "csrf_token": context.get("csrf_token")}


@register.simple_tag(takes_context=True)
def listed_entry(context: dict[str, Any], entry: LobbyEntry) -> SafeString:
    """Render a room in the lobby's lists.

    The text is cached, because it is the same for everyone. Only the clocks' current times, and
    whether the room is hidden from this viewer, are filled in.
    """
    text = _text_of(entry, get_language())
    text = text.replace(HIDDEN, "hidden" if entry.code in context.get("hidden", ()) else "")
    for number, side in enumerate(entry.sides):
        if side.left is not None:
            text = text.replace(CLOCK % number, time_left({}, side, entry.since))
    return mark_safe(text)  # noqa: S308 - rendered by a template; what is filled in is no markup


@lru_cache(MAX_TEXTS)
def _text_of(entry: LobbyEntry, language: str | None) -> str:  # noqa: ARG001 - texts differ by it
    return render_fragment(
        "lobby/pieces/entry", {"entry": entry, "hidden_mark": HIDDEN, "clock_mark": CLOCK}
    )


forget_texts = _text_of.cache_clear


@register.simple_tag(takes_context=True)
def time_left(context: dict[str, Any], side: EntrySide, since: int) -> str:
    """Format a side's remaining clock time as "12:34". Overtime has a real minus sign.

    Inside a cached text, it returns a placeholder instead.
    """
    if "clock_mark" in context:
        return str(context["clock_mark"] % context["forloop"]["counter0"])
    left = (side.left or 0) - (to_ms(timezone.now()) - since if side.runs else 0)
    minutes, seconds = divmod(-(-abs(left) // SECOND), MINUTE)
    return f"{'−' if left < 0 else ''}{minutes}:{seconds:02}"


@register.filter
def marks(people: Collection[str]) -> str:
    """Join marks of people for an attribute, sorted so that equal sets give equal text."""
    return " ".join(sorted(people))
