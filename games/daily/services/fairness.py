"""Keeps today's positions from being analysed.

What is closed to a player while the clock runs is in :mod:`games.daily.perspective.running_turns`.
"""

from collections.abc import Iterator
from datetime import timedelta
from functools import lru_cache
from uuid import UUID

from django.utils import timezone

from games.daily.models import DailyGame
from games.daily.services.daily_games import list_daily_games, load_turns
from games.daily.terms.daily_turns import build_board
from games.daily.terms.turn_clock import get_publication
from games.play.services.running_positions import StoredBoard
from games.puzzles.services.daily_puzzles import get_puzzle_day
from games.rules.equipment.tiles import load_tile_set


def list_unpublished_boards() -> Iterator[StoredBoard]:
    """Yield all boards of the games whose draws are not published yet.

    Someone could otherwise have the position analysed from another browser.
    """
    now = timezone.now()
    today = get_puzzle_day(now)
    yesterday = today - timedelta(days=1)
    games = list_daily_games(today)
    if now < get_publication(yesterday):
        games += list_daily_games(yesterday)
    for game in games:
        yield from _list_boards(game.pk)


@lru_cache(maxsize=64)
def _list_boards(pk: UUID) -> tuple[StoredBoard, ...]:
    game = DailyGame.objects.get(pk=pk)
    turns, tile_set = load_turns(game), load_tile_set(game.tile_set)
    boards = (build_board(turns[:number], tile_set) for number in range(1, len(turns)))
    return tuple({square.name: [tile.face] for square, tile in board.items()} for board in boards)
