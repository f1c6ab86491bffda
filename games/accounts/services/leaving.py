"""The end of somebody's time here, with or without an account. The games they played stay."""

from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django.db.models import F, Q, Value
from django.db.models.functions import Replace
from django.utils.translation import gettext as _

from games.accounts.services.sessions import end_sessions
from games.common.refusals import Conflict
from games.play.models import Game, Holder, Room
from games.play.services import seats, turns
from games.play.services.dealing import deal
from games.play.services.locking import current_game, touch
from games.play.services.naming import (
    TRIES,
    lock_rooms,
    open_rooms,
    pass_on,
    rooms_of,
    title_after,
)
from games.players.models import Notice, Player
from games.players.names import isolate
from games.players.signals import player_left
from games.rules.errors import RuleError
from games.rules.moves import Resign


def leave_for_good(player: Player, now: datetime) -> list[str]:
    """Take a player's name, address and account away; returns the codes of rooms that changed.

    Nobody waits for them: games that go on are resigned, seats of games to come are left. Twice
    the same does nothing more.
    """
    for _try in range(TRIES):
        with transaction.atomic():
            seen = open_rooms(player)
            rooms = lock_rooms(Q(pk__in=seen) | Q(host=player))
            player = Player.objects.select_for_update().get(pk=player.pk)
            if open_rooms(player) - seen:
                continue  # sat down elsewhere meanwhile
            if player.left_at is None:
                for room in rooms:
                    if room.pk in seen:
                        _leave_table(room, player, now)
                _take_away(player, now)
        return [room.code for room in rooms]
    raise Conflict("nickname.moving")


def _leave_table(room: Room, player: Player, now: datetime) -> None:
    game = current_game(room)
    if game.status == Game.Status.WAITING:
        seats.stand(room.code, player, now)
        return
    if game.status == Game.Status.STARTING:
        deal(room, game, now)
    others = game.holders.exclude(player=player).order_by("id")
    heir = others.select_related("player").first()
    if room.host_id == player.pk and heir is not None:
        pass_on(room, heir.player)
    if others.filter(seat__holders__player=player).exists():
        Holder.objects.filter(game=game, player=player).delete()  # the team plays on
        touch(room)
    elif game.running:
        with suppress(RuleError):  # has resigned before
            turns.act(room.code, player.pk, Resign(), turn=game.turn_number, key="", now=now)


def _take_away(player: Player, now: datetime) -> None:
    player_left.send(sender=Player, player=player)
    rooms, called = rooms_of(player), isolate(player.nickname)
    player.nickname = _("A former player")
    player.email = player.email_asked = ""
    player.days_off = []
    player.left_at = now
    user, player.user = player.user, None
    player.save()
    for theirs in (player.notices, player.letters, player.invitations, player.looks):
        theirs.all().delete()
    Notice.objects.filter(room__in=rooms, text__startswith=f"{called} ").update(
        text=Replace("text", Value(called), Value(isolate(player.nickname)))
    )
    Room.objects.filter(host=player, named=False).update(title=title_after(player))
    Room.objects.filter(pk__in=rooms).update(stamp=F("stamp") + 1)
    end_sessions(player)
    if user is not None:
        user.delete()
