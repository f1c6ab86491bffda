"""The running games that close help to a player, with their ends.

The lexicon app calls :func:`list_visitor_games` through ``settings.LEXICON_CLOSED_BY``.
"""

from collections.abc import Iterable

from django.http import HttpRequest
from django.urls import reverse

from games.play import store
from games.play.models import Game
from games.play.services.schedule import ARRIVAL_GRACE, get_accept_window, get_turn_days
from games.play.terms.running_games import (
    get_game_language,
    list_other_running_games,
    list_running_games,
)
from games.players.services.identity import get_player
from games.rules.flow.latest_end import OpenEnd, find_latest_end
from games.rules.time.clock import MINUTE
from lexicon.terms.running_games import RunningGameLink
from scrabble_site.shared.instants import MILLISECOND, from_ms, to_ms


def list_visitor_games(request: HttpRequest) -> list[RunningGameLink]:
    """Return the running games of the sender of this request."""
    player = get_player(request)
    if player is None:
        return []
    return build_game_links(list_running_games(player)) + list_other_running_games(player)


def build_game_links(games: Iterable[Game]) -> list[RunningGameLink]:
    """Return what pages say of running games, which come with their rooms and dictionaries."""
    return list(dict.fromkeys(map(_build_game_link, games)))


def _build_game_link(game: Game) -> RunningGameLink:
    url = reverse("games:room", args=[game.room.code])
    end = _find_latest_end(game)
    shown = game.room.shown_title, url, get_game_language(game)
    if isinstance(end, OpenEnd):
        return RunningGameLink(*shown, open_end=end.value)
    # Pages show minutes, so the seconds are rounded up.
    return RunningGameLink(*shown, latest_end=from_ms(-(-end // MINUTE) * MINUTE))


def _find_latest_end(game: Game) -> int | OpenEnd:
    if not (game.state or {}).get("clock"):
        # Players may have many slow games, whose states need not be read.
        return OpenEnd.UNTIMED if get_turn_days(game.room) is None else OpenEnd.DAYS
    begun = game.clock_since or game.moved_at or game.created_at
    return find_latest_end(
        store.load_public_state(game),
        to_ms(begun),
        window=get_accept_window(game.room) // MILLISECOND,
        grace=ARRIVAL_GRACE // MILLISECOND,
    )
