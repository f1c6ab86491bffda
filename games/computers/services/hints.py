"""Asking the engine, where that is fair: at a table with one person and computers only."""

from games.common.rates import spend
from games.common.refusals import Conflict, Forbidden
from games.computers.models import Hint
from games.play.models import Game
from games.play.services.company import gives_hints
from games.play.services.locking import current_game, locked_room, seat_of
from games.players.models import Player
from games.rules.moves import TURN_KINDS


def ask_hint(code: str, player: Player | None, turn: int) -> Hint:
    """Ask for the best plays of a position in which the asker was, or is, to move.

    ``turn`` is the number of acts made before it. Raises ``Forbidden`` wherever people play
    against each other, and ``Conflict`` for a turn that was not the asker's.
    """
    with locked_room(code) as room:
        game = current_game(room)
        seat = seat_of(game, player)
        if not gives_hints(game, game.seats.prefetch_related("holders")):
            raise Forbidden("hint.closed")
        if not _was_to_move(game, seat.number, turn):
            raise Conflict("hint.not_yours")
        over = turn < game.turn_number
        asked = Hint.objects.filter(game=game, turn=turn, seat=seat.number, over=over).first()
        if asked is not None:
            return asked
        spend("hints", player=player.pk if player else "")
        return Hint.objects.create(game=game, turn=turn, seat=seat.number, over=over)


def answer_hint(hint: Hint, plays: list[dict[str, object]]) -> None:
    """Keep what the engine has found."""
    Hint.objects.filter(pk=hint.pk).update(plays=plays)


def _was_to_move(game: Game, seat: int, turn: int) -> bool:
    if turn == game.turn_number:
        return game.state is not None and game.state.get("to_move") == seat
    return game.moves.filter(number=turn + 1, seat=seat, kind__in=TURN_KINDS).exists()
