"""The start of a duplicate game, and what the players' pages add to the seed of its bag.

As at a table (:mod:`games.play.services.dealing`), a page adds its bytes once it has seen the hash
of the secret. If bytes are missing at the start, the game is *starting* until they arrive or
``settings.BAG_SEED_TIMEOUT`` seconds have passed; then the worker deals.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet

from games.duplicate import store
from games.duplicate.models import DuplicateEntrant, DuplicateGame
from games.duplicate.services.access import require_may_host
from games.duplicate.services.games import find_duplicate_game
from games.duplicate.services.locking import bump_stamp, locked_game
from games.play.services.dealing import is_contribution
from games.play.terms.seating import AWAY_AFTER
from games.players.models import Player
from games.rules.duplicate.game import start_duplicate
from games.rules.equipment.fair_shuffle import SeedScheme
from lexicon.store import open_lexicon
from scrabble_site.shared.refusals import Conflict, Forbidden, InvalidRequest


def start_duplicate_game(code: str, player: Player, now: datetime) -> None:
    """Start the game, or wait a moment for pages that have not added to the seed. For the host.

    Starting twice does no more than starting once. Raises ``InvalidRequest`` if the dictionary has
    no words any more.
    """
    _load_dictionary(code)
    with locked_game(code) as game:
        require_may_host(game, player, now)
        if game.stage == DuplicateGame.Stage.STARTING or game.turn:
            return
        if settings.BAG_SEED_TIMEOUT and _list_missing(game, now).exists():
            game.stage = DuplicateGame.Stage.STARTING
            game.due_at = now + timedelta(seconds=settings.BAG_SEED_TIMEOUT)
            game.save(update_fields=["stage", "due_at"])
        else:
            deal_first_rack(game, now)
        bump_stamp(game)


def _load_dictionary(code: str) -> None:
    """Load the game's dictionary: a new one takes seconds to compile, so no lock is held."""
    game = find_duplicate_game(code)
    if game.lexicon.current_revision_id is None:
        raise InvalidRequest("room.lexicon_empty")
    open_lexicon(game.lexicon.current_revision_id, store.get_tile_set(game).faces)


def contribute(code: str, player: Player, added: str, now: datetime) -> bool:
    """Record what a player's page adds to the seed. Returns whether the game was dealt by this.

    Only the first bytes of a player count; sending the same ones again changes nothing. Raises
    ``Conflict`` for other bytes, and once the first rack is dealt.
    """
    if not is_contribution(added):
        raise InvalidRequest("form.text")
    with locked_game(code) as game:
        entrant = game.entrants.filter(player=player).first()
        if entrant is None:
            raise Forbidden("duplicate.not_entered")
        if entrant.contribution == added:
            return False
        if entrant.contribution or game.turn:
            raise Conflict("game.started")
        entrant.contribution = added
        entrant.save(update_fields=["contribution"])
        starting = game.stage == DuplicateGame.Stage.STARTING
        dealt = starting and not _list_missing(game, now).exists()
        if dealt:
            deal_first_rack(game, now)
            bump_stamp(game)
    return dealt


def _list_missing(game: DuplicateGame, now: datetime) -> QuerySet[DuplicateEntrant]:
    """Return the present players whose pages have not added to the seed."""
    if game.scheme != SeedScheme.MIXED:
        return game.entrants.none()
    present = game.entrants.filter(player__isnull=False, seen_at__gt=now - AWAY_AFTER)
    return present.filter(contribution="")


def deal_first_rack(game: DuplicateGame, now: datetime) -> None:
    """Fix the seed and the dictionary revision, and begin the first turn."""
    game.contributions = list(game.entrants.values_list("contribution", flat=True))
    game.revision = game.lexicon.current_revision
    secret = game.secret
    state = start_duplicate(
        game.variant,
        store.read_options(game),
        store.read_seed(game, secret),
        tile_set=game.tile_set,
    )
    store.write_whole_state(secret, state)
    secret.save(update_fields=["state", "bag"])
    game.state = store.serialize_public(state)
    game.stage, game.turn = DuplicateGame.Stage.TURN, state.turn
    game.started_at = now
    game.due_at = now + timedelta(seconds=game.turn_seconds)
    game.save()
