"""The secret of the bag, what the players' pages add to it, and the deal.

A page adds its bytes as soon as it has seen the hash of the secret. That is usually long before the
start, so the deal can follow at once. If bytes are missing, the game is *starting* until they
arrive or ``settings.BAG_SEED_TIMEOUT`` seconds have passed; then the referee deals. How the seed is
computed is in :mod:`games.rules.equipment.fair_shuffle`.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings

from games.play import store
from games.play.models import Game, GameSecret, Room, SeatMember
from games.play.services.bag_secrets import generate_bag_secret
from games.play.services.locking import bump_stamp, get_current_game, locked_room
from games.play.services.schedule import plan_game
from games.play.signals import game_started
from games.play.terms.seating import is_free
from games.players.models import Player
from games.rules.equipment.fair_shuffle import CONTRIBUTION_BYTES, SeedScheme, hash_secret
from games.rules.flow.game import start_game
from games.rules.flow.game_clock import pause_clock, resume_clock
from games.rules.plays.events import event_to_json
from games.rules.positions.variants import get_variant
from scrabble_site.shared.instants import to_ms
from scrabble_site.shared.refusals import Conflict, Forbidden, InvalidRequest


def commit_bag_secret(game: Game) -> None:
    """Choose the secret of a new game and publish its hash, before anyone can add to it."""
    scheme, secret = generate_bag_secret(game)
    game.scheme = scheme
    game.seed_hash = hash_secret(secret)
    game.save(update_fields=["scheme", "seed_hash"])
    GameSecret.objects.create(game=game, secret=secret)


def begin_game(room: Room, game: Game, now: datetime) -> None:
    """Deal, or wait a moment for pages that have not added to the seed yet."""
    if not game.seed_hash:
        commit_bag_secret(game)  # the game was created by an earlier release
    if settings.BAG_SEED_TIMEOUT and _awaits_contribution(game):
        game.status = Game.Status.STARTING
        game.due_at = now + timedelta(seconds=settings.BAG_SEED_TIMEOUT)
        game.save(update_fields=["status", "due_at"])
    else:
        deal_game(room, game, now)


def contribute(code: str, player: Player, game_id: UUID, added: str, now: datetime) -> bool:
    """Record what a player's page adds to the seed of this game.

    Only the first bytes of a player count; sending the same ones again changes nothing. Raises
    ``Conflict`` for other bytes, which another device of the player has sent first, and once the
    tiles are dealt, because it is too late then. Returns whether the game was dealt by this.
    """
    if not is_contribution(added):
        raise InvalidRequest("form.text")
    with locked_room(code) as room:
        game = get_current_game(room)
        if game.pk != game_id:
            raise Conflict("game.moved_on")
        holder = SeatMember.objects.filter(game=game, player=player).first()
        if holder is None:
            raise Forbidden("seat.not_yours")
        if game.status not in (Game.Status.WAITING, Game.Status.STARTING):
            if holder.contribution == added:
                return False
            raise Conflict("game.started")
        if not holder.contribution:
            holder.contribution = added
            holder.save(update_fields=["contribution"])
            bump_stamp(room)
        dealt = _deal_if_ready(room, game, now)
    # After the transaction: the deal stays.
    if holder.contribution != added:
        raise Conflict("game.moved_on")
    return dealt


def is_contribution(text: str) -> bool:
    """Return whether a page may add this: the right number of bytes, in hexadecimal."""
    digits = set("0123456789abcdef")
    return len(text) == 2 * CONTRIBUTION_BYTES and set(text) <= digits


def _deal_if_ready(room: Room, game: Game, now: datetime) -> bool:
    overdue = game.due_at is not None and game.due_at <= now
    if game.status != Game.Status.STARTING or (_awaits_contribution(game) and not overdue):
        return False
    deal_game(room, game, now)
    bump_stamp(room)
    return True


def _awaits_contribution(game: Game) -> bool:
    """Return whether the page of any player at the table has not added to the seed yet."""
    missing = game.holders.filter(contribution="")
    if game.room.device_owner_id is not None:
        missing = missing.filter(player=game.room.device_owner_id)  # the others have no page
    return game.scheme == SeedScheme.MIXED and missing.exists()


def deal_game(room: Room, game: Game, now: datetime) -> None:
    """Fix seed and dictionary revision, draw for the start, deal the racks and start the clock."""
    game.contributions = [
        "".join(holder.contribution for holder in seat.holders.all())
        for seat in game.seats.prefetch_related("holders")
    ]
    options = get_variant(room.variant).options(**room.options)
    seed = store.read_seed(game)
    count, drawn = game.seats.count(), not (game.is_rematch or room.prepared)
    dealt = start_game(room.variant, options, count, seed, tile_set=room.edition, drawn=drawn)
    game.revision = room.lexicon.current_revision
    game.rated = room.rated and not game.holders.filter(player__user=None).exists()
    if game.rated:
        game.invitations.filter(seat__isnull=False).delete()  # rated teams take no new members
    game.started_at = game.moved_at = now
    game.opening = [event_to_json(event) for event in dealt.events]
    seats = list(game.seats.select_related("rack").prefetch_related("holders"))
    # No clock runs while a seat waits for its player.
    run = pause_clock if any(is_free(seat) for seat in seats) else resume_clock
    state = run(dealt.state, to_ms(now))
    plan_game(game, state, seats, now)
    store.save_initial_state(game, state, seats)
    game_started.send(sender=Game, game=game)
