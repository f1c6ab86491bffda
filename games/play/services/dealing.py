"""The bag's secret, what the players' pages add to it, and the deal once all have done so.

A page adds its bytes as soon as it has seen the hash of the secret: mostly long before the start,
so that the deal follows at once. Where some are missing, the game is *starting* until they have
come or ``settings.BAG_PATIENCE`` is over; then the referee deals, or whoever asks next.
How a seed is made of it all: :mod:`games.rules.bag`.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings

from games.common.instants import to_ms
from games.common.refusals import Conflict, Forbidden, Unsuitable
from games.play import store
from games.play.chairs import is_free
from games.play.models import Game, GameSecret, Holder, Room
from games.play.seeds import make_secret
from games.play.services.locking import current_game, locked_room, touch
from games.play.services.schedule import plan
from games.play.services.signals import game_started
from games.players.models import Player
from games.rules.bag import CONTRIBUTION_BYTES, Scheme, hash_secret
from games.rules.events import event_to_json
from games.rules.game import start_game
from games.rules.timing import hold_clock, run_clock
from games.rules.variants import get_variant


def commit_bag(game: Game) -> None:
    """Choose the secret of a new game and show its hash, before anybody can add to it."""
    scheme, secret = make_secret(game)
    game.scheme = scheme
    game.seed_hash = hash_secret(secret)
    game.save(update_fields=["scheme", "seed_hash"])
    GameSecret.objects.create(game=game, secret=secret)


def begin(room: Room, game: Game, now: datetime) -> None:
    """The start is decided: deal, or wait a moment for what pages have yet to add."""
    if not game.seed_hash:
        commit_bag(game)  # a table laid by an earlier version
    if settings.BAG_PATIENCE and _awaited(game):
        game.status = Game.Status.STARTING
        game.due_at = now + timedelta(seconds=settings.BAG_PATIENCE)
        game.save(update_fields=["status", "due_at"])
    else:
        deal(room, game, now)


def contribute(code: str, player: Player, game_id: UUID, added: str, now: datetime) -> bool:
    """Take what a player's page adds to the seed of this game; ``True`` if that led to the deal.

    The first bytes of a player count; the same again change nothing. Raises ``Conflict`` once the
    tiles are dealt: what comes too late is no part of the seed.
    """
    if not _is_contribution(added):
        raise Unsuitable("form.text")
    with locked_room(code) as room:
        game = current_game(room)
        if game.pk != game_id:
            raise Conflict("game.moved_on")
        holder = Holder.objects.filter(game=game, player=player).first()
        if holder is None:
            raise Forbidden("seat.not_yours")
        if game.status not in (Game.Status.WAITING, Game.Status.STARTING):
            if holder.contribution == added:
                return False
            raise Conflict("game.started")
        if not holder.contribution:
            holder.contribution = added
            holder.save(update_fields=["contribution"])
            touch(room)
        return _deal_if_time(room, game, now)


def _is_contribution(text: str) -> bool:
    digits = set("0123456789abcdef")
    return len(text) == 2 * CONTRIBUTION_BYTES and set(text) <= digits


def _deal_if_time(room: Room, game: Game, now: datetime) -> bool:
    overdue = game.due_at is not None and game.due_at <= now
    if game.status != Game.Status.STARTING or (_awaited(game) and not overdue):
        return False
    deal(room, game, now)
    touch(room)
    return True


def _awaited(game: Game) -> bool:
    """Whether the page of anybody at the table has yet to add to the seed."""
    return game.scheme == Scheme.MIXED and game.holders.filter(contribution="").exists()


def deal(room: Room, game: Game, now: datetime) -> None:
    """Fix the seed, pin the dictionary revision, draw for the start and deal the racks."""
    game.contributions = [
        "".join(holder.contribution for holder in seat.holders.all())
        for seat in game.seats.prefetch_related("holders")
    ]
    options = get_variant(room.variant).options(**room.options)
    seed = store.seed_of(game)
    count, drawn = game.seats.count(), not game.is_rematch
    dealt = start_game(room.variant, options, count, seed, tile_set=room.edition, drawn=drawn)
    game.revision = room.lexicon.current_revision
    game.rated = room.rated and not game.holders.filter(player__user=None).exists()
    if game.rated:
        game.invitations.filter(seat__isnull=False).delete()  # teams are what they are
    game.started_at = game.moved_at = now
    game.opening = [event_to_json(event) for event in dealt.events]
    seats = list(game.seats.select_related("rack").prefetch_related("holders"))
    run = hold_clock if any(is_free(seat) for seat in seats) else run_clock
    state = run(dealt.state, to_ms(now))
    plan(game, state, seats, now)
    store.save_first(game, state, seats)
    game_started.send(sender=Game, game=game)
