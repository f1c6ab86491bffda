"""The two tables of a swapped match: the same draws at both, and an end when both have ended.

Each table is a room of its own, and ``Room.twin`` leads to the other. Their games have the same
secret, so each seat draws the same tiles at both tables (:mod:`games.rules.flow.drawing`). Players
add nothing to the seed: each side draws from both seats, so no secret that the site could choose
favours either.

A game that ends first is *held*: its result stays at its table, and nothing else of the site knows
that it is over. The referee closes both once the second one has ended.
"""

from datetime import datetime, timedelta

from django.db import transaction

from games.play import store
from games.play.models import Game, GameSecret, Room, SeatMember
from games.play.services.lobby_listing import clear_finished_game
from games.play.services.locking import bump_stamp, get_current_game
from games.play.services.notifications import get_last_move, notify_result
from games.play.signals import game_ended
from games.play.terms.seating import list_seats
from games.play.terms.twin_tables import is_hidden_from
from games.players.models import Player
from games.rules.equipment.fair_shuffle import SeedScheme, hash_secret
from scrabble_site.shared.refusals import Conflict, Forbidden

LOOK_AGAIN = timedelta(minutes=5)
"""How often the referee looks whether the other table has ended, in case it was told too early."""


def join_tables(first: Room, second: Room, host: Player, *, at_both: bool) -> None:
    """Make two new rooms of a host the tables of one match, with the draws of the first.

    The host sits at the first one only or, if ``at_both``, also at the second, in the other seat.
    Call it in a transaction.
    """
    games = get_current_game(first), get_current_game(second)
    held = SeatMember.objects.filter(game=games[1], player=host)
    if at_both:
        held.update(seat=games[1].seats.get(number=1))
    else:
        held.delete()
    secret = store.read_secret(games[0])
    GameSecret.objects.filter(game__in=games).update(secret=secret)
    for game in games:
        game.scheme, game.seed_hash = SeedScheme.SECRET_ALONE, hash_secret(secret)
        game.save(update_fields=["scheme", "seed_hash"])
    first.twin, second.twin = second, first
    for room in (first, second):
        room.save(update_fields=["twin"])
        bump_stamp(room)


def refuse_second_table(room: Room, player: Player) -> None:
    """Raise ``Conflict`` for a player who sits at the other table of the match."""
    if room.twin_id is None:
        return
    if SeatMember.objects.filter(game__room=room.twin_id, player=player).exists():
        raise Conflict("match.other_table")


def require_shown(room: Room, visitor: str) -> None:
    """Raise ``Forbidden`` for a visitor from whom a table of a match is kept until it is over."""
    if room.twin_id is None:
        return
    game = get_current_game(room)
    if is_hidden_from(room, game, game.holders.all(), visitor):
        raise Forbidden("match.hidden")


def close_held_game(room: Room, game: Game, now: datetime) -> bool:
    """Close a held game if the game at the other table has ended too, under its room's lock.

    Returns whether it was closed. Otherwise it is planned again.
    """
    other = Game.objects.filter(room=room.twin_id).order_by("-number").first()
    if other is not None and not other.is_finished:
        game.due_at = now + LOOK_AGAIN
        game.save(update_fields=["due_at"])
        return False
    outcome = store.load_state(game).outcome
    assert outcome is not None, "a held game has ended"
    clear_finished_game(room, game)
    game.status, game.due_at, game.ended_at = Game.Status.OVER, None, now
    game.save(update_fields=["status", "due_at", "ended_at"])
    bump_stamp(room)
    game_ended.send(sender=Game, game=game, outcome=outcome)
    last_move = get_last_move(game)
    notify_result(room, game, list_seats(game), outcome, now, ender=None, move=last_move)
    held = Game.objects.filter(room=room.twin_id, status=Game.Status.HELD)
    # After the transaction, so that it never waits for the other table's lock while it holds one.
    transaction.on_commit(lambda: held.update(due_at=now))
    return True
