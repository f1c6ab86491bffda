"""Keeps analyses from helping anyone in a running game.

Anyone can invent the racks of an uploaded game. Uploads are therefore not analysed for players in
a running game of the same language, and for no one if one of their positions occurs in a
running game.
"""

from uuid import UUID

from games.play.perspective.running_games import build_game_links
from games.play.services.running_positions import refuse_running_game
from games.play.terms.running_games import (
    ANY_LANGUAGE,
    is_language_in_play,
    list_blocking_games,
    list_other_running_games,
)
from games.players.models import Player
from games.records.services.record_sources import RecordSource
from games.uploads.models import UploadedGame
from lexicon.terms.running_games import RunningGameLink
from scrabble_site.shared.refusals import Forbidden


def list_games_that_close(record_id: UUID, player: Player | None) -> list[RunningGameLink]:
    """Return the player's running games because of which this record's analyses are hidden.

    They are games in the language of the upload. There are none for a game played here, since
    no one could choose its tiles.
    """
    if not is_language_in_play(player, ANY_LANGUAGE):
        return []
    uploads = UploadedGame.objects.filter(pk=record_id)
    languages = list(uploads.values_list("revision__lexicon__language", flat=True))
    found: list[RunningGameLink] = []
    for language in (one or ANY_LANGUAGE for one in languages):
        found += build_game_links(list_blocking_games(player, language))
        found += list_other_running_games(player, language) if player is not None else []
    return found


def require_open(record_id: UUID, player: Player | None) -> None:
    """Raise ``Forbidden`` "analysis.playing" if a record's analyses are hidden from the player."""
    if list_games_that_close(record_id, player):
        raise Forbidden("analysis.playing")


def require_fair(source: RecordSource) -> None:
    """Raise ``Forbidden`` "position.running" if no one may have the record analysed now."""
    refuse_running_game(source.history)
