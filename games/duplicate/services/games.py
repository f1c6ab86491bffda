"""Making duplicate games, and finding them."""

import hashlib
import secrets
from datetime import datetime

from django.conf import settings

from games.common.form_keys import SAME_FORM_WITHIN
from games.common.latest_cache import LatestCache
from games.common.names import clean_title
from games.common.sql_statements import CachedQuery, query_together
from games.duplicate import store
from games.duplicate.models import DuplicateEntrant, DuplicateGame, DuplicateSecret
from games.duplicate.services.locking import bump_stamp, locked_game
from games.duplicate.terms.settings import (
    DUPLICATE_VARIANTS,
    PAUSE_SECONDS,
    TURN_SECONDS,
    DuplicateSettings,
)
from games.play.models.rooms import new_code
from games.play.services.locking import write_transaction
from games.play.terms.seating import AWAY_AFTER
from games.players.models import Player
from games.players.services.sanctions import require_may_play
from games.rules.equipment.fair_shuffle import SECRET_BYTES, SeedScheme, hash_secret
from scrabble_site.shared.refusals import Conflict, Forbidden, InvalidRequest, NotFound

MAX_OPEN_GAMES = 8
"""How many games that have not ended one player may host."""

RELATED = ("host", "lexicon", "revision")

COPIED = (
    *("title", "variant", "tile_set", "options", "lexicon_id"),
    *("turn_seconds", "pause_seconds", "public"),
)
"""The settings of a game, which the one that follows it takes over."""


def find_duplicate_game(code: str) -> DuplicateGame:
    """Return a game by its code. Raises ``NotFound``."""
    game = DuplicateGame.objects.select_related(*RELATED).filter(code=code).first()
    if game is None:
        raise NotFound("duplicate.unknown")
    return game


_FIND_STAMP = CachedQuery(
    lambda code: DuplicateGame.objects.order_by().filter(code=code).values_list("stamp"), ""
)
_shown_games: LatestCache[DuplicateGame] = LatestCache(64)
"""Rows by code, with host and dictionary, at their own stamp."""


def find_shown_game(code: str) -> DuplicateGame:
    """Return a game's row as its pages show it: what everyone can see is current.

    Threads share the row, so it must not be changed. Raises ``NotFound``.
    """
    (read,) = query_together(_FIND_STAMP(code))
    stamp = next(iter(read()), (0,))[0]
    game = _shown_games.get_at(code, stamp)
    if game is None:
        game = find_duplicate_game(code)
        _shown_games.put(code, game.stamp, game)
    return game


def create_duplicate_game(
    player: Player, chosen: DuplicateSettings, key: str, now: datetime
) -> DuplicateGame:
    """Make a game that its host has entered. A form sent twice makes one game.

    Raises ``InvalidRequest`` for settings out of range and for an empty dictionary, ``Conflict``
    for a host of too many games, and ``Forbidden`` for a player who may not play.
    """
    _check_settings(chosen)
    require_may_play(player, now)
    with write_transaction():
        # Two forms of one player, sent at the same moment, are handled one after the other.
        player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        hosted = DuplicateGame.objects.filter(host=player)
        if key and (same := hosted.filter(key=key, created_at__gt=now - SAME_FORM_WITHIN).first()):
            return same
        if hosted.exclude(stage=DuplicateGame.Stage.ENDED).count() >= MAX_OPEN_GAMES:
            raise Conflict("room.many", n=MAX_OPEN_GAMES)
        game = DuplicateGame(
            title=clean_title(chosen.title),
            variant=chosen.variant,
            tile_set=chosen.tile_set,
            options=store.write_options(chosen.options),
            lexicon=chosen.lexicon,
            turn_seconds=chosen.turn_seconds,
            pause_seconds=chosen.pause_seconds,
            public=chosen.public,
            key=key,
        )
        _open_game(game, player, now)
        DuplicateEntrant.objects.create(game=game, player=player, seen_at=now, entered_at=now)
    return game


def play_again(code: str, player: Player, key: str, now: datetime) -> DuplicateGame:
    """Make the game that follows one that is over, with the same settings, or return it.

    Whoever asks first becomes its host. Everyone who is still in the old game enters the new one,
    and so do its computer players.
    """
    require_may_play(player, now)
    with locked_game(code) as old:
        if not old.is_over:
            raise Conflict("game.running")
        entered = DuplicateEntrant.objects.filter(game=old)
        if not entered.filter(player=player).exists():
            raise Forbidden("duplicate.not_entered")
        if (next_game := DuplicateGame.objects.filter(previous=old).first()) is not None:
            return next_game
        same = {name: getattr(old, name) for name in COPIED}
        game = DuplicateGame(**same, previous=old, key=key)
        _open_game(game, player, now)
        others = [one for one in entered if _goes_on(one, player, now)]
        DuplicateEntrant.objects.bulk_create(
            DuplicateEntrant(
                game=game,
                player_id=one.player_id,
                computer_level=one.computer_level,
                seen_at=one.seen_at,
                entered_at=now,
            )
            for one in others
        )
        bump_stamp(old)
    return game


def _goes_on(entrant: DuplicateEntrant, player: Player, now: datetime) -> bool:
    if entrant.computer_level is not None or entrant.player_id == player.pk:
        return True
    return entrant.seen_at is not None and now - entrant.seen_at < AWAY_AFTER


def _check_settings(chosen: DuplicateSettings) -> None:
    if chosen.variant not in DUPLICATE_VARIANTS:
        raise InvalidRequest("form.text")
    if chosen.turn_seconds not in TURN_SECONDS or chosen.pause_seconds not in PAUSE_SECONDS:
        raise InvalidRequest("form.text")
    if chosen.lexicon.current_revision_id is None:
        raise InvalidRequest("room.lexicon_empty")


def _open_game(game: DuplicateGame, host: Player, now: datetime) -> None:
    """Save a new game with the secret of its bag, whose hash everyone sees from now on."""
    game.host, game.code = host, new_code()
    game.created_at = game.seen_at = now
    game.scheme, secret = _choose_secret(game)
    game.seed_hash = hash_secret(secret)
    game.save()
    DuplicateSecret.objects.create(game=game, secret=secret)


def _choose_secret(game: DuplicateGame) -> tuple[SeedScheme, bytes]:
    """Return a new random secret, and the scheme by which the seed will be computed from it.

    Under ``TEST_SEED`` (never in production) it follows from the title or the host's name, and from
    how many games the host has made.
    """
    if settings.TEST_SEED:
        number = DuplicateGame.objects.filter(host=game.host, title=game.title).count() + 1
        text = f"{settings.TEST_SEED}/duplicate/{game.title or game.host.nickname}/{number}"
        return SeedScheme.SECRET_ALONE, hashlib.sha256(text.encode()).digest()
    return SeedScheme.MIXED, secrets.token_bytes(SECRET_BYTES)
