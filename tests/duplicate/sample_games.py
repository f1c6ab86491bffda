"""Duplicate games for tests of the whole site."""

from collections.abc import Iterable

from django.utils import timezone

from games.duplicate.models import DuplicateGame
from games.duplicate.services.entry import enter_game
from games.duplicate.services.games import create_duplicate_game
from games.duplicate.services.starting import start_duplicate_game
from games.duplicate.terms.settings import DuplicateSettings
from games.play.models import Room
from games.players.models import Player


def open_duplicate_beside(room: Room, names: Iterable[str]) -> DuplicateGame:
    """Start a duplicate game of the room's host that has the room's code.

    The players with these names have entered it as well.
    """
    now = timezone.now()
    chosen = DuplicateSettings(room.variant, "en", room.lexicon)
    game = create_duplicate_game(room.host, chosen, "", now)
    DuplicateGame.objects.filter(pk=game.pk).update(code=room.code)
    for name in names:
        enter_game(room.code, Player.objects.get(nickname=name), now)
    start_duplicate_game(room.code, room.host, now)
    return game
