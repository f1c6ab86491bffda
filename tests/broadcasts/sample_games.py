"""Annotated games for tests of the whole site."""

from collections.abc import Iterable
from datetime import datetime

from games.broadcasts.models import AnnotatedGame
from games.broadcasts.services.annotated_games import create_annotated_game, join_scorekeepers
from games.broadcasts.services.annotation import ScorekeeperEdit, add_move
from games.broadcasts.terms.annotated_moves import AnnotatedMove
from games.broadcasts.terms.settings import AnnotationSettings
from games.play.models import Room
from games.players.models import Player
from games.rules.gcg import EntryKind
from games.rules.positions.variants import get_variant

RACK = "QUIXOTR"
"""The rack of the first move, which only scorekeepers see."""


def open_annotated_beside(
    room: Room, owner: Player, keepers: Iterable[str], now: datetime
) -> AnnotatedGame:
    """Begin to write down a game that has the room's code.

    Players with the names of ``keepers`` are scorekeepers, too.
    """
    game = keep_annotated_game(owner, room, "Club final", now)
    for name in keepers:
        join_scorekeepers(game.code, game.invite, Player.objects.get(nickname=name), now)
    AnnotatedGame.objects.filter(pk=game.pk).update(code=room.code)
    game.refresh_from_db()
    return game


def keep_annotated_game(
    owner: Player, room: Room, title: str, now: datetime, *, rack: str = RACK
) -> AnnotatedGame:
    """Begin to write down a game with the dictionary of a room: its first play is QUIT."""
    chosen = AnnotationSettings(
        title=title,
        names=("Moss", "Wren"),
        variant="scrabble",
        edition="en",
        options=get_variant("scrabble").options(),
        lexicon=room.lexicon,
        listed=True,
    )
    game = create_annotated_game(owner, chosen, title, now)
    move = AnnotatedMove(0, EntryKind.PLAY, "8G", "QUIT", rack)
    add_move(game.code, ScorekeeperEdit(owner, game.stamp, "first"), move, now)
    game.refresh_from_db()
    return game
