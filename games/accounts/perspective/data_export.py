"""The export of everything stored about one player, as plain data that JSON can hold.

Other people appear only under the names they have at the table; their addresses, racks and words
are left out. Domains above this one add their own parts by answering
:data:`games.players.signals.export_requested`.
"""

from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import Prefetch

from games.play.models import Game, Move, MoveSecret, Rack, SeatMember
from games.play.perspective import list_seat_names
from games.players.models import Player
from games.players.services.notification_settings import (
    get_notification_settings,
    kinds_for,
    list_channels,
)
from games.players.services.notifications import describe_notifications
from games.players.signals import export_requested


def build_data_export(player: Player, now: datetime) -> dict[str, Any]:
    """Return profile, account, settings, games with the player's own moves, notices, e-mails, and
    the parts of other domains."""
    data: dict[str, Any] = {
        "made_at": now,
        "profile": {
            "id": player.pk,
            "name": player.nickname,
            "since": player.created_at,
            # Guests can export their data as well.
            "member": player.user_id is not None,
            "language": player.language,
            "time_zone": player.time_zone,
            "days_off": player.days_off,
        },
        "account": _export_account(player),
        "reminders": {
            "email": player.email,
            "not_confirmed": player.email_asked,
        },
        "told": _export_notification_settings(player),
        "games": [_export_game(holder, player) for holder in _export_seats(player)],
        "invitations": [
            {"room": one.game.room.code, "at": one.created_at}
            for one in player.invitations.select_related("game__room")
        ],
        "notices": _export_notifications(player, now),
        "letters": list(player.outgoing_mail.values("kind", "to", "created_at", "sent_at")),
    }
    # Domains above this one may not be imported here, so they answer a signal.
    parts: list[tuple[Any, Any]] = list(export_requested.send(sender=Player, player=player))
    for _receiver, part in parts:
        data |= part
    return data


def _export_notifications(player: Player, now: datetime) -> list[dict[str, Any]]:
    """Return the notices with the text a reader would see now."""
    notices = list(player.notices.select_related("room__lexicon"))
    return [
        {"kind": one.kind, "text": text, "created_at": one.created_at, "read_at": one.read_at}
        for one, text in zip(notices, describe_notifications(notices, now), strict=True)
    ]


def _export_account(player: Player) -> dict[str, Any] | None:
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


def _export_notification_settings(player: Player) -> dict[str, Any]:
    preferences = get_notification_settings(player)
    return {
        "how": {kind.value: sorted(list_channels(preferences, kind)) for kind in kinds_for(player)},
        "sounds": preferences.sounds,
        "volume": preferences.volume,
        "mail_hours": preferences.mail_hours,
        "zone": preferences.zone,
    }


def _export_seats(player: Player) -> list[SeatMember]:
    moves = Prefetch("game__moves", Move.objects.select_related("secret"))
    held = player.held_seats.select_related(
        "seat", "game__room__lexicon", "game__room__host"
    ).order_by("game__created_at")
    return list(held.prefetch_related("game__seats__holders__player", moves))


def _export_game(holder: SeatMember, player: Player) -> dict[str, Any]:
    game, room = holder.game, holder.game.room
    own_rack = Rack.objects.filter(seat=holder.seat).values_list("tiles", flat=True).first()
    return {
        "room": {"code": room.code, "title": room.shown_title, "host": room.host_id == player.pk},
        "number": game.number,
        "variant": room.variant,
        "tiles": room.edition,
        "dictionary": room.lexicon.name,
        "status": game.status,
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "seats": [" & ".join(list_seat_names(seat)) for seat in game.seats.all()],
        "own_seat": holder.seat.number + 1,
        "own_rack": "" if game.status == Game.Status.OVER else own_rack or "",
        "outcome": game.outcome,
        # Only the player's own moves, even if they shared the seat.
        "moves": [_export_move(move) for move in game.moves.all() if move.player_id == player.pk],
    }


def _export_move(move: Move) -> dict[str, Any]:
    secret: MoveSecret | None = getattr(move, "secret", None)
    return {
        "number": move.number,
        "kind": move.kind,
        "at": move.made_at,
        "said": secret.act if secret else None,
        "from_rack": secret.rack if secret else "",
    }
