"""Entering a duplicate game, which anyone may do at any time, and its computer players."""

from datetime import datetime

from games.duplicate.models import DuplicateEntrant, DuplicateGame
from games.duplicate.services.access import require_may_host
from games.duplicate.services.locking import bump_stamp, locked_game
from games.play.terms.computer_levels import is_level
from games.players.models import Player
from games.players.services.blocks import refuse_blocked
from games.players.services.sanctions import require_may_play
from scrabble_site.shared.refusals import Conflict, InvalidRequest

MAX_COMPUTERS = 4


def enter_game(code: str, player: Player, now: datetime) -> DuplicateEntrant:
    """Enter a game, from the next play on. Entering twice does no more than entering once.

    Raises ``Conflict`` if the game is over, or if the host and the player have blocked each other,
    and ``Forbidden`` for a player who may not play.
    """
    with locked_game(code) as game:
        entrant = DuplicateEntrant.objects.filter(game=game, player=player).first()
        if entrant is not None:
            return entrant
        if game.is_over:
            raise Conflict("game.over")
        require_may_play(player, now)
        refuse_blocked(player.pk, [game.host_id])
        entrant = DuplicateEntrant.objects.create(
            game=game, player=player, joined_turn=_find_next_turn(game), seen_at=now, entered_at=now
        )
        game.seen_at = now
        game.save(update_fields=["seen_at"])
        bump_stamp(game)
    return entrant


def add_computer(
    code: str, player: Player, level: int, present: int, now: datetime
) -> DuplicateEntrant | None:
    """Add a computer player before the start. For the host, whose page shows ``present`` of them.

    Adds none if there are more or fewer by now: the command has arrived before.

    Raises ``InvalidRequest`` for an unknown level, and ``Conflict`` once the game has started or if
    there are enough of them.
    """
    if not is_level(level):
        raise InvalidRequest("form.text")
    with locked_game(code) as game:
        require_may_host(game, player, now)
        _require_waiting(game)
        computers = game.entrants.exclude(computer_level=None).count()
        if computers != present:
            return None
        if computers >= MAX_COMPUTERS:
            raise Conflict("duplicate.computers", n=MAX_COMPUTERS)
        added = DuplicateEntrant.objects.create(game=game, computer_level=level, entered_at=now)
        bump_stamp(game)
    return added


def remove_computer(code: str, player: Player, entrant_id: int, now: datetime) -> None:
    """Remove a computer player before the start. For the host."""
    with locked_game(code) as game:
        require_may_host(game, player, now)
        _require_waiting(game)
        deleted, _by_table = (
            game.entrants.exclude(computer_level=None).filter(pk=entrant_id).delete()
        )
        if deleted:
            bump_stamp(game)


def _require_waiting(game: DuplicateGame) -> None:
    if game.stage != DuplicateGame.Stage.WAITING:
        raise Conflict("game.started")


def _find_next_turn(game: DuplicateGame) -> int:
    """Return the first turn in which someone who enters now can play."""
    if game.stage == DuplicateGame.Stage.PAUSE:
        return game.turn + 1
    return max(game.turn, 1)
