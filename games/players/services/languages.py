"""The language that a player reads. E-mails and push messages are written in it."""

from django.conf import settings

from games.common.languages import is_site_language
from games.players.models import Player


def save_language(player: Player, language: str) -> None:
    """Keep the language that a player has chosen, a code in ``settings.LANGUAGES``."""
    player.language = language
    player.save(update_fields=["language"])


def get_reading_language(player: Player) -> str:
    """Return the language for messages to a player: the chosen one, else the site's own."""
    return player.language if is_site_language(player.language) else settings.LANGUAGE_CODE
