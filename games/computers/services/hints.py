"""Requesting hints. They are allowed only at tables with one person and otherwise computers."""

from games.common.rate_limits import enforce_rate_limit
from games.computers.models import Hint
from games.play.models import Game
from games.play.services.locking import get_current_game, get_seat, locked_room
from games.play.services.table_members import allows_hints
from games.players.models import Player
from games.rules.plays.acts import TURN_KINDS
from scrabble_site.shared.refusals import Conflict, Forbidden


def request_hint(code: str, player: Player | None, turn: int, *, reviewing: bool = False) -> Hint:
    """Request the best plays in a position in which the player was, or is, to move.

    ``turn`` is the number of acts made before it. ``reviewing``: the player looks back at a turn
    that is over; it has a hint of its own. Raises ``Forbidden`` wherever people play against each
    other, and ``Conflict`` for a turn that was not the player's, or that ended before the request.
    """
    with locked_room(code) as room:
        game = get_current_game(room)
        seat = get_seat(game, player)
        if not allows_hints(game, game.seats.prefetch_related("holders")):
            raise Forbidden("hint.closed")
        if not _was_to_move(game, seat.number, turn):
            raise Conflict("hint.not_yours")
        after_turn = reviewing and turn < game.turn_number
        given = {
            hint.after_turn: hint
            for hint in Hint.objects.filter(game=game, turn=turn, seat=seat.number)
        }
        # Asking again, as the page does while it waits, does not count towards the limit.
        if after_turn in given:
            return given[after_turn]
        if turn < game.turn_number and not after_turn:
            raise Conflict("game.moved_on")
        if not given:  # one turn counts once
            enforce_rate_limit("hints", player=player.pk if player else "")
        return Hint.objects.create(game=game, turn=turn, seat=seat.number, after_turn=after_turn)


def save_hint(hint: Hint, plays: list[dict[str, object]]) -> None:
    """Save the engine's answer."""
    Hint.objects.filter(pk=hint.pk).update(plays=plays)


def _was_to_move(game: Game, seat: int, turn: int) -> bool:
    if turn == game.turn_number:
        return game.state is not None and game.state.get("to_move") == seat
    return game.moves.filter(number=turn + 1, seat=seat, kind__in=TURN_KINDS).exists()
