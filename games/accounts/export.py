"""All that is kept of one player, for themselves: plain data, fit for JSON.

Others appear by the names they have at the table; their addresses, racks and words do not. The
domains above add what is theirs by answering :data:`games.players.signals.export_asked`.
"""

from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import Prefetch

from games.play.models import Game, Holder, Move, MoveSecret, Rack
from games.play.perspective import seat_names
from games.players.models import Player
from games.players.services.tellings import Kind, channels_of, telling_of
from games.players.signals import export_asked


def export(player: Player, now: datetime) -> dict[str, Any]:
    """Profile, account, settings, games with one's own moves, notices, letters, and what other
    domains keep."""
    data: dict[str, Any] = {
        "made_at": now,
        "profile": {
            "id": player.pk,
            "name": player.nickname,
            "since": player.created_at,
            "member": player.user_id is not None,
            "days_off": player.days_off,
        },
        "account": _account(player),
        "reminders": {
            "email": player.email,
            "not_confirmed": player.email_asked,
        },
        "told": _told(player),
        "games": [_game(holder, player) for holder in _held(player)],
        "invitations": [
            {"room": one.game.room.code, "at": one.created_at}
            for one in player.invitations.select_related("game__room")
        ],
        "notices": list(player.notices.values("kind", "text", "created_at", "read_at")),
        "letters": list(player.letters.values("kind", "to", "subject", "created_at", "sent_at")),
    }
    parts: list[tuple[Any, Any]] = list(export_asked.send(sender=Player, player=player))
    for _receiver, part in parts:
        data |= part
    return data


def _account(player: Player) -> dict[str, Any] | None:
    if player.user is None:
        return None
    addresses = EmailAddress.objects.filter(user=player.user)
    passkeys = Authenticator.objects.filter(user=player.user)
    return {
        "since": player.user.date_joined,
        "last_login": player.user.last_login,
        "has_password": player.user.has_usable_password(),
        "emails": list(addresses.values("email", "verified", "primary")),
        "passkeys": [
            {"name": key.wrap().name, "since": key.created_at, "used": key.last_used_at}
            for key in passkeys
        ],
    }


def _told(player: Player) -> dict[str, Any]:
    telling = telling_of(player)
    return {
        "how": {kind.value: sorted(channels_of(telling, kind)) for kind in Kind},
        "sounds": telling.sounds,
        "volume": telling.volume,
        "mail_hours": telling.mail_hours,
        "zone": telling.zone,
    }


def _held(player: Player) -> list[Holder]:
    moves = Prefetch("game__moves", Move.objects.select_related("secret"))
    held = player.held_seats.select_related("seat", "game__room__lexicon").order_by(
        "game__created_at"
    )
    return list(held.prefetch_related("game__seats__holders__player", moves))


def _game(holder: Holder, player: Player) -> dict[str, Any]:
    game, room = holder.game, holder.game.room
    own_rack = Rack.objects.filter(seat=holder.seat).values_list("tiles", flat=True).first()
    return {
        "room": {"code": room.code, "title": room.title, "host": room.host_id == player.pk},
        "number": game.number,
        "variant": room.variant,
        "tiles": room.edition,
        "dictionary": room.lexicon.name,
        "status": game.status,
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "seats": [" & ".join(seat_names(seat)) for seat in game.seats.all()],
        "own_seat": holder.seat.number + 1,
        "own_rack": "" if game.status == Game.Status.OVER else own_rack or "",
        "outcome": game.outcome,
        "moves": [_move(move) for move in game.moves.all() if move.player_id == player.pk],
    }


def _move(move: Move) -> dict[str, Any]:
    secret: MoveSecret | None = getattr(move, "secret", None)
    return {
        "number": move.number,
        "kind": move.kind,
        "at": move.made_at,
        "said": secret.act if secret else None,
        "from_rack": secret.rack if secret else "",
    }
